//! `undercroft diagnose`: what each step did, why drafts were given up, and what may help.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use undercroft_mapgen::{Draft, Fact, Point, Recipe, Rect, Snapshot, Veto};

use crate::arguments::KindArguments;
use crate::messages::usage;
use crate::output::print;
use crate::plot::thousands;
use crate::statistics::reason_of;
use crate::text_layout::{BOLD, columns, folded};

/// Drafts that are told step by step; of more, only the reasons are.
const TOLD: u32 = 3;
/// How much is drawn around the place of a veto.
const AROUND: (u32, u32) = (61, 17);

pub(crate) fn run(arguments: &KindArguments) -> anyhow::Result<()> {
    let levels = arguments.levels(1)?;
    levels.tell_seed();
    let Some((recipe, depth)) = levels.recipe() else {
        return Err(usage("a recipe is diagnosed, not a plan: name the recipe that the plan uses at that depth"));
    };
    let mut record = Record::default();
    let seed = levels.seed(0);
    let made = recipe.watch(&seed, depth, &mut |stage| record.see(stage));
    record.finish(made.is_ok());
    let result = match &made {
        Ok(level) => format!("Draft {} passed all checks.\n", level.attempts()),
        Err(error) => format!("{}\n", folded(&error.to_string(), 0)),
    };
    let hints = record.hints(recipe);
    let mut text = format!("{BOLD}{}{BOLD:#}, {}, seed {seed}, depth {depth}\n", recipe.name(), recipe.size());
    text += &record.text();
    text += &result;
    if !hints.is_empty() {
        text += "\nHints\n";
        for hint in hints {
            text += &format!("  - {}\n", folded(&hint, 4));
        }
    }
    print(&text)?;
    made.map(drop).map_err(|_| anyhow!("no draft passed"))
}

/// What was seen while the level was made.
#[derive(Default)]
struct Record {
    drafts: Vec<Told>,
    /// Reasons of all drafts that were given up.
    vetoes: BTreeMap<String, u32>,
    last: Option<Draft>,
    since: Option<Instant>,
}

/// One draft, told.
#[derive(Default)]
struct Told {
    steps: Vec<StepTold>,
    checks: Duration,
    veto: Option<(Veto, String)>,
    open: f64,
    rooms: usize,
}

struct StepTold {
    label: String,
    changed: usize,
    open: f64,
    rooms: isize,
    doors: isize,
    things: isize,
    time: Duration,
}

impl Record {
    fn see(&mut self, stage: &Snapshot<'_>) {
        let time = self.since.map(|since| since.elapsed()).unwrap_or_default();
        if stage.step == 0 {
            self.drafts.truncate(TOLD as usize);
            self.drafts.push(Told::default());
        }
        let draft = stage.draft;
        // There is one from the first stage on.
        if let Some(told) = self.drafts.last_mut() {
            let open = share(draft);
            (told.open, told.rooms) = (open, draft.rooms.len());
            if let (Some(label), Some(last)) = (stage.label, &self.last) {
                let more = |now: usize, before: usize| now as isize - before as isize;
                let things = |draft: &Draft| draft.spawns.len() + draft.stairs.len();
                told.steps.push(StepTold {
                    label: label.to_owned(),
                    changed: changed(last, draft),
                    open,
                    rooms: more(draft.rooms.len(), last.rooms.len()),
                    doors: more(draft.doors.len(), last.doors.len()),
                    things: more(things(draft), things(last)),
                    time,
                });
            } else if stage.veto.is_some() {
                told.checks = time;
            }
            if let Some(veto) = stage.veto {
                told.veto = Some((veto.clone(), veto.at.map(|at| drawn_around(draft, at)).unwrap_or_default()));
                *self.vetoes.entry(reason_of(veto)).or_default() += 1;
            }
        }
        self.last = Some(draft.clone());
        self.since = Some(Instant::now());
    }

