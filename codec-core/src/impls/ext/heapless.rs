//! `heapless`: as a `Vec` or `String`, refused when it exceeds the capacity.

use heapless::{LenType, String, Vec};

use super::in_place::{self, InPlace};

impl<T, const N: usize, L: LenType> InPlace for Vec<T, N, L> {
    type Item = T;
    const CAPACITY: usize = N;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        self.len()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn append(&mut self, item: T) {
        let pushed = self.push(item);
        debug_assert!(pushed.is_ok(), "there was room");
    }
}

in_place::vector!(Vec, {const N: usize, L: LenType + 'static}, {N, L});
in_place::string!(
    String<N, L>, {const N: usize, L: LenType + Sync + 'static}, N, String::<N, L>::try_from
);
