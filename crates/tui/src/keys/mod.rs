//! Keys: how they are written, what they can ask for, and which asks for what.

mod chord;
mod command;
mod viewing;

use std::collections::BTreeMap;

pub use chord::{Chord, Key};
pub use command::{COMMANDS, Command, CommandInfo, Context};
pub use viewing::{VIEWING, ViewCommand};

/// Which key asks for what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings {
    by_chord: BTreeMap<(Context, Chord), Command>,
    /// The keys of each command in the order in which they were bound: the first is the one to tell people.
    by_command: BTreeMap<(Context, Command), Vec<Chord>>,
}

impl Bindings {
    /// Binds a key; it no longer does what it did before.
    pub fn bind(&mut self, context: Context, chord: Chord, command: Command) {
        if let Some(before) = self.by_chord.insert((context, chord), command)
            && let Some(chords) = self.by_command.get_mut(&(context, before))
        {
            chords.retain(|known| *known != chord);
        }
        self.by_command.entry((context, command)).or_default().push(chord);
    }

    /// What a key asks for.
    #[must_use]
    pub fn command(&self, context: Context, chord: Chord) -> Option<Command> {
        self.by_chord.get(&(context, chord)).copied()
    }

    /// The keys that ask for something.
    #[must_use]
    pub fn chords(&self, context: Context, command: Command) -> &[Chord] {
        self.by_command.get(&(context, command)).map_or(&[], Vec::as_slice)
    }

    /// The first key that asks for something, as people write it.
    #[must_use]
    pub fn hint(&self, context: Context, command: Command) -> String {
        self.chords(context, command).first().map_or_else(|| "(no key)".into(), Chord::to_string)
    }
}
