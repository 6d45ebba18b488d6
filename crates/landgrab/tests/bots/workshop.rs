//! Where the tests get their bots from, and where they look whether anything of a game is left.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The program of `misbehave.rs`, built once with nothing but a compiler: it has to start fast, thousands of times.
pub fn misbehave() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/misbehave.rs");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let program = folder.join(format!("misbehave-{}", std::process::id()));
        let mut compiler = Command::new("rustc");
        compiler.args(["--edition", "2024", "-C", "opt-level=1", "-C", "strip=symbols", "-o"]);
        let status = compiler.arg(&program).arg(source).status().expect("rustc is where cargo is");
        assert!(status.success(), "misbehave.rs does not compile");
        // Under its own name at last, in one step: another test may be at it, or running what was there.
        let name = folder.join("misbehave");
        fs::rename(program, &name).expect("both are in the same folder");
        name
    })
}

/// Neither a process with this folder on its command line nor anything in the folder for temporary files.
pub fn assert_nothing_is_left(marker: &Path, temporary: &Path) {
    let files: Vec<PathBuf> = fs::read_dir(temporary).expect("a folder").flatten().map(|file| file.path()).collect();
    assert!(files.is_empty(), "left behind: {files:?}");
    let left = processes(&marker.display().to_string());
    assert!(left.is_empty(), "still running: {left:?}");
}

/// The command lines that hold a word, of all processes that are alive. Without `/proc` none are found.
fn processes(word: &str) -> Vec<String> {
    let Ok(all) = fs::read_dir("/proc") else { return vec![] };
    let command_line = |file: fs::DirEntry| fs::read(file.path().join("cmdline")).ok();
    let lines = all.flatten().filter_map(command_line).map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(word)).collect()
}
