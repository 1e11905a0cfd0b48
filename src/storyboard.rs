//! Selects which moments of a level's generation an animation shows when there are too many.
//!
//! The level is generated twice: once to count the moments, and once to draw the selected ones. None has to be kept in memory.

use undercroft_mapgen::Snapshot;

/// The number of moments in each scene. A scene is one step: each part of it, then the finished step.
#[derive(Debug, Default)]
pub(crate) struct Storyboard {
    /// The number of parts in each finished scene.
    parts: Vec<u32>,
    /// The number of parts in the current scene so far.
    current: u32,
}

impl Storyboard {
    /// Counts a moment.
    pub(crate) fn record(&mut self, snapshot: &Snapshot<'_>) {
        self.add(snapshot.part.is_some());
    }

    fn add(&mut self, is_part: bool) {
        match is_part {
            true => self.current += 1,
            false => self.parts.push(std::mem::take(&mut self.current)),
        }
    }

    /// The number of moments.
    pub(crate) fn count(&self) -> u64 {
        self.parts.iter().map(|parts| u64::from(*parts) + 1).sum()
    }

    /// Selects at most `limit` moments: finished steps before parts of steps, later steps before earlier ones, and of
    /// each step the same number of parts as far as it has them.
    pub(crate) fn select(&self, limit: usize) -> Selection<'_> {
        let first = self.parts.len().saturating_sub(limit);
        let shown = &self.parts[first..];
        let left = (limit - shown.len()) as u64;
        let total = |each: u32| shown.iter().map(|parts| u64::from(*parts.min(&each))).sum::<u64>();
        // No scene shows more parts than there is room for in all.
        let each = (0..=limit as u32).take_while(|each| total(*each) <= left).last().unwrap_or(0);
        Selection { parts: &self.parts, first, each, count: shown.len() as u64 + total(each), scene: 0 }
    }
}

/// The selected moments, queried in the order in which they occur.
#[derive(Clone, Debug)]
pub(crate) struct Selection<'a> {
    parts: &'a [u32],
    /// The first scene that is shown.
    first: usize,
    /// The most parts shown of a scene.
    each: u32,
    /// The number of selected moments.
    pub(crate) count: u64,
    /// The current scene.
    scene: usize,
}

impl Selection<'_> {
    /// Whether the next moment was selected.
    pub(crate) fn includes(&mut self, snapshot: &Snapshot<'_>) -> bool {
        self.next(snapshot.part)
    }

    fn next(&mut self, part: Option<u32>) -> bool {
        let is_shown = self.scene >= self.first;
        let Some(part) = part else {
            self.scene += 1;
            return is_shown;
        };
        let all = self.parts.get(self.scene).copied().unwrap_or(0).max(1);
        // A part is shown when it completes another of `each` equal shares of the scene.
        let share = |part: u32| u64::from(part) * u64::from(self.each.min(all)) / u64::from(all);
        is_shown && share(part) != share(part - 1)
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

    /// The selected moments of each scene; 0 is the finished step.
    fn selected(parts: &[u32], limit: usize) -> Vec<Vec<u32>> {
        let board = board(parts);
        let mut selection = board.select(limit);
        let mut shown = 0;
        let scenes = parts.iter().map(|parts| {
            let mut scene: Vec<u32> = (1..=*parts).filter(|part| selection.next(Some(*part))).collect();
            scene.extend(selection.next(None).then_some(0));
            shown += scene.len() as u64;
            scene
        });
        let scenes = scenes.collect();
        assert_eq!(shown, selection.count);
        scenes
    }

    #[test]
    fn a_few_moments_are_all_shown() {
        assert_eq!(selected(&[0, 3, 1], 7), [vec![0], vec![1, 2, 3, 0], vec![1, 0]]);
        assert_eq!(selected(&[0, 3, 1], 100), [vec![0], vec![1, 2, 3, 0], vec![1, 0]]);
        assert_eq!(board(&[0, 3, 1]).count(), 7);
    }

    #[test]
    fn a_step_with_many_parts_is_thinned_evenly_and_short_ones_stay_whole() {
        assert_eq!(selected(&[3, 1000], 9), [vec![1, 2, 3, 0], vec![250, 500, 750, 1000, 0]]);
        assert_eq!(selected(&[4000, 7, 4000], 23).iter().map(Vec::len).collect::<Vec<_>>(), [7, 7, 7]);
    }

    #[test]
    fn the_last_steps_are_shown_when_there_is_no_room_for_all() {
        assert_eq!(selected(&[5, 5, 5, 5], 2), [vec![], vec![], vec![0], vec![0]]);
    }

    #[test]
    fn the_limit_is_never_exceeded() {
        for limit in 1..60 {
            for parts in [&[0, 40, 0, 13][..], &[1, 1, 1], &[], &[100, 1, 100, 1, 100], &[u32::MAX / 2]] {
                let board = Storyboard { parts: parts.to_vec(), current: 0 };
                let selection = board.select(limit);
                assert!(selection.count <= limit as u64, "{parts:?}, {limit}: {}", selection.count);
                assert!(
                    selection.count == board.count().min(limit as u64)
                        || selection.count + parts.len() as u64 > limit as u64
                );
            }
        }
    }
}
