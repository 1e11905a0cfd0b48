//! `undercroft generate`: levels, in many formats.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::value_parser;
use indicatif::ProgressBar;
use undercroft_export::tiled::TiledWorld;
use undercroft_export::{Art, Format, Overlay, PictureOptions, Projection, ldtk};
use undercroft_mapgen::{Draft, Point};

use crate::arguments::{LevelArguments, RangeArguments, parsers};
use crate::art;
use crate::format::{PictureStyle, format_for_file, format_for_standard_output, level_writer};
use crate::levels::{Levels, View};
use crate::library::Library;
use crate::map_files::MapWriter;
use crate::messages::usage;
use crate::output::{Output, is_standard};
use crate::progress;

/// Generates levels
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft generate caves --seed 42
  undercroft generate caves --seed 'a walk in the dark' --size 120x40
  undercroft generate caves --set scatter.chance=0.45 --set smooth.passes=4
  undercroft generate caves --count 1000 --seed 1 --format json > caves.json
  undercroft generate caves --out caves.png --projection oblique --scale 2
  undercroft generate shallow-cave --window=-64,-64,256,256
  undercroft generate --plan undercroft --depth 5 --seed 42
  undercroft generate caves --out caves.svg --overlay distance --overlay path
  undercroft generate --plan undercroft --depths 0-9 --out undercroft.ldtk
  undercroft generate rooms --out rooms.png --art undercroft --projection oblique
  undercroft generate rooms --out rooms.tmx --art my-art.toml
  undercroft generate rooms --out rooms.png --art my-art.toml --tileset my-tiles.toml
  undercroft generate my-caves.toml")]
pub(crate) struct Arguments {
    #[command(flatten, next_help_heading = "Level")]
    level: LevelArguments,

    #[command(flatten)]
    range: RangeArguments,

    #[command(flatten, next_help_heading = "Output")]
    output: OutputArguments,
}

/// How levels are written.
#[derive(Debug, clap::Args)]
struct OutputArguments {
    /// Format [default: by the extension of --out; otherwise coloured on a terminal and plain elsewhere]
    #[arg(long, value_name = "FORMAT", value_parser = parsers::format())]
    format: Option<Format>,

    /// Write to this file instead of standard output; if each level needs its own file, the files are numbered
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,

    /// Viewpoint of pictures [default: top-down]
    #[arg(long, value_name = "PROJECTION", value_parser = parsers::projection())]
    projection: Option<Projection>,

    /// Enlarge pictures this many times, 1 to 16 [default: 1]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=16), allow_negative_numbers = true)]
    scale: Option<u32>,

    /// Draw an analysis of the level over pictures; may be repeated
    #[arg(long = "overlay", value_name = "OVERLAY", value_parser = parsers::overlay())]
    overlays: Vec<Overlay>,

    /// Cell that --overlay sight looks from [default: the start]
    #[arg(long, value_name = "X,Y", value_parser = parsers::point, allow_hyphen_values = true)]
    sight_from: Option<Point>,

    /// Art for pictures and for tmx, tmj and ldtk maps: `undercroft`, one of your content folder, or a TOML file that
    /// locates each tile in an image
    #[arg(long, value_name = "ART")]
    art: Option<PathBuf>,

    /// Write the tileset of a tmx or tmj map to its own file beside it, .tsx or .tsj
    #[arg(long)]
    external_tileset: bool,
}

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<()> {
    let levels = Levels::in_range(library, &arguments.level, &arguments.range)?;
    let writer = Writer::new(&arguments.output, &levels, library)?;
    // On a terminal, the seed is easiest to see below the level. Elsewhere it comes first, in case something fails.
    if writer.is_on_screen() {
        writer.write_all()?;
        levels.print_seed();
        return Ok(());
    }
    levels.print_seed();
    writer.write_all()
}

/// Writes levels where and how the arguments say.
struct Writer<'a> {
    arguments: &'a OutputArguments,
    levels: &'a Levels,
    format: Format,
    /// The file named in the arguments, to be numbered if each level has its own.
    file: Option<PathBuf>,
    one_file_each: bool,
    /// The user's own art, for pictures.
    art: Option<Art>,
    library: &'a Library,
}

