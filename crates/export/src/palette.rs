//! Indexed colours.

use std::collections::HashMap;

use crate::Picture;

/// The palette in order of first use and the index of every pixel; `None` if there are more than 256 colours.
pub(crate) fn indexed(picture: &Picture) -> Option<(Vec<[u8; 4]>, Vec<u8>)> {
    let mut palette = Vec::new();
    let mut known: HashMap<[u8; 4], u8> = HashMap::new();
    let mut indices = Vec::with_capacity(picture.pixels().len());
    let mut last = ([0; 4], None);
    for pixel in picture.pixels() {
        // Neighbouring pixels mostly share a colour, which saves the lookup.
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