    fn finish(&mut self, passed: bool) {
        if let (true, Some(told), Some(since)) = (passed, self.drafts.last_mut(), self.since) {
            told.checks = since.elapsed();
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let all: u32 = self.vetoes.values().sum();
        let numbers: Vec<u32> = (1..=TOLD).chain(std::iter::once(all + u32::from(self.passed()))).collect();
        for (told, number) in self.drafts.iter().zip(numbers) {
            text += &format!("\nDraft {number}\n{}\n", told.text());
        }
        if all > TOLD {
            text += &format!("\n{} drafts were given up:\n", thousands(u64::from(all)));
            for (reason, count) in &self.vetoes {
                text += &format!("  {count:>6}  {}\n", folded(reason, 10));
            }
        }
        text + "\n"
    }

    fn passed(&self) -> bool {
        self.drafts.last().is_some_and(|told| told.veto.is_none())
    }

    /// What the figures say about the recipe.
    fn hints(&self, recipe: &Recipe) -> Vec<String> {
        let mut hints = Vec::new();
        let Some(told) = self.drafts.last() else { return hints };
        for step in &told.steps {
            let did_nothing = step.changed == 0 && step.rooms == 0 && step.doors == 0 && step.things == 0;
            if did_nothing && told.veto.is_none() {
                hints.push(format!(
                    "Step `{}` changed nothing on this level: that may be chance, or its parameters.",
                    step.label
                ));
            }
        }
        let makes_rooms = recipe.steps().find(|(_, step)| step.provides().contains(&Fact::ROOMS));
        if let (Some((label, _)), true) = (makes_rooms, told.rooms < 2) {
            let size = recipe.size();
            let rooms = if told.rooms == 0 { "no room" } else { "one room" };
            hints.push(format!(
                "Step `{label}` found place for {rooms} on {size}: make the rooms smaller, or the map larger."
            ));
        }
        if told.open < 0.08 {
            hints.push(format!(
                "Hardly anything is open ({:.0} %): less rock in `scatter` or `noise`, fewer smoothing passes, or more rooms.",
                told.open * 100.0
            ));
        }
        if told.open > 0.85 {
            hints.push(format!(
                "Nearly everything is open ({:.0} %): more rock would give it a shape.",
                told.open * 100.0
            ));
        }
        for (check, hint) in [
            (
                "connected",
                "The parts are not joined: add the step `connect`, or `keep-largest`, after the ground is made.",
            ),
            (
                "path",
                "The way to the stairs is shorter than the recipe asks: lower the distance of `stairs`, or make the map larger.",
            ),
            ("require", "A demand under `[require]` is rarely met: `undercroft stats` shows how its metric is spread."),
            ("border", "The border is open: add the step `border` at the end of the ground."),
            ("doors", "Doors stand where no doorway is: put `doors` after every step that changes the ground."),
        ] {
            if self.vetoes.keys().any(|reason| reason.starts_with(&format!("{check}:"))) {
                hints.push(hint.to_owned());
            }
        }
        hints
    }
}

impl Told {
    fn text(&self) -> String {
        let signed = |number: isize| if number == 0 { String::new() } else { format!("{number:+}") };
        let time = |time: Duration| format!("{:.1} µs", time.as_secs_f64() * 1e6);
        let heading = ["  step", "cells changed", "open", "rooms", "doors", "things", "time"].map(String::from);
        let rows = self.steps.iter().map(|step| {
            [
                format!("  {}", step.label),
                thousands(step.changed as u64),
                format!("{:.1} %", step.open * 100.0),
                signed(step.rooms),
                signed(step.doors),
                signed(step.things),
                time(step.time),
            ]
        });
        let blank = || String::new();
        let last = ["  checks".into(), blank(), blank(), blank(), blank(), blank(), time(self.checks)];
        let rows: Vec<[String; 7]> = std::iter::once(heading).chain(rows).chain(std::iter::once(last)).collect();
        let mut text = columns(&rows);
        if let Some((veto, drawing)) = &self.veto {
            text += &format!("\n  given up: {}\n{drawing}", folded(&veto.to_string(), 2));
        }
        text
    }
}

fn share(draft: &Draft) -> f64 {
    draft.open().count() as f64 / draft.size().area().max(1) as f64
}

/// How many cells have another tile; all of them where the size is another.
fn changed(before: &Draft, after: &Draft) -> usize {
    if before.size() != after.size() {
        return after.size().area();
    }
    before.size().points().filter(|at| before.tile(*at) != after.tile(*at)).count()
}

/// The part of the draft around a place, which is marked.
fn drawn_around(draft: &Draft, at: Point) -> String {
    let (width, height) = AROUND;
    let corner = Point::new(at.x - width as i32 / 2, at.y - height as i32 / 2);
    let window = Rect::new(corner.x, corner.y, width, height).intersection(draft.size().rect());
    let rows = (window.y..window.y + window.height as i32).map(|y| {
        let glyph = |x: i32| if Point::new(x, y) == at { 'X' } else { draft.info(Point::new(x, y)).glyph };
        let row: String = (window.x..window.x + window.width as i32).map(glyph).collect();
        format!("    {row}\n")
    });
    rows.collect()
}
