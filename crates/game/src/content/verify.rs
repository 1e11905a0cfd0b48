//! Checks content as a whole: names refer to something, numbers are within their limits.

use undercroft_mapgen::{ContentError, Depths, Tileset, cp437, did_you_mean};

use super::effect::Effect;
use super::machine::{MachineEffect, MachineKind};
use super::read::{Entries, Entry};
use super::same_name;

/// The largest value of any number of a creature or an item.
const LIMIT: u32 = 1_000_000;

type Verified = Result<(), ContentError>;

pub(super) fn verify(all: &Entries<'_>) -> Verified {
    shares(&all.creatures, |kind| (kind.share, kind.depths))?;
    shares(&all.items, |kind| (kind.share, kind.depths))?;
    for entry in &all.creatures {
        let kind = &entry.value;
        glyph(entry, kind.glyph)?;
        number(entry, "hit-points", kind.hit_points, 1)?;
        number(entry, "attack", kind.attack, 0)?;
        number(entry, "defence", kind.defence, 0)?;
        number(entry, "speed", kind.speed as i32, 1)?;
        effects(all, entry, kind.on_death.iter().chain(kind.on_hit.iter().map(|hit| &hit.effect)))?;
        for table in kind.drops.iter().map(|drop| &drop.table).chain(&kind.wares) {
            table_name(all, entry, table)?;
        }
    }
    for entry in &all.items {
        let kind = &entry.value;
        glyph(entry, kind.glyph)?;
        for (key, value) in [("attack", kind.attack), ("defence", kind.defence), ("sight", kind.sight)] {
            number(entry, key, value, -(LIMIT as i32))?;
        }
        range(entry, "count", "count", kind.count)?;
        range(entry, "charges", "charges", kind.charges.map(|ends| ends.map(u32::from)))?;
        let used = kind.effects.iter().chain(&kind.on_enter).chain(&kind.on_pickup).chain(&kind.on_drop);
        effects(all, entry, used.chain(kind.on_hit.iter().map(|hit| &hit.effect)))?;
        kind.holds.iter().try_for_each(|table| table_name(all, entry, table))?;
        kind.key.iter().try_for_each(|key| item_name(all, entry, key))?;
        kind.guardian.iter().try_for_each(|guardian| creature_name(all, entry, guardian))?;
    }
    for entry in &all.tables {
        for drop in &entry.value.entries {
            drop.item.iter().try_for_each(|item| item_name(all, entry, item))?;
            range(entry, "entries", "count", drop.count)?;
        }
        if entry.value.rolls > 100 {
            return Err(entry.error_at_key("rolls", "rolls: at most 100"));
        }
    }
    for entry in &all.tiles {
        if let Some(event) = &entry.value.on_enter {
            name(entry, "event", event, all.events.iter().map(|event| event.value.name.as_str()))?;
        }
        [&entry.value.name].into_iter().chain(&entry.value.closes).try_for_each(|tile| tile_name(entry, tile))?;
    }
    all.events.iter().try_for_each(|entry| effects(all, entry, &entry.value.effects))?;
    all.blessings.iter().try_for_each(|entry| effects(all, entry, &entry.value.effects))?;
    all.machines.iter().try_for_each(|entry| machine(all, entry))?;
    for entry in &all.kits {
        entry.value.items.iter().try_for_each(|item| item_name(all, entry, &item.item))?;
    }
    Ok(())
}

/// Checks what a machine names, and that it comes to an end.
fn machine(all: &Entries<'_>, entry: &Entry<'_, MachineKind>) -> Verified {
    for stage in &entry.value.stages {
        if [stage.after, stage.rounds, stage.range].into_iter().any(|number| number > 1_000) {
            return Err(entry.error_at_key("stages", "stages: after, rounds and range are at most 1000"));
        }
        match &stage.effect {
            MachineEffect::Change { from, to, .. } => {
                from.iter().chain([to]).try_for_each(|tile| tile_name(entry, tile))?;
            }
            MachineEffect::Hatch { from, to, kind } => {
                [from, to].into_iter().try_for_each(|tile| tile_name(entry, tile))?;
                creature_name(all, entry, kind)?;
            }
            MachineEffect::Spawn { kind, .. } => creature_name(all, entry, kind)?,
            _ => {}
        }
    }
    Ok(())
}

/// Checks that the shares at every depth add up to at most 100 percent.
fn shares<T>(kinds: &[Entry<'_, T>], share: impl Fn(&T) -> (u32, Depths)) -> Verified {
    for entry in kinds {
        let (own, depths) = share(&entry.value);
        // The sum only grows where a range of depths begins, so it is enough to check there.
        let here = kinds.iter().map(|kind| share(&kind.value)).filter(|(_, other)| other.contains(depths.first));
        let sum = here.fold(0, |sum: u32, (share, _)| sum.saturating_add(share));
        if own > 0 && sum > 100 {
            let problem = format!("share: the shares at depth {} add up to {sum}; the limit is 100", depths.first);
            return Err(entry.error_at_key("share", problem));
        }
    }
    Ok(())
}

fn glyph<T>(entry: &Entry<'_, T>, glyph: char) -> Verified {
    match cp437::code(glyph) {
        Some(_) => Ok(()),
        None => Err(entry.error_at_key("glyph", format!("the glyph `{glyph}` is not in Code Page 437"))),
    }
}

fn number<T>(entry: &Entry<'_, T>, key: &str, value: i32, least: i32) -> Verified {
    if (least..=LIMIT as i32).contains(&value) {
        return Ok(());
    }
    Err(entry.error_at_key(key, format!("{key}: {value} is not between {least} and {LIMIT}")))
}

fn range<T>(entry: &Entry<'_, T>, key: &str, what: &str, range: Option<[u32; 2]>) -> Verified {
    if range.is_some_and(|[low, high]| low == 0 || low > high || high > LIMIT) {
        return Err(entry.error_at_key(key, format!("{what}: write [lowest, highest], both between 1 and {LIMIT}")));
    }
    Ok(())
}

fn effects<'a, T>(all: &Entries<'_>, entry: &Entry<'_, T>, effects: impl IntoIterator<Item = &'a Effect>) -> Verified {
    effects.into_iter().try_for_each(|effect| match effect {
        Effect::Summon { kind, .. } => creature_name(all, entry, kind),
        Effect::Become(tile) => tile_name(entry, tile),
        _ => Ok(()),
    })
}

fn tile_name<T>(entry: &Entry<'_, T>, typed: &str) -> Verified {
    let tileset = Tileset::standard();
    let known: Vec<&str> = tileset.iter().map(|(_, info)| info.name.as_str()).collect();
    name(entry, "tile", typed, known.iter().copied())
}

fn creature_name<T>(all: &Entries<'_>, entry: &Entry<'_, T>, typed: &str) -> Verified {
    name(entry, "creature", typed, all.creatures.iter().map(|kind| kind.value.name.as_str()))
}

fn item_name<T>(all: &Entries<'_>, entry: &Entry<'_, T>, typed: &str) -> Verified {
    name(entry, "item", typed, all.items.iter().map(|kind| kind.value.name.as_str()))
}

fn table_name<T>(all: &Entries<'_>, entry: &Entry<'_, T>, typed: &str) -> Verified {
    name(entry, "table", typed, all.tables.iter().map(|table| table.value.name.as_str()))
}

fn name<'a, T>(
    entry: &Entry<'_, T>,
    what: &str,
    typed: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Verified {
    if known.clone().any(|known| same_name(known, typed)) {
        return Ok(());
    }
    Err(entry.error(typed, format!("no {what} is called `{typed}`; {}", did_you_mean(typed, known))))
}
