//! Vectors while their elements are decoded.
//!
//! The destructor of `Vec` is a function of the standard library that is not always inlined: with
//! several codegen units, it is called with the vector's address. What has an address lives in
//! memory, also where the destructor is only called after an error. Three words that were just
//! stored one by one are then loaded as one vector register to be returned, for which the processor
//! has to wait: a store is forwarded to a load only if it holds all of its bytes.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::mem::{self, ManuallyDrop};

/// A vector that is dropped by a call that gets it by value, so that it can stay in registers.
#[derive(Debug)]
pub(crate) struct Building<T>(ManuallyDrop<Vec<T>>);

impl<T> Building<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn new() -> Self {
        Self(ManuallyDrop::new(Vec::new()))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn items(&mut self) -> &mut Vec<T> {
        &mut self.0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn finish(self) -> Vec<T> {
        let mut this = ManuallyDrop::new(self);
        mem::take(&mut this.0)
    }
}

impl<T> Drop for Building<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drop(&mut self) {
        discard(mem::take(&mut self.0));
    }
}

/// Drops a vector.
#[cold]
#[inline(never)]
fn discard<T>(items: Vec<T>) {
    drop(items);
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::rc::Rc;
    use std::vec;

    use super::Building;

    #[test]
    fn items_of_a_finished_sequence_live_on_and_others_are_dropped() {
        let value = Rc::new(());
        let mut built = Building::new();
        built.items().extend([Rc::clone(&value), Rc::clone(&value)]);
        let items = built.finish();
        assert_eq!(items, vec![Rc::clone(&value); 2]);
        drop(items);
        assert_eq!(Rc::strong_count(&value), 1);
        let mut given_up = Building::new();
        given_up.items().extend([Rc::clone(&value), Rc::clone(&value)]);
        drop(given_up);
        assert_eq!(Rc::strong_count(&value), 1);
    }

    #[test]
    fn elements_without_bytes_are_dropped_as_well() {
        thread_local! { static DROPPED: core::cell::Cell<u32> = const { core::cell::Cell::new(0) } }
        struct Nothing;
        impl Drop for Nothing {
            fn drop(&mut self) {
                DROPPED.set(DROPPED.get() + 1);
            }
        }
        let mut built = Building::new();
        built.items().extend([Nothing, Nothing, Nothing]);
        drop(built);
        assert_eq!(DROPPED.get(), 3);
        drop(Building::<Nothing>::new());
        assert_eq!(Building::<Nothing>::new().finish().len(), 0);
        assert_eq!(DROPPED.get(), 3);
    }
}
