//! The cache: one unpacking and one build for each bot, between threads and processes, and after a kill.

use super::{Source, cache, names, told, trials, workshop};
use landgrab_arena::bot::{Cache, Limits, Package};
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio, exit};

trials![
    a_bot_is_unpacked_once_and_stays,
    two_threads_and_two_processes_build_a_bot_once,
    a_half_bot_of_a_killed_process_is_made_anew,
    the_oldest_bots_are_removed_but_none_in_use,
    a_cache_is_for_its_owner_only,
];

/// Tells this program to make a bot ready and to end: the cache and the package follow.
const MAKE_READY: &str = "--make-ready";

/// Does so if asked to.
pub fn make_ready_if_asked() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [first, folder, package] = &arguments[..] else { return };
    if first == MAKE_READY {
        let cache = Cache::open(Path::new(folder), Limits::default()).unwrap();
        let package = Package::read(Path::new(package), &Limits::default()).unwrap();
        let ready = cache.ready(&package, &workshop()).unwrap();
        println!("{}", ready.folder.display());
        exit(0);
    }
}

fn make_ready(folder: &Path, package: &Path) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    // A killed process leaves its temporary files behind.
    let temporary = folder.with_file_name("temporary");
    fs::create_dir_all(&temporary).unwrap();
    command.arg(MAKE_READY).arg(folder).arg(package).env("TMPDIR", temporary).stdout(Stdio::piped());
    command
}

/// A bot whose build takes a moment and notes that it ran.
fn slow(source: &Source) -> PathBuf {
    let build = "[\"sh\", \"-c\", \"date +%N >> built; sleep 0.3; cp bot.sh bot; chmod +x bot\"]";
    source.add("bot.toml", &format!("run = \"./bot\"\nbuild = {build}\n"));
    source.add("bot.sh", "#!/bin/sh\necho ready\n");
    source.path()
}

fn a_bot_is_unpacked_once_and_stays() {
    let source = Source::new(&[("bot", "#!/bin/sh\necho ready\n"), ("bot.toml", "run = \"./bot\"")]);
    let (_kept, cache) = cache();
    let first = cache.ready(&source.package(), &workshop()).unwrap();
    fs::write(first.folder.join("mark"), "still the same folder").unwrap();
    let second = cache.ready(&source.package(), &workshop()).unwrap();
    assert_eq!((&second.folder, &second.argv), (&first.folder, &first.argv));
    assert!(second.folder.join("mark").exists());
    source.add("data", "another bot");
    let other = cache.ready(&source.package(), &workshop()).unwrap();
    assert!(other.folder != first.folder && !other.folder.join("mark").exists());
}

fn two_threads_and_two_processes_build_a_bot_once() {
    if !cfg!(unix) {
        return xtask::skipped("the build is a shell script");
    }
    let source = Source::new(&[]);
    let path = slow(&source);
    let (kept, cache) = cache();
    let package = source.package();
    let children = [(), ()].map(|()| make_ready(&kept.path().join("bots"), &path).spawn().unwrap());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| assert_eq!(told(&cache.ready(&package, &workshop()).unwrap(), ""), "ready\n"));
        }
    });
    for child in children {
        assert!(child.wait_with_output().unwrap().status.success());
    }
    let ready = cache.ready(&package, &workshop()).unwrap();
    assert_eq!(fs::read_to_string(ready.folder.join("built")).unwrap().lines().count(), 1);
}

fn a_half_bot_of_a_killed_process_is_made_anew() {
    if !cfg!(unix) {
        return xtask::skipped("the build is a shell script");
    }
    let source = Source::new(&[(
        "bot.toml",
        "run = \"./bot\"\nbuild = [\"sh\", \"-c\", \"until cp ../../go bot; do sleep 0.01; done\"]\n",
    )]);
    let (kept, cache) = cache();
    let bots = kept.path().join("bots");
    let package = source.package();
    let mut child = make_ready(&bots, &source.path()).spawn().unwrap();
    // It waits in its build, which ends only when it may read a file that is not there.
    let folder = bots.join(package.hash());
    while !folder.exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    fs::create_dir(bots.join(format!(".{}.unpacking-x", package.hash()))).unwrap();
    fs::write(folder.join("half"), "").unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(BufReader::new(child.stdout.take().unwrap()).lines().next().is_none(), "it was killed too late");
    let whole = Source::new(&[("bot", "#!/bin/sh\necho ready\n"), ("bot.toml", "run = \"./bot\"\nbuild = \"true\"\n")]);
    // Another bot does not mind, and the same one is tried anew.
    cache.ready(&whole.package(), &workshop()).unwrap();
    let error = cache.ready(&package, &super::short()).expect_err("its build never ends");
    assert_eq!(error.kind(), "build");
    assert!(!folder.exists() && names(&bots).iter().all(|name| !name.contains("unpacking")), "{:?}", names(&bots));
}

fn the_oldest_bots_are_removed_but_none_in_use() {
    let (kept, cache) = cache();
    let bots: Vec<Package> = (0..3)
        .map(|number| {
            let source =
                Source::new(&[("bot", "#!/bin/sh\n"), ("bot.toml", "run = \"./bot\""), ("n", &number.to_string())]);
            source.package()
        })
        .collect();
    for (number, package) in (0..).zip(&bots) {
        cache.ready(package, &workshop()).unwrap();
        let lock = kept.path().join("bots").join(format!("{}.lock", package.hash()));
        let used = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1000 * number);
        fs::File::options().write(true).open(lock).unwrap().set_modified(used).unwrap();
    }
    let in_use = cache.ready(&bots[2], &workshop()).unwrap();
    let one = referee::job::folder_size(&in_use.folder, u64::MAX);
    assert_eq!(cache.remove_oldest(2 * one).unwrap(), [bots[0].hash()]);
    assert_eq!(cache.remove_oldest(0).unwrap(), [bots[1].hash()]);
    assert!(in_use.folder.exists(), "it is in use");
    drop(in_use);
    assert_eq!(cache.remove_oldest(0).unwrap(), [bots[2].hash()]);
    assert_eq!(cache.remove_oldest(0).unwrap(), [""; 0]);
    cache.ready(&bots[0], &workshop()).unwrap();
}

fn a_cache_is_for_its_owner_only() {
    let (kept, _cache) = cache();
    #[cfg(unix)]
    {
        let about = fs::metadata(kept.path().join("bots")).unwrap();
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o777, 0o700);
    }
    assert_eq!(names(kept.path()), ["bots"]);
}
