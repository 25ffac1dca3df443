//! The side that opens the connection: a miner, or a proxy (Stratum V2, 4.5.1.1, 4.5.2.2).
#![forbid(unsafe_code)]

use super::agreed::Agreed;
use super::message::{CERTIFICATE_PART, EPHEMERAL, SECOND_MESSAGE, STATIC};
use super::symmetric::Symmetric;
use super::trust::Trust;
use crate::certificate::{CERTIFICATE, Certificate};
use crate::cipher::Cipher;
use crate::curve::{self, ENCODED_KEY};
use crate::error::NoiseError;
use crate::secret::Secret;

/// An initiator that has made its message.
pub(crate) struct Initiator<C> {
    symmetric: Symmetric<C>,
    ephemeral: Secret,
    encoded: [u8; ENCODED_KEY],
    trust: Trust,
}

impl<C: Cipher> Initiator<C> {
    pub(crate) fn new(ephemeral: Secret, trust: Trust) -> Self {
        let encoded = ephemeral.encode();
        let mut symmetric = Symmetric::new();
        symmetric.mix_hash(&encoded);
        // The payload of the first message is empty, and there is no key yet.
        symmetric.mix_hash(&[]);
        Self { symmetric, ephemeral, encoded, trust }
    }

    /// The first message.
    pub(crate) const fn message(&self) -> &[u8; ENCODED_KEY] {
        &self.encoded
    }

    pub(crate) const fn trust(&mut self) -> &mut Trust {
        &mut self.trust
    }

    /// Takes the second message, and checks who has sent it.
    pub(crate) fn finish(
        &mut self,
        mut message: [u8; SECOND_MESSAGE],
        now: u64,
    ) -> Result<Agreed, NoiseError> {
        let theirs = part::<ENCODED_KEY>(&message[EPHEMERAL]);
        self.symmetric.mix_hash(&theirs);
        self.mix_shared(&theirs);

        self.symmetric.decrypt(&mut message[STATIC])?;
        let static_key = part::<ENCODED_KEY>(&message[STATIC]);
        self.mix_shared(&static_key);

        self.symmetric.decrypt(&mut message[CERTIFICATE_PART])?;
        let certificate = Certificate::from_bytes(&part::<CERTIFICATE>(&message[CERTIFICATE_PART]));
        let static_key = curve::decode(&static_key);
        self.trust.check(&certificate, &static_key, now)?;

        let (send, receive, hash) = self.symmetric.finish();
        Ok(Agreed { send, receive, certificate, static_key, hash })
    }

    fn mix_shared(&mut self, theirs: &[u8; ENCODED_KEY]) {
        let shared = self.ephemeral.shared(&self.encoded, theirs, true);
        self.symmetric.mix_key(&shared);
    }
}

/// The bytes of a part of a message, without its tag.
fn part<const N: usize>(bytes: &[u8]) -> [u8; N] {
    core::array::from_fn(|i| bytes[i])
}
