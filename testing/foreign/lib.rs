//! Types of another crate: the coherence rules for them differ from those for local types.
#![forbid(unsafe_code)]

use codec_core::{Decode, Encode};

/// A message with a borrowed and a shared form.
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

/// A message that is its own borrowed and shared form.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(plain, id = 3)]
pub struct Ping(pub u64);

/// A message that has the forms of its field.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(transparent, borrow, shared, id = 4)]
pub struct Wrapped(pub Text);

/// A message with any type of value.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, id = 5)]
pub struct Of<T>(pub T);

/// A message that may get more fields.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
#[must_use]
#[non_exhaustive]
pub struct Growing {
    /// Its text.
    pub text: String,
}

/// An enum that may get more variants, one of which may get more fields.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
#[non_exhaustive]
pub enum Choice {
    /// A text.
    Text(String),
    /// A number.
    #[non_exhaustive]
    Number {
        /// Its only field.
        first: u8,
    },
}

pub use codec_core as runtime;

/// Declares a struct in the crate that calls it, which needs no other dependency.
#[macro_export]
macro_rules! message {
    ($name:ident, $id:expr) => {
        #[derive(Debug, Clone, PartialEq, $crate::runtime::Encode, $crate::runtime::Decode)]
        #[codec(crate = $crate::runtime, borrow, shared, id = $id)]
        struct $name {
            number: u8,
            #[codec(if = number > 4, max = 2 * $id)]
            list: Option<Vec<u8>>,
            #[codec(be)]
            text: $crate::Text,
        }
    };
}

/// A type that does not use the codec.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Celsius(pub i32);
