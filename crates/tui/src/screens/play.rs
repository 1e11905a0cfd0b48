//! The play screen: keys and the mouse become actions; errands run step by step until something stops them.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use undercroft_game::{Action, Direction, Errand, Game, Hunger, ItemClass, Mind, Point, Sighting, Stop, names};
use undercroft_mapgen::StairKind;

use super::cursor::Cursor;
use super::direction::AskDirection;
use super::help::Help;
use super::history::History;
use super::inventory::{Inventory, Purpose};
use super::level_up::LevelUp;
use super::menu::Menu;
use super::overview::Overview;
use super::shop::Shop;
use super::title::Title;
use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::{Input, Pointer};
use crate::keys::{Chord, Command};
use crate::layout::regions;
use crate::log::Tone;
use crate::widgets::camera::Camera;
use crate::widgets::play_view::{Extras, draw_play};
use crate::widgets::sidebar::Hints;

/// How many steps of an errand are done at once where they are not shown.
const UNSHOWN_STEPS: u32 = 500;

/// The play screen.
#[derive(Debug, Default)]
pub(crate) struct Play {
    errand: Option<(Errand, Kind)>,
    /// What the mouse points at.
    hover: Option<Point>,
}

/// What an errand is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Travel,
    Explore,
    Rest,
}

impl Screen for Play {
    fn name(&self) -> &'static str {
        "play"
    }

    fn is_overlay(&self) -> bool {
        false
    }

    fn wait(&self, desk: &Desk) -> Option<Duration> {
        self.errand.is_some().then(|| Duration::from_millis(u64::from(desk.settings.travel_delay)))
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        match input {
            Input::Tick => self.go_on(desk),
            Input::Key(_) if self.errand.take().is_some() => {}
            Input::Key(chord) => {
                self.hover = None;
                return self.press(*chord, desk);
            }
            Input::Mouse { column, row, what } => return self.point(*column, *row, *what, desk),
            Input::Resize(..) | Input::Paste(_) => {}
        }
        Change::Stay
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        let Some(session) = &desk.session else { return };
        let view = session.game().view();
        let mut extras = extras(desk);
        extras.foot = match self.hover {
            Some(at) if view.knows(at) => view.describe(at),
            _ => String::new(),
        };
        draw_play(buffer, screen, &view, &session.log, &extras, &desk.settings, desk.look());
    }
}

/// What the play view shows besides the game.
pub(crate) fn extras(desk: &Desk) -> Extras {
    Extras {
        title: desk.session.as_ref().map(|session| session.game().plan().name().to_owned()).unwrap_or_default(),
        hints: Hints {
            help: format!("{} for help", desk.play_hint(Command::Help)),
            improve: format!("A choice waits: {}", desk.play_hint(Command::Improve)),
        },
        log_title: "Log".into(),
        ..Extras::default()
    }
}

/// Does one action of the player's. What comes of it is told as new.
pub(crate) fn act(desk: &mut Desk, action: Action) {
    if let Some(session) = &mut desk.session {
        session.log.age();
        session.act(action);
    }
}

/// Says something about the game itself.
pub(crate) fn say(desk: &mut Desk, text: &str) {
    if let Some(session) = &mut desk.session {
        session.log.age();
        session.log.say(text, Tone::Faint);
    }
}

impl Play {
    /// A play screen that sets out for a place at once.
    pub(crate) fn set_out(&mut self, desk: &mut Desk, to: Point) {
        self.start(desk, Kind::Travel, |game| Errand::travel(game, to));
    }

