//! Prism, carving out caverns: pits and walls from noise, rooms in a grid of partitions, halls to the right and
//! below. The map builder is a sparse map of cells; padding goes around the result.

use std::collections::HashMap;

use noise_functions::{Noise, Perlin};
use peers_harness::{Output, Sampler, Task, random_words};

const PARTITIONS: i64 = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Wall,
    Pit,
    Floor,
}

#[derive(Default)]
struct MapBuilder {
    cells: HashMap<(i64, i64), Cell>,
    actors: Vec<(&'static str, i64, i64)>,
}

impl MapBuilder {
    fn draw_rectangle(&mut self, x1: i64, y1: i64, x2: i64, y2: i64, cell: Cell) {
        for x in x1.min(x2)..=x1.max(x2) {
            for y in y1.min(y2)..=y1.max(y2) {
                self.cells.insert((x, y), cell);
            }
        }
    }

    fn add_padding(&mut self, width: i64, cell: Cell) {
        let (mut least, mut most) = ((i64::MAX, i64::MAX), (i64::MIN, i64::MIN));
        for &(x, y) in self.cells.keys() {
            least = (least.0.min(x), least.1.min(y));
            most = (most.0.max(x), most.1.max(y));
        }
        for x in least.0 - width..=most.0 + width {
            for y in least.1 - width..=most.1 + width {
                self.cells.entry((x, y)).or_insert(cell);
            }
        }
    }
}

type Room = (i64, i64, i64, i64);

fn centre((x, y, width, height): Room) -> (i64, i64) {
    (x + width / 2, y + height / 2)
}

fn generate(width: i64, height: i64, seed: u64) -> MapBuilder {
    let mut words = random_words(seed);
    let mut roll = |least: i64, most: i64| least + (words() % (most - least + 1) as u64) as i64;
    let mut builder = MapBuilder::default();
    let offset = (roll(1, 10_000) as f32, roll(1, 10_000) as f32);
    for x in 1..=width {
        for y in 1..=height {
            let value = Perlin.sample2([x as f32 / 5.0 + offset.0, y as f32 / 5.0 + offset.1]) * 0.5 + 0.5;
            builder.cells.insert((x, y), if value > 0.5 { Cell::Wall } else { Cell::Pit });
        }
    }
    let missing = (roll(0, PARTITIONS - 1), roll(0, PARTITIONS - 1));
    let (part_width, part_height) = (width / PARTITIONS, height / PARTITIONS);
    let mut rooms: HashMap<(i64, i64), Room> = HashMap::new();
    for column in 0..PARTITIONS {
        for row in 0..PARTITIONS {
            if (column, row) == missing {
                continue;
            }
            let room_width = roll(part_width / 3, part_width - 2);
            let room_height = roll(part_height / 3, part_height - 2);
            let x = roll(column * part_width + 1, (column + 1) * part_width - room_width - 1);
            let y = roll(row * part_height + 1, (row + 1) * part_height - room_height - 1);
            rooms.insert((column, row), (x, y, room_width, room_height));
            builder.draw_rectangle(x, y, x + room_width, y + room_height, Cell::Floor);
        }
    }
    for (&(column, row), &room) in &rooms {
        for next in [(column + 1, row), (column, row + 1)] {
            let Some(&other) = rooms.get(&next) else { continue };
            let ((from_x, from_y), (to_x, to_y)) = (centre(room), centre(other));
            let corner = if roll(0, 1) == 0 { (to_x, from_y) } else { (from_x, to_y) };
            builder.draw_rectangle(from_x, from_y, corner.0, corner.1, Cell::Floor);
            builder.draw_rectangle(corner.0, corner.1, to_x, to_y, Cell::Floor);
        }
    }
    let start = loop {
        let place = (roll(0, PARTITIONS - 1), roll(0, PARTITIONS - 1));
        if rooms.contains_key(&place) {
            break place;
        }
    };
    for (&place, &room) in &rooms {
        let (x, y) = centre(room);
        builder.actors.push((if place == start { "player" } else { "kobold" }, x, y));
    }
    builder.add_padding(1, Cell::Wall);
    builder
}

pub(crate) fn caverns(task: &Task) -> Sampler {
    let (width, height) = (task.width, task.height);
    Box::new(move |seed, clock| {
        let builder = clock.time(|| generate(width as i64, height as i64, seed));
        std::hint::black_box(&builder.actors);
        clock.keep(|| {
            let (width, height) = (width + 2, height + 2);
            let place = |at: usize| ((at % width) as i64, (at / width) as i64);
            let floor = |at: usize| u8::from(builder.cells.get(&place(at)) == Some(&Cell::Floor));
            Output::Map(width, (0..width * height).map(floor).collect())
        });
    })
}
