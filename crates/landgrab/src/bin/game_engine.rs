//! `game_engine`: a drop-in for 01-edu's referee of the same name.

fn main() -> std::process::ExitCode {
    landgrab::game_engine()
}
