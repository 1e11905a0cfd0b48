//! `undercroft generate`: levels, one after the other.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use undercroft_export::ldtk;
use undercroft_export::tiled::TiledWorld;
use undercroft_mapgen::Draft;

use crate::arguments::{Generate, OverlayName, WritingArguments};
use crate::format::{Format, LevelWriter, Pictures};
use crate::levels::Levels;
use crate::map_files::MapWriter;
use crate::messages::usage;
use crate::output::{Output, is_standard};
use crate::parallel;
use crate::progress;

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
    /// The file that was named, if one was; where each level has a file of its own, the name to number.
    file: Option<PathBuf>,
    /// Whether each level has a file of its own.
    apart: bool,
}

impl<'a> Sink<'a> {
    fn new(arguments: &'a WritingArguments, levels: &Levels) -> anyhow::Result<Self> {
        let mut file = arguments.out.as_deref().filter(|path| !is_standard(path)).map(Path::to_path_buf);
        let format = match (arguments.format, &file) {
            (Some(format), _) => format,
            (None, Some(file)) => Format::for_file(file)?,
            (None, None) => Format::for_standard_output(),
        };
        let (name, apart) = (format.ending(), format.is_one_level() && levels.count > 1);
        if file.is_none() && format.is_binary() && io::stdout().is_terminal() {
            return Err(usage(format!(
                "a {name} file cannot be shown here; name a file for it, as in --out level.{name}"
            )));
        }
        if file.is_none() && apart {
            return Err(usage(format!(
                "several {name} files need a place to go to; name the first, as in --out level.{name}"
            )));
        }
        check_options(format, arguments)?;
        if let Some(size) = levels.size().filter(|_| format.is_picture()) {
            arguments.picture().picture_size(size).map_err(|error| usage(error.to_string()))?;
        }
        if let Some(size) = levels.size().filter(|_| format == Format::Ldtk) {
            let cells = (size.area() as u64).saturating_mul(levels.count);
            ldtk::check_cells(cells).map_err(|error| usage(error.to_string()))?;
        }
        if let Some(file) = file.as_mut().filter(|file| apart && file.is_dir()) {
            file.push(format!("{}.{name}", levels.name()));
        }
        Ok(Self { arguments, format, file, apart })
    }

    fn write_all(&self, levels: &Levels) -> anyhow::Result<()> {
        let progress = self.progress(levels.count);
        let pictures = Pictures {
            options: self.arguments.picture(),
            overlays: self.arguments.overlays.iter().copied().map(Into::into).collect(),
            sight_from: self.arguments.sight_from,
        };
        match self.format.writer(pictures) {
            Some(mut writer) if self.apart => parallel::for_each(levels, &progress, |index, level| {
                let mut out = Output::to(self.file_of(levels, index).as_deref())?;
                writer.write(&level, &mut out)?;
                out.finish()
            })?,
            Some(mut writer) => {
                let mut out = Output::to(self.arguments.out.as_deref())?;
                parallel::for_each(levels, &progress, |index, level| {
                    self.write(levels, index, &level, &mut writer, &mut out)
                })?;
                out.finish()?;
            }
            None => self.write_maps(levels, &progress)?,
        }
        progress.finish_and_clear();
        Ok(())
    }

    /// Maps with tilesets, each with its own, and for several depths a world that shows all; or a world of all levels.
    fn write_maps(&self, levels: &Levels, progress: &ProgressBar) -> anyhow::Result<()> {
        let writer = MapWriter::new(self.format, self.arguments, levels.plan_name())?;
        if self.format == Format::Ldtk {
            let mut all = Vec::new();
            let mut cells = 0;
            parallel::for_each(levels, progress, |_, level| {
                // What is too much for one world would be too much for memory.
                cells += level.size().area() as u64;
                all.push(level);
                ldtk::check_cells(cells).map_err(|error| usage(error.to_string()))
            })?;
            let drafts: Vec<&Draft> = all.iter().map(|level| &**level).collect();
            return writer.write(&drafts, self.file.as_deref());
        }
        let mut world = TiledWorld::default();
        parallel::for_each(levels, progress, |index, level| {
            let file = self.file_of(levels, index);
            writer.write(&[&*level], file.as_deref())?;
            if levels.begins_seed(index) {
                world.begin_column();
            }
            let (size, cell) = (level.size(), writer.cell());
            let side = |cells: u32, pixels: u32| u64::from(cells) * u64::from(pixels);
            let name = file.as_deref().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
            world.add(&name, side(size.width, cell.width), side(size.height, cell.height));
            Ok(())
        })?;
        match &self.file {
            Some(file) if levels.has_depths() => {
                let mut out = Output::to(Some(&file.with_extension("world")))?;
                out.put(|out| world.write(out))?;
                out.finish()
            }
            _ => Ok(()),
        }
    }

    /// `level.png` becomes `level-01.png` where each level has a file of its own.
    fn file_of(&self, levels: &Levels, index: u64) -> Option<PathBuf> {
        let file = self.file.as_deref()?;
        Some(if self.apart { numbered(file, &levels.number(index)) } else { file.to_path_buf() })
    }

    /// Writes one of the levels that share a file.
    fn write(
        &self,
        levels: &Levels,
        index: u64,
        shown: &Draft,
        writer: &mut LevelWriter,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        if self.format.is_text() && levels.count > 1 {
            let about = &shown.metadata;
            let gap = if index == 0 { "" } else { "\n" };
            out.put(|out| writeln!(out, "{gap}{}, seed {}, depth {}", about.recipe, about.seed, about.depth))?;
        }
        writer.write(shown, out)
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

/// Sees that no option is given that the format knows nothing of.
fn check_options(format: Format, arguments: &WritingArguments) -> anyhow::Result<()> {
    let drawn = format.is_picture() || format == Format::Svg;
    let sight = arguments.overlays.contains(&OverlayName::Sight);
    let problem = match format {
        _ if arguments.projection.is_some() && !format.is_picture() => {
            "--projection is for pictures: --format png or gif"
        }
        _ if arguments.scale.is_some() && !format.is_picture() => "--scale is for pictures: --format png or gif",
        _ if !arguments.overlays.is_empty() && !drawn => "--overlay is for pictures: --format png, gif or svg",
        _ if arguments.sight_from.is_some() && !sight => "--sight-from is for what is seen from there: --overlay sight",
        _ if arguments.tileset.is_some() && !format.has_tileset() => "--tileset is for maps: --format tmx, tmj or ldtk",
        _ if arguments.external_tileset && !matches!(format, Format::Tmx | Format::Tmj) => {
            "--external-tileset is for maps for Tiled: --format tmx or tmj"
        }
        _ => return Ok(()),
    };
    Err(usage(problem))
}

fn numbered(path: &Path, number: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(number);
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
    fn the_number_goes_before_the_ending() {
        assert_eq!(numbered(Path::new("out/level.png"), "-01"), Path::new("out/level-01.png"));
        assert_eq!(numbered(Path::new("level"), "-2"), Path::new("level-2"));
    }
}
