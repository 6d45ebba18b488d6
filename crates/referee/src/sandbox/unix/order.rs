//! The shim's order. It travels on the command line, so that the environment stays the bot's own.

use crate::sandbox::BuildLimits;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

/// The first argument that turns one of our programs into the shim.
pub(super) const SECRET: &str = "--become-a-confined-bot";

/// The steps of a shim before it becomes another program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Dies with the referee, and becomes the program that makes namespaces.
    Leash,
    /// Stays: the first process of a namespace, which starts the next shim and waits for orphans.
    Init,
    /// Level 1, and becomes the bot.
    Limits,
    /// Levels 1 and 2, and becomes the bot.
    Confined,
}

impl Stage {
    const ALL: [Self; 4] = [Self::Leash, Self::Init, Self::Limits, Self::Confined];

    const fn name(self) -> &'static str {
        match self {
            Self::Leash => "leash",
            Self::Init => "init",
            Self::Limits => "limits",
            Self::Confined => "confined",
        }
    }
}

/// The files and folders, with everything below them, that a bot may use.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct AllowedPaths {
    /// May be read and run.
    pub(super) read: Vec<PathBuf>,
    /// Folders whose names may be listed, but whose files may not be read.
    pub(super) list: Vec<PathBuf>,
    /// May be written too.
    pub(super) write: Vec<PathBuf>,
}

/// Everything a shim has to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Order {
    pub(super) stage: Stage,
    /// The process to die with, where the shim can see it.
    pub(super) parent: Option<u32>,
    pub(super) allowed: AllowedPaths,
    /// The limits of a build, which are not those of a bot.
    pub(super) build: Option<BuildLimits>,
    /// The program to become: a path, not looked up in `PATH`.
    pub(super) program: PathBuf,
    /// Its arguments, from its name on.
    pub(super) argv: Vec<OsString>,
}

impl Order {
    /// The arguments that make one of our programs a shim with this order.
    pub(super) fn arguments(&self) -> Vec<OsString> {
        let mut out = vec![OsString::from(SECRET), pair("stage", self.stage.name())];
        out.extend(self.parent.map(|parent| pair("parent", parent.to_string())));
        let AllowedPaths { read, list, write } = &self.allowed;
        for (key, paths) in [("read", read), ("list", list), ("write", write)] {
            out.extend(paths.iter().map(|path| pair(key, path)));
        }
        if let Some(BuildLimits { memory, file }) = self.build {
            out.extend([pair("memory", memory.to_string()), pair("file", file.to_string())]);
        }
        out.push(pair("program", &self.program));
        out.push("--".into());
        out.extend_from_slice(&self.argv);
        out
    }

    /// Reads the arguments that `arguments` wrote, without the secret. `None`: another program wrote them.
    pub(super) fn from_arguments(mut arguments: impl Iterator<Item = OsString>) -> Option<Self> {
        let (mut stage, mut parent, mut allowed, mut program) = (None, None, AllowedPaths::default(), None);
        let (mut memory, mut file) = (None, None);
        loop {
            let argument = arguments.next()?.into_vec();
            if argument == b"--" {
                break;
            }
            let equals = argument.iter().position(|&byte| byte == b'=')?;
            let (key, value) = (&argument[..equals], OsStr::from_bytes(&argument[equals + 1..]));
            match key {
                b"stage" => stage = Stage::ALL.into_iter().find(|stage| stage.name() == value),
                b"parent" => parent = Some(value.to_str()?.parse().ok()?),
                b"memory" => memory = Some(value.to_str()?.parse().ok()?),
                b"file" => file = Some(value.to_str()?.parse().ok()?),
                b"read" => allowed.read.push(value.into()),
                b"list" => allowed.list.push(value.into()),
                b"write" => allowed.write.push(value.into()),
                b"program" => program = Some(PathBuf::from(value)),
                _ => return None,
            }
        }
        let argv: Vec<OsString> = arguments.collect();
        (!argv.is_empty()).then_some(())?;
        let build = memory.zip(file).map(|(memory, file)| BuildLimits { memory, file });
        Some(Self { stage: stage?, parent, allowed, build, program: program?, argv })
    }
}

fn pair(key: &str, value: impl AsRef<OsStr>) -> OsString {
    let mut out = OsString::from(key);
    out.push("=");
    out.push(value);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_reads_back_whatever_bytes_it_holds() {
        let odd = || PathBuf::from(OsString::from_vec(b"/a=b\n--\xff".to_vec()));
        for stage in Stage::ALL {
            let order = Order {
                stage,
                parent: (stage == Stage::Limits).then_some(17),
                allowed: AllowedPaths { read: vec![odd(), "/usr".into()], list: vec!["/".into()], write: vec![odd()] },
                build: (stage == Stage::Confined).then_some(BuildLimits { memory: 1 << 30, file: 2 }),
                program: odd(),
                argv: ["./mine", "--", "", "stage=init"].map(OsString::from).to_vec(),
            };
            let arguments = order.arguments();
            assert_eq!(arguments[0], SECRET);
            assert_eq!(Order::from_arguments(arguments.into_iter().skip(1)), Some(order));
        }
    }

    #[test]
    fn an_order_that_lacks_something_is_refused() {
        for text in
            ["", "stage=limits program=/bin/true", "stage=limits program=/bin/true --", "program=/a -- a", "x=1"]
        {
            assert_eq!(Order::from_arguments(text.split_whitespace().map(OsString::from)), None, "{text}");
        }
    }
}
