//! Times a system's own work and nothing around it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::Output;

/// The clock of one sample.
pub struct Clock {
    elapsed: Duration,
    calls: u32,
    wants_output: bool,
    output: Option<Output>,
}

impl Clock {
    pub(crate) fn new(wants_output: bool) -> Self {
        Self { elapsed: Duration::ZERO, calls: 1, wants_output, output: None }
    }

    /// Times some work. The result is used, so that the compiler cannot drop it.
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let made = black_box(work());
        self.elapsed += start.elapsed();
        made
    }

    /// Times work of which only a share counts: 8/15 for a peer that always makes fifteen passes.
    pub fn time_share<T>(&mut self, share: f64, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let made = black_box(work());
        self.elapsed += start.elapsed().mul_f64(share);
        made
    }

    /// Subtracts the time of work that is not part of the task but cannot be avoided.
    pub fn without<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let made = black_box(work());
        self.elapsed = self.elapsed.saturating_sub(start.elapsed());
        made
    }

    /// Declares that the timed work was this many calls.
    pub fn calls(&mut self, calls: usize) {
        self.calls = u32::try_from(calls).unwrap_or(u32::MAX).max(1);
    }

    /// Keeps the result for the judge. The closure runs only if the result will be judged.
    pub fn keep(&mut self, output: impl FnOnce() -> Output) {
        if self.wants_output {
            self.output = Some(output());
        }
    }

    /// Nanoseconds per call.
    pub(crate) fn nanoseconds(&self) -> f64 {
        self.elapsed.as_nanos() as f64 / f64::from(self.calls)
    }

    pub(crate) fn into_output(self) -> Option<Output> {
        self.output
    }
}
