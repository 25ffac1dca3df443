//! A place for a value: a decoder builds the value there instead of returning it.
//!
//! A value that a function returns is written once by the function and once more by a caller that
//! moves it into a vector; the second time it is loaded in wider pieces than it was stored, which
//! stalls the processor (failed store forwarding).
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// Memory for one value. The lifetime is the place's name: no two places have the
/// same, since it is invariant and a function that is given a place must accept any.
pub(crate) struct Slot<'s, T> {
    place: &'s mut MaybeUninit<T>,
    name: Name<'s>,
}

/// Proof that the place of this name holds a value: only filling it makes one, and
/// `raw` relies on that.
pub(crate) struct Filled<'s> {
    _name: Name<'s>,
}

type Name<'s> = PhantomData<fn(&'s ()) -> &'s ()>;

impl<'s, T> Slot<'s, T> {
    /// Takes a place, whose content is overwritten and not dropped.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn new(place: &'s mut MaybeUninit<T>) -> Self {
        Self { place, name: PhantomData }
    }

    /// Puts a value there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn fill(self, value: T) -> Filled<'s> {
        self.place.write(value);
        Filled { _name: self.name }
    }
}
