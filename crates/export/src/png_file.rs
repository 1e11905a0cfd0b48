//! PNG files: with a palette where the picture has few colours, which makes them small.

use std::collections::HashMap;
use std::io::{self, Write};

use crate::Picture;

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
        // What the filters predict is brightness; indices have none.
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

/// The picture's colours in the order in which they are met, and for each pixel the index of its colour; `None` where
/// they are more than 256.
fn indexed(picture: &Picture) -> Option<(Vec<[u8; 4]>, Vec<u8>)> {
    let mut palette = Vec::new();
    let mut known: HashMap<[u8; 4], u8> = HashMap::new();
    let mut indices = Vec::with_capacity(picture.pixels().len());
    let mut last = ([0; 4], None);
    for pixel in picture.pixels() {
        // Neighbours are mostly of one colour, and need no search.
        let index = match last {
            (colour, Some(index)) if colour == *pixel => index,
            _ => match known.get(pixel) {
                Some(index) => *index,
                None => {
                    let index = u8::try_from(palette.len()).ok()?;
                    palette.push(*pixel);
                    known.insert(*pixel, index);
                    index
                }
            },
        };
        last = (*pixel, Some(index));
        indices.push(index);
    }
    Some((palette, indices))
}
