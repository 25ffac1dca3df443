//! The curve of `libsecp256k1`.
#![forbid(unsafe_code)]

use secp256k1::ellswift::{ElligatorSwift, Party};
use secp256k1::{Keypair, Scalar, SecretKey, XOnlyPublicKey, schnorr};

use super::ENCODED_KEY;
use crate::key::KeyBytes;

/// A point whose y coordinate is even.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PublicKey(XOnlyPublicKey);

impl PublicKey {
    /// The point of this x coordinate; `None` where there is none.
    pub(crate) fn from_bytes(x: [u8; 32]) -> Option<Self> {
        XOnlyPublicKey::from_byte_array(x).ok().map(Self)
    }

    /// The x coordinate.
    pub(crate) fn to_bytes(self) -> [u8; 32] {
        self.0.to_byte_array()
    }

    /// Returns whether its owner has signed this message.
    pub(crate) fn has_signed(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        schnorr::verify(&schnorr::Signature::from_byte_array(*signature), message, &self.0).is_ok()
    }
}

/// Returns whether the bytes are a secret key: neither zero nor the order or more.
pub(crate) fn is_secret(bytes: &[u8; 32]) -> bool {
    SecretKey::from_secret_bytes(*bytes).map(|mut key| key.non_secure_erase()).is_ok()
}

/// Returns whether the halves of a signature are an x coordinate and a number below the order.
pub(crate) fn is_signature(bytes: &[u8; 64]) -> bool {
    let (r, s) = (core::array::from_fn(|i| bytes[i]), core::array::from_fn(|i| bytes[32 + i]));
    XOnlyPublicKey::from_byte_array(r).is_ok() && Scalar::from_be_bytes(s).is_ok()
}

fn with_key<T>(secret: &[u8; 32], use_key: impl FnOnce(SecretKey) -> T) -> T {
    let mut key = SecretKey::from_secret_bytes(*secret).expect("it was found to be a key");
    let result = use_key(key);
    key.non_secure_erase();
    result
}

fn with_pair<T>(secret: &[u8; 32], use_pair: impl FnOnce(&Keypair) -> T) -> T {
    with_key(secret, |key| {
        let mut pair = Keypair::from_secret_key(&key);
        let result = use_pair(&pair);
        pair.non_secure_erase();
        result
    })
}

/// The public key of a secret key.
pub(crate) fn public(secret: &[u8; 32]) -> PublicKey {
    PublicKey(with_pair(secret, |pair| pair.x_only_public_key().0))
}

/// Signs a message, without random numbers.
pub(crate) fn sign(secret: &[u8; 32], message: &[u8]) -> [u8; 64] {
    with_pair(secret, |pair| schnorr::sign_no_aux_rand(message, pair).to_byte_array())
}

/// The public key of a secret key, as bytes that are as good as random.
pub(crate) fn encode(secret: &[u8; 32]) -> [u8; ENCODED_KEY] {
    with_key(secret, |key| ElligatorSwift::from_seckey(key, None).to_byte_array())
}

/// The x coordinate of an encoded key.
pub(crate) fn decode(encoded: &[u8; ENCODED_KEY]) -> [u8; 32] {
    let point = secp256k1::PublicKey::from_ellswift(ElligatorSwift::from_byte_array(*encoded));
    point.x_only_public_key().0.to_byte_array()
}

/// The secret that the owner of `secret` shares with the other side: BIP 324's hash of both encodings
/// and the product. `initiates` says which side the owner is.
pub(crate) fn shared(
    secret: &[u8; 32],
    initiator: &[u8; ENCODED_KEY],
    responder: &[u8; ENCODED_KEY],
    initiates: bool,
) -> KeyBytes {
    let initiator = ElligatorSwift::from_byte_array(*initiator);
    let responder = ElligatorSwift::from_byte_array(*responder);
    let party = if initiates { Party::Initiator } else { Party::Responder };
    with_key(secret, |key| {
        let mut shared = ElligatorSwift::shared_secret(initiator, responder, key, party);
        let bytes = KeyBytes::take(&mut shared.to_secret_bytes());
        shared.non_secure_erase();
        bytes
    })
}
