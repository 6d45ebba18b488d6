//! Small packages with huge content. They cost what their limit allows, and not more.

use super::{Tar, gzip, refused, refused_within};
use flate2::Compression;
use flate2::write::GzEncoder;
use landgrab_arena::bot::{Limits, Package};
use std::io::{Cursor, Write};
use tar::{EntryType, Header};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const MIB: usize = 1 << 20;

/// The header of a file that claims to have so many bytes.
fn header(size: u64, kind: EntryType) -> Vec<u8> {
    let mut header = Header::new_gnu();
    header.set_path("zeros").unwrap();
    header.set_entry_type(kind);
    header.set_size(size);
    header.set_mode(0o644);
    header.set_cksum();
    header.as_bytes().to_vec()
}

/// The start of an archive, then zeros, compressed.
fn zeros(start: &[u8], mebibytes: usize) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(start).unwrap();
    for _ in 0..mebibytes {
        encoder.write_all(&[0; MIB]).unwrap();
    }
    encoder.finish().unwrap()
}

fn small() -> Limits {
    Limits { unpacked: MIB as u64, ..Limits::default() }
}

#[test]
fn a_tar_bomb_is_stopped_at_its_limit() {
    let bomb = zeros(&header(1 << 30, EntryType::Regular), 64);
    assert!(bomb.len() < MIB, "{}", bomb.len());
    let (kind, said) = refused_within(bomb, &small());
    assert_eq!(
        (kind, said.as_str()),
        ("too-large", "the bot is too large: expected at most 1024 KiB unpacked, found more")
    );
}

#[test]
fn a_bomb_in_the_name_of_a_file_is_stopped_too() {
    // Long names and other facts are entries of their own, which the crate reads into memory.
    for kind in [EntryType::GNULongName, EntryType::XHeader, EntryType::GNULongLink] {
        let limits = Limits { files: 10, ..small() };
        assert_eq!(refused_within(zeros(&header(1 << 30, kind), 64), &limits).0, "too-large", "{kind:?}");
    }
}

#[test]
fn many_files_that_are_small_by_themselves_are_counted_together() {
    let tar = (0..20).fold(Tar::new(), |tar, number| tar.file(&number.to_string(), &"x".repeat(100_000)));
    assert_eq!(refused_within(tar.gz(), &small()).0, "too-large");
}

#[test]
fn a_zip_bomb_is_stopped_at_its_limit() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("zeros", SimpleFileOptions::default()).unwrap();
    for _ in 0..64 {
        writer.write_all(&[0; MIB]).unwrap();
    }
    let bomb = writer.finish().unwrap().into_inner();
    assert!(bomb.len() < MIB, "{}", bomb.len());
    assert_eq!(refused_within(bomb.clone(), &small()).0, "too-large");
    // One that lies about its size is stopped by what it really has.
    let mut liar = bomb;
    for start in [b"PK\x01\x02", b"PK\x03\x04"] {
        let at = liar.windows(4).position(|bytes| bytes == start).unwrap();
        let size = at + if start == b"PK\x01\x02" { 24 } else { 22 };
        liar[size..size + 4].copy_from_slice(&10_u32.to_le_bytes());
    }
    let (kind, said) = refused_within(liar, &small());
    assert!(["too-large", "damaged"].contains(&kind), "{said}");
}

#[test]
fn a_hundred_thousand_files_are_too_many() {
    let tar = (0..100_000).fold(Tar::new(), |tar, number| tar.file(&format!("f{number}"), ""));
    let (kind, said) = refused(tar.gz());
    assert_eq!(kind, "too-many-files");
    assert!(said.ends_with("expected at most 10000 files and folders, found more"), "{said}");
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for number in 0..100_000 {
        writer.start_file(format!("f{number}"), SimpleFileOptions::default()).unwrap();
    }
    assert_eq!(refused(writer.finish().unwrap().into_inner()).0, "too-many-files");
}

#[test]
fn folders_count_as_files() {
    let tar = (0..200)
        .fold(Tar::new(), |tar, number| tar.entry(&format!("a{number}/b/c/"), EntryType::Directory, 0o755, b""));
    assert_eq!(refused_within(tar.gz(), &Limits { files: 500, ..Limits::default() }).0, "too-many-files");
}

#[test]
fn a_thousand_nested_folders_are_too_deep() {
    let limits = Limits { name: 10_000, ..Limits::default() };
    let deep = "d/".repeat(1000) + "bot";
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file(&*deep, SimpleFileOptions::default()).unwrap();
    let (kind, said) = refused_within(writer.finish().unwrap().into_inner(), &limits);
    assert_eq!(
        (kind, said.as_str()),
        (
            "too-deep",
            "the bot's folders are too deep: expected at most 20 folders inside each other, found 1000 of them"
        )
    );
    // With the usual limits the name is too long already.
    let long = (0..1000)
        .fold(Tar::new(), |tar, depth| tar.entry(&"d/".repeat(depth % 50 + 1), EntryType::Directory, 0o755, b""));
    assert_eq!(refused(long.gz()).0, "too-deep");
}

#[test]
fn a_package_over_its_limit_is_refused_before_it_is_looked_at() {
    let limits = Limits { packed: 1000, ..Limits::default() };
    assert_eq!(Package::received(vec![b'#'; 1001], "bot", &limits).unwrap_err().kind(), "too-large");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bot");
    std::fs::write(&file, vec![b'#'; 1001]).unwrap();
    assert_eq!(Package::read(&file, &limits).unwrap_err().kind(), "too-large");
    let noise: Vec<u8> = (0..4000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    std::fs::write(folder.path().join("noise"), noise).unwrap();
    assert_eq!(Package::read(folder.path(), &limits).unwrap_err().kind(), "too-large");
}

#[test]
fn an_archive_in_an_archive_is_only_a_file() {
    let inner = zeros(&header(1 << 30, EntryType::Regular), 64);
    let outer = Tar::new().entry("inner.tar.gz", EntryType::Regular, 0o644, &inner).tar();
    let place = super::Place::new();
    let folder = place.unpack(gzip(&outer), &small()).unwrap();
    assert_eq!(std::fs::metadata(folder.join("inner.tar.gz")).unwrap().len(), inner.len() as u64);
}
