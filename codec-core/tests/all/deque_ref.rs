//! Borrowed queues are compared by their elements, wherever a queue splits them.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::VecDeque;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use allocation_counter::measure;
use codec_core::{
    Bincode, Borrowable, DecodableRef, Decode, DequeRef, Encode, Format, Postcard, SeqRef,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Every kind of sequence that a queue may lend its parts as, in a form that has all traits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
#[codec(borrow(derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)))]
struct Rings {
    bytes: VecDeque<u8>,
    numbers: VecDeque<u16>,
    texts: VecDeque<String>,
    nested: VecDeque<VecDeque<String>>,
    #[codec(index)]
    indexed: VecDeque<String>,
    #[codec(index)]
    numbered: VecDeque<u16>,
    #[codec(index)]
    rows: VecDeque<VecDeque<u8>>,
}

/// A queue whose first `front` elements are behind all others in memory.
fn ring<T: Clone + PartialEq>(items: &[T], front: usize) -> VecDeque<T> {
    let (first, rest) = items.split_at(front);
    let mut ring = VecDeque::with_capacity(items.len());
    ring.extend(rest.iter().cloned());
    first.iter().rev().for_each(|item| ring.push_front(item.clone()));
    assert!(ring.iter().eq(items), "the ring has other elements");
    if 0 < front && front < items.len() {
        assert_eq!(ring.as_slices().0.len(), front, "the ring is split elsewhere");
    }
    ring
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Views compare as what they are views of.
fn compare<T: Ord + Hash, V: Ord + Hash + Debug>(one: (&T, &[V]), other: (&T, &[V])) {
    let wanted = one.0.cmp(other.0);
    for one in one.1 {
        for other in other.1 {
            assert_eq!(one == other, wanted.is_eq(), "{one:?} == {other:?}");
            assert_eq!(one.cmp(other), wanted, "{one:?} to {other:?}");
            assert_eq!(one.partial_cmp(other), Some(wanted), "{one:?} to {other:?}");
            assert_eq!(hash_of(one) == hash_of(other), wanted.is_eq(), "{one:?}, {other:?}");
        }
    }
}

/// Checks that what two values lend and what is decoded from them compare as they do.
fn agree<T>(one: &T, other: &T)
where
    T: Borrowable + Encode + Ord + Hash + 'static,
    for<'a> T::Ref<'a>: DecodableRef<'a> + Ord + Hash + Debug,
{
    let inputs = [one, other].map(|value| Postcard::to_vec(value).unwrap());
    let [first, second] = [one, other].map(|value| Bincode::to_vec(value).unwrap());
    let ones = [
        one.to_ref(),
        Postcard::from_slice_ref(&inputs[0]).unwrap(),
        Bincode::from_slice_ref(&first).unwrap(),
    ];
    let others = [
        other.to_ref(),
        Postcard::from_slice_ref(&inputs[1]).unwrap(),
        Bincode::from_slice_ref(&second).unwrap(),
    ];
    compare((one, &ones), (one, &ones));
    compare((one, &ones), (other, &others));
    compare((other, &others), (one, &ones));
}

/// Like [`agree`], for all splits of queues of these elements.
fn agree_wherever_split<T: Clone + PartialEq>(one: &[T], other: &[T])
where
    VecDeque<T>: Borrowable + Encode + Ord + Hash + 'static,
    for<'a> <VecDeque<T> as Borrowable>::Ref<'a>: DecodableRef<'a> + Ord + Hash + Debug,
{
    for front in 0..=one.len() {
        for other_front in 0..=other.len() {
            agree(&ring(one, front), &ring(other, other_front));
        }
    }
}

fn texts(of: &[&str]) -> Vec<String> {
    of.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn a_queue_in_two_parts_equals_the_same_queue_decoded() {
    let queue = ring(&[7u8, 8, 9], 1);
    let lent = queue.to_ref();
    assert_eq!((lent.front(), lent.back()), (&[7u8][..], Some(&[8u8, 9][..])));
    let bytes = Postcard::to_vec(&queue).unwrap();
    let decoded: DequeRef<&[u8]> = Postcard::from_slice_ref(&bytes).unwrap();
    assert_eq!(decoded.back(), None);
    assert_eq!(lent, decoded);
    assert_eq!(lent.cmp(&decoded), Ordering::Equal);
    assert_eq!(hash_of(&lent), hash_of(&decoded));
}

/// A queue of the type that it is a field of.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Task {
    name: String,
    parts: VecDeque<Task>,
}

#[test]
fn a_type_may_borrow_a_queue_of_itself() {
    let task = |name: &str, parts| Task { name: name.into(), parts };
    let inner = [task("c", VecDeque::new()), task("d", VecDeque::new())];
    let outer = [task("b", ring(&inner, 1)), task("e", VecDeque::new())];
    let root = task("a", ring(&outer, 1));
    let bytes = Postcard::to_vec(&root).unwrap();
    assert_eq!(bytes, b"\x01a\x02\x01b\x02\x01c\0\x01d\0\x01e\0");
    let lent = root.to_ref();
    assert_eq!(Postcard::to_vec(&lent).unwrap(), bytes);
    let decoded: TaskRef<'_> = Postcard::from_slice_ref(&bytes).unwrap();
    assert_eq!(decoded, lent);
    let names: Vec<_> = decoded.parts.front().into_iter().map(|part| part.name).collect();
    assert_eq!((names, decoded.parts.back()), (vec!["b", "e"], None));
    assert_eq!((Task::from_ref(lent), Task::from_ref(decoded)), (root.clone(), root));
}

#[test]
fn every_kind_of_element_is_compared_wherever_the_queue_is_split() {
    agree_wherever_split(&[1u8, 2, 3], &[1, 2, 3]);
    agree_wherever_split(&[1u8, 2, 3], &[1, 2, 4]);
    agree_wherever_split(&[1u8, 2, 3], &[1, 2]);
    agree_wherever_split(&[1u8, 200], &[3]);
    agree_wherever_split::<u8>(&[], &[]);
    agree_wherever_split(&[300u16, 2, 3], &[300, 2, 3]);
    agree_wherever_split(&[300u16, 2, 3], &[300, 1, 3]);
    agree_wherever_split(&texts(&["a", "", "bc"]), &texts(&["a", "", "bc"]));
    agree_wherever_split(&texts(&["a", "", "bc"]), &texts(&["a", "b", "c"]));
    let rows = [ring(&texts(&["a", "b"]), 1), ring(&texts(&["c"]), 0)];
    let again = [ring(&texts(&["a", "b"]), 0), ring(&texts(&["c"]), 1)];
    agree_wherever_split(&rows, &again);
    agree_wherever_split(&rows, &again[..1]);
}

#[test]
fn queues_with_a_table_are_compared_wherever_they_are_split() {
    fn queue<'a>(front: &'a [String], back: &'a [String]) -> DequeRef<SeqRef<'a, &'a str>> {
        let back = (!back.is_empty()).then(|| SeqRef::from_owned(back));
        DequeRef::new(SeqRef::from_owned(front), back)
    }
    let all = [texts(&["a", "", "bc"]), texts(&["a", "", "bd"]), texts(&["a"]), texts(&[])];
    for one in &all {
        for other in &all {
            let splits = |items: &'_ [String]| (0..=items.len()).collect::<Vec<_>>();
            for (front, other_front) in splits(one)
                .into_iter()
                .flat_map(|at| splits(other).into_iter().map(move |to| (at, to)))
            {
                let views = [queue(&one[..front], &one[front..])];
                let others = [queue(&other[..other_front], &other[other_front..])];
                compare((one, &views), (other, &others));
            }
        }
    }
}

#[test]
fn an_empty_back_part_is_no_part() {
    let (none, empty) = (DequeRef::new(&[1u8][..], None), DequeRef::new(&[1][..], Some(&[][..])));
    let all_behind = DequeRef::new(&[][..], Some(&[1][..]));
    compare((&1, &[none, empty, all_behind]), (&1, &[none, empty, all_behind]));
}

#[test]
fn queues_of_values_without_an_order_have_none() {
    let whole = [1.0, f64::NAN, 2.0];
    let split = DequeRef::new(&whole[..1], Some(&whole[1..]));
    assert_ne!(split, DequeRef::new(&whole[..], None));
    assert_eq!(split.partial_cmp(&DequeRef::new(&whole[..], None)), None);
    let less = DequeRef::new(&[0.5, f64::NAN][..], None);
    assert_eq!(less.partial_cmp(&split), Some(Ordering::Less));
}

#[test]
fn the_hash_of_a_queue_says_where_it_ends() {
    let queue = |items: &'static [u8]| DequeRef::new(items, None);
    let one = (queue(&[1]), queue(&[2, 3]));
    let other = (queue(&[1, 2]), queue(&[3]));
    assert_ne!(hash_of(&one), hash_of(&other));
}

thread_local! {
    static COMPARED: Cell<usize> = const { Cell::new(0) };
}

/// An element that counts how often it is compared.
#[derive(Debug, Clone, Copy)]
struct Watched(u8);

impl PartialEq for Watched {
    fn eq(&self, other: &Self) -> bool {
        COMPARED.set(COMPARED.get() + 1);
        self.0 == other.0
    }
}

#[test]
fn each_element_is_compared_once_and_none_of_queues_of_other_lengths() {
    let items = [1, 2, 3, 4, 5, 6, 7, 8].map(Watched);
    for (front, other_front) in [(3, 5), (5, 3), (4, 4), (8, 1), (8, 8)] {
        let split = |at: usize| DequeRef::new(&items[..at], items.get(at..));
        COMPARED.set(0);
        assert_eq!(split(front), split(other_front));
        assert_eq!(COMPARED.get(), items.len());
    }
    COMPARED.set(0);
    assert_ne!(DequeRef::new(&items[..3], Some(&items[3..])), DequeRef::new(&items[..7], None));
    assert_eq!(COMPARED.get(), 0);
}

#[test]
fn comparing_allocates_nothing() {
    let queue = ring(&texts(&["a", "bc", "", "d"]), 3);
    let bytes = Postcard::to_vec(&queue).unwrap();
    let lent = queue.to_ref();
    let decoded = Postcard::from_slice_ref(&bytes).unwrap();
    let memory = measure(|| {
        assert!(lent == decoded);
        assert!(lent.cmp(&decoded).is_eq());
        assert!(hash_of(&lent) == hash_of(&decoded));
    });
    assert_eq!(memory.count_total, 0);
}

/// A queue of few and short elements, so that equal ones and prefixes of others are common.
fn queue<T: Debug + Clone + PartialEq>(
    item: impl Strategy<Value = T>,
) -> impl Strategy<Value = (VecDeque<T>, VecDeque<T>)> {
    let rotated = (vec(item, 0..4), any::<[prop::sample::Index; 2]>());
    rotated.prop_map(|(items, fronts)| {
        let [one, other] = fronts.map(|front| ring(&items, front.index(items.len() + 1)));
        (one, other)
    })
}

prop_compose! {
    /// The same value twice, in other parts.
    fn rings()(
        bytes in queue(0..2u8),
        numbers in queue(299..301u16),
        texts in queue("[ab]{0,1}"),
        nested in queue(queue("[ab]{0,1}").prop_map(|(one, _)| one)),
        indexed in queue("[ab]{0,1}"),
        numbered in queue(299..301u16),
        rows in queue(queue(0..2u8).prop_map(|(one, _)| one)),
    ) -> [Rings; 2] {
        [
            Rings {
                bytes: bytes.0,
                numbers: numbers.0,
                texts: texts.0,
                nested: nested.0,
                indexed: indexed.0,
                numbered: numbered.0,
                rows: rows.0,
            },
            Rings {
                bytes: bytes.1,
                numbers: numbers.1,
                texts: texts.1,
                nested: nested.1,
                indexed: indexed.1,
                numbered: numbered.1,
                rows: rows.1,
            },
        ]
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(codec_effort::cases(256)))]

    #[test]
    fn a_form_of_queues_is_ordered_as_the_queues(one in rings(), other in rings()) {
        agree(&one[0], &one[1]);
        agree(&one[0], &other[0]);
        agree(&one[0].nested, &other[0].nested);
        // All that come before the last ones are equal, so that these are compared.
        let mut rows = other[1].clone();
        (rows.bytes, rows.numbers) = (one[1].bytes.clone(), one[1].numbers.clone());
        (rows.texts, rows.nested) = (one[1].texts.clone(), one[1].nested.clone());
        agree(&one[0], &rows);
        (rows.indexed, rows.numbered) = (one[1].indexed.clone(), one[1].numbered.clone());
        agree(&one[0], &rows);
    }

    #[test]
    fn queues_are_ordered_as_their_elements(
        bytes in [queue(any::<u8>()), queue(any::<u8>())],
        numbers in [queue(any::<u16>()), queue(any::<u16>())],
        texts in [queue("[ab]{0,2}"), queue("[ab]{0,2}")],
    ) {
        agree(&bytes[0].0, &bytes[1].1);
        agree(&numbers[0].0, &numbers[1].1);
        agree(&texts[0].0, &texts[1].1);
    }
}
