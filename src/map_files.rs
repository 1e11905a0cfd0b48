//! Maps with tilesets: our own drawn from glyphs, or one of the user's, and the files that go beside a map.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use undercroft_export::tiled::{self, TiledOptions, TilesetLocation};
use undercroft_export::{ArtSheet, ExportError, ldtk, png_size};
use undercroft_mapgen::{Draft, Size, SourceFile, Tileset};

use crate::arguments::WritingArguments;
use crate::format::{Format, export};
use crate::messages::{in_words, usage};
use crate::output::{Bundle, Output, is_file};
use crate::recipes;

/// Writes maps with tilesets.
pub(crate) struct MapWriter {
    format: Format,
    /// The user's own, with the path of its image.
    own: Option<(ArtSheet, PathBuf)>,
    external: bool,
    plan: Option<String>,
}

impl MapWriter {
    pub(crate) fn new(format: Format, arguments: &WritingArguments, plan: Option<&str>) -> anyhow::Result<Self> {
        let own = arguments.tileset.as_deref().map(read_own).transpose()?;
        Ok(Self { format, own, external: arguments.external_tileset, plan: plan.map(Into::into) })
    }

    /// How many pixels wide and high the cells of a map are.
    pub(crate) fn cell(&self) -> Size {
        self.own.as_ref().map_or(ArtSheet::glyph_size(), |(sheet, _)| sheet.tile_size())
    }

    /// Writes levels into a file, and what belongs beside it; one level, unless the format holds a world.
    pub(crate) fn write(&self, levels: &[&Draft], path: Option<&Path>) -> anyhow::Result<()> {
        let Some(first) = levels.first() else { return Ok(()) };
        // Beside a device or a pipe there can be nothing.
        let file = path.filter(|path| is_file(path));
        let stem = file.and_then(Path::file_stem).map_or("level".into(), |stem| stem.to_string_lossy().into_owned());
        let sheet = self.sheet(levels, &format!("{stem}-tiles"), file);
        let place = self.place(&sheet, file.is_some())?;
        let mut bundle = Bundle::default();
        if let (Some(file), Some(image)) = (file, sheet.png()?) {
            let image_path = file.with_file_name(sheet.image());
            bundle.add(Some(&image_path), |out| out.put(|out| io::Write::write_all(out, &image)))?;
        }
        if let (Some(file), TilesetLocation::File(name)) = (file, &place) {
            bundle.add(Some(&file.with_file_name(name)), |out| {
                export(out, |out| match self.format {
                    Format::Tmj => tiled::write_tsj(first, &sheet, out),
                    _ => tiled::write_tsx(first, &sheet, out),
                })
            })?;
        }
        let options = TiledOptions { plan: self.plan.clone(), tileset: place };
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
        let each = levels.iter().copied();
        match self.format {
            Format::Ldtk => ldtk::write(levels, sheet, self.plan.as_deref(), out),
            Format::Tmj => each.into_iter().try_for_each(|level| tiled::write_tmj(level, sheet, options, out)),
            _ => each.into_iter().try_for_each(|level| tiled::write_tmx(level, sheet, options, out)),
        }
    }

    fn sheet(&self, levels: &[&Draft], name: &str, file: Option<&Path>) -> ArtSheet {
        match &self.own {
            None => ArtSheet::of_glyphs(name, levels.iter().copied()),
            Some((sheet, image)) => {
                let folder = file.and_then(Path::parent).unwrap_or(Path::new(""));
                sheet.clone().with_image(seen_from(folder, image))
            }
        }
    }

    /// Where the tileset goes, and whether there is a file that its image can lie beside.
    fn place(&self, sheet: &ArtSheet, has_file: bool) -> anyhow::Result<TilesetLocation> {
        let drawn = sheet.picture().is_some();
        let name = self.format.ending();
        match (self.external, has_file) {
            (true, true) => {
                let ending = if self.format == Format::Tmj { "tsj" } else { "tsx" };
                let tileset = Path::new(sheet.image()).with_extension(ending);
                // The image of one's own tileset may lie anywhere; the tileset goes beside the map.
                let tileset = tileset.file_name().map_or_else(|| sheet.name().into(), |name| name.to_string_lossy());
                Ok(TilesetLocation::File(tileset.into_owned()))
            }
            (true, false) => {
                Err(usage(format!("--external-tileset writes a second file; name the first, as in --out level.{name}")))
            }
            (false, false) if drawn && self.format == Format::Tmx => Ok(TilesetLocation::MapWithImages),
            (false, false) if drawn => Err(usage(format!(
                "a {name} file needs its image beside it; name a file, as in --out level.{name}, or use pictures of your own \
                 with --tileset"
            ))),
            _ => Ok(TilesetLocation::Map),
        }
    }
}

/// Reads the description of the user's own tileset, and how large its image is.
fn read_own(path: &Path) -> anyhow::Result<(ArtSheet, PathBuf)> {
    let text = recipes::read(path)?;
    let image_path = |image: &str| path.parent().unwrap_or(Path::new("")).join(image);
    let size = |image: &str| {
        let mut head = Vec::new();
        let read = File::open(image_path(image)).and_then(|file| file.take(32).read_to_end(&mut head));
        match read {
            Err(error) => Err(format!("cannot read {}: {}", image_path(image).display(), in_words(&error))),
            Ok(_) => png_size(&head).ok_or_else(|| format!("{}: it is no PNG file", image_path(image).display())),
        }
    };
    let sheet = ArtSheet::parse(SourceFile::new(&path.display().to_string(), &text), &Tileset::standard(), size)?;
    let image = image_path(sheet.image());
    Ok((sheet, image))
}

/// The path of a file as seen from a folder, with `/` between its parts.
fn seen_from(folder: &Path, file: &Path) -> String {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (Ok(folder), Ok(file)) = (folder.canonicalize(), file.canonicalize()) else {
        return file.display().to_string();
    };
    let common = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(common).map(|_| "..".to_owned());
    let down = file.components().skip(common).map(|part| part.as_os_str().to_string_lossy().into_owned());
    match file.components().next() {
        // On another drive there is no way from here to there.
        Some(Component::Prefix(_)) if common == 0 => file.display().to_string(),
        _ => up.chain(down).collect::<Vec<_>>().join("/"),
    }
}
