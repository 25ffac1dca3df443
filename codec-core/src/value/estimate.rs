//! How much memory a value will need, without a look at all of it.
//!
//! Before a value is written into a new vector, its length is needed. To count
//! it takes a third of the time or more where elements differ in length, and
//! most of that is waiting for memory. So of a long sequence one element in
//! eight is counted. What was estimated too low is counted and written again.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use super::encode::Encode;
use crate::error::{DecodeError, EncodeError};
use crate::format::delegate::delegate;
use crate::format::int::Int;
use crate::format::size::Size;
use crate::format::{Format, Layout, Rules};
use crate::io::cursor::Cursor;
use crate::io::output::Output;

/// The number of elements from which on a sequence is estimated.
pub(crate) const LONG: usize = 64;

/// Of so many elements, one is counted.
const STRIDE: usize = 8;

/// The format `F`, in which an encoded length is an estimate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Estimate<F>(PhantomData<F>);

impl<F: Layout> Layout for Estimate<F> {
    type State = F::State;
    type Checked = F;
    type Big = F::Big;
    type Little = F::Little;
    const RULES: Rules = Rules { estimates: true, ..F::RULES };

    delegate!(F: ints, bools, floats, chars, lens, tags);
}

/// About the length of these elements: an eighth more than the sample has, so
/// that a sample of shorter ones is long enough, too.
#[inline(always)]
pub(crate) fn slice_len<F: Format, T: Encode>(items: &[T]) -> usize {
    let sampled = items.chunks_exact(STRIDE).enumerate().map(|(index, chunk)| {
        // Another place in each, or else a pattern in the data could meet the sample's.
        let place = index.wrapping_mul(5) ^ (index / STRIDE);
        chunk[place % STRIDE].encoded_len::<F>()
    });
    let len = sampled.fold(0usize, usize::saturating_add);
    let chunks = items.len() / STRIDE;
    len.saturating_add(len / 8).saturating_add(len / chunks).saturating_mul(STRIDE)
}
