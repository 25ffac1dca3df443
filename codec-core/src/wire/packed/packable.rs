//! Types that may be packed, and how they are stored.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;
use core::any::TypeId;

use crate::form::element::BorrowableElement;
use crate::format::{Consensus, Format, Sv2};
use crate::wire::{Bounded, Kind, LengthPrefix, Storage};

/// A type whose values can be the elements of a [`Packed`](crate::Packed): they are stored encoded,
/// and read in their borrowed form.
///
/// No value may be zero-length, nor have a `#[codec(tail)]`: other elements follow it. A
/// `#[codec(span)]` of an element that was read from there holds its bytes in
/// [`Layout`](Self::Layout). Sequences are compared, hashed and shown by the borrowed forms of
/// their elements, which need the traits for that:
/// `#[codec(borrow(derive(Debug, Clone, Copy, PartialEq, Eq, Hash)))]`.
///
/// ```
/// use codec_core::{Consensus, Decode, Encode, Format, Packable, Packed};
/// #[derive(Encode, Decode)]
/// #[codec(borrow)]
/// struct Output { value: u32, script: Vec<u8> }
///
/// impl Packable for Output {
///     type Layout = Consensus;
///     const CANONICAL: bool = true;
/// }
///
/// let mut outputs = Packed::<Output>::new();
/// outputs.push(Output { value: 7, script: vec![1, 2] })?;
/// assert_eq!(outputs.get(0).map(|output| output.script), Some(&[1, 2][..]));
/// assert_eq!(Consensus::to_vec(&outputs)?, [1, 7, 0, 0, 0, 2, 1, 2]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be an element of a `Packed`",
    label = "`Packable` is not implemented for this type",
    note = "derive `Decode` with `#[codec(borrow)]`, and name a format: `impl Packable for {Self} {{ type Layout = ..; }}`"
)]
pub trait Packable: BorrowableElement + 'static {
    /// The format in which the elements are stored. Decoding from that format and encoding to it
    /// copies all of them at once.
    type Layout: Format;

    /// `true` if [`Layout`](Self::Layout) refuses every encoding of a value but the one that it
    /// writes; the bytes of the input are then kept as they are. If it is wrongly `true`, so are
    /// non-canonical encodings, which the other forms write in their shortest form.
    const CANONICAL: bool = false;

    /// Returns whether a value has the same encoding in `F` as in [`Layout`](Self::Layout).
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    fn has_layout_of<F: Format>() -> bool {
        TypeId::of::<F>() == TypeId::of::<Self::Layout>()
    }
}

impl Packable for Vec<u8> {
    type Layout = Consensus;
    const CANONICAL: bool = true;
}

impl Packable for String {
    type Layout = Consensus;
    const CANONICAL: bool = true;
}

/// Bounded types have one layout in every format.
impl<K: Kind, L: LengthPrefix, const MAX: usize, S: Storage + 'static> Packable
    for Bounded<K, L, MAX, S>
{
    type Layout = Sv2;
    const CANONICAL: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has_layout_of<F: Format>() -> bool {
        true
    }
}
