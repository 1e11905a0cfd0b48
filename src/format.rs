//! In which form a level is written, and the writing of it.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use undercroft_export::{
    Animation, ColourDepth, ExportError, Overlay, OverlayLayer, Picture, PictureOptions, ansi, ascii, csv,
    draw_with_overlays, json, svg, xp,
};
use undercroft_mapgen::{Draft, Point, Size};

use crate::messages::usage;
use crate::output::Output;

/// In which form a level is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain text in ASCII.
    Ascii,
    /// Plain text in the tiles' own glyphs.
    Unicode,
    /// Coloured text for a terminal.
    Ansi,
    /// Everything there is to know: one object for each level, each on a line of its own.
    Json,
    /// A picture.
    Png,
    /// A picture, as a GIF of one frame.
    Gif,
    /// A drawing that is crisp at any size.
    Svg,
    /// A map for Tiled, in XML.
    Tmx,
    /// A map for Tiled, in JSON.
    Tmj,
    /// A project for LDtk: a world of all levels.
    Ldtk,
    /// A picture for REXPaint.
    Xp,
    /// The ids of the tiles.
    Csv,
}

impl Format {
    /// The format that suits standard output: colours on a terminal that shows them, plain text elsewhere.
    pub(crate) fn for_standard_output() -> Self {
        let stdout = io::stdout();
        match (AutoStream::choice(&stdout), stdout.is_terminal()) {
            (ColorChoice::Never, true) => Self::Unicode,
            (ColorChoice::Never, false) => Self::Ascii,
            _ => Self::Ansi,
        }
    }

    /// The format that a file's name asks for.
    pub(crate) fn for_file(path: &Path) -> anyhow::Result<Self> {
        let Some(extension) = path.extension().and_then(OsStr::to_str) else {
            return Ok(Self::Ascii);
        };
        match extension.to_ascii_lowercase().as_str() {
            "txt" => Ok(Self::Ascii),
            "ans" | "ansi" => Ok(Self::Ansi),
            "json" | "jsonl" | "ndjson" => Ok(Self::Json),
            "png" => Ok(Self::Png),
            "gif" => Ok(Self::Gif),
            "svg" => Ok(Self::Svg),
            "tmx" => Ok(Self::Tmx),
            "tmj" => Ok(Self::Tmj),
            "ldtk" => Ok(Self::Ldtk),
            "xp" => Ok(Self::Xp),
            "csv" => Ok(Self::Csv),
            _ => Err(usage(format!(
                "--out {}: no format is known by `.{extension}`; use .txt, .ans, .json, .png, .gif, .svg, .tmx, .tmj, .ldtk, .xp or .csv, or say which with --format",
                path.display()
            ))),
        }
    }

    /// The usual ending of a file's name.
    pub(crate) const fn ending(self) -> &'static str {
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

    /// What writes levels in this format, each by itself and without other files; none for maps with tilesets.
    pub(crate) fn writer(self, pictures: Pictures) -> Option<LevelWriter> {
        match self {
            Self::Ascii => Some(LevelWriter::Ascii),
            Self::Unicode => Some(LevelWriter::Unicode),
            Self::Ansi => Some(LevelWriter::Ansi(colour_depth())),
            Self::Json => Some(LevelWriter::Json(json::Writer::new())),
            Self::Png => Some(LevelWriter::Png(pictures)),
            Self::Gif => Some(LevelWriter::Gif(pictures)),
            Self::Svg => Some(LevelWriter::Svg(pictures)),
            Self::Xp => Some(LevelWriter::Xp),
            Self::Csv => Some(LevelWriter::Csv),
            Self::Tmx | Self::Tmj | Self::Ldtk => None,
        }
    }

    /// Whether it is text to be read by people, where levels in a row need headings.
    pub(crate) const fn is_text(self) -> bool {
        matches!(self, Self::Ascii | Self::Unicode | Self::Ansi)
    }

    /// Whether a file holds one level only.
    pub(crate) const fn is_one_level(self) -> bool {
        !self.is_text() && !matches!(self, Self::Json | Self::Ldtk)
    }

    /// Whether it is drawn dot by dot.
    pub(crate) const fn is_picture(self) -> bool {
        matches!(self, Self::Png | Self::Gif)
    }

