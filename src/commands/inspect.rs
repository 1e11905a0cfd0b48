//! `undercroft inspect`: the metrics of one level.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use undercroft_mapgen::{Metric, Survey};

use crate::arguments::LevelArguments;
use crate::levels::Levels;
use crate::library::Library;
use crate::messages::describe;
use crate::numbers::rounded;
use crate::output::{is_standard, print};
use crate::statistics::measure;
use crate::text_layout::columns;

/// The largest file that is read: a level of some sixteen million cells as JSON.
const MAX_BYTES: u64 = 1 << 28;

/// Measures one level
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft inspect halls --seed 42
  undercroft inspect --plan undercroft --depth 5 --seed 42
  undercroft inspect --from level.json
  undercroft generate caves --seed 7 --format json | undercroft inspect --from -
  undercroft inspect --from - < my-map.txt")]
pub(crate) struct Arguments {
    #[command(flatten)]
    level: LevelArguments,

    /// Read the level from a file instead: JSON as `generate` writes it, or a text map; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["recipe", "seed", "size", "plan", "depth", "settings"])]
    from: Option<PathBuf>,

    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<()> {
    let values = match &arguments.from {
        Some(path) => {
            let draft = undercroft_export::read_with(&read(path)?, library.maps().tiles());
            let draft = draft.map_err(|error| anyhow!("{}: {error}", path.display()))?;
            measure(&Survey::of_draft(&draft))
        }
        None => {
            let levels = Levels::new(library, &arguments.level, 1)?;
            levels.print_seed();
            measure(&levels.level(0)?.survey())
        }
    };
    print(&if arguments.json { json(&values) } else { table(&values) })
}

fn table(values: &[Option<f64>]) -> String {
    let row = |(metric, value): (Metric, &Option<f64>)| {
        [metric.name().to_owned(), value.map_or("-".into(), rounded), metric.definition().to_owned()]
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

fn read(path: &Path) -> anyhow::Result<String> {
    let name = path.display();
    let open = || -> io::Result<Vec<u8>> {
        let file: Box<dyn Read> = if is_standard(path) { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
        let mut bytes = Vec::new();
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = open().map_err(|error| anyhow!("--from {name}: {}", describe(&error)))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(anyhow!("--from {name}: larger than {} MiB", MAX_BYTES >> 20));
    }
    String::from_utf8(bytes).map_err(|_| anyhow!("--from {name}: not UTF-8 text"))
}
