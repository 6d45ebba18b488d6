//! How an unpacked bot is run: its `bot.toml`, or the one file that can be meant.

use super::{Place, Tar, zip};
use landgrab_arena::bot::{BotError, Limits, Manifest};
use std::path::PathBuf;

fn found(bytes: Vec<u8>) -> Result<(PathBuf, Manifest), BotError> {
    let place = Place::new();
    let folder = place.unpack(bytes, &Limits::default()).unwrap();
    let (works_in, manifest) = Manifest::find(&folder, &Limits::default())?;
    Ok((works_in.strip_prefix(folder).unwrap().to_path_buf(), manifest))
}

#[test]
fn a_folder_that_is_alone_at_the_top_is_entered() {
    let (folder, manifest) = found(Tar::new().file("mine/bot.toml", "run = \"python3 a.py\"").gz()).unwrap();
    assert_eq!((folder, manifest.run), ("mine".into(), vec!["python3".into(), "a.py".into()]));
    let of_a_mac = zip(&[("mine/bot.toml", 0o644, "run = \"a\""), ("__MACOSX/mine/._bot.toml", 0o644, "")]);
    assert_eq!(found(of_a_mac).unwrap().0, PathBuf::from("mine"));
    let both = Tar::new().file("mine/x", "").file("bot.toml", "run = \"a\"").gz();
    assert_eq!(found(both).unwrap().0, PathBuf::new());
}

#[cfg(unix)]
#[test]
fn without_a_manifest_the_obvious_program_is_run() {
    let run = |tar: Tar| found(tar.gz()).map(|(_, manifest)| manifest.run[0].clone());
    let script = "#!/bin/sh\n";
    assert_eq!(run(Tar::new().program("bot", script).program("other", script)).unwrap(), "./bot");
    assert_eq!(run(Tar::new().program("run.sh", script).program("other", script)).unwrap(), "./run.sh");
    assert_eq!(run(Tar::new().program("anything", script).file("data", "")).unwrap(), "./anything");
    assert_eq!(run(Tar::new().file("bot", script).program("only", script)).unwrap(), "./only");
}

#[test]
fn without_anything_obvious_an_example_is_given() {
    let script = "#!/bin/sh\n";
    for (tar, reason) in [
        (Tar::new().file("bot.py", ""), "no executable file among the 1 at the top"),
        (Tar::new().program("a", script).program("b", script), "2 programs such as `a` and `b`"),
    ] {
        let error = found(tar.gz()).unwrap_err();
        assert_eq!(error.kind(), "nothing-to-run");
        let said = error.to_string();
        assert!(said.contains(reason) && said.contains("`run = \"python3 bot.py\"`"), "{said}");
    }
}

#[test]
fn a_manifest_of_ten_megabytes_is_refused_unread() {
    let long = format!("run = \"a\"\n{}", "# comment\n".repeat(1 << 20));
    let error = found(Tar::new().file("bot.toml", &long).gz()).unwrap_err();
    assert_eq!(error.to_string(), "the bot is too large: expected at most 64 KiB of bot.toml, found more");
}

#[test]
fn a_manifest_that_is_no_text_or_no_toml_is_told_with_its_line() {
    let bytes = Tar::new().entry("bot.toml", tar::EntryType::Regular, 0o644, b"run = \"\xff\"").gz();
    assert_eq!(found(bytes).unwrap_err().kind(), "manifest");
    let said = found(Tar::new().file("bot.toml", "name = \"x\"\nrun: python3\n").gz()).unwrap_err().to_string();
    assert!(said.starts_with("bot.toml is wrong: ") && said.contains("line 2: "), "{said}");
}