    fn press(&mut self, chord: Chord, desk: &mut Desk) -> Change {
        let Some(command) = desk.play_command(chord) else {
            desk.unknown_key(chord, self.name());
            return Change::Stay;
        };
        match command {
            Command::Move(direction) => act(desk, Action::Walk(direction)),
            Command::Wait => act(desk, Action::Wait),
            Command::Climb => act(desk, Action::Climb),
            Command::Descend => act(desk, Action::Descend),
            Command::Interact => act(desk, Action::Interact),
            Command::PickUp => act(desk, Action::PickUp),
            Command::Kick => return self.aim(desk, "Kick", Action::Kick),
            Command::Jump => return self.aim(desk, "Jump", Action::Jump),
            Command::Close => return self.aim(desk, "Shut the door", Action::Close),
            Command::Rest => self.start(desk, Kind::Rest, Errand::rest),
            Command::Explore => self.explore(desk),
            Command::TravelUp => self.travel_to_stairs(desk, StairKind::Up),
            Command::TravelDown => self.travel_to_stairs(desk, StairKind::Down),
            Command::Travel => return Cursor::travel(desk).map_or(Change::Stay, Change::open),
            Command::Look => return Cursor::look(desk, None).map_or(Change::Stay, Change::open),
            other => return open(other, desk),
        }
        Change::Stay
    }

    /// Asks for a direction, unless there is only one that makes sense.
    fn aim(&self, desk: &mut Desk, verb: &'static str, action: fn(Direction) -> Action) -> Change {
        Change::open(AskDirection::new(verb, action, desk))
    }

    /// Explores, unless somebody is after the hero: one does not turn one's back on that.
    fn explore(&mut self, desk: &mut Desk) {
        let Some(session) = &desk.session else { return };
        let view = session.game().view();
        let is_after =
            |sighting: &Sighting<'_>| sighting.is_danger() && matches!(sighting.creature.mind, Mind::Hunting(_));
        match view.creatures().into_iter().find(is_after) {
            Some(hunter) => {
                let who = names::a_creature(view.content(), hunter.creature.kind);
                say(desk, &format!("You cannot explore while {who} is after you."));
            }
            None => self.start(desk, Kind::Explore, Errand::explore),
        }
    }

    fn travel_to_stairs(&mut self, desk: &mut Desk, kind: StairKind) {
        let Some(session) = &desk.session else { return };
        let view = session.game().view();
        match view.stairs(kind).first() {
            Some(at) if *at == view.at() => say(desk, "You stand on them."),
            Some(at) => {
                let at = *at;
                self.start(desk, Kind::Travel, |game| Errand::travel(game, at));
            }
            None => {
                let way = if kind == StairKind::Up { "up" } else { "down" };
                say(desk, &format!("You know of no stairs {way} here."));
            }
        }
    }

    fn start(&mut self, desk: &mut Desk, kind: Kind, errand: impl FnOnce(&Game) -> Errand) {
        let Some(session) = &mut desk.session else { return };
        session.log.age();
        self.errand = Some((errand(session.game()), kind));
        self.go_on(desk);
    }

    /// Does the next step of the errand, or tells why there is none.
    fn go_on(&mut self, desk: &mut Desk) {
        let steps = if desk.settings.travel_delay == 0 { UNSHOWN_STEPS } else { 1 };
        for _ in 0..steps {
            let Some((errand, kind)) = &mut self.errand else { return };
            let Some(session) = &mut desk.session else { return };
            match errand.next(session.game()) {
                Ok(action) => {
                    if !session.act(action) {
                        self.errand = None;
                    }
                }
                Err(stop) => {
                    if let Some(word) = word(session.game(), *kind, stop) {
                        session.log.say(word, if stop == Stop::Done { Tone::Faint } else { Tone::Mark });
                    }
                    self.errand = None;
                }
            }
        }
    }

    fn point(&mut self, column: u16, row: u16, what: Pointer, desk: &mut Desk) -> Change {
        let areas = regions(desk.screen, &desk.settings);
        let Some(session) = &desk.session else { return Change::Stay };
        let view = session.game().view();
        let at = Camera::follow(&view, areas.map, None).world(column, row);
        let was_busy = what != Pointer::Hover && self.errand.take().is_some();
        match (what, at) {
            (Pointer::Hover, at) => self.hover = at,
            (Pointer::WheelUp, _) => return Change::open(History::default()),
            (Pointer::Right, Some(at)) => return Cursor::look(desk, Some(at)).map_or(Change::Stay, Change::open),
            (Pointer::Left, Some(at)) if !was_busy => self.click(at, desk),
            _ => {}
        }
        Change::Stay
    }

