//! `undercroft diagnose`: what each step of a recipe did, why drafts were vetoed, and what would help.

mod remedies;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use undercroft_mapgen::{Draft, Point, Rect, Snapshot, Veto};

use crate::arguments::LevelArguments;
use crate::levels::Levels;
use crate::library::Library;
use crate::messages::usage;
use crate::numbers::thousands;
use crate::output::print;
use crate::statistics::{microseconds, veto_reason};
use crate::text_layout::{BOLD, columns, wrapped};

/// This many drafts are shown step by step. Of the others, only the vetoes and the last draft are shown.
const FIRST_DRAFTS: u32 = 3;
/// A recipe that needs more drafts than this can be improved.
const MANY_DRAFTS: u32 = 10;
/// The size of the map excerpt drawn around the cell of a veto.
const EXCERPT: (u32, u32) = (61, 17);
/// What to try after a veto of each check.
const HINTS: [(&str, &str); 5] = [
    (
        "connected",
        "The level has several components: add `connect` or `keep-largest` to the steps that shape the ground.",
    ),
    ("path", "The path to the stairs is too short: lower `walk` in `stairs`, or enlarge the map."),
    ("require", "A requirement under `[require]` is rarely met: `undercroft stats` shows the values of its metric."),
    ("border", "The border is open: make `border` the last step that shapes the ground."),
    ("doors", "Doors stand where there is no doorway: put `doors` after every step that changes the ground."),
];

/// Explains what each step of a recipe does, and why drafts are vetoed
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft diagnose halls --seed 42
  undercroft diagnose my-caves.toml --set scatter.chance=0.7

Exit status: 0 if the level can be generated, 1 if not.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    level: LevelArguments,
}

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<()> {
    let levels = Levels::new(library, &arguments.level, 1)?;
    let Some((recipe, depth)) = levels.recipe() else {
        return Err(usage("only recipes can be diagnosed: name the recipe that the plan uses at that depth"));
    };
    levels.print_seed();
    let mut record = Record::default();
    let seed = levels.seed(0);
    let result = recipe.watch(&seed, depth, &mut |snapshot| record.observe(snapshot));
    record.finish(result.is_ok());
    let verdict = match &result {
        Ok(level) => format!("Draft {} passed all checks.\n", level.attempts()),
        Err(error) => format!("{}\n", wrapped(&error.to_string(), 0)),
    };
    let mut text = format!("{BOLD}{}{BOLD:#}, {}, seed {seed}, depth {depth}\n", recipe.name(), recipe.level_size());
    text += &record.text();
    text += &verdict;
    let mut hints = match &result {
        Ok(level) if level.attempts() <= MANY_DRAFTS => record.hints(),
        _ => remedies::find(recipe, depth).unwrap_or_else(|| record.hints()),
    };
    let remarks = recipe.steps().flat_map(|(label, step)| {
        step.remarks(depth).into_iter().map(move |remark| format!("Step `{label}`: {remark}."))
    });
    hints.extend(remarks);
    if !hints.is_empty() {
        text += "\nHints\n";
        for hint in hints {
            text += &format!("  - {}\n", wrapped(&hint, 4));
        }
    }
    print(&text)?;
    result.map(drop).map_err(|_| anyhow!("no draft passed"))
}

/// What was observed while the level was generated.
#[derive(Default)]
struct Record {
    /// The first few drafts and the last one.
    drafts: Vec<DraftRecord>,
    /// How often drafts were vetoed, by reason.
    vetoes: BTreeMap<String, u32>,
    previous: Option<Draft>,
    previous_end: Option<Instant>,
}

#[derive(Default)]
struct DraftRecord {
    steps: Vec<StepRecord>,
    checks: Duration,
    /// With a drawing of its place.
    veto: Option<(Veto, String)>,
    open: f64,
}

/// What a step changed.
struct StepRecord {
    label: String,
    cells: usize,
    /// The share of open cells after the step.
    open: f64,
    rooms: isize,
    doors: isize,
    things: isize,
    time: Duration,
}

impl StepRecord {
    fn new(label: &str, before: &Draft, after: &Draft, time: Duration) -> Self {
        let difference = |count: fn(&Draft) -> usize| count(after) as isize - count(before) as isize;
        Self {
            label: label.to_owned(),
            cells: changed_cells(before, after),
            open: open_share(after),
            rooms: difference(|draft| draft.rooms.len()),
            doors: difference(|draft| draft.doors.len()),
            things: difference(|draft| draft.spawns.len() + draft.stairs.len() + usize::from(draft.start.is_some())),
            time,
        }
    }
}

