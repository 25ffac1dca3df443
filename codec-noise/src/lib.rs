//! The encryption of Stratum V2: the identity of a server, the keys of a connection, and frames
//! decrypted (opened) and encrypted (sealed) in place.
//!
//! * A [`Handshake`] is one side of `Noise_NX_Secp256k1+EllSwift_ChaChaPoly_SHA256`,
//!   without input or output of its own. It results in a [`Session`].
//! * An initiator authenticates its server with the [`AuthorityKey`] of a pool, whose
//!   [`AuthoritySecret`] has signed the [`Certificate`] of the server's [`Identity`].
//! * A session's [`Sealer`] and [`Opener`] seal and open frames in place: a header of 6
//!   bytes is 22 once sealed, and a payload has 16 bytes more for each 65,519.
//! * With the feature `pool`, on by default, a session makes a `NoiseConnection`; a `NoiseReader`
//!   and a `NoiseWriter` are the frame reader and writer of `codec-pool` over encrypted
//!   streams.
//! * The [`Cipher`] is that of `ring`, or with the feature `rust-crypto` that of `RustCrypto`.
//! * Without `std`, [`Handshake::initiator_with_random`] takes its random bytes from the caller, and
//!   nothing is allocated: a miner's firmware holds a handshake of at most 760 bytes, then a session of at most 272.
//!
//! The page on encryption in the documentation describes the handshake byte by byte.
//!
//! The specification has no rekeying. A session ends with an error after 2^64 - 1 uses of a
//! key, which no connection reaches.
//!
//! Secret keys, chaining keys, shared secrets and the keys of ciphers are zeroized when
//! they are dropped. Copies that the compiler spills to the stack, and those that the
//! libraries make internally, cannot be; nor, without the feature `alloc`, the old place of a value
//! that was moved.
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
//!
//! | feature | what it adds |
//! |---|---|
//! | `pool` (default) | encrypted connections for the frame readers and writers of `codec-pool` |
//! | `ring` (default) | the cipher of `ring` and the curve of `libsecp256k1`, in assembly and C |
//! | `rust-crypto` | cipher and curve of `RustCrypto`, in Rust, without an operating system or an allocator: the default where `ring` is off |
//! | `alloc` | keys on the heap, so that a session that moves leaves no copy behind; responders |
//! | `std` | random bytes of the system, handshakes over `Read` and `Write`, `Acceptor`; in `pool`, `ring` and `tokio` |
//! | `tokio` | handshakes over `AsyncRead` and `AsyncWrite` |
//!
//! [The book's page on encryption](https://github.com/codec-rs/codec/blob/main/docs/noise.md)
//! has the bytes of a handshake and what encryption costs.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(not(any(feature = "ring", feature = "rust-crypto")))]
compile_error!("codec-noise needs a cipher: the feature `ring` or `rust-crypto`");

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "std")]
mod acceptor;
mod authority;
mod certificate;
mod cipher;
mod curve;
mod error;
mod handshake;
#[cfg(all(feature = "alloc", target_has_atomic = "ptr"))]
mod identity;
mod key;
mod layer;
#[cfg(feature = "pool")]
mod pool;
mod secret;
#[cfg(feature = "std")]
mod stream_error;
mod transport;

#[cfg(feature = "std")]
pub use acceptor::Acceptor;
pub use authority::{AuthorityKey, AuthoritySecret, KeyError};
pub use certificate::Certificate;
#[cfg(feature = "ring")]
pub use cipher::Ring;
#[cfg(feature = "rust-crypto")]
pub use cipher::RustCrypto;
pub use cipher::{Cipher, DefaultCipher, TAG};
pub use error::NoiseError;
pub use handshake::{CLOCK_TOLERANCE, FIRST_MESSAGE, Handshake, SECOND_MESSAGE};
#[cfg(all(feature = "alloc", target_has_atomic = "ptr"))]
pub use identity::Identity;
#[cfg(all(feature = "pool", feature = "tokio"))]
pub use pool::NoiseAsyncConnection;
#[cfg(feature = "pool")]
pub use pool::{NoiseConnection, NoiseReader, NoiseWriter};
#[cfg(feature = "std")]
pub use stream_error::HandshakeError;
pub use transport::{
    BLOCK, HEADER, KeyLog, Opener, Opening, SEALED_HEADER, Sealer, Session, sealed_payload_len,
};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
