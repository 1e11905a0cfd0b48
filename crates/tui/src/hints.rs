//! Hints for the first games: each is given once, when it is of use, and never again on this computer.

use std::collections::BTreeSet;

use undercroft_game::{Behaviour, ItemClass, Sighting, View};
use undercroft_saves::SaveDirectory;

use crate::keys::{Bindings, COMMANDS, Mode};

/// The file in the data folder with the names of the hints already given.
const FILE: &str = "hints.txt";

/// A hint: its name in the file, when it is of use, and its text with the names of commands in braces.
struct Hint {
    name: &'static str,
    is_useful: fn(&View<'_>) -> bool,
    text: &'static str,
}

/// The hints, the most urgent first: one is given at a time.
const HINTS: &[Hint] = &[
    Hint {
        name: "danger",
        is_useful: |view| is_badly_hurt(view) && has_danger(view),
        text: "You are badly hurt. Drink a potion with {use}, or leave by the stairs: running away is no shame.",
    },
    Hint { name: "enemy", is_useful: has_danger, text: "An enemy! Look at it with {look} to see the odds of a fight." },
    Hint {
        name: "asleep",
        is_useful: |view| view.creatures().iter().any(|seen| seen.is_threat() && is_unaware(seen)),
        text: "It is not aware of you. Your first blow will be three times as hard.",
    },
    Hint {
        name: "level-up",
        is_useful: |view| view.stats().choices > 0 && !has_danger(view),
        text: "You may improve an attribute: choose with {improve} whenever you have time.",
    },
    Hint {
        name: "hungry",
        is_useful: |view| view.stats().hunger != undercroft_game::Hunger::Fed,
        text: "You are hungry. Eat something with {use}.",
    },
    Hint {
        name: "rest",
        is_useful: |view| is_hurt(view) && !has_danger(view),
        text: "You are hurt, and nobody is near. Rest with {rest}; any key stops it.",
    },
    Hint {
        name: "equip",
        is_useful: |view| view.pack().any(|(slot, item)| is_equipment(view, item.kind) && !view.is_equipped(slot)),
        text: "You carry something to wield or wear: put it on with {equip}.",
    },
    Hint {
        name: "shop",
        is_useful: |view| !view.offers().is_empty(),
        text: "Something is for sale here: see what with {buy}.",
    },
    Hint { name: "chest", is_useful: |view| has_here(view, ItemClass::Chest), text: "Open the chest with {interact}." },
    Hint {
        name: "pick-up",
        is_useful: |view| view.items_here().iter().any(|item| view.content().item(item.kind).class.is_portable()),
        text: "Pick up what lies here with {pick-up}.",
    },
    Hint {
        name: "bearing",
        is_useful: |view| view.bearing().is_some(),
        text: "You sense something far away, as the sidebar shows. {follow} goes there.",
    },
    Hint {
        name: "explore",
        is_useful: |view| view.turn() < 10,
        text: "Press {explore} to explore: your hero walks until something happens. {help} lists all keys.",
    },
    Hint {
        name: "sights",
        is_useful: |view| view.turn() > 20,
        text: "{sights} lists what is in sight, and {legend} explains the glyphs.",
    },
];

fn has_danger(view: &View<'_>) -> bool {
    view.creatures().iter().any(Sighting::is_dangerous)
}

const fn is_unaware(sighting: &Sighting<'_>) -> bool {
    matches!(sighting.creature.behaviour, Behaviour::Sleeping | Behaviour::Idle)
}

fn is_hurt(view: &View<'_>) -> bool {
    view.stats().hit_points * 2 < view.stats().max_hit_points
}

fn is_badly_hurt(view: &View<'_>) -> bool {
    view.stats().hit_points * 3 < view.stats().max_hit_points
}

fn is_equipment(view: &View<'_>, kind: undercroft_game::ItemKindId) -> bool {
    view.content().item(kind).class.is_equipment()
}

fn has_here(view: &View<'_>, class: ItemClass) -> bool {
    view.items_here().iter().any(|item| view.content().item(item.kind).class == class)
}

/// The hints that have been given.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    given: Option<BTreeSet<String>>,
    /// The turn of the last hint: one is enough for a while.
    last: Option<u64>,
}

impl Hints {
    /// The next hint that is of use, which is then never given again.
    pub(crate) fn next(&mut self, view: &View<'_>, keys: &Bindings, saves: Option<&SaveDirectory>) -> Option<String> {
        if self.last.is_some_and(|turn| turn <= view.turn() && view.turn() < turn + 3) {
            return None;
        }
        let given = self.given.get_or_insert_with(|| read(saves));
        let hint = HINTS.iter().find(|hint| !given.contains(hint.name) && (hint.is_useful)(view))?;
        given.insert(hint.name.to_owned());
        self.last = Some(view.turn());
        if let Some(saves) = saves {
            let names: Vec<&str> = given.iter().map(String::as_str).collect();
            // If it cannot be written, the hint comes again in the next game, which is no harm.
            let _ = saves.write_text(FILE, &(names.join("\n") + "\n"));
        }
        Some(format!("Hint: {}", with_keys(hint.text, keys)))
    }

    /// Forgets what has been given, so that every hint comes again.
    pub(crate) fn reset(&mut self, saves: Option<&SaveDirectory>) {
        *self = Self { given: Some(BTreeSet::new()), last: None };
        if let Some(saves) = saves {
            let _ = saves.write_text(FILE, "");
        }
    }
}

fn read(saves: Option<&SaveDirectory>) -> BTreeSet<String> {
    let text = saves.and_then(|saves| saves.read_text(FILE).ok().flatten()).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// The text with the keys of the commands that it names in braces.
fn with_keys(text: &str, keys: &Bindings) -> String {
    let mut text = text.to_owned();
    for info in COMMANDS.iter().filter(|info| info.mode == Mode::Play) {
        let name = format!("{{{}}}", info.name);
        if text.contains(&name) {
            text = text.replace(&name, &keys.hint(Mode::Play, info.command));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use undercroft_game::{Game, GameContent};
    use undercroft_mapgen::Plan;

    use super::*;
    use crate::settings::Settings;

    #[test]
    fn every_hint_names_keys_that_exist() {
        let keys = Settings::standard().keys;
        for hint in HINTS {
            let text = with_keys(hint.text, &keys);
            assert!(!text.contains('{') && !text.contains("no key"), "{}: {text}", hint.name);
        }
        assert_eq!(with_keys("Press {explore}.", &keys), "Press o.");
    }

    #[test]
    fn a_hint_is_given_once_even_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let saves = SaveDirectory::open(folder.path()).unwrap();
        let keys = Settings::standard().keys;
        let game = Game::new(GameContent::standard(), Plan::named("two-caves").unwrap(), 3).unwrap();
        let first = Hints::default().next(&game.view(), &keys, Some(&saves)).unwrap();
        let mut hints = Hints::default();
        let mut others = Vec::new();
        while let Some(hint) = hints.next(&game.view(), &keys, Some(&saves)) {
            others.push(hint);
            hints.last = None;
        }
        assert!(!others.contains(&first), "{first} in {others:?}");
        let mut again = Hints::default();
        again.reset(Some(&saves));
        assert_eq!(again.next(&game.view(), &keys, Some(&saves)), Some(first));
    }
}
