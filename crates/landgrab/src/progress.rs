//! How far a long command has come, on a terminal's stderr.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// A bar on a terminal's stderr; nothing elsewhere, nor for what is over before it is read.
pub fn progress_bar(count: usize, what: &str) -> ProgressBar {
    let target = if count > 1 { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
    let style = format!("{{bar:30}} {{pos}}/{{len}} {what}, {{per_sec}}, {{eta}} left   {{msg}}");
    ProgressBar::with_draw_target(Some(count as u64), target)
        .with_style(ProgressStyle::with_template(&style).expect("the template is right"))
}

/// A spinner on a terminal's stderr; nothing elsewhere.
pub fn spinner(what: &'static str) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(10);
    let spinner = ProgressBar::with_draw_target(None, target).with_message(what);
    spinner.enable_steady_tick(Duration::from_millis(100));
    spinner
}
