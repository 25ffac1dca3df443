//! Tools for the description of a wire format ([`codec_core::schema`]): lock files, verdicts on
//! changes, fingerprints, valid test values, dissectors, specifications and documentation.
//!
//! ```
//! use codec_core::{Decode, Encode};
//! use codec_schema::{Class, Encoding, Model, compare};
//!
//! mod one {
//!     #[derive(codec_core::Encode, codec_core::Decode)]
//!     #[codec(version = 1, schema)]
//!     pub struct Price { cents: u16 }
//! }
//! mod two {
//!     #[derive(codec_core::Encode, codec_core::Decode)]
//!     #[codec(version = 2, schema)]
//!     pub struct Price { cents: u16, #[codec(since = 2)] currency: u8 }
//! }
//!
//! let (old, new) = (Model::of::<one::Price>()?, Model::of::<two::Price>()?);
//! let verdict = compare(&old, &new, &Encoding::POSTCARD);
//! assert_eq!(verdict.class, Class::Both);
//! # Ok::<(), codec_schema::ModelError>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | compare a format with the agreed one, in a test | [`assert_locked!`] |
//! | know what a change does to deployed programs | [`compare`], [`Verdict`] |
//! | find out in a handshake whether two versions fit | [`Peers`], [`assert_peers!`], [`Fingerprint`] |
//! | make valid values, for tests, fuzzing and other implementations | [`value`], [`assert_golden!`] |
//! | see the protocol in Wireshark, field by field | [`wireshark`] |
//! | read and write it in Python, TypeScript and C | [`export`] |
//! | read it in a dozen languages, by Kaitai Struct | [`kaitai`] |
//! | read values by a lock, without the Rust type | [`read`] |
//! | document it with tables | [`page`] |
//! | know how long encoded values are, in constants | [`EncodedLenMax`], [`size`] |
//! | walk a description with owned parts | [`Model`] |
//!
//! | feature | what it adds |
//! |---|---|
//! | `arbitrary` | `value::Valid`, an `Arbitrary` of valid values for fuzzers |
//! | `pcap` (default) | the program `codec-schema`, `std`, and frames in captures of network traffic |
//! | `proptest` | `value::valid`, a strategy of valid values |
//! | `std` (by `pcap`) | all but the sizes and encodings of formats, which are constants for any machine |
//!
//! [The book's page on descriptions](https://github.com/codec-rs/codec/blob/main/docs/schema.md)
//! shows each of these with an example.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "std")]
mod compare;
#[cfg(feature = "std")]
mod element;
#[cfg(feature = "std")]
pub mod export;
mod fingerprint;
mod hello;
#[cfg(feature = "std")]
pub mod kaitai;
#[cfg(feature = "std")]
mod lock;
mod measure;
#[cfg(feature = "std")]
mod model;
#[cfg(feature = "std")]
pub mod page;
#[cfg(feature = "std")]
mod peers;
#[cfg(feature = "std")]
mod plan;
#[cfg(feature = "std")]
pub mod read;
#[cfg(feature = "std")]
mod text;
#[cfg(feature = "std")]
pub mod value;
#[cfg(feature = "std")]
pub mod wireshark;

pub use codec_core::schema::Describe;
#[cfg(feature = "std")]
pub use compare::{Class, Report, Verdict, compare, report};
pub use fingerprint::Fingerprint;
pub use hello::{Fit, Hello, HelloError, Peer, Peers, Refusal};
#[cfg(feature = "std")]
pub use lock::{LockError, Locked, check_lock, check_protocol_lock, read_lock, write_lock};
pub use measure::{
    CharLayout, DescribeFormat, EncodedLenMax, Encoding, Number, ProtocolSchema, SizeRange,
    max_len, refused, size,
};
#[cfg(feature = "std")]
pub use model::{
    Body, Enum, Expr, Extent, ExtentLen, Field, Header, Int, Magic, Message, MessageId, Messages,
    Model, ModelError, Named, Padding, Part, Seq, Struct, Type, Until, Variant,
};
#[cfg(feature = "std")]
pub use peers::{GreetError, check_peers};

