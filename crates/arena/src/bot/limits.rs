//! How large a bot may be.

/// The limits of a package. They are checked while it is read, so that a bomb costs no more than its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The longest package, in bytes: 32 MiB.
    pub packed: u64,
    /// All its files together, in bytes: 256 MiB.
    pub unpacked: u64,
    /// Files and folders: 10,000.
    pub files: usize,
    /// Folders inside each other: 20.
    pub depth: usize,
    /// The longest name, in bytes, with the folders before it: 250.
    pub name: usize,
    /// The longest `bot.toml`, in bytes: 64 KiB.
    pub manifest: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { packed: 32 << 20, unpacked: 256 << 20, files: 10_000, depth: 20, name: 250, manifest: 64 << 10 }
    }
}

impl Limits {
    /// The longest stream of a tar archive: its files, and two headers with padding for each.
    pub(super) fn stream(&self) -> u64 {
        self.unpacked.saturating_add((self.files as u64 + 2).saturating_mul(2048))
    }
}

/// A number of bytes as people write it.
pub(super) fn bytes(count: u64) -> String {
    match count {
        0..10_240 => format!("{count} bytes"),
        10_240..10_485_760 => format!("{} KiB", count >> 10),
        _ => format!("{} MiB", count >> 20),
    }
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn bytes_are_written_in_a_unit_that_people_read() {
        assert_eq!(
            [bytes(0), bytes(10_239), bytes(64 << 10), bytes(32 << 20)],
            ["0 bytes", "10239 bytes", "64 KiB", "32 MiB"]
        );
    }
}
