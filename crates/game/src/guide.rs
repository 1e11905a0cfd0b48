//! How the game works: the rules in words, with the numbers from the content.

use crate::GameContent;

/// How the game works, as headings and paragraphs.
#[must_use]
pub fn guide(content: &GameContent) -> Vec<(&'static str, String)> {
    let rules = content.settings();
    vec![
        (
            "Attack and defence",
            "An attack hits with a chance of attack / (attack + defence), but never less than 25% or more than 95%. A hit \
             costs about 70% of attack - defence, give or take 30%, and at least 1. A creature that is asleep or \
             unaware of you is always hit, for three times the damage. Look at an enemy to see your odds and its own."
                .into(),
        ),
        (
            "Kicking",
            format!(
                "A kick does half the damage of an attack and pushes its target up to {} cells. Hitting something solid \
                 hurts, and a fall into a pit counts as a kill. In some plans you kick whatever you walk into; the odds of a \
                 fight are then those of the kick.",
                rules.kick_distance
            ),
        ),
        (
            "Being noticed",
            format!(
                "Creatures notice only what they see, and each kind sees up to its own distance; noise does not matter. \
                 A sleeper with you in view wakes with a chance of {}% each turn. A hunter that loses sight of you keeps \
                 following for {} turns, and takes the stairs if it can.",
                rules.waking_chance, rules.patience
            ),
        ),
        (
            "Hunger",
            format!(
                "Each turn uses up one unit of food. You are hungry when {} units are left, and weak when {} are left. \
                 While weak you cannot rest, and with no food left you lose hit points. Eat what you find, and keep moving.",
                rules.hungry, rules.weak
            ),
        ),
        (
            "Healing",
            format!(
                "You regain a hit point every {} turns unless you are starving. Potions work faster.",
                rules.healing_rounds
            ),
        ),
        (
            "Conditions",
            "Poison and fire cost hit points each turn. A web holds you until you struggle free. Confused, you stumble in \
             random directions; stunned, you lose turns; slowed, you act half as often; hasted, twice as often. Mending \
             heals you, being shielded deflects blows, and a frightened creature keeps its distance."
                .into(),
        ),
        (
            "Growing stronger",
            "Each new level lets you improve one attribute permanently. The choice waits in the sidebar until you make it: \
             nothing ever opens over the map by itself."
                .into(),
        ),
    ]
}
