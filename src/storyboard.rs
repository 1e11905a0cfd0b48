//! Which moments of a level's making are shown, where there are more than anybody wants to see.
//!
//! A level is made twice: once to count its moments, and once to draw those that were chosen. So none has to be kept.

use undercroft_mapgen::Snapshot;

/// How many moments each step shows, in the order in which they come. The whole steps cut them into scenes: each scene is
/// some parts of a step, and then the step as it is done.
#[derive(Debug, Default)]
pub(crate) struct Storyboard {
    /// The number of parts in each scene.
    parts: Vec<u32>,
    /// The parts of the scene that has not ended yet.
    open: u32,
}

impl Storyboard {
    /// Counts a moment.
    pub(crate) fn see(&mut self, stage: &Snapshot<'_>) {
        self.add(stage.part.is_some());
    }

    fn add(&mut self, is_part: bool) {
        match is_part {
            true => self.open += 1,
            false => self.parts.push(std::mem::take(&mut self.open)),
        }
    }

    /// How many moments there are.
    pub(crate) fn count(&self) -> u64 {
        self.parts.iter().map(|parts| u64::from(*parts) + 1).sum()
    }

    /// Chooses at most so many moments: whole steps before parts of steps, the last before the first, and as many parts of
    /// each step as all can have.
    pub(crate) fn choose(&self, most: usize) -> Choice<'_> {
        let first = self.parts.len().saturating_sub(most);
        let shown = &self.parts[first..];
        let left = (most - shown.len()) as u64;
        let taken = |each: u32| shown.iter().map(|parts| u64::from(*parts.min(&each))).sum::<u64>();
        let (mut enough, mut too_many) = (0, shown.iter().max().map_or(1, |most| most.saturating_add(1)));
        if taken(too_many) <= left {
            enough = too_many;
        }
        while enough + 1 < too_many {
            let middle = enough + (too_many - enough) / 2;
            if taken(middle) <= left { enough = middle } else { too_many = middle }
        }
        Choice { parts: &self.parts, first, each: enough, count: shown.len() as u64 + taken(enough), scene: 0 }
    }
}

/// The moments that were chosen, asked about in the order in which they come.
#[derive(Clone, Debug)]
pub(crate) struct Choice<'a> {
    parts: &'a [u32],
    /// The first scene of which anything is shown.
    first: usize,
    /// The most parts of a scene that are shown.
    each: u32,
    /// How many moments were chosen.
    pub(crate) count: u64,
    /// The scene that goes on.
    scene: usize,
}

impl Choice<'_> {
    /// Whether the next moment was chosen.
    pub(crate) fn shows(&mut self, stage: &Snapshot<'_>) -> bool {
        self.next(stage.part)
    }

    fn next(&mut self, part: Option<u32>) -> bool {
        let is_late = self.scene >= self.first;
        let Some(part) = part else {
            self.scene += 1;
            return is_late;
        };
        let all = self.parts.get(self.scene).copied().unwrap_or(0).max(1);
        // The parts at which another share of the whole is done.
        let share = |part: u32| u64::from(part) * u64::from(self.each.min(all)) / u64::from(all);
        is_late && share(part) != share(part - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(parts: &[u32]) -> Storyboard {
        let mut board = Storyboard::default();
        for &parts in parts {
            (0..parts).for_each(|_| board.add(true));
            board.add(false);
        }
        board
    }

    /// Which moments of each scene are chosen; 0 is the whole step.
    fn chosen(parts: &[u32], most: usize) -> Vec<Vec<u32>> {
        let board = board(parts);
        let mut choice = board.choose(most);
        let mut shown = 0;
        let scenes = parts.iter().map(|parts| {
            let mut scene: Vec<u32> = (1..=*parts).filter(|part| choice.next(Some(*part))).collect();
            scene.extend(choice.next(None).then_some(0));
            shown += scene.len() as u64;
            scene
        });
        let scenes = scenes.collect();
        assert_eq!(shown, choice.count);
        scenes
    }

    #[test]
    fn where_there_are_few_moments_all_are_shown() {
        assert_eq!(chosen(&[0, 3, 1], 7), [vec![0], vec![1, 2, 3, 0], vec![1, 0]]);
        assert_eq!(chosen(&[0, 3, 1], 100), [vec![0], vec![1, 2, 3, 0], vec![1, 0]]);
        assert_eq!(board(&[0, 3, 1]).count(), 7);
    }

    #[test]
    fn a_step_of_many_parts_is_thinned_evenly_and_the_others_stay() {
        assert_eq!(chosen(&[3, 1000], 9), [vec![1, 2, 3, 0], vec![250, 500, 750, 1000, 0]]);
        assert_eq!(chosen(&[4000, 7, 4000], 23).iter().map(Vec::len).collect::<Vec<_>>(), [7, 7, 7]);
    }

    #[test]
    fn where_not_even_all_steps_can_be_shown_the_last_are() {
        assert_eq!(chosen(&[5, 5, 5, 5], 2), [vec![], vec![], vec![0], vec![0]]);
    }

    #[test]
    fn there_are_never_more_than_asked_for() {
        for most in 1..60 {
            for parts in [&[0, 40, 0, 13][..], &[1, 1, 1], &[], &[100, 1, 100, 1, 100], &[u32::MAX / 2]] {
                let board = Storyboard { parts: parts.to_vec(), open: 0 };
                let choice = board.choose(most);
                assert!(choice.count <= most as u64, "{parts:?}, {most}: {}", choice.count);
                assert!(
                    choice.count == board.count().min(most as u64) || choice.count + parts.len() as u64 > most as u64
                );
            }
        }
    }
}
