//! The viewer: a level and the steps that made it, with parameters that can be changed, seeds that can be leafed
//! through, figures and overlays.
//!
//! It takes [`Input`](crate::Input) and draws itself into a buffer, as the game does. Levels are made on a thread of their own
//! (`worker.rs`); small ones are there before the next drawing. Files are not its business: it hands recipes to
//! [`RecipeFiles`].

mod canvas;
mod describe;
mod film;
mod findings;
mod help;
mod layout;
mod legend;
mod obey;
mod panel;
mod program;
mod prompt;
mod range;
mod subject;
mod worker;

use std::fmt::Debug;
use std::time::{Duration, Instant};

use ratatui::layout::Rect;
use undercroft_export::Overlay;
use undercroft_mapgen::{Draft, Point, Seed};

pub use subject::Subject;

use crate::desk::Wishes;
use crate::palette::Abilities;
use crate::settings::Settings;
use crate::widgets::Look;
use crate::widgets::help_page::HelpPage;
use film::{Film, Frame, Wanted};
use findings::Findings;
use prompt::Prompt;
use range::Range;
use subject::Parameter;
use worker::{Order, Question, Reply, Worker};

/// How long a level may take before the screen is drawn without it: less than a frame.
const PATIENCE: Duration = Duration::from_millis(30);

/// Where recipes are saved.
pub trait RecipeFiles: Debug {
    /// Writes a recipe's text into a file, whole or not at all. What is there is replaced only where `replace` says so.
    fn save(&mut self, name: &str, text: &str, replace: bool) -> Saved;
}

/// What came of saving a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It is there.
    Written,
    /// Something of that name is there already, and was left alone.
    Exists,
    /// It could not be written, and why.
    Failed(String),
}

/// Shows levels, and how they are made.
#[derive(Debug)]
pub struct Viewer {
    settings: Settings,
    abilities: Abilities,
    files: Box<dyn RecipeFiles>,
    /// What names the recipe or plan on the command line.
    typed: String,
    subject: Subject,
    first_seed: Seed,
    /// How many seeds after the first.
    after: u64,
    depth: u32,

    worker: Worker,
    /// The number of the order that is waited for.
    making: Option<u64>,
    /// The number of the question that is waited for.
    looking: Option<u64>,
    film: Option<Film>,
    /// Why there is no film.
    failure: Option<String>,
    /// What of the film is wanted.
    goal: Wanted,
    shown: usize,
    frame: Option<Frame>,
    findings: Option<Findings>,
    is_playing: bool,
    /// Whether what goes on inside steps is shown.
    is_close: bool,

    parameters: Vec<Parameter>,
    selected: usize,
    /// The values that the selected parameter can have.
    range: Option<Range>,
    /// Why the last change was not made.
    refused: Option<String>,

    overlay: Option<Overlay>,
    /// The cell in the middle of the map; the level's own where nobody moved it.
    middle: Option<Point>,
    /// The cell that is pointed at with keys.
    cursor: Option<Point>,
    /// The cell that the mouse is over.
    hover: Option<Point>,

    prompt: Option<Prompt>,
    help: Option<HelpPage>,
    notice: Option<String>,
    screen: Rect,
    wishes: Wishes,
    debug: Vec<String>,
    trouble: Option<String>,
}

impl Viewer {
    /// Begins to make the level of a seed. `typed` is what names the recipe or plan on the command line.
    ///
    /// # Errors
    /// Where no thread can be started.
    pub fn new(
        settings: Settings,
        abilities: Abilities,
        files: Box<dyn RecipeFiles>,
        (subject, typed): (Subject, &str),
        (seed, depth): (Seed, u32),
    ) -> Result<Self, String> {
        let worker = Worker::start().map_err(|error| format!("no thread can be started: {error}"))?;
        let mut viewer = Self {
            settings,
            abilities,
            files,
            typed: typed.to_owned(),
            subject,
            first_seed: seed,
            after: 0,
            depth,
            worker,
            making: None,
            looking: None,
            film: None,
            failure: None,
            goal: Wanted::Last,
            shown: 0,
            frame: None,
            findings: None,
            is_playing: false,
            is_close: false,
            parameters: Vec::new(),
            selected: 0,
            range: None,
            refused: None,
            overlay: None,
            middle: None,
            cursor: None,
            hover: None,
            prompt: None,
            help: None,
            notice: None,
            screen: Rect::new(0, 0, 80, 24),
            wishes: Wishes::default(),
            debug: Vec::new(),
            trouble: None,
        };
        viewer.read_parameters();
        // What is most interesting comes after the two sides of the level.
        viewer.selected = viewer.parameters.len().saturating_sub(1).min(2);
        viewer.find_range();
        viewer.make();
        viewer.collect(PATIENCE);
        Ok(viewer)
    }

