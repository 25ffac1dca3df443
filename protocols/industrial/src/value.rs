//! Values of tags.
#![forbid(unsafe_code)]

use codec_core::wire::{TooLong, Utf16, Utf16Str, Vec};
use codec_derive::{Decode, Encode};

use crate::Time;

/// A value of a tag as it is received: a byte for its type, and the value. Arrays have a
/// count of four bytes. Nothing but the type says how long a value is: one of an unknown type can't
/// be kept or passed over, and its message is refused.
///
/// ```
/// use codec_core::{Bincode, DecodeErrorKind, Format};
/// use codec_industrial::{Value, ValueRef};
/// let bytes = [7, 2, 0, 0, 0, 1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff];
/// let value: Value = Bincode::from_slice(&bytes)?;
/// assert_eq!(value, Value::Int32Array(vec![1, -2]));
/// let ValueRef::Int32Array(lent) = Bincode::from_slice_ref(&bytes)? else { panic!() };
/// assert_eq!(lent.iter().collect::<Vec<_>>(), [1, -2]);
/// let newer = Bincode::from_slice::<Value>(&[12, 0, 0]).unwrap_err();
/// assert_eq!((newer.kind(), newer.offset()), (DecodeErrorKind::InvalidTag, 0));
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, tag = u8, schema)]
pub enum Value {
    /// 0: a Boolean.
    Bool(bool),
    /// 1: an integer.
    Int32(i32),
    /// 2: a float of 32 bits.
    Float32(f32),
    /// 3: a float of 64 bits.
    Float64(f64),
    /// 4: a string, after a count of code units in four bytes.
    Text(Utf16<u32>),
    /// 5: a time.
    Time(Time),
    /// 6: Booleans.
    BoolArray(#[codec(len = u32)] Vec<bool>),
    /// 7: integers.
    Int32Array(#[codec(len = u32)] Vec<i32>),
    /// 8: floats of 32 bits.
    Float32Array(#[codec(len = u32)] Vec<f32>),
    /// 9: floats of 64 bits.
    Float64Array(#[codec(len = u32)] Vec<f64>),
    /// 10: strings.
    TextArray(#[codec(len = u32)] Vec<Utf16<u32>>),
    /// 11: times.
    TimeArray(#[codec(len = u32)] Vec<Time>),
}

/// A value that is sent, where the program has it: the same bytes as of the [`Value`] with the
/// same name.
///
/// ```
/// use codec_core::{Bincode, Format};
/// use codec_industrial::{OutgoingValue, Value};
/// let sent = Bincode::to_vec(&OutgoingValue::text("Motör")?)?;
/// assert_eq!(sent[..7], [4, 5, 0, 0, 0, b'M', 0]);
/// assert_eq!(Bincode::from_slice::<Value>(&sent)?, Value::Text("Motör".try_into()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Encode)]
#[codec(tag = u8)]
pub enum OutgoingValue<'a> {
    /// A Boolean.
    Bool(bool),
    /// An integer.
    Int32(i32),
    /// A float of 32 bits.
    Float32(f32),
    /// A float of 64 bits.
    Float64(f64),
    /// A string, which becomes UTF-16 as it is written.
    Text(Utf16Str<'a, u32>),
    /// A time.
    Time(Time),
    /// Booleans.
    BoolArray(#[codec(len = u32)] &'a [bool]),
    /// Integers.
    Int32Array(#[codec(len = u32)] &'a [i32]),
    /// Floats of 32 bits.
    Float32Array(#[codec(len = u32)] &'a [f32]),
    /// Floats of 64 bits.
    Float64Array(#[codec(len = u32)] &'a [f64]),
    /// Strings.
    TextArray(#[codec(len = u32)] &'a [Utf16Str<'a, u32>]),
    /// Times.
    TimeArray(#[codec(len = u32)] &'a [Time]),
}

impl<'a> OutgoingValue<'a> {
    /// A string.
    ///
    /// # Errors
    /// [`TooLong`] of 2^32 code units and more.
    pub fn text(text: &'a str) -> Result<Self, TooLong> {
        Utf16Str::try_from(text).map(Self::Text)
    }
}
