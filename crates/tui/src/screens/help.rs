//! The help: the keys, and how the game works.

use undercroft_game::{Ability, View};

use super::{Screen, ScreenKind, Transition};
use crate::context::Context;
use crate::input::Input;
use crate::keys::{Command, Mode};
use crate::widgets::canvas::Canvas;
use crate::widgets::help_page::{HelpPage, Topic, Turn};

const TOPIC: Topic = Topic {
    introduction: "Find what you came for, and get out alive. Walk into things to use them: doors open, enemies are \
attacked. Places you have seen stay on the map, dimmed. Eat when you are hungry, rest when you are hurt, and look at strange \
things before you touch them. Every turn is saved, and death is final.",
    modes: &Mode::GAME,
    closed_by: &[(Mode::Play, Command::Help)],
    keys: 20,
    mouse: &[
        ("left click", "travel there, attack an enemy next to you, choose a line"),
        ("click on yourself", "pick up what lies here, or take the stairs"),
        ("right click", "look there; go back"),
        ("hover", "describe the cell below the log"),
        ("wheel", "scroll the log and lists"),
    ],
};

/// The help.
#[derive(Debug)]
pub(crate) struct Help {
    page: HelpPage,
    /// Whether the page is the guide rather than the keys.
    is_guide: bool,
}

impl Help {
    /// The keys.
    pub(crate) fn new(context: &Context) -> Self {
        let is_possible = |command| context.view().is_none_or(|view| is_possible(&view, command));
        let next = ("how the game works", context.menu_key(Command::Next));
        Self { page: HelpPage::new(&TOPIC, &context.console.settings, is_possible, next), is_guide: false }
    }

    /// How the game works.
    pub(crate) fn guide(context: &Context) -> Self {
        let next = ("keys", context.menu_key(Command::Next));
        let page = HelpPage::text(&guide(context), TOPIC.closed_by, &context.console.settings, next);
        Self { page, is_guide: true }
    }
}

/// Whether this hero has the ability that a command needs.
fn is_possible(view: &View<'_>, command: Command) -> bool {
    let can = |ability| view.abilities().contains(&ability);
    match command {
        Command::Kick => can(Ability::Kick),
        Command::Close => can(Ability::Open),
        Command::Climb | Command::TravelUp => can(Ability::Climb),
        Command::Descend | Command::TravelDown => can(Ability::Descend),
        _ => true,
    }
}

/// How the game works: the rules, and what the terminal shows.
fn guide(context: &Context) -> Vec<(&'static str, String)> {
    let mut pages = undercroft_game::guide(&context.resources.content);
    if context.view().is_some_and(|view| !is_possible(&view, Command::Kick)) {
        pages.retain(|(heading, _)| *heading != "Kicking");
    }
    pages.extend([
        (
            "The sidebar",
            "Below an enemy, →5 76% means that you need about 5 hits and hit 76% of the time; ←10 80% means the same for \
             the enemy. The bars above show your hit points, your experience towards the next level, and your food."
                .into(),
        ),
        (
            "Without the map",
            "The log describes everything that happens. The list of what is in sight gives directions and distances, and \
             takes you to whatever you choose. The terminal's cursor follows the focus."
                .into(),
        ),
    ]);
    pages
}

impl Screen for Help {
    fn kind(&self) -> ScreenKind {
        ScreenKind::Help
    }

    fn update(&mut self, input: &Input, context: &mut Context) -> Transition {
        if let Input::Key(chord) = input
            && context.menu_command(*chord) == Some(Command::Next)
        {
            return Transition::replace(if self.is_guide { Self::new(context) } else { Self::guide(context) });
        }
        match self.page.update(input, &context.console) {
            Turn::Close => Transition::Close,
            Turn::Unknown => Transition::UnknownKey,
            Turn::Stay => Transition::Stay,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _context: &Context) {
        self.page.draw(canvas);
    }
}
