//! How things are called in sentences.

use crate::content::{Content, CreatureKindId, ItemClass};
use crate::event::Actor;
use crate::state::Item;

/// "a goblin", "an archer".
#[must_use]
pub fn with_article(name: &str) -> String {
    let vowel = name.starts_with(|letter: char| "aeiouAEIOU".contains(letter));
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// "a goblin"; "the Minotaur" for the only one of its kind.
#[must_use]
pub fn a_creature(content: &Content, kind: CreatureKindId) -> String {
    let kind = content.creature(kind);
    if kind.unique { format!("the {}", kind.name) } else { with_article(&kind.name) }
}

/// "you" or "the goblin".
#[must_use]
pub fn the_actor(content: &Content, actor: Actor) -> String {
    match actor {
        Actor::Hero => "you".into(),
        Actor::Creature { kind, .. } => format!("the {}", content.creature(kind).name),
    }
}

/// "a dagger", "3 copper coins", "a wand of sparks (4 charges)", "a mail shirt (+1)".
#[must_use]
pub fn an_item(content: &Content, item: &Item) -> String {
    let kind = content.item(item.kind);
    let mut name = match item.count {
        1 => with_article(&kind.name),
        count => format!("{count} {}", plural(content, item)),
    };
    if item.bonus != 0 {
        name += &format!(" ({:+})", item.bonus);
    }
    if kind.class == ItemClass::Wand {
        name += &match item.charges {
            1 => " (1 charge)".to_owned(),
            charges => format!(" ({charges} charges)"),
        };
    }
    name
}

/// "the dagger", "the copper coins".
#[must_use]
pub fn the_item(content: &Content, item: &Item) -> String {
    let kind = content.item(item.kind);
    if item.count == 1 { format!("the {}", kind.name) } else { format!("the {}", plural(content, item)) }
}

fn plural(content: &Content, item: &Item) -> String {
    let kind = content.item(item.kind);
    kind.plural.clone().unwrap_or_else(|| format!("{}s", kind.name))
}

/// A price in coins: "1 gold 2 silver", "7 copper". A gold coin is ten silver ones, a silver one ten of copper.
///
/// ```
/// assert_eq!(undercroft_game::names::price(123), "1 gold 2 silver 3 copper");
/// assert_eq!(undercroft_game::names::price(0), "nothing");
/// ```
#[must_use]
pub fn price(copper: u64) -> String {
    let parts = [(copper / 100, "gold"), (copper / 10 % 10, "silver"), (copper % 10, "copper")];
    let parts: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, metal)| format!("{count} {metal}")).collect();
    if parts.is_empty() { "nothing".into() } else { parts.join(" ") }
}

/// The sentence with its first letter as a capital.
pub(crate) fn capital(mut sentence: String) -> String {
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}
