//! The screen for changing settings. Every change is written to the settings file at once.

use super::dialog::{Choose, Dialog, item};
use super::key_list::key_list;
use super::notice::Notice;
use super::{ScreenKind, Transition};
use crate::context::Context;
use crate::keys::Command;
use crate::settings::{Colours, Settings};
use crate::widgets::list::Item;

/// A setting with a few values to choose from.
struct Choice {
    letter: char,
    name: &'static str,
    /// Where it is in the settings file.
    path: &'static [&'static str],
    /// The values as written in the file; two booleans for a switch.
    values: &'static [&'static str],
    current: fn(&Settings) -> &'static str,
}

const SWITCH: &[&str] = &["true", "false"];
const PALETTES: &[&str] = &["standard", "protanopia", "deuteranopia", "tritanopia", "high-contrast"];

const CHOICES: &[Choice] = &[
    Choice {
        letter: 's',
        name: "Keys for walking",
        path: &["scheme"],
        values: &["wasd", "vi"],
        current: |settings| settings.scheme,
    },
    Choice {
        letter: 'p',
        name: "Palette",
        path: &["screen", "palette"],
        values: PALETTES,
        current: |settings| settings.palette.name(),
    },
    Choice {
        letter: 'c',
        name: "Colours",
        path: &["screen", "colours"],
        values: &["auto", "24-bit", "256", "16", "none"],
        current: |settings| Colours::name(settings.colours),
    },
    Choice {
        letter: 'g',
        name: "Glyphs",
        path: &["screen", "glyphs"],
        values: &["auto", "cp437", "ascii"],
        current: |settings| match settings.ascii {
            None => "auto",
            Some(false) => "cp437",
            Some(true) => "ascii",
        },
    },
    Choice {
        letter: 'o',
        name: "Projection",
        path: &["screen", "projection"],
        values: &["top-down", "oblique"],
        current: |settings| if settings.oblique { "oblique" } else { "top-down" },
    },
    Choice {
        letter: 'a',
        name: "Pick up automatically",
        path: &["auto-pickup"],
        values: SWITCH,
        current: |settings| switch(settings.auto_pickup),
    },
    Choice { letter: 'h', name: "Hints", path: &["hints"], values: SWITCH, current: |settings| switch(settings.hints) },
];

const fn switch(on: bool) -> &'static str {
    if on { "true" } else { "false" }
}

/// The settings, with a line selected.
pub(crate) fn settings(context: &Context, selected: usize) -> Dialog {
    let current = &context.console.settings;
    let mut items: Vec<Item<Choose>> = Vec::new();
    for (index, choice) in CHOICES.iter().enumerate() {
        let value = (choice.current)(current);
        let shown = match value {
            "true" => "on",
            "false" => "off",
            other => other,
        };
        let change = move |context: &mut Context| {
            let now = (choice.current)(&context.console.settings);
            let at = choice.values.iter().position(|value| *value == now).unwrap_or(0);
            let next = choice.values[(at + 1) % choice.values.len()];
            let value = if choice.values == SWITCH { (next == "true").into() } else { next.into() };
            match context.change_settings(&[(choice.path, value)]) {
                Ok(()) => Transition::replace(settings(context, index)),
                Err(error) => Transition::open(Notice::new("The settings cannot be changed", error)),
            }
        };
        items.push(item(choice.letter, choice.name, change).right(shown));
    }
    let again = items.len();
    items.push(item('r', "Show all hints again", move |context| {
        context.hints.reset(context.saves.as_ref().ok());
        Transition::replace(settings(context, again))
    }));
    items.push(item('k', "Change keys", |context| Transition::open(key_list(context, 0))));
    let (confirm, cancel) = (context.menu_key(Command::Confirm), context.menu_key(Command::Cancel));
    let introduction = match &context.saves {
        Ok(_) => "All of these, and more, are in settings.toml.".to_owned(),
        Err(_) => "There is no folder for settings: changes last until you quit.".to_owned(),
    };
    let hints = format!("{confirm}: change, {cancel}: back");
    let mut dialog = Dialog { introduction, hints, ..Dialog::new(ScreenKind::Settings, "Settings", items) };
    dialog.list.selected = selected;
    dialog
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::Palette;

    #[test]
    fn every_palette_can_be_chosen() {
        assert_eq!(PALETTES, Palette::ALL.map(Palette::name));
    }

    #[test]
    fn the_current_value_of_every_setting_is_one_of_its_values() {
        let settings = Settings::standard();
        for choice in CHOICES {
            assert!(choice.values.contains(&(choice.current)(&settings)), "{}", choice.name);
        }
    }
}
