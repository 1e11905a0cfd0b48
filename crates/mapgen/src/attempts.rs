//! Retrying: makes one draft after another until one passes.

use std::ops::Range;

use crate::check::Veto;

/// Calls `make` with each attempt's number until it succeeds, and returns the number with the result.
///
/// # Errors
/// The veto of the last attempt.
pub(crate) fn first_to_pass<T>(
    attempts: Range<u32>,
    mut make: impl FnMut(u32) -> Result<T, Veto>,
) -> Result<(u32, T), Veto> {
    let mut last = Veto::new("attempts", "the recipe allows no attempts");
    for attempt in attempts {
        match make(attempt) {
            Ok(made) => return Ok((attempt, made)),
            Err(veto) => last = veto,
        }
    }
    Err(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_success_ends_the_attempts_and_the_last_failure_is_reported() {
        let above = |limit: u32| {
            move |attempt: u32| match attempt > limit {
                true => Ok("made"),
                false => Err(Veto::new("test", format!("attempt {attempt}"))),
            }
        };
        assert_eq!(first_to_pass(1..6, above(3)), Ok((4, "made")));
        assert_eq!(first_to_pass(1..6, above(9)), Err(Veto::new("test", "attempt 5")));
        assert!(first_to_pass(1..1, above(0)).is_err());
    }
}
