//! Both directions of a connection.
#![forbid(unsafe_code)]

use core::fmt;

use super::opener::Opener;
use super::sealer::Sealer;
use crate::certificate::Certificate;
use crate::cipher::{Cipher, DefaultCipher};

/// What a [`Handshake`](crate::Handshake) comes to: a key for each direction.
pub struct Session<C = DefaultCipher> {
    sealer: Sealer<C>,
    opener: Opener<C>,
    certificate: Certificate,
    hash: [u8; 32],
}

impl<C: Cipher> Session<C> {
    /// A session with a key for what it sends and one for what it receives.
    pub(crate) fn new(
        send: &[u8; 32],
        receive: &[u8; 32],
        certificate: Certificate,
        hash: [u8; 32],
    ) -> Self {
        let (sealer, opener) = (Sealer::new(send), Opener::new(receive));
        Self { sealer, opener, certificate, hash }
    }

    /// The directions, each to be used by whom it concerns: the one that sends, and the one
    /// that receives.
    pub fn split(self) -> (Sealer<C>, Opener<C>) {
        (self.sealer, self.opener)
    }

    /// The certificate that the responder has shown.
    pub const fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The hash over all bytes of the handshake: both ends have the same, and no other
    /// session has it.
    pub const fn handshake_hash(&self) -> &[u8; 32] {
        &self.hash
    }
}

/// The certificate and how much was sent and received; no key.
impl<C: Cipher> fmt::Debug for Session<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("certificate", &self.certificate)
            .field("sealer", &self.sealer)
            .field("opener", &self.opener)
            .finish_non_exhaustive()
    }
}
