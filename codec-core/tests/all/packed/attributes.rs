//! Lengths, limits, counts and tails of fields.

use codec_core::{
    Bincode, Consensus, Decodable, Decode, DecodeError, DecodeErrorKind, Encode, EncodeErrorKind,
    Format, Packed, Postcard, Strict,
};

use crate::packed::sample::{Output, blobs, output, texts};

macro_rules! both {
    ($($(#[$meta:meta])* $name:ident / $vector:ident { $($(#[$field:meta])* $id:ident: $item:ty,)* })*) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
        #[codec(borrow, shared)]
        struct $name {
            count: u8,
            $($(#[$field])* $id: Packed<$item>,)*
        }

        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
        #[codec(borrow, shared)]
        struct $vector {
            count: u8,
            $($(#[$field])* $id: Vec<$item>,)*
        }
    )*};
}

both! {
    Lengths / LengthsVec {
        #[codec(len = u8, max = 4)]
        blobs: Vec<u8>,
        #[codec(len = u16, be, min = 1)]
        texts: String,
        #[codec(len = varint)]
        outputs: Output,
    }
    Counts / CountsVec {
        #[codec(count = count)]
        blobs: Vec<u8>,
        #[codec(count = count / 2)]
        outputs: Output,
    }
    Blobs / BlobsVec {
        #[codec(tail)]
        rest: Vec<u8>,
    }
    Texts / TextsVec {
        #[codec(tail)]
        rest: String,
    }
    Outputs / OutputsVec {
        #[codec(tail)]
        rest: Output,
    }
}

/// Decodes over a value.
type Over = dyn Fn(&[u8]) -> Result<Vec<u8>, DecodeError>;

/// A struct with sequences in a format.
struct Side {
    /// Decoded over a value, and encoded again.
    over: Box<Over>,
    error: fn(&[u8]) -> Option<DecodeError>,
}

impl Side {
    fn of<F: Format, T: Encode + Decodable + Clone + 'static>(value: &T) -> Self {
        let old = value.clone();
        let over = move |bytes: &[u8]| {
            let mut value = old.clone();
            F::decode_into(&mut value, bytes)?;
            Ok(F::to_vec(&value).unwrap())
        };
        Self { over: Box::new(over), error: |bytes| F::from_slice::<T>(bytes).err() }
    }
}

/// The same bytes, and the same outcome for any truncation and any flipped bit.
fn agree<F: Format, P, V>(packed: &P, vector: &V)
where
    P: Encode + Decodable + Clone + 'static,
    V: Encode + Decodable + Clone + 'static,
{
    let bytes = F::to_vec(vector).unwrap();
    assert_eq!(F::to_vec(packed).unwrap(), bytes);
    agree_around(bytes, &Side::of::<F, P>(packed), &Side::of::<F, V>(vector));
}

fn agree_around(mut bytes: Vec<u8>, packed: &Side, vector: &Side) {
    let both = |bytes: &[u8]| {
        match ((packed.over)(bytes), (vector.over)(bytes)) {
            (Ok(one), Ok(other)) => assert_eq!(one, other, "{bytes:x?}"),
            (one, other) => assert_eq!(one.is_ok(), other.is_ok(), "{bytes:x?}"),
        }
        assert_eq!((packed.error)(bytes), (vector.error)(bytes), "{bytes:x?}");
    };
    (0..=bytes.len()).for_each(|len| both(&bytes[..len]));
    for bit in 0..8 * bytes.len() {
        bytes[bit / 8] ^= 1 << (bit % 8);
        both(&bytes);
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
}

fn in_each<P, V>(packed: &P, vector: &V)
where
    P: Encode + Decodable + Clone + 'static,
    V: Encode + Decodable + Clone + 'static,
{
    agree::<Bincode, _, _>(packed, vector);
    agree::<Consensus, _, _>(packed, vector);
    agree::<Strict<Postcard>, _, _>(packed, vector);
}

fn short() -> Vec<Vec<u8>> {
    blobs()[..4].to_vec()
}

fn outputs() -> Vec<Output> {
    vec![output(1, &[]), output(1 << 40, &[5; 3])]
}

#[test]
fn lengths_have_a_width_of_their_own() {
    let vector =
        LengthsVec { count: 9, blobs: short(), texts: texts()[..3].to_vec(), outputs: outputs() };
    let packed = Lengths {
        count: 9,
        blobs: vector.blobs.clone().into(),
        texts: vector.texts.clone().into(),
        outputs: vector.outputs.clone().into(),
    };
    in_each(&packed, &vector);
}

#[test]
fn limits_hold_when_it_is_read_and_written() {
    let five = Lengths { blobs: vec![vec![]; 5].into(), ..Lengths::default() };
    let error = Bincode::to_vec(&five).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::LengthOverLimit);
    let bytes = [0, 5, 0, 0, 0, 0, 0];
    let error = Consensus::from_slice::<Lengths>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, 1));
    let error = Consensus::from_slice::<Lengths>(&[0, 0, 0, 0, 0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthUnderLimit, 2));
}

#[test]
fn counts_come_from_other_fields() {
    let vector = CountsVec { count: 4, blobs: short(), outputs: outputs() };
    let packed = Counts {
        count: 4,
        blobs: vector.blobs.clone().into(),
        outputs: vector.outputs.clone().into(),
    };
    let wrong = Counts { count: 5, ..packed.clone() };
    let error = Postcard::to_vec(&wrong).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::InconsistentFields);
    in_each(&packed, &vector);
}

#[test]
fn a_tail_takes_all_that_is_left() {
    let vector = BlobsVec { count: 4, rest: short() };
    in_each(&Blobs { count: 4, rest: vector.rest.clone().into() }, &vector);
    let vector = TextsVec { count: 0, rest: texts()[..4].to_vec() };
    in_each(&Texts { count: 0, rest: vector.rest.clone().into() }, &vector);
    let vector = OutputsVec { count: 0, rest: outputs() };
    in_each(&Outputs { count: 0, rest: vector.rest.clone().into() }, &vector);
    assert_eq!(Postcard::from_slice::<Blobs>(&[7]).unwrap().rest, Packed::new());
}
