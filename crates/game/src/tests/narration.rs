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
