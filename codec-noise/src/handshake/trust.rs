//! The servers that an initiator accepts.
#![forbid(unsafe_code)]

use crate::authority::AuthorityKey;
use crate::certificate::Certificate;
use crate::error::NoiseError;

/// Seconds by which two clocks may differ: the value of the reference implementation, whose
/// responders sign certificates that are valid from the current second.
pub const CLOCK_TOLERANCE: u32 = 10;

pub(crate) struct Trust {
    /// `None` where any server is accepted.
    authorities: Option<Vec<AuthorityKey>>,
    pub(crate) tolerance: u32,
}

impl Trust {
    pub(crate) fn in_one(authority: AuthorityKey) -> Self {
        Self { authorities: Some(vec![authority]), tolerance: CLOCK_TOLERANCE }
    }

    pub(crate) const fn in_all() -> Self {
        Self { authorities: None, tolerance: CLOCK_TOLERANCE }
    }

    pub(crate) fn add(&mut self, authority: AuthorityKey) {
        if let Some(authorities) = &mut self.authorities {
            authorities.push(authority);
        }
    }

    /// Checks that one of the authorities has signed the certificate.
    pub(crate) fn check(
        &self,
        certificate: &Certificate,
        static_key: &[u8; 32],
        now: u64,
    ) -> Result<(), NoiseError> {
        let mut outcome = Ok(());
        for authority in self.authorities.iter().flatten() {
            outcome = certificate.check(static_key, authority, now, self.tolerance);
            if outcome != Err(NoiseError::WrongAuthority) {
                break;
            }
        }
        outcome
    }
}
