//! How the driver talks to a program.
//!
//! ```text
//! PROGRAM check TASK MAPS OUT SYSTEMS                  runs each system once, and writes the result to a file in OUT
//! PROGRAM time TASK MAPS MS SAMPLES SEED SYSTEMS       runs for MS milliseconds or SAMPLES samples, from SEED on
//! ```
//!
//! `SYSTEMS` is `all`, a comma-separated list of names, or `!` followed by the names to leave out. Each answer is a
//! line of JSON.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::{Clock, Task};

/// Does a task once with a seed, timed.
pub type Sampler = Box<dyn FnMut(u64, &mut Clock)>;

/// A system that can do a kind of task.
pub struct System {
    /// The kind of task.
    pub kind: &'static str,
    /// The system's name.
    pub name: &'static str,
    /// How it differs from the task, if it does.
    pub note: &'static str,
    /// Prepares it, untimed.
    pub make: fn(&Task) -> Sampler,
}

/// Runs the command line with the systems of this program.
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
        _ => Err("usage: `check TASK MAPS OUT SYSTEMS` or `time TASK MAPS MS SAMPLES SEED SYSTEMS`".into()),
    }
}

/// Calls a function for each chosen system and prints the answers. A panic is an answer too.
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
    let output = clock.into_output().ok_or("no result was kept for the judge")?;
    let path = out.join(format!("{}.{name}", task.name));
    output.write(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(format!("\"ns\": {nanoseconds}, \"file\": {:?}", path.display().to_string()))
}

/// The first run warms caches and allocators and is dropped, unless it takes so long that it is the only one. At least
/// three runs are taken, even if they overrun the budget a little, because another process may have used the core.
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
