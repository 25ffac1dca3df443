//! Laws of every input of a type, in one format: pieces and explanations have the outcome of a slice, what
//! is canonical is written as it was, what begins a value ends early, and what is charged is at most the
//! type's bound. An allocator may be asked for more than is charged (a
//! vector that grows exists twice), by what `docs/limits.md` says, and by no more under any limit.

use std::fmt::Debug;

use allocation_counter::measure;
use codec_core::push::PushDecode;
use codec_core::{Borrowable, Decodable, DecodeErrorKind, Encode, Format, Limits, Strict};

use crate::{agree, pieces};

/// The encoding of a value, all that it begins with, with every bit flipped, and with large numbers.
pub(crate) fn hold<F: Format, T>(value: &T)
where
    T: Encode + PushDecode + Borrowable + Debug + 'static,
{
    let bytes = F::to_vec(value).unwrap();
    let is_open = F::from_slice_prefix::<T>(&[&bytes[..], &[0]].concat())
        .map_or(true, |(_, rest)| rest.is_empty());
    for len in 0..bytes.len() {
        let begun = &bytes[..len];
        check::<F, T>(begun);
        // A type that reads to the end of its input may take less.
        if let (Err(error), false) = (F::from_slice::<T>(begun), is_open) {
            assert_eq!(error.kind(), DecodeErrorKind::UnexpectedEnd, "{begun:?}");
        }
    }
    check::<F, T>(&bytes);
    pieces::check_cuts::<F, T>(&bytes);
    is_charged::<F, T>(&bytes);
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        check::<F, T>(&damaged);
    }
    for hostile in agree::hostile(&bytes) {
        check::<F, T>(&hostile);
    }
}

/// All of them for one input.
pub(crate) fn check<F: Format, T>(input: &[u8])
where
    T: Encode + PushDecode + Borrowable + Debug + 'static,
{
    pieces::check::<F, T>(input);
    let mut outcome = None;
    let decoded = |limits| F::from_slice_with::<T>(limits, input).map(drop);
    let taken = measure(|| outcome = Some(decoded(Limits::DEFAULT)));
    let outcome = outcome.unwrap();
    assert_eq!(F::explain::<T>(input).error(), outcome.err(), "{input:?} explained");
    canonical::<F, T>(input);
    // A function that the user wrote may take any amount.
    let Some(bound) = F::memory_bound::<T>() else { return };
    let memory = bound.of_input(input.len());
    let most = |memory: usize| (3 * memory + 32 * input.len() + 2048) as u64;
    assert!(taken.bytes_max <= most(memory), "{} bytes for {input:?}", taken.bytes_max);
    let within = |memory| decoded(Limits { memory, ..Limits::DEFAULT });
    assert_eq!(within(memory).is_ok(), outcome.is_ok(), "{input:?} within {bound:?}");
    for memory in [0, memory / 8, memory / 2] {
        let taken = measure(|| _ = within(memory));
        assert!(taken.bytes_max <= most(memory), "{} within {memory}: {input:?}", taken.bytes_max);
    }
}

/// Canonical input is written as it was.
fn canonical<F: Format, T: Decodable + Encode>(input: &[u8]) {
    if let Ok(value) = Strict::<F>::from_slice::<T>(input) {
        assert_eq!(Strict::<F>::to_vec(&value).as_deref(), Ok(input), "canonical");
    }
    if let Ok(value) = F::from_slice::<T>(input) {
        let written = Strict::<F>::to_vec(&value).unwrap();
        assert!(Strict::<F>::from_slice::<T>(&written).is_ok(), "{written:?} of {input:?}");
    }
}

/// No more is charged for a value than an allocator is asked for. A map or set is charged with
/// the nodes or the table that its entries may need.
fn is_charged<F: Format, T: Decodable + Debug>(input: &[u8]) {
    let shown = format!("{:?}", F::from_slice::<T>(input));
    let taken = measure(|| drop(F::from_slice::<T>(input)));
    let most = usize::try_from(taken.bytes_total).unwrap();
    // A struct has a space there.
    let has_entries = shown.split('{').skip(1).any(|inside| !inside.starts_with(' '));
    let most = if has_entries { 8 * most } else { most };
    let limits = Limits { memory: most, ..Limits::DEFAULT };
    let outcome = F::from_slice_with::<T>(limits, input).map(drop);
    assert_eq!(outcome, Ok(()), "within {most} bytes, {shown}");
}
