//! What keys and the mouse do.

use undercroft_export::Overlay;
use undercroft_mapgen::{Point, Seed};

use super::film::Wanted;
use super::help;
use super::layout::{Areas, Place};
use super::prompt::{Answer, Prompt, Purpose};
use super::{Saved, Subject, Viewer};
use crate::input::{Input, Pointer};
use crate::keys::{Command, Context, ViewCommand};

/// How many small steps make a large one.
const LARGE_STEP: i64 = 10;
/// How many cells the map moves at once, and far.
const NEAR: i32 = 2;
const FAR: i32 = 16;

impl Viewer {
    /// Does what is asked for.
    pub(super) fn obey_input(&mut self, input: &Input) {
        if let Some(help) = &mut self.help {
            if help::turn(help, input, &self.settings.keys, self.screen) {
                self.help = None;
            }
            return;
        }
        if let Some(prompt) = &mut self.prompt {
            match prompt.update(input) {
                Answer::None => {}
                Answer::Left => self.prompt = None,
                Answer::Given(text) => self.answer(&text),
            }
            return;
        }
        match input {
            Input::Key(chord) => match self.settings.keys.command(Context::View, *chord) {
                Some(Command::View(command)) => {
                    self.notice = None;
                    self.obey(command);
                }
                _ => self.debug.push(format!("unknown key `{chord}` in the viewer")),
            },
            Input::Mouse { column, row, what } => self.point((*column, *row), *what),
            Input::Tick if self.is_playing && !self.is_working() => self.play_on(),
            _ => {}
        }
    }

    fn obey(&mut self, command: ViewCommand) {
        match command {
            ViewCommand::Forward => self.step(1),
            ViewCommand::Back => self.step(-1),
            ViewCommand::First => self.go_to(0),
            ViewCommand::Last => self.go_to(usize::MAX),
            ViewCommand::Play => self.play(),
            ViewCommand::Closer => self.look_closer(),
            ViewCommand::NextSeed => self.leaf(1),
            ViewCommand::PreviousSeed => self.leaf(-1),
            ViewCommand::TypeSeed => self.prompt = Some(Prompt::new(Purpose::Seed, &self.seed().to_string())),
            ViewCommand::NextParameter => self.select(1),
            ViewCommand::PreviousParameter => self.select(-1),
            ViewCommand::More => self.change(1),
            ViewCommand::Less => self.change(-1),
            ViewCommand::MuchMore => self.change(LARGE_STEP),
            ViewCommand::MuchLess => self.change(-LARGE_STEP),
            ViewCommand::TypeValue => self.ask_value(),
            ViewCommand::Reset => self.reset(false),
            ViewCommand::ResetAll => self.reset(true),
            ViewCommand::Deeper => self.dive(1),
            ViewCommand::Shallower => self.dive(-1),
            ViewCommand::NextOverlay => self.turn_overlay(1),
            ViewCommand::PreviousOverlay => self.turn_overlay(-1),
            ViewCommand::NoOverlay => self.set_overlay(None),
            ViewCommand::Point => self.toggle_cursor(),
            ViewCommand::Up => self.push(0, -1, false),
            ViewCommand::Down => self.push(0, 1, false),
            ViewCommand::Left => self.push(-1, 0, false),
            ViewCommand::Right => self.push(1, 0, false),
            ViewCommand::FarUp => self.push(0, -1, true),
            ViewCommand::FarDown => self.push(0, 1, true),
            ViewCommand::FarLeft => self.push(-1, 0, true),
            ViewCommand::FarRight => self.push(1, 0, true),
            ViewCommand::Centre => self.middle = self.cursor,
            ViewCommand::Save => self.ask_name(),
            ViewCommand::Help => self.help = Some(help::page(&self.settings)),
            ViewCommand::Cancel => {
                self.is_playing = false;
                self.refused = None;
                self.set_cursor(None);
            }
            ViewCommand::Quit => self.wishes.leave = true,
        }
    }

    fn step(&mut self, by: isize) {
        self.is_playing = false;
        self.go_to(self.shown.saturating_add_signed(by));
    }

    fn go_to(&mut self, index: usize) {
        let Some(film) = &self.film else { return };
        let index = index.min(film.last());
        let shot = &film.shots[index];
        self.goal = match shot.part {
            _ if index == film.last() => Wanted::Last,
            None => Wanted::Step(shot.step),
            Some(_) => Wanted::Shot(index),
        };
        self.show(index);
    }

    /// Shows what goes on inside steps, or whole steps only.
    fn look_closer(&mut self) {
        self.is_close = !self.is_close;
        self.notice =
            Some(if self.is_close { "Steps are shown from inside." } else { "Whole steps are shown." }.into());
        self.make();
    }

