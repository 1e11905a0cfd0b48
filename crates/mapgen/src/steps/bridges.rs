//! Lays bridges and fords where the path around a lake or pit is far longer than a crossing.
//!
//! ```text
//! ############        ############
//! #...≈≈≈≈...#        #...≈≈≈≈...#
//! #..≈≈≈≈≈...#   →    #..~~~~~...#
//! #..≈≈≈≈≈≈..#        #..≈≈≈≈≈≈..#
//! #.##########        #.##########
//! ```

use undercroft_grid::{BitGrid, Point, Rect};

use super::loop_length::LoopLength;
use crate::{BadParameter, Chance, Draft, Fact, Observer, Step, Stream, TileInfo, Tileset, Veto, require, step};

step! {
    /// Lays bridges and fords where the path around a lake or pit is far longer than a crossing.
    ///
    /// A crossing runs straight between two open cells, over transparent tiles that are not walkable. Carving turns water
    /// into a ford and a pit into a bridge.
    pub struct Bridges = "bridges" {
        /// A crossing is laid only where the path around has at least this many steps.
        pub distance: u32 = 20,
        /// The length of the longest crossing.
        pub longest: u32 = 8,
        /// The only tile to cross; if empty, any tile.
        pub over: String = String::new(),
        /// The chance that a cell beside a crossing becomes part of it, like shoals beside a ford.
        pub ragged: f64 = 0.0,
    }
}

impl Step for Bridges {
    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::within("distance", self.distance, 3..=10_000)?;
        require::within("longest", self.longest, 1..=1_000)?;
        require::share("ragged", self.ragged)?;
        require::optional_tile("over", &self.over, tileset)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let mut rng = stream.rng();
        let deep = self.deep(draft)?;
        let mut crossings = crossings(draft.open(), &deep, self.longest);
        rng.shuffle(&mut crossings);
        let mut loop_length = LoopLength::new(draft.size());
        for crossing in crossings {
            // An earlier crossing may run beside this one or across it.
            if !crossing.is_clear(draft.open())
                || !loop_length.exceeds(self.distance - 1, draft.open(), crossing.from, crossing.to)
            {
                continue;
            }
            for at in crossing.beside().points() {
                let shoal = rng.chance(Chance::clamped(self.ragged)) && deep.contains(at);
                if shoal || crossing.span().contains(at) {
                    draft.carve(at);
                }
            }
            observer.show(draft);
        }
        Ok(())
    }
}

impl Bridges {
    /// The cells that can be crossed: transparent, not walkable, and with a tile to carve them into.
    fn deep(&self, draft: &Draft) -> Result<BitGrid, Veto> {
        let over = draft.optionally_named(&self.over)?;
        let tileset = draft.tileset();
        Ok(draft.where_tile(|tile| {
            let crossable = |info: &TileInfo| info.transparent && !info.walkable && info.carved.is_some();
            tileset.get(tile).is_some_and(crossable) && over.is_none_or(|over| over == tile)
        }))
    }
}

/// A straight line from one open cell to another over closed ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Crossing {
    from: Point,
    to: Point,
}

impl Crossing {
    /// The cells between its ends.
    fn span(self) -> Rect {
        let whole = Rect::spanning(self.from, self.to);
        match self.from.y == self.to.y {
            true => Rect::new(whole.x + 1, whole.y, whole.width - 2, 1),
            false => Rect::new(whole.x, whole.y + 1, 1, whole.height - 2),
        }
    }

    /// The cells between its ends and those on both sides of them.
    fn beside(self) -> Rect {
        let span = self.span();
        match self.from.y == self.to.y {
            true => Rect::new(span.x, span.y - 1, span.width, 3),
            false => Rect::new(span.x - 1, span.y, 3, span.height),
        }
    }

    /// Whether nothing beside it is open, so that it does not run along a shore.
    fn is_clear(self, open: &BitGrid) -> bool {
        !open.meets_rect(self.beside())
    }
}

/// All crossings over deep cells, to the right and downwards.
fn crossings(open: &BitGrid, deep: &BitGrid, longest: u32) -> Vec<Crossing> {
    let mut found = Vec::new();
    for from in open.points() {
        for step in [Point::new(1, 0), Point::new(0, 1)] {
            let mut to = from + step;
            let mut length = 0;
            while length <= longest && deep.contains(to) {
                to = to + step;
                length += 1;
            }
            let crossing = Crossing { from, to };
            if (1..=longest).contains(&length) && open.contains(to) && crossing.is_clear(open) {
                found.push(crossing);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn bridged(drawing: &str, step: &Bridges) -> String {
        let mut draft = Draft::parse(drawing);
        step.apply(&mut draft, Seed::from(1).fork("bridges")).unwrap();
        draft.to_string()
    }

    const LAKE: &str = "#########\n#..≈≈≈..#\n#..≈≈≈..#\n#..≈≈≈..#\n#..###..#\n#.......#\n#########";

    #[test]
    fn a_lake_is_crossed_once_where_the_path_around_is_long() {
        let ford = bridged(LAKE, &Bridges::default().distance(10).longest(3));
        assert_eq!(ford.matches('~').count(), 3, "\n{ford}");
        let pit = bridged(&LAKE.replace('≈', "░"), &Bridges::default().distance(10).longest(3));
        assert_eq!(pit.matches('=').count(), 3, "\n{pit}");
    }

    #[test]
    fn short_detours_and_wide_water_are_left_alone() {
        for step in [Bridges::default().distance(13).longest(3), Bridges::default().distance(10).longest(2)] {
            assert_eq!(bridged(LAKE, &step), Draft::parse(LAKE).to_string());
        }
    }
}
