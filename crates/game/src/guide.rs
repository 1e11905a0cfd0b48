//! How the game works, in words and with the numbers of the content.

use crate::GameContent;

/// How the game works: headings and paragraphs.
#[must_use]
pub fn guide(content: &GameContent) -> Vec<(&'static str, String)> {
    let rules = content.settings();
    vec![
        (
            "Attack and defence",
            "An attack hits with a chance of attack / (attack + defence), from 25 % to 95 %. A hit costs about 70 % of attack \
             - defence, give or take a third, and at least 1. Whoever is asleep or unaware of you is always hit, three times \
             as hard. Look at an enemy to see its chances and yours."
                .into(),
        ),
        (
            "Being noticed",
            format!(
                "Creatures notice what they see, each up to a distance of its own; noise plays no part. A sleeper in sight \
                 of you wakes with a chance of {} % each turn. A hunter that loses sight of you follows for {} turns, and \
                 uses stairs if it can.",
                rules.waking_chance, rules.patience
            ),
        ),
        (
            "Hunger",
            format!(
                "Food lasts a turn each: you are hungry with {} left and weak with {}. Too weak, you cannot rest; with \
                 nothing left, you lose hit points. Eat what you find, and keep moving.",
                rules.hungry, rules.weak
            ),
        ),
        (
            "Healing",
            format!("You regain a hit point every {} turns unless you starve. Potions are faster.", rules.healing_rounds),
        ),
        (
            "Conditions",
            "Poisoned and burning cost hit points each turn. Webbed holds you until you struggle free. Confused sends you \
             astray, stunned costs turns, slowed halves your actions and hasted doubles them. Mending heals, shielded \
             turns blows aside, and whoever is afraid keeps away."
                .into(),
        ),
        (
            "Growing stronger",
            "Each level lets you improve one attribute for good. The choice waits in the sidebar until you open it: \
             nothing ever opens over the map by itself."
                .into(),
        ),
    ]
}
