//! A level drawn in code: `cargo run -p undercroft-mapgen --example hand_made -- 42`.
//!
//! The generator is a plain function of its own random stream, the player, a width and a height. It returns a map with the
//! player on it. As a recipe, it can make single levels or any depth of a plan.

use undercroft_mapgen::noise::Perlin;
use undercroft_mapgen::{Actor, Dungeon, Floor, Goal, MapBuilder, Plan, Point, Recipe, Rect, Rng, Seed, Stream};

/// The number of partitions in each row and column.
const PARTITIONS: i32 = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = Seed::from(std::env::args().nth(1).unwrap_or_else(|| "42".into()));

    // One level. The ground is 60 by 30; with its ring of wall the level is 62 by 32.
    let cavern = Recipe::by_hand(60, 30, kobold_cavern).called("kobold cavern");
    println!("{}", cavern.build(&seed)?);

    // Two levels of a plan, below a cave. The dungeon adds the stairs.
    let plan = Plan::new("kobolds below")
        .levels(0, Recipe::new(62, 32).caves())
        .levels(1..=2, cavern)
        .goal(Goal::new("idol", 2))
        .build()?;
    let Floor::Bounded(lair) = Dungeon::new(plan, &seed).level(2)? else { return Ok(()) };
    println!("{lair}");
    Ok(())
}

/// Rooms on a grid of partitions, joined by halls, over pits and rock. A kobold waits in every room but the player's.
fn kobold_cavern(stream: Stream, player: &Actor, width: i32, height: i32) -> MapBuilder {
    let mut map = MapBuilder::new();
    let ground = Rect::new(0, 0, width as u32, height as u32);
    map.noise(ground, &Perlin::new(stream.fork("ground"), 0.2), &[(0.5, "wall")], "pit");

    let mut rng = stream.rng();
    let rooms = choose_rooms(&mut rng, width / PARTITIONS, height / PARTITIONS);
    for room in rooms.iter().flatten() {
        map.room(*room, "floor");
    }
    for index in 0..PARTITIONS * PARTITIONS {
        let here = rooms[index as usize];
        let right = (index % PARTITIONS + 1 < PARTITIONS).then(|| rooms[index as usize + 1]).flatten();
        let below = rooms.get((index + PARTITIONS) as usize).copied().flatten();
        for neighbour in [right, below].into_iter().flatten() {
            let Some(here) = here else { continue };
            let (from, to) = (here.centre(), neighbour.centre());
            let knee = if rng.coin() { Point::new(to.x, from.y) } else { Point::new(from.x, to.y) };
            map.line(from, knee, "floor").line(knee, to, "floor");
        }
    }

    let mut rooms: Vec<Rect> = rooms.into_iter().flatten().collect();
    rng.shuffle(&mut rooms);
    for (index, room) in rooms.iter().enumerate() {
        let actor = if index == 0 { player.clone() } else { Actor::creature("kobold") };
        map.add(&actor, room.centre());
    }
    map.padding(1, "wall");
    map
}

/// A room of random size and position in every partition but one.
fn choose_rooms(rng: &mut Rng, width: i32, height: i32) -> Vec<Option<Rect>> {
    let missing = rng.range(0..=PARTITIONS * PARTITIONS - 1);
    let rooms = (0..PARTITIONS * PARTITIONS).map(|index| {
        let (left, top) = (index % PARTITIONS * width, index / PARTITIONS * height);
        let size = (rng.range(width / 3..=width - 2), rng.range(height / 3..=height - 2));
        let (x, y) = (rng.range(1..=width - size.0 - 1), rng.range(1..=height - size.1 - 1));
        (index != missing).then(|| Rect::new(left + x, top + y, size.0 as u32, size.1 as u32))
    });
    rooms.collect()
}
