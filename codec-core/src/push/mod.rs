//! Decoding that stops at any byte and resumes there.
//!
//! A [`Push`] is fed with pieces of input, split anywhere, and returns after each the value, if it
//! is complete, or how many bytes it needs at least. What was decoded is kept, so no byte is
//! decoded again; there is no source and no input buffer, so it works in an interrupt handler as
//! well as under `async`.
//!
//! ```
//! use codec_core::push::{Progress, PushDecode};
//! use codec_core::{Bincode, Format};
//! let bytes = Bincode::to_vec(&(7u8, String::from("a.b")))?;
//! let mut decoder = <(u8, String)>::push_decoder::<Bincode>();
//! let (mut head, mut tail) = bytes.split_at(10);
//! assert_eq!(decoder.push(&mut head)?, Progress::Need(2)); // two letters are missing
//! assert_eq!(decoder.push(&mut tail)?, Progress::Done((7, "a.b".into())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | what | how it resumes |
//! |---|---|
//! | numbers, tags, lengths | up to 19 bytes are kept until the last has arrived |
//! | structs, enums, tuples, arrays, `Option`, `Result`, boxes | at the field that was cut |
//! | sequences, maps, sets | at the element that was cut |
//! | strings and bytes | bytes are appended as they arrive |
//! | a `Vec` with `#[codec(until = ..)]` | at the element that was cut |
//! | everything else, and fields that `#[codec(..)]` has read by a function | its bytes are [collected](Feed::collect) |
//!
//! Parts that are complete in one piece are read by the ordinary decoder; only what is cut
//! goes through the state machine.
//!
//! The guarantees of [`from_slice`](crate::Format::from_slice) hold here. The value is the same,
//! and so is every error, in kind and offset, except for one thing: an error is returned as soon as
//! its bytes arrive, where `from_slice` may first report that the input ends early. Memory is in
//! proportion to the bytes that have arrived: no declared length reserves any. Values nest to
//! [`DEFAULT_DEPTH`](crate::DEFAULT_DEPTH), and zero-length elements are
//! [`MAX_EMPTY_ELEMENTS`](crate::MAX_EMPTY_ELEMENTS) at most in the whole value. A limit on the
//! length is up to the caller ([`consumed`](Push::consumed)).
#![forbid(unsafe_code)]

mod array;
mod bound;
mod carry;
mod composed;
mod counted;
mod decoder;
mod ended;
#[cfg(feature = "alloc")]
mod entries;
mod feed;
mod field;
mod impls;
#[cfg(any(feature = "arrayvec", feature = "heapless"))]
mod in_place;
#[cfg(feature = "alloc")]
mod items;
#[cfg(feature = "alloc")]
mod kept;
mod leaf;
mod machine;
#[cfg(feature = "alloc")]
mod made;
mod probe;
mod result;
mod resume;
#[cfg(feature = "alloc")]
mod seq;
#[cfg(feature = "bytes")]
mod shared;
#[cfg(feature = "alloc")]
mod text;
mod tuple;
mod value;

pub use counted::{CollectedCounted, Content, Given, Prefixed, PushCounted};
pub use decoder::{Progress, Push};
pub use ended::PushEnded;
pub use feed::Feed;
pub use field::{Field, Present, checked};
#[cfg(feature = "alloc")]
pub use kept::Kept;
pub use leaf::{Collected, Leaf};
pub use machine::{Machine, Steps};
pub use probe::Probe;
pub use resume::{Fuel, PushDecode, Resume};

/// The state of a value whose bytes are kept: there is no room for them without `alloc`, and the
/// value is collected.
#[cfg(not(feature = "alloc"))]
pub type Kept<F, T> = Collected<F, T>;
