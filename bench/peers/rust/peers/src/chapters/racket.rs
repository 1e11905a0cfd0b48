//! Racket Roguelike 6: a lazy shallow cave, tile by tile, from three slices of one 3-D noise, cached in a hash map.

use std::collections::HashMap;

use noise_functions::{Noise, Simplex};
use peers_harness::{Output, Sampler, Task, random_words};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tile {
    Wall,
    Water,
    Tree,
    Empty,
}

struct Level {
    seed: f32,
    tiles: HashMap<(i32, i32), Tile>,
}

impl Level {
    fn tile(&mut self, x: i32, y: i32) -> Tile {
        let seed = self.seed;
        *self.tiles.entry((x, y)).or_insert_with(|| {
            let (x, y) = (x as f32 * 0.1, y as f32 * 0.1);
            let above = |place: [f32; 3], limit: f32| Simplex.sample3(place) > limit;
            let (wall, water, tree) = (above([x, y, seed], 0.0), above([x, seed, y], 0.5), above([seed, x, y], 0.5));
            match (wall, water, tree) {
                (true, _, _) => Tile::Wall,
                (_, true, _) => Tile::Water,
                (_, _, true) => Tile::Tree,
                _ => Tile::Empty,
            }
        })
    }
}

/// Looks at each tile of a window once.
pub(crate) fn cave(task: &Task) -> Sampler {
    let task = task.clone();
    Box::new(move |seed, clock| {
        let mut level = clock.time(|| {
            let mut level =
                Level { seed: (random_words(seed)() >> 40) as f32 / (1 << 24) as f32, tiles: HashMap::new() };
            for y in 0..task.height as i32 {
                for x in 0..task.width as i32 {
                    std::hint::black_box(level.tile(x, y));
                }
            }
            level
        });
        clock.keep(|| {
            let places = (0..task.area()).map(|at| ((at % task.width) as i32, (at / task.width) as i32));
            Output::Map(task.width, places.map(|(x, y)| u8::from(level.tile(x, y) == Tile::Empty)).collect())
        });
    })
}
