//! Machines in action: a trigger sets one off, and each round it runs its stages.
//!
//! ```text
//! #S...S#        #.....#
//! #..*@.#   →    #g.@.g#      the hero takes the treasure, and the statues wake
//! ##.+.##        ##.+.##
//! ```

use undercroft_grid::{BitGrid, Neighbours, Point, flood};
use undercroft_mapgen::ChunkAt;

use crate::content::{MachineEffect, MachineKind, Stage, Trigger};
use crate::event::Event;
use crate::level::coordinates::{cell_of, outward};
use crate::rules::turn::{Turn, Who};
use crate::state::Item;

/// The greatest distance between cages that belong together.
const CAGE_REACH: i32 = 8;
/// The farthest that a machine reaches.
const MAX_RANGE: u32 = 60;

impl<'a> Turn<'a> {
    /// Sets off the machines that an action of the hero triggers.
    pub(crate) fn trigger_machines(&mut self, trigger: Trigger) {
        let hero = self.hero_at();
        for (at, kind) in self.level.machines().to_vec() {
            let machine = self.content.machine(kind);
            let near = machine.trigger == trigger && hero.chebyshev(at) <= machine.within;
            if near && self.age_of_machine(at).is_none() && self.level.is_clear_between(at, hero) {
                let (chunk, cell) = self.chunk_mut(at);
                chunk.machines.insert(cell, 0);
                self.work(at, machine, 0);
            }
        }
    }

    /// The rounds since a machine was set off.
    fn age_of_machine(&self, at: Point) -> Option<u32> {
        let chunk = self.state.levels.get(&self.state.depth)?.chunks.get(&ChunkAt::of(at))?;
        chunk.machines.get(&cell_of(at)).copied()
    }

    /// One round for every machine that has been set off.
    pub(crate) fn run_machines(&mut self) {
        for (at, kind) in self.level.machines().to_vec() {
            let machine = self.content.machine(kind);
            let Some(age) = self.age_of_machine(at) else { continue };
            if age >= machine.duration() || self.changed_level || self.state.outcome.is_some() {
                continue;
            }
            let (chunk, cell) = self.chunk_mut(at);
            chunk.machines.insert(cell, age + 1);
            self.work(at, machine, age + 1);
        }
    }

    /// What a machine does in a round.
    fn work(&mut self, at: Point, machine: &'a MachineKind, round: u32) {
        for stage in &machine.stages {
            if !(stage.after..stage.after + stage.rounds.max(1)).contains(&round) || self.changed_level {
                continue;
            }
            if let Some(message) = stage.message.as_ref().filter(|_| round == stage.after) {
                self.events.push(Event::Message(message.clone()));
            }
            self.perform_stage(at, stage, round - stage.after);
        }
    }

    fn perform_stage(&mut self, at: Point, stage: &'a Stage, step: u32) {
        match &stage.effect {
            MachineEffect::Change { from, to, chance, passing } => {
                let range = stage.range * (step + 1) / stage.rounds.max(1);
                let cells = self.cells_of(at, range, |name| from.iter().any(|from| from == name));
                let cells = cells.into_iter().filter(|_| self.dice().percent(*chance)).collect();
                self.change_cells(cells, to, *passing);
            }
            MachineEffect::Hatch { from, to, kind } => {
                for cell in self.cells_of(at, stage.range, |name| name == from) {
                    self.change_tile_to(cell, to);
                    self.summon(kind, 1, cell);
                }
            }
            MachineEffect::Spawn { kind, count } => {
                self.summon(kind, *count, at);
            }
            MachineEffect::Inflict { status, rounds } => {
                for cell in self.in_range(at, stage.range) {
                    if let Some(whom) = self.who_is_at(cell) {
                        self.inflict(whom, *status, *rounds);
                    }
                }
            }
            MachineEffect::Wake => {
                for index in 0..self.state.creatures.len() {
                    let creature = &self.state.creatures[index];
                    if creature.is_alive() && creature.at.chebyshev(at) <= stage.range {
                        self.alarm(Who::Other(index));
                    }
                }
            }
            MachineEffect::Close | MachineEffect::Open => {
                let open = stage.effect == MachineEffect::Open;
                for gate in outward(at, stage.range.min(MAX_RANGE) as i32).collect::<Vec<_>>() {
                    let is_blocked = self.level.is_occupied(gate) || !self.level.pile(gate).is_empty();
                    if self.level.is_gate(gate) && (open || !is_blocked) && !self.level.is_of_mission(gate) {
                        self.set_gate(gate, open);
                    }
                }
            }
        }
    }

