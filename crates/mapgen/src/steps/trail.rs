//! Lays a path from where the player arrives to the stairs down.
//!
//! ```text
//! ............        ............
//! .@..........        .@∙∙........
//! ...♣♣♣......   →    ...♣∙∙......
//! ...♣♣♣......        ...♣♣∙∙∙,,,.
//! ..........>.        .......∙∙∙>.
//! ............        .........,,.
//! ```

use undercroft_grid::{Distances, Neighbours, Point};

use crate::{
    BadParameter, Chance, Draft, EndlessMode, Fact, Phase, Rng, Size, StairKind, Step, Stream, Tile, Tileset, Veto,
    require, step,
};

/// The chance per step that the path goes straight on where it could turn.
const STRAIGHT: f64 = 0.7;
/// How far around the stairs down the ground shows them, in columns plus rows.
const MOUTH: u32 = 3;

step! {
    /// Lays a path from where the player arrives to the stairs down.
    ///
    /// It is one of the shortest paths. On an endless level, a plan's stretch has its own `path`, and this step does
    /// nothing.
    pub struct Trail = "trail" {
        /// The tile of the path, which must be walkable.
        pub tile: String = "path".into(),
        /// The tile of the ground around the stairs down, which must be walkable; if empty, the ground stays as it is.
        pub mouth: String = String::new(),
    }
}

impl Step for Trail {
    fn phase(&self) -> Phase {
        Phase::Placing
    }

    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn endless(&self, _: Size) -> EndlessMode {
        EndlessMode::Skipped
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::walkable("tile", &self.tile, tileset)?;
        match self.mouth.is_empty() {
            true => Ok(()),
            false => require::walkable("mouth", &self.mouth, tileset),
        }
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let (path, mouth) = (draft.named(&self.tile)?, draft.optionally_named(&self.mouth)?);
        if let Some(mouth) = mouth {
            let down = draft.stairs.iter().filter(|stair| stair.kind == StairKind::Down);
            for stairs in down.map(|stair| stair.at).collect::<Vec<Point>>() {
                let around = draft.size().points().filter(|at| at.manhattan(stairs) <= MOUTH);
                around.for_each(|at| pave(draft, at, mouth));
            }
        }
        lay_path(draft, path, &mut stream.rng());
        Ok(())
    }
}

/// Paves one of the shortest paths from the arrival to the nearest stairs down.
pub(crate) fn lay_path(draft: &mut Draft, tile: Tile, rng: &mut Rng) {
    let down = draft.stairs.iter().filter(|stair| stair.kind == StairKind::Down).map(|stair| stair.at);
    let distances = Distances::from(draft.open(), down, Neighbours::Four);
    let Some(mut at) = draft.arrival() else { return };
    let mut heading = Point::new(0, 0);
    while let Some(steps) = distances.get(at).filter(|steps| *steps > 0) {
        pave(draft, at, tile);
        let nearer: Vec<Point> = at.four().filter(|near| distances.get(*near) == Some(steps - 1)).collect();
        // Every open cell at some distance has a neighbour that is one step nearer.
        let mut next = nearer[rng.below(nearer.len() as u32) as usize];
        if nearer.contains(&(at + heading)) && rng.chance(Chance::clamped(STRAIGHT)) {
            next = at + heading;
        }
        heading = next - at;
        at = next;
    }
}

/// Changes the ground of a plain open cell.
fn pave(draft: &mut Draft, at: Point, tile: Tile) {
    if draft.is_open(at) && !draft.doors.contains(&at) && draft.stairs.iter().all(|stair| stair.at != at) {
        draft.set(at, tile);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    /// Lays a path on a drawing. The player starts in the top left corner, which the drawings show as `@`: that is no
    /// tile, so a draft does not read it.
    fn trodden(trail: &Trail, map: &str, seed: u64) -> Draft {
        let mut draft = Draft::parse(map);
        draft.start = Some(Point::new(1, 1));
        trail.check(draft.tileset()).unwrap();
        trail.apply(&mut draft, Seed::from(seed).fork("trail")).unwrap();
        draft
    }

    const MEADOW: &str = "
        ############
        #@.........#
        #..♣♣♣.....#
        #..♣♣♣.....#
        #.......+..#
        #.........>#
        ############";

    #[test]
    fn the_path_is_a_shortest_one_and_spares_doors_and_stairs() {
        for seed in 0..40 {
            let draft = trodden(&Trail::default(), MEADOW, seed);
            let paved = draft.size().points().filter(|at| draft.info(*at).name == "path").count();
            let crosses_the_door =
                draft.doors.iter().any(|door| door.four().filter(|near| draft.info(*near).name == "path").count() == 2);
            assert!(paved == 13 || (crosses_the_door && paved == 12), "seed {seed}: {paved}\n{draft}");
            assert_eq!(draft.info(draft.stairs_to(StairKind::Down).unwrap()).name, "stairs-down");
        }
    }

    #[test]
    fn broken_stone_shows_where_the_stairs_are() {
        let draft = trodden(&Trail::default().mouth("rubble"), MEADOW, 1);
        let stairs = draft.stairs_to(StairKind::Down).unwrap();
        let rubble: Vec<Point> = draft.size().points().filter(|at| draft.info(*at).name == "rubble").collect();
        assert!(rubble.len() > 3 && rubble.iter().all(|at| at.manhattan(stairs) <= MOUTH), "{draft}");
    }

    #[test]
    fn without_stairs_down_nothing_changes() {
        let map = "#####\n#@..#\n#####";
        assert_eq!(trodden(&Trail::default().mouth("rubble"), map, 1).tiles(), Draft::parse(map).tiles());
    }
}
