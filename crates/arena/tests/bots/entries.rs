//! What an archive may hold: files and folders with plain names, each once. Everything else is refused.

use super::{Place, Tar, names, refused, zip};
use landgrab_arena::bot::Limits;
use std::fs;
use tar::EntryType;

#[test]
fn files_folders_and_executable_bits_come_out_as_they_went_in() {
    let tar =
        || Tar::new().file("./bot.toml", "run = \"./src/go\"").program("src/go", "#!/bin/sh\n").file("src/data", "x");
    let zipped = zip(&[
        ("bot.toml", 0o100_644, "run = \"./src/go\""),
        ("src/", 0o755, ""),
        ("src/go", 0o100_755, "#!/bin/sh\n"),
        ("src/data", 0o100_644, "x"),
    ]);
    for bytes in [tar().tar(), tar().gz(), zipped] {
        let place = Place::new();
        let folder = place.unpack(bytes, &Limits::default()).unwrap();
        assert_eq!(
            (names(&folder), names(&folder.join("src"))),
            (vec!["bot.toml".into(), "src".into()], vec!["data".into(), "go".into()])
        );
        assert_eq!(fs::read_to_string(folder.join("src/data")).unwrap(), "x");
        #[cfg(unix)]
        assert_eq!([super::mode(&folder.join("src/go")), super::mode(&folder.join("src/data"))], [0o755, 0o644]);
    }
}

#[cfg(unix)]
#[test]
fn set_uid_and_write_bits_for_all_are_dropped() {
    let place = Place::new();
    let tar = Tar::new().entry("bot", EntryType::Regular, 0o6777, b"#!/bin/sh\n").gz();
    let folder = place.unpack(tar, &Limits::default()).unwrap();
    assert_eq!(super::mode(&folder.join("bot")), 0o755);
    let place = Place::new();
    let folder = place.unpack(zip(&[("bot", 0o106_777, "#!/bin/sh\n")]), &Limits::default()).unwrap();
    assert_eq!(super::mode(&folder.join("bot")), 0o755);
}

#[test]
fn links_are_refused() {
    let symbolic = Tar::new().entry("passwords", EntryType::Symlink, 0o777, b"").gz();
    assert_eq!(
        refused(symbolic),
        ("link", "the bot has a link: expected files and folders, found the symbolic link `passwords`".into())
    );
    let hard = Tar::new().entry("passwords", EntryType::Link, 0o644, b"").gz();
    assert_eq!(refused(hard).0, "link");
    // The old trick: a link to a folder, then a file through it.
    let through = Tar::new().entry("out", EntryType::Symlink, 0o777, b"").file("out/neighbour", "harmed").tar();
    assert_eq!(refused(through).0, "link");
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.add_symlink("passwords", "/etc/passwd", zip::write::SimpleFileOptions::default()).unwrap();
    assert_eq!(refused(writer.finish().unwrap().into_inner()).0, "link");
}

#[test]
fn devices_and_pipes_are_refused() {
    for kind in [EntryType::Char, EntryType::Block, EntryType::Fifo, EntryType::GNUSparse] {
        let (name, said) = refused(Tar::new().entry("thing", kind, 0o666, b"").gz());
        assert_eq!(name, "special-file", "{said}");
    }
    // The zip crate writes no such modes, so one is put into the list of files: 0o020_666, a character device.
    let mut device = zip(&[("thing", 0o100_666, "")]);
    let list = device.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    device[list + 40..list + 42].copy_from_slice(&0o020_666_u16.to_le_bytes());
    assert_eq!(refused(device).0, "special-file");
}

#[test]
fn names_that_lead_out_are_refused() {
    for name in ["../neighbour", "../../neighbour", "a/../../../neighbour", "/tmp/neighbour", "//neighbour", ".."] {
        assert_eq!(refused(Tar::new().file(name, "harmed").gz()).0, "bad-name", "{name}");
        assert_eq!(refused(zip(&[(name, 0o644, "harmed")])).0, "bad-name", "{name}");
    }
    assert_eq!(refused(zip(&[("..\\neighbour", 0o644, "harmed")])).0, "bad-name");
    assert_eq!(refused(Tar::new().entry("../out/", EntryType::Directory, 0o755, b"").gz()).0, "bad-name");
}

#[test]
fn names_that_a_terminal_would_obey_are_refused_and_printed_harmlessly() {
    for name in ["a\x1b[2Jb", "a\nb", "a\rb", "\u{7}", "a\u{202e}b"] {
        let (kind, said) = refused(Tar::new().file(name, "x").gz());
        assert_eq!(kind, "bad-name", "{said}");
        assert_eq!(refused(zip(&[(name, 0o644, "x")])).0, "bad-name");
    }
    assert_eq!(refused(zip(&[(&"n".repeat(300), 0o644, "x")])).0, "bad-name");
}

#[test]
fn names_that_occur_twice_are_refused() {
    for (first, second) in [("a", "a"), ("a", "./a"), ("a/b", "a//b"), ("a", "a/b"), ("a/b", "a")] {
        let (kind, said) = refused(Tar::new().file(first, "1").file(second, "2").gz());
        assert_eq!(kind, "duplicate", "{first} {second}: {said}");
    }
    // The zip crate writes no name twice, so the second is renamed afterwards.
    let mut twice = zip(&[("bot.a", 0o644, "1"), ("bot.b", 0o644, "2")]);
    for at in 0..twice.len() - 4 {
        if &twice[at..at + 5] == b"bot.b" {
            twice[at + 4] = b'a';
        }
    }
    assert_eq!(refused(twice).0, "duplicate");
    // A folder may be named again: many archives have one entry for a folder and names below it.
    let folder = Tar::new().entry("a/", EntryType::Directory, 0o755, b"").file("a/b", "x");
    let again = folder.entry("a/", EntryType::Directory, 0o755, b"").gz();
    assert!(Place::new().unpack(again, &Limits::default()).is_ok());
}

#[test]
fn a_zip_whose_two_lists_of_names_differ_is_refused() {
    let mut bytes = zip(&[("bot.a", 0o644, "1")]);
    let first = bytes.windows(5).position(|window| window == b"bot.a").unwrap();
    bytes[first + 4] = b'b';
    assert_eq!(refused(bytes).0, "damaged");
}

#[test]
fn separators_of_windows_are_read_in_a_zip() {
    let place = Place::new();
    let folder = place.unpack(zip(&[("src\\bot.py", 0o644, "x")]), &Limits::default()).unwrap();
    assert_eq!(fs::read_to_string(folder.join("src").join("bot.py")).unwrap(), "x");
}
