//! What keys and the mouse do.

use std::path::Path;

use undercroft_export::Overlay;
use undercroft_mapgen::{Recipe, Seed, TuningError};

use super::layout::{Areas, Place};
use super::prompt::{Answer, Prompt, Question};
use super::{Modal, Saved, Target, Viewer, help};
use crate::input::{Input, Pointer};
use crate::keys::{Command, Mode, ViewerCommand};
use crate::widgets::help_page::{HelpPage, Turn};

/// The number of small steps of a value in a large one.
const LARGE_STEP: i64 = 10;

impl Viewer {
    /// Responds to input.
    pub(super) fn respond(&mut self, input: &Input) {
        if let Input::Resize(..) = input {
            self.follow_cursor();
        }
        match (&mut self.modal, input) {
            (Some(Modal::Help(page)), _) => {
                if let Turn::Close = page.update(input, &self.console) {
                    self.modal = None;
                }
            }
            (Some(Modal::Prompt(prompt)), _) => match prompt.update(input) {
                Answer::None => {}
                Answer::Cancelled => self.modal = None,
                Answer::Given(text) => self.answer(&text),
            },
            (None, Input::Key(chord)) => match self.console.settings.keys.command(Mode::Viewer, *chord) {
                Some(Command::Viewer(command)) => {
                    self.notice = None;
                    self.obey(command);
                }
                _ => self.console.debug(format!("unknown key `{chord}` in the viewer")),
            },
            (None, Input::Mouse { column, row, what }) => self.point((*column, *row), *what),
            (None, Input::Tick) if self.playback.is_playing && !self.worker.is_busy() => self.play_on(),
            (None, _) => {}
        }
    }

    fn obey(&mut self, command: ViewerCommand) {
        match command {
            ViewerCommand::Forward => self.step(1),
            ViewerCommand::Back => self.step(-1),
            ViewerCommand::First => self.seek(0),
            ViewerCommand::Last => self.seek(usize::MAX),
            ViewerCommand::Play => self.toggle_play(),
            ViewerCommand::Closer => self.toggle_close(),
            ViewerCommand::NextSeed => self.next_seed(1),
            ViewerCommand::PreviousSeed => self.next_seed(-1),
            ViewerCommand::TypeSeed => self.ask(Question::Seed, &self.seed().to_string()),
            ViewerCommand::NextParameter => self.parameters.select_by(1, &self.request.target),
            ViewerCommand::PreviousParameter => self.parameters.select_by(-1, &self.request.target),
            ViewerCommand::More => self.change_value(1),
            ViewerCommand::Less => self.change_value(-1),
            ViewerCommand::MuchMore => self.change_value(LARGE_STEP),
            ViewerCommand::MuchLess => self.change_value(-LARGE_STEP),
            ViewerCommand::TypeValue => self.ask_value(),
            ViewerCommand::Reset => self.reset(false),
            ViewerCommand::ResetAll => self.reset(true),
            ViewerCommand::Deeper => self.next_depth(1),
            ViewerCommand::Shallower => self.next_depth(-1),
            ViewerCommand::NextOverlay => self.next_overlay(1),
            ViewerCommand::PreviousOverlay => self.next_overlay(-1),
            ViewerCommand::NoOverlay => self.set_overlay(None),
            ViewerCommand::Projection => self.console.oblique = !self.console.oblique,
            ViewerCommand::Point => self.toggle_cursor(),
            ViewerCommand::Up => self.push(0, -1, false),
            ViewerCommand::Down => self.push(0, 1, false),
            ViewerCommand::Left => self.push(-1, 0, false),
            ViewerCommand::Right => self.push(1, 0, false),
            ViewerCommand::FarUp => self.push(0, -1, true),
            ViewerCommand::FarDown => self.push(0, 1, true),
            ViewerCommand::FarLeft => self.push(-1, 0, true),
            ViewerCommand::FarRight => self.push(1, 0, true),
            ViewerCommand::Centre => self.viewport.centre = self.viewport.cursor,
            ViewerCommand::Save => self.ask_name(),
            ViewerCommand::Help => {
                self.modal = Some(Modal::Help(HelpPage::new(
                    &help::TOPIC,
                    &self.console.settings,
                    |_| true,
                    ("", String::new()),
                )));
            }
            ViewerCommand::Cancel => {
                self.playback.is_playing = false;
                self.parameters.refusal = None;
                self.set_cursor(None);
            }
            ViewerCommand::Quit => self.console.requests.quit = true,
        }
    }

    fn step(&mut self, by: isize) {
        self.playback.is_playing = false;
        let index = self.playback.step_by(by);
        self.go_to(index);
    }

    fn seek(&mut self, index: usize) {
        let index = self.playback.seek(index);
        self.go_to(index);
    }

    /// Shows a moment, if there is a timeline.
    fn go_to(&mut self, index: Option<usize>) {
        if let Some(index) = index {
            self.show(index);
        }
    }

    fn seek_step(&mut self, step: usize) {
        self.playback.is_playing = false;
        let index = self.playback.seek_step(step);
        self.go_to(index);
    }

    fn toggle_close(&mut self) {
        self.playback.is_close = !self.playback.is_close;
        let notice = if self.playback.is_close { "Showing the inside of steps." } else { "Showing whole steps." };
        self.notice = Some(notice.into());
        self.rebuild();
    }

    fn toggle_play(&mut self) {
        self.playback.is_playing = !self.playback.is_playing;
        if self.playback.is_playing && self.playback.is_at_end() {
            self.seek(0);
        }
    }

