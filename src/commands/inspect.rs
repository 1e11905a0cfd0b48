//! `undercroft inspect`: the figures of one level.

use std::io::Read;
use std::path::Path;

use anyhow::anyhow;
use undercroft_mapgen::{Metric, Survey};

use crate::arguments::Inspect;
use crate::messages::in_words;
use crate::output::{is_standard, print};
use crate::statistics::{measure, number};
use crate::text_layout::columns;

/// The most that is read from standard input: a level of sixteen million cells as JSON.
const MOST_BYTES: u64 = 1 << 28;

pub(crate) fn run(arguments: &Inspect) -> anyhow::Result<()> {
    let values = match &arguments.from {
        Some(path) => {
            let text = read(path)?;
            let draft = undercroft_export::read(&text).map_err(|error| anyhow!("{}: {error}", path.display()))?;
            measure(&Survey::of_draft(&draft))
        }
        None => {
            let levels = arguments.kind.levels(1)?;
            levels.tell_seed();
            let shown = levels.level(0)?;
            measure(&shown.survey())
        }
    };
    print(&if arguments.json { json(&values) } else { table(&values) })
}

fn table(values: &[Option<f64>]) -> String {
    let row = |(metric, value): (Metric, &Option<f64>)| {
        [metric.name().to_owned(), value.map_or("-".into(), number), metric.definition().to_owned()]
    };
    columns(&Metric::ALL.into_iter().zip(values).map(row).collect::<Vec<_>>()) + "\n"
}

fn json(values: &[Option<f64>]) -> String {
    let pair = |(metric, value): (Metric, &Option<f64>)| {
        format!("\"{}\":{}", metric.name(), value.map_or("null".into(), |value| value.to_string()))
    };
    let pairs: Vec<String> = Metric::ALL.into_iter().zip(values).map(pair).collect();
    format!("{{{}}}\n", pairs.join(","))
}

/// The text of a level.
fn read(path: &Path) -> anyhow::Result<String> {
    let problem = |error: std::io::Error| anyhow!("--from {}: {}", path.display(), in_words(&error));
    let mut bytes = Vec::new();
    match is_standard(path) {
        true => std::io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(problem)?,
        false => {
            std::fs::File::open(path).map_err(problem)?.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(problem)?
        }
    };
    if bytes.len() as u64 > MOST_BYTES {
        return Err(anyhow!("--from {}: larger than {} MiB", path.display(), MOST_BYTES >> 20));
    }
    String::from_utf8(bytes).map_err(|_| anyhow!("--from {}: it is not text in UTF-8", path.display()))
}
