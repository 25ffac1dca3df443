//! Laws of every input of a type, in one format: pieces and explanations have the outcome of a slice, and
//! what is charged is at most the type's bound. An allocator may be asked for more than is charged (a
//! vector that grows exists twice), by what `docs/limits.md` says, and by no more under any limit.

use std::fmt::Debug;

use allocation_counter::measure;
use codec_core::push::PushDecode;
use codec_core::{Borrowable, Encode, Format, Limits};

use crate::{agree, pieces};

/// The encoding of a value, all that it begins with, with every bit flipped, and with large numbers.
pub(crate) fn hold<F: Format, T>(value: &T)
where
    T: Encode + PushDecode + Borrowable + Debug + 'static,
{
    let bytes = F::to_vec(value).unwrap();
    for len in 0..=bytes.len() {
        check::<F, T>(&bytes[..len]);
    }
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
    T: PushDecode + Borrowable + Debug + 'static,
{
    pieces::check::<F, T>(input);
    let mut outcome = None;
    let decoded = |limits| F::from_slice_with::<T>(limits, input).map(drop);
    let taken = measure(|| outcome = Some(decoded(Limits::DEFAULT)));
    let outcome = outcome.unwrap();
    assert_eq!(F::explain::<T>(input).error(), outcome.err(), "{input:?} explained");
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
