//! The table of all that keys can ask for: the help, the settings and the screens go by it.

use undercroft_game::Direction;

use super::viewing::{VIEWING, ViewCommand};

/// Where a key has its meaning. Each has keys of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Context {
    /// Everywhere.
    Always,
    /// While playing.
    Play,
    /// In lists, cursors and boxes.
    Menus,
    /// While a replay is shown.
    Replay,
    /// While levels are looked at.
    View,
}

/// What a key can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    View(ViewCommand),
}

/// A line of the table.
#[derive(Clone, Copy, Debug)]
pub struct CommandInfo {
    /// Which.
    pub command: Command,
    /// Where it has its meaning.
    pub context: Context,
    /// What the settings call it.
    pub name: &'static str,
    /// What the help says of it.
    pub help: &'static str,
}

pub(super) const fn line(context: Context, command: Command, name: &'static str, help: &'static str) -> CommandInfo {
    CommandInfo { command, context, name, help }
}

/// All that keys can ask for in the game, in the order of the help.
pub const COMMANDS: &[CommandInfo] = &[
    line(Context::Play, Command::Move(Direction::North), "north", "go, open or attack to the north"),
    line(Context::Play, Command::Move(Direction::West), "west", "to the west"),
    line(Context::Play, Command::Move(Direction::South), "south", "to the south"),
    line(Context::Play, Command::Move(Direction::East), "east", "to the east"),
    line(Context::Play, Command::Move(Direction::NorthWest), "north-west", "to the north-west"),
    line(Context::Play, Command::Move(Direction::NorthEast), "north-east", "to the north-east"),
    line(Context::Play, Command::Move(Direction::SouthWest), "south-west", "to the south-west"),
    line(Context::Play, Command::Move(Direction::SouthEast), "south-east", "to the south-east"),
    line(Context::Play, Command::Climb, "climb", "go up the stairs you stand on"),
    line(Context::Play, Command::Descend, "descend", "go down the stairs you stand on"),
    line(Context::Play, Command::Wait, "wait", "wait a turn"),
    line(Context::Play, Command::Rest, "rest", "rest until healed, or until danger comes"),
    line(Context::Play, Command::Explore, "explore", "explore on your own, and pick up what lies about"),
    line(Context::Play, Command::Travel, "travel", "travel to a place that you point at"),
    line(Context::Play, Command::TravelUp, "travel-up", "travel to the nearest stairs up that you know"),
    line(Context::Play, Command::TravelDown, "travel-down", "travel to the nearest stairs down that you know"),
    line(Context::Play, Command::PickUp, "pick-up", "pick up what lies here"),
    line(Context::Play, Command::Inventory, "inventory", "look into your pack"),
    line(Context::Play, Command::Use, "use", "eat, drink, read or point something"),
    line(Context::Play, Command::Equip, "equip", "wield or put on something, or put it away"),
    line(Context::Play, Command::Throw, "throw", "throw something"),
    line(Context::Play, Command::Drop, "drop", "put something down"),
    line(Context::Play, Command::Kick, "kick", "kick what stands beside you"),
    line(Context::Play, Command::Jump, "jump", "jump into a pit beside you"),
    line(Context::Play, Command::Close, "close", "shut a door beside you"),
    line(Context::Play, Command::Interact, "interact", "open a chest, or set off what is here"),
    line(Context::Play, Command::Buy, "buy", "see what can be bought here"),
    line(Context::Play, Command::Improve, "improve", "choose what to be better at, after a new level"),
    line(Context::Play, Command::Look, "look", "look around"),
    line(Context::Play, Command::Map, "map", "see all of the level that you know"),
    line(Context::Play, Command::History, "history", "read what was said before"),
    line(Context::Play, Command::Help, "help", "this help"),
    line(Context::Play, Command::Menu, "menu", "the menu"),
    line(Context::Play, Command::Quit, "quit", "save the game and go back to the title"),
    line(Context::Menus, Command::Up, "up", "the line above"),
    line(Context::Menus, Command::Down, "down", "the line below"),
    line(Context::Menus, Command::PageUp, "page-up", "a page up"),
    line(Context::Menus, Command::PageDown, "page-down", "a page down"),
    line(Context::Menus, Command::First, "first", "the first line"),
    line(Context::Menus, Command::Last, "last", "the last line"),
    line(Context::Menus, Command::Next, "next", "the next field or target"),
    line(Context::Menus, Command::Previous, "previous", "the field or target before"),
    line(Context::Menus, Command::Confirm, "confirm", "take it"),
    line(Context::Menus, Command::Cancel, "cancel", "go back"),
    line(Context::Replay, Command::Pause, "pause", "stop, or go on"),
    line(Context::Replay, Command::Step, "step", "one action"),
    line(Context::Replay, Command::Faster, "faster", "twice as fast"),
    line(Context::Replay, Command::Slower, "slower", "half as fast"),
    line(Context::Replay, Command::Start, "start", "to the start"),
    line(Context::Replay, Command::End, "end", "to the end"),
    line(Context::Replay, Command::LeaveReplay, "leave", "leave the replay"),
    line(Context::Always, Command::Leave, "leave", "leave; a game is saved"),
    line(Context::Always, Command::Suspend, "suspend", "suspend, back to the shell"),
    line(Context::Always, Command::Redraw, "redraw", "draw the screen anew"),
];

impl Context {
    /// What the settings call its keys; those for playing have two schemes.
    #[must_use]
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Always => "Always",
            Self::Play => "Playing",
            Self::Menus => "Lists and cursors",
            Self::Replay => "Replays",
            Self::View => "Viewing",
        }
    }

    /// Those of the game, in the order of its help.
    pub const OF_THE_GAME: [Self; 4] = [Self::Play, Self::Menus, Self::Replay, Self::Always];

    /// Its lines of the table.
    pub fn commands(self) -> impl Iterator<Item = &'static CommandInfo> + Clone {
        COMMANDS.iter().chain(VIEWING).filter(move |info| info.context == self)
    }
}
