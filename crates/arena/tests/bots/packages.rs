//! Packages made of files and folders.

use super::{Place, Tar, names, zip};
use landgrab_arena::bot::{Kind, Limits, Package, unpack};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn received(bytes: &[u8], name: &str) -> Result<Package, (&'static str, String)> {
    let package = Package::received(bytes.to_vec(), name, &Limits::default());
    package.map_err(|error| (error.kind(), error.to_string()))
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

fn read(path: &Path) -> Package {
    Package::read(path, &Limits::default()).unwrap()
}

#[test]
fn the_kind_comes_from_the_content_and_not_from_the_name() {
    let tar = || Tar::new().file("bot.toml", "run = \"a\"");
    for (bytes, kind) in [
        (tar().tar(), Kind::Tar),
        (tar().gz(), Kind::TarGz),
        (zip(&[("a", 0o644, "")]), Kind::Zip),
        (b"#!/bin/sh\n".to_vec(), Kind::Program),
    ] {
        for name in ["bot", "bot.zip", "bot.txt"] {
            assert_eq!(received(&bytes, name).unwrap().kind(), kind, "{name}");
        }
    }
}

#[test]
fn the_hash_is_the_sha_256_of_the_bytes() {
    let package = received(b"#!/bin/sh\n", "mine").unwrap();
    assert_eq!(package.hash(), "a8076d3d28d21e02012b20eaf7dbf75409a6277134439025f282e368e3305abf");
    assert_eq!((package.name(), package.bytes()), ("mine", &b"#!/bin/sh\n"[..]));
}

#[test]
fn the_same_folder_has_the_same_hash_whatever_its_times_and_the_order_of_its_making() {
    let one = folder(&[("bot.py", "print()"), ("lib/a.py", ""), ("lib/b.py", "x")]);
    let other = folder(&[("lib/b.py", "x"), ("lib/a.py", ""), ("bot.py", "print()")]);
    let long_ago = std::time::SystemTime::UNIX_EPOCH;
    fs::File::options().write(true).open(other.path().join("bot.py")).unwrap().set_modified(long_ago).unwrap();
    assert_eq!(read(one.path()).hash(), read(other.path()).hash());
    assert_eq!(read(one.path()).kind(), Kind::TarGz);
    fs::write(other.path().join("bot.py"), "print(1)").unwrap();
    assert_ne!(read(one.path()).hash(), read(other.path()).hash());
}

#[test]
fn a_folder_comes_out_as_it_went_in_without_what_is_no_part_of_the_bot() {
    let long = format!("{0}/{0}/{0}.py", "long".repeat(15));
    let from = folder(&[
        ("bot.toml", "run = \"python3 bot.py\""),
        ("bot.py", "print()"),
        (&long, "long"),
        (".git/HEAD", "ref"),
        ("__pycache__/bot.pyc", "x"),
        ("target/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55"),
        ("target/debug/bot", "x"),
    ]);
    let place = Place::new();
    unpack(&read(from.path()), &place.bot(), &Limits::default()).unwrap();
    assert_eq!(names(&place.bot()), ["bot.py", "bot.toml", &"long".repeat(15)]);
    assert_eq!(fs::read_to_string(place.bot().join(long)).unwrap(), "long");
}

#[cfg(unix)]
#[test]
fn executable_bits_of_a_folder_are_kept_and_links_are_refused() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let from = folder(&[("bot", "#!/bin/sh\n"), ("data", "x")]);
    fs::set_permissions(from.path().join("bot"), fs::Permissions::from_mode(0o700)).unwrap();
    let place = Place::new();
    unpack(&read(from.path()), &place.bot(), &Limits::default()).unwrap();
    assert_eq!(["bot", "data"].map(|name| super::mode(&place.bot().join(name))), [0o755, 0o644]);
    symlink("/etc/passwd", from.path().join("link")).unwrap();
    let error = Package::read(from.path(), &Limits::default()).unwrap_err();
    assert_eq!((error.kind(), error.mismatch().found), ("link", "the symbolic link `link`".into()));
}

