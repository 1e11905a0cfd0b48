//! Faults of the disk, for tests: the nth call to the system fails, writes short, or is the process's last.

use std::cell::Cell;
use std::io;

/// What happens at the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It fails, and the next one works again.
    Once,
    /// It fails, and so does every later one.
    Forever,
    /// If it is a write, it writes half of its bytes. Every later call fails.
    Short,
    /// If it is a write, it writes half of its bytes. Then the process dies, without cleaning up.
    Death,
}

thread_local! {
    static ARMED: Cell<Option<(Fault, u32)>> = const { Cell::new(None) };
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// Counts the calls of this thread from now on, and lets the fault happen at the given one; the first is 1.
pub(crate) fn arm(fault: Fault, call: u32) {
    ARMED.set(Some((fault, call)));
    CALLS.set(0);
}

/// Makes the disk work again. Returns whether the fault has happened.
pub(crate) fn disarm() -> bool {
    ARMED.take().is_some_and(|(_, call)| CALLS.get() >= call)
}

pub(super) fn call() -> io::Result<()> {
    let Some((fault, at)) = ARMED.get() else { return Ok(()) };
    let call = CALLS.get() + 1;
    CALLS.set(call);
    match fault {
        Fault::Death if call == at => std::process::exit(0),
        Fault::Once if call == at => Err(io::ErrorKind::StorageFull.into()),
        Fault::Forever | Fault::Short if call >= at => Err(io::ErrorKind::StorageFull.into()),
        _ => Ok(()),
    }
}

/// The bytes that a write may hand to the system.
pub(super) fn call_to_write(bytes: &[u8]) -> io::Result<&[u8]> {
    let is_next = |at| CALLS.get() + 1 == at;
    match ARMED.get() {
        Some((Fault::Short | Fault::Death, at)) if is_next(at) && bytes.len() > 1 => {
            // The rest of the bytes is the next write, which fails or is the last one.
            let _ = ARMED.replace(ARMED.get().map(|(fault, at)| (fault, at + 1)));
            call()?;
            Ok(&bytes[..bytes.len() / 2])
        }
        _ => call().map(|()| bytes),
    }
}
