//! `undercroft gallery`: the levels of many seeds on one sheet.

use std::path::PathBuf;

use undercroft_export::{ContactSheet, Format, PictureError, draw_thumbnail};
use undercroft_mapgen::Size;

use crate::arguments::{LevelArguments, parsers};
use crate::art::{self, SmallArt};
use crate::format::format_for_file;
use crate::levels::Levels;
use crate::library::Library;
use crate::messages::usage;
use crate::output::{Output, is_standard};
use crate::progress;

/// Draws the levels of many seeds on one sheet
///
/// Each level is labelled with its seed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft gallery caves --out sheet.png
  undercroft gallery halls --seed 1 --count 48 --scale 2 --out halls.png
  undercroft gallery rooms --size 40x30 --set rooms.attempts=80 --out rooms.png")]
pub(crate) struct Arguments {
    #[command(flatten)]
    level: LevelArguments,

    /// Number of levels; their seeds count up from the first
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = parsers::count, allow_negative_numbers = true)]
    count: u64,

    /// Pixels per cell: 1, 2, 4, 8 or 16
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = parsers::cell_pixels, allow_negative_numbers = true)]
    scale: u32,

    /// Draw with this art: `undercroft`, one of your content folder, or a TOML file that locates each tile in an image
    #[arg(long, value_name = "ART")]
    art: Option<PathBuf>,

    /// PNG file to write
    #[arg(long, value_name = "PATH")]
    out: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<()> {
    if !is_standard(&arguments.out) && format_for_file(&arguments.out).ok() != Some(Format::Png) {
        return Err(usage(format!("--out {}: a gallery is a PNG file; end its name in .png", arguments.out.display())));
    }
    let levels = Levels::new(library, &arguments.level, arguments.count)?;
    let art = match &arguments.art {
        Some(path) => Some(SmallArt::new(art::find(path, library)?, arguments.scale)?),
        None => None,
    };
    levels.print_seed();
    let count = u32::try_from(levels.count).unwrap_or(u32::MAX);
    let too_large = |error: PictureError| {
        let text = error.to_string();
        let problem = text.split(": choose").next().unwrap_or(&text);
        usage(format!("{problem}: choose a smaller --scale, --count or --size"))
    };
    let scale = arguments.scale;
    let pixels = |size: Size| match &art {
        Some(art) => art.full_size(size),
        None => Ok(Size::new(size.width.saturating_mul(scale), size.height.saturating_mul(scale))),
    };
    let shrink = art.as_ref().map_or(1, SmallArt::shrink);
    let new_sheet = |size: Size| ContactSheet::new(count, pixels(size)?, shrink);
    let new_sheet = |size: Size| new_sheet(size).map_err(too_large);
    // If the size is known in advance, a sheet that is too large is refused before any level is generated.
    let mut sheet = levels.size().map(new_sheet).transpose()?;
    let bar = progress::bar(levels.count, "levels");
    levels.for_each(&bar, |_, level| {
        let picture = match &art {
            Some(art) => art.draw_full(&level).map_err(usage)?,
            None => draw_thumbnail(&level, scale).map_err(too_large)?,
        };
        let sheet = match &mut sheet {
            Some(sheet) => sheet,
            None => sheet.insert(new_sheet(level.size())?),
        };
        sheet.add(&picture, &level.metadata.seed.to_string());
        Ok(())
    })?;
    bar.finish_and_clear();
    let Some(sheet) = sheet else { return Ok(()) };
    let picture = sheet.finish();
    Output::write_file(&arguments.out, |out| picture.write_png(out))
}
