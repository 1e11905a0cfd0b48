//! Digs tunnels by random walks until enough is open.
//!
//! ```text
//! ##########        ##########
//! ##########        ##..######
//! ##########   →    ###.#...##
//! ##########        #......#.#
//! ##########        ##########
//! ```

use undercroft_grid::{FOUR, Point, Rect};

use crate::{BadParameter, Chance, Draft, Fact, Observer, Rng, Size, Step, Stream, Tileset, Veto, require, step};

step! {
    /// Digs tunnels by random walks until enough is open (the "drunkard's walk").
    ///
    /// The first walker starts at the centre, the others on open cells, so everything is connected. The border stays
    /// closed. If the share cannot be reached in reasonable time, the step stops short of it.
    pub struct Walk = "walk" {
        /// The share of the map inside the border to open; at least a dozen cells.
        pub share: f64 = 0.4,
        /// The longest walk.
        pub steps: u32 = 200,
        /// The chance per step that a walker turns in a random direction.
        pub turn: f64 = 0.5,
        /// The chance per step that a walker turns towards its goal, a random cell. If it is above 0, walkers start
        /// near their goal.
        pub aim: f64 = 0.0,
        /// How many extra steps a walker takes around its goal, to dig a den.
        pub den: u32 = 0,
    }
}

/// The most steps of all walkers together, per cell of the map.
const PATIENCE: u64 = 40;
/// The fewest cells to open, so that a start and stairs have space.
const FEWEST: usize = 12;
/// How far a den reaches.
const DEN: u32 = 3;
/// A walker with a goal starts on the nearest of this many random open cells.
const STARTS: u32 = 5;

impl Step for Walk {
    fn provides(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn min_size(&self) -> Size {
        Size::new(3, 3)
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::share("share", self.share)?;
        require::within("steps", self.steps, 1..=1_000_000)?;
        require::share("turn", self.turn)?;
        require::share("aim", self.aim)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let mut rng = stream.rng();
        let inside = draft.size().interior();
        let enough = ((inside.area() as f64 * self.share) as usize).max(FEWEST.min(inside.area()));
        let mut open: Vec<Point> = draft.open().points().filter(|at| inside.contains(*at)).collect();
        if open.is_empty() {
            draft.carve(inside.centre());
            open.push(inside.centre());
        }
        let [turn, aim] = [self.turn, self.aim].map(Chance::clamped);
        let mut patience = PATIENCE * inside.area() as u64;
        while open.len() < enough && patience > 0 {
            let goal = any_cell(&mut rng, inside);
            let starts = if aim == Chance::NEVER { 1 } else { STARTS };
            let start = |rng: &mut Rng| open[rng.below(open.len() as u32) as usize];
            let Some(mut at) = (0..starts).map(|_| start(&mut rng)).min_by_key(|at| at.manhattan(goal)) else {
                break;
            };
            let mut heading = FOUR[rng.below(4) as usize];
            let mut arrived = 0;
            for _ in 0..self.steps {
                patience = patience.saturating_sub(1);
                if arrived == 0 && rng.chance(aim) {
                    heading = towards(&mut rng, at, goal);
                } else if arrived > 0 || rng.chance(turn) || !inside.contains(at + heading) {
                    heading = FOUR[rng.below(4) as usize];
                }
                let strays = arrived > 0 && goal.manhattan(at + heading) > DEN;
                if inside.contains(at + heading) && !strays {
                    at = at + heading;
                    if !draft.is_open(at) {
                        draft.carve(at);
                        // A kept wall stays.
                        if !draft.is_open(at) {
                            continue;
                        }
                        open.push(at);
                        observer.show_progress(open.len(), enough, draft);
                    }
                }
                if arrived > 0 || (at == goal && aim > Chance::NEVER) {
                    arrived += 1;
                }
                if open.len() >= enough || arrived > self.den {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// A random cell of a rectangle that is not empty.
pub(super) fn any_cell(rng: &mut Rng, inside: Rect) -> Point {
    let right = rng.below(inside.width) as i32;
    let down = rng.below(inside.height) as i32;
    inside.min() + Point::new(right, down)
}

/// A step towards the goal, more likely along the axis on which it is farther away.
const fn towards(rng: &mut Rng, at: Point, goal: Point) -> Point {
    let (across, down) = (goal.x.abs_diff(at.x), goal.y.abs_diff(at.y));
    match rng.below(across + down) < across {
        true => Point::new((goal.x - at.x).signum(), 0),
        false => Point::new(0, (goal.y - at.y).signum()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use undercroft_grid::{Components, Neighbours};

    fn walked(walk: &Walk, size: Size, seed: u64) -> Draft {
        let mut draft = Draft::new(size, Tileset::standard());
        walk.apply(&mut draft, Seed::from(seed).fork("walk")).unwrap();
        draft
    }

    #[test]
    fn the_share_is_reached_in_one_component_and_the_border_stays() {
        for seed in 0..40 {
            for (share, turn, aim) in [(0.1, 0.5, 0.0), (0.4, 1.0, 0.0), (0.5, 0.1, 0.3), (0.3, 0.0, 1.0)] {
                let walk = Walk::default().share(share).turn(turn).aim(aim).den(20);
                let draft = walked(&walk, Size::new(41, 23), seed);
                let open = draft.open();
                assert_eq!(open.count(), (39.0 * 21.0 * share) as usize, "{draft}");
                assert_eq!(Components::of(open, Neighbours::Four).count(), 1, "{draft}");
                assert!(open.points().all(|at| !draft.size().on_border(at)), "{draft}");
            }
        }
    }

    #[test]
    fn an_unreachable_share_does_not_loop_for_ever() {
        // Walkers that never turn reach few cells.
        let draft = walked(&Walk::default().share(1.0).turn(0.0), Size::new(60, 60), 1);
        assert!(draft.open().count() > 100, "{draft}");
    }

    #[test]
    fn every_small_size_works() {
        for (width, height) in [(3, 3), (3, 9), (4, 4), (5, 5), (100, 3)] {
            let draft = walked(&Walk::default().aim(0.3).den(9), Size::new(width, height), 1);
            assert!(!draft.open().is_empty(), "{draft}");
        }
    }
}
