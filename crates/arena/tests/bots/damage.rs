//! Archives that were cut, changed or never were any: an error by its name, never a panic, and nothing left behind.

use super::{Place, Tar, refused, zip};
use landgrab_arena::bot::{Limits, Package};
use proptest::prelude::*;

fn tar() -> Tar {
    let noise: String = (0..5000_u32).map(|number| char::from(b'a' + (number * number % 23) as u8)).collect();
    Tar::new().file("bot.toml", "run = \"./bot\"\n").program("bot", "#!/bin/sh\necho\n").file("src/deep/noise", &noise)
}

fn archives() -> Vec<Vec<u8>> {
    let noise: String = (0..5000_u32).map(|number| char::from(b'a' + (number * number % 23) as u8)).collect();
    let zip =
        zip(&[("bot.toml", 0o644, "run = \"./bot\"\n"), ("bot", 0o755, "#!/bin/sh\n"), ("src/noise", 0o644, &noise)]);
    vec![tar().tar(), tar().gz(), zip]
}

#[test]
fn a_truncated_archive_is_damaged() {
    for whole in archives() {
        for length in [whole.len() / 3, whole.len() / 2, whole.len() * 2 / 3] {
            let (kind, said) = refused(whole[..length].to_vec());
            assert_eq!(kind, "damaged", "{length} of {}: {said}", whole.len());
        }
    }
}

#[test]
fn garbage_behind_the_first_bytes_is_damaged() {
    for start in [&b"\x1f\x8b"[..], b"\x1f\x8b\x08\0\0\0\0\0\0\xff", b"PK\x03\x04", b"PK\x05\x06"] {
        let garbage: Vec<u8> = start.iter().copied().chain((0..9000_u32).map(|n| (n * 7 % 251) as u8)).collect();
        assert_eq!(refused(garbage).0, "damaged");
        assert_eq!(refused(start.to_vec()).0, "damaged");
    }
}

#[test]
fn an_archive_without_files_is_damaged() {
    assert_eq!(refused(Tar::new().gz()).0, "damaged");
    assert_eq!(refused(zip(&[])).0, "damaged");
}

#[test]
fn an_archive_by_its_name_only_is_damaged() {
    for name in ["bot.zip", "bot.tar", "bot.tar.gz", "BOT.TGZ"] {
        let error = Package::received(b"hello".to_vec(), name, &Limits::default()).unwrap_err();
        assert_eq!(error.kind(), "damaged");
        assert_eq!(
            error.to_string(),
            format!(
                "the archive is damaged: expected the content of a .tar, .tar.gz or .zip archive, found something else in `{name}`"
            )
        );
    }
}

#[test]
fn other_formats_and_passwords_are_named() {
    for (start, format) in
        [(&b"\xfd7zXZ\0\0"[..], "xz"), (b"7z\xbc\xaf\x27\x1c", "7z"), (b"Rar!\x1a", "RAR"), (b"BZh9", "bzip2")]
    {
        let (kind, said) = refused(start.to_vec());
        assert_eq!(kind, "unsupported");
        assert!(said.contains(format) && said.contains("a .tar.gz or a .zip"), "{said}");
    }
    // The first bit of the flags says that there is a password; 12 in the method says bzip2.
    for (offset, value) in [(6, 1), (8, 12)] {
        let mut bytes = zip(&[("bot", 0o644, "x")]);
        for (start, more) in [(b"PK\x03\x04", 0), (b"PK\x01\x02", 2)] {
            let at = bytes.windows(4).position(|window| window == start).unwrap();
            bytes[at + offset + more] = value;
        }
        let (kind, said) = refused(bytes);
        assert_eq!(kind, "unsupported", "{said}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn changed_bytes_never_panic_and_leave_nothing_outside(
        which in 0..3_usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = archives().swap_remove(which);
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let place = Place::new();
        let limits = Limits { unpacked: 1 << 20, ..Limits::default() };
        match place.unpack(bytes, &limits) {
            Ok(folder) => {
                std::fs::remove_dir_all(folder).unwrap();
            }
            Err(error) => prop_assert!(!error.is_ours(), "{error}"),
        }
        place.assert_untouched();
    }

    #[test]
    fn any_bytes_are_taken_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..2000), start in 0..5_usize) {
        let start = [&b""[..], b"\x1f\x8b\x08", b"PK\x03\x04", b"#!", b"\x7fELF"][start];
        let place = Place::new();
        if place.unpack([start, &bytes].concat(), &Limits::default()).is_err() {
            place.assert_untouched();
        }
    }
}
