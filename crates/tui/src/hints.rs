//! Hints for a player's first games: each is shown once, when it is useful, and never again on this computer.

use std::collections::BTreeSet;

use undercroft_game::{Hint, View};
use undercroft_saves::SaveDirectory;

use crate::keys::{Bindings, COMMANDS, Mode};

/// The file in the data folder with the names of the hints already given.
const FILE: &str = "hints.txt";

/// The hints that have been given.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    given: Option<BTreeSet<String>>,
    /// The turn of the last hint, so that hints do not come too often.
    last: Option<u64>,
}

impl Hints {
    /// The next useful hint, which is then never given again.
    pub(crate) fn next(&mut self, view: &View<'_>, keys: &Bindings, saves: Option<&SaveDirectory>) -> Option<String> {
        if self.last.is_some_and(|turn| turn <= view.turn() && view.turn() < turn + 3) {
            return None;
        }
        let given = self.given.get_or_insert_with(|| read(saves));
        let hint = Hint::next(view, |name| given.contains(name))?;
        given.insert(hint.name.to_owned());
        self.last = Some(view.turn());
        if let Some(saves) = saves {
            let names: Vec<&str> = given.iter().map(String::as_str).collect();
            // If it cannot be written, the hint comes again in the next game, which does no harm.
            let _ = saves.write_text(FILE, &(names.join("\n") + "\n"));
        }
        Some(format!("Hint: {}", with_keys(hint.text, keys)))
    }

    /// Forgets which hints have been given, so that all of them come again.
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

/// Replaces the names of commands in braces with their keys.
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
        for hint in Hint::ALL {
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
