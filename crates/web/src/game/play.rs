//! A game in progress, with the journal that saves it.

use std::sync::Arc;

use serde::Serialize;
use undercroft_game::record::{
    Checkpoint, CheckpointState, Ending, Header, Journal, JournalRepair, Writer, compact, recover,
};
use undercroft_game::{Action, Autopilot, Begun, Bot, Errand, Event, Game, GameContent, Log, StopReason, Tone};
use undercroft_mapgen::Seed;

use super::command::Command;
use super::own_content::OwnContent;
use super::scene::Scene;
use crate::Problem;

/// The number of actions between checkpoints on the same level, so that loading never has to play back many.
const CHECKPOINT_INTERVAL: u64 = 1_000;

/// A game in progress. Its journal is the same as the terminal's, so the game can be continued there.
#[derive(Clone, Debug)]
pub struct Play {
    game: Game,
    header: Header,
    writer: Writer,
    /// The whole journal: a few bytes per action.
    journal: Vec<u8>,
    /// How much of the journal the page has taken.
    taken: usize,
    checkpoint: Option<Vec<u8>>,
    /// The number of actions at which the next checkpoint is due.
    due: u64,
    log: Log,
    autopilot: Option<Autopilot>,
    bot: Bot,
    picks_up: bool,
}

/// What the page gets after every command: what to show, and whether the autopilot is still running.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// What to show.
    pub scene: Scene,
    /// Whether the autopilot is running, so that the page should request the next step.
    pub busy: bool,
}

/// A game that was resumed.
#[derive(Clone, Debug)]
pub struct Resumed {
    /// The game.
    pub play: Play,
    /// Whether the stored journal has to be replaced by [`Play::journal`], because it was damaged.
    pub repaired: bool,
}

impl Play {
    /// Starts a game. `id` is any number that distinguishes it from others of the same plan and seed.
    ///
    /// # Errors
    /// If there is no such plan, or its first level cannot be made.
    pub fn begin(own: &OwnContent, plan: &str, seed: &Seed, id: u64) -> Result<Self, Problem> {
        let game = Game::new(GameContent::standard(), own.plan(plan).map_err(Problem::new)?, seed.clone())?;
        let header = Header::new(id, plan, &game);
        let (writer, journal) = Writer::begin(&header, None)?;
        let mut play = Self::new(game, header, writer, journal);
        let description = play.game.plan().description().to_owned();
        if !description.is_empty() {
            play.log.say(description, Tone::Plain);
        }
        if let Some(goal) = play.game.view().goal_sentence() {
            play.log.say(goal, Tone::Notable);
        }
        Ok(play)
    }

    /// Resumes a game from the bytes of its journal and its checkpoint. Either may be missing or damaged.
    ///
    /// # Errors
    /// If nothing of it can be read, or it is a game of another version.
    pub fn resume(own: &OwnContent, journal: &[u8], checkpoint: Option<&[u8]>) -> Result<Resumed, Problem> {
        let content: Arc<GameContent> = GameContent::standard();
        let recovered = recover(Some(journal), checkpoint, &content, &|name| own.plan(name))?;
        let mut header = recovered.header;
        let (writer, bytes, repaired) = match recovered.journal {
            JournalRepair::None(end) => (Writer::resume(end), journal.to_vec(), false),
            JournalRepair::Truncate(end) => {
                let intact = usize::try_from(end.offset).unwrap_or(usize::MAX).min(journal.len());
                (Writer::resume(end), journal[..intact].to_vec(), true)
            }
            JournalRepair::Rewrite => {
                header.missing_actions = recovered.actions;
                let (writer, bytes) = Writer::begin(&header, Some(recovered.game.state()))?;
                (writer, bytes, true)
            }
        };
        let mut play = Self::new(recovered.game, header, writer, bytes);
        if let CheckpointState::Used(position) = recovered.checkpoint {
            play.due = position.actions + CHECKPOINT_INTERVAL;
        }
        play.taken = play.journal.len();
        play.log.tell(&recovered.events, &content);
        play.log.age();
        if let Some(notice) = recovered.notice {
            play.log.say(notice, Tone::Notable);
        }
        play.log.say("Welcome back.", Tone::Plain);
        Ok(Resumed { play, repaired })
    }

