//! Keys: how they are written, the commands they can give, and which key gives which command.

mod chord;
mod command;
mod viewer;

use std::collections::BTreeMap;

pub use chord::{Chord, Key, KeyError};
pub use command::{COMMANDS, Command, CommandInfo, Mode};
pub use viewer::{VIEWER_COMMANDS, ViewerCommand};

/// The commands that keys give, by mode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings {
    by_chord: BTreeMap<(Mode, Chord), Command>,
    /// The keys of each command, the one to show in hints first.
    by_command: BTreeMap<(Mode, Command), Vec<Chord>>,
}

impl Bindings {
    /// Binds a key, replacing its previous command.
    pub fn bind(&mut self, mode: Mode, chord: Chord, command: Command) {
        if let Some(before) = self.by_chord.insert((mode, chord), command)
            && let Some(chords) = self.by_command.get_mut(&(mode, before))
        {
            chords.retain(|known| *known != chord);
        }
        self.by_command.entry((mode, command)).or_default().push(chord);
    }

    /// The command that a key gives.
    #[must_use]
    pub fn command(&self, mode: Mode, chord: Chord) -> Option<Command> {
        self.by_chord.get(&(mode, chord)).copied()
    }

    /// The keys that give a command.
    #[must_use]
    pub fn chords(&self, mode: Mode, command: Command) -> &[Chord] {
        self.by_command.get(&(mode, command)).map_or(&[], Vec::as_slice)
    }

    /// The key to show in hints for a command.
    #[must_use]
    pub fn hint(&self, mode: Mode, command: Command) -> String {
        self.chords(mode, command).first().map_or_else(|| "(no key)".into(), Chord::to_string)
    }
}
