//! Maps for Tiled and LDtk, and the files beside them: the art, and a tileset file if it is not part of the map.

use std::io;
use std::path::{Component, Path};

use undercroft_export::tiled::{self, TiledOptions, TilesetLocation};
use undercroft_export::{ArtSheet, ExportError, Format, ldtk};
use undercroft_mapgen::{Draft, Size};

use crate::art::Sheet;
use crate::format::export;
use crate::messages::usage;
use crate::output::{Bundle, Output, is_file};

/// Writes maps with their art.
pub(crate) struct MapWriter {
    format: Format,
    /// Otherwise art is drawn from the glyphs of the tiles.
    art: Option<Sheet>,
    external_tileset: bool,
    plan: Option<String>,
}

impl MapWriter {
    pub(crate) fn new(format: Format, art: Option<Sheet>, external_tileset: bool, plan: Option<&str>) -> Self {
        Self { format, art, external_tileset, plan: plan.map(Into::into) }
    }

    /// The size of a cell in pixels.
    pub(crate) fn cell_size(&self) -> Size {
        self.art.as_ref().map_or(ArtSheet::glyph_size(), |(sheet, _)| sheet.tile_size())
    }

    /// Writes a map and the files beside it. Only LDtk holds more than one level.
    pub(crate) fn write(&self, levels: &[&Draft], path: Option<&Path>) -> anyhow::Result<()> {
        let Some(first) = levels.first() else { return Ok(()) };
        // No file can be beside a device or a pipe.
        let file = path.filter(|path| is_file(path));
        let stem = file.and_then(Path::file_stem).map_or("level".into(), |stem| stem.to_string_lossy().into_owned());
        let sheet = self.sheet(levels, &format!("{stem}-tiles"), file);
        let tileset = self.tileset_location(&sheet, file.is_some())?;
        let mut bundle = Bundle::default();
        if let (Some(file), Some(image)) = (file, sheet.png()?) {
            let image_path = file.with_file_name(sheet.image());
            bundle.add(Some(&image_path), |out| out.put(|out| io::Write::write_all(out, &image)))?;
        }
        if let (Some(file), TilesetLocation::File(name)) = (file, &tileset) {
            bundle.add(Some(&file.with_file_name(name)), |out| {
                export(out, |out| match self.format {
                    Format::Tmj => tiled::write_tsj(first, &sheet, out),
                    _ => tiled::write_tsx(first, &sheet, out),
                })
            })?;
        }
        let options = TiledOptions { plan: self.plan.clone(), tileset };
        bundle.add(path, |out| export(out, |out| self.write_map(levels, &sheet, &options, out)))?;
        bundle.finish()
    }

    fn write_map(
        &self,
        levels: &[&Draft],
        sheet: &ArtSheet,
        options: &TiledOptions,
        out: &mut Output,
    ) -> Result<(), ExportError> {
        match self.format {
            Format::Ldtk => ldtk::write(levels, sheet, self.plan.as_deref(), out),
            Format::Tmj => levels.iter().try_for_each(|level| tiled::write_tmj(level, sheet, options, out)),
            _ => levels.iter().try_for_each(|level| tiled::write_tmx(level, sheet, options, out)),
        }
    }

    fn sheet(&self, levels: &[&Draft], name: &str, file: Option<&Path>) -> ArtSheet {
        match &self.art {
            None => ArtSheet::of_glyphs(name, levels.iter().copied()),
            Some((sheet, None)) => sheet.clone().with_image(format!("{name}.png")),
            Some((sheet, Some(image))) => {
                let directory = file.and_then(Path::parent).unwrap_or(Path::new(""));
                sheet.clone().with_image(relative_path(directory, image))
            }
        }
    }

    /// Where the tileset goes. Art that is not yet a file is written beside the map, so the map must be a file too.
    fn tileset_location(&self, sheet: &ArtSheet, has_file: bool) -> anyhow::Result<TilesetLocation> {
        let drawn = sheet.picture().is_some();
        let extension = self.format.extension();
        match (self.external_tileset, has_file) {
            (true, true) => {
                let tileset_extension = if self.format == Format::Tmj { "tsj" } else { "tsx" };
                let tileset = Path::new(sheet.image()).with_extension(tileset_extension);
                // The user's image may lie anywhere; the tileset file goes beside the map.
                let tileset = tileset.file_name().map_or_else(|| sheet.name().into(), |name| name.to_string_lossy());
                Ok(TilesetLocation::File(tileset.into_owned()))
            }
            (true, false) => Err(usage(format!(
                "--external-tileset writes a second file beside the map; name the map, as in --out level.{extension}"
            ))),
            (false, false) if drawn && self.format == Format::Tmx => Ok(TilesetLocation::MapWithImages),
            (false, false) if drawn => Err(usage(format!(
                "a {extension} file needs its image beside it; name the file, as in --out level.{extension}, or use your own \
                 image with --art"
            ))),
            _ => Ok(TilesetLocation::Map),
        }
    }
}

/// The path of a file relative to a directory, with `/` as the separator.
fn relative_path(directory: &Path, file: &Path) -> String {
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let (Ok(directory), Ok(file)) = (directory.canonicalize(), file.canonicalize()) else {
        return file.display().to_string();
    };
    let common = directory.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    let up = directory.components().skip(common).map(|_| "..".to_owned());
    let down = file.components().skip(common).map(|part| part.as_os_str().to_string_lossy().into_owned());
    match file.components().next() {
        // There is no relative path to another drive.
        Some(Component::Prefix(_)) if common == 0 => file.display().to_string(),
        _ => up.chain(down).collect::<Vec<_>>().join("/"),
    }
}
