//! The play screen: keys and clicks become actions; the autopilot runs until something stops it.

use std::time::Duration;

use undercroft_game::{Action, Autopilot, Beacon, Begun, Errand, Point, StopReason, Tone, View};
use undercroft_mapgen::Seed;

use super::cursor::{Cursor, CursorPurpose};
use super::direction::AskDirection;
use super::help::Help;
use super::history::History;
use super::inventory::{Purpose, inventory};
use super::legend::legend;
use super::level_up::level_up;
use super::menu::menu;
use super::notice::Notice;
use super::overview::Overview;
use super::settings::settings;
use super::shop::shop;
use super::sights::sights;
use super::title::Title;
use super::{Screen, ScreenKind, Transition};
use crate::context::Context;
use crate::input::{Input, Pointer};
use crate::keys::{Chord, Command, Mode};
use crate::layout::play_areas;
use crate::widgets::camera::Camera;
use crate::widgets::canvas::Canvas;
use crate::widgets::play_view::{Extras, draw_play};

/// The number of autopilot steps per tick when they are not shown one by one.
const UNSHOWN_STEPS: u32 = 500;

/// The play screen.
#[derive(Debug, Default)]
pub(crate) struct Play {
    autopilot: Option<Autopilot>,
    /// The cell under the mouse.
    hover: Option<Point>,
}

/// Starts a new game on the play screen, or says why it cannot start.
pub(crate) fn start_game(context: &mut Context, plan: &str, seed: Seed) -> Transition {
    match context.begin(plan, seed) {
        Ok(()) => Transition::reset(Play::default()),
        Err(error) => Transition::open(Notice::new("This game cannot start", error)),
    }
}

/// Saves the game and returns to the title.
pub(crate) fn save_and_leave(context: &mut Context) -> Transition {
    let warning = context.close_game().map(|error| error.to_string());
    Transition::reset(Title::new(context).with_warning(warning))
}

/// What the play view shows besides the game.
pub(crate) fn extras(context: &Context) -> Extras {
    let title = context.playthrough.as_ref().map(|playthrough| playthrough.game().plan().name().to_owned());
    Extras {
        title: title.unwrap_or_default(),
        help_hint: format!("{} for help", context.play_key(Command::Help)),
        improve_hint: format!("Improve with {}", context.play_key(Command::Improve)),
        history_key: context.play_key(Command::History),
        log_title: "Log".into(),
        ..Extras::default()
    }
}

impl Screen for Play {
    fn kind(&self) -> ScreenKind {
        ScreenKind::Play
    }

    fn delay(&self, context: &Context) -> Option<Duration> {
        self.autopilot.is_some().then(|| Duration::from_millis(u64::from(context.console.settings.travel_delay)))
    }

    fn update(&mut self, input: &Input, context: &mut Context) -> Transition {
        match input {
            Input::Tick => {
                self.continue_autopilot(context);
                self.tell_if_idle(context);
            }
            // Any key interrupts the autopilot.
            Input::Key(_) if self.autopilot.take().is_some() => {}
            Input::Key(chord) => {
                self.hover = None;
                let transition = self.press(*chord, context);
                self.tell_if_idle(context);
                return transition;
            }
            Input::Mouse { column, row, what } => return self.point(*column, *row, *what, context),
            Input::Resize(..) | Input::Paste(_) => {}
        }
        Transition::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let Some(playthrough) = &context.playthrough else { return };
        let view = playthrough.game().view();
        let mut extras = extras(context);
        if let Some(at) = self.hover.filter(|at| view.knows(*at)) {
            extras.hints = view.describe(at);
        }
        draw_play(canvas, &context.console.settings, &view, &playthrough.log, &extras);
    }
}

impl Play {
    /// Starts travelling to a cell.
    pub(crate) fn travel_to(&mut self, context: &mut Context, to: Point) {
        self.begin(context, Errand::Travel(to));
    }

    /// Reports what has come into view and gives a hint, once the hero stands still.
    fn tell_if_idle(&self, context: &mut Context) {
        if self.autopilot.is_none() {
            context.tell();
        }
    }

    fn press(&mut self, chord: Chord, context: &mut Context) -> Transition {
        let Some(command) = context.play_command(chord) else { return Transition::UnknownKey };
        let ask = |verb, action| Transition::open(AskDirection::new(verb, action));
        match command {
            Command::Move(direction) => {
                let from = context.view().map(|view| view.at());
                context.act(Action::Walk(direction));
                pick_up_underfoot(context, from);
            }
            Command::Wait => context.act(Action::Wait),
            Command::Search => context.act(Action::Search),
            Command::Climb => self.begin(context, Errand::Climb),
            Command::Descend => self.begin(context, Errand::Descend),
            Command::Follow => self.begin(context, Errand::Follow),
            Command::Projection => context.console.oblique = !context.console.oblique,
            Command::Interact => context.act(Action::Interact),
            Command::PickUp => context.act(Action::PickUp),
            Command::Kick => return ask("Kick", Action::Kick),
            Command::Jump => return ask("Jump", Action::Jump),
            Command::Close => return ask("Close a door", Action::Close),
            Command::Rest => self.begin(context, Errand::Rest),
            Command::Explore => self.begin(context, Errand::Explore),
            Command::TravelUp => self.begin(context, Errand::TravelUp),
            Command::TravelDown => self.begin(context, Errand::TravelDown),
            other => return open(other, context),
        }
        Transition::Stay
    }

