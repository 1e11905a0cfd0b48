//! Let's Godot Roguelike, DunGen: rooms by attempts, each tested against all earlier ones, with L-shaped halls
//! between the centres of consecutive rooms. The map is a list of columns.

use peers_harness::{Output, Sampler, Task, random_words};

struct Room {
    x: i64,
    y: i64,
    width: i64,
    height: i64,
}

impl Room {
    fn meets(&self, other: &Self) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    fn centre(&self) -> (i64, i64) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }
}

/// What the chapter's function returns.
struct Dungeon {
    map: Vec<Vec<i64>>,
    rooms: Vec<Room>,
    start: (i64, i64),
}

/// A random real number in the range, rounded, as in the chapter.
fn roll(words: &mut impl FnMut() -> u64, least: i64, most: i64) -> i64 {
    let share = (words() >> 11) as f64 / (1_u64 << 53) as f64;
    (least as f64 + share * (most - least) as f64).round() as i64
}

fn row(from: i64, to: i64, y: i64) -> Vec<(i64, i64)> {
    (from.min(to)..=from.max(to)).map(|x| (x, y)).collect()
}

fn column(from: i64, to: i64, x: i64) -> Vec<(i64, i64)> {
    (from.min(to)..=from.max(to)).map(|y| (x, y)).collect()
}

fn generate(width: i64, height: i64, attempts: usize, seed: u64) -> Dungeon {
    let mut words = random_words(seed);
    let mut map: Vec<Vec<i64>> = (0..width).map(|_| (0..height).map(|_| 0).collect()).collect();
    let mut rooms: Vec<Room> = Vec::new();
    for _ in 0..attempts {
        let (room_width, room_height) = (roll(&mut words, 7, 18), roll(&mut words, 7, 18));
        let room = Room {
            x: roll(&mut words, 0, width - room_width - 1),
            y: roll(&mut words, 0, height - room_height - 1),
            width: room_width,
            height: room_height,
        };
        if !rooms.iter().any(|other| room.meets(other)) {
            rooms.push(room);
        }
    }
    let mut start = (0, 0);
    for (index, room) in rooms.iter().enumerate() {
        for x in 1..room.width - 1 {
            for y in 1..room.height - 1 {
                map[(room.x + x) as usize][(room.y + y) as usize] = 1;
            }
        }
        let here = room.centre();
        if index == 0 {
            start = here;
            continue;
        }
        let there = rooms[index - 1].centre();
        let legs = if words() >> 63 == 0 {
            [row(here.0, there.0, here.1), column(here.1, there.1, there.0)]
        } else {
            [column(here.1, there.1, here.0), row(here.0, there.0, there.1)]
        };
        for (x, y) in legs.into_iter().flatten() {
            map[x as usize][y as usize] = 1;
        }
    }
    Dungeon { map, rooms, start }
}

pub(crate) fn rooms(task: &Task) -> Sampler {
    let (width, height) = (task.width as i64, task.height as i64);
    let attempts = if task.area() < 10_000 { 35 } else { 4_000 };
    Box::new(move |seed, clock| {
        let dungeon = clock.time(|| generate(width, height, attempts, seed));
        std::hint::black_box((&dungeon.rooms, dungeon.start));
        clock.keep(|| {
            let cells = (0..height as usize).flat_map(|y| dungeon.map.iter().map(move |column| column[y] as u8));
            Output::Map(width as usize, cells.collect())
        });
    })
}
