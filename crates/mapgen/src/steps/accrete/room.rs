//! A room that has not been placed yet: its cells and possible entrances.

use undercroft_grid::{BitGrid, FOUR, Neighbours, Point, Rect};

/// A direction, as the index of its offset in [`FOUR`].
pub(super) type Direction = usize;

/// The direction back.
pub(super) const fn opposite(direction: Direction) -> Direction {
    3 - direction
}

/// A cell of a wall that could be opened, and the direction out of the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    pub(super) at: Point,
    pub(super) outwards: Direction,
}

/// A room on its own small map, with a ring of one cell for its walls.
#[derive(Clone, Debug)]
pub(super) struct Room {
    /// The open cells of the room and of its passage.
    pub(super) cells: BitGrid,
    /// The open cells and the walls around them, where the map must be closed.
    pub(super) hull: BitGrid,
    /// The box of the room itself, without its passage.
    box_of_room: Rect,
    /// For each direction, the wall cells that lead out that way.
    pub(super) exits: [Vec<Point>; 4],
}

impl Room {
    /// A room of these cells. A room with a passage can be entered only through the passage.
    pub(super) fn new(shape: &BitGrid, passage: Option<Passage>) -> Self {
        let ringed = shape.cropped(shape.size().rect().grown(1));
        let box_of_room = shape.size().rect().moved(Point::new(1, 1));
        match passage.and_then(|passage| passage.dug_from(&ringed)) {
            None => {
                let exits = exits_of(&ringed);
                Self { hull: ringed.grown(Neighbours::Eight), box_of_room, exits, cells: ringed }
            }
            Some(dug) => {
                let mut exits = [const { Vec::new() }; 4];
                exits[dug.end.outwards].push(dug.end.at);
                let box_of_room = box_of_room.moved(dug.moved);
                Self { hull: dug.cells.grown(Neighbours::Eight), box_of_room, exits, cells: dug.cells }
            }
        }
    }

    /// The largest rectangle of floor.
    pub(super) fn floor(&self) -> Rect {
        self.cells.largest_rect(self.box_of_room)
    }

    /// Whether the room, moved by an offset, lies on the map and only where it is closed.
    pub(super) fn fits(&self, open: &BitGrid, offset: Point) -> bool {
        let place = self.hull.size().rect().moved(offset);
        open.size().rect().encloses(place)
            && (0..place.height).all(|y| {
                let map_row = open.row(y + place.y as u32);
                let hull_row = self.hull.row(y).iter().enumerate();
                hull_row.into_iter().all(|(index, word)| word & bits_from(map_row, place.x as usize + index * 64) == 0)
            })
    }
}

/// A straight passage out of one of the walls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passage {
    pub(super) direction: Direction,
    pub(super) length: u32,
    /// Which exit in that direction it starts from, as a random number.
    pub(super) exit: u32,
}

struct Dug {
    cells: BitGrid,
    end: Opening,
    moved: Point,
}

impl Passage {
    /// The cells with the passage dug, on a map large enough for both.
    fn dug_from(self, ringed: &BitGrid) -> Option<Dug> {
        let exits = exits_towards(ringed, self.direction);
        let exit = exits.nth(self.exit as usize % exits.count().max(1))?;
        let offset = FOUR[self.direction];
        let reach = self.length as i32;
        let last = exit + Point::new(offset.x * (reach - 1), offset.y * (reach - 1));
        let end = last + offset;
        let whole = ringed.size().rect();
        let span = Rect::spanning(exit, end).grown(1);
        let (left, top) = (whole.x.min(span.x), whole.y.min(span.y));
        let (right, bottom) = (whole.right().max(span.right()), whole.bottom().max(span.bottom()));
        let larger = Rect::new(left, top, (right - left) as u32, (bottom - top) as u32);
        let moved = Point::new(-left, -top);
        let mut cells = ringed.cropped(larger);
        cells.insert_rect(Rect::spanning(exit, last).moved(moved));
        Some(Dug { cells, end: Opening { at: end + moved, outwards: self.direction }, moved })
    }
}

/// The 64 bits of a row from a column on, with zeros past its end.
fn bits_from(row: &[u64], column: usize) -> u64 {
    let word = |index: usize| row.get(index).copied().unwrap_or(0);
    let (index, shift) = (column / 64, column % 64);
    match shift {
        0 => word(index),
        _ => word(index) >> shift | word(index + 1) << (64 - shift),
    }
}

/// For each direction, the cells beside the room that touch it on one side only: a door there stands in a wall.
pub(super) fn exits_of(cells: &BitGrid) -> [Vec<Point>; 4] {
    let touching_once = cells.map_words(|here, [up, left, right, down]| {
        let odd = up ^ left ^ right ^ down;
        odd & !(up & left | right & down) & !here
    });
    let mut exits = [const { Vec::new() }; 4];
    for at in touching_once.points() {
        if let Some(outwards) = (0..4).find(|outwards| cells.contains(at - FOUR[*outwards])) {
            exits[outwards].push(at);
        }
    }
    exits
}

fn exits_towards(cells: &BitGrid, outwards: Direction) -> BitGrid {
    let room = opposite(outwards);
    cells.map_words(|here, sides| {
        let others = (0..4).filter(|side| *side != room).fold(0, |others, side| others | sides[side]);
        sides[room] & !others & !here
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exits_touch_the_room_on_one_side() {
        let cells = BitGrid::parse(".....\n.##..\n.###.\n.....", |glyph| glyph == '#');
        let exits = exits_of(&cells).map(|exits| exits.len());
        // Up, left, right, down. The inner corner touches two sides.
        assert_eq!(exits, [2, 2, 1, 3]);
    }

    #[test]
    fn a_room_with_a_passage_is_entered_through_it() {
        let shape = BitGrid::parse("##\n##", |glyph| glyph == '#');
        let room = Room::new(&shape, Some(Passage { direction: 2, length: 3, exit: 0 }));
        assert_eq!(room.cells.to_string(), "........\n.#####..\n.##.....\n........\n");
        assert_eq!(room.exits, [vec![], vec![], vec![Point::new(6, 1)], vec![]]);
        assert_eq!(room.floor(), Rect::new(1, 1, 2, 2));
        let left = Room::new(&shape, Some(Passage { direction: 1, length: 3, exit: 0 }));
        assert_eq!(left.floor(), Rect::new(5, 1, 2, 2), "{}", left.cells);
        assert_eq!(left.exits[1], [Point::new(1, 1)]);
    }
}
