//! A map built by hand, cell by cell: `cargo run -p undercroft-mapgen --example hand_made -- 42`.
//!
//! The generator is a plain function of a random stream and a size that returns a builder. The caller can draw on it, paste
//! it into a larger map, or finish it into a level.

use undercroft_mapgen::{Class, MapBuilder, Point, Rect, Seed, StairKind, Stream};

/// The number of partitions in each row and column.
const PARTITIONS: i32 = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = Seed::from(std::env::args().nth(1).unwrap_or_else(|| "42".into()).as_str());
    let cavern = carve_cavern(seed.fork("cavern"), "you", 58, 28);
    println!("{}", cavern.finish()?);

    // Two caverns in one map, with a hall between them and stairs in the second.
    let second = carve_cavern(seed.fork("second cavern"), "your shadow", 58, 28);
    let mut both = MapBuilder::new();
    both.called("twin caverns").paste(&second, (62, 0)).paste(&cavern, (0, 0));
    let (left, right) = (start_of(&cavern), start_of(&second) + Point::new(62, 0));
    both.line(left + Point::new(1, 0), (right.x, left.y), "floor").line((right.x, left.y), right, "floor");
    both.actor("bat", Class::Creature, (60, left.y)).stairs(StairKind::Down, right + Point::new(0, 1));
    println!("{}", both.finish()?);
    Ok(())
}

/// Rooms on a grid of partitions, joined by halls over pits and rock.
fn carve_cavern(stream: Stream, player: &str, width: i32, height: i32) -> MapBuilder {
    let mut map = MapBuilder::new();
    let ground = stream.fork("ground");
    for y in 0..height {
        for x in 0..width {
            let tile = if height_at(ground, x, y) > 0.5 { "wall" } else { "pit" };
            map.set(x, y, tile);
        }
    }

    let rooms = choose_rooms(stream.fork("rooms"), width, height);
    for room in rooms.iter().flatten() {
        map.room(*room, "floor");
    }
    let room_at = |column: i32, row: i32| match (0..PARTITIONS).contains(&column) && (0..PARTITIONS).contains(&row) {
        true => rooms[(row * PARTITIONS + column) as usize],
        false => None,
    };
    for (index, room) in (0..).zip(&rooms) {
        let (column, row) = (index % PARTITIONS, index / PARTITIONS);
        let Some(room) = room else { continue };
        for neighbour in [room_at(column + 1, row), room_at(column, row + 1)].into_iter().flatten() {
            let (from, to) = (room.centre(), neighbour.centre());
            let knee =
                if stream.fork("halls").at(from + to).is_multiple_of(2) { (to.x, from.y) } else { (from.x, to.y) };
            map.line(from, knee, "floor").line(knee, to, "floor");
        }
    }

    let rooms: Vec<Rect> = rooms.into_iter().flatten().collect();
    let home = stream.fork("player").rng().below(rooms.len() as u32) as usize;
    for (index, room) in rooms.iter().enumerate() {
        if index == home {
            map.start(room.centre());
        } else {
            map.actor("kobold", Class::Creature, room.centre());
        }
    }
    map.called(&format!("the cavern of {player}")).padding(1, "wall");
    map
}

/// A room of random size and place in every partition but one.
fn choose_rooms(stream: Stream, width: i32, height: i32) -> Vec<Option<Rect>> {
    let mut rng = stream.rng();
    let (wide, high) = (width / PARTITIONS, height / PARTITIONS);
    let without = rng.range(0..=PARTITIONS * PARTITIONS - 1);
    let rooms = (0..PARTITIONS * PARTITIONS).map(|index| {
        let (column, row) = (index % PARTITIONS, index / PARTITIONS);
        let size = (rng.range(wide / 3..=wide - 2), rng.range(high / 3..=high - 2));
        let (x, y) = (rng.range(1..=wide - size.0 - 1), rng.range(1..=high - size.1 - 1));
        let room = Rect::new(column * wide + x, row * high + y, size.0 as u32, size.1 as u32);
        (index != without).then_some(room)
    });
    rooms.collect()
}

/// Value noise from 0 to 1: a random height every five cells, interpolated in between.
fn height_at(stream: Stream, x: i32, y: i32) -> f64 {
    let corner = |dx: i32, dy: i32| {
        let at = Point::new(x.div_euclid(5) + dx, y.div_euclid(5) + dy);
        (stream.at(at) >> 40) as f64 / f64::from(1 << 24)
    };
    let ease = |part: i32| {
        let part = f64::from(part.rem_euclid(5)) / 5.0;
        part * part * (3.0 - 2.0 * part)
    };
    let between = |from: f64, to: f64, part: f64| from + (to - from) * part;
    let above = between(corner(0, 0), corner(1, 0), ease(x));
    let below = between(corner(0, 1), corner(1, 1), ease(x));
    between(above, below, ease(y))
}

/// Where the player of a cavern starts.
fn start_of(cavern: &MapBuilder) -> Point {
    let draft = cavern.build().expect("a cavern has cells of known tiles");
    draft.world(draft.start.expect("a cavern has a player"))
}
