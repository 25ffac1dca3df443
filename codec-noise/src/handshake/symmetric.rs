//! The variables of a handshake and the operations on them (Stratum V2, 4.4.2).
#![forbid(unsafe_code)]

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::cipher::Cipher;
use crate::error::NoiseError;
use crate::key::{Held, KeyBytes};
use crate::transport::direction::Direction;

/// The protocol's name, on which the two sides must agree.
const PROTOCOL: &[u8] = b"Noise_NX_Secp256k1+EllSwift_ChaChaPoly_SHA256";

/// Chaining key, hash of all that was sent, and the key of the next encrypted part.
pub(crate) struct Symmetric<C> {
    chaining: KeyBytes,
    hash: [u8; 32],
    cipher: Option<Held<Direction<C>>>,
}

fn hmac(key: &[u8; 32], data: &[&[u8]]) -> KeyBytes {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    for part in data {
        mac.update(part);
    }
    KeyBytes::take(&mut mac.finalize().into_bytes().into())
}

/// RFC 5869 without `info`, for two keys.
fn hkdf(chaining: &[u8; 32], material: &[u8]) -> (KeyBytes, KeyBytes) {
    let temporary = hmac(chaining, &[material]);
    let first = hmac(&temporary, &[&[1]]);
    let second = hmac(&temporary, &[&first[..], &[2]]);
    (first, second)
}

impl<C: Cipher> Symmetric<C> {
    pub(crate) fn new() -> Self {
        let mut chaining: [u8; 32] = Sha256::digest(PROTOCOL).into();
        let hash = Sha256::digest(chaining).into();
        Self { chaining: KeyBytes::take(&mut chaining), hash, cipher: None }
    }

    pub(crate) fn mix_hash(&mut self, data: &[u8]) {
        self.hash = Sha256::new().chain_update(self.hash).chain_update(data).finalize().into();
    }

    pub(crate) fn mix_key(&mut self, material: &KeyBytes) {
        let (chaining, key) = hkdf(&self.chaining, &material[..]);
        self.chaining = chaining;
        self.cipher = Some(Held::<Direction<C>>::from(Direction::new(&key)));
    }

    /// Seals the contents of `room` except its last bytes, where the tag is written.
    #[cfg(any(test, all(feature = "alloc", target_has_atomic = "ptr")))]
    pub(crate) fn encrypt(&mut self, room: &mut [u8]) -> Result<(), NoiseError> {
        if let Some(cipher) = &mut self.cipher {
            cipher.begin().seal(&self.hash, room)?;
        }
        self.mix_hash(room);
        Ok(())
    }

    /// Opens `sealed`; its last bytes, the tag, are unspecified afterwards.
    pub(crate) fn decrypt(&mut self, sealed: &mut [u8]) -> Result<(), NoiseError> {
        let context = self.hash;
        self.mix_hash(sealed);
        match &mut self.cipher {
            Some(cipher) => cipher.begin().open(&context, sealed, 0),
            None => Ok(()),
        }
    }

    /// The keys of the session, that from the initiator to the responder first, and the
    /// hash over the handshake.
    pub(crate) fn finish(&self) -> (KeyBytes, KeyBytes, [u8; 32]) {
        let (first, second) = hkdf(&self.chaining, &[]);
        (first, second, self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cipher::DefaultCipher;

    #[test]
    fn hkdf_yields_what_two_rounds_of_hmac_yield() {
        let (first, second) = hkdf(&[0; 32], &[]);
        // HMAC-SHA-256 with an empty key over nothing, which is the same as with zeros.
        let temporary = hmac(&[0; 32], &[]);
        assert_eq!(temporary[..4], [0xb6, 0x13, 0x67, 0x9a]);
        assert_eq!(*first, *hmac(&temporary, &[&[1]]));
        assert_eq!(*second, *hmac(&temporary, &[&first[..], &[2]]));
    }

    #[test]
    fn the_chaining_key_starts_as_the_hash_of_the_name() {
        let symmetric = Symmetric::<DefaultCipher>::new();
        assert_eq!(symmetric.chaining[..4], [46, 180, 120, 129]);
        assert_eq!(symmetric.hash[..], Sha256::digest(*symmetric.chaining)[..]);
    }

    #[test]
    fn hashes_are_of_the_bytes_that_were_sent() {
        let (mut one, mut other) =
            (Symmetric::<DefaultCipher>::new(), Symmetric::<DefaultCipher>::new());
        let material = KeyBytes::take(&mut [7; 32]);
        one.mix_key(&material);
        other.mix_key(&material);
        let mut room = *b"static key................";
        one.encrypt(&mut room).expect("there is room for a tag");
        other.decrypt(&mut room).expect("it was not changed");
        assert_eq!(&room[..10], b"static key");
        assert_eq!(one.hash, other.hash);
    }
}