impl<'a> Writer<'a> {
    fn new(arguments: &'a OutputArguments, levels: &'a Levels, library: &'a Library) -> anyhow::Result<Self> {
        let mut file = arguments.out.as_deref().filter(|path| !is_standard(path)).map(Path::to_path_buf);
        let format = match (arguments.format, &file) {
            (Some(format), _) => format,
            (None, Some(file)) => format_for_file(file)?,
            (None, None) => format_for_standard_output(),
        };
        let (extension, one_file_each) = (format.extension(), format.holds_one_level() && levels.count > 1);
        if file.is_none() && format.is_binary() && io::stdout().is_terminal() {
            return Err(usage(format!(
                "a {extension} file cannot be shown on a terminal; name a file, as in --out level.{extension}"
            )));
        }
        if file.is_none() && one_file_each {
            return Err(usage(format!(
                "several {extension} files cannot go to standard output; name a file, as in --out level.{extension}"
            )));
        }
        check_options(format, arguments)?;
        let art = arguments.art.as_deref().filter(|_| format.is_picture());
        let art = art.map(|path| art::find(path, library)).transpose()?;
        if let Some(size) = levels.size().filter(|_| format.is_picture()) {
            let options = picture_options(arguments);
            match &art {
                Some(art) => art.picture_size(size, &options),
                None => options.picture_size(size),
            }
            .map_err(usage)?;
        }
        if let Some(size) = levels.size().filter(|_| format == Format::Ldtk) {
            ldtk::check_cells((size.area() as u64).saturating_mul(levels.count)).map_err(usage)?;
        }
        if let Some(file) = file.as_mut().filter(|file| one_file_each && file.is_dir()) {
            file.push(format!("{}.{extension}", levels.name()));
        }
        Ok(Self { arguments, levels, format, file, one_file_each, art, library })
    }

