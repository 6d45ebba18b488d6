//! `landgrab`: referee, engines and arena for territory games.

fn main() -> std::process::ExitCode {
    landgrab::landgrab()
}
