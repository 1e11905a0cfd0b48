//! The level viewer shows a level and the steps that made it, with adjustable parameters, seeds to browse, figures and
//! overlays.
//!
//! A separate thread makes the levels ([`worker`]); small ones are ready before the next redraw. The viewer writes no files:
//! it passes recipes to [`RecipeFiles`].
//!
//! | question | module |
//! |---|---|
//! | Which level is shown? | [`request`], [`target`] |
//! | Which stage of its generation? | [`playback`] |
//! | Which parameter is selected, and what can it be? | [`parameters`] |
//! | Have its files changed? | [`reload`] |
//! | Which part of the map is visible? | [`viewport`] |
//! | What do the figures and overlays show? | [`report`] |
//! | What do keys and the mouse do? | [`commands`], [`prompt`] |
//! | What is drawn where? | [`layout`], [`map`], [`panel`], [`legend`], [`status`] |

mod commands;
mod help;
mod layout;
mod legend;
mod map;
mod panel;
mod parameters;
mod playback;
mod prompt;
mod reload;
mod report;
mod request;
mod status;
mod target;
mod viewport;
mod worker;

use std::error::Error;
use std::fmt::Debug;
use std::io;
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use undercroft_export::Overlay;
use undercroft_mapgen::{Draft, Seed};

pub use request::ViewRequest;
pub use target::Target;

use crate::console::Console;
use crate::input::Input;
use crate::program::Program;
use crate::widgets::canvas::Canvas;
use crate::widgets::help_page::HelpPage;
use parameters::Parameters;
use playback::Playback;
use prompt::Prompt;
use reload::WATCH_PERIOD;
use report::Inspection;
use viewport::Viewport;
use worker::{Job, Reply, Worker};

/// How long to wait for a level before drawing without it: less than one frame.
const PATIENCE: Duration = Duration::from_millis(30);
/// The time between checks for a level that takes longer.
const POLL_PERIOD: Duration = Duration::from_millis(40);

/// Where recipes are saved, and where they come from.
pub trait RecipeFiles: Debug {
    /// Writes the text of a recipe to a file, completely or not at all. Replaces an existing file only if `replace` is set.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn save(&mut self, name: &str, text: &str, replace: bool) -> Result<Saved, Box<dyn Error + Send + Sync>>;

    /// Whether there are files whose changes the viewer should show.
    fn watches(&self) -> bool {
        false
    }

    /// The new contents of the files if they have changed since the last call, or what is wrong with them.
    fn reload(&mut self) -> Option<Result<Target, String>> {
        None
    }
}

/// The result of saving a recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Saved {
    /// The file was written.
    Written,
    /// A file of that name exists and was left alone.
    Exists,
}

/// Why the viewer cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ViewerError {
    /// The thread that makes levels cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] io::Error),
}

/// Shows levels and how they are made.
#[derive(Debug)]
pub struct Viewer {
    console: Console,
    files: Box<dyn RecipeFiles>,
    request: ViewRequest,
    worker: Worker,
    playback: Playback,
    parameters: Parameters,
    inspection: Inspection,
    viewport: Viewport,
    modal: Option<Modal>,
    /// The message of the last command.
    notice: Option<String>,
    /// When the files were last checked.
    looked: Instant,
    /// Why the viewer had to quit.
    failure: Option<String>,
}

/// What takes all input while it is open.
#[derive(Debug)]
enum Modal {
    Prompt(Prompt),
    Help(HelpPage),
}