/// Compares the wire format of a type with its lock: a readable file, which is written the first
/// time the test runs, and compared from then on.
///
/// ```no_run
/// # use codec_core::{Decode, Encode};
/// #[derive(Encode, Decode)]
/// #[codec(schema)]
/// struct Ping { nonce: u64 }
///
/// #[test]
/// fn the_wire_format_is_the_one_that_was_agreed_on() {
///     codec_schema::assert_locked!("wire/ping.lock", Ping);
/// }
/// ```
///
/// `assert_locked!("wire/pings.lock", protocol Pings)` does the same for a
/// [`Protocol`](codec_core::Protocol): the header of its frames, and all messages.
/// `assert_locked!("wire/ping.lock", Ping, codec_core::Sv2)` locks 65,536 values in a format as well, by
/// one hash ([`check_values`](value::check_values)): a change is found there which the description
/// doesn't see. A fourth argument has functions that write values of types.
///
/// The path is relative to the package that the test is in. If there is a lock, any difference
/// fails the test, and the message says for each format what older and newer programs can read of
/// each other, with field and reason. If the change is intended, run the test with
/// `CODEC_LOCK=bless` in the environment: it rewrites the lock.
///
/// In a test run with `CI` in the environment a missing lock is an error as well: nobody would
/// commit a lock written there.
///
/// # Panics
/// When the format differs from the lock, and when the lock can't be read, is truncated, was edited
/// by hand or has another version.
#[cfg(feature = "std")]
#[macro_export]
macro_rules! assert_locked {
    ($path:expr, protocol $type:ty $(,)?) => {
        if let ::core::result::Result::Err(error) = $crate::check_protocol_lock::<$type>(
            ::std::path::Path::new(::core::env!("CARGO_MANIFEST_DIR")).join($path),
        ) {
            ::core::panic!("{error}");
        }
    };
    ($path:expr, $type:ty $(,)?) => {
        if let ::core::result::Result::Err(error) = $crate::check_lock::<$type>(
            ::std::path::Path::new(::core::env!("CARGO_MANIFEST_DIR")).join($path),
        ) {
            ::core::panic!("{error}");
        }
    };
    ($path:expr, $type:ty, $format:ty $(,)?) => {
        $crate::assert_locked!($path, $type, $format, &[])
    };
    ($path:expr, $type:ty, $format:ty, $written:expr $(,)?) => {
        if let ::core::result::Result::Err(error) = $crate::value::check_values::<$type, $format>(
            ::std::path::Path::new(::core::env!("CARGO_MANIFEST_DIR")).join($path),
            $written,
        ) {
            ::core::panic!("{error}");
        }
    };
}

/// Compares a table of [`Peers`] with the locks that it is made of: Rust source, for `include!`, which
/// is written the first time the test runs.
///
/// ```no_run
/// #[test]
/// fn the_table_of_peers_is_that_of_the_locks() {
///     codec_schema::assert_peers!("src/peers.rs", "Sv2", ["wire/1.lock", "wire/2.lock"]);
/// }
/// ```
///
/// The locks are those of the versions, the oldest first; the last is that of this program. A
/// version has the name of its file. Paths are relative to the package that the test is in, and
/// `CODEC_LOCK=bless` and `CI` mean what they mean for [`assert_locked!`].
///
/// # Panics
/// When the table differs, and when a file can't be read or is no lock.
#[cfg(feature = "std")]
#[macro_export]
macro_rules! assert_peers {
    ($path:expr, $format:expr, [$($lock:expr),+ $(,)?]) => {
        let root = ::std::path::Path::new(::core::env!("CARGO_MANIFEST_DIR"));
        let locks = [$(root.join($lock)),+];
        if let ::core::result::Result::Err(error) =
            $crate::check_peers(root.join($path), $format, &locks)
        {
            ::core::panic!("{error}");
        }
    };
}

/// The examples of the README.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
