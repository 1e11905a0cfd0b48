//! Gates: the passages from each chunk to the four beside it.
//!
//! Both chunks at an edge see the same cells along it and roll from the edge's own position, so they open the same gate
//! independently.

use undercroft_grid::Point;

use super::{CHUNK_SIDE, ChunkAt};
use crate::bits::set_bits;
use crate::{Draft, Stream};

/// The cells of the gates on the chunk's own side, relative to its corner. `wide` is the ground of the chunk and its
/// surroundings.
pub(super) fn of(wide: &Draft, stream: Stream, at: ChunkAt) -> Vec<Point> {
    let [first, last] = ChunkAt::ENDS;
    let side = CHUNK_SIDE as i32;
    let corner = at.cells().min() - wide.origin;
    let open = |x: i32, y: i32| u64::from(wide.is_open(corner + Point::new(x, y)));
    let row = |y: i32| (0..side).fold(0, |cells, x| cells | open(x, y) << x);
    let column = |x: i32| (0..side).fold(0, |cells, y| cells | open(x, y) << y);
    // An edge rolls for the chunk to the left of it, or above it.
    let east = |x: i32| stream.fork("gates east").at(Point::new(x, at.y));
    let south = |y: i32| stream.fork("gates south").at(Point::new(at.x, y));
    let gates = [
        (at.x > first).then(|| Point::new(0, choose(east(at.x - 1), column(-1), column(0)))),
        (at.x < last).then(|| Point::new(side - 1, choose(east(at.x), column(side - 1), column(side)))),
        (at.y > first).then(|| Point::new(choose(south(at.y - 1), row(-1), row(0)), 0)),
        (at.y < last).then(|| Point::new(choose(south(at.y), row(side - 1), row(side)), side - 1)),
    ];
    gates.into_iter().flatten().collect()
}

/// The position of a gate along an edge, given the open cells on both sides as bits: where both sides are open if
/// possible, else where one is, else anywhere.
fn choose(roll: u64, one_side: u64, other_side: u64) -> i32 {
    /// All but four cells at either end.
    const PLACES: u64 = u64::MAX << 8 >> 4;
    let choices = [one_side & other_side & PLACES, (one_side | other_side) & PLACES];
    let choice = choices.into_iter().find(|choice| *choice != 0).unwrap_or(PLACES);
    let number = (roll % u64::from(choice.count_ones())) as usize;
    // The number is below the count of bits.
    set_bits(choice).nth(number).unwrap_or(0) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn a_gate_is_where_both_sides_are_open_or_else_one_or_anywhere() {
        let mut rng = Seed::from(1).fork("gates").rng();
        for round in 0..3_000 {
            let mut side = || match round % 5 {
                0 => 0,
                1 => rng.next_u64() & rng.next_u64() & rng.next_u64() & rng.next_u64() & rng.next_u64(),
                _ => rng.next_u64(),
            };
            let (one, other, roll) = (side(), side(), rng.next_u64());
            let open = |place: &i32| (one >> place & 1) + (other >> place & 1);
            let places = 4..CHUNK_SIDE as i32 - 4;
            let both: Vec<i32> = places.clone().filter(|place| open(place) == 2).collect();
            let either: Vec<i32> = places.clone().filter(|place| open(place) > 0).collect();
            let anywhere: Vec<i32> = places.collect();
            let choice = [both, either, anywhere].into_iter().find(|choice| !choice.is_empty()).unwrap();
            assert_eq!(choose(roll, one, other), choice[(roll % choice.len() as u64) as usize]);
        }
    }
}
