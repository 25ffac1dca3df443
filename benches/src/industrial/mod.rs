//! Messages like those of an industrial gateway: writes of tags, and updates of
//! subscriptions. The shapes are ours; what they share with such protocols is a
//! fixed part of 36 bytes, a handle of numbers and signatures instead of names,
//! values of a handful of types, and strings in UTF-16.
#![forbid(unsafe_code)]

pub mod signature;
pub mod wide;

use codec_core::wire::{Seq064K, Utf16};
use codec_core::{Decode, Encode};

use signature::signature;

/// What a tag is called on the wire: 20 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
#[codec(borrow)]
pub struct Handle {
    /// Where the object lives: domain, platform, engine.
    pub place: [u16; 3],
    /// The object's number.
    pub object: u16,
    /// The signature of the object's name.
    pub object_signature: u16,
    /// The attribute's number.
    pub attribute: u16,
    /// The signature of the attribute's name.
    pub attribute_signature: u16,
    /// Which property of the attribute.
    pub property: u16,
    /// Which element of an array; 0 for the whole.
    pub index: u32,
}

impl Handle {
    /// The handle of an attribute of an object, by their names.
    #[must_use]
    pub fn of(object: &str, attribute: &str) -> Self {
        Self {
            place: [1, 2, 3],
            object: 4,
            object_signature: signature(object),
            attribute: 5,
            attribute_signature: signature(attribute),
            property: 10,
            index: 0,
        }
    }
}

/// A write of a tag: 36 bytes, and the value.
#[derive(Debug, Clone, Copy, PartialEq, Encode)]
pub struct Write<'a> {
    /// The version of the protocol.
    pub version: u16,
    /// How the write is to be carried out.
    pub flags: u16,
    /// Identifies the answer.
    pub sequence: u32,
    /// The tag.
    pub handle: Handle,
    /// When, in units of 100 ns.
    pub time: u64,
    /// What.
    pub value: WriteValue<'a>,
}

/// A value to write: a byte that tells its type, and the value.
#[derive(Debug, Clone, Copy, PartialEq, Encode)]
#[codec(tag = u8)]
pub enum WriteValue<'a> {
    /// A Boolean.
    Bool(bool),
    /// A number.
    Int32(i32),
    /// A number.
    Float32(f32),
    /// A number.
    Float64(f64),
    /// A string, encoded as UTF-16.
    Text(#[codec(with = wide)] &'a str),
}

impl<'a> Write<'a> {
    /// Length of what comes before the value.
    pub const FIXED: usize = 36;

    /// A write of this value.
    #[must_use]
    pub fn of(value: WriteValue<'a>) -> Self {
        let handle = Handle::of("Tank_001", "Level.PV");
        Self { version: 1, flags: 0, sequence: 7, handle, time: 133_000_000_000_000_000, value }
    }
}

/// The new state of a tag.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
pub struct Record {
    /// Which subscription it is.
    pub item: u32,
    /// What went wrong, or 0.
    pub status: u16,
    /// The quality of the value.
    pub quality: u16,
    /// Since when, in units of 100 ns.
    pub time: u64,
    /// The value.
    pub value: Value,
}

/// A value that was read.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, tag = u8)]
pub enum Value {
    /// A Boolean.
    Bool(bool),
    /// A number.
    Int32(i32),
    /// A number.
    Float32(f32),
    /// A number.
    Float64(f64),
    /// Text.
    Text(Utf16<u32>),
}

/// A subscription's update.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
pub struct Update {
    /// The version of the protocol.
    pub version: u16,
    /// The subscription.
    pub subscription: u32,
    /// How many updates came before.
    pub sequence: u64,
    /// The tags that changed.
    pub records: Seq064K<Record>,
}

impl Update {
    /// Sixteen records with values of every type that has a fixed size.
    ///
    /// # Panics
    /// Never: sixteen are few.
    #[must_use]
    pub fn sample() -> Self {
        let value = |index| match index % 4 {
            0 => Value::Bool(true),
            1 => Value::Int32(-5),
            2 => Value::Float32(0.25),
            _ => Value::Float64(21.5),
        };
        let record = |index| {
            let time = 133_000_000_000_000_000;
            Record { item: index, status: 0, quality: 192, time, value: value(index) }
        };
        let records = Seq064K::try_from((0..16).map(record).collect::<Vec<_>>());
        let records = records.expect("sixteen are few");
        Self { version: 1, subscription: 9, sequence: 3, records }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

    use codec_core::{Bincode, Format};

    use super::{Handle, Update, UpdateRef, Write, WriteValue};

    #[test]
    fn a_write_is_36_bytes_and_a_value() {
        let bytes = |value| Bincode::to_vec(&Write::of(value)).unwrap().split_off(Write::FIXED);
        assert_eq!(bytes(WriteValue::Bool(true)), [0, 1]);
        assert_eq!(bytes(WriteValue::Int32(-2)), [1, 0xfe, 0xff, 0xff, 0xff]);
        assert_eq!(bytes(WriteValue::Float64(1.0)), [3, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f]);
        assert_eq!(bytes(WriteValue::Text("é")), [4, 1, 0, 0, 0, 0xe9, 0]);
        assert_eq!(Bincode::to_vec(&Handle::of("a", "b")).unwrap().len(), 20);
    }

    #[test]
    fn an_update_comes_back() {
        let update = Update::sample();
        let bytes = Bincode::to_vec(&update).unwrap();
        assert_eq!(Bincode::from_slice::<Update>(&bytes).unwrap(), update);
        let borrowed: UpdateRef<'_> = Bincode::from_slice_ref(&bytes).unwrap();
        assert_eq!(Bincode::to_vec(&borrowed).unwrap(), bytes);
    }
}
