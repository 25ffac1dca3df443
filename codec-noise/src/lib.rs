//! The encryption of Stratum V2: who a server is, what a connection's keys are, and frames
//! opened and sealed where they lie.
//!
//! * A [`Handshake`] is one side of `Noise_NX_Secp256k1+EllSwift_ChaChaPoly_SHA256`, without
//!   input or output of its own. It comes to a [`Session`].
//! * An initiator knows its server by the [`AuthorityKey`] of a pool, whose
//!   [`AuthoritySecret`] has signed the [`Certificate`] of the server's [`Identity`].
//! * A session's [`Sealer`] and [`Opener`] seal and open frames in place: a header of 6
//!   bytes is 22 once sealed, and a payload has 16 bytes more for each 65,519.
//! * With the feature `pool`, on by default, a session makes a `NoiseConnection`; a `NoiseReader`
//!   and a `NoiseWriter` are the frame reader and writer of `codec-pool` over encrypted
//!   streams.
//! * The [`Cipher`] is that of `ring`, or with the feature `rust-crypto` that of `RustCrypto`.
//!
//! The page on encryption in the documentation has the handshake byte by byte.
//!
//! What the specification doesn't have: rekeying. A session lasts for 2^64 - 1 uses of each
//! key, which no connection reaches, and ends with an error then.
//!
//! What is wiped when it is dropped: secret keys, chaining keys, shared secrets and the keys
//! of ciphers. What can't be wiped: copies that the compiler spills to the stack, and
//! those that the libraries make while they compute.
//!
//! ```
//! use std::sync::Arc;
//! use codec_noise::{AuthoritySecret, Handshake, Identity};
//! let authority = AuthoritySecret::generate()?;
//! let mut miner: Handshake = Handshake::initiator(authority.public_key())?;
//! let mut pool: Handshake = Handshake::responder(Arc::new(Identity::issue(&authority, 0..=99)?))?;
//! let first = pool.input(miner.output(), 50)?;
//! miner.sent(first);
//! let second = miner.input(pool.output(), 50)?;
//! pool.sent(second);
//! assert_eq!((first, second), (64, 234));
//!
//! let (mut sealer, _) = miner.finish()?.split();
//! let (_, mut opener) = pool.finish()?.split();
//! let mut frame = [0; 22]; // room for a tag, and a header without payload
//! frame[16..].copy_from_slice(&[0, 0, 0x1c, 0, 0, 0]);
//! sealer.seal_frame(&mut frame, 0)?;
//! assert_eq!(opener.open_header(&mut frame)?, [0, 0, 0x1c, 0, 0, 0]);
//! # Ok::<(), codec_noise::NoiseError>(())
//! ```
#![forbid(unsafe_code)]

#[cfg(not(any(feature = "ring", feature = "rust-crypto")))]
compile_error!("codec-noise needs a cipher: the feature `ring` or `rust-crypto`");

mod authority;
mod certificate;
mod cipher;
mod error;
mod handshake;
mod identity;
#[cfg(feature = "pool")]
mod pool;
mod secret;
mod transport;

pub use authority::{AuthorityKey, AuthoritySecret, KeyError};
pub use certificate::Certificate;
#[cfg(feature = "ring")]
pub use cipher::Ring;
#[cfg(feature = "rust-crypto")]
pub use cipher::RustCrypto;
pub use cipher::{Cipher, DefaultCipher, TAG};
pub use error::{HandshakeError, NoiseError};
pub use handshake::{CLOCK_TOLERANCE, FIRST_MESSAGE, Handshake, SECOND_MESSAGE};
pub use identity::Identity;
#[cfg(all(feature = "pool", feature = "tokio"))]
pub use pool::NoiseAsyncConnection;
#[cfg(feature = "pool")]
pub use pool::{NoiseConnection, NoiseReader, NoiseWriter};
pub use transport::{
    BLOCK, HEADER, Opener, Opening, SEALED_HEADER, Sealer, Session, sealed_payload_len,
};

/// Holds the example of the page on encryption to what it says.
#[cfg(all(doctest, feature = "pool"))]
#[doc = include_str!("../../docs/noise.md")]
struct Page;
