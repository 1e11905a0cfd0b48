//! The play screen: keys and clicks become actions; the autopilot runs until something stops it.

use std::time::Duration;

use undercroft_game::{
    Action, Autopilot, Beacon, Behaviour, Direction, Game, Hunger, ItemClass, Point, SEARCH_STEPS, Sighting,
    StopReason, View, grammar,
};
use undercroft_mapgen::{Seed, StairKind};

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
use super::shop::shop;
use super::sights::sights;
use super::title::Title;
use super::{Screen, ScreenKind, Transition};
use crate::context::Context;
use crate::input::{Input, Pointer};
use crate::keys::{Chord, Command, Mode};
use crate::layout::play_areas;
use crate::log::Tone;
use crate::settings::Settings;
use crate::widgets::camera::Camera;
use crate::widgets::canvas::Canvas;
use crate::widgets::play_view::{Extras, draw_play};

/// The number of autopilot steps per tick when they are not shown one by one.
const UNSHOWN_STEPS: u32 = 500;

/// The play screen.
#[derive(Debug, Default)]
pub(crate) struct Play {
    autopilot: Option<(Autopilot, AutopilotKind)>,
    /// The cell under the mouse.
    hover: Option<Point>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AutopilotKind {
    Travel,
    Explore,
    Follow,
    Rest,
}

/// Starts a new game on the play screen, or says why it cannot.
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
        self.start(context, AutopilotKind::Travel, |game| Autopilot::travel(game, to));
    }

    /// Tells what has come into view and gives a hint, once the hero stands still.
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
            Command::Climb => self.take_stairs(context, StairKind::Up),
            Command::Descend => self.take_stairs(context, StairKind::Down),
            Command::Follow => self.follow(context),
            Command::Projection => context.console.oblique = !context.console.oblique,
            Command::Interact => context.act(Action::Interact),
            Command::PickUp => context.act(Action::PickUp),
            Command::Kick => return ask("Kick", Action::Kick),
            Command::Jump => return ask("Jump", Action::Jump),
            Command::Close => return ask("Close a door", Action::Close),
            Command::Rest => self.start(context, AutopilotKind::Rest, Autopilot::rest),
            Command::Explore => self.explore(context),
            Command::TravelUp => self.travel_to_stairs(context, StairKind::Up),
            Command::TravelDown => self.travel_to_stairs(context, StairKind::Down),
            other => return open(other, context),
        }
        Transition::Stay
    }

    /// Explores, unless an enemy is hunting the hero.
    fn explore(&mut self, context: &mut Context) {
        let Some(view) = context.view() else { return };
        let is_hunting = |sighting: &Sighting<'_>| {
            sighting.is_dangerous() && matches!(sighting.creature.behaviour, Behaviour::Hunting(_))
        };
        match view.creatures().into_iter().find(is_hunting) {
            Some(hunter) => {
                let hunter = grammar::a_creature(view.content(), hunter.creature.kind);
                context.say(&format!("You cannot explore while {hunter} is hunting you."));
            }
            None => self.start(context, AutopilotKind::Explore, Autopilot::explore),
        }
    }

    /// Takes the stairs under the hero. Without any, travels to the nearest known ones, or where the hero senses them.
    fn take_stairs(&mut self, context: &mut Context, kind: StairKind) {
        let Some(view) = context.view() else { return };
        let here = view.cell(view.at()).tile().and_then(|tile| view.stairs_of(tile));
        let beacon = if kind == StairKind::Up { Beacon::Up } else { Beacon::Down };
        if here == Some(kind) {
            context.act(if kind == StairKind::Up { Action::Climb } else { Action::Descend });
        } else if view.stairs(kind).is_empty() && view.bearing().is_some_and(|bearing| bearing.beacon == beacon) {
            self.follow(context);
        } else {
            self.travel_to_stairs(context, kind);
        }
    }

    /// Goes where the sidebar points.
    fn follow(&mut self, context: &mut Context) {
        match context.view().and_then(|view| view.bearing()) {
            Some(_) => self.start(context, AutopilotKind::Follow, Autopilot::follow_bearing),
            None => context.say("Nothing calls you from afar."),
        }
    }

    fn travel_to_stairs(&mut self, context: &mut Context, kind: StairKind) {
        let Some(view) = context.view() else { return };
        match view.stairs(kind).first().copied() {
            Some(at) if at == view.at() => context.say("You are standing on them."),
            Some(at) => self.travel_to(context, at),
            None if kind == StairKind::Up => context.say("You know of no stairs up here."),
            None => context.say("You know of no stairs down here."),
        }
    }

    fn start(&mut self, context: &mut Context, kind: AutopilotKind, autopilot: impl FnOnce(&Game) -> Autopilot) {
        let Some(playthrough) = &mut context.playthrough else { return };
        playthrough.log.age();
        self.autopilot = Some((autopilot(playthrough.game()), kind));
        self.continue_autopilot(context);
    }

    /// Takes the next step of the autopilot, or says why there is none.
    fn continue_autopilot(&mut self, context: &mut Context) {
        let steps = if context.console.settings.travel_delay == 0 { UNSHOWN_STEPS } else { 1 };
        for _ in 0..steps {
            let Some((autopilot, kind)) = &mut self.autopilot else { return };
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
                    if let Some(reason) = stop_reason(playthrough.game(), &context.console.settings, *kind, stop) {
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
            (Pointer::Left, Some(at)) if !was_busy => self.click(at, context),
            _ => {}
        }
        Transition::Stay
    }

    /// Attacks an enemy next to the hero, acts on the hero's own cell, or travels to the cell.
    fn click(&mut self, at: Point, context: &mut Context) {
        let Some(view) = context.view() else { return };
        let here = view.at();
        let is_enemy = |sighting: &Sighting<'_>| sighting.creature.at == at && sighting.is_threat();
        let is_adjacent = at.chebyshev(here) == 1;
        match Direction::between(here, at).filter(|_| is_adjacent) {
            _ if at == here => {
                let action = action_here(context);
                context.act(action);
            }
            Some(direction) if view.creatures().iter().any(is_enemy) => context.act(Action::Walk(direction)),
            _ if view.knows(at) => self.travel_to(context, at),
            _ => context.say("You do not know that place."),
        }
    }
}

