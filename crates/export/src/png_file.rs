//! PNG files, with a palette where there are few colours, to keep them small.

use std::io::{self, Write};

use crate::Picture;
use crate::palette::indexed;

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
