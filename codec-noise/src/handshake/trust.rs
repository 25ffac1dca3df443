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
    authority: Option<AuthorityKey>,
    #[cfg(feature = "alloc")]
    others: alloc::vec::Vec<AuthorityKey>,
    pub(crate) tolerance: u32,
}

impl Trust {
    /// Trust in one authority, or in any server.
    pub(crate) const fn new(authority: Option<AuthorityKey>) -> Self {
        Self {
            authority,
            #[cfg(feature = "alloc")]
            others: alloc::vec::Vec::new(),
            tolerance: CLOCK_TOLERANCE,
        }
    }

    #[cfg(feature = "alloc")]
    pub(crate) fn add(&mut self, authority: AuthorityKey) {
        if self.authority.is_some() {
            self.others.push(authority);
        }
    }

    fn authorities(&self) -> impl Iterator<Item = &AuthorityKey> {
        let authorities = self.authority.iter();
        #[cfg(feature = "alloc")]
        let authorities = authorities.chain(&self.others);
        authorities
    }

    /// Checks that one of the authorities has signed the certificate.
    pub(crate) fn check(
        &self,
        certificate: &Certificate,
        static_key: &[u8; 32],
        now: u64,
    ) -> Result<(), NoiseError> {
        let mut outcome = Ok(());
        for authority in self.authorities() {
            outcome = certificate.check(static_key, authority, now, self.tolerance);
            if outcome != Err(NoiseError::WrongAuthority) {
                break;
            }
        }
        outcome
    }
}
