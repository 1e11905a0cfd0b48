//! The legend: what the glyphs or pictures on the hero's level stand for.

use std::collections::BTreeMap;

use serde::Serialize;
use undercroft_game::{Game, Point};

use super::scene::Icon;

/// How far around the hero the legend covers. No window shows more.
const REACH: i32 = 150;

/// A glyph or a picture, and what it stands for.
#[derive(Clone, Debug, Serialize)]
pub struct LegendLine {
    name: String,
    icon: Icon,
}

/// What is in sight or remembered: creatures, then items, then tiles.
#[must_use]
pub fn legend(game: &Game) -> Vec<LegendLine> {
    let view = game.view();
    let content = view.content();
    let hero = content.creature(content.hero());
    let mut creatures = BTreeMap::new();
    let (mut items, mut tiles) = (BTreeMap::new(), BTreeMap::new());
    for sighting in view.creatures() {
        let kind = sighting.kind;
        creatures.insert(kind.name.clone(), Icon::new(&kind.name, kind.glyph, kind.colour));
    }
    let (here, known) = (view.at(), view.known());
    let within = |from: i32, to: i32, at: i32| from.max(at.saturating_sub(REACH))..to.min(at.saturating_add(REACH));
    for y in within(known.y, known.bottom(), here.y) {
        for x in within(known.x, known.right(), here.x) {
            let cell = view.cell(Point::new(x, y));
            if let Some(info) = cell.tile().map(|tile| view.tile_info(tile)) {
                let icon = || Icon::new(&format!("tile:{}", info.name), info.face().glyph, info.face().fg);
                tiles.entry(info.name.replace('-', " ")).or_insert_with(icon);
            }
            if let Some(kind) = cell.item().map(|item| content.item(item)) {
                let icon = || Icon::new(&kind.name, kind.glyph, kind.colour);
                items.entry(kind.singular().to_owned()).or_insert_with(icon);
            }
        }
    }
    let you = ("you".to_owned(), Icon::new("hero", hero.glyph, hero.colour));
    let lines = [you].into_iter().chain(creatures).chain(items).chain(tiles);
    lines.map(|(name, icon)| LegendLine { name, icon }).collect()
}
