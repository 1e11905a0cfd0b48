//! The legend: what the glyphs on this level stand for.

use std::collections::BTreeMap;

use undercroft_game::{Point, View};
use undercroft_mapgen::Colour;

use super::dialog::{Choose, Dialog, item};
use super::{ScreenKind, Transition};
use crate::context::Context;
use crate::keys::Command;
use crate::widgets::list::Item;

/// The radius around the hero that the legend covers. No window shows more.
const REACH: i32 = 150;

/// Glyphs with their colours, by what they stand for.
type Entries = BTreeMap<String, (char, Colour)>;

/// The legend of the hero's level: what is in sight or remembered.
pub(crate) fn legend(context: &Context) -> Option<Dialog> {
    let view = context.view()?;
    let (theme, content) = (&context.console.settings.theme, view.content());
    let (creatures, things, tiles) = entries(context, &view);
    let mut items = vec![line("you".into(), content.creature(content.hero()).glyph, theme.hero)];
    for entries in [creatures, things, tiles] {
        items.extend(entries.into_iter().map(|(name, (glyph, colour))| line(name, glyph, colour)));
    }
    let introduction = "Everything in sight, with what you remember in dimmer colours.".into();
    let hints = format!("{}: back", context.menu_key(Command::Cancel));
    let closed_by = Some(Command::Legend);
    Some(Dialog { introduction, hints, closed_by, ..Dialog::new(ScreenKind::Legend, "Legend", items) })
}

fn line(name: String, glyph: char, colour: Colour) -> Item<Choose> {
    item(None, name, |_| Transition::Close).glyph(glyph, colour)
}

/// The creatures, the items and the tiles that the hero knows nearby.
fn entries(context: &Context, view: &View<'_>) -> (Entries, Entries, Entries) {
    let palette = context.console.settings.palette;
    let (mut creatures, mut items, mut tiles) = (Entries::new(), Entries::new(), Entries::new());
    for sighting in view.creatures() {
        creatures.insert(sighting.kind.name.clone(), (sighting.kind.glyph, palette.creature(sighting.kind)));
    }
    let (here, known) = (view.at(), view.known());
    let within =
        |from: i32, to: i32, here: i32| from.max(here.saturating_sub(REACH))..to.min(here.saturating_add(REACH));
    for y in within(known.y, known.bottom(), here.y) {
        for x in within(known.x, known.right(), here.x) {
            let cell = view.cell(Point::new(x, y));
            let Some(tile) = cell.tile() else { continue };
            let info = view.tile_info(tile);
            if !tiles.contains_key(&info.name) {
                let colour = match view.stairs_of(tile) {
                    Some(_) => context.console.settings.theme.accent,
                    None => palette.face(info, info.face()).fg,
                };
                tiles.insert(info.name.clone(), (info.glyph, colour));
            }
            if let Some(kind) = cell.item().map(|item| view.content().item(item)) {
                items.entry(kind.singular().to_owned()).or_insert((kind.glyph, palette.item(kind)));
            }
        }
    }
    let readable = |tiles: Entries| tiles.into_iter().map(|(name, look)| (name.replace('-', " "), look)).collect();
    (creatures, items, readable(tiles))
}
