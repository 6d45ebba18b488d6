//! The tables of differences in `docs/protocol`: every row names the tests that prove it, and there are such tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const HEADING: &str = "## Where we differ from the original, and why";

/// The rows of a document's table of differences, cell by cell.
fn rows(document: &str) -> Vec<Vec<&str>> {
    let (_, after) = document.split_once(HEADING).expect("a table of differences");
    let table = after.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    // Past the names of the columns and the line below them.
    table.skip(2).map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

/// The words between back quotes.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).expect("a folder").flatten().map(|file| file.path()) {
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The names of all functions that are tests.
fn tests(crates: &Path) -> BTreeSet<String> {
    let mut files = vec![];
    sources(crates, &mut files);
    let mut names = BTreeSet::new();
    for text in files.iter().map(|path| fs::read_to_string(path).expect("text")) {
        for after in text.split("#[test]\n").skip(1) {
            let name = after.trim_start().strip_prefix("fn ").and_then(|rest| rest.split('(').next());
            names.extend(name.map(String::from));
        }
    }
    names
}

#[test]
fn every_difference_names_a_test_that_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tests = tests(&root.join("crates"));
    for name in ["0001-plateau.md", "0002-anfield.md"] {
        let document = fs::read_to_string(root.join("docs/protocol").join(name)).unwrap();
        let rows = rows(&document);
        assert!(rows.len() > 5, "{name}: the table was not found");
        for row in rows {
            let named: Vec<&str> = quoted(row.last().unwrap()).collect();
            assert!(!named.is_empty(), "{name}: no test proves {row:?}");
            for test in named {
                assert!(tests.contains(test), "{name}: there is no test `{test}`");
            }
        }
    }
}
