//! The commands of the level viewer.

use super::command::{Command, CommandInfo, Mode};

/// Defines the commands and their table, in the order of the help.
macro_rules! commands {
    ($($command:ident $name:literal $help:literal)*) => {
        /// A command of the level viewer.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the table below describes them")]
        pub enum ViewerCommand {
            $($command,)*
        }

        /// All commands of the level viewer, in the order of its help.
        pub const VIEWER_COMMANDS: &[CommandInfo] = &[$(CommandInfo {
            command: Command::Viewer(ViewerCommand::$command),
            mode: Mode::Viewer,
            name: $name,
            help: $help,
        },)*];
    };
}

commands! {
    Forward "forward" "next step"
    Back "back" "previous step"
    First "first" "the start: solid rock"
    Last "last" "the finished level"
    Play "play" "play all steps one after another, or stop"
    Closer "closer" "show the inside of steps, or whole steps only"
    NextSeed "next-seed" "next seed"
    PreviousSeed "previous-seed" "previous seed"
    TypeSeed "type-seed" "type a seed: a number or any text"
    NextParameter "next-parameter" "select the next parameter"
    PreviousParameter "previous-parameter" "select the previous parameter"
    More "more" "increase it, or take the next choice"
    Less "less" "decrease it, or take the previous choice"
    MuchMore "much-more" "increase it by ten steps"
    MuchLess "much-less" "decrease it by ten steps"
    TypeValue "type-value" "type a value for it"
    Reset "reset" "reset it to what the recipe says"
    ResetAll "reset-all" "reset all parameters"
    Deeper "deeper" "one level deeper"
    Shallower "shallower" "one level up"
    NextOverlay "next-overlay" "next overlay"
    PreviousOverlay "previous-overlay" "previous overlay"
    NoOverlay "no-overlay" "no overlay"
    Projection "projection" "show the fronts of walls, or look straight down"
    Point "point" "place or remove the cursor; `sight` looks from it"
    Up "up" "move the map, or the cursor, up"
    Down "down" "… down"
    Left "left" "… left"
    Right "right" "… right"
    FarUp "far-up" "… far up"
    FarDown "far-down" "… far down"
    FarLeft "far-left" "… far left"
    FarRight "far-right" "… far right"
    Centre "centre" "centre the map on the cursor or the level"
    Save "save" "save the recipe to a file"
    Help "help" "show this help"
    Cancel "cancel" "stop playing; remove the cursor"
    Quit "quit" "quit, and print the command for this level"
}
