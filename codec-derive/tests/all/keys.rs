//! Type parameters that are keys of maps or elements of sets: their bounds are inferred.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use bytes::Bytes;
use codec_core::{Decode, Encode, Format, Postcard};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Index<K, E, V> {
    places: BTreeMap<K, V>,
    names: Option<BTreeSet<E>>,
    keys: Vec<K>,
}

#[derive(Debug, Encode, Decode)]
#[codec(borrow, shared)]
struct Hashed<K, E, V> {
    #[codec(len = u8)]
    places: HashMap<K, V>,
    names: HashSet<E>,
}

/// Without forms.
#[derive(Debug, PartialEq, Encode, Decode)]
struct Plain<K, E>(BTreeMap<K, u8>, BTreeSet<E>);

/// A parameter that is not on the wire needs no order.
#[derive(Debug, Default, Encode, Decode)]
struct Cached<K> {
    number: u8,
    #[codec(skip)]
    seen: BTreeMap<K, u8>,
}

#[derive(Debug, Default)]
struct NoOrder;

#[test]
fn a_parameter_that_is_a_key_has_forms() {
    let places = BTreeMap::from([("a".to_owned(), 1_u8), ("b".to_owned(), 2)]);
    let index = Index { places, names: Some(BTreeSet::from([7_u16])), keys: vec!["c".to_owned()] };
    let bytes = Postcard::to_vec(&index).unwrap();
    assert_eq!(bytes, [2, 1, b'a', 1, 1, b'b', 2, 1, 1, 7, 1, 1, b'c']);
    let borrowed: IndexRef<'_, String, u16, u8> = Postcard::from_slice_ref(&bytes).unwrap();
    assert_eq!(borrowed, index.to_ref());
    assert_eq!(Postcard::to_vec(&borrowed).unwrap(), bytes);
    assert_eq!(Index::from(borrowed), index);
    let shared: IndexShared<String, u16, u8> =
        Postcard::from_bytes(&Bytes::from(bytes.clone())).unwrap();
    assert_eq!(Index::from(shared), index);
}

#[test]
fn a_parameter_that_is_hashed_has_forms() {
    let places = HashMap::from([("a".to_owned(), 1_u8)]);
    let hashed = Hashed { places, names: HashSet::from([7_u8]) };
    let bytes = Postcard::to_vec(&hashed).unwrap();
    assert_eq!(bytes, [1, 1, b'a', 1, 1, 7]);
    let borrowed: HashedRef<'_, String, u8, u8> = Postcard::from_slice_ref(&bytes).unwrap();
    assert_eq!(borrowed.places.iter().next(), Some(("a", 1)));
    assert_eq!(Hashed::from(borrowed).places, hashed.places);
    let shared: HashedShared<String, u8, u8> =
        Postcard::from_bytes(&Bytes::from(bytes.clone())).unwrap();
    assert_eq!(Hashed::from(shared).names, hashed.names);
}

#[test]
fn a_parameter_that_is_a_key_needs_no_bound_of_the_users() {
    let plain = Plain(BTreeMap::from([(1_u8, 2)]), BTreeSet::from([3_u8]));
    assert_eq!(Postcard::to_vec(&plain).unwrap(), [1, 1, 2, 1, 3]);
    assert_eq!(Postcard::from_slice::<Plain<u8, u8>>(&[1, 1, 2, 1, 3]).unwrap(), plain);
    let cached = Cached::<NoOrder> { number: 1, seen: BTreeMap::new() };
    assert_eq!(Postcard::to_vec(&cached).unwrap(), [1]);
    assert_eq!(Postcard::from_slice::<Cached<NoOrder>>(&[2]).unwrap().number, 2);
}
