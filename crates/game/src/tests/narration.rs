use super::*;
use crate::{Actor, Cause, Refusal, Status, grammar};

#[test]
fn the_hero_is_you_and_others_are_named() {
    let content = GameContent::standard();
    let (kind, _) = content.creature_named("archer").unwrap();
    let archer = Actor::Creature { id: crate::CreatureId(5), kind };
    let told = |event: Event| narrate(&event, &content).unwrap_or_default();
    assert_eq!(
        told(Event::Hit { who: Actor::Hero, whom: archer, attack: crate::Attack::Melee, damage: 3 }),
        "You hit the archer. (3)"
    );
    assert_eq!(
        told(Event::Hit { who: archer, whom: Actor::Hero, attack: crate::Attack::Melee, damage: 3 }),
        "The archer stabs you. (3)"
    );
    assert_eq!(told(Event::Died { who: archer, cause: Cause::Hero }), "The archer dies.");
    assert_eq!(told(Event::StatusBegan { who: Actor::Hero, status: Status::Poisoned }), "You are poisoned.");
    assert_eq!(told(Event::Descended { who: archer, depth: 2 }), "The archer flees down the stairs.");
    assert_eq!(told(Event::Descended { who: Actor::Hero, depth: 2 }), "You descend the stairs.");
    assert_eq!(told(Event::Walked { who: Actor::Hero, from: Point::new(0, 0), to: Point::new(1, 0) }), "");
}

#[test]
fn every_refusal_has_a_line() {
    let content = GameContent::standard();
    let (item, creature) = (crate::ItemKindId(0), CreatureKindId(1));
    let slot = Slot::from_letter('q').unwrap();
    let all = [
        Refusal::Over,
        Refusal::Solid(undercroft_mapgen::Tile::WALL),
        Refusal::Occupied(creature),
        Refusal::MissingGoal(item),
        Refusal::Collapsed,
        Refusal::EmptySlot(slot),
        Refusal::Locked { item, key: item },
        Refusal::TooExpensive(120),
        Refusal::BestSight,
    ];
    for refusal in all {
        let line = narrate(&Event::Refused(refusal), &content).unwrap();
        assert!(line.ends_with(['.', '?']) && line.starts_with(char::is_uppercase), "{refusal:?}: {line}");
    }
}

#[test]
fn item_names_have_articles_counts_and_bonuses() {
    let scene = scene("####\n#@.#\n####");
    let named = |name: &str, count: u32, bonus: i8| {
        grammar::an_item(&scene.game.content, &Item { bonus, ..scene.item(name, count) })
    };
    assert_eq!(named("agate", 1, 0), "an agate");
    assert_eq!(named("throwing knife", 3, 0), "3 throwing knives");
    assert_eq!(named("dagger", 1, 2), "a dagger (+2)");
    assert_eq!(named("wand of sparks", 1, 0), "a wand of sparks (8 charges)");
    assert_eq!(grammar::price(1_005), "10 gold 5 copper");
}

