//! A game that is being played: the game, its log, and how it is kept.

use std::path::Path;

use undercroft_game::{Action, Game};
use undercroft_mapgen::Seed;
use undercroft_saves::{Replay, Running, Setting, Shelf, World};

use crate::log::{Log, Tone};

/// A game that is being played.
#[derive(Debug)]
pub struct Session {
    kept: Kept,
    /// What happened.
    pub log: Log,
    /// The plan as it was asked for: a name or a path.
    plan: String,
    seed: Seed,
}

/// How a game is kept.
#[derive(Debug)]
enum Kept {
    /// On disk, action by action.
    Saved(Box<Running>),
    /// Nowhere: there is no folder to write to.
    Unsaved { game: Box<Game>, start: Box<Game>, actions: Vec<Action> },
}

impl Session {
    /// Begins a game: on the shelf, or unsaved where there is none.
    pub(crate) fn begin(shelf: Option<&Shelf>, world: &World, plan: &str, seed: Seed) -> Result<Self, String> {
        let kept = match shelf {
            Some(shelf) => {
                let setting = Setting { world: world.clone(), plan: plan.to_owned(), seed: seed.clone() };
                Kept::Saved(Box::new(shelf.begin(setting).map_err(|error| error.to_string())?))
            }
            None => {
                let found = (world.find_plan)(plan)?;
                let game = Game::new(world.content.clone(), found, seed.clone()).map_err(|error| error.to_string())?;
                Kept::Unsaved { start: Box::new(game.clone()), game: Box::new(game), actions: Vec::new() }
            }
        };
        let mut session = Self { kept, log: Log::default(), plan: plan.to_owned(), seed };
        session.welcome();
        if shelf.is_none() {
            session.log.say("This game is not saved: there is no folder to write to.", Tone::Bad);
        }
        Ok(session)
    }

    /// Goes on with a saved game.
    pub(crate) fn resume(shelf: &Shelf, world: &World, path: &Path) -> Result<Self, String> {
        let resumed = shelf.resume(path, world).map_err(|error| error.to_string())?;
        let game = resumed.running.game();
        // A plan of a file is found by its path, which only the list of saves knows.
        let plan = shelf.saves().into_iter().find(|entry| entry.path == path).map(|entry| entry.plan);
        let (plan, seed) = (plan.unwrap_or_else(|| game.plan().name().to_owned()), game.seed().clone());
        let content = game.content().clone();
        let kept = Kept::Saved(Box::new(resumed.running));
        let mut session = Self { kept, log: Log::default(), plan, seed };
        session.log.tell(&resumed.events, &content);
        session.log.age();
        if let Some(word) = resumed.word {
            session.log.say(word, Tone::Mark);
        }
        session.log.say("You go on.", Tone::Plain);
        Ok(session)
    }

    /// A game that is not kept, for tests and pictures.
    #[must_use]
    pub fn of(game: Game) -> Self {
        let (plan, seed) = (game.plan().name().to_owned(), game.seed().clone());
        let kept = Kept::Unsaved { start: Box::new(game.clone()), game: Box::new(game), actions: Vec::new() };
        Self { kept, log: Log::default(), plan, seed }
    }

    fn welcome(&mut self) {
        let plan = self.game().plan();
        let description = plan.description().to_owned();
        let goal = plan.goal().map(|goal| {
            let out = if goal.bring_out { " and bring it out" } else { "" };
            format!("Find the {} on depth {}{out}.", goal.item, goal.depth)
        });
        if !description.is_empty() {
            self.log.say(description, Tone::Plain);
        }
        if let Some(goal) = goal {
            self.log.say(goal, Tone::Mark);
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        match &self.kept {
            Kept::Saved(running) => running.game(),
            Kept::Unsaved { game, .. } => game,
        }
    }

    /// The plan as it was asked for.
    #[must_use]
    pub fn plan(&self) -> &str {
        &self.plan
    }

    /// The seed.
    #[must_use]
    pub const fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Does one action and tells what came of it; gives whether it is on disk. While nothing can be written the game
    /// stands still, and says so.
    pub fn act(&mut self, action: Action) -> bool {
        let (events, trouble) = match &mut self.kept {
            Kept::Saved(running) => match running.act(action) {
                Ok(events) => (events, None),
                Err(error) => (Vec::new(), Some(error.to_string())),
            },
            Kept::Unsaved { game, actions, .. } => {
                actions.push(action);
                (game.act(action), None)
            }
        };
        let content = self.game().content().clone();
        self.log.tell(&events, &content);
        if let Some(trouble) = &trouble {
            self.log.say(format!("Nothing can be written, and the game waits until it can: {trouble}"), Tone::Bad);
        }
        trouble.is_none()
    }

    /// Makes a checkpoint, for quitting.
    ///
    /// # Errors
    /// Why it cannot be written. The actions are on disk nevertheless.
    pub fn checkpoint(&mut self) -> Result<(), String> {
        match &mut self.kept {
            Kept::Saved(running) => running.checkpoint().map_err(|error| error.to_string()),
            Kept::Unsaved { .. } => Ok(()),
        }
    }

    /// The game from its start and all that was done in it, once it has ended.
    pub(crate) fn replay(&self, world: &World) -> Result<(Game, Vec<Action>), String> {
        match &self.kept {
            Kept::Unsaved { start, actions, .. } => Ok(((**start).clone(), actions.clone())),
            Kept::Saved(running) => {
                let path = running.replay_file().ok_or("There is no replay of this game.")?;
                let replay = Replay::read(path).map_err(|error| error.to_string())?;
                let start = replay.start(world).map_err(|error| error.to_string())?;
                Ok((start, replay.actions().to_vec()))
            }
        }
    }
}
