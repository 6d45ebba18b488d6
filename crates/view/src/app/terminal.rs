//! A screen on a real terminal. The terminal is restored after a key, an error, a signal or a panic.

use super::{Flow, Screen};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEventKind, KeyModifiers,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use std::io;
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time of a frame: thirty frames a second.
const TICK: Duration = Duration::from_millis(33);

/// Whether the terminal shows our screen. A panic of any thread restores it.
static IS_BORROWED: AtomicBool = AtomicBool::new(false);
static HOOK: Once = Once::new();

/// Restores the terminal when dropped.
struct Borrowed;

impl Borrowed {
    fn new() -> io::Result<Self> {
        HOOK.call_once(|| {
            let before = panic::take_hook();
            // The message of a panic must not vanish with the alternate screen.
            panic::set_hook(Box::new(move |info| {
                give_back();
                before(info);
            }));
        });
        enable_raw_mode()?;
        // From here on dropping restores the terminal.
        let borrowed = Self;
        IS_BORROWED.store(true, Ordering::SeqCst);
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(borrowed)
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        give_back();
    }
}

/// Restores the terminal once. A second time would move the cursor above later output.
fn give_back() {
    if !IS_BORROWED.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Shows a screen until it quits, Ctrl-C is pressed, or `is_stopped` says so.
pub fn run(screen: &mut dyn Screen, is_stopped: impl Fn() -> bool) -> io::Result<()> {
    // Closures of generic callers differ in type: the loop is compiled once, for all of them.
    run_until(screen, &is_stopped)
}

fn run_until(screen: &mut dyn Screen, is_stopped: &dyn Fn() -> bool) -> io::Result<()> {
    let _borrowed = Borrowed::new()?;
    let mut terminal = ratatui::Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut before = Instant::now();
    loop {
        // After a panic elsewhere the terminal is restored already: do not draw over its message.
        if IS_BORROWED.load(Ordering::SeqCst) {
            terminal.draw(|frame| screen.draw(frame))?;
        }
        if has_gone(TICK)? {
            return Ok(());
        }
        // Take all events before the next frame, so that held keys do not queue up.
        while event::poll(Duration::ZERO)? {
            let event = event::read()?;
            if is_ctrl_c(&event) || screen.update(&event) == Flow::Quit {
                return Ok(());
            }
        }
        let passed = before.elapsed();
        before = Instant::now();
        let flow = screen.tick(passed);
        if !IS_BORROWED.load(Ordering::SeqCst) {
            return Err(io::Error::other("a part of the program failed, as said above"));
        }
        if is_stopped() || flow == Flow::Quit {
            return Ok(());
        }
    }
}

/// Waits for a key, at most so long. Returns whether the terminal was closed instead: crossterm would read from a
/// closed terminal for ever, on a whole core.
#[cfg(unix)]
fn has_gone(wait: Duration) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let keyboard = io::stdin();
    let mut keyboard = [PollFd::new(&keyboard, PollFlags::IN)];
    let wait = Timespec { tv_sec: 0, tv_nsec: i64::from(wait.subsec_nanos()) };
    match poll(&mut keyboard, Some(&wait)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    Ok(keyboard[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL))
}

#[cfg(not(unix))]
fn has_gone(wait: Duration) -> io::Result<bool> {
    event::poll(wait)?;
    Ok(false)
}

fn is_ctrl_c(event: &Event) -> bool {
    matches!(event, Event::Key(key) if key.kind != KeyEventKind::Release
        && key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL))
}
