//! Types of another crate: what coherence says of them differs from what it says of a
//! crate's own.
#![forbid(unsafe_code)]

use codec_core::{Decode, Encode};

/// A message that borrows and shares.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, id = 1)]
pub struct Text {
    /// Its text.
    #[codec(len = u8)]
    pub text: String,
}

/// Another one.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow(name = "NumbersView"), shared, id = 2)]
pub struct Numbers {
    /// Its numbers.
    #[codec(len = u16)]
    pub numbers: Vec<u32>,
}

/// A message that is its own form.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(plain, id = 3)]
pub struct Ping(pub u64);

/// A message with the forms of its field.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(transparent, borrow, shared, id = 4)]
pub struct Wrapped(pub Text);

/// A message of any kind of value.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, id = 5)]
pub struct Of<T>(pub T);

/// A type that knows nothing of codecs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Celsius(pub i32);
