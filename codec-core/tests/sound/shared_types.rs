//! Shared forms of the types of `alloc`: slices of reference-counted memory, which are copied out
//! as the same values.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::Wrapping;
use std::ops::{Bound, Range};

use bytes::Bytes;
use codec_core::{Decodable, DecodeErrorKind, Encode, Format, Postcard, Shareable, TextShared};

fn comes_back<T: Encode + Shareable + PartialEq + std::fmt::Debug>(value: &T) -> T::Shared {
    let bytes = Bytes::from(Postcard::to_vec(value).unwrap());
    let shared = || Postcard::from_bytes::<T::Shared>(&bytes).unwrap();
    assert_eq!(&T::from_shared(shared()), value);
    shared()
}

#[test]
fn shared_values_come_back() {
    comes_back(&String::from("é𝄞"));
    comes_back(&vec![String::from("a"), String::new()]);
    comes_back(&Box::new((7u8, String::from("b"))));
    comes_back(&Box::<str>::from("c"));
    comes_back(&vec![String::from("d")].into_boxed_slice());
    comes_back(&VecDeque::from([1u16, 2]));
    comes_back(&vec![Ok::<u8, String>(1), Err(String::from("e"))]);
    comes_back(&vec![Bound::Included(Wrapping(3u16)), Bound::Unbounded]);
    comes_back::<Range<u32>>(&(1..9));
    comes_back(&BTreeMap::from([(String::from("f"), vec![4u8])]));
    comes_back(&HashMap::<String, u16>::from([(String::from("g"), 5)]));
    comes_back(&BTreeSet::from([String::from("h")]));
    comes_back(&HashSet::<String>::from([String::from("i")]));
}

#[test]
fn a_shared_text_is_not_copied() {
    let bytes = Bytes::from_static(b"\x02\x02hi\x01!");
    let texts: <Vec<String> as Shareable>::Shared = Postcard::from_bytes(&bytes).unwrap();
    let first: TextShared = texts.get(0).unwrap();
    assert_eq!(first.as_bytes().as_ptr(), bytes[2..].as_ptr());
    assert!(first == "hi" && first.len() == 2 && format!("{first}") == "hi");
    assert_eq!(Postcard::to_vec(&first).unwrap(), b"\x02hi");
    let error = Postcard::from_slice::<TextShared>(&[1, 0xff]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidUtf8, 1));
    let mut r = codec_core::Reader::<Postcard>::new(&[1, 0xff]);
    assert_eq!(TextShared::skip(&mut r), Err(error));
}
