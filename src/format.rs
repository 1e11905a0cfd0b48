//! Writing levels in the format that the user has chosen.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use undercroft_export::{
    Animation, Art, ColourDepth, ExportError, Format, Overlay, OverlayLayer, Picture, PictureOptions, ansi, ascii, csv,
    draw_art, draw_with_overlays, json, svg, xp,
};
use undercroft_mapgen::{Draft, Point, Size};

use crate::messages::usage;
use crate::output::Output;

/// Writes one level after another.
pub(crate) type LevelWriter = Box<dyn FnMut(&Draft, &mut Output) -> anyhow::Result<()>>;

/// The format that suits standard output: coloured on a terminal with colours, plain elsewhere.
pub(crate) fn format_for_standard_output() -> Format {
    let stdout = io::stdout();
    match (AutoStream::choice(&stdout), stdout.is_terminal()) {
        (ColorChoice::Never, true) => Format::Unicode,
        (ColorChoice::Never, false) => Format::Ascii,
        _ => Format::Ansi,
    }
}

/// The format for a file's extension; ASCII if it has none.
pub(crate) fn format_for_file(path: &Path) -> anyhow::Result<Format> {
    let Some(extension) = path.extension().and_then(OsStr::to_str) else {
        return Ok(Format::Ascii);
    };
    Format::of_extension(extension).ok_or_else(|| {
        let (path, extension) = (path.display(), extension.to_ascii_lowercase());
        usage(format!(
            "--out {path}: unrecognised file type `.{extension}`; use .txt, .ans, .json, .png, .gif, .svg, .tmx, .tmj, \
             .ldtk, .xp or .csv, or choose one with --format"
        ))
    })
}

/// Writes levels that need no other file; `None` for maps, which have art beside them.
pub(crate) fn level_writer(format: Format, pictures: PictureStyle) -> Option<LevelWriter> {
    Some(match format {
        Format::Ascii => Box::new(|level, out| out.put(|out| ascii::write(level, out))),
        Format::Unicode => Box::new(|level, out| out.put(|out| out.write_all(ascii::unicode(level).as_bytes()))),
        Format::Ansi => {
            let depth = colour_depth();
            Box::new(move |level, out| out.put(|out| ansi::write(level, depth, out)))
        }
        Format::Json => {
            let mut writer = json::Writer::new();
            Box::new(move |level, out| out.put(|out| writer.write(level, out)))
        }
        Format::Png => Box::new(move |level, out| {
            let picture = pictures.draw(level)?;
            out.put(|out| picture.write_png(out))
        }),
        Format::Gif => Box::new(move |level, out| {
            let picture = pictures.draw(level)?;
            let size = Size::new(picture.width(), picture.height());
            export(out, |out| {
                let mut animation = Animation::new(out, size, false)?;
                animation.frame(&picture, "", 0)?;
                animation.finish()?;
                Ok(())
            })
        }),
        Format::Svg => Box::new(move |level, out| {
            let layers = pictures.layers(level)?;
            out.put(|out| svg::write(level, &layers, out))
        }),
        Format::Xp => Box::new(|level, out| out.put(|out| xp::write(level, out))),
        Format::Csv => Box::new(|level, out| out.put(|out| csv::write(level, out))),
        _ => return None,
    })
}

/// How pictures are drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct PictureStyle {
    pub(crate) options: PictureOptions,
    pub(crate) overlays: Vec<Overlay>,
    /// In world coordinates.
    pub(crate) sight_from: Option<Point>,
    /// The user's own art; without it, tiles are drawn as glyphs.
    pub(crate) art: Option<Art>,
}

impl PictureStyle {
    fn layers(&self, level: &Draft) -> anyhow::Result<Vec<OverlayLayer>> {
        let from = self.sight_from.map(|at| at - level.origin);
        if let (Some(at), Some(from)) = (self.sight_from, from)
            && !level.size().contains(from)
        {
            return Err(usage(format!("--sight-from {},{}: outside the level", at.x, at.y)));
        }
        Ok(self.overlays.iter().map(|overlay| overlay.of(level, from)).collect())
    }

    fn draw(&self, level: &Draft) -> anyhow::Result<Picture> {
        if let Some(art) = &self.art {
            return draw_art(level, art, &self.options).map_err(usage);
        }
        draw_with_overlays(level, &self.options, &self.layers(level)?).map_err(usage)
    }
}

/// Prints a level to standard output in the format that suits it.
pub(crate) fn print_level(level: &Draft) -> anyhow::Result<()> {
    let mut out = Output::to(None)?;
    if let Some(mut write) = level_writer(format_for_standard_output(), PictureStyle::default()) {
        write(level, &mut out)?;
    }
    out.finish()
}

/// Writes through an exporter. If the format cannot hold the level, the arguments are to blame.
pub(crate) fn export(
    out: &mut Output,
    write: impl FnOnce(&mut Output) -> Result<(), ExportError>,
) -> anyhow::Result<()> {
    let mut refused = None;
    out.put(|out| match write(out) {
        Err(ExportError::Io(error)) => Err(error),
        Err(error) => {
            refused = Some(usage(error));
            Ok(())
        }
        Ok(()) => Ok(()),
    })?;
    refused.map_or(Ok(()), Err)
}

/// The number of colours to use: as many as the terminal says it has, or all of them if this is not a terminal.
pub(crate) fn colour_depth() -> ColourDepth {
    let variable = |name: &str| env::var(name).unwrap_or_default();
    if !io::stdout().is_terminal() || ["truecolor", "24bit"].contains(&variable("COLORTERM").as_str()) {
        return ColourDepth::True;
    }
    match variable("TERM") {
        term if term.contains("256") => ColourDepth::Palette256,
        term if term.contains("direct") => ColourDepth::True,
        _ => ColourDepth::Palette16,
    }
}
