//! Landlock: the kernel refuses a bot every file that is not on its list.

use super::super::order::AllowedPaths;
use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, RulesetStatus, Scope, make_bitflags, path_beneath_rules,
};

/// The newest rights that this was tested with. Older kernels enforce those that they know.
const NEWEST: ABI = ABI::V7;

/// Devices that take anything and keep nothing, to be read as well.
const SINKS: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

const READ: BitFlags<AccessFs> = make_bitflags!(AccessFs::{ReadFile | ReadDir | Execute});
const USE_DEVICE: BitFlags<AccessFs> = make_bitflags!(AccessFs::{ReadFile | WriteFile | Truncate | IoctlDev});

/// Whether the kernel can hold a bot to a list of files; the error says what is missing.
pub(super) fn offered() -> Result<(), String> {
    let made = ruleset().and_then(Ruleset::create);
    made.map(drop).map_err(|_| {
        "the kernel has no Landlock, which needs Linux 5.13 with landlock in its list of security modules".into()
    })
}

/// The rights over files, which the kernel must know, and newer rights where it knows them: no signals to processes
/// outside, and no sockets of theirs.
fn ruleset() -> Result<Ruleset, RulesetError> {
    Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))
}

/// Holds this process, and all that come from it, to these files for good.
pub(super) fn confine(allowed: &AllowedPaths) -> Result<(), String> {
    // Landlock passes over a rule for a missing path; the scratch folder must not be missing.
    for path in &allowed.write {
        PathFd::new(path).map_err(|error| error.to_string())?;
    }
    let held = ruleset()
        .and_then(Ruleset::create)
        .and_then(|rules| rules.add_rules(path_beneath_rules(&allowed.read, READ)))
        .and_then(|rules| rules.add_rules(path_beneath_rules(&allowed.list, AccessFs::ReadDir)))
        .and_then(|rules| rules.add_rules(path_beneath_rules(&allowed.write, AccessFs::from_all(NEWEST))))
        .and_then(|rules| rules.add_rules(path_beneath_rules(SINKS, USE_DEVICE)))
        .and_then(landlock::RulesetCreated::restrict_self)
        .map_err(|error| error.to_string())?;
    match held.ruleset {
        RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced => Ok(()),
        RulesetStatus::NotEnforced => Err("the kernel does not enforce Landlock".into()),
    }
}