    fn new(game: Game, header: Header, writer: Writer, journal: Vec<u8>) -> Self {
        let due = writer.position().actions + CHECKPOINT_INTERVAL;
        Self {
            game,
            header,
            writer,
            journal,
            taken: 0,
            checkpoint: None,
            due,
            log: Log::default(),
            autopilot: None,
            bot: Bot::new(),
            picks_up: true,
        }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Any number that distinguishes this game from others of the same plan and seed.
    #[must_use]
    pub const fn id(&self) -> u64 {
        self.header.id
    }

    /// The plan as its player named it.
    #[must_use]
    pub fn plan(&self) -> &str {
        &self.header.plan
    }

    /// The whole journal.
    #[must_use]
    pub fn journal(&self) -> &[u8] {
        &self.journal
    }

    /// What was added to the journal since this was last called. The page stores it before it accepts the next key.
    pub fn take_journal(&mut self) -> Vec<u8> {
        let added = self.journal[self.taken..].to_vec();
        self.taken = self.journal.len();
        added
    }

    /// The checkpoint that was made since this was last called, after a change of level or many actions.
    pub const fn take_checkpoint(&mut self) -> Option<Vec<u8>> {
        self.checkpoint.take()
    }

    /// The replay of a game that has ended.
    ///
    /// # Errors
    /// If the game has not ended.
    pub fn replay(&self) -> Result<Vec<u8>, Problem> {
        let outcome = self.game.outcome().ok_or_else(|| Problem::new("this game has not ended yet"))?;
        let ending = Ending::of(outcome, self.game.content());
        Ok(compact(&Journal::read(&self.journal)?, self.game.hash(), Some(&ending))?)
    }

    /// Whether stepping on something useful picks it up.
    pub const fn set_picks_up(&mut self, picks_up: bool) {
        self.picks_up = picks_up;
    }

    /// Adds a message about the program itself to the log.
    pub fn remark(&mut self, text: &str) {
        self.log.say(text, Tone::Bad);
    }

    /// What to show now.
    #[must_use]
    pub fn turn(&self) -> Turn {
        Turn { scene: Scene::of(&self.game, &self.log, self.plan()), busy: self.autopilot.is_some() }
    }

    /// All messages.
    #[must_use]
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// Carries out a command. One that takes many actions is only begun, and continues with [`Play::go_on`].
    ///
    /// # Errors
    /// If the journal cannot be encoded, which does not happen.
    pub fn command(&mut self, command: Command) -> Result<(), Problem> {
        self.autopilot = None;
        self.log.age();
        match command {
            Command::Act(action) => self.step(action)?,
            Command::Errand(errand) => match errand.begin(&self.game) {
                Ok(Begun::Act(action)) => self.step(action)?,
                Ok(Begun::Autopilot(autopilot)) => {
                    self.autopilot = Some(autopilot);
                    self.go_on(1)?;
                }
                Err(reason) => self.log.say(reason.to_string(), Tone::Faint),
            },
        }
        Ok(())
    }

    /// Takes up to `steps` more steps of the command in progress.
    ///
    /// # Errors
    /// As [`Play::command`].
    pub fn go_on(&mut self, steps: u32) -> Result<(), Problem> {
        for _ in 0..steps {
            let Some(autopilot) = &mut self.autopilot else { break };
            match autopilot.next(&self.game) {
                Ok(action) => self.step(action)?,
                Err(stop) => {
                    if let Some(reason) = autopilot.explain(&self.game, stop, |errand| key_of(errand).into()) {
                        self.log.say(reason, if stop == StopReason::Done { Tone::Faint } else { Tone::Notable });
                    }
                    self.autopilot = None;
                }
            }
        }
        Ok(())
    }

    /// Interrupts the command in progress.
    pub fn stop(&mut self) {
        self.autopilot = None;
    }

    /// Lets the bot take up to `actions` actions.
    ///
    /// # Errors
    /// As [`Play::command`].
    pub fn let_bot_play(&mut self, actions: u32) -> Result<(), Problem> {
        self.log.age();
        for _ in 0..actions {
            if self.game.outcome().is_some() {
                break;
            }
            let action = self.bot.next(&self.game);
            self.act(action)?;
        }
        Ok(())
    }

    /// Performs an action, and writes it to the journal unless it was refused.
    fn act(&mut self, action: Action) -> Result<(), Problem> {
        let depth = self.game.view().depth();
        let is_over = self.game.outcome().is_some();
        let events = self.game.act(action);
        let is_refused = events.iter().any(|event| matches!(event, Event::Refused(_)));
        self.log.tell(&events, &self.game.content().clone());
        if is_over || is_refused {
            return Ok(());
        }
        self.journal.extend(self.writer.actions(&[action])?);
        let has_moved = self.game.view().depth() != depth || self.writer.position().actions >= self.due;
        if has_moved && self.game.outcome().is_none() {
            self.make_checkpoint()?;
        }
        Ok(())
    }

    fn make_checkpoint(&mut self) -> Result<(), Problem> {
        self.journal.extend(self.writer.mark(self.game.hash())?);
        let position = self.writer.position();
        self.checkpoint = Some(Checkpoint::of(&self.game, &self.header, position).write()?);
        self.due = position.actions + CHECKPOINT_INTERVAL;
        Ok(())
    }

    /// Performs an action, and picks up what the hero has stepped on if it is useful.
    fn step(&mut self, action: Action) -> Result<(), Problem> {
        let from = self.game.view().at();
        self.act(action)?;
        let view = self.game.view();
        if self.picks_up && view.at() != from && view.should_pick_up() {
            self.act(Action::PickUp)?;
        }
        Ok(())
    }
}

/// The page's key for an errand.
const fn key_of(errand: Errand) -> &'static str {
    match errand {
        Errand::Descend => ">",
        Errand::Climb => "<",
        Errand::Follow => "F",
        Errand::Rest => "R",
        Errand::TravelUp => "[",
        Errand::TravelDown => "]",
        Errand::Explore => "o",
        // A journey to a place.
        _ => "_",
    }
}
