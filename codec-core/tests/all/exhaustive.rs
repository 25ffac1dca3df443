//! Every input of up to three bytes: all ways of decoding agree. Without optimisation, the bytes
//! after the first are only those likely to matter, and a share of three bytes is tried; with
//! `--release`, all values.
//!
//! Owned, borrowed, shared, into an existing value and skipped: the same value and the same rest,
//! or the same error at the same offset. A trace agrees on whether there is a value. Its error may
//! differ: it does not check runs of fields at once, so it stops at an invalid field where a plain
//! decode reports the run as truncated.

use std::fmt::Debug;

use bytes::Bytes;
use codec_core::{
    Bincode, Borrowable, Cursor, Decodable, DecodeError, DecodeErrorKind, Encode, Format, Reader,
    Shareable, Sv2,
    wire::{B032, B064K, Seq064K, Seq0255, Str0255, U24},
};

fn inputs() -> impl Iterator<Item = Vec<u8>> {
    let likely = [0, 1, 2, 3, 0x41, 0x80, 0xbf, 0xc2, 0xe0, 0xff];
    let next = if cfg!(debug_assertions) { likely.to_vec() } else { (0..=255).collect() };
    let mut ends = vec![vec![]];
    ends.extend(next.iter().map(|&b| vec![b]));
    ends.extend(next.iter().flat_map(|&b| next.iter().map(move |&c| vec![b, c])));
    let first = (0..=255u8).flat_map(move |a| {
        let with = move |end: &Vec<u8>| [&[a], &end[..]].concat();
        ends.iter().map(with).collect::<Vec<_>>()
    });
    let share = codec_effort::share();
    std::iter::once(Vec::new()).chain(first).filter(move |input| match input[..] {
        [first, _, last] => !cfg!(debug_assertions) || share((first ^ last).into()),
        _ => true,
    })
}

/// A value's encoding and the number of bytes left, or the error.
type Outcome = Result<(Vec<u8>, usize), DecodeError>;

fn outcome<F: Format, T: Encode>(value: Result<(T, usize), DecodeError>) -> Outcome {
    value.map(|(value, rest)| (F::to_vec(&value).unwrap(), rest))
}

fn owned<F: Format, T: Decodable + Encode>(input: &[u8]) -> Outcome {
    outcome::<F, T>(F::from_slice_prefix(input).map(|(value, rest)| (value, rest.len())))
}

fn borrowed<F: Format, T: Borrowable + Encode>(input: &[u8]) -> Outcome {
    let value = F::from_slice_ref_prefix::<T::Ref<'_>>(input);
    outcome::<F, T>(value.map(|(value, rest)| (T::from_ref(value), rest.len())))
}

fn shared<F: Format, T: Shareable + Encode>(input: &Bytes) -> Outcome {
    let value = F::from_bytes_prefix::<T::Shared>(input);
    outcome::<F, T>(value.map(|(value, rest)| (T::from_shared(value), rest.len())))
}

fn over<F: Format, T: Decodable + Encode>(mut value: T, input: &[u8]) -> Outcome {
    let mut r = Reader::<F>::new(input);
    let done = value.decode_into(&mut r);
    outcome::<F, T>(done.map(|()| (value, r.remaining())))
}

fn skipped<F: Format, T: Decodable>(input: &[u8]) -> Result<usize, DecodeError> {
    let mut r = Reader::<F>::from_cursor(Cursor::new(input));
    T::skip(&mut r).map(|()| r.remaining())
}

/// Every way except shared, which not all types have.
fn unshared<F: Format, T>(other: &T)
where
    T: Decodable + Borrowable + Encode + Clone + Debug,
{
    for input in inputs() {
        let expected = owned::<F, T>(&input);
        assert_eq!(borrowed::<F, T>(&input), expected, "borrowed: {input:x?}");
        assert_eq!(over::<F, T>(other.clone(), &input), expected, "over: {input:x?}");
        let rest = expected.as_ref().map(|&(_, rest)| rest).map_err(|&error| error);
        assert_eq!(skipped::<F, T>(&input), rest, "skipped: {input:x?}");
        traced::<F, T>(&input, &rest);
    }
}

