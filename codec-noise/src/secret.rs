//! Secret keys: 32 bytes that are zeroized when they are dropped.
#![forbid(unsafe_code)]

use secp256k1::SecretKey;
use secp256k1::ellswift::{ElligatorSwift, Party};
use secp256k1::{Keypair, XOnlyPublicKey};

use crate::error::NoiseError;
use crate::key::KeyBytes;

/// Bytes of a public key in the `ElligatorSwift` encoding.
pub(crate) const ENCODED_KEY: usize = 64;

/// A secret key of the curve.
#[derive(Clone)]
pub(crate) struct Secret(KeyBytes);

impl Secret {
    /// A key from bytes.
    pub(crate) fn new(mut bytes: [u8; 32]) -> Result<Self, NoiseError> {
        Self::of(KeyBytes::take(&mut bytes))
    }

    fn of(bytes: KeyBytes) -> Result<Self, NoiseError> {
        let mut key =
            SecretKey::from_secret_bytes(*bytes).map_err(|_| NoiseError::SecretOutOfRange)?;
        key.non_secure_erase();
        Ok(Self(bytes))
    }

    /// A key from the system's random bytes.
    pub(crate) fn random() -> Result<Self, NoiseError> {
        loop {
            let mut bytes = KeyBytes::zeros();
            getrandom::fill(&mut *bytes).map_err(|_| NoiseError::NoEntropy)?;
            // All but about 2^128 of the 2^256 values are keys.
            if let Ok(secret) = Self::of(bytes) {
                return Ok(secret);
            }
        }
    }

    pub(crate) const fn bytes(&self) -> &KeyBytes {
        &self.0
    }

    fn with_key<T>(&self, use_key: impl FnOnce(SecretKey) -> T) -> T {
        let mut key =
            SecretKey::from_secret_bytes(*self.0).expect("it was found to be a key when made");
        let result = use_key(key);
        key.non_secure_erase();
        result
    }

    pub(crate) fn with_pair<T>(&self, use_pair: impl FnOnce(&Keypair) -> T) -> T {
        self.with_key(|key| {
            let mut pair = Keypair::from_secret_key(&key);
            let result = use_pair(&pair);
            pair.non_secure_erase();
            result
        })
    }

    /// The public key's x coordinate.
    pub(crate) fn x_only(&self) -> XOnlyPublicKey {
        self.with_pair(|pair| pair.x_only_public_key().0)
    }

    /// The public key, encoded so that it is indistinguishable from random bytes.
    pub(crate) fn encode(&self) -> [u8; ENCODED_KEY] {
        self.with_key(|key| ElligatorSwift::from_seckey(key, None).to_byte_array())
    }

    /// The secret shared with the other side, BIP 324's hash over both encodings included.
    pub(crate) fn shared(
        &self,
        initiator: &[u8; ENCODED_KEY],
        responder: &[u8; ENCODED_KEY],
        party: Party,
    ) -> KeyBytes {
        let initiator = ElligatorSwift::from_byte_array(*initiator);
        let responder = ElligatorSwift::from_byte_array(*responder);
        self.with_key(|key| {
            let mut shared = ElligatorSwift::shared_secret(initiator, responder, key, party);
            let bytes = KeyBytes::take(&mut shared.to_secret_bytes());
            shared.non_secure_erase();
            bytes
        })
    }
}

#[cfg(test)]
mod tests {
    use secp256k1::PublicKey;

    use super::*;

    fn bytes<const N: usize>(hex: &str) -> [u8; N] {
        assert_eq!(hex.len(), 2 * N);
        core::array::from_fn(|i| {
            u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("vectors are in hexadecimal")
        })
    }

    fn rows(csv: &str) -> impl Iterator<Item = Vec<&str>> {
        csv.lines().skip(1).map(|line| line.split(',').collect())
    }

    /// BIP 324, `ellswift_decode_test_vectors.csv`.
    #[test]
    fn encodings_decode_to_the_coordinates_of_bip_324() {
        let mut count = 0;
        for row in rows(include_str!("../tests/data/bip324_ellswift_decode.csv")) {
            let point = PublicKey::from_ellswift(ElligatorSwift::from_byte_array(bytes(row[0])));
            assert_eq!(point.x_only_public_key().0.to_byte_array(), bytes(row[1]), "{row:?}");
            count += 1;
        }
        assert_eq!(count, 76);
    }

    /// BIP 324, `packet_encoding_test_vectors.csv`.
    #[test]
    fn shared_secrets_are_those_of_bip_324() {
        let mut count = 0;
        for row in rows(include_str!("../tests/data/bip324_ecdh.csv")) {
            let secret = Secret::new(bytes(row[0])).expect("vectors have keys");
            let (ours, theirs) = (bytes(row[1]), bytes(row[2]));
            let shared = if row[3] == "1" {
                secret.shared(&ours, &theirs, Party::Initiator)
            } else {
                secret.shared(&theirs, &ours, Party::Responder)
            };
            assert_eq!(*shared, bytes(row[5]), "{row:?}");
            assert_eq!(secret.x_only().to_byte_array(), bytes(row[4]), "{row:?}");
            count += 1;
        }
        assert_eq!(count, 7);
    }

    #[test]
    fn an_encoding_of_ours_decodes_to_the_key() {
        for byte in 1..50 {
            let secret = Secret::new([byte; 32]).expect("far from zero and from the order");
            let point = PublicKey::from_ellswift(ElligatorSwift::from_byte_array(secret.encode()));
            assert_eq!(point.x_only_public_key().0, secret.x_only());
        }
    }

    #[test]
    fn zero_and_the_order_are_no_keys() {
        const ORDER: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
        for bad in [[0; 32], [0xff; 32], bytes(ORDER)] {
            assert_eq!(Secret::new(bad).err(), Some(NoiseError::SecretOutOfRange));
        }
        let mut below = bytes::<32>(ORDER);
        below[31] -= 1;
        assert!(Secret::new(below).is_ok());
    }
}