    /// Whether it makes no sense on a terminal.
    pub(crate) const fn is_binary(self) -> bool {
        matches!(self, Self::Png | Self::Gif | Self::Xp)
    }

    /// Whether it is a map with a tileset.
    pub(crate) const fn has_tileset(self) -> bool {
        matches!(self, Self::Tmx | Self::Tmj | Self::Ldtk)
    }
}

/// How pictures are drawn.
#[derive(Clone, Debug)]
pub(crate) struct Pictures {
    pub(crate) options: PictureOptions,
    pub(crate) overlays: Vec<Overlay>,
    /// In the world.
    pub(crate) sight_from: Option<Point>,
}

impl Pictures {
    fn layers(&self, level: &Draft) -> anyhow::Result<Vec<OverlayLayer>> {
        let from = self.sight_from.map(|at| at - level.origin);
        if let (Some(at), Some(from)) = (self.sight_from, from)
            && !level.size().contains(from)
        {
            return Err(usage(format!("--sight-from {},{}: there is no such cell on this level", at.x, at.y)));
        }
        Ok(self.overlays.iter().map(|overlay| overlay.of(level, from)).collect())
    }

    fn draw(&self, level: &Draft) -> anyhow::Result<Picture> {
        let layers = self.layers(level)?;
        draw_with_overlays(level, &self.options, &layers).map_err(|error| usage(error.to_string()))
    }
}

/// Writes levels in one format.
pub(crate) enum LevelWriter {
    Ascii,
    Unicode,
    Ansi(ColourDepth),
    Json(json::Writer),
    Png(Pictures),
    Gif(Pictures),
    Svg(Pictures),
    Xp,
    Csv,
}

impl LevelWriter {
    /// What suits standard output.
    pub(crate) fn for_standard_output() -> Self {
        match Format::for_standard_output() {
            Format::Ansi => Self::Ansi(colour_depth()),
            Format::Unicode => Self::Unicode,
            _ => Self::Ascii,
        }
    }

    /// Writes a level.
    pub(crate) fn write(&mut self, level: &Draft, out: &mut Output) -> anyhow::Result<()> {
        match self {
            Self::Ascii => out.put(|out| ascii::write(level, out)),
            Self::Unicode => out.put(|out| out.write_all(ascii::unicode(level).as_bytes())),
            Self::Ansi(depth) => out.put(|out| ansi::write(level, *depth, out)),
            Self::Json(writer) => out.put(|out| writer.write(level, out)),
            Self::Png(pictures) => {
                let picture = pictures.draw(level)?;
                out.put(|out| picture.write_png(out))
            }
            Self::Gif(pictures) => {
                let picture = pictures.draw(level)?;
                let size = Size::new(picture.width(), picture.height());
                export(out, |out| {
                    let mut animation = Animation::new(out, size, false)?;
                    animation.frame(&picture, "", 0)?;
                    animation.finish()?;
                    Ok(())
                })
            }
            Self::Svg(pictures) => {
                let layers = pictures.layers(level)?;
                out.put(|out| svg::write(level, &layers, out))
            }
            Self::Xp => out.put(|out| xp::write(level, out)),
            Self::Csv => out.put(|out| csv::write(level, out)),
        }
    }
}

/// Writes something; what the format cannot hold is the arguments' fault.
pub(crate) fn export(
    out: &mut Output,
    write: impl FnOnce(&mut Output) -> Result<(), ExportError>,
) -> anyhow::Result<()> {
    let mut other = None;
    out.put(|out| match write(out) {
        Err(ExportError::Io(error)) => Err(error),
        Err(error) => {
            other = Some(usage(error.to_string()));
            Ok(())
        }
        Ok(()) => Ok(()),
    })?;
    other.map_or(Ok(()), Err)
}

/// How many colours to use: what the terminal says of itself; away from one, all.
pub(crate) fn colour_depth() -> ColourDepth {
    let says = |variable: &str| env::var(variable).unwrap_or_default();
    if !io::stdout().is_terminal() || ["truecolor", "24bit"].contains(&says("COLORTERM").as_str()) {
        return ColourDepth::True;
    }
    match says("TERM") {
        term if term.contains("256") => ColourDepth::Palette256,
        term if term.contains("direct") => ColourDepth::True,
        _ => ColourDepth::Palette16,
    }
}
