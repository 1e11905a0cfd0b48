//! Pictures by the numbers of their colours.

use std::collections::HashMap;

use crate::Picture;

/// The picture's colours in the order in which they are met, and for each pixel the index of its colour; `None` where
/// they are more than 256.
pub(crate) fn indexed(picture: &Picture) -> Option<(Vec<[u8; 4]>, Vec<u8>)> {
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
