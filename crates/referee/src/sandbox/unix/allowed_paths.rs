//! The files that a bot at level 2 may read: its own, those in its arguments, and those of its runtime. Too few files
//! break honest bots, so installations are allowed whole. Home folders and `/etc` never are.

use super::interpreters::{chain, hops};
use super::order::AllowedPaths;
use super::surroundings::{Surroundings, absolute};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Paths that every program may read. Missing ones are passed over.
const SYSTEM: [&str; 54] = [
    // Programs and libraries, those of Nix, Guix and snaps included.
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/run/current-system/sw",
    "/snap",
    // Settings of the linker and of runtimes: files without secrets.
    "/etc/alternatives",
    "/etc/crypto-policies",
    "/etc/dotnet",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/lsb-release",
    "/etc/mono",
    "/etc/os-release",
    "/etc/perl",
    "/etc/pki/tls/openssl.cnf",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/timezone",
    // The JVM, Node, Go and .NET read these about the machine and about themselves.
    "/proc/cgroups",
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/self",
    "/proc/stat",
    "/proc/sys/kernel/cap_last_cap",
    "/proc/sys/kernel/ngroups_max",
    "/proc/sys/kernel/osrelease",
    "/proc/sys/kernel/pid_max",
    "/proc/sys/kernel/random",
    "/proc/sys/kernel/threads-max",
    "/proc/sys/vm/max_map_count",
    "/proc/sys/vm/mmap_min_addr",
    "/proc/sys/vm/overcommit_memory",
    "/proc/uptime",
    "/proc/version",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    "/sys/fs/cgroup",
    "/sys/kernel/mm/hugepages",
    "/sys/kernel/mm/transparent_hugepage",
    // The devices that may be written to are in confinement/files.rs.
    "/dev/random",
    "/dev/urandom",
];

/// Folders in `/etc` of runtimes whose names carry a version: `/etc/java-17-openjdk`, `/etc/python3.11`.
const VERSIONED: [&str; 6] = ["java", "lua", "node", "php", "python", "ruby"];

/// Programs that a shell script may call: each may be a link out of `PATH` to where it really lives.
const RUNTIMES: [&str; 13] =
    ["bun", "deno", "dotnet", "guile", "java", "julia", "lua", "node", "perl", "php", "python", "python3", "ruby"];

/// Files by which version managers choose, looked for in the current folder and upwards, and at home.
const CHOICES: [&str; 7] =
    [".java-version", ".node-version", ".nvmrc", ".python-version", ".ruby-version", ".tool-versions", "mise.toml"];

/// Files beside a bot at the top of a home that it may read.
const MOST_NEIGHBOURS: usize = 500;

/// The paths that all bots of this user may read.
pub(super) fn of_everyone(surroundings: &Surroundings) -> Vec<PathBuf> {
    let mut read: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    read.extend(versioned_settings());
    for folder in &surroundings.path {
        read.extend(surroundings.tools(folder));
    }
    read.extend(surroundings.libraries.iter().filter(|folder| !surroundings.is_wide(folder)).cloned());
    for runtime in RUNTIMES.iter().filter_map(|name| surroundings.lookup(OsStr::new(name))) {
        read.extend(started(&runtime, surroundings));
    }
    let above = surroundings.current.iter().flat_map(|current| current.ancestors());
    for folder in above.chain(surroundings.home.as_deref()) {
        read.extend(CHOICES.iter().map(|name| folder.join(name)).filter(|path| path.is_file()));
    }
    if let Some(home) = &surroundings.home {
        read.extend([".local/lib", ".local/lib64", ".config/mise"].map(|name| home.join(name)));
    }
    read.retain(|path| path.exists());
    without_repetition(read)
}

/// The paths that one bot may use besides.
pub(super) fn of_bot(program: &Path, arguments: &[OsString], surroundings: &Surroundings) -> AllowedPaths {
    let mut allowed = AllowedPaths { read: started(program, surroundings), ..AllowedPaths::default() };
    let given = arguments.iter().flat_map(|argument| paths_in(argument)).filter_map(absolute);
    for file in hops(program).into_iter().filter_map(absolute).chain(given) {
        if file.is_dir() {
            add_folder(&file, &mut allowed, surroundings);
        } else if let (true, Some(folder)) = (file.exists(), file.parent()) {
            add_folder(folder, &mut allowed, surroundings);
            allowed.read.push(file);
        }
    }
    if let Some(current) = &surroundings.current {
        add_folder(current, &mut allowed, surroundings);
    }
    AllowedPaths {
        read: without_repetition(allowed.read),
        list: without_repetition(allowed.list),
        write: allowed.write,
    }
}

/// The files that take part in starting a program, each with what it was installed with.
pub(super) fn started(program: &Path, surroundings: &Surroundings) -> Vec<PathBuf> {
    let mut read = Vec::new();
    for file in chain(program, surroundings).iter().filter_map(absolute) {
        read.extend(file.parent().into_iter().flat_map(|folder| surroundings.installation(folder)));
        read.push(file);
    }
    read
}

/// Allows a folder that a bot works with. Of a home folder it allows only the visible files at its top: a script finds
/// the module beside it, but nothing further down and nothing hidden.
fn add_folder(folder: &Path, allowed: &mut AllowedPaths, surroundings: &Surroundings) {
    if !surroundings.is_wide(folder) {
        allowed.read.push(folder.into());
    } else if surroundings.is_workplace(folder) {
        let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        let is_open = |name: &OsStr| !name.as_bytes().starts_with(b".");
        let files = entries.filter(|entry| is_open(&entry.file_name())).map(|entry| entry.path());
        allowed.read.extend(files.filter(|path| path.is_file()).take(MOST_NEIGHBOURS));
        allowed.list.push(folder.into());
    }
}

