//! In which form a level is written, and the writing of it.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use undercroft_export::{ColourDepth, PictureOptions, ansi, ascii, json};
use undercroft_mapgen::Draft;

use crate::output::Output;
use crate::report::usage;

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
            _ => Err(usage(format!(
                "--out {}: no format is known by `.{extension}`; use .txt, .ans, .json or .png, or say which with --format",
                path.display()
            ))),
        }
    }

    /// What writes levels in this format.
    pub(crate) fn writer(self, picture: PictureOptions) -> LevelWriter {
        match self {
            Self::Ascii => LevelWriter::Ascii,
            Self::Unicode => LevelWriter::Unicode,
            Self::Ansi => LevelWriter::Ansi(colour_depth()),
            Self::Json => LevelWriter::Json(json::Writer::new()),
            Self::Png => LevelWriter::Png(picture),
        }
    }

    /// Whether it is text to be read by people, where levels in a row need headings.
    pub(crate) const fn is_text(self) -> bool {
        matches!(self, Self::Ascii | Self::Unicode | Self::Ansi)
    }
}

/// Writes levels in one format.
pub(crate) enum LevelWriter {
    Ascii,
    Unicode,
    Ansi(ColourDepth),
    Json(json::Writer),
    Png(PictureOptions),
}

impl LevelWriter {
    /// Writes a level.
    pub(crate) fn write(&mut self, level: &Draft, out: &mut Output) -> anyhow::Result<()> {
        match self {
            Self::Ascii => out.put(|out| ascii::write(level, out)),
            Self::Unicode => out.put(|out| out.write_all(ascii::unicode(level).as_bytes())),
            Self::Ansi(depth) => out.put(|out| ansi::write(level, *depth, out)),
            Self::Json(writer) => out.put(|out| writer.write(level, out)),
            Self::Png(options) => {
                let picture = undercroft_export::draw(level, options).map_err(|error| usage(error.to_string()))?;
                out.put(|out| picture.write_png(out))
            }
        }
    }
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
