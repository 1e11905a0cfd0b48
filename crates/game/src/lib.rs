#![doc = include_str!("../README.md")]

mod action;
mod autopilot;
mod bot;
mod content;
mod daily;
mod dice;
mod event;
mod game;
mod goal;
pub mod grammar;
mod guide;
mod hash;
mod hints;
mod invariants;
mod level;
mod log;
mod named;
mod narrate;
mod outcome;
pub mod record;
mod refusal;
mod rules;
mod sandbox;
mod start;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub use action::{Action, Direction, Improvement, InvalidSlot, Slot};
pub use autopilot::{Autopilot, Begun, Errand, ErrandError, SEARCH_RADIUS, SEARCH_STEPS, StopReason};
pub use bot::Bot;
pub use content::{
    Ability, Blessing, CreatureKind, CreatureKindId, DropChance, DropEntry, DropTable, Effect, GameContent, HitEffect,
    ItemClass, ItemKind, ItemKindId, MachineEffect, MachineKind, Settings, Stage, StartingItem, StartingKit, Status,
    Tactic, TileEvent, TileRule, Trait, Trigger,
};
pub use daily::{DAILY_PLAN, daily_date, daily_seed};
pub use event::{Actor, Attack, Event};
pub use game::{Game, GameError};
pub use goal::{goal_sentence, plan_length};
pub use guide::guide;
pub use hints::Hint;
pub use invariants::InvariantError;
pub use log::{Log, Message, Tone};
pub use narrate::narrate;
pub use outcome::{Cause, Outcome, Summary};
pub use refusal::Refusal;
pub use rules::combat::Odds;
pub use state::{Behaviour, Creature, CreatureId, Hero, Item, State};
pub use undercroft_grid::Point;
pub use view::{Beacon, Bearing, Cell, Hunger, InSight, Offer, Planes, Sighting, Stats, View};