#[test]
fn a_single_program_becomes_a_folder_with_one_executable_file() {
    let place = Place::new();
    unpack(&received(b"#!/bin/sh\n", "../../evil\n").unwrap(), &place.bot(), &Limits::default()).unwrap();
    assert_eq!(names(&place.bot()), ["bot"]);
    #[cfg(unix)]
    assert_eq!(super::mode(&place.bot().join("bot")), 0o755);
}

#[test]
fn a_file_that_is_no_program_is_refused_with_the_way_out() {
    for (name, advice) in [
        (
            "bot.py",
            "`#!` in its first line, or the file in a folder with a bot.toml that says `run = \"python3 bot.py\"`",
        ),
        ("Bot.java", "`run = \"java Bot\"` and `build = \"javac Bot.java\"`"),
        ("main.c", "`build = \"cc -O2 -o bot bot.c\"`"),
        ("notes.txt", "a folder or archive with a bot.toml"),
    ] {
        let (kind, said) = received(b"hello\n", name).unwrap_err();
        assert_eq!(kind, "no-program");
        assert!(said.contains(advice) && said.contains("does not start with `#!`"), "{said}");
    }
    assert!(received(b"", "bot").unwrap_err().1.contains("which is empty"));
    assert!(received(b"\xff\xfe\x00", "bot\x1b").unwrap_err().1.contains("`bot\\u{1b}`, data of an unknown kind"));
    let jar = received(&zip(&[("Bot.class", 0o644, "")]), "bot.jar").unwrap_err();
    assert!(jar.1.contains("java -jar bot.jar"), "{}", jar.1);
}

#[cfg(target_os = "linux")]
#[test]
fn programs_of_other_machines_are_named() {
    let arm = if cfg!(target_arch = "aarch64") { 62 } else { 183 };
    let elf = [&b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0"[..], &[arm, 0, 1, 0, 0, 0]].concat();
    for (bytes, what) in [
        (&b"\xcf\xfa\xed\xfe\x07\0\0\x01"[..], "macOS (Mach-O)"),
        (b"MZ\x90\0\x03\0\0\0", "Windows (PE)"),
        (&elf, "the processor"),
        (b"\xca\xfe\xba\xbe\0\0\0\x41", "a Java class"),
    ] {
        let (kind, said) = received(bytes, "mine").unwrap_err();
        assert_eq!(kind, "foreign");
        assert!(said.contains(what), "{said}");
    }
    // The machine that it is sent to may run it.
    let folder = folder(&[]);
    let file = folder.path().join("bot.exe");
    fs::write(&file, b"MZ\x90\0\x03\0\0\0").unwrap();
    assert_eq!(Package::read(&file, &Limits::default()).unwrap_err().kind(), "foreign");
    assert_eq!(Package::read_to_send(&file, &Limits::default()).unwrap().kind(), Kind::Program);
}

#[test]
fn a_path_without_a_bot_is_a_fault_of_ours_and_named() {
    let error = Package::read(Path::new("/no/such/bot"), &Limits::default()).unwrap_err();
    assert_eq!(error.kind(), "machine");
    assert!(error.is_ours() && error.to_string().starts_with("cannot read `/no/such/bot`: "), "{error}");
}

#[test]
fn of_two_that_unpack_into_one_folder_one_wins_and_the_folder_is_whole() {
    let tar = (0..50).fold(Tar::new(), |tar, number| tar.file(&format!("f{number}"), &"x".repeat(1000)));
    let package = received(&tar.gz(), "bot").unwrap();
    let place = Place::new();
    let wins: Vec<bool> = std::thread::scope(|scope| {
        let unpacking = || unpack(&package, &place.bot(), &Limits::default()).is_ok();
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(unpacking)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(wins.iter().filter(|won| **won).count(), 1, "{wins:?}");
    assert_eq!(names(&place.bot()).len(), 50);
    assert_eq!(names(place.bot().parent().unwrap()), ["one"]);
}
