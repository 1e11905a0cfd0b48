//! The maps that every system receives: random cells, caves in many components, and connected caves.

use std::io::Result;
use std::path::Path;

use peers_harness::{Map, random_words};

use crate::flood;

/// Makes all maps that the tasks need.
pub(crate) fn all(maps: &Path) -> Result<()> {
    std::fs::create_dir_all(maps)?;
    for (width, height) in [(80, 50), (512, 512), (4096, 4096)] {
        write(maps, "noise", &scattered(width, height, 0.5))?;
    }
    write(maps, "caves", &smoothed(scattered(4096, 4096, 0.5)))?;
    for (width, height) in [(80, 50), (512, 512), (2048, 2048)] {
        write(maps, "cave", &cave(width, height))?;
    }
    Ok(())
}

fn write(maps: &Path, kind: &str, map: &Map) -> Result<()> {
    map.write(&maps.join(format!("{kind}-{}x{}.map", map.width, map.height)))
}

fn scattered(width: usize, height: usize, open: f64) -> Map {
    let mut words = random_words((width * height) as u64);
    let below = (open * f64::from(u32::MAX)) as u64;
    let cells = (0..width * height).map(|_| u8::from(words() >> 32 < below)).collect();
    Map::new(width, height, cells)
}

fn smoothed(mut map: Map) -> Map {
    for _ in 0..8 {
        map.cells = flood::majority(&map);
    }
    map
}

/// A few more open cells than closed ones, so that most are connected; the border is closed and the rest filled in.
fn cave(width: usize, height: usize) -> Map {
    let mut map = smoothed(scattered(width, height, 0.515));
    for (at, cell) in map.cells.iter_mut().enumerate() {
        let (x, y) = (at % width, at / width);
        if x == 0 || y == 0 || x == width - 1 || y == height - 1 {
            *cell = 0;
        }
    }
    Map::new(width, height, flood::largest(&map))
}
