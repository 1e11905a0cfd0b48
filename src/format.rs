//! The formats that levels are written in.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use undercroft_export::{
    Animation, Art, ColourDepth, ExportError, Overlay, OverlayLayer, Picture, PictureOptions, ansi, ascii, csv,
    draw_art, draw_with_overlays, json, svg, xp,
};
use undercroft_mapgen::{Draft, Point, Size};

use crate::messages::usage;
use crate::output::Output;

/// A format that levels are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain ASCII text
    Ascii,
    /// Plain text with the glyphs of the tiles
    Unicode,
    /// Coloured text for a terminal
    Ansi,
    /// Everything about a level: one JSON object per line
    Json,
    /// Picture
    Png,
    /// Picture, as a GIF with a single frame
    Gif,
    /// Vector drawing
    Svg,
    /// Map for Tiled, in XML
    Tmx,
    /// Map for Tiled, in JSON
    Tmj,
    /// Project for LDtk, with all levels in one world
    Ldtk,
    /// Image for REXPaint
    Xp,
    /// Tile ids
    Csv,
}

/// Writes one level after another.
pub(crate) type LevelWriter = Box<dyn FnMut(&Draft, &mut Output) -> anyhow::Result<()>>;

impl Format {
    /// The format that suits standard output: coloured on a terminal with colours, plain elsewhere.
    pub(crate) fn for_standard_output() -> Self {
        let stdout = io::stdout();
        match (AutoStream::choice(&stdout), stdout.is_terminal()) {
            (ColorChoice::Never, true) => Self::Unicode,
            (ColorChoice::Never, false) => Self::Ascii,
            _ => Self::Ansi,
        }
    }

    /// The format that the extension of a file stands for; ASCII if it has none.
    pub(crate) fn for_file(path: &Path) -> anyhow::Result<Self> {
        let Some(extension) = path.extension().and_then(OsStr::to_str) else {
            return Ok(Self::Ascii);
        };
        let extension = extension.to_ascii_lowercase();
        let usual = match extension.as_str() {
            "ansi" => "ans",
            "jsonl" | "ndjson" => "json",
            other => other,
        };
        Self::value_variants().iter().copied().find(|format| format.extension() == usual).ok_or_else(|| {
            let path = path.display();
            usage(format!(
                "--out {path}: unrecognised file type `.{extension}`; use .txt, .ans, .json, .png, .gif, .svg, .tmx, \
                 .tmj, .ldtk, .xp or .csv, or choose one with --format"
            ))
        })
    }

    /// The usual extension of a file.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Ascii | Self::Unicode => "txt",
            Self::Ansi => "ans",
            Self::Json => "json",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Svg => "svg",
            Self::Tmx => "tmx",
            Self::Tmj => "tmj",
            Self::Ldtk => "ldtk",
            Self::Xp => "xp",
            Self::Csv => "csv",
        }
    }

    /// Writes levels that need no other file; `None` for maps, which have art beside them.
    pub(crate) fn writer(self, pictures: PictureStyle) -> Option<LevelWriter> {
        Some(match self {
            Self::Ascii => Box::new(|level, out| out.put(|out| ascii::write(level, out))),
            Self::Unicode => Box::new(|level, out| out.put(|out| out.write_all(ascii::unicode(level).as_bytes()))),
            Self::Ansi => {
                let depth = colour_depth();
                Box::new(move |level, out| out.put(|out| ansi::write(level, depth, out)))
            }
            Self::Json => {
                let mut writer = json::Writer::new();
                Box::new(move |level, out| out.put(|out| writer.write(level, out)))
            }
            Self::Png => Box::new(move |level, out| {
                let picture = pictures.draw(level)?;
                out.put(|out| picture.write_png(out))
            }),
            Self::Gif => Box::new(move |level, out| {
                let picture = pictures.draw(level)?;
                let size = Size::new(picture.width(), picture.height());
                export(out, |out| {
                    let mut animation = Animation::new(out, size, false)?;
                    animation.frame(&picture, "", 0)?;
                    animation.finish()?;
                    Ok(())
                })
            }),
            Self::Svg => Box::new(move |level, out| {
                let layers = pictures.layers(level)?;
                out.put(|out| svg::write(level, &layers, out))
            }),
            Self::Xp => Box::new(|level, out| out.put(|out| xp::write(level, out))),
            Self::Csv => Box::new(|level, out| out.put(|out| csv::write(level, out))),
            Self::Tmx | Self::Tmj | Self::Ldtk => return None,
        })
    }

    /// Whether this is text for people, where several levels need headings.
    pub(crate) const fn is_text(self) -> bool {
        matches!(self, Self::Ascii | Self::Unicode | Self::Ansi)
    }

    /// Whether a file holds a single level.
    pub(crate) const fn holds_one_level(self) -> bool {
        !self.is_text() && !matches!(self, Self::Json | Self::Ldtk)
    }

    /// Whether this is a picture made of pixels.
    pub(crate) const fn is_picture(self) -> bool {
        matches!(self, Self::Png | Self::Gif)
    }

    /// Whether this would garble a terminal.
    pub(crate) const fn is_binary(self) -> bool {
        matches!(self, Self::Png | Self::Gif | Self::Xp)
    }

    /// Whether this is a map that refers to art.
    pub(crate) const fn has_art(self) -> bool {
        matches!(self, Self::Tmx | Self::Tmj | Self::Ldtk)
    }
}

/// How pictures are drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct PictureStyle {
    pub(crate) options: PictureOptions,
    pub(crate) overlays: Vec<Overlay>,
    /// In coordinates of the world.
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
    if let Some(mut write) = Format::for_standard_output().writer(PictureStyle::default()) {
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
