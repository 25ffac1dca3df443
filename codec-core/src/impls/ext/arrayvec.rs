//! `arrayvec`: as a `Vec` or `String`, refused when it exceeds the capacity.

use arrayvec::{ArrayString, ArrayVec};

use super::in_place::{self, InPlace};

impl<T, const CAP: usize> InPlace for ArrayVec<T, CAP> {
    type Item = T;
    const CAPACITY: usize = CAP;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        self.len()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn append(&mut self, item: T) {
        self.push(item);
    }
}

in_place::vector!(ArrayVec, {const CAP: usize}, {CAP});
in_place::string!(ArrayString<CAP>, {const CAP: usize}, CAP, ArrayString::from);
