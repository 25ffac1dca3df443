//! Conversions between storages, and equality.

use std::cmp::Ordering;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use bytes::Bytes;
use codec_core::{
    Borrowable, Decodable, Format, Shareable, Sv2,
    wire::{
        B032, B032Ref, B032Shared, B064K, B064KRef, B064KShared, Str0255, Str0255Ref, Str0255Shared,
    },
};

fn hash<T: Hash>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

const TEXTS: [&str; 5] = ["", "a", "b", "ab", "a text that is longer than thirty bytes"];

#[test]
fn text_goes_from_any_storage_to_any() {
    for text in TEXTS {
        let owned = Str0255::try_from(text).unwrap();
        let borrowed = Str0255Ref::from(&owned);
        let shared = Str0255Shared::from(borrowed);
        assert_eq!(Str0255::from(borrowed), owned);
        assert_eq!(Str0255::from(shared.clone()), owned);
        assert_eq!(Str0255Shared::from(owned.clone()), shared);
        assert_eq!(Str0255Ref::from(&shared), owned);
        assert_eq!(Str0255::from_ref(owned.to_ref()), owned);
        assert_eq!(<Str0255 as Shareable>::from_shared(shared.clone()), owned);
        assert_eq!(
            (owned.as_str(), borrowed.as_str(), shared.as_str()),
            (Ok(text), Ok(text), Ok(text))
        );
        assert!(owned == *text && borrowed == *text && shared == *text);
        assert_eq!(Str0255::try_from(String::from(text)).unwrap(), owned);
        assert_eq!(Str0255Shared::try_from(String::from(text)).unwrap(), owned);
        assert_eq!(owned.into_inner().as_ref(), text.as_bytes());
    }
}

#[test]
fn blobs_go_from_any_storage_to_any() {
    let owned = B064K::try_from(vec![1, 2, 3]).unwrap();
    let shared = B064KShared::from(owned.clone());
    assert_eq!(B064K::from(shared.clone()), owned);
    assert_eq!(B064K::from(B064KRef::from(&shared)), owned);
    assert!(owned == [1, 2, 3][..] && shared == [1, 2, 3][..]);
    assert_eq!(owned.into_inner(), [1, 2, 3]);
    let inline = B032::try_from(&[4; 32]).unwrap();
    assert_eq!(B032::from(B032Ref::from(&inline)), inline);
    assert_eq!(B032::from(B032Shared::from(inline)), inline);
    assert_eq!(B032::default().len(), 0);
}

#[test]
fn an_owned_vector_is_shared_without_a_copy() {
    let vec = vec![1, 2, 3];
    let memory = vec.as_ptr();
    let shared = B064KShared::from(B064K::try_from(vec).unwrap());
    assert_eq!(shared.as_bytes().as_ptr(), memory);
}

#[test]
fn a_shared_value_is_a_slice_of_its_source() {
    let source = Bytes::from(b"\x28a text that is longer than thirty bytes.".to_vec());
    let shared: Str0255Shared = Sv2::from_bytes(&source).unwrap();
    assert_eq!(shared.as_bytes().as_ptr(), source[1..].as_ptr());
    let copied: Str0255Shared = Sv2::from_slice(&source).unwrap();
    assert_ne!(copied.as_bytes().as_ptr(), source[1..].as_ptr());
    drop(source);
    assert_eq!(shared, copied);
}

#[test]
fn values_compare_and_hash_by_their_bytes_alone() {
    for (one, two) in TEXTS.into_iter().flat_map(|one| TEXTS.map(|two| (one, two))) {
        let (owned, other) = (Str0255::try_from(one).unwrap(), Str0255::try_from(two).unwrap());
        let shared = Str0255Shared::from(other.clone());
        let borrowed = Str0255Ref::from(&other);
        let order = one.cmp(two);
        assert_eq!(owned.cmp(&other), order);
        assert_eq!(owned.partial_cmp(&shared), Some(order));
        assert_eq!(owned.partial_cmp(&borrowed), Some(order));
        assert_eq!(owned == borrowed, order == Ordering::Equal);
        assert_eq!(hash(&owned) == hash(&borrowed), order == Ordering::Equal);
        assert_eq!(hash(&shared), hash(&borrowed));
    }
}

/// A long value over a short one, a short one over a long one: the heap memory stays, and the value
/// is the same as a new one.
#[test]
fn small_bytes_move_between_inline_and_heap() {
    let wire = |len: usize| [&[u8::try_from(len).unwrap()][..], &vec![b'x'; len]].concat();
    for (one, two) in [(30, 31), (31, 30), (31, 255), (255, 0), (0, 255), (30, 29)] {
        let mut value: Str0255 = Sv2::from_slice(&wire(one)).unwrap();
        let memory = value.as_bytes().as_ptr();
        Sv2::decode_into(&mut value, &wire(two)).unwrap();
        assert_eq!(value, Sv2::from_slice::<Str0255>(&wire(two)).unwrap());
        if one == 255 {
            assert_eq!(value.as_bytes().as_ptr(), memory, "the capacity is kept");
        }
        assert_eq!(hash(&value), hash(&Str0255::try_from("x".repeat(two)).unwrap()));
        assert_eq!(value.clone(), value);
    }
}

#[test]
fn the_inline_boundary_is_thirty_bytes() {
    let inside = |value: &Str0255| {
        let start = std::ptr::from_ref(value).addr();
        (start..start + size_of::<Str0255>()).contains(&value.as_bytes().as_ptr().addr())
    };
    assert!(inside(&Str0255::try_from("x".repeat(30)).unwrap()));
    assert!(!inside(&Str0255::try_from("x".repeat(31)).unwrap()));
    let mut r = codec_core::Reader::<Sv2>::new(b"\x01a");
    assert!(inside(&Str0255::decode(&mut r).unwrap()));
}
