//! Builds many levels of one recipe: on all cores with the feature `parallel`, on one without it. The levels and
//! their order are the same either way.

use crate::{BuildError, Level, Recipe, Seed};

impl Recipe {
    /// Builds one level per seed, at depth 1, in order.
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
    fn a_batch_equals_its_levels_built_one_by_one() {
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