/// The paths that an argument may mean: `bot.jar`, `--weights=net.bin`, `classes:lib/all.jar`.
fn paths_in(argument: &OsStr) -> Vec<&Path> {
    let bytes = argument.as_bytes();
    let value = bytes.iter().position(|&byte| byte == b'=').map(|equals| &bytes[equals + 1..]);
    let parts = value.unwrap_or(bytes).split(|&byte| byte == b':');
    let found = [bytes].into_iter().chain(value).chain(parts);
    found.filter(|text| !text.is_empty()).map(|text| Path::new(OsStr::from_bytes(text))).collect()
}

fn versioned_settings() -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir("/etc").into_iter().flatten().filter_map(Result::ok);
    let is_runtime = |name: &OsStr| VERSIONED.iter().any(|runtime| name.as_bytes().starts_with(runtime.as_bytes()));
    entries.filter(move |entry| is_runtime(&entry.file_name())).map(|entry| entry.path())
}

/// The same rights in fewer paths: nothing twice, and nothing that lies below another.
fn without_repetition(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    paths.sort();
    // In this order, paths below a folder directly follow it.
    paths.dedup_by(|below, folder| below.starts_with(folder));
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    /// A home with files, all of them programs, each made with its folders.
    fn home(files: &[&str]) -> (tempfile::TempDir, Surroundings) {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().canonicalize().unwrap();
        for file in files {
            fs::create_dir_all(at.join(file).parent().unwrap()).unwrap();
            fs::write(at.join(file), "").unwrap();
            fs::set_permissions(at.join(file), fs::Permissions::from_mode(0o755)).unwrap();
        }
        (folder, Surroundings { home: Some(at), ..Surroundings::default() })
    }

    /// The paths that a bot at home may read and list, from home on.
    fn allowed(surroundings: &Surroundings, program: &str, arguments: &[&str]) -> (Vec<String>, Vec<String>) {
        let home = surroundings.home.as_ref().unwrap();
        let arguments: Vec<OsString> =
            arguments.iter().map(|argument| argument.replace('~', home.to_str().unwrap()).into()).collect();
        let allowed = of_bot(&home.join(program), &arguments, surroundings);
        let from_home = |paths: Vec<PathBuf>| {
            let short = |path: PathBuf| path.strip_prefix(home).unwrap_or(&path).to_str().unwrap().to_string();
            paths.into_iter().map(short).collect()
        };
        (from_home(allowed.read), from_home(allowed.list))
    }

    #[test]
    fn a_bot_reads_its_own_folder_and_where_its_links_lead() {
        let (_kept, surroundings) = home(&["bots/notes", "build/mine", "other/secret"]);
        let at = surroundings.home.as_ref().unwrap();
        symlink("../build/mine", at.join("bots/mine")).unwrap();
        assert_eq!(allowed(&surroundings, "bots/mine", &[]), (vec!["bots".into(), "build".into()], vec![]));
    }

    #[test]
    fn a_bot_at_the_top_of_a_home_reads_what_lies_openly_beside_it() {
        let (_kept, surroundings) = home(&["mine", "module.py", ".history", ".ssh/key", "letters/one"]);
        let (read, list) = allowed(&surroundings, "mine", &[]);
        assert_eq!(read, ["mine", "module.py"]);
        assert_eq!(list, [""]);
    }

    #[test]
    fn arguments_that_are_files_bring_their_folders() {
        let (_kept, surroundings) = home(&["bots/mine", "nets/best.bin", "java/a.jar", "classes/Bot.class", "x/y"]);
        let arguments = ["--net=~/nets/best.bin", "-cp", "~/java/a.jar:~/classes", "~/absent/z", "~", "/", "--turbo"];
        let (read, _) = allowed(&surroundings, "bots/mine", &arguments);
        assert_eq!(read, ["bots", "classes", "java", "nets"]);
    }

    #[test]
    fn a_file_in_a_wide_folder_comes_alone() {
        let (_kept, surroundings) = home(&["bots/mine"]);
        let (read, list) = allowed(&surroundings, "bots/mine", &["/etc/passwd"]);
        assert_eq!(read, ["/etc/passwd", "bots"]);
        assert_eq!(list, [""; 0]);
    }

    #[test]
    fn nobody_reads_a_home_or_etc_or_the_root() {
        let (_kept, mut surroundings) =
            home(&["bin/tool", ".local/lib/python/site.py", ".python-version", ".tool/bin/t"]);
        let at = surroundings.home.clone().unwrap();
        surroundings.current = Some(at.clone());
        surroundings.path = vec![at.clone(), at.join("bin"), at.join(".tool/bin"), "/".into(), "/bin".into()];
        surroundings.libraries = vec![at.clone(), "/etc".into()];
        let read = of_everyone(&surroundings);
        for expected in ["bin", ".local/lib", ".python-version", ".tool/bin"] {
            assert!(read.contains(&at.join(expected)), "{expected} in {read:?}");
        }
        for wide in [&at, Path::new("/"), Path::new("/etc"), Path::new("/proc"), Path::new("/dev")] {
            assert!(!read.iter().any(|path| path == wide), "{wide:?} in {read:?}");
        }
        assert!(!read.iter().any(|path| Path::new("/etc/passwd").starts_with(path)));
    }
}
