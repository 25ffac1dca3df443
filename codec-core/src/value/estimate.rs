//! An estimate of the encoded length of a value, without visiting all of it.
//!
//! Before a value is written into a new vector, its length is needed. Where elements
//! differ in length, to compute it exactly takes a third of the time or more, most of
//! which is waiting for memory. So of a long sequence one element in eight is sampled.
//! When the estimate was too low, the exact length is computed and the value written again.
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

/// One of this many elements is sampled.
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
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn slice_len<F: Format, T: Encode>(items: &[T]) -> usize {
    let chunks = items.len() / STRIDE;
    let mut len = 0usize;
    for index in 0..chunks {
        // A different place in each chunk: a pattern in the data can't coincide with the sample.
        let place = index.wrapping_mul(5) ^ (index / STRIDE);
        len = len.saturating_add(items[index * STRIDE + place % STRIDE].encoded_len::<F>());
    }
    len.saturating_add(len / 8).saturating_add(len / chunks).saturating_mul(STRIDE)
}
