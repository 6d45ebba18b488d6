//! The working folder of a confined bot: a copy of the current folder that it may write to, thrown away with its
//! scratch folder. Small files are copied. Folders, programs and large files are links to the originals, which it may
//! only read.

use super::surroundings::Surroundings;
use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Component, Path, PathBuf};

/// The longest file that is copied, and the most of all together, in bytes.
const LONGEST: u64 = 256 << 10;
const MOST: u64 = 4 << 20;
/// A folder with more entries is not copied.
const MOST_ENTRIES: usize = 300;
/// The folder in the scratch folder that stands for the root. Paths that go up with `..` stay inside it.
const ROOT: &str = "here";

/// Makes the working folder in a scratch folder. `None`: the current folder is not known, or too large to copy, and the
/// bot works in the original.
pub(super) fn furnish(scratch: &Path, arguments: &[OsString], surroundings: &Surroundings) -> Option<PathBuf> {
    let current = surroundings.current.as_ref()?;
    // The bot may read a copy, so nothing is copied that it may not read: see `allowed_paths::add_folder`.
    let is_wide = surroundings.is_wide(current);
    if is_wide && !surroundings.is_workplace(current) {
        return None;
    }
    let may_copy = |name: &OsStr| !is_wide || !name.as_bytes().starts_with(b".");
    let root = scratch.join(ROOT);
    let made = mirror(&root, current, may_copy).and_then(|workplace| {
        let Some(workplace) = workplace else { return Ok(None) };
        for argument in arguments {
            reach(&root, current, argument)?;
        }
        Ok(Some(workplace))
    });
    match made {
        Ok(Some(workplace)) => Some(workplace),
        // A full disk, for instance: the bot can still do without.
        Ok(None) | Err(_) => {
            let _ = fs::remove_dir_all(&root);
            None
        }
    }
}

/// The place of an absolute path below another root.
fn below(root: &Path, path: &Path) -> PathBuf {
    root.join(path.strip_prefix("/").unwrap_or(path))
}

/// Copies a folder; `None` if it has too many entries.
fn mirror(root: &Path, folder: &Path, may_copy: impl Fn(&OsStr) -> bool) -> io::Result<Option<PathBuf>> {
    let entries = fs::read_dir(folder)?.take(MOST_ENTRIES + 1).collect::<io::Result<Vec<_>>>()?;
    if entries.len() > MOST_ENTRIES {
        return Ok(None);
    }
    let copy = below(root, folder);
    fs::create_dir_all(&copy)?;
    let mut room = MOST;
    for entry in entries {
        let (from, to) = (entry.path(), copy.join(entry.file_name()));
        let is_small = |about: &Metadata| about.is_file() && about.len() <= LONGEST.min(room);
        // A program may lie on a disk from which nothing may be started, if it were copied.
        let is_wanted = |about: &Metadata| is_small(about) && about.mode() & 0o111 == 0;
        let about = entry.metadata().ok().filter(|about| may_copy(&entry.file_name()) && is_wanted(about));
        match about {
            Some(about) if fs::copy(&from, &to).is_ok() => room -= about.len(),
            _ => symlink(&from, &to)?,
        }
    }
    Ok(Some(copy))
}

