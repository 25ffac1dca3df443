//! The crates that define the formats: they accept what we accept, with the same
//! values, and write the same bytes.

use std::fmt::Debug;

use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Decodable, Encode, Format, Postcard,
    serde_bridge as bridge,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// All integers, and what contains them.
pub type Values = (
    (u8, u16, u32, u64, u128),
    (i8, i16, i32, i64, i128),
    Vec<(Option<String>, Vec<(u16, [bool; 3])>, Box<(i64, Vec<u8>)>)>,
);

/// The memory that a reference may request because of a length in the input.
const LIMIT: usize = 1 << 20;

/// A crate that defines a format.
pub trait Peer<T> {
    type Ours: Format;
    fn write(value: &T) -> Vec<u8>;
    /// The value at the front of the input, and how many bytes it takes.
    fn read(input: &[u8]) -> Option<(T, usize)>;
}

macro_rules! peer {
    ($name:ident, $ours:ty, $($bound:path),*; $value:ident => $write:expr; $input:ident => $read:expr) => {
        pub struct $name;

        impl<T: $($bound +)*> Peer<T> for $name {
            type Ours = $ours;
            fn write($value: &T) -> Vec<u8> {
                $write
            }
            fn read($input: &[u8]) -> Option<(T, usize)> {
                $read
            }
        }
    };
}

peer!(Bincode1, Bincode, Serialize, DeserializeOwned;
    value => bincode1::serialize(value).expect("it is encoded");
    input => {
        use bincode1::Options;
        let config = bincode1::DefaultOptions::new().with_fixint_encoding();
        let mut rest = input;
        let config = config.allow_trailing_bytes().with_limit(LIMIT as u64);
        let value = config.deserialize_from(&mut rest).ok()?;
        Some((value, input.len() - rest.len()))
    }
);
peer!(Legacy, Bincode, bincode2::Encode, bincode2::Decode<()>;
    value => bincode2::encode_to_vec(value, bincode2::config::legacy()).expect("it is encoded");
    input => bincode2::decode_from_slice(input, bincode2::config::legacy().with_limit::<LIMIT>()).ok()
);
peer!(Standard, BincodeVarint, bincode2::Encode, bincode2::Decode<()>;
    value => bincode2::encode_to_vec(value, bincode2::config::standard()).expect("it is encoded");
    input => bincode2::decode_from_slice(input, bincode2::config::standard().with_limit::<LIMIT>()).ok()
);
peer!(PostcardCrate, Postcard, Serialize, DeserializeOwned;
    value => postcard::to_allocvec(value).expect("it is encoded");
    input => {
        let (value, rest) = postcard::take_from_bytes(input).ok()?;
        Some((value, input.len() - rest.len()))
    }
);
peer!(BorshCrate, Borsh, borsh::BorshSerialize, borsh::BorshDeserialize;
    value => borsh::to_vec(value).expect("it is encoded");
    input => {
        let mut rest = input;
        let value = T::deserialize(&mut rest).ok()?;
        Some((value, input.len() - rest.len()))
    }
);
peer!(PackIo, Compact, pack_io::Serialize, pack_io::Deserialize;
    value => pack_io::encode(value).expect("it is encoded");
    input => {
        let mut decoder = pack_io::Decoder::new(input);
        let value = decoder.read().ok()?;
        Some((value, decoder.position()))
    }
);

/// The same input is accepted, as the same value, of the same length.
pub fn agree<P: Peer<T>, T: Encode + Decodable + Debug>(input: &[u8]) {
    let ours = P::Ours::from_slice_prefix::<T>(input);
    let theirs = P::read(input);
    assert_eq!(ours.is_ok(), theirs.is_some(), "{ours:?} and {theirs:?} of {input:x?}");
    let (Ok((value, rest)), Some((theirs, used))) = (ours, theirs) else { return };
    assert_eq!(input.len() - rest.len(), used);
    // Compared by bytes, since a NaN is not equal to itself.
    let bytes = P::write(&theirs);
    assert_eq!(P::Ours::to_vec(&value), Ok(bytes.clone()));
    assert_eq!(P::write(&value), bytes);
}

/// A type of serde.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    Unit,
    Newtype(Option<Box<Shape>>),
    Tuple(u8, i32, f32),
    Struct { name: String, list: Vec<Shape>, letter: char, pairs: Vec<(u16, bool)> },
}

/// Like [`agree`], through serde on both sides.
pub fn agree_by_serde<P: Peer<Shape>>(input: &[u8]) {
    let ours = bridge::from_slice_prefix::<P::Ours, Shape>(input);
    let theirs = P::read(input);
    // Not all of them refuse values that are nested deeper than our budget.
    let deep = matches!(&ours, Err(bridge::Error::Decode(error))
        if error.kind() == codec_core::DecodeErrorKind::DepthExceeded);
    if deep {
        return;
    }
    assert_eq!(ours.is_ok(), theirs.is_some(), "{ours:?} and {theirs:?} of {input:x?}");
    let (Ok((value, rest)), Some((theirs, used))) = (ours, theirs) else { return };
    assert_eq!(input.len() - rest.len(), used);
    let bytes = P::write(&theirs);
    assert_eq!(bridge::to_vec::<P::Ours, _>(&value).ok(), Some(bytes));
}
