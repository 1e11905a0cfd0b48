//! One game being played, and what is needed to play it again.

use std::sync::Arc;

use undercroft_game::record::{Ending, Header, RecordError, Writer};
use undercroft_game::{Action, Event, Game, GameContent, GameError, State};
use undercroft_mapgen::{Plan, Rng, Seed};

use super::batch::Row;
use super::reward::{Progress, Weights};
use super::{actions, observation};

/// Actions between two hashes of the state in a replay.
const MARK_INTERVAL: usize = 1_000;

/// How many dungeons are tried for one level seed.
const ATTEMPTS: u32 = 20;

/// What all episodes of a batch have in common.
#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) content: Arc<GameContent>,
    pub(crate) plan: Arc<Plan>,
    /// The plan's name or path, for replays.
    pub(crate) plan_name: String,
    pub(crate) radius: u32,
    pub(crate) weights: Weights,
    /// Whether an episode ends when the hero gets deeper.
    pub(crate) ends_below: bool,
    /// The number of steps after which an episode is cut off.
    pub(crate) max_steps: u64,
    pub(crate) start_level: u64,
    /// The number of levels; 0 for all.
    pub(crate) num_levels: u32,
    pub(crate) records: bool,
}

/// One game.
pub(crate) struct Episode {
    pub(crate) game: Game,
    pub(crate) level: Seed,
    pub(crate) luck: u32,
    pub(crate) steps: u64,
    pub(crate) total: f64,
    pub(crate) over: bool,
    progress: Progress,
    actions: Vec<Action>,
    base: Option<Box<State>>,
}

/// How a step ended.
pub(crate) struct Step {
    pub(crate) reward: f32,
    pub(crate) terminated: bool,
    pub(crate) truncated: bool,
    pub(crate) refused: bool,
}

impl Task {
    /// The level and the luck of the next episode.
    pub(crate) fn draw(&self, rng: &mut Rng) -> (Seed, u32) {
        let levels = if self.num_levels == 0 { i32::MAX as u32 } else { self.num_levels };
        let level = self.start_level.wrapping_add(u64::from(rng.below(levels)));
        (Seed::from(level), rng.below(i32::MAX as u32))
    }

    /// Starts an episode.
    pub(crate) fn begin(&self, level: Seed, luck: u32) -> Result<Episode, GameError> {
        let (level, game) = self.game(level)?;
        let game = game.with_luck(luck);
        let base = self.records.then(|| Box::new(game.state().clone()));
        let progress = Progress::of(&game, &self.weights);
        Ok(Episode { game, level, luck, steps: 0, total: 0.0, over: false, progress, actions: Vec::new(), base })
    }

    /// The game on the level of a seed. A recipe may require more than the ground of one seed offers: then the level is that
    /// of another seed, which is returned and depends on nothing but the first.
    fn game(&self, level: Seed) -> Result<(Seed, Game), GameError> {
        let start = |seed: &Seed| Game::new(self.content.clone(), self.plan.clone(), seed.clone());
        let problem = match start(&level) {
            Err(problem @ GameError::Dungeon(_)) => problem,
            result => return result.map(|game| (level, game)),
        };
        let others = (2..=ATTEMPTS).map(|attempt| Seed::from(format!("{level}, attempt {attempt}")));
        let mut games = others.filter_map(|seed| start(&seed).ok().map(|game| (seed, game)));
        games.next().ok_or(problem)
    }
}

impl Episode {
    /// Performs an action by its number.
    pub(crate) fn step(&mut self, task: &Task, number: usize) -> Step {
        let action = actions::action(number, &self.game.view());
        let events = action.map_or_else(Vec::new, |action| self.game.act(action));
        if let Some(action) = action.filter(|_| task.records) {
            self.actions.push(action);
        }
        self.steps += 1;
        let next = Progress::of(&self.game, &task.weights);
        let reward = self.progress.reward(&next, &events, &self.game, &task.weights);
        let is_deeper = task.ends_below && next.deepest() > self.progress.deepest();
        self.progress = next;
        self.total += f64::from(reward);
        let terminated = self.game.outcome().is_some() || is_deeper;
        let truncated = !terminated && self.steps >= task.max_steps;
        self.over = terminated || truncated;
        let refused = action.is_none() || matches!(events.first(), Some(Event::Refused(_)));
        Step { reward, terminated, truncated, refused }
    }

    /// Writes what the hero sees, the hero's numbers and the possible actions.
    pub(crate) fn observe(&self, task: &Task, row: &mut Row<'_>) {
        let view = self.game.view();
        observation::planes(&view, task.radius, row.planes);
        observation::stats(&view, row.stats);
        actions::mask(&view, row.mask);
    }

    /// The bytes of a replay for `undercroft replay`.
    pub(crate) fn replay(&self, task: &Task) -> Result<Vec<u8>, ReplayError> {
        let base = self.base.as_deref().ok_or(ReplayError::NotRecorded)?;
        let fresh = Game::new(task.content.clone(), task.plan.clone(), self.level.clone())?;
        let mut header = Header::new(self.game.hash(), &task.plan_name, &fresh);
        // A record starts with a state only if an action is missing: here, the choice of luck.
        header.missing_actions = u64::from(self.luck != 0);
        let (mut writer, mut bytes) = Writer::begin(&header, (self.luck != 0).then_some(base))?;
        let mut again = fresh.with_luck(self.luck);
        for part in self.actions.chunks(MARK_INTERVAL) {
            part.iter().for_each(|action| drop(again.act(*action)));
            bytes.extend(writer.actions(part)?);
            bytes.extend(writer.mark(again.hash())?);
        }
        if let Some(outcome) = self.game.outcome() {
            bytes.extend(writer.ending(&Ending::of(outcome, &task.content))?);
        }
        Ok(bytes)
    }
}

/// Why there is no replay.
#[derive(Debug)]
pub(crate) enum ReplayError {
    NotRecorded,
    Game(GameError),
    Record(RecordError),
}

impl From<GameError> for ReplayError {
    fn from(problem: GameError) -> Self {
        Self::Game(problem)
    }
}

impl From<RecordError> for ReplayError {
    fn from(problem: RecordError) -> Self {
        Self::Record(problem)
    }
}

impl std::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotRecorded => f.write_str("nothing was recorded; create the environment with record=True"),
            Self::Game(problem) => problem.fmt(f),
            Self::Record(problem) => problem.fmt(f),
        }
    }
}
