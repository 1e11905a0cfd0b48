//! PNG files: written with a palette where there are few colours, to keep them small, and read for a user's own art.

use std::io::{self, Cursor, Write};

use png::{ColorType, Decoder, Limits, Transformations};

use crate::palette::indexed;
use crate::{MOST_PIXELS, Picture, png_size};

/// Why a PNG file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// It is not a PNG file.
    #[error("not a PNG file")]
    NotPng,
    /// It has too many pixels.
    #[error("an image of {0} pixels is too large: at most {MOST_PIXELS} pixels")]
    TooLarge(undercroft_mapgen::Size),
    /// It is damaged, or of an unsupported kind.
    #[error("cannot read the PNG file: {0}")]
    Damaged(String),
}

pub(crate) fn read(file: &[u8]) -> Result<Picture, PngError> {
    let size = png_size(file).ok_or(PngError::NotPng)?;
    if u64::from(size.width) * u64::from(size.height) > MOST_PIXELS {
        return Err(PngError::TooLarge(size));
    }
    let damaged = |error: png::DecodingError| PngError::Damaged(error.to_string());
    let mut decoder = Decoder::new_with_limits(Cursor::new(file), Limits { bytes: 4 * MOST_PIXELS as usize });
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(damaged)?;
    // The decoder takes both on trust.
    let (palette, opacities) = (reader.info().palette.as_deref(), reader.info().trns.as_deref());
    if palette.is_some_and(|palette| palette.len() > 3 * 256 || !palette.len().is_multiple_of(3))
        || opacities.is_some_and(|opacities| opacities.len() > 256)
    {
        return Err(PngError::Damaged("its palette is damaged".into()));
    }
    let bytes = reader.output_buffer_size().ok_or(PngError::TooLarge(size))?;
    let mut buffer = vec![0; bytes];
    let info = reader.next_frame(&mut buffer).map_err(damaged)?;
    let bytes = &buffer[..info.buffer_size()];
    let pixels: Vec<[u8; 4]> = match info.color_type {
        ColorType::Rgba => bytes.as_chunks().0.to_vec(),
        ColorType::GrayscaleAlpha => {
            bytes.as_chunks().0.iter().map(|[grey, opacity]| [*grey, *grey, *grey, *opacity]).collect()
        }
        other => return Err(PngError::Damaged(format!("unexpected colours ({other:?})"))),
    };
    Picture::of(info.width, info.height, pixels).ok_or_else(|| PngError::Damaged("pixels are missing".into()))
}

pub(crate) fn write(picture: &Picture, out: &mut impl Write) -> io::Result<()> {
    let mut encoder = png::Encoder::new(out, picture.width(), picture.height());
    encoder.set_depth(png::BitDepth::Eight);
    if let Some((palette, indices)) = indexed(picture) {
        encoder.set_color(png::ColorType::Indexed);
        encoder
            .set_palette(palette.iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]).collect::<Vec<u8>>());
        if palette.iter().any(|pixel| pixel[3] < 255) {
            encoder.set_trns(palette.iter().map(|pixel| pixel[3]).collect::<Vec<u8>>());
        }
        // PNG filters predict brightness, and palette indices have none.
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&indices)?;
        writer.finish()?;
    } else {
        encoder.set_color(png::ColorType::Rgba);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(picture.pixels().as_flattened())?;
        writer.finish()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_picture_reads_back_the_same_and_damage_is_an_error() {
        let mut few = Picture::new(5, 3);
        few.fill((1, 1), (2, 2), "#ff000080".parse().unwrap());
        let mut many = Picture::new(40, 40);
        for (x, y) in (0..40).flat_map(|y| (0..40).map(move |x| (x, y))) {
            many.fill(
                (x, y),
                (1, 1),
                undercroft_mapgen::Colour { red: x as u8, green: y as u8, blue: 9, opacity: 255 },
            );
        }
        for picture in [few, many] {
            let mut file = Vec::new();
            picture.write_png(&mut file).unwrap();
            assert_eq!(Picture::read_png(&file), Ok(picture));
            for cut in 0..file.len() - 20 {
                assert!(Picture::read_png(&file[..cut]).is_err(), "{cut}");
            }
        }
        assert_eq!(Picture::read_png(b"GIF89a"), Err(PngError::NotPng));
        let mut huge = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        huge.extend([0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 8, 6, 0, 0, 0]);
        assert!(matches!(Picture::read_png(&huge), Err(PngError::TooLarge(_))));
    }

    #[test]
    fn a_palette_of_seven_bytes_is_an_error() {
        // Its checksums are right, as a forger's would be.
        let chunk = |kind: &[u8; 4], data: &[u8], sum: u32| {
            [&(data.len() as u32).to_be_bytes()[..], kind, data, &sum.to_be_bytes()].concat()
        };
        let file = [
            b"\x89PNG\r\n\x1a\n".to_vec(),
            chunk(b"IHDR", &[0, 0, 0, 3, 0, 0, 0, 1, 8, 3, 0, 0, 0], 0x2c3e_e486),
            chunk(b"PLTE", &[0; 7], 0xd97c_5715),
            chunk(b"IDAT", &[120, 156, 99, 96, 96, 100, 0, 0, 0, 6, 0, 2], 0x98d5_9992),
            chunk(b"IEND", &[], 0xae42_6082),
        ];
        assert_eq!(Picture::read_png(&file.concat()), Err(PngError::Damaged("its palette is damaged".into())));
    }
}
