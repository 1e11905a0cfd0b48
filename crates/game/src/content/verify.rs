//! Checks that a content makes sense as a whole: names lead somewhere, numbers are in their limits.

use undercroft_mapgen::{ContentError, Depths, Tileset, cp437, did_you_mean};

use super::effect::Effect;
use super::read::{Paragraph, Paragraphs};
use super::same_name;

/// The most that any number of a creature or an item may be.
const MOST: u32 = 1_000_000;

pub(super) fn verify(all: &Paragraphs<'_>) -> Result<(), ContentError> {
    shares(&all.creatures, |kind| (kind.share, kind.depths))?;
    shares(&all.items, |kind| (kind.share, kind.depths))?;
    for paragraph in &all.creatures {
        let kind = &paragraph.value;
        glyph(paragraph, kind.glyph)?;
        number(paragraph, "hit-points", kind.hit_points, 1)?;
        number(paragraph, "attack", kind.attack, 0)?;
        number(paragraph, "defence", kind.defence, 0)?;
        number(paragraph, "speed", kind.speed as i32, 1)?;
        for effect in kind.on_death.iter().chain(kind.on_hit.iter().map(|chanced| &chanced.effect)) {
            self::effect(all, paragraph, effect)?;
        }
        for table in kind.drops.iter().map(|drop| &drop.table).chain(&kind.wares) {
            table_name(all, paragraph, table)?;
        }
    }
    for paragraph in &all.items {
        let kind = &paragraph.value;
        glyph(paragraph, kind.glyph)?;
        for (key, value) in [("attack", kind.attack), ("defence", kind.defence), ("sight", kind.sight)] {
            number(paragraph, key, value, -(MOST as i32))?;
        }
        for (key, range) in [("count", kind.count), ("charges", kind.charges.map(|ends| ends.map(u32::from)))] {
            if range.is_some_and(|[low, high]| low == 0 || low > high || high > MOST) {
                return Err(paragraph.error_at_key(key, format!("{key}: write [lowest, highest], from 1 on")));
            }
        }
        for effect in kind.effects.iter().chain(&kind.on_enter).chain(&kind.on_pickup).chain(&kind.on_drop) {
            self::effect(all, paragraph, effect)?;
        }
        for chanced in &kind.on_hit {
            effect(all, paragraph, &chanced.effect)?;
        }
        if let Some(table) = &kind.holds {
            table_name(all, paragraph, table)?;
        }
        if let Some(key) = &kind.key {
            item_name(all, paragraph, key)?;
        }
        if let Some(guardian) = &kind.guardian {
            creature_name(all, paragraph, guardian)?;
        }
    }
    for paragraph in &all.tables {
        for entry in &paragraph.value.entries {
            if let Some(item) = &entry.item {
                item_name(all, paragraph, item)?;
            }
            if entry.count.is_some_and(|[low, high]| low == 0 || low > high || high > MOST) {
                return Err(paragraph.error_at_key("entries", "count: write [lowest, highest], from 1 on"));
            }
        }
        if paragraph.value.rolls > 100 {
            return Err(paragraph.error_at_key("rolls", "rolls: at most 100"));
        }
    }
    for paragraph in &all.tiles {
        if let Some(event) = &paragraph.value.on_enter {
            let known = all.events.iter().map(|event| event.value.name.as_str());
            name(paragraph, "event", event, known)?;
        }
        for tile in [Some(&paragraph.value.name), paragraph.value.closes.as_ref()].into_iter().flatten() {
            effect(all, paragraph, &Effect::Become(tile.clone()))?;
        }
    }
    for paragraph in &all.events {
        for effect in &paragraph.value.effects {
            self::effect(all, paragraph, effect)?;
        }
    }
    for paragraph in &all.kits {
        for item in &paragraph.value.items {
            item_name(all, paragraph, &item.item)?;
        }
    }
    for paragraph in &all.blessings {
        for effect in &paragraph.value.effects {
            self::effect(all, paragraph, effect)?;
        }
    }
    Ok(())
}

/// Checks that no depth is shared out more than once.
fn shares<T>(kinds: &[Paragraph<'_, T>], share: impl Fn(&T) -> (u32, Depths)) -> Result<(), ContentError> {
    for paragraph in kinds {
        let (own, depths) = share(&paragraph.value);
        // Shares only ever grow where a range begins, so that the first depths of all ranges are enough to look at.
        let here = kinds.iter().map(|kind| share(&kind.value)).filter(|(_, other)| other.contains(depths.first));
        let sum = here.fold(0, |sum: u32, (share, _)| sum.saturating_add(share));
        if own > 0 && sum > 100 {
            let problem = format!("share: at depth {} all shares come to {sum} of 100", depths.first);
            return Err(paragraph.error_at_key("share", problem));
        }
    }
    Ok(())
}

fn glyph<T>(paragraph: &Paragraph<'_, T>, glyph: char) -> Result<(), ContentError> {
    match cp437::code(glyph) {
        Some(_) => Ok(()),
        None => Err(paragraph.error_at_key("glyph", format!("the glyph `{glyph}` is not in Code Page 437"))),
    }
}

fn number<T>(paragraph: &Paragraph<'_, T>, key: &str, value: i32, least: i32) -> Result<(), ContentError> {
    if (least..=MOST as i32).contains(&value) {
        return Ok(());
    }
    Err(paragraph.error_at_key(key, format!("{key}: {value} is not a number from {least} to {MOST}")))
}

fn effect<T>(all: &Paragraphs<'_>, paragraph: &Paragraph<'_, T>, effect: &Effect) -> Result<(), ContentError> {
    match effect {
        Effect::Summon { kind, .. } => creature_name(all, paragraph, kind),
        Effect::Become(tile) => {
            let tileset = Tileset::standard();
            let known: Vec<&str> = tileset.iter().map(|(_, info)| info.name.as_str()).collect();
            name(paragraph, "tile", tile, known.iter().copied())
        }
        _ => Ok(()),
    }
}

fn creature_name<T>(all: &Paragraphs<'_>, paragraph: &Paragraph<'_, T>, typed: &str) -> Result<(), ContentError> {
    name(paragraph, "creature", typed, all.creatures.iter().map(|kind| kind.value.name.as_str()))
}

fn item_name<T>(all: &Paragraphs<'_>, paragraph: &Paragraph<'_, T>, typed: &str) -> Result<(), ContentError> {
    name(paragraph, "item", typed, all.items.iter().map(|kind| kind.value.name.as_str()))
}

fn table_name<T>(all: &Paragraphs<'_>, paragraph: &Paragraph<'_, T>, typed: &str) -> Result<(), ContentError> {
    name(paragraph, "table", typed, all.tables.iter().map(|table| table.value.name.as_str()))
}

fn name<'a, T>(
    paragraph: &Paragraph<'_, T>,
    what: &str,
    typed: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Result<(), ContentError> {
    if known.clone().any(|known| same_name(known, typed)) {
        return Ok(());
    }
    Err(paragraph.error(typed, format!("no {what} is called `{typed}`; {}", did_you_mean(typed, known))))
}
