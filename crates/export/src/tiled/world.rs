//! Tiled worlds: several maps side by side, each in its own file.

use std::io::{self, Write};

use serde_json::{Value, json};

/// Pixels between two maps.
const GAP: u64 = 64;

/// A Tiled world: columns of maps.
///
/// ```
/// use undercroft_export::tiled::TiledWorld;
/// let mut world = TiledWorld::default();
/// world.add("top.tmx", 640, 480);
/// world.add("below.tmx", 640, 480);
/// world.begin_column();
/// world.add("another-top.tmx", 320, 200);
/// let mut file = Vec::new();
/// world.write(&mut file)?;
/// assert!(String::from_utf8(file).unwrap().contains("\"fileName\": \"another-top.tmx\""));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TiledWorld {
    maps: Vec<Value>,
    /// The position of the next map.
    next: (u64, u64),
    /// The width of the column so far.
    widest: u64,
}

impl TiledWorld {
    /// Adds a map of this many pixels to the bottom of the column. The file name is relative to the world file.
    pub fn add(&mut self, file: &str, width: u64, height: u64) {
        let (x, y) = self.next;
        self.maps.push(json!({ "fileName": file, "x": x, "y": y, "width": width, "height": height }));
        self.next.1 += height + GAP;
        self.widest = self.widest.max(width);
    }

    /// Starts a new column to the right, unless the current one is empty.
    pub fn begin_column(&mut self) {
        if self.next.1 > 0 {
            self.next = (self.next.0 + self.widest + GAP, 0);
            self.widest = 0;
        }
    }

    /// Writes a `.world` file.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let world = json!({ "type": "world", "maps": self.maps, "onlyShowAdjacentMaps": false });
        serde_json::to_writer_pretty(&mut *out, &world)?;
        out.write_all(b"\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_maps_of_a_world_overlap() {
        let mut world = TiledWorld::default();
        for column in 0..4_u64 {
            world.begin_column();
            (0..5_u64).for_each(|row| world.add("x.tmx", 100 + 37 * ((column * 3 + row) % 4), 50 + 20 * row));
        }
        let side = |map: &Value, name: &str| map[name].as_u64().unwrap();
        let ends = |map: &Value, at: &str, length: &str| side(map, at) + side(map, length);
        for (index, one) in world.maps.iter().enumerate() {
            for other in &world.maps[..index] {
                let apart = |at: &str, length: &str| {
                    ends(one, at, length) <= side(other, at) || ends(other, at, length) <= side(one, at)
                };
                assert!(apart("x", "width") || apart("y", "height"), "{one} and {other}");
            }
        }
    }
}
