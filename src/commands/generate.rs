//! `undercroft generate`: levels, one after the other, each written before the next is made.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use crate::arguments::{Generate, WritingArguments};
use crate::format::{Format, LevelWriter};
use crate::output::{Output, is_standard};
use crate::progress;
use crate::report::usage;
use crate::source::Levels;

pub(crate) fn run(arguments: &Generate) -> anyhow::Result<()> {
    let source = Levels::new(arguments.recipe.as_deref(), &arguments.level)?;
    let sink = Sink::new(&arguments.writing, &source)?;
    // Below a level on the screen the seed is in sight; everywhere else it is told before anything can go wrong.
    if sink.is_on_screen() {
        sink.write_all(&source)?;
        source.tell_seed();
        return Ok(());
    }
    source.tell_seed();
    sink.write_all(&source)
}

/// Where and how the levels are written.
struct Sink<'a> {
    arguments: &'a WritingArguments,
    format: Format,
    /// Where each of several pictures goes to; none where all levels go to one place.
    numbered: Option<&'a Path>,
}

impl<'a> Sink<'a> {
    fn new(arguments: &'a WritingArguments, levels: &Levels) -> anyhow::Result<Self> {
        let count = levels.count;
        let file = arguments.out.as_deref().filter(|path| !is_standard(path));
        let format = match (arguments.format, file) {
            (Some(format), _) => format,
            (None, Some(file)) => Format::for_file(file)?,
            (None, None) => Format::for_standard_output(),
        };
        match (format, file) {
            (Format::Png, None) if io::stdout().is_terminal() => {
                return Err(usage("a picture cannot be shown here; name a file for it, as in --out level.png"));
            }
            (Format::Png, None) if count > 1 => {
                return Err(usage("several pictures need files to go to; name the first, as in --out level.png"));
            }
            (Format::Png, _) => {
                if let Some(size) = levels.size() {
                    arguments.picture().picture_size(size).map_err(|error| usage(error.to_string()))?;
                }
            }
            _ if arguments.projection.is_some() => return Err(usage("--projection is for pictures: --format png")),
            _ if arguments.scale.is_some() => return Err(usage("--scale is for pictures: --format png")),
            _ => {}
        }
        let numbered = file.filter(|_| format == Format::Png && count > 1);
        Ok(Self { arguments, format, numbered })
    }

    fn write_all(&self, levels: &Levels) -> anyhow::Result<()> {
        let mut writer = self.format.writer(self.arguments.picture());
        let progress = self.progress(levels.count);
        match self.numbered {
            Some(path) => {
                for index in progress.wrap_iter(0..levels.count) {
                    let mut out = Output::to(Some(&numbered(path, index, levels.count)))?;
                    self.write(levels, index, &mut writer, &mut out)?;
                    out.finish()?;
                }
            }
            None => {
                let mut out = Output::to(self.arguments.out.as_deref())?;
                for index in progress.wrap_iter(0..levels.count) {
                    self.write(levels, index, &mut writer, &mut out)?;
                }
                out.finish()?;
            }
        }
        progress.finish_and_clear();
        Ok(())
    }

    fn write(&self, levels: &Levels, index: u64, writer: &mut LevelWriter, out: &mut Output) -> anyhow::Result<()> {
        let shown = levels.level(index)?;
        if self.format.is_text() && levels.count > 1 {
            let about = &shown.about;
            let gap = if index == 0 { "" } else { "\n" };
            out.put(|out| writeln!(out, "{gap}{}, seed {}, depth {}", about.recipe, about.seed, about.depth))?;
        }
        writer.write(&shown, out)
    }

    /// Whether the levels go to a terminal.
    fn is_on_screen(&self) -> bool {
        self.arguments.out.as_deref().is_none_or(is_standard) && io::stdout().is_terminal()
    }

    /// Shows how far a long run is, unless nobody looks or the levels themselves go to the terminal.
    fn progress(&self, count: u64) -> ProgressBar {
        if count == 1 || self.is_on_screen() {
            return ProgressBar::hidden();
        }
        progress::bar(count, "levels")
    }
}

/// `level.png` becomes `level-01.png`: with as many digits as the last needs, so that the names sort.
fn numbered(path: &Path, index: u64, count: u64) -> PathBuf {
    let digits = count.to_string().len();
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{:0digits$}", index + 1));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_files_sort_by_name() {
        let name = |index, count| numbered(Path::new("out/level.png"), index, count);
        assert_eq!(name(0, 9), Path::new("out/level-1.png"));
        assert_eq!(name(0, 10), Path::new("out/level-01.png"));
        assert_eq!(name(99, 1000), Path::new("out/level-0100.png"));
        assert_eq!(numbered(Path::new("level"), 1, 2), Path::new("level-2"));
    }
}
