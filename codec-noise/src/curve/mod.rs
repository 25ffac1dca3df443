//! The curve `secp256k1`: keys by their x coordinate, signatures (BIP 340), and keys that are as good as
//! random bytes (BIP 324), from either library.
//!
//! Secret keys are given as bytes that [`is_secret`] has accepted.
#![forbid(unsafe_code)]

#[cfg(all(feature = "rust-crypto", any(test, not(feature = "ring"))))]
mod ellswift;
#[cfg(feature = "ring")]
mod library;
#[cfg(all(feature = "rust-crypto", any(test, not(feature = "ring"))))]
mod portable;

#[cfg(feature = "ring")]
pub(crate) use library::{
    PublicKey, decode, encode, is_secret, is_signature, public, shared, sign,
};
#[cfg(not(feature = "ring"))]
pub(crate) use portable::{
    PublicKey, decode, encode, is_secret, is_signature, public, shared, sign,
};

/// Bytes of a public key in the `ElligatorSwift` encoding.
pub(crate) const ENCODED_KEY: usize = 64;

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

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
        for row in rows(include_str!("../../tests/data/bip324_ellswift_decode.csv")) {
            assert_eq!(decode(&bytes(row[0])), bytes(row[1]), "{row:?}");
            #[cfg(feature = "rust-crypto")]
            assert_eq!(portable::decode(&bytes(row[0])), bytes(row[1]), "{row:?}");
            count += 1;
        }
        assert_eq!(count, 76);
    }

    /// BIP 324, `packet_encoding_test_vectors.csv`.
    #[test]
    fn shared_secrets_are_those_of_bip_324() {
        let mut count = 0;
        for row in rows(include_str!("../../tests/data/bip324_ecdh.csv")) {
            let (secret, ours, theirs) = (bytes(row[0]), bytes(row[1]), bytes(row[2]));
            assert!(is_secret(&secret));
            let (first, second, initiates) =
                if row[3] == "1" { (&ours, &theirs, true) } else { (&theirs, &ours, false) };
            assert_eq!(*shared(&secret, first, second, initiates), bytes(row[5]), "{row:?}");
            assert_eq!(public(&secret).to_bytes(), bytes(row[4]), "{row:?}");
            count += 1;
        }
        assert_eq!(count, 7);
    }

    #[test]
    fn an_encoding_of_ours_decodes_to_the_key() {
        for byte in (1..=254).step_by(5) {
            let secret = [byte; 32];
            assert_eq!(decode(&encode(&secret)), public(&secret).to_bytes());
        }
    }

    #[test]
    fn zero_and_the_order_are_no_keys() {
        const ORDER: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
        for bad in [[0; 32], [0xff; 32], bytes(ORDER)] {
            assert!(!is_secret(&bad));
        }
        let mut below = bytes::<32>(ORDER);
        below[31] -= 1;
        assert!(is_secret(&below));
    }

    /// Each library takes keys and signatures of the other; results of one kind are equal.
    #[cfg(all(feature = "ring", feature = "rust-crypto"))]
    #[test]
    fn both_libraries_agree() {
        for byte in (1..=254u8).step_by(11) {
            let (mine, other) = ([byte; 32], [byte ^ 0xff; 32]);
            let x = library::public(&mine).to_bytes();
            assert_eq!(portable::public(&mine).to_bytes(), x);
            let (ours, theirs) = (library::encode(&mine), portable::encode(&other));
            assert_eq!(portable::decode(&ours), x);
            assert_eq!(library::decode(&theirs), library::public(&other).to_bytes());
            let one = library::shared(&mine, &ours, &theirs, true);
            assert_eq!(*one, *portable::shared(&mine, &ours, &theirs, true));
            assert_eq!(*one, *portable::shared(&other, &ours, &theirs, false));
            let mut signature = library::sign(&mine, &other);
            assert_eq!(signature, portable::sign(&mine, &other));
            let key = portable::PublicKey::from_bytes(x).expect("it is a key's");
            assert!(portable::is_signature(&signature) && key.has_signed(&other, &signature));
            assert!(!key.has_signed(&mine, &signature));
            signature[usize::from(byte % 64)] ^= 1;
            assert!(!key.has_signed(&other, &signature));
            assert_eq!(portable::is_signature(&signature), library::is_signature(&signature));
        }
        for bytes in (0..=u8::MAX).map(|byte| [byte; 32]) {
            let ours = portable::PublicKey::from_bytes(bytes).is_some();
            assert_eq!(ours, library::PublicKey::from_bytes(bytes).is_some());
            assert_eq!(portable::is_secret(&bytes), library::is_secret(&bytes));
        }
    }
}
