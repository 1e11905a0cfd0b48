//! Many independent results computed on all cores and consumed in order.

use std::ops::{ControlFlow, Range};

use indicatif::ProgressBar;
use rayon::prelude::*;

/// Calls `produce` with every index below `count`, and `consume` with every result in the order of the indices.
///
/// Results are produced `batch` at a time, each batch while the one before it is consumed, so that at most two are in
/// memory. What is consumed does not depend on the number of cores. Stops at the first error or `Break`.
pub(crate) fn for_each_in_order<T: Send>(
    count: u64,
    batch: u64,
    progress: &ProgressBar,
    produce: impl Fn(u64) -> anyhow::Result<T> + Sync,
    mut consume: impl FnMut(u64, T) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()> {
    let produce = |index: u64| {
        let result = produce(index);
        progress.inc(1);
        result
    };
    if batch < 2 {
        for index in 0..count {
            if consume(index, produce(index)?)?.is_break() {
                break;
            }
        }
        return Ok(());
    }
    let produce_all = |indices: Range<u64>| indices.into_par_iter().map(produce).collect::<Vec<_>>();
    let mut first = 0;
    let mut results = produce_all(0..count.min(batch));
    while !results.is_empty() {
        let next = first + results.len() as u64;
        let mut next_results = Vec::new();
        let flow = rayon::in_place_scope(|scope| -> anyhow::Result<ControlFlow<()>> {
            scope.spawn(|_| next_results = produce_all(next..count.min(next.saturating_add(batch))));
            for (index, result) in (first..).zip(results.drain(..)) {
                if consume(index, result?)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if flow.is_break() {
            break;
        }
        (first, results) = (next, next_results);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn consumed(count: u64, batch: u64, produce: impl Fn(u64) -> anyhow::Result<u64> + Sync, last: u64) -> Vec<u64> {
        let mut seen = Vec::new();
        let _ = for_each_in_order(count, batch, &ProgressBar::hidden(), produce, |index, value| {
            assert_eq!(value, index * index);
            seen.push(index);
            Ok(if index == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        seen
    }

    #[test]
    fn results_arrive_in_order_whatever_the_batch() {
        for batch in [1, 2, 7, 64, 1000] {
            assert_eq!(consumed(100, batch, |index| Ok(index * index), 999), (0..100).collect::<Vec<_>>());
            assert!(consumed(0, batch, Ok, 999).is_empty());
        }
    }

    #[test]
    fn nothing_is_consumed_after_an_error_or_a_break() {
        let fails_at_30 = |index: u64| if index == 30 { anyhow::bail!("no") } else { Ok(index * index) };
        for batch in [1, 8, 100] {
            assert_eq!(consumed(100, batch, fails_at_30, 999), (0..30).collect::<Vec<_>>());
            assert_eq!(consumed(100, batch, |index| Ok(index * index), 20), (0..=20).collect::<Vec<_>>());
        }
    }
}
