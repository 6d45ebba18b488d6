//! The profiles of the workspace: release builds are for users, `profiling` is for us.

/// The lines of one table of the workspace's Cargo.toml.
fn profile(name: &str) -> Vec<&'static str> {
    let text = include_str!("../../Cargo.toml");
    let heading = format!("[profile.{name}]");
    let lines = text.lines().skip_while(|line| *line != heading).skip(1);
    lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with('#') && !line.is_empty()).collect()
}

#[test]
fn an_installed_program_carries_no_line_tables() {
    let release = profile("release");
    assert!(release.contains(&"strip = \"debuginfo\""), "{release:?}");
    assert!(!release.iter().any(|line| line.starts_with("debug =")), "{release:?}");
}

#[test]
fn a_profile_for_profilers_has_them() {
    let profiling = profile("profiling");
    assert!(profiling.contains(&"inherits = \"release\"") && profiling.contains(&"strip = \"none\""), "{profiling:?}");
    assert!(profiling.contains(&"debug = \"line-tables-only\""), "{profiling:?}");
}
