//! The side that is connected to: a pool, or a proxy (Stratum V2, 4.5.1.2, 4.5.2.1).
#![forbid(unsafe_code)]

use alloc::sync::Arc;

use super::agreed::Agreed;
use super::message::{CERTIFICATE_PART, EPHEMERAL, FIRST_MESSAGE, SECOND_MESSAGE, STATIC};
use super::symmetric::Symmetric;
use super::{Handshake, State};
use crate::certificate::CERTIFICATE;
use crate::cipher::Cipher;
use crate::curve::ENCODED_KEY;
use crate::error::NoiseError;
use crate::identity::Identity;
use crate::secret::Secret;

impl<C: Cipher> Handshake<C> {
    /// The side that is connected to.
    ///
    /// # Errors
    /// [`NoEntropy`](NoiseError::NoEntropy).
    #[cfg(feature = "std")]
    pub fn responder(identity: Arc<Identity>) -> Result<Self, NoiseError> {
        Ok(Self::respond(identity, Secret::of_system()?))
    }

    /// The side that is connected to, with a given ephemeral key: for test vectors.
    /// Using the same key twice compromises the session.
    ///
    /// # Errors
    /// [`SecretOutOfRange`](NoiseError::SecretOutOfRange).
    pub fn responder_with_key(
        identity: Arc<Identity>,
        ephemeral: [u8; 32],
    ) -> Result<Self, NoiseError> {
        Ok(Self::respond(identity, Secret::new(ephemeral)?))
    }

    fn respond(identity: Arc<Identity>, ephemeral: Secret) -> Self {
        Self::in_state(State::Responder(Responder { identity, ephemeral }))
    }
}

/// A responder that waits for the first message.
pub(crate) struct Responder {
    pub(crate) identity: Arc<Identity>,
    pub(crate) ephemeral: Secret,
}

impl Responder {
    /// Takes the first message; the second, and what is agreed on.
    pub(crate) fn finish<C: Cipher>(
        &self,
        theirs: &[u8; FIRST_MESSAGE],
    ) -> Result<([u8; SECOND_MESSAGE], Agreed), NoiseError> {
        let mut symmetric = Symmetric::<C>::new();
        symmetric.mix_hash(theirs);
        symmetric.mix_hash(&[]);

        let mut message = [0; SECOND_MESSAGE];
        let ephemeral = self.ephemeral.encode();
        message[EPHEMERAL].copy_from_slice(&ephemeral);
        symmetric.mix_hash(&ephemeral);
        symmetric.mix_key(&self.ephemeral.shared(theirs, &ephemeral, false));

        let static_key = self.identity.encoded();
        message[STATIC][..ENCODED_KEY].copy_from_slice(static_key);
        symmetric.encrypt(&mut message[STATIC])?;
        symmetric.mix_key(&self.identity.secret().shared(theirs, static_key, false));

        let certificate = *self.identity.certificate();
        message[CERTIFICATE_PART][..CERTIFICATE].copy_from_slice(&certificate.to_bytes());
        symmetric.encrypt(&mut message[CERTIFICATE_PART])?;

        let (receive, send, hash) = symmetric.finish();
        let static_key = self.identity.static_key();
        Ok((message, Agreed { send, receive, certificate, static_key, hash }))
    }
}