/// Picks up what the hero has stepped on, if it is good to have and the settings say so.
fn pick_up_underfoot(context: &mut Context, from: Option<Point>) {
    let wants = |view: View<'_>| Some(view.at()) != from && view.should_pick_up();
    if context.console.settings.auto_pickup
        && context.view().is_some_and(wants)
        && let Some(playthrough) = &mut context.playthrough
    {
        playthrough.act(Action::PickUp);
    }
}

/// What a click on the hero does: picks something up, opens a chest or takes the stairs.
fn action_here(context: &Context) -> Action {
    let Some(view) = context.view() else { return Action::Wait };
    let classes: Vec<ItemClass> = view.items_here().iter().map(|item| view.content().item(item.kind).class).collect();
    if classes.iter().any(|class| class.is_portable()) {
        return Action::PickUp;
    }
    if !classes.is_empty() {
        return Action::Interact;
    }
    match view.cell(view.at()).tile().and_then(|tile| view.stairs_of(tile)) {
        Some(StairKind::Up) => Action::Climb,
        Some(StairKind::Down) => Action::Descend,
        None => Action::Wait,
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
        Command::Help => Transition::open(Help::new(context)),
        Command::Menu => Transition::open(menu(context)),
        Command::Quit => save_and_leave(context),
        _ => Transition::Stay,
    }
}

/// Why the autopilot stopped; `None` where that is plain to see.
fn stop_reason(game: &Game, settings: &Settings, kind: AutopilotKind, stop: StopReason) -> Option<String> {
    let view = game.view();
    let key = |command| settings.keys.hint(Mode::Play, command);
    Some(match (stop, kind) {
        (StopReason::Done, _) if game.outcome().is_some() => return None,
        (StopReason::Done, AutopilotKind::Travel | AutopilotKind::Follow) => return None,
        (StopReason::Done, AutopilotKind::Explore) => explored(&view, &key),
        (StopReason::Stairs, _) => {
            format!("You see stairs leading down. Press {} to travel there.", key(Command::Descend))
        }
        (StopReason::Goal, _) => {
            let goal = view.goal().map_or("what you came for".into(), |goal| format!("the {}", goal.item));
            format!("You stop: {goal} is in sight.")
        }
        (StopReason::FoundNothing, _) => format!(
            "You stop after {SEARCH_STEPS} steps without finding anything. Press {} to go on.",
            key(Command::Explore)
        ),
        (StopReason::Hungry, _) => format!("You stop: you are {}.", view.stats().hunger.name()),
        (StopReason::Done, AutopilotKind::Rest) => "You are rested.".into(),
        (StopReason::Threat(id), _) => {
            let seen = view.creatures().into_iter().find(|sighting| sighting.creature.id == id);
            let who = seen.map(|sighting| grammar::a_creature(view.content(), sighting.creature.kind));
            format!("You stop: {} comes into view.", who.unwrap_or_else(|| "an enemy".into()))
        }
        (StopReason::Hurt, _) => "You stop: something is hurting you.".into(),
        (StopReason::NoPath, _) => "You know of no path there.".into(),
        (StopReason::NotNow, _) if view.creatures().iter().any(Sighting::is_dangerous) => {
            "You cannot rest while an enemy is in sight.".into()
        }
        (StopReason::NotNow, _) if view.stats().hunger >= Hunger::Weak => "You are too hungry to rest.".into(),
        _ => "You cannot do that now.".into(),
    })
}

/// What the hero senses from afar.
pub(crate) const fn beacon_name(beacon: Beacon) -> &'static str {
    match beacon {
        Beacon::Goal => "what you came for",
        Beacon::Down => "the way down",
        Beacon::Up => "the way up",
    }
}

/// What to do once everything is explored.
fn explored(view: &View<'_>, key: &impl Fn(Command) -> String) -> String {
    let done = if view.bounds().is_some() { "Explored." } else { "You have explored everything nearby." };
    let next = if !view.stairs(StairKind::Down).is_empty() {
        format!("Press {} to travel to the stairs.", key(Command::Descend))
    } else if view.bearing().is_some() {
        format!("Press {} to go where the sidebar points.", key(Command::Follow))
    } else {
        return done.into();
    };
    format!("{done} {next}")
}