    fn play_on(&mut self) {
        let index = self.playback.step_by(1);
        self.go_to(index);
        self.playback.is_playing = !self.playback.is_at_end();
    }

    fn next_seed(&mut self, by: i64) {
        if !self.request.next_seed(by) {
            self.notice = Some("This is the first seed: no seed comes before a text.".into());
        }
        self.rebuild();
    }

    fn next_depth(&mut self, by: i32) {
        if self.request.next_depth(by) {
            self.rebuild();
        } else {
            self.notice = Some("There are no levels beyond this one.".into());
        }
    }

    fn change_value(&mut self, steps: i64) {
        match self.parameters.next_value(steps) {
            Some(value) => self.set_value(&value).unwrap_or_default(),
            None => self.ask_value(),
        }
    }

    /// Sets the selected parameter. An invalid value changes nothing.
    fn set_value(&mut self, value: &str) -> Result<(), TuningError> {
        let Some(parameter) = self.parameters.selected() else { return Ok(()) };
        let recipe = self.request.target.with(&parameter.path, value);
        self.take_recipe(recipe)
    }

    fn reset(&mut self, all: bool) {
        let Some(parameter) = self.parameters.selected() else { return self.refuse_plan() };
        let recipe = self.request.target.reset(Some(parameter.path.as_str()).filter(|_| !all));
        self.take_recipe(recipe).unwrap_or_default();
    }

    /// Takes a changed recipe, or shows beside the parameter why the change was refused.
    fn take_recipe(&mut self, recipe: Result<Recipe, TuningError>) -> Result<(), TuningError> {
        match recipe {
            Ok(recipe) => {
                self.request.target.replace(recipe);
                self.parameters.reload(&self.request.target);
                self.rebuild();
                Ok(())
            }
            Err(error) => {
                self.parameters.refusal = Some(error.to_string());
                Err(error)
            }
        }
    }

    fn refuse_plan(&mut self) {
        self.notice = Some("A plan cannot be changed: view one of its recipes.".into());
    }

    fn ask(&mut self, question: Question, proposal: &str) {
        self.modal = Some(Modal::Prompt(Prompt::new(question, proposal)));
    }

    fn ask_value(&mut self) {
        let Some(parameter) = self.parameters.selected() else { return self.refuse_plan() };
        let (path, value) = (parameter.path.clone(), parameter.typed());
        self.ask(Question::Value(path), &value);
    }

    fn ask_name(&mut self) {
        let Target::Recipe { changed, .. } = &self.request.target else { return self.refuse_plan() };
        self.ask(Question::FileName, &format!("my-{}.toml", changed.name()));
    }

    /// Takes the answer to the prompt.
    fn answer(&mut self, text: &str) {
        let Some(Modal::Prompt(prompt)) = self.modal.take() else { return };
        match &prompt.question {
            Question::Seed => {
                self.request.set_seed(Seed::from(text));
                self.rebuild();
            }
            Question::Value(_) => {
                if let Err(error) = self.set_value(text) {
                    self.modal = Some(Modal::Prompt(prompt.with_problem(error.to_string())));
                }
            }
            Question::FileName => self.save(&file_name(text), false),
            Question::Replace(name) => self.save(name, true),
        }
    }

    fn save(&mut self, name: &str, replace: bool) {
        let Target::Recipe { changed, .. } = &self.request.target else { return };
        let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = (**changed).clone().called(&stem).to_toml();
        match self.files.save(name, &text, replace) {
            Ok(Saved::Written) => self.notice = Some(format!("Saved as {name}.")),
            Ok(Saved::Exists) => self.ask(Question::Replace(name.to_owned()), ""),
            Err(error) => {
                let prompt = Prompt::new(Question::FileName, name).with_problem(error.to_string());
                self.modal = Some(Modal::Prompt(prompt));
            }
        }
    }

    fn next_overlay(&mut self, by: isize) {
        // No overlay comes before the first.
        let count = Overlay::ALL.len() as isize + 1;
        let now = Overlay::ALL.iter().position(|known| Some(*known) == self.inspection.overlay);
        let next = (now.map_or(0, |index| index as isize + 1) + by).rem_euclid(count) as usize;
        self.set_overlay(next.checked_sub(1).map(|index| Overlay::ALL[index]));
    }

    fn set_overlay(&mut self, overlay: Option<Overlay>) {
        self.inspection.overlay = overlay;
        self.inspect();
    }

    fn point(&mut self, place: (u16, u16), what: Pointer) {
        let cell = self.cell_at(place);
        let line = self.sections(Areas::of(self.console.screen).panel).place(self, place);
        match (what, line) {
            (Pointer::Hover, _) => self.viewport.hover = cell,
            (Pointer::Left, Some(Place::Step(step))) => self.seek_step(step),
            (Pointer::Left, Some(Place::Parameter(index))) => self.parameters.select(index, &self.request.target),
            (Pointer::Left, None) if cell.is_some() => self.set_cursor(cell),
            (Pointer::Left, None) => {}
            (Pointer::Right, _) => self.set_cursor(None),
            (Pointer::WheelUp | Pointer::WheelDown, line) => {
                let by = if what == Pointer::WheelUp { -1 } else { 1 };
                match line {
                    Some(Place::Step(_)) => self.step(by),
                    Some(Place::Parameter(_)) => self.parameters.select_by(by, &self.request.target),
                    None => self.push_map(0, by as i32, false),
                }
            }
        }
    }
}

/// The name of a recipe file, with the extension added if it is missing.
fn file_name(typed: &str) -> String {
    let typed = typed.trim();
    if typed.ends_with(".toml") { typed.to_owned() } else { format!("{typed}.toml") }
}