    /// Begins an errand, or says why it cannot begin.
    fn begin(&mut self, context: &mut Context, errand: Errand) {
        let Some(playthrough) = &mut context.playthrough else { return };
        match errand.begin(playthrough.game()) {
            Ok(Begun::Act(action)) => context.act(action),
            Ok(Begun::Autopilot(autopilot)) => {
                playthrough.log.age();
                self.autopilot = Some(autopilot);
                self.continue_autopilot(context);
            }
            Err(reason) => context.say(&reason.to_string()),
        }
    }

    /// Takes the next step of the autopilot, or says why there is none.
    fn continue_autopilot(&mut self, context: &mut Context) {
        let steps = if context.console.settings.travel_delay == 0 { UNSHOWN_STEPS } else { 1 };
        for _ in 0..steps {
            let Some(autopilot) = &mut self.autopilot else { return };
            let Some(playthrough) = &mut context.playthrough else { return };
            let from = playthrough.game().view().at();
            match autopilot.next(playthrough.game()) {
                Ok(action) => {
                    if playthrough.act(action) {
                        pick_up_underfoot(context, Some(from));
                    } else {
                        self.autopilot = None;
                    }
                }
                Err(stop) => {
                    if let StopReason::Threat(id) = stop {
                        playthrough.announced.insert(id);
                    }
                    let keys = &context.console.settings.keys;
                    let key = |errand| keys.hint(Mode::Play, command_of(errand));
                    if let Some(reason) = autopilot.explain(playthrough.game(), stop, key) {
                        let tone = if stop == StopReason::Done { Tone::Faint } else { Tone::Notable };
                        playthrough.log.say(reason, tone);
                    }
                    self.autopilot = None;
                }
            }
        }
    }

    fn point(&mut self, column: u16, row: u16, what: Pointer, context: &mut Context) -> Transition {
        let map = play_areas(context.console.screen, &context.console.settings).map;
        let Some(view) = context.view() else { return Transition::Stay };
        let at = Camera::follow(&view, map, None).cell_at(column, row);
        let was_busy = what != Pointer::Hover && self.autopilot.take().is_some();
        match (what, at) {
            (Pointer::Hover, at) => self.hover = at,
            (Pointer::WheelUp, _) => return Transition::open(History::default()),
            (Pointer::Right, Some(at)) => {
                return Cursor::look_at(context, at).map_or(Transition::Stay, Transition::open);
            }
            (Pointer::Left, Some(at)) if !was_busy => self.begin(context, Errand::Click(at)),
            _ => {}
        }
        Transition::Stay
    }
}

/// Picks up what the hero has stepped on, if it is worth having and the settings allow it.
fn pick_up_underfoot(context: &mut Context, from: Option<Point>) {
    let wants = |view: View<'_>| Some(view.at()) != from && view.should_pick_up();
    if context.console.settings.auto_pickup
        && context.view().is_some_and(wants)
        && let Some(playthrough) = &mut context.playthrough
    {
        playthrough.act(Action::PickUp);
    }
}

/// Opens the screen for a command, or says why there is nothing to open.
fn open(command: Command, context: &mut Context) -> Transition {
    fn or_say(screen: Option<impl Screen + 'static>, context: &mut Context, otherwise: &str) -> Transition {
        screen.map_or_else(
            || {
                context.say(otherwise);
                Transition::Stay
            },
            Transition::open,
        )
    }
    match command {
        Command::Travel => Cursor::new(context, CursorPurpose::Travel).map_or(Transition::Stay, Transition::open),
        Command::Look => Cursor::new(context, CursorPurpose::Look).map_or(Transition::Stay, Transition::open),
        Command::Inventory => Transition::open(inventory(context, Purpose::Inspect)),
        Command::Use => Transition::open(inventory(context, Purpose::Use)),
        Command::Equip => Transition::open(inventory(context, Purpose::Equip)),
        Command::Throw => Transition::open(inventory(context, Purpose::Throw)),
        Command::Drop => Transition::open(inventory(context, Purpose::Drop)),
        Command::Buy => or_say(shop(context), context, "There is nothing for sale here."),
        Command::Improve => or_say(level_up(context), context, "You have no improvement to choose yet."),
        Command::Sights => sights(context).map_or(Transition::Stay, Transition::open),
        Command::Legend => legend(context).map_or(Transition::Stay, Transition::open),
        Command::History => Transition::open(History::default()),
        Command::Map => Overview::new(context).map_or(Transition::Stay, Transition::open),
        Command::Settings => Transition::open(settings(context, 0)),
        Command::Help => Transition::open(Help::new(context)),
        Command::Menu => Transition::open(menu(context)),
        Command::Quit => save_and_leave(context),
        _ => Transition::Stay,
    }
}

/// The command of the keys that begin an errand.
const fn command_of(errand: Errand) -> Command {
    match errand {
        Errand::Climb => Command::Climb,
        Errand::Descend => Command::Descend,
        Errand::Rest => Command::Rest,
        Errand::Follow => Command::Follow,
        Errand::TravelUp => Command::TravelUp,
        Errand::TravelDown => Command::TravelDown,
        Errand::Explore => Command::Explore,
        // A journey to a place.
        _ => Command::Travel,
    }
}

/// What the hero senses from afar.
pub(crate) const fn beacon_name(beacon: Beacon) -> &'static str {
    match beacon {
        Beacon::Goal => "your goal",
        Beacon::Down => "the way down",
        Beacon::Up => "the way up",
    }
}