    /// Shows an overlay from now on, or none.
    pub fn show_overlay(&mut self, overlay: Option<Overlay>) {
        self.overlay = overlay;
        self.look();
        self.collect(PATIENCE);
    }

    /// The seed of the level that is shown.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.first_seed.after(self.after)
    }

    /// What is shown: the finished level, or a draft on the way to it.
    #[must_use]
    pub fn shown(&self) -> Option<&Draft> {
        self.frame.as_deref()
    }

    /// The command that makes the level that is shown, as one types it.
    #[must_use]
    pub fn command_line(&self) -> String {
        format!("undercroft generate {}", self.subject.arguments(&self.typed, &self.seed(), self.depth))
    }

    /// Waits until everything that was asked for is made. For tests and pictures; on a terminal nobody waits.
    pub fn finish_work(&mut self) {
        while self.is_working() {
            self.collect(Duration::from_secs(3600));
        }
    }

    /// Whether something is being made.
    #[must_use]
    pub const fn is_working(&self) -> bool {
        self.making.is_some() || self.looking.is_some()
    }

    /// Asks for the level anew: another seed, another recipe. The same step is wanted.
    fn make(&mut self) {
        if let Wanted::Shot(_) = self.goal {
            self.goal = Wanted::Step(self.step_shown());
        }
        self.order();
    }

    /// Asks for the level.
    fn order(&mut self) {
        let (seed, depth) = (self.seed(), self.depth);
        let order = match &self.subject {
            Subject::Recipe { changed, .. } => {
                let (recipe, closely) = (changed.clone(), self.is_close);
                Order::Recipe { recipe, seed, depth, wanted: self.goal, closely }
            }
            Subject::Plan(plan) => Order::Plan { plan: plan.clone(), seed, depth },
        };
        self.making = Some(self.worker.make(order));
        self.looking = None;
    }

    /// Asks what can be said about what is shown.
    fn look(&mut self) {
        let Some(frame) = self.frame.clone() else { return };
        let sight_from = self.cursor.map(|at| at - frame.origin).filter(|at| frame.size().contains(*at));
        let question = Question { frame, overlay: self.overlay, sight_from };
        self.looking = Some(self.worker.look(question));
    }

    /// Takes what was made, and waits for it so long.
    fn collect(&mut self, patience: Duration) {
        let until = Instant::now() + patience;
        while self.is_working() {
            match self.worker.reply(until.saturating_duration_since(Instant::now())) {
                Ok(Some(Reply::Made(number, made))) if self.making == Some(number) => {
                    self.making = None;
                    self.take(made);
                }
                Ok(Some(Reply::Found(number, findings))) if self.looking == Some(number) => {
                    self.looking = None;
                    self.findings = Some(findings);
                }
                // An answer to what nobody asks any more.
                Ok(Some(_)) => {}
                Ok(None) => return,
                Err(()) => {
                    (self.making, self.looking) = (None, None);
                    self.trouble = Some("The level could not be made: its maker broke down.".into());
                    self.wishes.leave = true;
                }
            }
        }
    }

    fn take(&mut self, made: Result<Film, String>) {
        match made {
            Ok(film) => {
                let index = match self.goal {
                    Wanted::Last => film.last(),
                    Wanted::Step(step) => film.end_of(step),
                    Wanted::Shot(index) => index.min(film.last()),
                };
                self.film = Some(film);
                self.failure = None;
                self.show(index);
            }
            Err(problem) => self.failure = Some(problem),
        }
    }

    /// Shows a shot; one that was not kept is made again.
    fn show(&mut self, index: usize) {
        let Some(film) = &self.film else { return };
        let Some(shot) = film.shots.get(index) else { return };
        self.shown = index;
        match shot.frame.clone() {
            Some(frame) => {
                self.frame = Some(frame);
                self.look();
            }
            None => {
                self.goal = Wanted::Shot(index);
                self.order();
            }
        }
    }

    /// Takes the parameters from the recipe as it is now.
    fn read_parameters(&mut self) {
        self.parameters = self.subject.parameters();
        self.selected = self.selected.min(self.parameters.len().saturating_sub(1));
        self.find_range();
    }

    fn find_range(&mut self) {
        self.range = self.parameters.get(self.selected).map(|parameter| Range::of(&self.subject, parameter));
    }

    fn draw_look(&self) -> Look<'_> {
        Look { theme: &self.settings.theme, abilities: self.abilities }
    }

    /// Where the level is in the world.
    fn bounds(&self) -> Option<undercroft_mapgen::Rect> {
        let frame = self.frame.as_deref()?;
        let size = frame.size();
        Some(undercroft_mapgen::Rect::new(frame.origin.x, frame.origin.y, size.width, size.height))
    }
}
