//! A few rectangles that another is compared with, all of them at once.

use undercroft_grid::Rect;

/// A few rectangles, by their sides: all left sides beside each other, all right ones, and so on, so that several go
/// through a vector at once.
pub(crate) struct FewRects {
    count: usize,
    left: [i32; Self::MOST],
    right: [i32; Self::MOST],
    top: [i32; Self::MOST],
    bottom: [i32; Self::MOST],
}

impl FewRects {
    /// So many are few. Of more, it is quicker to draw a map of them.
    pub(crate) const MOST: usize = 24;

    /// None yet.
    pub(crate) const fn new() -> Self {
        // Where there is no rectangle yet, no other meets it.
        let (first, last) = ([i32::MAX; Self::MOST], [i32::MIN; Self::MOST]);
        Self { count: 0, left: first, right: last, top: first, bottom: last }
    }

    /// Adds one, where there is room for it; says whether there was.
    pub(crate) fn add(&mut self, rect: Rect) -> bool {
        let index = self.count;
        if index == Self::MOST {
            return false;
        }
        (self.left[index], self.right[index]) = (rect.x, rect.right());
        (self.top[index], self.bottom[index]) = (rect.y, rect.bottom());
        self.count += 1;
        true
    }

    /// Whether any of them shares a cell with another rectangle; none of all these may be empty.
    pub(crate) fn meet(&self, rect: Rect) -> bool {
        let (left, right, top, bottom) = (rect.x, rect.right(), rect.y, rect.bottom());
        let meets = |index: usize| {
            (self.left[index] < right)
                & (left < self.right[index])
                & (self.top[index] < bottom)
                & (top < self.bottom[index])
        };
        // All are asked, as nobody can guess which of them it meets.
        (0..Self::MOST).fold(false, |met, index| met | meets(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn few_rectangles_meet_what_one_of_them_meets() {
        for seed in 0..500 {
            let mut rng = Seed::from(seed).fork("rects").rng();
            let mut rect = || Rect::new(rng.range(-30..=30), rng.range(-30..=30), 1 + rng.below(9), 1 + rng.below(9));
            let (mut few, mut plain) = (FewRects::new(), Vec::new());
            for _ in 0..FewRects::MOST {
                let other = rect();
                assert_eq!(few.meet(other), plain.iter().any(|one: &Rect| one.meets(other)), "{other:?} and {plain:?}");
                assert!(few.add(other));
                plain.push(other);
            }
            assert!(!few.add(rect()));
        }
    }
}
