//! The screen for changing the keys of commands. A key that is already in use moves only if the player confirms it.

use toml_edit::Value;
use undercroft_mapgen::SourceFile;

use super::confirm::confirm;
use super::dialog::{Choose, Dialog, item};
use super::notice::Notice;
use super::{Screen, ScreenKind, Transition};
use crate::context::Context;
use crate::input::Input;
use crate::keys::{Chord, Command, CommandInfo, Mode};
use crate::layout::{centred, padded};
use crate::settings::{Settings, strings};
use crate::text::wrap;
use crate::widgets::canvas::Canvas;
use crate::widgets::list::Item;

/// The modes whose keys can be changed here.
const MODES: [Mode; 3] = [Mode::Play, Mode::Menus, Mode::Replay];

fn commands() -> impl Iterator<Item = &'static CommandInfo> {
    MODES.into_iter().flat_map(Mode::commands)
}

/// The keys of all commands, with a line selected.
pub(crate) fn key_list(context: &Context, selected: usize) -> Dialog {
    let keys = &context.console.settings.keys;
    let items: Vec<Item<Choose>> = commands()
        .enumerate()
        .map(|(index, info)| {
            let chords: Vec<String> = keys.chords(info.mode, info.command).iter().map(Chord::to_string).collect();
            let text = info.purpose();
            let text = if info.mode == Mode::Play { text } else { format!("{}: {text}", info.mode.heading()) };
            let ask = move |_: &mut Context| Transition::open(AskKey { info, index });
            item(None, text, ask).right(chords.join(" "))
        })
        .collect();
    let [confirm, delete, cancel] =
        [Command::Confirm, Command::Delete, Command::Cancel].map(|command| context.menu_key(command));
    let hints = format!("{confirm}: new key, {delete}: default, {cancel}: back");
    let mut dialog = Dialog { hints, ..Dialog::new(ScreenKind::Keys, "Keys", items) };
    dialog.on_delete = Some(Box::new(|index, context| restore(context, index)));
    dialog.list.selected = selected;
    dialog
}

/// The name of the table in the settings file.
const fn table(mode: Mode, scheme: &'static str) -> &'static str {
    match mode {
        Mode::Play => scheme,
        Mode::Menus => "menus",
        Mode::Replay => "replay",
        Mode::Viewer => "view",
        Mode::Always => "always",
    }
}

/// The keys of a command as the settings file writes them.
fn line(info: &CommandInfo, context: &Context, chords: &[Chord]) -> ([&'static str; 3], Value) {
    let names: Vec<String> = chords.iter().map(Chord::to_string).collect();
    let path = ["keys", table(info.mode, context.console.settings.scheme), info.name];
    (path, strings(names.iter().map(String::as_str)))
}

/// Writes new keys for commands to the settings, and continues with `done`.
fn write(
    context: &mut Context,
    changes: &[(&CommandInfo, Vec<Chord>)],
    done: impl Fn(&Context) -> Transition,
) -> Transition {
    let lines: Vec<([&'static str; 3], Value)> =
        changes.iter().map(|(info, chords)| line(info, context, chords)).collect();
    let lines: Vec<(&[&str], Value)> = lines.iter().map(|(path, value)| (path.as_slice(), value.clone())).collect();
    match context.change_settings(&lines) {
        Ok(()) => done(context),
        Err(error) => Transition::open(Notice::new("The key cannot be changed", error)),
    }
}

/// Makes a key the first one of a command, and takes it from the command that has it now.
fn bind(context: &mut Context, info: &'static CommandInfo, index: usize, chord: Chord) -> Transition {
    let keys = &context.console.settings.keys;
    let mut own = keys.chords(info.mode, info.command).to_vec();
    own.retain(|known| *known != chord);
    own.insert(0, chord);
    let mut changes = Vec::new();
    if let Some(other) = owner(context, info, chord) {
        let left = keys.chords(other.mode, other.command).iter().copied().filter(|known| *known != chord);
        changes.push((other, left.collect()));
    }
    changes.push((info, own));
    write(context, &changes, |context| Transition::ReplaceBelow(Box::new(key_list(context, index))))
}

/// The other command that has a key.
fn owner(context: &Context, info: &CommandInfo, chord: Chord) -> Option<&'static CommandInfo> {
    let command = context.console.settings.keys.command(info.mode, chord)?;
    info.mode.commands().find(|other| other.command == command && other.command != info.command)
}

/// Restores the default keys of a command, except those that another command has taken.
fn restore(context: &mut Context, index: usize) -> Transition {
    let Some(info) = commands().nth(index) else { return Transition::Stay };
    let scheme = format!("scheme = \"{}\"", context.console.settings.scheme);
    let Ok(defaults) = Settings::read(SourceFile::new("settings.toml", &scheme)) else { return Transition::Stay };
    let chords = defaults.keys.chords(info.mode, info.command).iter().copied();
    let free: Vec<Chord> = chords.filter(|chord| owner(context, info, *chord).is_none()).collect();
    write(context, &[(info, free)], |context| Transition::replace(key_list(context, index)))
}

/// Asks for a new key.
#[derive(Debug)]
struct AskKey {
    info: &'static CommandInfo,
    index: usize,
}

impl Screen for AskKey {
    fn kind(&self) -> ScreenKind {
        ScreenKind::AskKey
    }

    fn update(&mut self, input: &Input, context: &mut Context) -> Transition {
        let Input::Key(chord) = *input else { return Transition::Stay };
        if context.menu_command(chord) == Some(Command::Cancel) {
            return Transition::Close;
        }
        let (info, index) = (self.info, self.index);
        match owner(context, info, chord) {
            None => bind(context, info, index, chord),
            Some(other) => {
                let question = format!("`{chord}` is already used for: {}. Use it here instead?", other.purpose());
                let no = format!("No, leave `{chord}` as it is");
                let yes = format!("Yes, use `{chord}` for: {}", info.purpose());
                Transition::replace(confirm(question, no, yes, move |context| bind(context, info, index, chord)))
            }
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let hints = format!("{}: back", context.menu_key(Command::Cancel));
        let text = wrap(&format!("Press the new key for: {}", self.info.purpose()), 50);
        let inside = canvas.draw_box(centred(canvas.area(), 54, text.len() as u16 + 2), "New key", &hints);
        canvas.put_lines(padded(inside), &text, canvas.theme.base());
        canvas.focus(padded(inside), (0, 0));
    }
}
