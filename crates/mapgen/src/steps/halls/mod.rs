//! Joins rooms with halls between their centres.
//!
//! ```text
//! ################        ################
//! #...############        #...############
//! #...####.....###        #............###
//! #...####.....###   →    #...####.....###
//! ################        ####.###########
//! #######...######        ####......######
//! ################        ################
//! ```

mod joins;
mod nearest;
mod shapes;
mod tree;

use std::sync::Arc;

use undercroft_grid::{Point, Size};

use crate::Parameters;
use crate::{
    BadParameter, Chance, Describe, Draft, EndlessMode, Fact, Observer, Reach, Step, Stream, Tileset, Veto, require,
    step,
};

use joins::{Hall, Join, Lattice};
use shapes::{Digger, Shape};

step! {
    /// Joins rooms with halls between their centres.
    ///
    /// Halls may cross anything. Carving turns rock into floor, water into a ford, a pit into a bridge. The shape of a
    /// hall depends only on its two ends.
    pub struct Halls = "halls" {
        /// Which rooms to join. `chain`: each room to the one before it. `right-and-below`: each room of a grid of
        /// partitions to its right and lower neighbours. `nearest`: each room to the nearest earlier one. `tree`: a
        /// minimum spanning tree of all rooms, and some extra halls.
        pub join: String = "chain".into(),
        /// The shape of the halls. `l`: two legs in random order. `straight`: a straight line in steps. `winding`: many
        /// bends.
        pub shape: String = "l".into(),
        /// For `tree`: the share of extra halls between neighbouring rooms, which make loops.
        pub extra: f64 = 0.15,
        /// The tile of the halls; if empty, whatever suits the ground they cross.
        pub tile: String = String::new(),
    }
}

impl Step for Halls {
    fn endless(&self, _: Size) -> EndlessMode {
        match Join::named(&self.join) {
            Some(Join::RightAndBelow) => EndlessMode::Replaced(Arc::new(EndlessHalls(self.clone()))),
            _ => EndlessMode::Unsupported,
        }
    }

    fn needs(&self) -> Vec<Fact> {
        match Join::named(&self.join) {
            Some(Join::RightAndBelow) => vec![Fact::ROOMS, Fact::LATTICE],
            _ => vec![Fact::ROOMS],
        }
    }

    fn provides(&self) -> Vec<Fact> {
        vec![Fact::OPEN, Fact::CONNECTED]
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::one_of("join", &self.join, &Join::ALL.map(Join::name))?;
        require::one_of("shape", &self.shape, &Shape::ALL.map(Shape::name))?;
        require::share("extra", self.extra)?;
        match self.tile.as_str() {
            "" => Ok(()),
            tile => require::walkable("tile", tile, tileset),
        }
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let join = Join::named(&self.join).ok_or_else(|| unknown("join", &self.join))?;
        self.dig(draft, stream, observer, |centres, lattice, size, extra| join.halls(centres, lattice, size, extra))
    }
}

impl Halls {
    /// Digs the halls that `choose` picks, given the centres of all rooms.
    fn dig(
        &self,
        draft: &mut Draft,
        stream: Stream,
        observer: &mut Observer<'_>,
        choose: impl FnOnce(&[Point], Option<&Lattice>, Size, &dyn Fn(Point, Point) -> bool) -> Vec<Hall>,
    ) -> Result<(), Veto> {
        let shape = Shape::named(&self.shape).ok_or_else(|| unknown("shape", &self.shape))?;
        let tile = draft.optionally_named(&self.tile)?;
        let centres: Vec<_> = draft.rooms.iter().map(|room| room.centre()).collect();
        let ends = Ends { stream, origin: draft.origin };
        let share = Chance::clamped(self.extra);
        let extra = |from: Point, to: Point| ends.stream_of(from, to).fork("extra").rng().chance(share);
        let halls = choose(&centres, draft.lattice.as_ref(), draft.size(), &extra);
        let halls = halls.iter().map(|&(from, to)| (centres[from], centres[to]));
        let cells: usize = halls.clone().map(|(from, to)| from.manhattan(to) as usize).sum();
        let mut digger = Digger::new(draft.size(), cells > draft.size().area() / 2);
        for (from, to) in halls {
            digger.dig(shape, from, to, ends.stream_of(from, to));
            if observer.is_watching() {
                digger.carve(draft, tile);
                observer.show(draft);
            }
        }
        digger.carve(draft, tile);
        Ok(())
    }
}

/// The halls of an endless grid of partitions: each depends only on its two rooms.
#[derive(Clone, Debug)]
struct EndlessHalls(Halls);

impl Describe for EndlessHalls {
    fn name(&self) -> &str {
        Halls::NAME
    }
}

impl Step for EndlessHalls {
    fn reach(&self) -> Reach {
        // Halls between neighbouring partitions stay inside the two, which the reach of the partitions allows for; but
        // winding ones may stray to both sides.
        match Shape::named(&self.0.shape) {
            Some(Shape::Winding) => Reach::Cells(2 * shapes::MAX_STRAY + 1),
            _ => Reach::Cells(0),
        }
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.0.dig(draft, stream, &mut Observer::none(), |centres, lattice, _, _| {
            joins::between_neighbours(centres, lattice)
        })
    }
}

/// Gives each hall its own stream, based on its ends in the world.
#[derive(Clone, Copy)]
struct Ends {
    stream: Stream,
    origin: Point,
}

impl Ends {
    fn stream_of(self, from: Point, to: Point) -> Stream {
        super::stream_of(super::stream_of(self.stream, self.origin + from), self.origin + to)
    }
}

/// The veto for a value that only a step that was never checked can have.
fn unknown(parameter: &str, word: &str) -> Veto {
    Veto::new("halls", format!("{parameter}: `{word}` is unknown"))
}