impl Viewer {
    /// Starts to make the requested level.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn new(console: Console, files: Box<dyn RecipeFiles>, request: ViewRequest) -> Result<Self, ViewerError> {
        let mut viewer = Self {
            console,
            files,
            worker: Worker::start()?,
            playback: Playback::default(),
            parameters: Parameters::of(&request.target),
            inspection: Inspection::default(),
            viewport: Viewport::default(),
            modal: None,
            notice: None,
            looked: Instant::now(),
            failure: None,
            request,
        };
        viewer.build();
        viewer.receive(PATIENCE);
        Ok(viewer)
    }

    /// Shows an overlay, or none.
    pub fn show_overlay(&mut self, overlay: Option<Overlay>) {
        self.inspection.overlay = overlay;
        self.inspect();
        self.receive(PATIENCE);
    }

    /// The seed of the level.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.request.seed()
    }

    /// What is shown: the finished level, or a draft of it.
    #[must_use]
    pub fn shown(&self) -> Option<&Draft> {
        self.playback.frame()
    }

    /// The command that generates the level.
    #[must_use]
    pub fn command_line(&self) -> String {
        self.request.command_line()
    }

    /// Waits until the level is made, for tests and pictures. On a terminal, the viewer never waits.
    pub fn finish_work(&mut self) {
        while self.is_working() {
            self.receive(Duration::from_secs(3600));
        }
    }

    /// Whether a level is being made or inspected.
    #[must_use]
    pub const fn is_working(&self) -> bool {
        self.worker.is_busy()
    }

    /// Remakes the level after its seed, depth or recipe has changed, and shows the same step.
    fn rebuild(&mut self) {
        self.playback.keep_step();
        self.build();
    }

    fn build(&mut self) {
        let (seed, depth) = (self.request.seed(), self.request.depth);
        let (wanted, closely) = (self.playback.wanted(), self.playback.is_close);
        self.worker.build(match &self.request.target {
            Target::Recipe { changed, .. } => Job::Recipe { recipe: changed.clone(), seed, depth, wanted, closely },
            Target::Plan(plan) => Job::Plan { plan: plan.clone(), seed, depth },
        });
    }

    /// Requests the figures and the overlay of what is shown.
    fn inspect(&mut self) {
        if let Some(frame) = self.playback.frame.clone() {
            let cursor = self.viewport.cursor.map(|at| at - frame.origin);
            let sight_from = cursor.filter(|at| frame.size().contains(*at));
            self.worker.inspect(frame, self.inspection.overlay.map(|overlay| (overlay, sight_from)));
        }
    }

    /// Shows a moment of the timeline, and remakes its draft if that was dropped.
    fn show(&mut self, index: usize) {
        if self.playback.show(index) {
            self.inspect();
        } else {
            self.build();
        }
    }

    /// Takes the worker's results, waiting for at most `patience`.
    fn receive(&mut self, patience: Duration) {
        let until = Instant::now() + patience;
        while self.is_working() {
            match self.worker.receive(until) {
                Ok(Some(Reply::Built(Ok(timeline)))) => {
                    let index = self.playback.load(timeline);
                    self.show(index);
                }
                Ok(Some(Reply::Built(Err(error)))) => self.playback.failure = Some(error.to_string()),
                Ok(Some(Reply::Inspected(report))) => self.inspection.report = Some(report),
                Ok(None) => return,
                Err(worker::Died) => {
                    self.failure = Some("The viewer had to quit: the thread that makes levels has failed.".into());
                    self.console.requests.quit = true;
                }
            }
        }
    }
}

impl Program for Viewer {
    fn console(&self) -> &Console {
        &self.console
    }

    fn console_mut(&mut self) -> &mut Console {
        &mut self.console
    }

    fn handle(&mut self, input: &Input) {
        self.receive(Duration::ZERO);
        let before = self.worker.jobs();
        self.look_for_changes();
        self.respond(input);
        // Wait only for work caused by this input: the mouse moves often.
        self.receive(if before == self.worker.jobs() { Duration::ZERO } else { PATIENCE });
    }

    fn render(&self, buffer: &mut Buffer) -> Option<Position> {
        let mut canvas = Canvas::new(buffer, &self.console);
        self.draw_all(&mut canvas);
        canvas.focus
    }

    fn delay(&self) -> Option<Duration> {
        let watching = self.files.watches().then_some(WATCH_PERIOD);
        match self.playback.delay() {
            _ if self.is_working() => Some(POLL_PERIOD),
            Some(delay) => Some(delay.min(watching.unwrap_or(delay))),
            None => watching,
        }
    }

    fn close(&mut self) -> Option<String> {
        self.failure.take()
    }
}
