//! Removes folders that strangers filled. They may be deeper than there are file descriptors, and without the rights to
//! look into them.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

/// How far down, in bytes of its path, a folder may lie before it is moved up.
const DEEP: usize = 1000;

/// Removes a folder with everything in it. It is no error if there is none.
pub fn remove_folder(folder: &Path) -> io::Result<()> {
    let remove = || match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    };
    remove().or_else(|_| flatten(folder).and_then(|()| remove()))
}

/// Moves deep folders to the top, and gives all of them back the rights that were taken from them.
fn flatten(folder: &Path) -> io::Result<()> {
    let deep = folder.as_os_str().len() + DEEP;
    open(folder);
    // A name that nobody else has chosen.
    let top = tempfile::tempdir_in(folder)?.keep();
    let mut ahead = vec![folder.to_path_buf()];
    let mut moved = 0_usize;
    while let Some(next) = ahead.pop() {
        open(&next);
        for entry in fs::read_dir(next)?.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
            let mut path = entry.path();
            if path.as_os_str().len() > deep {
                // A folder that may not be written to may not be moved either.
                open(&path);
                moved += 1;
                let place = top.join(moved.to_string());
                fs::rename(&path, &place)?;
                path = place;
            }
            ahead.push(path);
        }
    }
    Ok(())
}

/// Allows its owner to look into a folder and to change it.
fn open(folder: &Path) {
    #[cfg(unix)]
    {
        // If it cannot be done, removing tells the reason.
        let _ = fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700));
    }
    #[cfg(not(unix))]
    let _ = folder;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deep_folder_is_flattened_and_a_missing_one_is_no_error() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("deep");
        let mut at = folder.clone();
        for _ in 0..20 {
            at = at.join("d".repeat(100));
        }
        fs::create_dir_all(&at).unwrap();
        fs::write(at.join("file"), "").unwrap();
        flatten(&folder).unwrap();
        assert!(!at.exists(), "its folders were moved up");
        remove_folder(&folder).unwrap();
        assert!(!folder.exists());
        remove_folder(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_without_rights_is_removed() {
        use std::os::unix::fs::PermissionsExt;
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("closed");
        fs::create_dir_all(folder.join("a/b")).unwrap();
        for name in ["a/b", "a", ""] {
            fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0)).unwrap();
        }
        remove_folder(&folder).unwrap();
        assert!(!folder.exists());
    }
}
