//! The progress bar of a long run.

use std::fmt;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A bar on standard error that counts `things` up to `count`; hidden unless that is a terminal.
pub(crate) fn bar(count: u64, things: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::stderr_with_hz(10));
    bar.set_style(style(things));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

fn template(things: &str) -> String {
    format!("{{bar:30}} {{human_pos}}/{{human_len}} {things}, {{speed}}/s, {{eta}} left")
}

fn style(things: &str) -> ProgressStyle {
    let speed = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let decimals = if state.per_sec() < 10.0 { 1 } else { 0 };
        let _ = write!(out, "{:.decimals$}", state.per_sec());
    };
    // The test below checks that the template is valid.
    let style = ProgressStyle::with_template(&template(things));
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("speed", speed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_valid() {
        assert!(ProgressStyle::with_template(&template("levels")).is_ok());
    }
}
