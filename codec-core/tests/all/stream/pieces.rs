//! Whatever refers back to earlier bytes of a value in pieces has all of them: a check, a count
//! from another field, a span, and the order of keys.

use std::collections::BTreeMap;

use codec_core::stream::{ReadError, StreamReader};
use codec_core::{
    Borrowable, Compact, Decodable, Decode, DecodeErrorKind, Encode, Format, Postcard, Strict,
};

use crate::stream::STRIDE;
use crate::stream::sources::Script;

trait Texts {
    fn all(&self, check: impl Fn(&str) -> bool) -> bool;
}

macro_rules! texts {
    ($($name:ident $(<$lifetime:lifetime>)?),*) => {$(
        impl Texts for $name $(<$lifetime>)? {
            fn all(&self, check: impl Fn(&str) -> bool) -> bool {
                self.texts.iter().all(|text| check(text.as_ref()))
            }
        }
    )*};
}

texts!(Checked, CheckedRef<'_>, CheckedShared);

/// A check that reads the elements of a lazy sequence.
fn short(texts: &impl Texts) -> Result<(), &'static str> {
    if texts.all(|text| text.len() < 9) { Ok(()) } else { Err("must be short") }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, check = short)]
struct Checked {
    texts: Vec<String>,
    last: u8,
}

/// A count that is read from a lazy sequence, and a span over it.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Counted {
    counts: Vec<(u8, String)>,
    #[codec(count = counts.iter().map(|pair| usize::from(pair.0)).sum::<usize>())]
    bytes: Vec<u8>,
    boxed: Box<Checked>,
    #[codec(span = counts..=boxed)]
    raw: Vec<u8>,
}

fn checked() -> Checked {
    let texts = ["", "abc", "é", "a longer text"].map(|text| text.chars().take(8).collect());
    Checked { texts: texts.into(), last: 7 }
}

fn counted() -> Counted {
    let mut value = Counted {
        counts: vec![(2, "two".into()), (0, "none".into()), (3, "three".into())],
        bytes: vec![1, 2, 3, 4, 5],
        boxed: Box::new(checked()),
        raw: Vec::new(),
    };
    value.raw = Postcard::to_vec(&value).unwrap();
    value
}

/// Three copies of a value, in pieces of any length, in all forms.
fn in_pieces<F: Format, T, S>(value: &T)
where
    T: Encode + Decodable + Borrowable + PartialEq + std::fmt::Debug + From<S> + 'static,
    S: Decodable,
{
    let one = F::to_vec(value).unwrap();
    for len in (1..=one.len() + 1).step_by(STRIDE) {
        let reader = || StreamReader::<_, F>::new(Script::pieces(&one.repeat(3), len), one.len());
        let (mut owned, mut lent, mut shared) = (reader(), reader(), reader());
        for _ in 0..3 {
            assert_eq!(owned.read::<T>().unwrap().as_ref(), Some(value));
            let read = lent.next_ref::<T>().unwrap().map(T::from_ref);
            assert_eq!(read.as_ref(), Some(value));
            assert_eq!(shared.read::<S>().unwrap().map(T::from).as_ref(), Some(value));
        }
        assert!(owned.read::<T>().unwrap().is_none());
        let bare: T = F::read_from(&mut Script::pieces(&one, len), one.len()).unwrap();
        assert_eq!(&bare, value);
    }
}

#[test]
fn checks_counts_and_spans_see_the_whole_value() {
    in_pieces::<Postcard, Checked, CheckedShared>(&checked());
    in_pieces::<Postcard, Counted, CountedShared>(&counted());
    in_pieces::<Strict<Compact>, Counted, CountedShared>(&counted());
}

#[test]
fn a_check_refuses_what_came_in_pieces() {
    let long = (["a", "a longer text"].map(str::to_owned).to_vec(), 7u8);
    let bytes = Postcard::to_vec(&long).unwrap();
    for len in (1..=bytes.len()).step_by(STRIDE) {
        let reader = || StreamReader::<_, Postcard>::new(Script::pieces(&bytes, len), 1000);
        let errors = [
            reader().read::<Checked>().unwrap_err(),
            reader().next_ref::<Checked>().unwrap_err(),
            reader().read::<CheckedShared>().unwrap_err(),
        ];
        for error in errors {
            let ReadError::Decode { error, record: 0 } = error else { panic!("{error}") };
            assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::CheckFailed, 0));
        }
    }
}

#[test]
fn keys_are_in_order_across_pieces() {
    let keys = (0..40u8).map(|key| (format!("{key:0>width$}", width = usize::from(key % 7)), key));
    let map: BTreeMap<String, u8> = keys.collect();
    let bytes = Strict::<Compact>::to_vec(&map).unwrap();
    for len in (1..20).step_by(STRIDE) {
        let mut source = Script::pieces(&bytes, len);
        let read = Strict::<Compact>::read_from(&mut source, bytes.len());
        assert_eq!(read.as_ref().ok(), Some(&map));
    }
}
