//! Programs of other systems, told by their first bytes. Without this a shell would try to read them as a script.

use std::env::consts::{ARCH, OS};
use std::fs;
#[cfg(unix)]
use std::{fs::File, io::Read, path::Path};

/// The kernel's list of further kinds of programs, such as those that an emulator runs.
const BINFMT: &str = "/proc/sys/fs/binfmt_misc";

/// What a file is, if it is a program that this system does not run.
#[cfg(unix)]
pub(super) fn foreign(program: &Path) -> Option<String> {
    let mut start = Vec::new();
    File::open(program).ok()?.take(256).read_to_end(&mut start).ok()?;
    foreign_kind(&start)
}

/// The same of a file that is not on the disk yet, by its first bytes. 256 of them are enough.
///
/// ```
/// use landgrab_referee::sandbox::foreign_kind;
///
/// assert_eq!(foreign_kind(b"#!/bin/sh\n"), None);
/// ```
pub fn foreign_kind(start: &[u8]) -> Option<String> {
    let what = kind(start, ARCH)?;
    (!is_emulated(start)).then_some(what)
}

/// The kind of a foreign program by its first bytes, on a machine with this processor.
fn kind(start: &[u8], processor: &str) -> Option<String> {
    let other = |system: &str| Some(format!("is a program for {system}, and this is {OS}: compile it here"));
    let number = |at: usize| Some(u32::from_be_bytes(start.get(at..at + 4)?.try_into().ok()?));
    match number(0)? {
        // A Java class starts with the same four bytes; its version, 45 and above, follows where Mach-O for several
        // processors has the number of them.
        0xcafe_babe if number(4)? >= 45 => Some("is a Java class, not a program (try cmd:java and its name)".into()),
        0xfeed_face | 0xfeed_facf | 0xcefa_edfe | 0xcffa_edfe | 0xcafe_babe if OS != "macos" => other("macOS (Mach-O)"),
        0x7f45_4c46 if OS == "linux" => elf(start, processor),
        0x7f45_4c46 if matches!(OS, "macos" | "windows") => other("Linux (ELF)"),
        // Some shell scripts start with the same letters, so that they run on Windows too.
        _ if OS != "windows" && start.starts_with(b"MZ") && start.contains(&0) && !start.starts_with(b"MZqFpD=") => {
            other("Windows (PE)")
        }
        _ => None,
    }
}

/// An ELF file for another processor.
fn elf(start: &[u8], processor: &str) -> Option<String> {
    let (order, machine) = (*start.get(5)?, [*start.get(18)?, *start.get(19)?]);
    let machine = if order == 2 { u16::from_be_bytes(machine) } else { u16::from_le_bytes(machine) };
    // The kernel may run programs of the narrower processor too.
    let runs: &[u16] = match processor {
        "x86_64" => &[62, 3],
        "aarch64" => &[183, 40],
        "riscv64" => &[243],
        "powerpc64" => &[21, 20],
        _ => return None,
    };
    let known = [(3, "x86"), (8, "mips"), (20, "powerpc"), (21, "powerpc64"), (22, "s390x"), (40, "arm")];
    let known = known.into_iter().chain([(62, "x86_64"), (183, "aarch64"), (243, "riscv"), (258, "loongarch")]);
    let name = known.into_iter().find(|(number, _)| *number == machine).map_or("another processor", |(_, name)| name);
    (!runs.contains(&machine))
        .then(|| format!("is a program for the processor {name}, and this one is {processor}: compile it here"))
}

/// Whether the kernel has an emulator for it.
fn is_emulated(start: &[u8]) -> bool {
    let entries = fs::read_dir(BINFMT).into_iter().flatten().flatten();
    entries.filter_map(|entry| fs::read_to_string(entry.path()).ok()).any(|entry| matches(&entry, start))
}

/// Whether an entry of the kernel's list, which has bytes in hexadecimal, applies to a file.
fn matches(entry: &str, start: &[u8]) -> bool {
    let value = |key: &str| entry.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
    let bytes = |text: &str| -> Option<Vec<u8>> {
        let pairs = text.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
        pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
    };
    let (true, Some(magic)) = (entry.starts_with("enabled"), value("magic ").and_then(bytes)) else { return false };
    let mask = value("mask ").and_then(bytes).unwrap_or_else(|| vec![0xff; magic.len()]);
    let offset = value("offset ").and_then(|text| text.parse().ok()).unwrap_or(0);
    let Some(found) = start.get(offset..offset + magic.len()) else { return false };
    found.iter().zip(&magic).zip(&mask).all(|((found, magic), mask)| found & mask == magic & mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elf_for(machine: u8) -> Vec<u8> {
        let mut start = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0".to_vec();
        start.extend([machine, 0, 1, 0, 0, 0]);
        start
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn programs_of_other_systems_are_named() {
        let said = |start: &[u8]| kind(start, "x86_64").unwrap_or_default();
        assert!(said(b"\xcf\xfa\xed\xfe\x07\0\0\x01").contains("macOS (Mach-O)"));
        assert!(said(b"\xca\xfe\xba\xbe\0\0\0\x02").contains("macOS (Mach-O)"));
        assert!(said(b"\xca\xfe\xba\xbe\0\0\0\x41").contains("is a Java class"));
        assert!(said(b"MZ\x90\0\x03\0\0\0").contains("Windows (PE)"));
        assert!(said(&elf_for(183)).contains("for the processor aarch64, and this one is x86_64"));
    }

    #[test]
    fn programs_of_this_system_and_scripts_are_not() {
        for start in [elf_for(62), elf_for(3), b"#!/bin/sh\n".to_vec(), b"MZqFpD='\n\0".to_vec(), b"echo".to_vec()] {
            assert_eq!(kind(&start, "x86_64"), None, "{}", start.escape_ascii());
        }
    }

    #[test]
    fn a_program_that_an_emulator_runs_is_not_refused() {
        let entry = "enabled\ninterpreter /usr/bin/wine\nflags: \noffset 0\nmagic 4d5a\n";
        assert!(matches(entry, b"MZ\x90\0"));
        assert!(!matches(entry, b"\x7fELF"));
        assert!(!matches(&entry.replace("enabled", "disabled"), b"MZ\x90\0"));
        let masked = "enabled\ninterpreter /x\nflags: \noffset 1\nmagic 4500\nmask ff00\n";
        assert!(matches(masked, b"\x7fE\x46"));
        assert!(!matches("register", b"MZ"));
    }
}