/// Every line that the game can log, for every kind of creature, item, status and cause.
fn all_lines() -> Vec<String> {
    let content = GameContent::standard();
    let at = Point::new(0, 0);
    let creatures: Vec<Actor> = content
        .creatures()
        .filter(|(id, _)| *id != content.hero())
        .map(|(kind, _)| Actor::Creature { id: crate::CreatureId(5), kind })
        .collect();
    let everyone: Vec<Actor> = [Actor::Hero].into_iter().chain(creatures.iter().copied()).collect();
    let stack = |kind, count, bonus| Item { kind, count, charges: 3, bonus };
    let mut events = Vec::new();
    for who in everyone.iter().copied() {
        let whom = if who == Actor::Hero { creatures[0] } else { Actor::Hero };
        for attack in [crate::Attack::Melee, crate::Attack::Kick, crate::Attack::Shot("arrow".into())] {
            events.push(Event::Hit { who, whom, attack: attack.clone(), damage: 4 });
            events.push(Event::Missed { who, whom, attack });
        }
        events.extend([
            Event::Swapped { who, with: whom },
            Event::Opened { who, at },
            Event::Closed { who, at },
            Event::Dug { who, at, tile: undercroft_mapgen::Tile::WALL },
            Event::Crashed { who, into: None, damage: 2 },
            Event::Crashed { who, into: Some(whom), damage: 2 },
            Event::Fell { who, depth: 3, damage: 2 },
            Event::Clung { who, damage: 2 },
            Event::Healed { who, amount: 3 },
            Event::Struggled(who),
            Event::LostTurn(who),
            Event::Climbed { who, depth: 1 },
            Event::Descended { who, depth: 1 },
            Event::Teleported(who),
        ]);
        let causes = [
            Cause::Creature(CreatureKindId(1)),
            Cause::Hero,
            Cause::Item(crate::ItemKindId(0)),
            Cause::Blast(CreatureKindId(1)),
            Cause::Poison,
            Cause::Fire,
            Cause::Hunger,
            Cause::Fall,
            Cause::Crash,
            Cause::Mishap,
        ];
        for cause in causes {
            events.push(Event::Died { who, cause });
            events.push(Event::Hurt { who, cause, damage: 2 });
        }
        for status in Status::ALL {
            events.push(Event::StatusBegan { who, status });
            events.push(Event::StatusEnded { who, status });
        }
    }
    for who in creatures.iter().copied() {
        events.extend([
            Event::Surprised(who),
            Event::Arrived(who),
            Event::Noticed(who),
            Event::Spread { who, at },
            Event::Wove { who, at },
            Event::Charged(who),
            Event::Summoned(who),
            Event::CameUp(Some(who)),
        ]);
    }
    for (kind, info) in content.items() {
        let counts = if info.class.stacks() { &[1, 7][..] } else { &[1][..] };
        for item in counts.iter().map(|count| stack(kind, *count, i8::from(info.class.is_equipment()))) {
            let slot = Slot::from_letter('c').unwrap();
            let attack = crate::Attack::Thrown(Item { count: 1, ..item });
            events.extend([
                Event::ItemsHere(vec![item]),
                Event::PickedUp { item, slot },
                Event::Dropped(item),
                Event::Equipped(item),
                Event::Unequipped(item),
                Event::Used(item),
                Event::Threw { item: Item { count: 1, ..item }, at },
                Event::Upgraded(item),
                Event::Hit { who: Actor::Hero, whom: creatures[0], attack: attack.clone(), damage: 4 },
                Event::Missed { who: Actor::Hero, whom: creatures[0], attack },
                Event::Bought { name: grammar::an_item(&content, &item), price: 25 },
                Event::ChestOpened { chest: kind, contents: vec![item, stack(kind, 1, 0)] },
            ]);
        }
        events.extend([
            Event::KickedChest { chest: kind, opened: true },
            Event::KickedChest { chest: kind, opened: false },
            Event::ChestOpened { chest: kind, contents: Vec::new() },
            Event::GoalHere { kind, wins: true },
            Event::GoalHere { kind, wins: false },
            Event::Collected { kind, carried: 1, needed: 3 },
            Event::Refused(Refusal::MissingGoal(kind)),
            Event::Refused(Refusal::TooHeavy(kind)),
            Event::Refused(Refusal::Useless(kind)),
            Event::Refused(Refusal::NotEquipment(kind)),
            Event::Refused(Refusal::NeedsTarget(kind)),
            Event::Refused(Refusal::NoCharges(kind)),
            Event::Refused(Refusal::Locked { item: kind, key: kind }),
        ]);
    }
    for direction in Direction::ALL {
        for beacon in [crate::Beacon::Goal, crate::Beacon::Down, crate::Beacon::Up] {
            events.push(Event::BeaconSensed { beacon, direction });
        }
    }
    events.extend([
        Event::Exploded(at),
        Event::Revealed,
        Event::Fizzled,
        Event::LevelUp(3),
        Event::Awakened { deeper: true },
        Event::Awakened { deeper: false },
        Event::CameUp(None),
        Event::Won,
        Event::Lost(Cause::Hunger),
    ]);
    events.extend(crate::Hunger::ALL.map(Event::HungerChanged));
    events.extend(crate::Improvement::ALL.map(|what| Event::Improved { what, amount: 2 }));
    events.extend(content.blessings().iter().map(|blessing| Event::Bought { name: blessing.name.clone(), price: 30 }));
    let mut lines: Vec<String> = events.iter().filter_map(|event| narrate(event, &content)).collect();
    lines.sort();
    lines.dedup();
    lines
}

#[test]
fn every_line_is_a_sentence_with_the_right_article() {
    let lines = all_lines();
    // `UNDERCROFT_LINES=FILE cargo test -p undercroft-game every_line` writes all lines to a file for proofreading.
    if let Some(path) = std::env::var_os("UNDERCROFT_LINES") {
        std::fs::write(path, lines.join("\n")).unwrap();
    }
    for line in &lines {
        let text = line.split(" (").next().unwrap().trim_end();
        assert!(line.starts_with(|first: char| first.is_uppercase() || first.is_numeric()), "{line}");
        assert!(text.ends_with(['.', '!', '?']) || line.ends_with(['.', '!', ')']), "{line}");
        for (index, word) in line.split_whitespace().enumerate() {
            let next = line.split_whitespace().nth(index + 1).unwrap_or_default();
            let vowel = next.starts_with(|letter: char| "aeiou".contains(letter)) && next != "use";
            match word.to_lowercase().as_str() {
                "a" => assert!(!vowel, "{line}"),
                "an" => assert!(vowel, "{line}"),
                "the" => assert!(!["a", "an", "the", "some"].contains(&next), "{line}"),
                _ => {}
            }
        }
        for wrong in ["  ", "a leather", "a bread", "a plate", "a rat meat", "some some", " ,", "you is", "You is"] {
            assert!(!line.contains(wrong), "{line}");
        }
    }
}
