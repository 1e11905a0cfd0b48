//! The current game: its state, its log, and how it is saved.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use undercroft_game::{Action, Actor, CreatureId, Event, Game, Log, Sighting, Tone, grammar};
use undercroft_mapgen::Seed;
use undercroft_saves::{NewGame, Replay, Resources, SaveDirectory, SaveError, SavedGame};

use crate::text::capitalised;

/// Why a game cannot be played, saved or replayed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The game cannot start, or its files cannot be read or written.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// No folder for saved games is known.
    #[error("no folder for saved games is known; choose one with --data-dir")]
    NoSaveDirectory,
    /// The game has no replay yet.
    #[error("this game has no replay yet; only finished games have one")]
    NoReplay,
}

/// The current game.
#[derive(Debug)]
pub struct Playthrough {
    storage: Storage,
    /// What has happened.
    pub log: Log,
    plan: String,
    seed: Seed,
    /// The enemies on this level that have been announced.
    pub(crate) announced: BTreeSet<CreatureId>,
    depth: u32,
}

#[derive(Debug)]
enum Storage {
    /// On disk, action by action.
    Saved(Box<SavedGame>),
    /// In memory only, because there is no folder to write to.
    Unsaved { game: Box<Game>, start: Box<Game>, actions: Vec<Action> },
}

impl Storage {
    fn unsaved(game: Game) -> Self {
        Self::Unsaved { start: Box::new(game.clone()), game: Box::new(game), actions: Vec::new() }
    }
}

impl Playthrough {
    /// Starts a game: on disk, or unsaved if there is no folder for saves.
    pub(crate) fn begin(
        saves: Option<&SaveDirectory>,
        resources: &Resources,
        plan: &str,
        seed: Seed,
    ) -> Result<Self, PlayError> {
        let storage = match saves {
            Some(saves) => {
                let new_game = NewGame { resources: resources.clone(), plan: plan.to_owned(), seed: seed.clone() };
                Storage::Saved(Box::new(saves.begin(new_game)?))
            }
            None => {
                let found = (resources.find_plan)(plan);
                let found =
                    found.map_err(|reason| SaveError::Plan { plan: plan.to_owned(), reason: reason.to_string() })?;
                let game = Game::new(resources.content.clone(), found, seed.clone()).map_err(SaveError::from)?;
                Storage::unsaved(game)
            }
        };
        let mut playthrough = Self::of(storage, Log::default(), plan.to_owned(), seed);
        playthrough.introduce();
        if saves.is_none() {
            playthrough.log.say("This game is not being saved: there is no folder to save it in.", Tone::Bad);
        }
        Ok(playthrough)
    }

    /// Resumes a saved game.
    pub(crate) fn resume(saves: &SaveDirectory, resources: &Resources, path: &Path) -> Result<Self, PlayError> {
        let resumed = saves.resume(path, resources)?;
        let game = resumed.game.game();
        // A plan from a file is found by its path, which only the list of saves knows.
        let entry = saves.saves().into_iter().find(|entry| entry.path == path);
        let plan = entry.map_or_else(|| game.plan().name().to_owned(), |entry| entry.plan);
        let (seed, content) = (game.seed().clone(), game.content().clone());
        let mut log = Log::default();
        log.tell(&resumed.events, &content);
        log.age();
        if let Some(notice) = resumed.notice {
            log.say(notice, Tone::Notable);
        }
        log.say("Welcome back.", Tone::Plain);
        Ok(Self::of(Storage::Saved(Box::new(resumed.game)), log, plan, seed))
    }

    /// A game that is kept in memory only, for tests and pictures.
    #[must_use]
    pub fn unsaved(game: Game) -> Self {
        let (plan, seed) = (game.plan().name().to_owned(), game.seed().clone());
        Self::of(Storage::unsaved(game), Log::default(), plan, seed)
    }

