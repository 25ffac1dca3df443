//! The comparisons with a reference crate.
//!
//! The judge is compiled once. A [`Side`] has what is generic: functions for a type, its form in our
//! format, and the reference's.

use std::any::Any;
use std::fmt::Debug;

use codec_core::{
    Borrowable, Decodable, DecodeError, DecodeErrorKind, Encode, Format, Layout as _,
};

/// How a type is decoded in a format.
type Decoding<T> = fn(&[u8]) -> Result<T, DecodeError>;

/// A crate that defines a format.
pub(crate) trait Reference<T> {
    type Ours: Format;
    fn write(value: &T) -> Vec<u8>;
    /// The value at the front of the input, and how many bytes it takes.
    fn read(input: &[u8]) -> Option<(T, usize)>;
}

/// A value of the type of a [`Side`].
type Value = dyn Any;

/// The value at the front of an input, and how many bytes it takes.
type Front<T> = (T, usize);

/// How the values of a type are written and read, by us and by the reference.
pub(crate) struct Side {
    format: &'static str,
    /// By the reference.
    write: fn(&Value) -> Vec<u8>,
    /// By the reference, and written again.
    read: fn(&[u8]) -> Option<Front<Vec<u8>>>,
    encode: fn(&Value) -> Vec<u8>,
    decode: Decoding<Box<Value>>,
    /// Encoded again.
    prefix: Decoding<Front<Vec<u8>>>,
    empty: fn() -> Box<Value>,
    decode_into: fn(&mut Value, &[u8]) -> Result<(), DecodeError>,
    explained: fn(&[u8]) -> Option<DecodeError>,
    same: fn(&Value, &Value),
    lent: Option<Lent>,
}

/// The same of the borrowed form.
struct Lent {
    encode: fn(&Value) -> Vec<u8>,
    /// Encoded again, and the owned value.
    decode: Decoding<(Vec<u8>, Box<Value>)>,
    prefix: Decoding<Front<Box<Value>>>,
}

/// The value as the type that it is.
fn is<T: 'static>(value: &Value) -> &T {
    value.downcast_ref().expect("the type of the side")
}

fn encode<F: Format>(value: &impl Encode) -> Vec<u8> {
    let bytes = F::to_vec(value).unwrap();
    assert_eq!(F::encoded_len(value), bytes.len());
    bytes
}

impl Side {
    /// Of a type without a borrowed form, or without equality.
    pub(crate) fn owned<R, T>() -> Self
    where
        R: Reference<T>,
        T: Encode + Decodable + Debug + Default + 'static,
    {
        Self {
            format: R::Ours::RULES.name,
            write: |value| R::write(is(value)),
            read: |input| R::read(input).map(|(value, used)| (R::write(&value), used)),
            encode: |value| encode::<R::Ours>(is::<T>(value)),
            decode: |input| match R::Ours::from_slice::<T>(input) {
                Ok(value) => Ok(Box::new(value)),
                Err(error) => Err(error),
            },
            prefix: |input| match R::Ours::from_slice_prefix::<T>(input) {
                Ok((value, rest)) => Ok((encode::<R::Ours>(&value), input.len() - rest.len())),
                Err(error) => Err(error),
            },
            empty: || Box::new(T::default()),
            decode_into: |value, input| {
                R::Ours::decode_into::<T>(value.downcast_mut().unwrap(), input)
            },
            explained: |input| R::Ours::explain::<T>(input).error(),
            // Cells and locks can't be compared, and a hash map is printed in any order.
            same: |again, value| {
                let (again, value) = (is::<T>(again), is::<T>(value));
                assert_same_length(&format!("{again:?}"), &format!("{value:?}"));
            },
            lent: None,
        }
    }

