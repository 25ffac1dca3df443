//! The ways to process a value, and the first of two attempts at it: on the bytes that are present,
//! in place.
#![forbid(unsafe_code)]

use core::cell::Cell;
use core::marker::PhantomData;

use super::fetched::{Note, Noted};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::io::cursor::Cursor;
use crate::io::limits::Limits;
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;

/// Processes a value: decodes, overwrites or checks it.
pub(super) trait Pass {
    /// The result.
    type Value;

    fn pass<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<Self::Value, DecodeError>;
}

/// Makes an owned value.
pub(super) struct Owned<T>(PhantomData<T>);

impl<T> Owned<T> {
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T: Decodable> Pass for Owned<T> {
    type Value = T;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pass<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<T, DecodeError> {
        // Inlined, where `decode` of a type of several allocations is a call and a move.
        T::decode_with(r, |value| value)
    }
}

/// Decodes into an existing value.
pub(super) struct Over<'v, T>(pub(super) &'v mut T);

impl<T: Decodable> Pass for Over<'_, T> {
    type Value = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pass<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        self.0.decode_into(r)
    }
}

/// Checks the borrowed form of a value.
pub(super) struct Lent<T>(PhantomData<T>);

impl<T> Lent<T> {
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T: Borrowable + 'static> Pass for Lent<T> {
    type Value = ();

    fn pass<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        <T::Ref<'_> as DecodableRef<'_>>::decode_ref(r).map(drop)
    }
}

/// Processes a value within limits.
pub(super) struct Within<P>(pub(super) P, pub(super) Limits);

impl<P: Pass> Pass for Within<P> {
    type Value = P::Value;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pass<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<P::Value, DecodeError> {
        *r.cursor_mut() = r.cursor().clone().with_limits(self.1);
        self.0.pass(r)
    }
}

/// The outcome of an attempt.
pub(super) enum Attempt<V> {
    /// A value of this many bytes.
    Whole(V, usize),
    /// A value of this many bytes if the input ends there.
    Open(V, usize),
    /// An error, whatever follows.
    Refused(DecodeError),
    /// An error only if nothing follows: the value may be incomplete.
    Short(DecodeError),
}

/// Reads a value from the start of `head`, as from a slice.
#[inline]
pub(super) fn attempt<F: Format, P: Pass>(pass: &mut P, head: &[u8]) -> Attempt<P::Value> {
    let open = Cell::new(false);
    let mut r = Reader::<Noted<F>>::from_cursor(Cursor::new(head));
    r.set_supply(Note::new(&open));
    match (pass.pass(&mut r), open.get()) {
        (Ok(value), false) => Attempt::Whole(value, r.offset()),
        (Ok(value), true) => Attempt::Open(value, r.offset()),
        (Err(error), false) if error.kind() != DecodeErrorKind::UnexpectedEnd => {
            Attempt::Refused(error)
        }
        (Err(error), _) => Attempt::Short(error),
    }
}
