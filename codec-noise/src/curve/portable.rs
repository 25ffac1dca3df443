//! The curve of `RustCrypto`.
#![forbid(unsafe_code)]

use k256::elliptic_curve::PrimeField as _;
use k256::elliptic_curve::point::{AffineCoordinates as _, DecompressPoint as _};
use k256::schnorr::{Signature, SigningKey, VerifyingKey};
use k256::{AffinePoint, ProjectivePoint, Scalar};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroize as _;

use super::{ENCODED_KEY, ellswift};
use crate::key::KeyBytes;

/// A point whose y coordinate is even, by its x coordinate.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PublicKey([u8; 32]);

impl PublicKey {
    /// The point of this x coordinate; `None` where there is none.
    pub(crate) fn from_bytes(x: [u8; 32]) -> Option<Self> {
        VerifyingKey::from_bytes(&x.into()).is_ok().then_some(Self(x))
    }

    /// The x coordinate.
    pub(crate) const fn to_bytes(self) -> [u8; 32] {
        self.0
    }

    /// Returns whether its owner has signed this message.
    pub(crate) fn has_signed(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        let key = VerifyingKey::from_bytes(&self.0.into());
        let signature = Signature::from_bytes(signature);
        matches!((key, signature), (Ok(key), Ok(signature)) if key.verify_raw(message, &signature).is_ok())
    }
}

/// A secret key as a number; zero where it is none.
fn scalar(secret: &[u8; 32]) -> Scalar {
    Option::from(Scalar::from_repr((*secret).into())).unwrap_or(Scalar::ZERO)
}

/// Returns whether the bytes are a secret key: neither zero nor the order or more.
pub(crate) fn is_secret(bytes: &[u8; 32]) -> bool {
    let mut scalar = scalar(bytes);
    let is_secret = scalar != Scalar::ZERO;
    scalar.zeroize();
    is_secret
}

/// Returns whether the halves of a signature are an x coordinate and a number below the order.
pub(crate) fn is_signature(bytes: &[u8; 64]) -> bool {
    let (r, s) =
        (core::array::from_fn(|i| bytes[i]), core::array::from_fn::<u8, 32, _>(|i| bytes[32 + i]));
    PublicKey::from_bytes(r).is_some() && bool::from(Scalar::from_repr(s.into()).is_some())
}

/// The public key of a secret key.
pub(crate) fn public(secret: &[u8; 32]) -> PublicKey {
    let mut scalar = scalar(secret);
    let point = ProjectivePoint::mul_by_generator(&scalar).to_affine();
    scalar.zeroize();
    PublicKey(point.x().into())
}

/// Signs a message, without random numbers.
pub(crate) fn sign(secret: &[u8; 32], message: &[u8]) -> [u8; 64] {
    let key = SigningKey::from_bytes(&(*secret).into()).expect("it was found to be a key");
    key.sign_raw(message, &[0; 32]).expect("a nonce is zero once in 2^256 messages").to_bytes()
}

/// The public key of a secret key, as bytes that are as good as random.
pub(crate) fn encode(secret: &[u8; 32]) -> [u8; ENCODED_KEY] {
    let mut attempt = 0u32;
    ellswift::encode(public(secret).0, || {
        let hash = |of: &[u8]| -> [u8; 32] {
            let name = Sha256::new().chain_update(b"codec-noise ElligatorSwift ").chain_update(of);
            name.chain_update(secret).chain_update(attempt.to_le_bytes()).finalize().into()
        };
        let drawn = (hash(b"number"), hash(b"case")[0]);
        attempt += 1;
        drawn
    })
}

/// The x coordinate of an encoded key.
pub(crate) fn decode(encoded: &[u8; ENCODED_KEY]) -> [u8; 32] {
    ellswift::decode(encoded)
}

/// The secret that the owner of `secret` shares with the other side: BIP 324's hash of both encodings
/// and the product. `initiates` says which side the owner is.
pub(crate) fn shared(
    secret: &[u8; 32],
    initiator: &[u8; ENCODED_KEY],
    responder: &[u8; ENCODED_KEY],
    initiates: bool,
) -> KeyBytes {
    let theirs = if initiates { responder } else { initiator };
    // An encoding decodes to the coordinate of a point; either of the two has the same product.
    let point = AffinePoint::decompress(&decode(theirs).into(), 0.into());
    let mut scalar = scalar(secret);
    let product = ProjectivePoint::from(point.unwrap_or(AffinePoint::GENERATOR)) * scalar;
    scalar.zeroize();
    let mut x: [u8; 32] = product.to_affine().x().into();
    let tag = Sha256::digest(b"bip324_ellswift_xonly_ecdh");
    let hash = Sha256::new().chain_update(tag).chain_update(tag);
    let hash = hash.chain_update(initiator).chain_update(responder).chain_update(x);
    x.zeroize();
    KeyBytes::take(&mut hash.finalize().into())
}
