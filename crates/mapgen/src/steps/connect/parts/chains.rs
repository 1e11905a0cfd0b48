//! The pieces of each region as a list: the last of them, and from each the one before it.

use undercroft_grid::{Regions, both, cores_for};

use super::{Cells, NONE};
use crate::steps::connect::window::Bounds;

/// The pieces of a region among some that come one after the other.
#[derive(Clone, Copy)]
pub(super) struct Chain {
    /// Where its list begins, which is the last piece, and where it ends.
    pub(super) first: u32,
    end: u32,
    /// The smallest rectangle that holds them.
    pub(super) bounds: Bounds,
}

impl Chain {
    const NOTHING: Self = Self { first: NONE, end: NONE, bounds: Bounds::NOTHING };

    /// Those of all regions. `next` is for what comes after each piece in its list.
    pub(super) fn all_of(regions: &Regions, next: &mut [u32]) -> Vec<Self> {
        /// So many pieces are worth a core of their own.
        const MANY: usize = 1 << 17;
        Self::of(regions, 0, next, cores_for(next.len(), MANY))
    }

    /// Those of the pieces from one on, by so many cores.
    fn of(regions: &Regions, first: usize, next: &mut [u32], cores: usize) -> Vec<Self> {
        if cores > 1 {
            let half = next.len() * (cores / 2) / cores;
            let (upper, lower) = next.split_at_mut(half);
            let (mut chains, more) = both(
                || Self::of(regions, first, upper, cores / 2),
                || Self::of(regions, first + half, lower, cores - cores / 2),
            );
            for (chain, more) in chains.iter_mut().zip(more).filter(|(_, more)| more.first != NONE) {
                lower[more.end as usize - first - half] = chain.first;
                let end = if chain.end == NONE { more.end } else { chain.end };
                *chain = Self { first: more.first, end, bounds: chain.bounds.with(more.bounds) };
            }
            return chains;
        }
        let mut chains = vec![Self::NOTHING; regions.count()];
        let pieces = first..first + next.len();
        let mut all = next.iter_mut().zip(first as u32..);
        regions.for_each_piece(pieces, |piece| {
            let Some((next, index)) = all.next().filter(|_| piece.cells != 0) else {
                return;
            };
            let chain = &mut chains[piece.label as usize];
            *next = std::mem::replace(&mut chain.first, index);
            if *next == NONE {
                chain.end = index;
            }
            chain.bounds = chain.bounds.with(Bounds::of(Cells::of(piece)));
        });
        chains
    }
}

#[cfg(test)]
mod tests {
    use undercroft_grid::{BitGrid, Neighbours, Size};

    use super::*;
    use crate::Seed;

    #[test]
    fn several_cores_make_the_same_lists() {
        for seed in 0..100 {
            let stream = Seed::from(seed).fork("cells");
            let open = BitGrid::from_fn(Size::new(70, 50), |at| stream.at(at) % 100 < 20 + seed % 50);
            let regions = Regions::of(&open, Neighbours::Four);
            let made = [1, 2, 3].map(|cores| {
                let mut next = vec![0; regions.pieces().len()];
                let chains = Chain::of(&regions, 0, &mut next, cores);
                let told = chains.into_iter().map(|chain| (chain.first, chain.bounds.first, chain.bounds.last));
                (told.collect::<Vec<_>>(), next)
            });
            assert!(made[0] == made[1] && made[0] == made[2], "seed {seed}");
        }
    }
}