    /// The cells within range and in sight of a machine.
    fn in_range(&self, at: Point, range: u32) -> Vec<Point> {
        let near = outward(at, range.min(MAX_RANGE) as i32);
        near.filter(|cell| self.level.contains(*cell) && self.level.is_clear_between(at, *cell)).collect()
    }

    /// The cells in range whose tile passes a test.
    fn cells_of(&self, at: Point, range: u32, passes: impl Fn(&str) -> bool) -> Vec<Point> {
        let passes = |cell: &Point| passes(&self.level.tileset[self.level.tile(*cell)].name);
        let spared = |cell: &Point| self.level.is_of_mission(*cell) || !self.may_dig(*cell);
        self.in_range(at, range).into_iter().filter(|cell| passes(cell) && !spared(cell)).collect()
    }

    /// Changes tiles. Leaves a cell alone if somebody or something is on it and could not be there afterwards, and never cuts
    /// off a part of the level for good.
    fn change_cells(&mut self, mut cells: Vec<Point>, to: &str, passing: bool) {
        let Some(tile) = self.level.tileset.id(to) else { return };
        let flags = self.level.flags_of(tile);
        if !flags.walkable {
            cells.retain(|at| self.level.pile(*at).is_empty() && (flags.pit || !self.level.is_occupied(*at)));
            if !passing {
                self.spare_the_way(&mut cells);
            }
        }
        for at in cells {
            self.change_tile(at, tile);
            if let Some(who) = self.who_is_at(at).filter(|who| flags.pit && !self.flies(*who)) {
                self.fall(who, at, None);
                if self.changed_level {
                    return;
                }
            }
        }
    }

    /// Keeps only those cells whose loss disconnects nothing.
    fn spare_the_way(&self, cells: &mut Vec<Point>) {
        let Some(hero) = self.level.local(self.hero_at()) else { return };
        let mut open = self.level.passable().clone();
        let before = flood(&open, hero, Neighbours::Four);
        let mut kept = Vec::new();
        for at in std::mem::take(cells) {
            let Some(local) = self.level.local(at) else { continue };
            open.remove(local);
            if stays_connected(&open, &before, local) {
                kept.push(at);
            } else {
                open.insert(local);
            }
        }
        *cells = kept;
    }

    /// Taking something out of a cage closes the cages around it, and their contents are lost.
    pub(crate) fn close_cages(&mut self, taken: Point) {
        if !self.level.flags(taken).cage {
            return;
        }
        let cages: Vec<Point> =
            outward(taken, CAGE_REACH).filter(|at| *at != taken && self.level.flags(*at).cage).collect();
        let closed: Vec<Item> = cages.iter().flat_map(|at| self.level.pile(*at)).copied().collect();
        for at in cages {
            self.clear_pile(at);
            self.change_cells(vec![at], "shut-cage", false);
            if self.level.flags(at).cage {
                self.change_tile_to(at, "floor");
            }
        }
        self.change_tile_to(taken, "floor");
        if !closed.is_empty() {
            self.events.push(Event::CagesClosed(closed));
        }
    }
}

/// Whether the open cells around a lost one are still connected to each other, if they were before.
fn stays_connected(open: &BitGrid, before: &BitGrid, lost: Point) -> bool {
    let mut around = lost.four().filter(|near| open.contains(*near) && before.contains(*near));
    let Some(first) = around.next() else { return true };
    let mut rest = around.peekable();
    if rest.peek().is_none() {
        return true;
    }
    let reached = flood(open, first, Neighbours::Four);
    rest.all(|near| reached.contains(near))
}
