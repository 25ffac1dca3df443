//! Sets of lazy sequences of sets: checking the order of such keys in a strict format reads the
//! sequences again. A shared form can't be recursive this way, so each level is a type.

use std::collections::BTreeSet;

use bytes::Bytes;
use codec_core::{Bincode, Borrowable, Decodable, DecodableRef, Encode, Format, Shareable, Strict};

use crate::step::{Step, count};

type Keys<T> = BTreeSet<Vec<T>>;
type Levels = Keys<Keys<Keys<Keys<Keys<Keys<Step>>>>>>;

/// Levels of sets, and steps at the bottom.
const LEVELS: u32 = 6;
const STEPS: usize = 1 << LEVELS;

/// Sets of two, which differ only in their last step.
trait Late {
    fn late(number: u8) -> Self;
}

impl Late for Step {
    fn late(number: u8) -> Self {
        Self(number)
    }
}

impl<T: Late + Ord> Late for Keys<T> {
    fn late(number: u8) -> Self {
        [vec![T::late(0)], vec![T::late(number + 1)]].into()
    }
}

fn encoded<T: Late + Encode>() -> Bytes {
    Strict::<Bincode>::to_vec(&T::late(0)).unwrap().into()
}

/// A borrowed set stays encoded: comparing two at one level reads everything below on both sides,
/// and once more at each level further down.
const BORROWED: usize = 4 * (LEVELS * LEVELS) as usize * STEPS;

/// A shared set is built each time it is read, and building it compares its keys: three times the
/// cost with each level of the type; there are few levels.
const SHARED: usize = 3usize.pow(LEVELS) * STEPS;

#[test]
fn shared_keys_are_compared_without_holding_their_order_again() {
    fn shared<T: Late + Encode + Shareable<Shared: Decodable>>() -> usize {
        let input = encoded::<T>();
        count(SHARED, || drop(Strict::<Bincode>::from_bytes::<T::Shared>(&input).unwrap())).0
    }
    assert!(shared::<Levels>() >= STEPS);
}

#[test]
fn borrowed_keys_are_compared_without_holding_their_order_again() {
    fn borrowed<T: Late + Encode + Borrowable + 'static>() -> usize {
        fn read<'de, T: DecodableRef<'de>>(input: &'de [u8]) -> usize {
            count(BORROWED, || drop(Strict::<Bincode>::from_slice_ref::<T>(input).unwrap())).0
        }
        read::<T::Ref<'_>>(&encoded::<T>())
    }
    assert!(borrowed::<Levels>() >= STEPS);
}
