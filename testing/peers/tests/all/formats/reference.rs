//! The comparisons with a reference crate.
//!
//! The judge is compiled once. A [`Side`] has what is generic: functions for a type, its form in our
//! format, and the reference's.

use std::any::Any;
use std::fmt::Debug;

use codec_core::{
    Borrowable, Decodable, DecodeError, DecodeErrorKind, Encode, Format, Layout as _, Strict,
};

use crate::formats::types::Lists;

/// Function that decodes a type in a format.
type Decoding<T> = fn(&[u8]) -> Result<T, DecodeError>;

/// A crate that defines a format.
pub(crate) trait Reference<T> {
    type Ours: Format;
    fn write(value: &T) -> Vec<u8>;
    /// The value at the front of the input, and how many bytes it takes.
    fn read(input: &[u8]) -> Option<(T, usize)>;
}

/// A value of the type of a [`Side`].
pub(crate) type Value = dyn Any;

/// The value at the front of an input, and how many bytes it takes.
type Front<T> = (T, usize);

/// Functions that write and read the values of a type, ours and the reference's.
pub(crate) struct Side {
    format: &'static str,
    /// By the reference.
    write: fn(&Value) -> Vec<u8>,
    /// By the reference.
    read: fn(&[u8]) -> Option<Front<Box<Value>>>,
    encode: fn(&Value) -> Vec<u8>,
    /// The bytes that no equal value differs in: hash maps and heaps are sorted. A NaN, which is not
    /// equal to itself, and cells and locks, which can't be compared, are compared by them.
    canonical: fn(&Value) -> Vec<u8>,
    decode: Decoding<Box<Value>>,
    prefix: Decoding<Front<Box<Value>>>,
    empty: fn() -> Box<Value>,
    decode_into: fn(&mut Value, &[u8]) -> Result<(), DecodeError>,
    explained: fn(&[u8]) -> Option<DecodeError>,
    /// Of a type with equality.
    same: Option<fn(&Value, &Value)>,
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
pub(crate) fn is<T: 'static>(value: &Value) -> &T {
    value.downcast_ref().expect("the type of the side")
}

fn encode<F: Format>(value: &impl Encode) -> Vec<u8> {
    let bytes = F::to_vec(value).unwrap();
    assert_eq!(F::encoded_len(value), bytes.len());
    bytes
}

/// The bytes that no equal value differs in: those of [`Strict`], and of a heap, which has equal elements
/// in different orders, those of its elements in order.
pub(crate) fn canonical<F: Format, T: Encode + 'static>(value: &T) -> Vec<u8> {
    match (value as &Value).downcast_ref::<Lists>() {
        Some((list, heap)) => encode::<Strict<F>>(&(list, heap.clone().into_sorted_vec())),
        None => encode::<Strict<F>>(value),
    }
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
            read: |input| {
                let (value, used) = R::read(input)?;
                Some((Box::new(value), used))
            },
            encode: |value| encode::<R::Ours>(is::<T>(value)),
            canonical: |value| canonical::<R::Ours, T>(is(value)),
            decode: |input| match R::Ours::from_slice::<T>(input) {
                Ok(value) => Ok(Box::new(value)),
                Err(error) => Err(error),
            },
            prefix: |input| match R::Ours::from_slice_prefix::<T>(input) {
                Ok((value, rest)) => Ok((Box::new(value), input.len() - rest.len())),
                Err(error) => Err(error),
            },
            empty: || Box::new(T::default()),
            decode_into: |value, input| {
                R::Ours::decode_into::<T>(value.downcast_mut().unwrap(), input)
            },
            explained: |input| R::Ours::explain::<T>(input).error(),
            same: None,
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
            same: Some(|again, value| assert_eq!(is::<T>(again), is::<T>(value))),
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

    /// With these bytes, of a type that is made of others.
    pub(crate) fn with_canonical(self, canonical: fn(&Value) -> Vec<u8>) -> Self {
        Self { canonical, ..self }
    }

    fn same(&self, again: &Value, value: &Value) {
        match self.same {
            Some(same) => same(again, value),
            None => assert_eq!((self.canonical)(again), (self.canonical)(value), "{}", self.format),
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

        self.same(&*(self.decode)(&bytes).unwrap(), value);
        let mut over = (self.empty)();
        for _ in 0..2 {
            (self.decode_into)(&mut *over, &bytes).unwrap();
            self.same(&*over, value);
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
            self.same(&*owned, value);
            for len in cuts(&bytes) {
                let error = (lent.decode)(&bytes[..len]).err().unwrap();
                assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, len));
            }
        }
        bytes
    }

    /// The same inputs are accepted, with the same values, in all forms.
    pub(crate) fn accept_alike(&self, input: &[u8]) {
        let canonical = |(value, used): Front<Box<Value>>| ((self.canonical)(&*value), used);
        let ours = (self.prefix)(input).map(canonical);
        if let Some(lent) = &self.lent {
            match ((lent.prefix)(input).map(canonical), &ours) {
                (Ok(borrowed), Ok(owned)) => assert_eq!(borrowed, *owned, "of {input:x?}"),
                (borrowed, ours) => {
                    assert_eq!(borrowed.err().as_ref(), ours.as_ref().err(), "of {input:x?}");
                }
            }
        }
        let theirs = (self.read)(input).map(canonical);
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
        let (Ok(ours), Some(theirs)) = (ours, theirs) else {
            assert!(outcome.is_err());
            return;
        };
        assert_eq!(ours, theirs, "of {input:x?}");
        match outcome {
            Ok(()) => assert_eq!((self.canonical)(&*over), theirs.0),
            Err(error) => {
                let end = (DecodeErrorKind::TrailingBytes, theirs.1);
                assert_eq!((error.kind(), error.offset()), end);
            }
        }
    }
}

/// Lengths to cut bytes to: all of them, or some for a long input.
fn cuts(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let step = 1 + bytes.len() / if bytes.len() < 300 { 25 } else { 8 };
    (bytes.len() % step..bytes.len()).step_by(step)
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
