//! Noun phrases and verb forms: articles, plurals, counts and prices.

use crate::content::{CreatureKindId, GameContent, ItemClass, ItemKind};
use crate::event::Actor;
use crate::state::Item;
use crate::view::Sighting;

/// Puts an indefinite article before a noun.
///
/// ```
/// use undercroft_game::grammar::with_article;
/// assert_eq!(with_article("goblin"), "a goblin");
/// assert_eq!(with_article("archer"), "an archer");
/// ```
#[must_use]
pub fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(|letter: char| "aeiouAEIOU".contains(letter));
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// Introduces a creature: "a goblin", but "the ash wyrm" because there is only one.
#[must_use]
pub fn a_creature(content: &GameContent, kind: CreatureKindId) -> String {
    let kind = content.creature(kind);
    if kind.unique { format!("the {}", kind.name) } else { with_article(&kind.name) }
}

/// "a kobold comes into view", and whether it is hunting the hero.
#[must_use]
pub fn comes_into_view(content: &GameContent, sighting: &Sighting<'_>) -> String {
    let is_hunting = sighting.creature.is_hunting() && !sighting.is_fleeing() && !sighting.kind.is_rooted();
    let hunting = if is_hunting { ", hunting you" } else { "" };
    format!("{} comes into view{hunting}", a_creature(content, sighting.creature.kind))
}

/// Refers to somebody already introduced: "you" or "the goblin".
#[must_use]
pub fn the_actor(content: &GameContent, actor: Actor) -> String {
    match actor {
        Actor::Hero => "you".into(),
        Actor::Creature { kind, .. } => format!("the {}", content.creature(kind).name),
    }
}

/// Introduces one item of a kind: "a dagger", "some rat meat".
#[must_use]
pub fn an_item_kind(kind: &ItemKind) -> String {
    match &kind.article {
        Some(article) => format!("{article} {}", kind.singular()),
        None => with_article(kind.singular()),
    }
}

/// Introduces a stack: "a dagger", "3 copper coins", "a wand of sparks (4 charges)", "some ring mail (+1)".
#[must_use]
pub fn an_item(content: &GameContent, item: &Item) -> String {
    let kind = content.item(item.kind);
    let mut phrase = match item.count {
        1 => an_item_kind(kind),
        count => format!("{count} {}", kind.plural()),
    };
    if item.bonus != 0 {
        phrase += &format!(" ({:+})", item.bonus);
    }
    if kind.class == ItemClass::Wand {
        let plural = if item.charges == 1 { "" } else { "s" };
        phrase += &format!(" ({} charge{plural})", item.charges);
    }
    phrase
}

/// Refers to a stack already introduced: "the dagger", "the copper coins".
#[must_use]
pub fn the_item(content: &GameContent, item: &Item) -> String {
    let kind = content.item(item.kind);
    if item.count == 1 { format!("the {}", kind.singular()) } else { format!("the {}", kind.plural()) }
}

/// A price in coins, ten of each metal to one of the next.
///
/// ```
/// assert_eq!(undercroft_game::grammar::price(123), "1 gold 2 silver 3 copper");
/// assert_eq!(undercroft_game::grammar::price(0), "nothing");
/// ```
#[must_use]
pub fn price(copper: u64) -> String {
    let coins = [(copper / 100, "gold"), (copper / 10 % 10, "silver"), (copper % 10, "copper")];
    let coins: Vec<String> =
        coins.iter().filter(|(count, _)| *count > 0).map(|(count, metal)| format!("{count} {metal}")).collect();
    if coins.is_empty() { "nothing".into() } else { coins.join(" ") }
}

/// A small number in words.
pub(crate) fn number(count: u32) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(count as usize).map_or_else(|| count.to_string(), |word| (*word).into())
}

/// Joins phrases with commas and a final "and".
pub(crate) fn list(phrases: &[String]) -> String {
    match phrases {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        phrases => phrases.concat(),
    }
}

/// The third person singular of a verb: "hits", "crashes", "is".
pub(crate) fn third_person(verb: &str) -> String {
    match verb {
        "are" => "is".into(),
        _ if verb.ends_with(['s', 'x']) || verb.ends_with("sh") || verb.ends_with("ch") => format!("{verb}es"),
        _ => format!("{verb}s"),
    }
}

/// Capitalises the first letter of a sentence.
pub(crate) fn capitalise(mut sentence: String) -> String {
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}
