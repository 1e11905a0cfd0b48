//! Many levels of one recipe at once: with the feature `parallel` on all cores, without it on one. The levels are the
//! same, and in the same order.

use crate::{BuildError, Level, Recipe, Seed};

impl Recipe {
    /// Makes the levels of many seeds, at depth 1, in the order of the seeds.
    ///
    /// ```
    /// use undercroft_mapgen::{Recipe, Seed};
    /// let recipe = Recipe::named("caves").unwrap();
    /// let seeds: Vec<Seed> = (0..10).map(Seed::from).collect();
    /// let levels = recipe.build_each(&seeds);
    /// assert_eq!(levels[7], recipe.build(7));
    /// ```
    #[must_use]
    pub fn build_each(&self, seeds: &[Seed]) -> Vec<Result<Level, BuildError>> {
        let build = |seed: &Seed| self.build(seed.clone());
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            seeds.par_iter().map(build).collect()
        }
        #[cfg(not(feature = "parallel"))]
        {
            seeds.iter().map(build).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_what_its_levels_are_one_by_one() {
        for name in ["caves", "rooms", "shallow-cave"] {
            let recipe = Recipe::named(name).unwrap();
            let seeds: Vec<Seed> = (0..40_u64).map(Seed::from).collect();
            let levels = recipe.build_each(&seeds);
            assert_eq!(levels.len(), seeds.len());
            for (seed, level) in seeds.iter().zip(levels) {
                assert!(level == recipe.build(seed.clone()), "{name}, seed {seed}");
            }
        }
    }
}