    fn play(&mut self) {
        self.is_playing = !self.is_playing;
        let is_over = self.film.as_ref().is_none_or(|film| self.shown >= film.last());
        if self.is_playing && is_over {
            self.go_to(0);
        }
    }

    fn play_on(&mut self) {
        self.go_to(self.shown + 1);
        self.is_playing = self.film.as_ref().is_some_and(|film| self.shown < film.last());
    }

    /// To another seed, so many after this one.
    fn leaf(&mut self, by: i64) {
        let is_text = self.first_seed.to_string().parse::<u64>().is_err();
        match self.after.checked_add_signed(by) {
            None if is_text => self.notice = Some("There is no seed before a text that was typed.".into()),
            Some(after) => self.after = after,
            // Numbers go around.
            None => self.after = self.after.wrapping_add_signed(by),
        }
        self.make();
    }

    fn dive(&mut self, by: i32) {
        let deepest = match &self.subject {
            Subject::Plan(plan) => plan.levels().map_or(u32::MAX, |levels| levels.saturating_sub(1)),
            Subject::Recipe { .. } => u32::MAX,
        };
        match self.depth.checked_add_signed(by).filter(|depth| *depth <= deepest) {
            Some(depth) => {
                self.depth = depth;
                self.make();
            }
            None => self.notice = Some("There is no level beyond this one.".into()),
        }
    }

    pub(super) fn select(&mut self, by: isize) {
        let count = self.parameters.len() as isize;
        if count > 0 {
            self.select_at((self.selected as isize + by).rem_euclid(count) as usize);
        }
    }

    fn select_at(&mut self, index: usize) {
        if index < self.parameters.len() {
            self.selected = index;
            self.refused = None;
            self.find_range();
        }
    }

    fn change(&mut self, steps: i64) {
        let Some(parameter) = self.parameters.get(self.selected) else { return self.refuse_plan() };
        let next = self.range.as_ref().zip(parameter.value.as_ref()).and_then(|(range, now)| range.next(now, steps));
        match next {
            Some(value) => drop(self.set(&value)),
            None => self.ask_value(),
        }
    }

    /// Gives the selected parameter a value; where that makes no sense, everything stays as it is.
    fn set(&mut self, value: &str) -> Result<(), String> {
        let Some(parameter) = self.parameters.get(self.selected) else { return Ok(()) };
        match self.subject.with(&parameter.path, value) {
            Ok(recipe) => self.take_recipe(recipe),
            Err(problem) => {
                self.refused = Some(problem.clone());
                return Err(problem);
            }
        }
        Ok(())
    }

    fn take_recipe(&mut self, recipe: undercroft_mapgen::Recipe) {
        self.subject.take(recipe);
        self.refused = None;
        self.read_parameters();
        self.make();
    }

    /// Says that what was asked for can only be done with a recipe.
    fn refuse_plan(&mut self) {
        self.notice = Some("A plan is only looked at: view one of its recipes.".into());
    }

    fn reset(&mut self, all: bool) {
        if self.parameters.is_empty() {
            return self.refuse_plan();
        }
        let path = self.parameters.get(self.selected).map(|parameter| parameter.path.as_str()).filter(|_| !all);
        match self.subject.reset(path) {
            Ok(recipe) => self.take_recipe(recipe),
            Err(problem) => self.refused = Some(problem),
        }
    }

    fn ask_value(&mut self) {
        let Some(parameter) = self.parameters.get(self.selected) else { return self.refuse_plan() };
        self.prompt = Some(Prompt::new(Purpose::Value(parameter.path.clone()), &parameter.typed()));
    }

    fn ask_name(&mut self) {
        let Subject::Recipe { changed, .. } = &self.subject else { return self.refuse_plan() };
        self.prompt = Some(Prompt::new(Purpose::Save, &format!("my-{}.toml", changed.name())));
    }

    /// Takes what was typed.
    fn answer(&mut self, text: &str) {
        let Some(prompt) = self.prompt.take() else { return };
        match &prompt.purpose {
            Purpose::Seed => {
                (self.first_seed, self.after) = (Seed::from(text), 0);
                self.make();
            }
            Purpose::Value(_) => {
                if let Err(problem) = self.set(text) {
                    self.prompt = Some(prompt.with_problem(problem));
                }
            }
            Purpose::Save => self.save(&file_name(text), false),
            Purpose::Replace(name) => self.save(&name.clone(), true),
        }
    }

