//! How the driver talks to a program.
//!
//! ```text
//! PROGRAM check TASK MAPS OUT SYSTEMS                  once, and what was made goes to a file in OUT
//! PROGRAM time TASK MAPS MS SAMPLES SEED SYSTEMS       for so many milliseconds or samples, from that seed on
//! ```
//!
//! `SYSTEMS` is `all`, or names with commas between, or `!` and the names of those that are left out. Each answer is a line of JSON.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::{Clock, Task};

/// Does a task once with a seed, and times it.
pub type Sampler = Box<dyn FnMut(u64, &mut Clock)>;

/// A system that can do a kind of task.
pub struct System {
    /// The kind of task.
    pub kind: &'static str,
    /// The system's name.
    pub name: &'static str,
    /// What it does otherwise than asked, or does not do.
    pub note: &'static str,
    /// Gets it ready, which is not timed.
    pub make: fn(&Task) -> Sampler,
}

/// Does what the command line says with the systems of this program.
#[must_use]
pub fn run(systems: &[System]) -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match follow(systems, &words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn follow(systems: &[System], words: &[String]) -> Result<(), String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |word: &str| word.parse::<u64>().map_err(|_| format!("`{word}` is not a number"));
    match *words.as_slice() {
        ["check", task, maps, out, chosen] => {
            let task = Task::parse(task, Path::new(maps))?;
            each(systems, &task, chosen, |sampler| check(&task, sampler, Path::new(out)));
            Ok(())
        }
        ["time", task, maps, milliseconds, samples, seed, chosen] => {
            let task = Task::parse(task, Path::new(maps))?;
            let (budget, samples, seed) = (number(milliseconds)?, number(samples)?, number(seed)?);
            let budget = Duration::from_millis(budget);
            each(systems, &task, chosen, |(_, sampler)| Ok(time(sampler, budget, samples, seed)));
            Ok(())
        }
        _ => Err("say `check TASK MAPS OUT SYSTEMS` or `time TASK MAPS MS SAMPLES SEED SYSTEMS`".into()),
    }
}

/// Does something with each chosen system for the task, and prints what came of it. A panic is an answer too.
fn each(
    systems: &[System],
    task: &Task,
    chosen: &str,
    mut act: impl FnMut((&str, &mut Sampler)) -> Result<String, String>,
) {
    let names = chosen.trim_start_matches('!');
    let is_chosen = |name: &str| chosen == "all" || names.split(',').any(|one| one == name) != chosen.starts_with('!');
    for system in systems.iter().filter(|system| system.kind == task.kind && is_chosen(system.name)) {
        let answer = catch_unwind(AssertUnwindSafe(|| act((system.name, &mut (system.make)(task)))))
            .unwrap_or_else(|panic| Err(reason(panic.as_ref())));
        let answer = answer.unwrap_or_else(|problem| format!("\"error\": {problem:?}"));
        println!("{{\"system\": {:?}, \"task\": {:?}, \"note\": {:?}, {answer}}}", system.name, task.name, system.note);
    }
}

fn reason(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("it panicked: {}", text.unwrap_or("without a reason"))
}

fn check(task: &Task, (name, sampler): (&str, &mut Sampler), out: &Path) -> Result<String, String> {
    let mut clock = Clock::new(true);
    sampler(1, &mut clock);
    let nanoseconds = clock.nanoseconds();
    let output = clock.into_output().ok_or("it kept nothing for the judge")?;
    let path = out.join(format!("{}.{name}", task.name));
    output.write(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(format!("\"ns\": {nanoseconds}, \"file\": {:?}", path.display().to_string()))
}

/// The first run wakes caches and allocators and is dropped, unless it was so long that it is the only one. Three runs
/// are taken even when they overrun the budget a little, as another process may have had the core for a while.
fn time(sampler: &mut Sampler, budget: Duration, samples: u64, first_seed: u64) -> String {
    let start = Instant::now();
    let mut sample = |seed| {
        let mut clock = Clock::new(false);
        sampler(seed, &mut clock);
        clock.nanoseconds()
    };
    let first = sample(first_seed + samples);
    let mut taken = Vec::new();
    let has_time = |taken: usize| start.elapsed() < budget || taken < 3 && start.elapsed() < budget * 8;
    while (taken.len() as u64) < samples && has_time(taken.len()) {
        taken.push(sample(first_seed + taken.len() as u64));
    }
    if taken.is_empty() {
        taken.push(first);
    }
    let taken: Vec<String> = taken.iter().map(|nanoseconds| format!("{nanoseconds:.1}")).collect();
    format!("\"samples\": [{}]", taken.join(", "))
}
