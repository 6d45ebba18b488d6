//! Seccomp: a bot may make all system calls but those that reach the network, other processes or the machine. A refused
//! call fails with EPERM, so that a bot can go on without it.

use super::super::limits::MEMORY;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Width, SeccompCmpOp as Is, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, sock_filter,
};
use std::collections::BTreeMap;

/// Refused whatever the arguments.
const REFUSED: &[i64] = &[
    // The network. A pair of connected sockets within the bot is fine, see `conditions`.
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    // io_uring makes system calls that no filter sees.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    libc::SYS_perf_event_open,
    libc::SYS_bpf,
    libc::SYS_userfaultfd,
    // Out of the process group, by which the referee ends a bot.
    libc::SYS_setsid,
    libc::SYS_setpgid,
    // Objects that outlive a process and are in no folder.
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    // File systems and namespaces.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_mount_setattr,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_open_by_handle_at,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_fanotify_init,
    libc::SYS_quotactl,
    // The machine.
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    KEXEC_FILE_LOAD,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
];

/// Flags of clone that make namespaces.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWNS,
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
];

/// Not in `libc` for every C library.
const KEXEC_FILE_LOAD: i64 = if cfg!(target_arch = "x86_64") { 320 } else { 294 };

/// Programs made for the x32 convention number their system calls from here on.
const X32: u32 = 0x4000_0000;

/// Whether the kernel can hold a bot to this filter; the error says what is missing.
pub(super) fn offered() -> Result<(), String> {
    rustix::thread::secure_computing_mode().map_err(|_| "the kernel was built without seccomp filters".to_string())?;
    filters().map(drop)
}

/// Holds this process, and all that come from it, to the filter for good.
pub(super) fn confine() -> Result<(), String> {
    filters()?.iter().try_for_each(|filter| seccompiler::apply_filter(filter).map_err(|error| error.to_string()))
}

fn filters() -> Result<[BpfProgram; 2], String> {
    let unconditional = REFUSED.iter().map(|&call| (call, Vec::new()));
    let refused = unconditional.chain(conditions().map_err(|error| error.to_string())?).collect();
    let mut refused = compiled(refused, libc::EPERM)?;
    if cfg!(target_arch = "x86_64") {
        refused.splice(0..0, refuse_x32());
    }
    // The flags of clone3 lie in memory, where no filter can see them. On ENOSYS, C libraries fall back to clone.
    let unknown = compiled(BTreeMap::from([(libc::SYS_clone3, Vec::new())]), libc::ENOSYS)?;
    Ok([refused, unknown])
}

/// Refused with some arguments only.
fn conditions() -> Result<Vec<(i64, Vec<SeccompRule>)>, seccompiler::BackendError> {
    let when = |argument, is, value| SeccompCondition::new(argument, Width::Qword, is, value);
    let masked = |argument, mask, value| when(argument, Is::MaskedEq(mask), value);
    let rule = |condition| SeccompRule::new(vec![condition]);
    let mut namespaces = Vec::new();
    for flag in NAMESPACES.map(|flag| u64::from(flag.cast_unsigned())) {
        namespaces.push(rule(masked(0, flag, flag)?)?);
    }
    let shared = (libc::MAP_SHARED | libc::MAP_ANONYMOUS).cast_unsigned().into();
    let vast = SeccompRule::new(vec![masked(3, shared, shared)?, when(1, Is::Ge, MEMORY)?])?;
    Ok(vec![
        (libc::SYS_clone, namespaces),
        // RLIMIT_DATA does not count shared memory.
        (libc::SYS_mmap, vec![vast]),
        // Only with an address: without one it is `send` in C libraries.
        (libc::SYS_sendto, vec![rule(when(4, Is::Ne, 0)?)?]),
        // A datagram socket could send to others without a connection. Raw (3) means the same as datagram (2) here.
        (libc::SYS_socketpair, vec![rule(masked(1, 0xf, 2)?)?, rule(masked(1, 0xf, 3)?)?]),
        // Limits and priorities of others: the referee and the opponent.
        (libc::SYS_prlimit64, vec![rule(when(0, Is::Ne, 0)?)?]),
        (libc::SYS_setpriority, vec![rule(when(1, Is::Ne, 0)?)?]),
    ])
}

fn compiled(refused: BTreeMap<i64, Vec<SeccompRule>>, error: i32) -> Result<BpfProgram, String> {
    let machine = if cfg!(target_arch = "x86_64") { TargetArch::x86_64 } else { TargetArch::aarch64 };
    let refusal = SeccompAction::Errno(error.cast_unsigned());
    let filter = SeccompFilter::new(refused, SeccompAction::Allow, refusal, machine);
    filter.and_then(BpfProgram::try_from).map_err(|error| error.to_string())
}

/// Three instructions ahead of a filter: load the number of the call; below x32 go on; else refuse.
fn refuse_x32() -> [sock_filter; 3] {
    let instruction = |code, jt, jf, k| sock_filter { code, jt, jf, k };
    const LOAD_WORD: u16 = 0x20;
    const JUMP_IF_AT_LEAST: u16 = 0x35;
    const RETURN: u16 = 0x06;
    [
        instruction(LOAD_WORD, 0, 0, 0),
        instruction(JUMP_IF_AT_LEAST, 0, 1, X32),
        instruction(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | libc::EPERM.cast_unsigned()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filters_compile_and_fit() {
        let [refused, unknown] = filters().unwrap();
        assert!(refused.len() > REFUSED.len() && refused.len() < 1000, "{}", refused.len());
        assert!(!unknown.is_empty());
    }
}
