//! The protocol's requirements on single values.
#![expect(clippy::trivially_copy_pass_by_ref, reason = "a check takes a reference")]

use crate::mixing::{MAX_MESSAGES, MAX_PEERS};

type Verdict = Result<(), &'static str>;

/// The latest time that dcrd can represent, in seconds since 1970.
const LATEST: u64 = i64::MAX as u64 - 62_135_596_800;

const fn verdict(holds: bool, otherwise: &'static str) -> Verdict {
    if holds { Ok(()) } else { Err(otherwise) }
}

pub(crate) const fn time(time: &u64) -> Verdict {
    verdict(*time <= LATEST, "time is out of range")
}

pub(crate) const fn signed_time(time: &i64) -> Verdict {
    verdict(*time >= 0 && time.cast_unsigned() <= LATEST, "time is out of range")
}

pub(crate) const fn amount(atoms: &i64) -> Verdict {
    verdict(*atoms >= 0, "must not be negative")
}

pub(crate) fn rows(count: &u16) -> Verdict {
    verdict((1..=MAX_MESSAGES).contains(&usize::from(*count)), "must be 1 to 1024")
}

pub(crate) fn columns(count: &u16) -> Verdict {
    verdict((1..=MAX_PEERS).contains(&usize::from(*count)), "must be 1 to 512")
}

pub(crate) const fn messages(count: &u16) -> Verdict {
    verdict(*count as usize <= MAX_MESSAGES, "must be at most 1024")
}
