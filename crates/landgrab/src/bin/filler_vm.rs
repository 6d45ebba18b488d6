//! `filler_vm`: a drop-in for 42's referee of the same name.

fn main() -> std::process::ExitCode {
    landgrab::filler_vm()
}