    fn save(&mut self, name: &str, replace: bool) {
        let Subject::Recipe { changed, .. } = &self.subject else { return };
        let stem = std::path::Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = (**changed).clone().called(&stem).to_toml();
        match self.files.save(name, &text, replace) {
            Saved::Written => self.notice = Some(format!("Saved as {name}.")),
            Saved::Exists => self.prompt = Some(Prompt::new(Purpose::Replace(name.to_owned()), "")),
            Saved::Failed(problem) => {
                self.prompt = Some(Prompt::new(Purpose::Save, name).with_problem(problem));
            }
        }
    }

    fn turn_overlay(&mut self, by: isize) {
        // None is one of them, before the first.
        let all = Overlay::ALL.len() as isize + 1;
        let now = self.overlay.and_then(|now| Overlay::ALL.iter().position(|known| *known == now));
        let next = (now.map_or(0, |index| index as isize + 1) + by).rem_euclid(all) as usize;
        self.set_overlay(next.checked_sub(1).map(|index| Overlay::ALL[index]));
    }

    fn set_overlay(&mut self, overlay: Option<Overlay>) {
        self.overlay = overlay;
        self.look();
    }

    fn toggle_cursor(&mut self) {
        let middle = self.middle.or_else(|| self.usual_middle());
        let start = self.frame.as_deref().and_then(|frame| Some(frame.world(frame.start?)));
        let at = if self.middle.is_some() { middle } else { start.or(middle) };
        self.set_cursor(if self.cursor.is_some() { None } else { at });
        self.follow_cursor();
    }

    /// Moves the map where what is pointed at would not be seen.
    pub(super) fn follow_cursor(&mut self) {
        let camera = self.camera(Areas::of(self.screen).map);
        if let (Some(at), Some(camera)) = (self.cursor, camera)
            && camera.screen(at).is_none()
        {
            self.middle = Some(at);
        }
    }

    fn set_cursor(&mut self, at: Option<Point>) {
        if at != self.cursor {
            self.cursor = at;
            if self.overlay == Some(Overlay::Sight) {
                self.look();
            }
        }
    }

    /// Moves what is pointed at, or the map.
    fn push(&mut self, x: i32, y: i32, far: bool) {
        let Some(bounds) = self.bounds() else { return };
        if let Some(at) = self.cursor {
            let by = if far { FAR / 2 } else { 1 };
            let at = Point::new(
                at.x.saturating_add(x * by).clamp(bounds.x, bounds.right() - 1),
                at.y.saturating_add(y * by).clamp(bounds.y, bounds.bottom() - 1),
            );
            self.set_cursor(Some(at));
            return self.follow_cursor();
        }
        let by = if far { FAR } else { NEAR };
        // From where the map really is, so that nothing has to be taken back at the edge.
        let Some(camera) = self.camera(Areas::of(self.screen).map) else { return };
        let half = |cells: u16| i32::from(cells / 2);
        let middle = Point::new(camera.corner.x + half(camera.area.width), camera.corner.y + half(camera.area.height));
        self.middle = Some(Point::new(middle.x + x * by, middle.y + y * by));
    }

    fn point(&mut self, (column, row): (u16, u16), what: Pointer) {
        let areas = Areas::of(self.screen);
        let cell = self.camera(areas.map).and_then(|camera| camera.world(column, row));
        let cell = cell.filter(|at| self.bounds().is_some_and(|all| all.contains(*at)));
        let place = self.sections(areas.panel).place(self, (column, row));
        match (what, place) {
            (Pointer::Hover, _) => self.hover = cell,
            (Pointer::Left, Some(Place::Step(step))) => {
                let index = self.film.as_ref().map_or(0, |film| film.end_of(step));
                self.is_playing = false;
                self.go_to(index);
            }
            (Pointer::Left, Some(Place::Parameter(index))) => self.select_at(index),
            (Pointer::Left, None) if cell.is_some() => self.set_cursor(cell),
            (Pointer::Right, _) => self.set_cursor(None),
            (Pointer::WheelUp, Some(Place::Step(_))) => self.step(-1),
            (Pointer::WheelDown, Some(Place::Step(_))) => self.step(1),
            (Pointer::WheelUp, Some(Place::Parameter(_))) => self.select(-1),
            (Pointer::WheelDown, Some(Place::Parameter(_))) => self.select(1),
            (Pointer::WheelUp, None) => self.wheel(-1),
            (Pointer::WheelDown, None) => self.wheel(1),
            _ => {}
        }
    }

    fn wheel(&mut self, by: i32) {
        let cursor = self.cursor.take();
        self.push(0, by, false);
        self.cursor = cursor;
    }
}

/// The name of a recipe's file: with the ending by which it is known.
fn file_name(typed: &str) -> String {
    let typed = typed.trim();
    if typed.ends_with(".toml") { typed.to_owned() } else { format!("{typed}.toml") }
}
