//! Art: the built-in art or the user's own, each a TOML description and an image.

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use undercroft_export::{Art, ArtError, ArtSheet, Picture, PictureError, PictureOptions, draw_art, png_size};
use undercroft_mapgen::{Draft, Size, SourceFile, did_you_mean};

use crate::library::Library;
use crate::messages::{describe, usage};
use crate::text_files::{self, open_regular};

/// The largest image file that is read.
const MAX_IMAGE_BYTES: u64 = 64 << 20;

/// A description of art, and the path of its image unless that is built in.
pub(crate) type Sheet = (ArtSheet, Option<PathBuf>);

/// Whether `--art` names the built-in art.
fn is_built_in(path: &Path) -> bool {
    path.as_os_str() == OsStr::new(ArtSheet::UNDERCROFT)
}

/// Finds art by name, or reads its description from a file. Of the image, only the size is read.
pub(crate) fn find_sheet(path: &Path, library: &Library) -> anyhow::Result<Sheet> {
    if is_built_in(path) {
        return Ok((ArtSheet::undercroft(), None));
    }
    let (sheet, image) = read_sheet(path, library)?;
    Ok((sheet, Some(image)))
}

/// Finds art with its image by name, or reads it from a file.
pub(crate) fn find(path: &Path, library: &Library) -> anyhow::Result<Art> {
    if is_built_in(path) { Ok(Art::undercroft()) } else { read(path, library) }
}

/// The file that `--art` means: a path, or the name of art in the content folder.
fn file_of(path: &Path, library: &Library) -> anyhow::Result<PathBuf> {
    if path.extension().is_some() || path.exists() {
        return Ok(path.to_path_buf());
    }
    let named = |file: &&Path| file.file_stem() == Some(path.as_os_str());
    library.art_files().find(named).map(Path::to_path_buf).ok_or_else(|| {
        let name = path.display().to_string();
        let own: Vec<String> =
            library.art_files().filter_map(|file| Some(file.file_stem()?.display().to_string())).collect();
        let suggestion = did_you_mean(&name, own.iter().map(String::as_str).chain([ArtSheet::UNDERCROFT]));
        usage(format!("--art: no art is called `{name}`; {suggestion}\nfor a file, give its path, as in ./{name}.toml"))
    })
}

fn read_sheet(path: &Path, library: &Library) -> anyhow::Result<(ArtSheet, PathBuf)> {
    let path = &file_of(path, library)?;
    let text = text_files::read(path)?;
    let image_path = |image: &str| path.parent().unwrap_or(Path::new("")).join(image);
    let size = |image: &str| {
        let mut head = Vec::new();
        let read = open_regular(&image_path(image)).and_then(|file| file.take(32).read_to_end(&mut head));
        match read {
            Err(error) => Err(format!("cannot read {}: {}", image_path(image).display(), describe(&error))),
            Ok(_) => png_size(&head).ok_or_else(|| format!("{}: not a PNG file", image_path(image).display())),
        }
    };
    let sheet = ArtSheet::parse(SourceFile::new(&path.display().to_string(), &text), library.maps().tiles(), size)?;
    let image = image_path(sheet.image());
    Ok((sheet, image))
}

/// Reads the user's own art with its image.
pub(crate) fn read(path: &Path, library: &Library) -> anyhow::Result<Art> {
    let (sheet, image) = read_sheet(path, library)?;
    let mut bytes = Vec::new();
    let read = open_regular(&image).and_then(|file| file.take(MAX_IMAGE_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| anyhow!("cannot read {}: {}", image.display(), describe(&error)))?;
    if bytes.len() as u64 > MAX_IMAGE_BYTES {
        return Err(anyhow!("{}: larger than {} MiB", image.display(), MAX_IMAGE_BYTES >> 20));
    }
    let picture = Picture::read_png(&bytes).map_err(|error| anyhow!("{}: {error}", image.display()))?;
    Ok(Art::new(sheet, picture)?)
}

/// Art reduced to a given number of pixels per cell.
pub(crate) struct SmallArt {
    art: Art,
    shrink: u32,
}

impl SmallArt {
    /// `scale` is the width of a cell in pixels, which must divide the art's.
    pub(crate) fn new(art: Art, scale: u32) -> anyhow::Result<Self> {
        let Size { width, height } = art.sheet().tile_size();
        let shrink = width / scale;
        if shrink == 0 || !width.is_multiple_of(scale) || !height.is_multiple_of(shrink) {
            return Err(usage(format!(
                "--scale {scale}: the tiles of `{}` are {width}x{height} pixels and cannot be reduced to that",
                art.sheet().name()
            )));
        }
        Ok(Self { art, shrink })
    }

    /// The size of the picture of a level before it is reduced.
    pub(crate) fn full_size(&self, level: Size) -> Result<Size, PictureError> {
        self.art.picture_size(level, &PictureOptions::default())
    }

    /// The size of a cell in the reduced picture.
    pub(crate) const fn cell_size(&self) -> Size {
        let Size { width, height } = self.art.sheet().tile_size();
        Size::new(width / self.shrink, height / self.shrink)
    }

    /// The factor by which pictures are reduced.
    pub(crate) const fn shrink(&self) -> u32 {
        self.shrink
    }

    /// The picture of a level before it is reduced.
    pub(crate) fn draw_full(&self, level: &Draft) -> Result<Picture, ArtError> {
        draw_art(level, &self.art, &PictureOptions::default())
    }

    /// The picture of a level.
    pub(crate) fn draw(&self, level: &Draft) -> Result<Picture, ArtError> {
        Ok(self.draw_full(level)?.shrunk(self.shrink))
    }
}
