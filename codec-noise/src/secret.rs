//! Secret keys: 32 bytes that are zeroized when they are dropped.
#![forbid(unsafe_code)]

use crate::curve::{self, ENCODED_KEY, PublicKey};
use crate::error::NoiseError;
use crate::key::KeyBytes;

/// A secret key of the curve.
#[derive(Clone)]
pub(crate) struct Secret(KeyBytes);

impl Secret {
    /// A key from bytes.
    pub(crate) fn new(mut bytes: [u8; 32]) -> Result<Self, NoiseError> {
        Self::of(KeyBytes::take(&mut bytes))
    }

    fn of(bytes: KeyBytes) -> Result<Self, NoiseError> {
        if curve::is_secret(&bytes) { Ok(Self(bytes)) } else { Err(NoiseError::SecretOutOfRange) }
    }

    /// A key from random bytes.
    pub(crate) fn random<E>(
        fill: impl FnOnce(&mut [u8]) -> Result<(), E>,
    ) -> Result<Self, NoiseError> {
        let mut bytes = KeyBytes::zeros();
        fill(&mut bytes[..]).map_err(|_| NoiseError::NoEntropy)?;
        // All but about 2^128 of the 2^256 values are keys: another was not drawn at random.
        Self::of(bytes).map_err(|_| NoiseError::NoEntropy)
    }

    /// A key from the system's random bytes.
    #[cfg(feature = "std")]
    pub(crate) fn of_system() -> Result<Self, NoiseError> {
        Self::random(getrandom::fill)
    }

    pub(crate) const fn bytes(&self) -> &KeyBytes {
        &self.0
    }

    /// The public key.
    pub(crate) fn public(&self) -> PublicKey {
        curve::public(&self.0)
    }

    /// The public key, encoded so that it is indistinguishable from random bytes.
    pub(crate) fn encode(&self) -> [u8; ENCODED_KEY] {
        curve::encode(&self.0)
    }

    /// The secret shared with the other side, BIP 324's hash over both encodings included.
    pub(crate) fn shared(
        &self,
        initiator: &[u8; ENCODED_KEY],
        responder: &[u8; ENCODED_KEY],
        initiates: bool,
    ) -> KeyBytes {
        curve::shared(&self.0, initiator, responder, initiates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_random_source_that_fails_or_is_stuck_makes_no_key() {
        assert_eq!(Secret::random(|_| Err(())).err(), Some(NoiseError::NoEntropy));
        for stuck in [0, 0xff] {
            let fill = |bytes: &mut [u8]| {
                bytes.fill(stuck);
                Ok::<_, ()>(())
            };
            assert_eq!(Secret::random(fill).err(), Some(NoiseError::NoEntropy));
        }
        assert_eq!(Secret::new([0; 32]).err(), Some(NoiseError::SecretOutOfRange));
    }
}
