//! How similar the levels of different seeds are.

use undercroft_mapgen::{BitGrid, Size};

/// Larger levels are not compared.
const MOST_CELLS: usize = 1 << 16;

/// For each cell, in how many levels it is walkable. Levels of several sizes cannot be compared.
#[derive(Default)]
pub(super) struct Similarity {
    levels: u64,
    size: Option<Size>,
    open: Vec<u64>,
    is_mixed: bool,
}

impl Similarity {
    /// Adds a level by its walkable cells.
    pub(super) fn add(&mut self, open: &BitGrid) {
        let size = *self.size.get_or_insert(open.size());
        if size != open.size() || size.area() > MOST_CELLS {
            self.is_mixed = true;
            return;
        }
        self.open.resize(size.area(), 0);
        self.levels += 1;
        for at in open.points() {
            self.open[at.y as usize * size.width as usize + at.x as usize] += 1;
        }
    }

    /// How often two levels agree whether a cell is walkable, on a scale from 0 for levels that agree only as often as by
    /// chance to 1 for levels that are all the same (Cohen's kappa, over all pairs). `None` if there is nothing to compare.
    pub(super) fn of_pairs(&self) -> Option<f64> {
        let (levels, cells) = (self.levels as f64, self.open.len() as f64);
        if self.levels < 2 || self.is_mixed {
            return None;
        }
        let pairs = |count: f64| count * (count - 1.0);
        let agreeing: f64 = self.open.iter().map(|open| pairs(*open as f64) + pairs(levels - *open as f64)).sum();
        let agreement = agreeing / (pairs(levels) * cells);
        let share = self.open.iter().sum::<u64>() as f64 / (levels * cells);
        let chance = share * share + (1.0 - share) * (1.0 - share);
        (chance < 1.0).then(|| (agreement - chance) / (1.0 - chance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn similarity(levels: &[&str]) -> Option<f64> {
        let mut similarity = Similarity::default();
        levels.iter().for_each(|level| similarity.add(&BitGrid::parse(level, |glyph| glyph == '.')));
        similarity.of_pairs()
    }

    #[test]
    fn equal_levels_have_similarity_one_and_random_ones_zero() {
        assert_eq!(similarity(&["..##", "..##", "..##"]), Some(1.0));
        assert_eq!(similarity(&["..##", "##.."]), Some(-1.0));
        // All four levels of two cells: half of the cells agree in a pair of different levels or of one with itself.
        let all = similarity(&["..", ".#", "#.", "##"]).unwrap();
        assert!((-0.34..0.0).contains(&all), "{all}");
    }

    #[test]
    fn levels_that_cannot_be_compared_have_no_similarity() {
        assert_eq!(similarity(&["..##"]), None);
        assert_eq!(similarity(&["..##", "..#"]), None);
        assert_eq!(similarity(&["....", "...."]), None, "every cell is always walkable");
    }
}
