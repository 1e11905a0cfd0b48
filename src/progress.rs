//! The progress bar of a long run, and the clock of a slow level.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

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

/// Shows on standard error how long something has been taking, from the second second until it is dropped.
pub(crate) struct SlowNotice {
    shown: Option<(Sender<()>, JoinHandle<()>)>,
}

impl SlowNotice {
    /// Does nothing unless standard error is a terminal.
    pub(crate) fn start(what: &'static str) -> Self {
        if !io::stderr().is_terminal() {
            return Self { shown: None };
        }
        let (stop, stopped) = mpsc::channel::<()>();
        let show = move || {
            let begun = Instant::now();
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
            bar.set_style(ProgressStyle::default_spinner());
            while stopped.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
                bar.set_message(format!("{what}: {} s; Ctrl-C stops", begun.elapsed().as_secs()));
                bar.tick();
            }
            bar.finish_and_clear();
        };
        // It is only a convenience, so a system without another thread goes without.
        let thread = thread::Builder::new().name("clock".into()).spawn(show);
        Self { shown: thread.ok().map(|thread| (stop, thread)) }
    }
}

impl Drop for SlowNotice {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.shown.take() {
            drop(stop);
            // The line is cleared before anything else is printed.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_valid() {
        assert!(ProgressStyle::with_template(&template("levels")).is_ok());
    }
}