impl Record {
    fn observe(&mut self, snapshot: &Snapshot<'_>) {
        let time = self.previous_end.map(|end| end.elapsed()).unwrap_or_default();
        if snapshot.step == 0 {
            self.drafts.truncate(FIRST_DRAFTS as usize);
            self.drafts.push(DraftRecord::default());
        }
        let draft = snapshot.draft;
        if let Some(record) = self.drafts.last_mut() {
            record.open = open_share(draft);
            match (snapshot.label, &self.previous) {
                (Some(label), Some(previous)) => record.steps.push(StepRecord::new(label, previous, draft, time)),
                _ if snapshot.veto.is_some() => record.checks = time,
                _ => {}
            }
            if let Some(veto) = snapshot.veto {
                record.veto = Some((veto.clone(), veto.at.map(|at| excerpt(draft, at)).unwrap_or_default()));
                *self.vetoes.entry(veto_reason(veto)).or_default() += 1;
            }
        }
        self.previous = Some(draft.clone());
        self.previous_end = Some(Instant::now());
    }

    /// The observer does not see checks that pass, so their time is what has passed since the last step.
    fn finish(&mut self, passed: bool) {
        if let (true, Some(draft), Some(end)) = (passed, self.drafts.last_mut(), self.previous_end) {
            draft.checks = end.elapsed();
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let vetoes: u32 = self.vetoes.values().sum();
        let passed = self.drafts.last().is_some_and(|draft| draft.veto.is_none());
        let numbers = (1..=FIRST_DRAFTS).chain([vetoes + u32::from(passed)]);
        for (draft, number) in self.drafts.iter().zip(numbers) {
            text += &format!("\nDraft {number}\n{}\n", draft.text());
        }
        if vetoes > FIRST_DRAFTS {
            text += &format!("\n{} drafts were vetoed:\n", thousands(u64::from(vetoes)));
            for (reason, count) in &self.vetoes {
                text += &format!("  {count:>6}  {}\n", wrapped(reason, 10));
            }
        }
        text + "\n"
    }

    /// What the last draft suggests.
    fn hints(&self) -> Vec<String> {
        let mut hints = Vec::new();
        let Some(draft) = self.drafts.last() else { return hints };
        for step in &draft.steps {
            let is_idle = step.cells == 0 && step.rooms == 0 && step.doors == 0 && step.things == 0;
            if is_idle && draft.veto.is_none() {
                hints.push(format!("Step `{}` changed nothing, by chance or because of its parameters.", step.label));
            }
        }
        let percent = draft.open * 100.0;
        if draft.open < 0.08 {
            hints.push(format!(
                "Only {percent:.0} % of the map is open: use less rock in `scatter` or `noise`, smooth less, or add rooms."
            ));
        }
        if draft.open > 0.85 {
            hints.push(format!("{percent:.0} % of the map is open: more rock would give it more shape."));
        }
        for (check, hint) in HINTS {
            if self.vetoes.keys().any(|reason| reason.starts_with(&format!("{check}:"))) {
                hints.push(hint.to_owned());
            }
        }
        hints
    }
}

impl DraftRecord {
    fn text(&self) -> String {
        let signed = |number: isize| if number == 0 { String::new() } else { format!("{number:+}") };
        let heading = ["  step", "cells changed", "open", "rooms", "doors", "things", "time"];
        let mut rows = vec![heading.map(String::from)];
        rows.extend(self.steps.iter().map(|step| {
            [
                format!("  {}", step.label),
                thousands(step.cells as u64),
                format!("{:.1} %", step.open * 100.0),
                signed(step.rooms),
                signed(step.doors),
                signed(step.things),
                microseconds(step.time),
            ]
        }));
        let mut checks: [String; 7] = Default::default();
        (checks[0], checks[6]) = ("  checks".into(), microseconds(self.checks));
        rows.push(checks);
        let mut text = columns(&rows);
        if let Some((veto, drawing)) = &self.veto {
            text += &format!("\n  vetoed: {}\n{drawing}", wrapped(&veto.to_string(), 2));
        }
        text
    }
}

fn open_share(draft: &Draft) -> f64 {
    draft.open().count() as f64 / draft.size().area().max(1) as f64
}

/// The number of cells whose tile differs; all of them if the size does.
fn changed_cells(before: &Draft, after: &Draft) -> usize {
    if before.size() != after.size() {
        return after.size().area();
    }
    before.size().points().filter(|at| before.tile(*at) != after.tile(*at)).count()
}

/// The part of the draft around a cell, which is marked with an X.
fn excerpt(draft: &Draft, at: Point) -> String {
    let (width, height) = EXCERPT;
    let corner = Point::new(at.x - width as i32 / 2, at.y - height as i32 / 2);
    let window = Rect::new(corner.x, corner.y, width, height).intersection(draft.size().rect());
    let rows = (window.y..window.y + window.height as i32).map(|y| {
        let glyph = |x: i32| if Point::new(x, y) == at { 'X' } else { draft.info(Point::new(x, y)).glyph };
        let row: String = (window.x..window.x + window.width as i32).map(glyph).collect();
        format!("    {row}\n")
    });
    rows.collect()
}
