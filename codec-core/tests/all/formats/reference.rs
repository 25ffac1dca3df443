//! The comparisons with a reference crate.

use std::fmt::Debug;

use codec_core::{Borrowable, Decodable, DecodeErrorKind, Encode, Format};

/// A crate that defines a format.
pub(crate) trait Reference<T> {
    type Ours: Format;
    fn write(value: &T) -> Vec<u8>;
    /// The value at the front of the input, and how many bytes it takes.
    fn read(input: &[u8]) -> Option<(T, usize)>;
}

/// Where bytes are cut: everywhere, or at some offsets of a long input.
fn cuts(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let step = 1 + bytes.len() / if bytes.len() < 300 { 25 } else { 8 };
    (bytes.len() % step..bytes.len()).step_by(step)
}

/// Both directions, each crate reading the other's bytes, in all owned forms; truncated bytes are
/// refused with an unexpected end. Returns the bytes.
pub(crate) fn agree_owned<R, T>(value: &T) -> Vec<u8>
where
    R: Reference<T>,
    T: Encode + Decodable + Debug + Default,
{
    // Cells and locks can't be compared, and a hash map is printed in any order.
    let shown = format!("{value:?}");
    agree_by::<R, T>(value, |again| {
        let again = format!("{again:?}");
        assert_eq!(again.len(), shown.len(), "{again} for {shown}");
    })
}

fn agree_by<R, T>(value: &T, same: impl Fn(&T)) -> Vec<u8>
where
    R: Reference<T>,
    T: Encode + Decodable + Debug + Default,
{
    let bytes = R::write(value);
    assert_eq!(R::Ours::to_vec(value).unwrap(), bytes);
    assert_eq!(R::Ours::encoded_len(value), bytes.len());

    same(&R::Ours::from_slice::<T>(&bytes).unwrap());
    let mut over = T::default();
    for _ in 0..2 {
        R::Ours::decode_into(&mut over, &bytes).unwrap();
        same(&over);
    }

    for len in cuts(&bytes) {
        let cut = &bytes[..len];
        let error = R::Ours::from_slice::<T>(cut).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, len));
        assert_eq!(R::Ours::decode_into(&mut over, cut), Err(error));
    }
    // Recording a long value takes longer than everything else.
    if bytes.len() < 300 {
        let cut = &bytes[..bytes.len().saturating_sub(1)];
        let explained = R::Ours::explain::<T>(cut).error();
        assert_eq!(explained, R::Ours::from_slice::<T>(cut).err());
    }
    bytes
}

/// As [`agree_owned`], and in the borrowed form as well.
pub(crate) fn agree<R, T>(value: &T)
where
    R: Reference<T>,
    T: Encode + Decodable + Borrowable + PartialEq + Debug + Default,
    for<'de> T::Ref<'de>: Encode,
{
    let bytes = agree_by::<R, T>(value, |again| assert_eq!(again, value));
    assert_eq!(R::Ours::to_vec(&value.to_ref()).unwrap(), bytes);
    let borrowed: T::Ref<'_> = R::Ours::from_slice_ref(&bytes).unwrap();
    assert_eq!(R::Ours::to_vec(&borrowed).unwrap(), bytes);
    assert_eq!(&T::from_ref(borrowed), value);
    for len in cuts(&bytes) {
        let error = R::Ours::from_slice_ref::<T::Ref<'_>>(&bytes[..len]).err().unwrap();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, len));
    }
}

/// The same inputs are accepted, with the same values, in all owned forms.
pub(crate) fn accept_alike_owned<R, T>(input: &[u8])
where
    R: Reference<T>,
    T: Encode + Decodable + Debug + Default,
{
    let ours = R::Ours::from_slice_prefix::<T>(input);
    let theirs = R::read(input);
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
    let mut over = T::default();
    let outcome = R::Ours::decode_into(&mut over, input);
    let (Ok((value, rest)), Some((theirs, used))) = (ours, theirs) else {
        assert!(outcome.is_err());
        return;
    };
    assert_eq!(input.len() - rest.len(), used);
    // Compared as bytes, since a NaN is not equal to itself.
    let written = sorted(R::write(&theirs));
    assert_eq!(sorted(R::Ours::to_vec(&value).unwrap()), written);
    match outcome {
        Ok(()) => assert_eq!(sorted(R::Ours::to_vec(&over).unwrap()), written),
        Err(error) => {
            assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::TrailingBytes, used));
        }
    }
}

/// Two hash maps with the same entries may iterate in different orders; what they write is the same
/// except for the order of the bytes.
fn sorted(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.sort_unstable();
    bytes
}

/// As [`accept_alike_owned`], and in the borrowed form as well.
pub(crate) fn accept_alike<R, T>(input: &[u8])
where
    R: Reference<T>,
    T: Encode + Decodable + Borrowable + Debug + Default,
{
    accept_alike_owned::<R, T>(input);
    let ours = R::Ours::from_slice_prefix::<T>(input);
    let borrowed = R::Ours::from_slice_ref_prefix::<T::Ref<'_>>(input);
    assert_eq!(borrowed.as_ref().err(), ours.as_ref().err(), "of {input:x?}");
    if let (Ok((value, _)), Ok((borrowed, _))) = (ours, borrowed) {
        let written = R::Ours::to_vec(&value).unwrap();
        assert_eq!(
            sorted(R::Ours::to_vec(&T::from_ref(borrowed)).unwrap()),
            sorted(written),
            "of {input:x?}"
        );
    }
}
