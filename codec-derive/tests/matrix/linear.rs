//! The work of decoding grows as its input does.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;

use codec_core::push::PushDecode;
use codec_core::{Borrowable, Encode, Format};

use crate::pieces;

/// A field that may hold more.
pub(crate) struct Growing<'f, T>(pub(crate) &'f mut T);

/// Other types don't grow; a method of a type's own is found first.
pub(crate) trait Fixed: Sized {
    fn grown(self, _len: usize) -> bool {
        false
    }
}

impl<T> Fixed for Growing<'_, T> {}

impl Growing<'_, String> {
    pub(crate) fn grown(self, len: usize) -> bool {
        *self.0 = "é".repeat(len);
        true
    }
}

/// With its first element before itself, again and again: its last may be what ends it.
macro_rules! sequences {
    ($($of:ident)*) => {$(
        impl<T: Clone> Growing<'_, $of<T>> {
            pub(crate) fn grown(self, len: usize) -> bool {
                let first = self.0.iter().next().cloned();
                let all: Vec<T> = first.iter().cycle().take(len).chain(self.0.iter()).cloned().collect();
                *self.0 = all.into();
                first.is_some()
            }
        }
    )*};
}

sequences! { Vec VecDeque }

impl<V: Clone> Growing<'_, BTreeMap<u16, V>> {
    pub(crate) fn grown(self, len: usize) -> bool {
        let Some(value) = self.0.values().next().cloned() else { return false };
        self.0.extend((0..len).filter_map(|key| Some((u16::try_from(key).ok()?, value.clone()))));
        true
    }
}

impl Growing<'_, BTreeSet<u16>> {
    pub(crate) fn grown(self, len: usize) -> bool {
        self.0.extend((0..len).filter_map(|key| u16::try_from(key).ok()));
        true
    }
}

/// A small number of elements, and the factor of a large one.
const FEW: usize = 500;
const MANY: usize = 8;
/// The number of times that the many elements are decoded.
const TIMES: usize = 8;
/// The clock advances by less, in nanoseconds.
const TICK: u64 = 10_000_000;

/// Number of times that a push decoder may read the bytes of a collected part again, and of bytes
/// beyond that.
const AGAIN: usize = 256;
const AGAIN_AT_LEAST: usize = 16 << 20;

/// Decoding eight times as many elements, a byte at a time, takes eight times as long; where an
/// attribute allows so many. Elements that may be empty say nothing of how many bytes are missing: where
/// their sequence is `collected`, pushing takes no longer than what it may read again.
pub(crate) fn holds<F: Format, T>(collected: bool, with: impl Fn(usize) -> Option<T>)
where
    T: Encode + PushDecode + Borrowable + Debug + 'static,
{
    let encoded = |len| F::to_vec(&with(len)?).ok();
    let (Some(few), Some(many)) = (encoded(FEW), encoded(MANY * FEW)) else { return };
    is_linear(&few, &many, pieces::read_in_bytes::<F, T>);
    if !collected {
        return is_linear(&few, &many, pieces::push_in_bytes::<F, T>);
    }
    // So many that they would be read more often than is allowed.
    let long = encoded(4 * MANY * FEW).unwrap();
    let once = |input: &[u8]| drop(F::from_slice::<T>(input).unwrap());
    // A reader that notes what is missing takes longer than another.
    let most = || 2 * time(&long, AGAIN + AGAIN_AT_LEAST / long.len(), once);
    assert!((0..5).any(|_| time(&long, 1, pieces::push_in_bytes::<F, T>) <= most()));
}

fn is_linear(few: &[u8], many: &[u8], decode: fn(&[u8])) {
    // The same work both times, more than the clock's ticks. Another program may take the cache
    // meanwhile.
    let few = || time(few, MANY * TIMES, decode);
    let many = || time(many, TIMES, decode);
    let linear = (0..5).any(|_| many() <= 3 * few() + TICK);
    assert!(linear, "in pieces {} ns, at once {} ns", few(), many());
}

/// Nanoseconds that a decode takes this many times.
fn time(input: &[u8], times: usize, decode: impl Fn(&[u8])) -> u64 {
    let start = cpu_time();
    (0..times).for_each(|_| decode(input));
    cpu_time() - start
}

/// The time that the thread ran, in nanoseconds.
fn cpu_time() -> u64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    stat.split(' ').next().unwrap().parse().unwrap()
}
