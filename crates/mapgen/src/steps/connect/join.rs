//! Joins parts by the shortest tunnels, in rounds.

use undercroft_grid::internal::parallel;
use undercroft_grid::{Components, Neighbours, Point};

use super::ahead::Ahead;
use super::parts::{Parts, Search};
use crate::{Draft, Observer, Veto};

/// A core that looks ahead should have so many parts to look around.
const MANY: usize = 40;

/// No more cores than that dig and look ahead: each that looks ahead has a copy of the map.
const MOST: usize = 8;

/// Digs tunnels until all open cells are one region.
pub(crate) fn join_all(draft: &mut Draft) -> Result<(), Veto> {
    let regions = Components::of(draft.open(), Neighbours::Four);
    join_regions(draft, &regions, &mut Observer::none())
}

/// Digs tunnels until the regions, which are all that is open, are one.
///
/// In each round every part but the largest tunnels to what is nearest to it.
pub(super) fn join_regions(draft: &mut Draft, regions: &Components, observer: &mut Observer<'_>) -> Result<(), Veto> {
    if regions.count() == 1 {
        return Ok(());
    }
    let mut joining = Joining::of(draft, regions);
    let most = if observer.is_watching() { 1 } else { MOST };
    joining.join(|left| parallel::threads_for(left, MANY).min(most), observer)
}

/// The joining of a draft's parts.
pub(super) struct Joining<'a> {
    pub(super) draft: &'a mut Draft,
    pub(super) parts: Parts<'a>,
    pub(super) search: Search,
}

impl<'a> Joining<'a> {
    fn of(draft: &'a mut Draft, regions: &'a Components) -> Self {
        let parts = Parts::of(draft.open(), regions);
        Self { draft, parts, search: Search::new() }
    }

    /// Joins the parts until they are one. `bands` says of so many parts in how many bands they are looked through at once.
    fn join(&mut self, bands: impl Fn(usize) -> usize, observer: &mut Observer<'_>) -> Result<(), Veto> {
        let mut ahead = Ahead::default();
        let mut left: Vec<u32> = self.parts.all().collect();
        loop {
            let Some(largest) = self.parts.keep_roots(&mut left) else {
                return Err(Veto::new("connect", "there is no open cell to connect"));
            };
            if left.len() == 1 {
                return Ok(());
            }
            let is_dug = match bands(left.len()) {
                0 | 1 => self.round(&left, largest, |draft, _| observer.show(draft)),
                bands => ahead.round(self, &left, largest, bands),
            };
            if !is_dug {
                return Err(Veto::new("connect", "some open cells cannot be reached by any tunnel"));
            }
        }
    }

    /// Lets each of the parts but the largest tunnel to what is nearest to it. Shows each tunnel; says whether there was any.
    pub(super) fn round(&mut self, left: &[u32], largest: u32, mut show: impl FnMut(&Draft, &[Point])) -> bool {
        let mut is_dug = false;
        for &part in left {
            if self.parts.has_turn(part, largest) && self.find_tunnel(part) {
                self.dig(part);
                show(self.draft, self.search.tunnel());
                is_dug = true;
            }
        }
        is_dug
    }

    /// Finds the tunnel from a part to what is nearest to it; says whether there is any.
    pub(super) fn find_tunnel(&mut self, part: u32) -> bool {
        self.parts.find_tunnel(self.draft.open(), part, &mut self.search)
    }

    /// Opens the cells of the tunnel of a part that was found last, and unites the parts at its ends.
    pub(super) fn dig(&mut self, part: u32) {
        self.dig_to(part, self.parts.label(self.search.tunnel()[0]));
    }

    /// The same, where it is known which region the other end is in.
    pub(super) fn dig_to(&mut self, part: u32, region: Option<u32>) {
        let tunnel = self.search.tunnel();
        tunnel[1..tunnel.len() - 1].iter().for_each(|at| self.draft.carve(*at));
        self.parts.join(part, region, tunnel, self.draft.open());
        self.search.tunnel_is_dug();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::connect::plain;
    use crate::{Seed, Size, Tile, Tileset};

    /// Scattered cells, blocks, or caves, on maps of awkward sizes.
    fn ground(seed: u64) -> Draft {
        ground_within(seed, Size::new(150, 40))
    }

    fn ground_within(seed: u64, largest: Size) -> Draft {
        let mut rng = Seed::from(seed).fork("ground").rng();
        let size = Size::new(1 + rng.below(largest.width), 1 + rng.below(largest.height));
        let share = 1 + rng.below(70);
        let block = 1 + rng.below(4) as i32;
        let stream = Seed::from(seed).fork("cells");
        let mut draft = Draft::new(size, Tileset::standard());
        for at in size.points() {
            let open = stream.at(Point::new(at.x / block, at.y / block)) % 100 < u64::from(share);
            // Components on the border are no trouble either.
            if open && (seed.is_multiple_of(5) || !size.on_border(at)) {
                draft.set(at, Tile::FLOOR);
            }
        }
        draft
    }

    #[test]
    fn tunnels_are_those_that_searching_cell_by_cell_finds() {
        for seed in 0..3_000 {
            let before = ground(seed);
            let mut plain = before.clone();
            let result = plain::join_all(&mut plain);
            // Thin walls looked for around no part, or around all, in turn or in bands at once.
            for (large, bands) in [(usize::MAX, 1), (0, 1), (usize::MAX, 2), (0, 2), (usize::MAX, 5)] {
                let mut fast = before.clone();
                let regions = Components::of(before.open(), Neighbours::Four);
                let mut joining = Joining::of(&mut fast, &regions);
                joining.search = Search::with_large(large);
                let joined = joining.join(|left| bands.min(left), &mut Observer::none());
                assert_eq!(joined, result, "seed {seed}:\n{before}");
                let same = fast == plain;
                assert!(
                    same,
                    "seed {seed}, large from {large} words, {bands} bands, from\n{before}\nfast\n{fast}\nplain\n{plain}"
                );
            }
        }
    }

    #[test]
    fn what_is_found_ahead_is_dug_as_if_it_were_found_in_turn() {
        for seed in 0..300 {
            let before = ground_within(seed, Size::new(300, 300));
            let regions = Components::of(before.open(), Neighbours::Four);
            let joined = |bands: usize| {
                let mut draft = before.clone();
                let mut joining = Joining::of(&mut draft, &regions);
                let result = joining.join(|left| bands.min(left / 8), &mut Observer::none());
                (draft, result)
            };
            let in_turn = joined(1);
            for bands in 2..7 {
                assert!(joined(bands) == in_turn, "seed {seed}, {bands} bands:\n{before}");
            }
        }
    }
}
