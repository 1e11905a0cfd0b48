//! A recorded game, shown again.

use serde::Serialize;
use undercroft_game::record::{Ending, Journal, RecoverError, play_back};
use undercroft_game::{Action, Game, GameContent, Log};

use super::own_content::OwnContent;
use super::play::Turn;
use super::scene::Scene;
use crate::Problem;

/// What a record says about its game without playing it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// Distinguishes the game from others of the same plan and seed; text, because JavaScript's numbers are too small.
    id: String,
    plan: String,
    seed: String,
    actions: usize,
    ending: Option<Ending>,
}

impl Record {
    /// Reads the record of a game.
    ///
    /// # Errors
    /// If the bytes are not a game.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        let Journal { header, tail, .. } = Journal::read(bytes)?;
        let (id, plan, seed) = (header.id.to_string(), header.plan, header.seed);
        Ok(Self { id, plan, seed, actions: tail.actions.len(), ending: tail.ending })
    }
}

/// A recorded game: a replay, or the save of a game in progress.
#[derive(Clone, Debug)]
pub struct Watch {
    start: Game,
    game: Game,
    plan: String,
    actions: Vec<Action>,
    /// The number of actions shown so far.
    done: usize,
    log: Log,
}

impl Watch {
    /// Reads a recorded game.
    ///
    /// # Errors
    /// If the bytes are not a game, or one of another version.
    pub fn read(own: &OwnContent, bytes: &[u8]) -> Result<Self, Problem> {
        let Journal { header, base, tail } = Journal::read(bytes)?;
        let first = header.start(&GameContent::standard(), &|name| own.plan(name))?;
        let start = match base {
            None => first,
            Some(state) => first.with_state(state)?,
        };
        Ok(Self { game: start.clone(), start, plan: header.plan, actions: tail.actions, done: 0, log: Log::default() })
    }

    /// Plays a recorded game back without showing it, and returns the hash of its last state.
    ///
    /// # Errors
    /// If the bytes are not a game of this version, or it differs from what was recorded.
    pub fn verify(own: &OwnContent, bytes: &[u8]) -> Result<u64, Problem> {
        let journal = Journal::read(bytes)?;
        let mut watch = Self::read(own, bytes)?;
        let missing = journal.header.missing_actions;
        let played: Result<_, RecoverError> =
            play_back(&mut watch.game, missing, &watch.actions, &journal.tail.marks, 0);
        played?;
        Ok(watch.game.hash())
    }

    /// The game as far as it has been shown.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The number of actions, and how many have been shown.
    #[must_use]
    pub const fn progress(&self) -> (usize, usize) {
        (self.done, self.actions.len())
    }

    /// Shows the next actions.
    pub fn step(&mut self, count: u32) {
        let content = self.game.content().clone();
        for _ in 0..count {
            let Some(action) = self.actions.get(self.done) else { break };
            self.log.age();
            let events = self.game.act(*action);
            self.log.tell(&events, &content);
            self.done += 1;
        }
    }

    /// Goes to the moment after some actions. Going back plays the game again from its start.
    pub fn seek(&mut self, done: usize) {
        if done < self.done {
            self.game = self.start.clone();
            (self.done, self.log) = (0, Log::default());
        }
        let count = done.min(self.actions.len()) - self.done;
        self.step(u32::try_from(count).unwrap_or(u32::MAX));
    }

    /// What to show now.
    #[must_use]
    pub fn turn(&self) -> Turn {
        Turn { scene: Scene::of(&self.game, &self.log, &self.plan), busy: self.done < self.actions.len() }
    }

    /// All messages so far.
    #[must_use]
    pub const fn log(&self) -> &Log {
        &self.log
    }
}
