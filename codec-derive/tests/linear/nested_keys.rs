//! Sets of lazy sequences of sets: to hold the order of such keys against a strict format
//! is to read the sequences again. A shared form can't contain itself this way, so the
//! levels are types.

use std::collections::BTreeSet;

use bytes::Bytes;
use codec_core::{Bincode, Borrowable, Decodable, DecodableRef, Encode, Format, Shareable, Strict};

use crate::step::{Step, count};

type Keys<T> = BTreeSet<Vec<T>>;
type Levels = Keys<Keys<Keys<Keys<Keys<Keys<Step>>>>>>;

/// Levels of sets, and steps at their bottom.
const LEVELS: u32 = 6;
const STEPS: usize = 1 << LEVELS;

/// Sets of two, which differ in their last step alone.
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

/// A borrowed set stays in its bytes: a comparison at a level reads what lies below it on
/// both sides, and once more at each level that it goes down.
const BORROWED: usize = 4 * (LEVELS * LEVELS) as usize * STEPS;

/// A shared set is built each time that it is read, and to build it is to compare its keys:
/// three times as much with each level of the type, which has few.
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
