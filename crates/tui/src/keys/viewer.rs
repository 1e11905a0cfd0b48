//! The commands of the level viewer.

use super::command::{Command, CommandInfo, Mode, info};

/// A command of the level viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the table below says what each does")]
pub enum ViewerCommand {
    Forward,
    Back,
    First,
    Last,
    Play,
    Closer,
    NextSeed,
    PreviousSeed,
    TypeSeed,
    NextParameter,
    PreviousParameter,
    More,
    Less,
    MuchMore,
    MuchLess,
    TypeValue,
    Reset,
    ResetAll,
    Deeper,
    Shallower,
    NextOverlay,
    PreviousOverlay,
    NoOverlay,
    Point,
    Up,
    Down,
    Left,
    Right,
    FarUp,
    FarDown,
    FarLeft,
    FarRight,
    Centre,
    Save,
    Help,
    Cancel,
    Quit,
}

const fn viewer(command: ViewerCommand, name: &'static str, help: &'static str) -> CommandInfo {
    info(Mode::Viewer, Command::Viewer(command), name, help)
}

/// All commands of the level viewer, in the order of its help.
pub const VIEWER_COMMANDS: &[CommandInfo] = &[
    viewer(ViewerCommand::Forward, "forward", "next step"),
    viewer(ViewerCommand::Back, "back", "previous step"),
    viewer(ViewerCommand::First, "first", "the start: solid rock"),
    viewer(ViewerCommand::Last, "last", "the finished level"),
    viewer(ViewerCommand::Play, "play", "play all steps one after another, or stop"),
    viewer(ViewerCommand::Closer, "closer", "show the inside of steps, or whole steps only"),
    viewer(ViewerCommand::NextSeed, "next-seed", "next seed"),
    viewer(ViewerCommand::PreviousSeed, "previous-seed", "previous seed"),
    viewer(ViewerCommand::TypeSeed, "type-seed", "type a seed: a number or any text"),
    viewer(ViewerCommand::NextParameter, "next-parameter", "select the next parameter"),
    viewer(ViewerCommand::PreviousParameter, "previous-parameter", "select the previous parameter"),
    viewer(ViewerCommand::More, "more", "increase it, or take the next choice"),
    viewer(ViewerCommand::Less, "less", "decrease it, or take the previous choice"),
    viewer(ViewerCommand::MuchMore, "much-more", "increase it ten times as much"),
    viewer(ViewerCommand::MuchLess, "much-less", "decrease it ten times as much"),
    viewer(ViewerCommand::TypeValue, "type-value", "type a value for it"),
    viewer(ViewerCommand::Reset, "reset", "reset it to what the recipe says"),
    viewer(ViewerCommand::ResetAll, "reset-all", "reset all parameters"),
    viewer(ViewerCommand::Deeper, "deeper", "one level deeper"),
    viewer(ViewerCommand::Shallower, "shallower", "one level up"),
    viewer(ViewerCommand::NextOverlay, "next-overlay", "next overlay"),
    viewer(ViewerCommand::PreviousOverlay, "previous-overlay", "previous overlay"),
    viewer(ViewerCommand::NoOverlay, "no-overlay", "no overlay"),
    viewer(ViewerCommand::Point, "point", "place or remove the cursor; `sight` looks from it"),
    viewer(ViewerCommand::Up, "up", "move the map, or the cursor, up"),
    viewer(ViewerCommand::Down, "down", "… down"),
    viewer(ViewerCommand::Left, "left", "… left"),
    viewer(ViewerCommand::Right, "right", "… right"),
    viewer(ViewerCommand::FarUp, "far-up", "… far up"),
    viewer(ViewerCommand::FarDown, "far-down", "… far down"),
    viewer(ViewerCommand::FarLeft, "far-left", "… far left"),
    viewer(ViewerCommand::FarRight, "far-right", "… far right"),
    viewer(ViewerCommand::Centre, "centre", "centre the map on the cursor or the level"),
    viewer(ViewerCommand::Save, "save", "save the recipe to a file"),
    viewer(ViewerCommand::Help, "help", "show this help"),
    viewer(ViewerCommand::Cancel, "cancel", "stop playing; remove the cursor"),
    viewer(ViewerCommand::Quit, "quit", "quit, and print the command for this level"),
];
