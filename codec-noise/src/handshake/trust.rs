//! Which servers an initiator accepts.
#![forbid(unsafe_code)]

use crate::authority::AuthorityKey;
use crate::certificate::Certificate;
use crate::error::NoiseError;

/// Seconds by which two clocks may differ: the value of the reference implementation, whose
/// responders sign certificates that are valid from the current second.
pub const CLOCK_TOLERANCE: u32 = 10;

#[derive(Clone, Copy)]
pub(crate) struct Trust {
    /// `None` where any server is accepted.
    pub(crate) authority: Option<AuthorityKey>,
    pub(crate) tolerance: u32,
}

impl Trust {
    pub(crate) fn check(
        self,
        certificate: &Certificate,
        static_key: &[u8; 32],
        now: u64,
    ) -> Result<(), NoiseError> {
        match self.authority {
            Some(authority) => certificate.check(static_key, &authority, now, self.tolerance),
            None => Ok(()),
        }
    }
}
