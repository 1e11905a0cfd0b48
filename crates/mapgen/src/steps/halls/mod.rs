//! Joins rooms by halls between their centres.
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

use crate::step::{Parameters, table_of};
use crate::{BadParameter, Chance, Draft, Fact, Point, Reach, Step, Stream, Tileset, Veto, require, step};

use joins::Join;
use shapes::{Digger, Shape};

step! {
    /// Joins rooms by halls between their centres.
    ///
    /// Halls may cross anything. What is carved becomes what fits: rock floor, water a ford, a pit a bridge. The shape
    /// of a hall depends on its two ends alone.
    pub struct CarveHalls = "halls" {
        /// `chain`: each room to the one before it. `right-and-below`: each room of a grid of partitions to its right and
        /// its lower neighbour. `nearest`: each room to the nearest of those before it. `tree`: all rooms by the shortest
        /// halls that are enough, and some more.
        pub join: String = "chain".into(),
        /// `l`: two legs, a coin deciding which comes first. `straight`: as the crow flies, in steps. `winding`: in bends.
        pub shape: String = "l".into(),
        /// For `tree`: the share of further halls between rooms with no room in between. They make loops.
        pub extra: f64 = 0.15,
        /// For `right-and-below`: the longest hall that is dug, in steps; 0 for any. With a limit halls look no farther,
        /// and work on endless levels; without one, rooms that missing neighbours leave apart are joined as well.
        pub longest: u32 = 0,
        /// What the halls are made of; what fits the ground they cross where it is empty.
        pub tile: String = String::new(),
    }
}

impl Step for CarveHalls {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn reach(&self) -> Reach {
        match self.longest {
            0 => Reach::Whole,
            // Both ends of a hall, and the ground to both sides that a winding one may use.
            longest => Reach::Cells(longest + 2 * shapes::room_to_wind(longest) + 1),
        }
    }

    fn needs(&self) -> Vec<Fact> {
        match Join::named(&self.join) {
            Some(Join::RightAndBelow) => vec![Fact::ROOMS, Fact::LATTICE],
            _ => vec![Fact::ROOMS],
        }
    }

    fn provides(&self) -> Vec<Fact> {
        match self.longest {
            0 => vec![Fact::OPEN, Fact::CONNECTED],
            _ => vec![Fact::OPEN],
        }
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        super::one_of("join", &self.join, &Join::ALL.map(Join::name))?;
        super::one_of("shape", &self.shape, &Shape::ALL.map(Shape::name))?;
        require::share("extra", self.extra)?;
        require::within("longest", self.longest, 0..=10_000)?;
        if self.longest > 0 && Join::named(&self.join) != Some(Join::RightAndBelow) {
            return Err(BadParameter::new("longest", "only halls that join `right-and-below` can have a limit"));
        }
        match self.tile.as_str() {
            "" => Ok(()),
            tile => super::walkable("tile", tile, tileset),
        }
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let join = Join::named(&self.join).ok_or_else(|| unknown("join", &self.join))?;
        let shape = Shape::named(&self.shape).ok_or_else(|| unknown("shape", &self.shape))?;
        let tile = if self.tile.is_empty() { None } else { Some(draft.named(&self.tile)?) };
        let centres: Vec<_> = draft.rooms.iter().map(|room| room.centre()).collect();
        let ends = Ends { stream, origin: draft.origin };
        let halls = match self.longest {
            0 => join.halls(&centres, draft.lattice.as_ref(), draft.size(), |from, to| {
                Chance::clamped(self.extra).hits(ends.stream_of(from, to).fork("extra").at(to))
            }),
            longest => joins::neighbours(&centres, draft.lattice.as_ref())
                .filter(|(from, to)| centres[*from].manhattan(centres[*to]) <= longest)
                .collect(),
        };
        let mut digger = Digger::new(draft, tile);
        for (from, to) in halls {
            let (from, to) = (centres[from], centres[to]);
            digger.dig(shape, from, to, ends.stream_of(from, to));
        }
        Ok(())
    }

    fn parameters(&self) -> toml::Table {
        table_of(self)
    }
}

/// Gives each hall a stream of its own, by where in the world its ends are.
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

/// Only a step that was never checked has such a word.
fn unknown(parameter: &str, word: &str) -> Veto {
    Veto::new("halls", format!("{parameter}: `{word}` is not known"))
}
