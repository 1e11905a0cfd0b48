//! Judges results with code that shares nothing with any system: plain and slow on purpose.
//!
//! ```text
//! judge maps MAPS               makes the maps that all systems share
//! judge look TASK FILE MAPS     prints a line of JSON about a system's result
//! ```

mod flood;
mod look;
mod make;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let judged = match *words.as_slice() {
        ["maps", maps] => make::all(Path::new(maps)).map_err(|error| format!("{maps}: {error}")),
        ["look", task, file, maps] => look::at(task, Path::new(file), Path::new(maps)).map(|line| println!("{line}")),
        _ => Err("usage: `maps MAPS` or `look TASK FILE MAPS`".into()),
    };
    match judged {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}
