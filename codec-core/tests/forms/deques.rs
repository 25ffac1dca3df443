//! Borrowed queues are compared, ordered and hashed by their elements, however their memory is split.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::collections::hash_map::DefaultHasher;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use codec_core::{Borrowable, Decode, DequeRef, Encode, Format, IndexedRef, Postcard};
use proptest::collection::vec;
use proptest::prelude::*;

/// The same elements, of which `at` lie behind the end of the queue's memory.
fn split<T: Clone + PartialEq>(items: &[T], at: usize) -> VecDeque<T> {
    let at = at.min(items.len());
    let mut queue = VecDeque::with_capacity(items.len());
    queue.extend(items[at..].iter().cloned());
    items[..at].iter().rev().for_each(|item| queue.push_front(item.clone()));
    assert!(queue.iter().eq(items));
    assert_eq!(queue.as_slices().1.is_empty(), at == 0 || at == items.len());
    queue
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut state = DefaultHasher::new();
    value.hash(&mut state);
    state.finish()
}

/// All of two borrowed queues that a program can ask, against the queues themselves.
fn agree<S: Ord + Hash + Debug, T: Ord>(one: (&S, &VecDeque<T>), other: (&S, &VecDeque<T>)) {
    assert_eq!(one.0 == other.0, one.1 == other.1);
    assert_eq!(one.0.cmp(other.0), one.1.cmp(other.1));
    assert_eq!(one.0.partial_cmp(other.0), one.1.partial_cmp(other.1));
    if one.1 == other.1 {
        assert_eq!(hash_of(one.0), hash_of(other.0));
    }
}

/// Two lists as queues in every split, and decoded.
fn in_all_splits<T>(one: &[T], other: &[T])
where
    T: Clone + Ord + Debug + Encode,
    VecDeque<T>: Borrowable,
    for<'de> <VecDeque<T> as Borrowable>::Ref<'de>: Ord + Hash + Debug,
{
    for (left, right) in (0..=one.len()).flat_map(|i| (0..=other.len()).map(move |j| (i, j))) {
        let (left, right) = (split(one, left), split(other, right));
        agree((&left.to_ref(), &left), (&right.to_ref(), &right));
        let bytes = Postcard::to_vec(&right).unwrap();
        let decoded = Postcard::from_slice_ref::<<VecDeque<T> as Borrowable>::Ref<'_>>(&bytes);
        // Borrowed for as long as what was decoded.
        agree((&left.to_ref(), &left), (&decoded.unwrap(), &right));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 64 }))]

    #[test]
    fn queues_of_all_elements(
        bytes in (vec(0..3u8, 0..5), vec(0..3u8, 0..5)),
        numbers in (vec(0..3u32, 0..5), vec(0..3u32, 0..5)),
        names in (vec("[ab]{0,2}", 0..4), vec("[ab]{0,2}", 0..4)),
        lists in (vec(vec(0..2u16, 0..2), 0..4), vec(vec(0..2u16, 0..2), 0..4)),
    ) {
        in_all_splits(&bytes.0, &bytes.1);
        in_all_splits(&bytes.0, &bytes.0);
        in_all_splits(&numbers.0, &numbers.1);
        in_all_splits(&numbers.0, &numbers.0);
        in_all_splits(&names.0, &names.1);
        in_all_splits(&names.0, &names.0);
        in_all_splits(&lists.0, &lists.1);
        in_all_splits(&lists.0, &lists.0);
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Queues {
    bytes: VecDeque<u8>,
    nested: VecDeque<VecDeque<String>>,
    #[codec(index)]
    indexed: VecDeque<String>,
    floats: VecDeque<f32>,
}

#[test]
fn a_struct_with_queues_equals_what_is_decoded_of_it() {
    let names = |at| split(&["a".to_owned(), "bc".to_owned(), String::new()], at);
    let queues = |at: usize| Queues {
        bytes: split(&[1, 2, 3], at),
        nested: split(&[names(at), names(1), VecDeque::new()], at),
        indexed: names(at),
        floats: split(&[1.0, 0.0, -0.0], at),
    };
    for at in 0..=3 {
        let (lent, whole) = (queues(at), queues(0));
        let bytes = Postcard::to_vec(&lent).unwrap();
        let decoded: QueuesRef<'_> = Postcard::from_slice_ref(&bytes).unwrap();
        assert_eq!(lent.to_ref(), decoded, "{at}");
        assert_eq!(lent.to_ref(), whole.to_ref(), "{at}");
        let mut other = whole.clone();
        other.nested[1].push_back("d".to_owned());
        assert_ne!(lent.to_ref(), other.to_ref(), "{at}");
        let mut other = whole;
        other.indexed.pop_front();
        assert_ne!(lent.to_ref(), other.to_ref(), "{at}");
    }
}

#[test]
fn a_value_that_differs_from_itself_does_so_in_any_split() {
    let one: DequeRef<&[f32]> = DequeRef::new(&[f32::NAN, 1.0], None);
    let other = DequeRef::new(&[f32::NAN][..], Some(&[1.0][..]));
    assert!(one != one && one != other && other != other);
    assert_eq!(one.partial_cmp(&other), None);
    let less = DequeRef::new(&[0.5][..], Some(&[f32::NAN][..]));
    assert_eq!(less.partial_cmp(&DequeRef::new(&[1.0][..], None)), Some(Ordering::Less));
}

/// What the elements of an index are compared by.
fn _is_comparable(
    one: DequeRef<IndexedRef<'_, &str>>,
    other: DequeRef<IndexedRef<'_, &str>>,
) -> bool {
    one == other
}
