//! The current level as files, in every format that the command writes.

use serde::Deserialize;
use undercroft_export::tiled::{self, TiledOptions, TilesetLocation};
use undercroft_export::{
    Animation, ArtSheet, ColourDepth, Format, Overlay, OverlayLayer, Picture, PictureOptions, Projection, ansi, ascii,
    csv, draw_art, draw_thumbnail, draw_with_overlays, json, ldtk, svg, xp,
};
use undercroft_mapgen::{Draft, Moment, Point, Rect, Size};

use crate::{Problem, Studio};

/// The maximum number of frames in an animation.
const MOST_FRAMES: usize = 200;

/// What to export, and how.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportRequest {
    /// The format.
    pub format: Format,
    /// The name of the file, without its extension.
    pub name: String,
    /// The enlargement of pictures.
    #[serde(default = "one")]
    pub scale: u32,
    /// Whether pictures show the level from above and in front.
    #[serde(default)]
    pub oblique: bool,
    /// Whether pictures and maps use tile art rather than glyphs.
    #[serde(default)]
    pub art: bool,
    /// The names of the overlays of pictures.
    #[serde(default)]
    pub overlays: Vec<String>,
}

const fn one() -> u32 {
    1
}

/// A file to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// Overlays by name, applied to a draft.
///
/// # Errors
/// If there is no such overlay.
pub(crate) fn layers(draft: &Draft, names: &[String], from: Option<Point>) -> Result<Vec<OverlayLayer>, Problem> {
    let layer = |name: &String| {
        let overlay = Overlay::ALL.into_iter().find(|overlay| overlay.name() == name);
        overlay
            .map(|overlay| overlay.of(draft, from))
            .ok_or_else(|| Problem::new(format!("no overlay is called `{name}`")))
    };
    names.iter().map(layer).collect()
}

impl Studio {
    /// The current level as files: usually one, and for maps also the image of their tiles.
    ///
    /// # Errors
    /// If nothing is shown, or the format cannot hold the level.
    pub fn export(&mut self, request: &ExportRequest) -> Result<Vec<File>, Problem> {
        if request.format == Format::Gif {
            return self.animation(request);
        }
        let nothing = || Problem::new("no level is shown yet");
        let shown = self.shown.as_ref().ok_or_else(nothing)?;
        let draft = shown.last().ok_or_else(nothing)?;
        let mut bytes = Vec::new();
        let mut files = Vec::new();
        match request.format {
            Format::Ascii => ascii::write(draft, &mut bytes)?,
            Format::Unicode => bytes = ascii::unicode(draft).into_bytes(),
            Format::Ansi => ansi::write(draft, ColourDepth::True, &mut bytes)?,
            Format::Json => json::write(draft, &mut bytes)?,
            Format::Png => self.picture(draft, request)?.write_png(&mut bytes)?,
            Format::Svg => svg::write(draft, &layers(draft, &request.overlays, None)?, &mut bytes)?,
            Format::Xp => xp::write(draft, &mut bytes)?,
            Format::Csv => csv::write(draft, &mut bytes)?,
            Format::Gif => {}
            _ => {
                let sheet = match request.art {
                    true => self.art().sheet().clone(),
                    false => ArtSheet::of_glyphs(&format!("{}-tiles", request.name), [draft]),
                };
                let options = TiledOptions { plan: shown.plan.clone(), tileset: TilesetLocation::Map };
                match request.format {
                    Format::Tmx => tiled::write_tmx(draft, &sheet, &options, &mut bytes)?,
                    Format::Tmj => tiled::write_tmj(draft, &sheet, &options, &mut bytes)?,
                    _ => ldtk::write(&[draft], &sheet, shown.plan.as_deref(), &mut bytes)?,
                }
                if let Some(image) = sheet.png()? {
                    files.push(File { name: sheet.image().to_owned(), bytes: image });
                }
            }
        }
        files.insert(0, File { name: format!("{}.{}", request.name, request.format.extension()), bytes });
        Ok(files)
    }

    fn picture(&self, draft: &Draft, request: &ExportRequest) -> Result<Picture, Problem> {
        let projection = if request.oblique { Projection::Oblique } else { Projection::TopDown };
        let options = PictureOptions { scale: request.scale, projection };
        match request.art && request.overlays.is_empty() {
            true => Ok(draw_art(draft, self.art(), &options)?),
            false => Ok(draw_with_overlays(draft, &options, &layers(draft, &request.overlays, None)?)?),
        }
    }

    /// How the level was made, step by step.
    fn animation(&mut self, request: &ExportRequest) -> Result<Vec<File>, Problem> {
        let shown = self.look_closely()?;
        let size = shown.last().map_or(Size::new(0, 0), Draft::size);
        let cell = [8, 4, 2, 1].into_iter().find(|cell| size.area() * (cell * cell) as usize <= 1 << 20).unwrap_or(1);
        let moments: Vec<&Moment> = shown.timeline.moments.iter().filter(|moment| moment.frame.is_some()).collect();
        let stride = moments.len().div_ceil(MOST_FRAMES).max(1);
        let pictures = Size::new(size.width * cell, size.height * cell);
        let mut animation = Animation::new(Vec::new(), pictures, true)?;
        let last = moments.len().saturating_sub(1);
        for (index, moment) in moments.iter().enumerate() {
            // Finished steps are always shown.
            if index % stride != 0 && moment.part.is_some() {
                continue;
            }
            let Some(draft) = moment.frame.as_deref() else { continue };
            // A later step may enlarge the draft.
            let whole = draft.window(Rect::new(draft.origin.x, draft.origin.y, size.width, size.height));
            let label = moment.step.checked_sub(1).and_then(|step| shown.timeline.steps.get(step));
            let caption = label.map_or("rock", String::as_str);
            let time = match (index == last, moment.part) {
                (true, _) => 300,
                (false, Some(_)) => 10,
                (false, None) => 50,
            };
            animation.frame(&draw_thumbnail(&whole, cell)?, caption, time)?;
        }
        Ok(vec![File { name: format!("{}.gif", request.name), bytes: animation.finish()? }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LevelRequest;

    #[test]
    fn every_format_writes_a_file_with_the_right_signature() {
        let mut studio = Studio::new();
        studio.show(&LevelRequest::of("caves", "7"), false).unwrap();
        for (format, start) in [
            (Format::Ascii, &b"####"[..]),
            (Format::Unicode, "####".as_bytes()),
            (Format::Ansi, b"\x1b["),
            (Format::Json, b"{\"format\""),
            (Format::Png, b"\x89PNG"),
            (Format::Gif, b"GIF89a"),
            (Format::Svg, b"<"),
            (Format::Tmx, b"<?xml"),
            (Format::Tmj, b"{"),
            (Format::Ldtk, b"{"),
            (Format::Xp, b"\x1f\x8b"),
            (Format::Csv, b"0,"),
        ] {
            let request = ExportRequest {
                format,
                name: "den".into(),
                scale: 1,
                oblique: false,
                art: false,
                overlays: Vec::new(),
            };
            let files = studio.export(&request).unwrap();
            assert!(files[0].bytes.starts_with(start), "{format:?}");
            assert!(files[0].name.starts_with("den."));
            assert_eq!(files.len(), if format.has_art() { 2 } else { 1 });
        }
    }
}