    const fn of(storage: Storage, log: Log, plan: String, seed: Seed) -> Self {
        Self { storage, log, plan, seed, announced: BTreeSet::new(), depth: 0 }
    }

    /// Announces the enemies that have come into view, each once per visit to its level.
    pub(crate) fn announce(&mut self) {
        if self.depth != self.game().view().depth() {
            self.depth = self.game().view().depth();
            self.announced.clear();
        }
        let mut lines = Vec::new();
        for sighting in self.game().view().creatures().iter().filter(|sighting| sighting.is_threat()) {
            if !self.announced.contains(&sighting.creature.id) {
                let arrival = grammar::comes_into_view(self.game().content(), sighting);
                lines.push((sighting.creature.id, format!("{}.", capitalised(&arrival))));
            }
        }
        for (id, line) in lines {
            self.announced.insert(id);
            self.log.say(line, Tone::Notable);
        }
    }

    /// Whether an event only says what the announcement of an enemy will say: that it is hunting the hero.
    fn will_announce(&self, event: &Event) -> bool {
        let Event::Noticed(Actor::Creature { id, .. }) = event else { return false };
        let in_sight = self.game().view().creatures();
        let is_news = |sighting: &Sighting<'_>| sighting.is_threat() && !self.announced.contains(id);
        in_sight.iter().any(|sighting| sighting.creature.id == *id && is_news(sighting))
    }

    /// Logs the plan's description and its goal.
    fn introduce(&mut self) {
        let plan = self.game().plan();
        let description = plan.description().to_owned();
        let goal = self.game().view().goal_sentence();
        if !description.is_empty() {
            self.log.say(description, Tone::Plain);
        }
        if let Some(goal) = goal {
            self.log.say(goal, Tone::Notable);
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        match &self.storage {
            Storage::Saved(running) => running.game(),
            Storage::Unsaved { game, .. } => game,
        }
    }

    /// The save, while the game is in progress and on disk.
    pub(crate) fn save_file(&self) -> Option<PathBuf> {
        match &self.storage {
            Storage::Saved(running) if running.game().outcome().is_none() => Some(running.save_file()),
            _ => None,
        }
    }

    /// The plan as the player named it: by its name or a path.
    #[must_use]
    pub fn plan(&self) -> &str {
        &self.plan
    }

    /// The seed.
    #[must_use]
    pub const fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Performs an action and logs the events; returns whether it has been saved. While saving fails, the game pauses and says
    /// so.
    pub fn act(&mut self, action: Action) -> bool {
        let events = match &mut self.storage {
            Storage::Saved(running) => running.act(action),
            Storage::Unsaved { game, actions, .. } => {
                actions.push(action);
                Ok(game.act(action))
            }
        };
        match events {
            Ok(mut events) => {
                events.retain(|event| !self.will_announce(event));
                let content = self.game().content().clone();
                self.log.tell(&events, &content);
                true
            }
            Err(error) => {
                self.log.say(format!("The game is paused because it cannot be saved: {error}"), Tone::Bad);
                false
            }
        }
    }

    /// Writes a checkpoint before quitting.
    ///
    /// # Errors
    /// If it cannot be written. No action is lost: each is already on disk.
    pub fn checkpoint(&mut self) -> Result<(), PlayError> {
        match &mut self.storage {
            Storage::Saved(running) => Ok(running.checkpoint()?),
            Storage::Unsaved { .. } => Ok(()),
        }
    }

    /// The state at the start and all actions since, once the game has ended.
    pub(crate) fn replay(&self, resources: &Resources) -> Result<(Game, Vec<Action>), PlayError> {
        match &self.storage {
            Storage::Unsaved { start, actions, .. } => Ok(((**start).clone(), actions.clone())),
            Storage::Saved(running) => {
                let replay = Replay::read(running.replay_file().ok_or(PlayError::NoReplay)?)?;
                Ok((replay.start(resources)?, replay.actions().to_vec()))
            }
        }
    }
}