/// Makes an argument that leads out of the current folder with `..` lead to the same file from the copy.
fn reach(root: &Path, current: &Path, argument: &OsStr) -> io::Result<()> {
    let bytes = argument.as_bytes();
    let value = bytes.iter().position(|byte| *byte == b'=').map_or(bytes, |equals| &bytes[equals + 1..]);
    for part in value.split(|byte| *byte == b':') {
        let path = Path::new(OsStr::from_bytes(part));
        if !path.components().any(|component| component == Component::ParentDir) || path.is_absolute() {
            continue;
        }
        let Some(meant) = without_dots(&current.join(path)) else { continue };
        let copy = below(root, &meant);
        let (Some(folder), true) = (copy.parent(), meant.exists() && !copy.exists()) else { continue };
        fs::create_dir_all(folder)?;
        // The whole folder: a script finds the module beside it.
        match (meant.parent().filter(|_| meant.is_file()), is_empty(folder)) {
            (Some(original), true) => {
                fs::remove_dir(folder)?;
                symlink(original, folder)?;
            }
            _ => symlink(&meant, &copy)?,
        }
    }
    Ok(())
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

/// An absolute path without `.` and `..`; `None` if it goes above the root.
fn without_dots(path: &Path) -> Option<PathBuf> {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => out.pop().then_some(())?,
            other => out.push(other),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use tempfile::TempDir;

    /// A folder `bots` beside a folder `nets`, and a scratch folder.
    fn places() -> (TempDir, TempDir, Surroundings) {
        let (folder, scratch) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let at = folder.path().canonicalize().unwrap();
        for name in ["bots/lib", "nets"] {
            fs::create_dir_all(at.join(name)).unwrap();
        }
        for name in ["bots/bot.py", "bots/log.txt", "bots/mine", "bots/lib/module.py", "nets/best.bin", "nets/more"] {
            fs::write(at.join(name), name).unwrap();
        }
        fs::set_permissions(at.join("bots/mine"), fs::Permissions::from_mode(0o755)).unwrap();
        (folder, scratch, Surroundings { current: Some(at.join("bots")), ..Surroundings::default() })
    }

    #[test]
    fn writing_to_the_copy_leaves_the_original_alone() {
        let (_kept, scratch, surroundings) = places();
        let original = surroundings.current.clone().unwrap();
        let copy = furnish(scratch.path(), &[], &surroundings).unwrap();
        fs::write(copy.join("log.txt"), "changed").unwrap();
        fs::write(copy.join("new.txt"), "new").unwrap();
        assert_eq!(fs::read_to_string(original.join("log.txt")).unwrap(), "bots/log.txt");
        assert!(!original.join("new.txt").exists());
        assert_eq!(fs::read_to_string(copy.join("lib/module.py")).unwrap(), "bots/lib/module.py");
        assert_eq!(fs::read_link(copy.join("mine")).unwrap(), original.join("mine"));
    }

    #[test]
    fn nothing_is_copied_that_the_bot_may_not_read() {
        let (_kept, scratch, mut surroundings) = places();
        let home = surroundings.current.clone().unwrap();
        fs::write(home.join(".secret"), "secret").unwrap();
        fs::write(home.join("private"), "secret").unwrap();
        std::os::unix::fs::symlink(home.join("private"), home.join("link")).unwrap();
        surroundings.home = Some(home.clone());
        let copy = furnish(scratch.path(), &[], &surroundings).unwrap();
        for link in [".secret", "link"] {
            assert!(fs::symlink_metadata(copy.join(link)).unwrap().is_symlink(), "{link}");
        }
        surroundings.current = home.parent().map(Path::to_path_buf);
        assert_eq!(
            furnish(scratch.path(), &[], &surroundings),
            None,
            "a folder above a home holds other people's files"
        );
    }

    #[test]
    fn an_argument_that_goes_up_leads_to_the_same_file() {
        let (_kept, scratch, surroundings) = places();
        let arguments = ["--net=../nets/best.bin", "../bots/bot.py", "../../../../../../../../x", "../none/x"];
        let copy = furnish(scratch.path(), &arguments.map(OsString::from), &surroundings).unwrap();
        assert_eq!(fs::read_to_string(copy.join("../nets/best.bin")).unwrap(), "nets/best.bin");
        assert_eq!(fs::read_to_string(copy.join("../nets/more")).unwrap(), "nets/more", "its neighbours come along");
        assert!(!fs::symlink_metadata(copy.join("../bots/bot.py")).unwrap().is_symlink());
    }

    #[test]
    fn a_folder_with_too_many_entries_is_not_copied() {
        let (_kept, scratch, surroundings) = places();
        for number in 0..MOST_ENTRIES {
            fs::write(surroundings.current.as_ref().unwrap().join(number.to_string()), "").unwrap();
        }
        assert_eq!(furnish(scratch.path(), &[], &surroundings), None);
        assert!(is_empty(scratch.path()));
    }
}
