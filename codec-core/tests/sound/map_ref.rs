//! Borrowed maps, sets and queues, and maps that contain themselves.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use codec_core::{
    Borrowable, Compact, DEFAULT_DEPTH, Decode, DecodeError, DecodeErrorKind, Encode, Format,
    MapRef, Postcard, SetRef, Strict,
};

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Node {
    below: BTreeMap<String, Node>,
}

/// Nested maps of one entry.
fn nest(levels: usize) -> Vec<u8> {
    let mut input = [1, 1, b'a'].repeat(levels - 1);
    input.push(0);
    input
}

#[test]
fn maps_within_maps_are_bounded_and_take_linear_time() {
    fn goes_every_way<F: Format>() {
        let input = nest(DEFAULT_DEPTH as usize);
        let mut value: Node = F::from_slice(&input).unwrap();
        assert_eq!(F::to_vec(&value).unwrap(), input);
        F::decode_into(&mut value, &input).unwrap();
        let borrowed: NodeRef<'_> = F::from_slice_ref(&input).unwrap();
        assert_eq!(borrowed.below.len(), 1);
        let deeper = nest(DEFAULT_DEPTH as usize + 1);
        let refused = Some(DecodeErrorKind::DepthExceeded);
        assert_eq!(F::from_slice::<Node>(&deeper).err().map(DecodeError::kind), refused);
        let outcome = F::from_slice_ref::<NodeRef<'_>>(&deeper);
        assert_eq!(outcome.err().map(DecodeError::kind), refused);
    }
    goes_every_way::<Postcard>();
    goes_every_way::<Strict<Postcard>>();
    goes_every_way::<Strict<Compact>>();
}

/// Sorting equal keys by their values would encode each level twice.
#[test]
fn equal_keys_within_equal_keys_take_no_more_a_level() {
    let mut input = vec![0];
    for _ in 0..20 {
        input = [b"\x02\x01a\x00\x01a", &input[..]].concat();
    }
    let borrowed: NodeRef<'_> = Compact::from_slice_ref(&input).unwrap();
    assert_eq!(Compact::to_vec(&borrowed).unwrap(), input);
}

#[test]
fn a_derived_type_lends_its_maps() {
    let node = || Node { below: BTreeMap::new() };
    let value = Node { below: BTreeMap::from([("a".into(), node()), ("b".into(), node())]) };
    let lent = value.to_ref();
    assert_eq!(lent.below.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(Postcard::to_vec(&lent).unwrap(), Postcard::to_vec(&value).unwrap());
    assert_eq!(Node::from_ref(lent), value);
}

#[test]
fn the_last_of_equal_keys_counts() {
    let map: MapRef<'_, &str, u8> =
        Postcard::from_slice_ref(b"\x03\x01b\x01\x01a\x02\x01b\x03").unwrap();
    assert_eq!((map.len(), map.get("b"), map.get("c")), (3, Some(3), None));
    assert_eq!(map.iter().collect::<HashMap<_, _>>(), HashMap::from([("a", 2), ("b", 3)]));
    assert_eq!(format!("{map:?}"), r#"{"b": 1, "a": 2, "b": 3}"#);
    // Written in the order of the format, whatever the order of the input.
    assert_eq!(Strict::<Postcard>::to_vec(&map).unwrap(), b"\x03\x01a\x02\x01b\x01\x01b\x03");
}

#[test]
fn owned_and_encoded_ones_are_alike() {
    let owned = BTreeMap::from([(1u16, String::from("x")), (300, String::from("y"))]);
    let input = Postcard::to_vec(&owned).unwrap();
    let encoded: MapRef<'_, u16, &str> = Postcard::from_slice_ref(&input).unwrap();
    let lent = owned.to_ref();
    assert!(lent == encoded && lent.get(&300) == Some("y") && !lent.is_empty());
    assert_eq!(lent.iter().size_hint(), (2, Some(2)));
    assert_eq!(encoded.iter().size_hint(), (2, Some(2)));
    assert_eq!(lent.cmp(&encoded), std::cmp::Ordering::Equal);

    let set = BTreeSet::from([String::from("x"), String::from("y")]);
    let input = Postcard::to_vec(&set).unwrap();
    let encoded: SetRef<'_, &str> = Postcard::from_slice_ref(&input).unwrap();
    assert!(set.to_ref() == encoded && encoded.contains("y") && !encoded.contains("z"));
    assert_eq!(encoded.iter().collect::<BTreeSet<_>>().len(), 2);
}

#[test]
fn a_queue_lends_both_its_parts() {
    let mut queue = VecDeque::from([2u16, 3]);
    queue.push_front(1);
    let lent = queue.to_ref();
    let mut all = lent.front().to_vec();
    all.extend(lent.back().into_iter().flat_map(|back| back.to_vec()));
    assert_eq!(all, [1, 2, 3]);
    assert_eq!(Postcard::to_vec(&lent).unwrap(), [3, 1, 2, 3]);
    assert_eq!(VecDeque::<u16>::from_ref(lent), queue);
}

#[test]
fn an_explanation_shows_entry_and_part() {
    let report = Postcard::explain::<BTreeMap<u8, bool>>(&[2, 7, 1, 8, 2]);
    let text = "[1][1] at byte 4: boolean is neither 0 nor 1: found 2";
    assert_eq!(report.to_string(), text);
    let report = Postcard::explain::<BTreeSet<bool>>(&[1, 2]);
    assert_eq!(report.to_string(), "[0] at byte 1: boolean is neither 0 nor 1: found 2");
}

#[test]
fn borrowed_maps_go_to_other_threads() {
    fn both<T: Send + Sync>() {}
    both::<MapRef<'_, &str, u8>>();
    both::<SetRef<'_, &str>>();
    both::<<BTreeMap<String, Arc<str>> as Borrowable>::Ref<'_>>();
}
