//! A folder as an archive that depends on nothing but its files: names in order, no times, no owners.

use super::entry_name::EntryName;
use super::limits::bytes;
use super::unpack::Tally;
use super::{BotError, Limits, Mismatch};
use flate2::Compression;
use flate2::write::GzEncoder;
use rules::notation::quoted;
use std::fs::{self, File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};
use tar::{Builder, EntryType, Header, HeaderMode};

/// Names that are no part of a bot: version control, and what systems and interpreters leave behind.
const LEFT_OUT: [&str; 5] = [".git", ".hg", ".svn", "__pycache__", ".DS_Store"];

/// The mark of folders that can be made again, such as cargo's `target`: <https://bford.info/cachedir/>.
const CACHE_MARK: &str = "CACHEDIR.TAG";

/// Packs a folder as a tar.gz.
pub(super) fn pack(folder: &Path, limits: &Limits) -> Result<Vec<u8>, BotError> {
    let mut files = Vec::new();
    collect(folder, "", &mut Tally::new(limits), &mut files)?;
    files.sort();
    let doing = "pack the bot";
    let mut builder = Builder::new(GzEncoder::new(Vec::new(), Compression::default()));
    builder.mode(HeaderMode::Deterministic);
    for (name, path) in files {
        let content = read(&path, limits)?;
        let mut header = Header::new_gnu();
        header.set_entry_type(EntryType::Regular);
        header.set_size(content.len() as u64);
        let about = fs::metadata(&path).map_err(BotError::with_path("read", &path))?;
        header.set_mode(if is_executable(&about, &content) { 0o755 } else { 0o644 });
        header.set_mtime(0);
        builder.append_data(&mut header, name.as_str(), &content[..]).map_err(BotError::machine(doing))?;
        if builder.get_ref().get_ref().len() as u64 > limits.packed {
            let expected = format!("at most {} packed", bytes(limits.packed));
            return Err(BotError::TooLarge(Mismatch::new("more", expected)));
        }
    }
    builder.into_inner().and_then(GzEncoder::finish).map_err(BotError::machine(doing))
}

/// The files of a folder, with their names in the archive. A folder without files is no part of a bot.
fn collect(
    folder: &Path,
    prefix: &str,
    tally: &mut Tally<'_>,
    files: &mut Vec<(EntryName, PathBuf)>,
) -> Result<(), BotError> {
    for entry in fs::read_dir(folder).map_err(BotError::with_path("read", folder))? {
        let entry = entry.map_err(BotError::with_path("read", folder))?;
        let (path, file_name) = (entry.path(), entry.file_name());
        if LEFT_OUT.iter().any(|name| file_name == *name) || path.join(CACHE_MARK).is_file() {
            continue;
        }
        let name = format!("{prefix}{}", file_name.to_string_lossy());
        let Some(checked) = EntryName::read(name.as_bytes(), tally.limits())? else { continue };
        tally.count_file()?;
        let about = entry.metadata().map_err(BotError::with_path("read", &path))?;
        if about.is_dir() {
            collect(&path, &format!("{name}/"), tally, files)?;
        } else if about.is_file() {
            tally.count_bytes(about.len())?;
            files.push((checked, path));
        } else if about.is_symlink() {
            let found = format!("the symbolic link {}", quoted(&name));
            return Err(BotError::Link(Mismatch {
                found,
                expected: "files and folders (copy its target instead)".into(),
            }));
        } else {
            return Err(BotError::SpecialFile(Mismatch { found: quoted(&name), expected: "files and folders".into() }));
        }
    }
    Ok(())
}

fn read(path: &Path, limits: &Limits) -> Result<Vec<u8>, BotError> {
    let mut content = Vec::new();
    // A file may grow after it was measured.
    let read = File::open(path).and_then(|file| file.take(limits.unpacked).read_to_end(&mut content));
    read.map_err(BotError::with_path("read", path))?;
    Ok(content)
}

#[cfg(unix)]
fn is_executable(about: &Metadata, _: &[u8]) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o111 != 0
}

/// Systems that have no such mark.
#[cfg(not(unix))]
fn is_executable(_: &Metadata, content: &[u8]) -> bool {
    super::package::is_program(content)
}
