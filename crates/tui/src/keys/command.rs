//! The table of all commands: the help, the settings and the screens go by it.

use undercroft_game::Direction;

use super::viewer::{VIEWER_COMMANDS, ViewerCommand};

/// A mode of input. Each has key bindings of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// Every mode.
    Always,
    /// Playing.
    Play,
    /// Lists, cursors and boxes.
    Menus,
    /// Watching a replay.
    Replay,
    /// Viewing levels.
    Viewer,
}

/// A command that a key can give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the table below says what each does")]
pub enum Command {
    Leave,
    Suspend,
    Redraw,

    Move(Direction),
    Wait,
    Rest,
    Explore,
    Travel,
    TravelUp,
    TravelDown,
    Climb,
    Descend,
    Kick,
    Jump,
    Close,
    Interact,
    PickUp,
    Inventory,
    Use,
    Equip,
    Throw,
    Drop,
    Buy,
    Improve,
    Look,
    History,
    Map,
    Help,
    Menu,
    Quit,

    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
    Confirm,
    Cancel,
    Next,
    Previous,

    Pause,
    Step,
    Faster,
    Slower,
    Start,
    End,
    LeaveReplay,

    Viewer(ViewerCommand),
}

/// A line of the table of commands.
#[derive(Clone, Copy, Debug)]
pub struct CommandInfo {
    /// The command.
    pub command: Command,
    /// The mode in which it can be given.
    pub mode: Mode,
    /// Its name in the settings file.
    pub name: &'static str,
    /// Its description in the help.
    pub help: &'static str,
}

pub(super) const fn info(mode: Mode, command: Command, name: &'static str, help: &'static str) -> CommandInfo {
    CommandInfo { command, mode, name, help }
}

/// All commands of the game, in the order of its help.
pub const COMMANDS: &[CommandInfo] = &[
    info(Mode::Play, Command::Move(Direction::North), "north", "walk, open or attack to the north"),
    info(Mode::Play, Command::Move(Direction::West), "west", "… to the west"),
    info(Mode::Play, Command::Move(Direction::South), "south", "… to the south"),
    info(Mode::Play, Command::Move(Direction::East), "east", "… to the east"),
    info(Mode::Play, Command::Move(Direction::NorthWest), "north-west", "… to the north-west"),
    info(Mode::Play, Command::Move(Direction::NorthEast), "north-east", "… to the north-east"),
    info(Mode::Play, Command::Move(Direction::SouthWest), "south-west", "… to the south-west"),
    info(Mode::Play, Command::Move(Direction::SouthEast), "south-east", "… to the south-east"),
    info(Mode::Play, Command::Climb, "climb", "climb the stairs you are standing on"),
    info(Mode::Play, Command::Descend, "descend", "descend the stairs you are standing on"),
    info(Mode::Play, Command::Wait, "wait", "wait a turn"),
    info(Mode::Play, Command::Rest, "rest", "rest until healed or disturbed"),
    info(Mode::Play, Command::Explore, "explore", "explore automatically, picking up items"),
    info(Mode::Play, Command::Travel, "travel", "travel to a place of your choice"),
    info(Mode::Play, Command::TravelUp, "travel-up", "travel to the nearest known stairs up"),
    info(Mode::Play, Command::TravelDown, "travel-down", "travel to the nearest known stairs down"),
    info(Mode::Play, Command::PickUp, "pick-up", "pick up what lies here"),
    info(Mode::Play, Command::Inventory, "inventory", "open your pack"),
    info(Mode::Play, Command::Use, "use", "eat, drink, read or zap something"),
    info(Mode::Play, Command::Equip, "equip", "wield or wear something, or take it off"),
    info(Mode::Play, Command::Throw, "throw", "throw something"),
    info(Mode::Play, Command::Drop, "drop", "drop something"),
    info(Mode::Play, Command::Kick, "kick", "kick something next to you"),
    info(Mode::Play, Command::Jump, "jump", "jump into a pit next to you"),
    info(Mode::Play, Command::Close, "close", "close a door next to you"),
    info(Mode::Play, Command::Interact, "interact", "open a chest, or use what is here"),
    info(Mode::Play, Command::Buy, "buy", "see what is for sale here"),
    info(Mode::Play, Command::Improve, "improve", "choose an improvement after a level-up"),
    info(Mode::Play, Command::Look, "look", "look around"),
    info(Mode::Play, Command::Map, "map", "show the whole map so far"),
    info(Mode::Play, Command::History, "history", "read earlier messages"),
    info(Mode::Play, Command::Help, "help", "show this help"),
    info(Mode::Play, Command::Menu, "menu", "open the menu"),
    info(Mode::Play, Command::Quit, "quit", "save and return to the title"),
    info(Mode::Menus, Command::Up, "up", "one line up"),
    info(Mode::Menus, Command::Down, "down", "one line down"),
    info(Mode::Menus, Command::PageUp, "page-up", "one page up"),
    info(Mode::Menus, Command::PageDown, "page-down", "one page down"),
    info(Mode::Menus, Command::First, "first", "first line"),
    info(Mode::Menus, Command::Last, "last", "last line"),
    info(Mode::Menus, Command::Next, "next", "next field or target"),
    info(Mode::Menus, Command::Previous, "previous", "previous field or target"),
    info(Mode::Menus, Command::Confirm, "confirm", "choose it"),
    info(Mode::Menus, Command::Cancel, "cancel", "go back"),
    info(Mode::Replay, Command::Pause, "pause", "pause or resume"),
    info(Mode::Replay, Command::Step, "step", "show one action"),
    info(Mode::Replay, Command::Faster, "faster", "twice as fast"),
    info(Mode::Replay, Command::Slower, "slower", "half as fast"),
    info(Mode::Replay, Command::Start, "start", "jump to the start"),
    info(Mode::Replay, Command::End, "end", "jump to the end"),
    info(Mode::Replay, Command::LeaveReplay, "leave", "leave the replay"),
    info(Mode::Always, Command::Leave, "leave", "save and quit"),
    info(Mode::Always, Command::Suspend, "suspend", "suspend to the shell"),
    info(Mode::Always, Command::Redraw, "redraw", "redraw the screen"),
];

impl Mode {
    /// The modes of the game, in the order of its help.
    pub const GAME: [Self; 4] = [Self::Play, Self::Menus, Self::Replay, Self::Always];

    /// Its heading in the help.
    #[must_use]
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Always => "Everywhere",
            Self::Play => "Playing",
            Self::Menus => "Lists and cursors",
            Self::Replay => "Replays",
            Self::Viewer => "Viewing levels",
        }
    }

    /// Its commands, in the order of the help.
    pub fn commands(self) -> impl Iterator<Item = &'static CommandInfo> + Clone {
        COMMANDS.iter().chain(VIEWER_COMMANDS).filter(move |info| info.mode == self)
    }
}