fn traced<F: Format, T: Decodable>(input: &[u8], plain: &Result<usize, DecodeError>) {
    let error = F::explain::<T>(input).error();
    match plain {
        Ok(0) => assert_eq!(error, None, "traced: {input:x?}"),
        Ok(rest) => {
            let trailing = DecodeError::new(DecodeErrorKind::TrailingBytes, input.len() - rest);
            assert_eq!(error, Some(trailing), "traced: {input:x?}");
        }
        Err(plain) if plain.kind() == DecodeErrorKind::UnexpectedEnd => {
            assert!(error.is_some(), "traced: {input:x?}");
        }
        Err(plain) => assert_eq!(error, Some(*plain), "traced: {input:x?}"),
    }
}

fn every_way<F: Format, T>(other: &T)
where
    T: Decodable + Borrowable + Shareable + Encode + Clone + Debug,
{
    unshared::<F, T>(other);
    for input in inputs() {
        let expected = owned::<F, T>(&input);
        let source = Bytes::from(input);
        assert_eq!(shared::<F, T>(&source), expected, "shared: {source:x?}");
    }
}

#[test]
fn scalars_in_every_format() {
    every_way::<Sv2, (bool, u8)>(&(true, 9));
    every_way::<Bincode, (bool, u8)>(&(true, 9));
    every_way::<Bincode, char>(&'x');
    every_way::<Bincode, (char, bool)>(&('x', true));
    every_way::<Sv2, U24>(&U24::MAX);
    every_way::<Sv2, u16>(&9);
    every_way::<Bincode, i16>(&9);
}

#[test]
fn options_and_arrays_in_every_format() {
    every_way::<Sv2, Option<u16>>(&Some(9));
    every_way::<Sv2, Option<Option<bool>>>(&Some(Some(true)));
    every_way::<Bincode, Option<Option<bool>>>(&None);
    every_way::<Bincode, [bool; 3]>(&[true; 3]);
    every_way::<Bincode, [Option<bool>; 2]>(&[Some(true); 2]);
    every_way::<Bincode, (Option<u8>, Option<u8>)>(&(Some(1), None));
    unshared::<Bincode, Box<Option<u8>>>(&Box::new(Some(1)));
    unshared::<Bincode, [Option<Box<bool>>; 3]>(&[const { None }; 3]);
}

#[test]
fn bounded_types() {
    every_way::<Sv2, Str0255>(&Str0255::try_from("x".repeat(40)).unwrap());
    every_way::<Sv2, B032>(&B032::default());
    every_way::<Sv2, B064K>(&B064K::try_from(vec![1; 4]).unwrap());
    every_way::<Bincode, (B032, bool)>(&(B032::default(), true));
}

#[test]
fn bounded_sequences() {
    every_way::<Sv2, Seq0255<u8>>(&vec![1; 4].try_into().unwrap());
    every_way::<Sv2, Seq0255<bool>>(&vec![true; 4].try_into().unwrap());
    every_way::<Bincode, Seq0255<bool>>(&vec![true; 4].try_into().unwrap());
    every_way::<Sv2, Seq0255<Str0255>>(&vec![Str0255::default(); 2].try_into().unwrap());
    every_way::<Sv2, Seq0255<Option<u8>>>(&vec![Some(1); 2].try_into().unwrap());
    every_way::<Sv2, Seq0255<()>>(&vec![(); 2].try_into().unwrap());
    every_way::<Sv2, Seq064K<u8>>(&vec![1; 4].try_into().unwrap());
}

/// A count of eight bytes, followed by all inputs.
#[test]
fn counted_sequences() {
    for count in 0..4u64 {
        for input in inputs().filter(|input| input.len() < 3 || input[0] < 8) {
            let mut counted = count.to_le_bytes().to_vec();
            counted.extend(input);
            let source = Bytes::from(counted);
            each_agrees::<Vec<bool>>(&[true; 2].to_vec(), &source);
            each_agrees::<Vec<Option<bool>>>(&[Some(true); 2].to_vec(), &source);
            each_agrees::<Vec<u8>>(&[7; 2].to_vec(), &source);
        }
    }
}

fn each_agrees<T>(other: &T, source: &Bytes)
where
    T: Decodable + Borrowable + Shareable + Encode + Clone,
{
    let expected = owned::<Bincode, T>(source);
    assert_eq!(borrowed::<Bincode, T>(source), expected, "borrowed: {source:x?}");
    assert_eq!(shared::<Bincode, T>(source), expected, "shared: {source:x?}");
    assert_eq!(over::<Bincode, T>(other.clone(), source), expected, "over: {source:x?}");
    let rest = expected.map(|(_, rest)| rest);
    assert_eq!(skipped::<Bincode, T>(source), rest, "skipped: {source:x?}");
    traced::<Bincode, T>(source, &rest);
}
