//! Errors: what went wrong with the peer or the session, one kind each.
#![forbid(unsafe_code)]

use core::fmt;

/// Why there is no session, or why it has ended. A connection on which one of these errors
/// occurred must be closed: no later call on the same session succeeds.
///
/// A small value that holds no byte of a key or of a message.
///
/// ```
/// use codec_noise::{Handshake, NoiseError};
/// let authority = "9bXiEd8boQVhq7WddEcERUL5tyyJVFYdU8th3HfbNXK3Yw6GRXh".parse()?;
/// let handshake: Handshake = Handshake::initiator(authority)?;
/// let error = handshake.finish().unwrap_err();
/// assert_eq!(error, NoiseError::Truncated { received: 0, needed: 234 });
/// assert_eq!(error.to_string(), "handshake or frame ends after 0 of 234 bytes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoiseError {
    /// The certificate is signed, but not by the authority that was expected.
    WrongAuthority,
    /// The certificate's signature is invalid: no key can have produced these 64 bytes.
    BadSignature,
    /// The certificate is of a version other than 0.
    CertificateVersion(u16),
    /// The certificate was valid until this time (Unix seconds).
    Expired {
        /// The last second at which it was valid.
        not_valid_after: u32,
    },
    /// The certificate is valid from this time on (Unix seconds).
    NotYetValid {
        /// The first second at which it is valid.
        valid_from: u32,
    },
    /// Bytes don't match their tag: they were changed, repeated, left out or reordered on
    /// the way, or sealed under another key.
    TagMismatch,
    /// The peer's bytes end inside a message.
    Truncated {
        /// Bytes of the message that were received.
        received: usize,
        /// Bytes that the message has.
        needed: usize,
    },
    /// The peer's first bytes are text, TLS or a message of Stratum V2, and no key: it does not
    /// encrypt, or not like this. One key in 2^40 looks so.
    NotEncrypted,
    /// All 2^64 - 1 nonces of a direction are used. None is used twice, and the
    /// specification has no rekeying: a new connection is needed.
    NonceExhausted,
    /// The operating system, or the source that was given, yields no random bytes.
    NoEntropy,
    /// The bytes given as a secret are not a secret key of the curve: zero, or not less
    /// than its order.
    SecretOutOfRange,
}

impl fmt::Display for NoiseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongAuthority => {
                f.write_str("certificate is not signed by the expected authority")
            }
            Self::BadSignature => {
                f.write_str("certificate's signature is one that no key can make")
            }
            Self::CertificateVersion(version) => {
                write!(f, "certificate of version {version}, only 0 is known")
            }
            Self::Expired { not_valid_after } => {
                write!(f, "certificate expired: it was valid until {not_valid_after}")
            }
            Self::NotYetValid { valid_from } => {
                write!(f, "certificate not yet valid: it is from {valid_from} on")
            }
            Self::TagMismatch => f.write_str("encrypted bytes don't match their tag"),
            Self::Truncated { received, needed } => {
                write!(f, "handshake or frame ends after {received} of {needed} bytes")
            }
            Self::NotEncrypted => f.write_str("the peer does not encrypt, or not with Noise"),
            Self::NonceExhausted => f.write_str("all nonces of the session are used"),
            Self::NoEntropy => f.write_str("the source of random bytes failed"),
            Self::SecretOutOfRange => f.write_str("not a secret key of the curve"),
        }
    }
}

impl core::error::Error for NoiseError {}
