use super::*;
use crate::{Actor, Cause, Condition, Refusal, names};

#[test]
fn the_hero_is_told_in_the_second_person_and_others_in_the_third() {
    let content = Content::standard();
    let (kind, _) = content.creature_named("archer").unwrap();
    let archer = Actor::Creature { id: crate::CreatureId(5), kind };
    let told = |event: Event| narrate(&event, &content).unwrap_or_default();
    assert_eq!(told(Event::Struck { who: Actor::Hero, whom: archer, damage: 3 }), "You hit the archer for 3.");
    assert_eq!(told(Event::Struck { who: archer, whom: Actor::Hero, damage: 3 }), "The archer hits you for 3.");
    assert_eq!(told(Event::Died { who: archer, cause: Cause::Hero }), "The archer dies.");
    assert_eq!(told(Event::Began { who: Actor::Hero, condition: Condition::Poisoned }), "You are poisoned.");
    assert_eq!(told(Event::Descended { who: archer, depth: 2 }), "The archer runs away down the stairs.");
    assert_eq!(told(Event::Descended { who: Actor::Hero, depth: 2 }), "You take the stairs down.");
    assert_eq!(told(Event::Walked { who: Actor::Hero, from: Point::new(0, 0), to: Point::new(1, 0) }), "");
}

#[test]
fn every_refusal_has_a_line() {
    let content = Content::standard();
    let (item, creature) = (crate::ItemKindId(0), CreatureKindId(1));
    let slot = Slot::from_letter('q').unwrap();
    let all = [
        Refusal::Over,
        Refusal::Solid(undercroft_mapgen::Tile::WALL),
        Refusal::Occupied(creature),
        Refusal::WithoutGoal(item),
        Refusal::Collapsed,
        Refusal::EmptySlot(slot),
        Refusal::OutOfSight,
        Refusal::Locked { item, key: item },
        Refusal::TooDear(120),
        Refusal::BestSight,
    ];
    for refusal in all {
        let line = narrate(&Event::Refused(refusal), &content).unwrap();
        assert!(line.ends_with(['.', '?']) && line.starts_with(char::is_uppercase), "{refusal:?}: {line}");
    }
}

#[test]
fn names_have_articles_counts_and_numbers() {
    let scene = scene("####\n#@.#\n####");
    let named = |name: &str, count: u32, bonus: i8| {
        names::an_item(&scene.game.content, &Item { bonus, ..scene.item(name, count) })
    };
    assert_eq!(named("agate", 1, 0), "an agate");
    assert_eq!(named("throwing knife", 3, 0), "3 throwing knives");
    assert_eq!(named("dagger", 1, 2), "a dagger (+2)");
    assert_eq!(named("wand of sparks", 1, 0), "a wand of sparks (8 charges)");
    assert_eq!(names::price(1_005), "10 gold 5 copper");
}