    /// Of a type with a borrowed form.
    pub(crate) fn lent<R, T>() -> Self
    where
        R: Reference<T>,
        T: Encode + Decodable + Borrowable + PartialEq + Debug + Default + 'static,
        for<'de> T::Ref<'de>: Encode,
    {
        Self {
            same: |again, value| assert_eq!(is::<T>(again), is::<T>(value)),
            lent: Some(Lent {
                encode: |value| encode::<R::Ours>(&is::<T>(value).to_ref()),
                decode: |input| match R::Ours::from_slice_ref::<T::Ref<'_>>(input) {
                    Ok(view) => {
                        let bytes = encode::<R::Ours>(&view);
                        Ok((bytes, Box::new(T::from_ref(view))))
                    }
                    Err(error) => Err(error),
                },
                prefix: |input| match R::Ours::from_slice_ref_prefix::<T::Ref<'_>>(input) {
                    Ok((view, rest)) => Ok((Box::new(T::from_ref(view)), input.len() - rest.len())),
                    Err(error) => Err(error),
                },
            }),
            ..Self::owned::<R, T>()
        }
    }

    /// By the reference.
    pub(crate) fn write(&self, value: &Value) -> Vec<u8> {
        (self.write)(value)
    }

    /// Both directions, each crate reading the other's bytes, in all forms; truncated bytes are
    /// refused with an unexpected end. Returns the bytes.
    pub(crate) fn agree(&self, value: &Value) -> Vec<u8> {
        let bytes = (self.write)(value);
        assert_eq!((self.encode)(value), bytes, "{}", self.format);

        (self.same)(&*(self.decode)(&bytes).unwrap(), value);
        let mut over = (self.empty)();
        for _ in 0..2 {
            (self.decode_into)(&mut *over, &bytes).unwrap();
            (self.same)(&*over, value);
        }
        for len in cuts(&bytes) {
            let cut = &bytes[..len];
            let error = (self.decode)(cut).err().unwrap();
            assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, len));
            assert_eq!((self.decode_into)(&mut *over, cut), Err(error));
        }
        // Recording a long value takes longer than everything else.
        if bytes.len() < 300 {
            let cut = &bytes[..bytes.len().saturating_sub(1)];
            assert_eq!((self.explained)(cut), (self.decode)(cut).err());
        }
        if let Some(lent) = &self.lent {
            assert_eq!((lent.encode)(value), bytes);
            let (again, owned) = (lent.decode)(&bytes).unwrap();
            assert_eq!(again, bytes);
            (self.same)(&*owned, value);
            for len in cuts(&bytes) {
                let error = (lent.decode)(&bytes[..len]).err().unwrap();
                assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, len));
            }
        }
        bytes
    }

    /// The same inputs are accepted, with the same values, in all forms.
    pub(crate) fn accept_alike(&self, input: &[u8]) {
        let ours = (self.prefix)(input);
        if let Some(lent) = &self.lent {
            // A value and not bytes, since two hash maps may iterate in different orders.
            match ((lent.prefix)(input), &ours) {
                (Ok((value, taken)), Ok((bytes, used))) => {
                    assert_eq!(taken, *used, "of {input:x?}");
                    assert_eq!(sorted((self.encode)(&*value)), sorted(bytes.clone()));
                }
                (borrowed, ours) => {
                    assert_eq!(borrowed.err().as_ref(), ours.as_ref().err(), "of {input:x?}");
                }
            }
        }
        let theirs = (self.read)(input);
        if cfg!(not(target_pointer_width = "64"))
            && let Err(error) = &ours
            && matches!(
                error.kind(),
                DecodeErrorKind::IntegerOutOfRange | DecodeErrorKind::LengthOverflow
            )
        {
            // References truncate numbers that are wider than an address.
            return;
        }
        assert_eq!(ours.is_ok(), theirs.is_some(), "{ours:?} and {theirs:?} of {input:x?}");
        let mut over = (self.empty)();
        let outcome = (self.decode_into)(&mut *over, input);
        let (Ok((value, taken)), Some((theirs, used))) = (ours, theirs) else {
            assert!(outcome.is_err());
            return;
        };
        assert_eq!(taken, used);
        // Compared as bytes, since a NaN is not equal to itself.
        let written = sorted(theirs);
        assert_eq!(sorted(value), written);
        match outcome {
            Ok(()) => assert_eq!(sorted((self.encode)(&*over)), written),
            Err(error) => {
                assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::TrailingBytes, used));
            }
        }
    }
}

fn assert_same_length(again: &str, value: &str) {
    assert_eq!(again.len(), value.len(), "{again} for {value}");
}

/// Where bytes are cut: everywhere, or at some offsets of a long input.
fn cuts(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let step = 1 + bytes.len() / if bytes.len() < 300 { 25 } else { 8 };
    (bytes.len() % step..bytes.len()).step_by(step)
}

/// Two hash maps with the same entries may iterate in different orders; what they write is the same
/// except for the order of the bytes.
fn sorted(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.sort_unstable();
    bytes
}

/// [`Side::agree`] of a type with a borrowed form.
pub(crate) fn agree<R, T>(value: &T)
where
    R: Reference<T>,
    T: Encode + Decodable + Borrowable + PartialEq + Debug + Default + 'static,
    for<'de> T::Ref<'de>: Encode,
{
    Side::lent::<R, T>().agree(value);
}

/// [`Side::accept_alike`] of a type with a borrowed form.
pub(crate) fn accept_alike<R, T>(input: &[u8])
where
    R: Reference<T>,
    T: Encode + Decodable + Borrowable + PartialEq + Debug + Default + 'static,
    for<'de> T::Ref<'de>: Encode,
{
    Side::lent::<R, T>().accept_alike(input);
}
