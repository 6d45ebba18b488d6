//! How far a long command has come, on a terminal's stderr.

use crate::width;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::time::Duration;

/// The time between two pictures of a spinner. It turns by itself, so that a program that waits looks alive.
const TICK: Duration = Duration::from_millis(100);
/// Terminals with fewer columns get a shorter line.
const WIDE: usize = 80;

/// A spinner with a bar on a terminal's stderr, from the first moment on; nothing elsewhere. The line never wraps: the
/// message gets the columns that are left.
pub fn progress_bar(count: usize, what: &str) -> ProgressBar {
    let target = if count > 0 { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
    let is_shown = !target.is_hidden();
    let style = ProgressStyle::with_template(&template(what, width::of_stderr()))
        .expect("the template is right")
        .with_key("left", |state: &ProgressState, out: &mut dyn fmt::Write| {
            // Before the first step there is nothing to reckon with.
            if state.pos() > 0 {
                let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
            }
        });
    let bar = ProgressBar::with_draw_target(Some(count as u64), target).with_style(style);
    if is_shown {
        bar.enable_steady_tick(TICK);
    }
    bar
}

fn template(what: &str, columns: Option<usize>) -> String {
    match columns {
        Some(columns) if columns < WIDE => format!("{{spinner}} {{elapsed}} {{pos}}/{{len}} {what} {{wide_msg}}"),
        _ => format!("{{spinner}} {{bar:20}} {{pos}}/{{len}} {what}, {{elapsed}}{{left}}  {{wide_msg}}"),
    }
}

/// A spinner on a terminal's stderr; nothing elsewhere.
pub fn spinner(what: &'static str) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(10);
    let spinner = ProgressBar::with_draw_target(None, target).with_message(what);
    spinner.enable_steady_tick(TICK);
    spinner
}