    /// Goes there; does what can be done where the hero stands; attacks who stands beside it.
    fn click(&mut self, at: Point, desk: &mut Desk) {
        let Some(session) = &desk.session else { return };
        let view = session.game().view();
        let here = view.at();
        if at == here {
            let action = self_action(session.game());
            return act(desk, action);
        }
        let is_danger = |sighting: &Sighting<'_>| sighting.creature.at == at && sighting.is_danger();
        let is_beside = at.chebyshev(here) == 1;
        match Direction::between(here, at).filter(|_| is_beside) {
            Some(direction) if view.creatures().iter().any(is_danger) => act(desk, Action::Walk(direction)),
            _ if view.knows(at) => self.start(desk, Kind::Travel, |game| Errand::travel(game, at)),
            _ => say(desk, "You do not know that place."),
        }
    }
}

/// What a click on the hero does: takes what lies there, or the stairs.
fn self_action(game: &Game) -> Action {
    let view = game.view();
    let here = view.items_here();
    let is_portable = |class: ItemClass| class.is_portable();
    if here.iter().any(|item| is_portable(view.content().item(item.kind).class)) {
        return Action::PickUp;
    }
    if !here.is_empty() {
        return Action::Interact;
    }
    match view.cell(view.at()).tile().map(|tile| view.tile_info(tile).name.as_str()) {
        Some(name) if name == StairKind::Up.tile_name() => Action::Climb,
        Some(name) if name == StairKind::Down.tile_name() => Action::Descend,
        _ => Action::Wait,
    }
}

/// The screens that keys open.
fn open(command: Command, desk: &mut Desk) -> Change {
    match command {
        Command::Inventory => Change::open(Inventory::new(desk, Purpose::Any)),
        Command::Use => Change::open(Inventory::new(desk, Purpose::Use)),
        Command::Equip => Change::open(Inventory::new(desk, Purpose::Equip)),
        Command::Throw => Change::open(Inventory::new(desk, Purpose::Throw)),
        Command::Drop => Change::open(Inventory::new(desk, Purpose::Drop)),
        Command::Buy => Shop::new(desk).map_or_else(
            || {
                say(desk, "There is nobody to buy from, and nothing to buy, here.");
                Change::Stay
            },
            Change::open,
        ),
        Command::Improve => LevelUp::new(desk).map_or_else(
            || {
                say(desk, "You have nothing to choose yet.");
                Change::Stay
            },
            Change::open,
        ),
        Command::History => Change::open(History::default()),
        Command::Map => Overview::new(desk).map_or(Change::Stay, Change::open),
        Command::Help => Change::open(Help::new(desk)),
        Command::Menu => Change::open(Menu::new(desk)),
        Command::Quit => {
            let trouble = desk.put_away();
            Change::restart(Title::new(desk).saying(trouble))
        }
        _ => Change::Stay,
    }
}

/// Why an errand stopped, in a line.
fn word(game: &Game, kind: Kind, stop: Stop) -> Option<String> {
    let view = game.view();
    Some(match (stop, kind) {
        (Stop::Done, _) if game.outcome().is_some() => return None,
        (Stop::Done, Kind::Travel) => return None,
        (Stop::Done, Kind::Explore) => "You have seen all that you can reach here.".into(),
        (Stop::Done, Kind::Rest) => "You are rested.".into(),
        (Stop::Danger(id), _) => {
            let seen = view.creatures().into_iter().find(|sighting| sighting.creature.id == id);
            let who = seen.map(|sighting| names::a_creature(view.content(), sighting.creature.kind));
            format!("You stop: {} comes into sight.", who.unwrap_or_else(|| "danger".into()))
        }
        (Stop::Hurt, _) => "You stop: something hurts you.".into(),
        (Stop::NoWay, _) => "You know no way there.".into(),
        (Stop::NotNow, _) if view.creatures().iter().any(Sighting::is_danger) => {
            "You cannot rest while danger is in sight.".into()
        }
        (Stop::NotNow, _) if view.stats().hunger >= Hunger::Weak => "You are too hungry to rest.".into(),
        (Stop::NotNow, _) => "This is not the time.".into(),
    })
}