    fn write_all(&self) -> anyhow::Result<()> {
        let bar = self.progress_bar();
        let style = PictureStyle {
            options: picture_options(self.arguments),
            overlays: self.arguments.overlays.clone(),
            sight_from: self.arguments.sight_from,
            art: self.art.clone(),
        };
        match level_writer(self.format, style) {
            Some(mut write) if self.one_file_each => self.levels.for_each(&bar, |index, level| {
                let mut out = Output::to(self.file_of(index).as_deref())?;
                write(&level, &mut out)?;
                out.finish()
            })?,
            Some(mut write) => {
                let mut out = Output::to(self.arguments.out.as_deref())?;
                self.levels.for_each(&bar, |index, level| {
                    self.write_heading(index, &level, &mut out)?;
                    write(&level, &mut out)
                })?;
                out.finish()?;
            }
            None if self.format == Format::Ldtk => self.write_ldtk(&bar)?,
            None => self.write_tiled(&bar)?,
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn map_writer(&self) -> anyhow::Result<MapWriter> {
        let OutputArguments { art, external_tileset, .. } = self.arguments;
        let art = art.as_deref().map(|path| art::find_sheet(path, self.library)).transpose()?;
        Ok(MapWriter::new(self.format, art, *external_tileset, self.levels.plan_name()))
    }

    /// All levels as one world.
    fn write_ldtk(&self, bar: &ProgressBar) -> anyhow::Result<()> {
        let writer = self.map_writer()?;
        let mut levels: Vec<View> = Vec::new();
        let mut cells = 0;
        self.levels.for_each(bar, |_, level| {
            // Checked as levels arrive: a world that is too large might not fit into memory.
            cells += level.size().area() as u64;
            levels.push(level);
            ldtk::check_cells(cells).map_err(usage)
        })?;
        let drafts: Vec<&Draft> = levels.iter().map(|level| &**level).collect();
        writer.write(&drafts, self.file.as_deref())
    }

    /// A map for each level and, for several depths, a world that shows all of them.
    fn write_tiled(&self, bar: &ProgressBar) -> anyhow::Result<()> {
        let writer = self.map_writer()?;
        let cell = writer.cell_size();
        let mut world = TiledWorld::default();
        self.levels.for_each(bar, |index, level| {
            let file = self.file_of(index);
            writer.write(&[&*level], file.as_deref())?;
            if self.levels.starts_seed(index) {
                world.begin_column();
            }
            let name = file.as_deref().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
            let pixels = |cells: u32, side: u32| u64::from(cells) * u64::from(side);
            let size = level.size();
            world.add(&name, pixels(size.width, cell.width), pixels(size.height, cell.height));
            Ok(())
        })?;
        match &self.file {
            Some(file) if self.levels.has_depths() => {
                Output::write_file(&file.with_extension("world"), |out| world.write(out))
            }
            _ => Ok(()),
        }
    }

    /// `level.png` becomes `level-01.png` if each level has its own file.
    fn file_of(&self, index: u64) -> Option<PathBuf> {
        let file = self.file.as_deref()?;
        Some(match self.one_file_each {
            true => numbered(file, &self.levels.file_suffix(index), self.format.extension()),
            false => file.to_path_buf(),
        })
    }

    /// Says which level follows, if several are written as text.
    fn write_heading(&self, index: u64, level: &Draft, out: &mut Output) -> anyhow::Result<()> {
        if !self.format.is_text() || self.levels.count == 1 {
            return Ok(());
        }
        let (about, gap) = (&level.metadata, if index == 0 { "" } else { "\n" });
        out.put(|out| writeln!(out, "{gap}{}, seed {}, depth {}", about.recipe, about.seed, about.depth))
    }

    fn is_on_screen(&self) -> bool {
        self.arguments.out.as_deref().is_none_or(is_standard) && io::stdout().is_terminal()
    }

    /// Hidden for a single level, and if the levels themselves go to the terminal.
    fn progress_bar(&self) -> ProgressBar {
        match self.levels.count == 1 || self.is_on_screen() {
            true => ProgressBar::hidden(),
            false => progress::bar(self.levels.count, "levels"),
        }
    }
}

fn picture_options(arguments: &OutputArguments) -> PictureOptions {
    let defaults = PictureOptions::default();
    PictureOptions {
        scale: arguments.scale.unwrap_or(defaults.scale),
        projection: arguments.projection.unwrap_or(defaults.projection),
    }
}

/// Refuses options that have no effect on the format.
fn check_options(format: Format, arguments: &OutputArguments) -> anyhow::Result<()> {
    let is_drawn = format.is_picture() || format == Format::Svg;
    let is_tiled = matches!(format, Format::Tmx | Format::Tmj);
    let has_sight = arguments.overlays.contains(&Overlay::Sight);
    let rules = [
        (arguments.projection.is_some() && !format.is_picture(), "--projection needs --format png or gif"),
        (arguments.scale.is_some() && !format.is_picture(), "--scale needs --format png or gif"),
        (!arguments.overlays.is_empty() && !is_drawn, "--overlay needs --format png, gif or svg"),
        (arguments.sight_from.is_some() && !has_sight, "--sight-from needs --overlay sight"),
        (
            arguments.art.is_some() && !format.has_art() && !format.is_picture(),
            "--art needs --format png, gif, tmx, tmj or ldtk",
        ),
        (
            arguments.art.is_some() && !arguments.overlays.is_empty(),
            "--overlay is drawn on glyphs only; leave out --art",
        ),
        (arguments.external_tileset && !is_tiled, "--external-tileset needs --format tmx or tmj"),
    ];
    match rules.into_iter().find(|(is_broken, _)| *is_broken) {
        Some((_, problem)) => Err(usage(problem)),
        None => Ok(()),
    }
}

/// The path with a suffix before its extension, which is that of the format unless it has one.
fn numbered(path: &Path, suffix: &str, extension: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(suffix);
    name.push(".");
    name.push(path.extension().unwrap_or(extension.as_ref()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_goes_before_the_extension() {
        assert_eq!(numbered(Path::new("out/level.png"), "-01", "png"), Path::new("out/level-01.png"));
        assert_eq!(numbered(Path::new("many"), "-2", "png"), Path::new("many-2.png"), "the format's own");
    }
}
