//! The table of all commands, which the help, the settings and the screens use.

use undercroft_game::Direction;

use super::viewer::{VIEWER_COMMANDS, ViewerCommand};

/// A mode of input. Each has its own key bindings.
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

impl CommandInfo {
    /// Its description on its own: "walk to the east", where the help has "… to the east" below another line.
    pub(crate) fn purpose(&self) -> String {
        let verb = if self.mode == Mode::Viewer { "move the map, or the cursor," } else { "walk" };
        self.help.strip_prefix("… ").map_or_else(|| self.help.into(), |rest| format!("{verb} {rest}"))
    }
}

/// Defines the commands and their table, in the order of the help.
macro_rules! commands {
    ($($mode:ident { $($command:ident $name:literal $help:literal)* })*) => {
        /// A command that a key can give.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the table below describes them")]
        pub enum Command {
            Move(Direction),
            $($($command,)*)*
            Viewer(ViewerCommand),
        }

        /// All commands of the game, in the order of its help.
        pub const COMMANDS: &[CommandInfo] = &[
            step(Direction::North, "north", "walk, open or attack to the north"),
            step(Direction::West, "west", "… to the west"),
            step(Direction::South, "south", "… to the south"),
            step(Direction::East, "east", "… to the east"),
            step(Direction::NorthWest, "north-west", "… to the north-west"),
            step(Direction::NorthEast, "north-east", "… to the north-east"),
            step(Direction::SouthWest, "south-west", "… to the south-west"),
            step(Direction::SouthEast, "south-east", "… to the south-east"),
            $($(CommandInfo { command: Command::$command, mode: Mode::$mode, name: $name, help: $help },)*)*
        ];
    };
}

const fn step(direction: Direction, name: &'static str, help: &'static str) -> CommandInfo {
    CommandInfo { command: Command::Move(direction), mode: Mode::Play, name, help }
}

commands! {
    Play {
        Climb "climb" "climb the stairs, or travel to the nearest known ones"
        Descend "descend" "descend the stairs, or travel to the nearest known ones"
        Wait "wait" "wait a turn"
        Rest "rest" "rest until healed or disturbed"
        Search "search" "search for hidden doors nearby"
        Explore "explore" "explore automatically, picking up items"
        Travel "travel" "travel to a place of your choice"
        TravelUp "travel-up" "travel to the nearest known stairs up"
        TravelDown "travel-down" "travel to the nearest known stairs down"
        Follow "follow" "go where the sidebar points"
        PickUp "pick-up" "pick up what lies here"
        Inventory "inventory" "open your pack"
        Use "use" "eat, drink, read or zap something"
        Equip "equip" "wield or wear something, or take it off"
        Throw "throw" "throw something"
        Drop "drop" "drop something"
        Kick "kick" "kick something next to you"
        Jump "jump" "jump into a pit next to you"
        Close "close" "close a door next to you"
        Interact "interact" "open a chest, or use what is here"
        Buy "buy" "see what is for sale here"
        Improve "improve" "choose an improvement after a level-up"
        Look "look" "look around"
        Sights "sights" "list what is in sight, to travel there"
        Legend "legend" "explain the glyphs on this level"
        Map "map" "show the whole map so far"
        History "history" "read earlier messages"
        Projection "projection" "show the fronts of walls, or look straight down"
        Settings "settings" "change settings and keys"
        Help "help" "show this help"
        Menu "menu" "open the menu"
        Quit "quit" "save and return to the title"
    }
    Menus {
        Up "up" "one line up"
        Down "down" "one line down"
        PageUp "page-up" "one page up"
        PageDown "page-down" "one page down"
        First "first" "first line"
        Last "last" "last line"
        Next "next" "next field or target"
        Previous "previous" "previous field or target"
        Confirm "confirm" "choose the selected line"
        Cancel "cancel" "go back"
        Delete "delete" "delete what is selected"
    }
    Replay {
        Pause "pause" "pause or resume"
        Step "step" "show one action"
        StepBack "step-back" "go back one action"
        Faster "faster" "twice as fast"
        Slower "slower" "half as fast"
        Start "start" "jump to the start"
        End "end" "jump to the end"
        LeaveReplay "leave" "leave the replay"
    }
    Always {
        Leave "leave" "save and quit"
        Suspend "suspend" "suspend to the shell"
        Redraw "redraw" "redraw the screen"
    }
}

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
