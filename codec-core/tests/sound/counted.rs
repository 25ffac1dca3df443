//! Collections of the standard library with a field's own length or count, and up to the end of the
//! input.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Debug;

use codec_core::{
    Bincode, BincodeVarint, Borrowable, Borsh, Compact, Consensus, Decodable, Decode,
    DecodeErrorKind, Encode, EncodeErrorKind, Format, Postcard, Strict, Sv2,
};

#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, shared)]
struct Lengths {
    #[codec(len = u8, max = 3)]
    queue: VecDeque<u16>,
    #[codec(len = u16, be)]
    boxed: Box<[u8]>,
    #[codec(len = varint, min = 1)]
    sorted: BTreeMap<u16, bool>,
    #[codec(len = u8)]
    set: BTreeSet<u8>,
}

#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow)]
struct Counts {
    count: u8,
    #[codec(count = count)]
    queue: VecDeque<u8>,
    #[codec(count = count)]
    map: HashMap<u8, u16>,
    #[codec(count = count / 2)]
    set: HashSet<u16>,
}

/// A type that ends with such a field.
macro_rules! rest {
    ($($name:ident: $type:ty;)*) => {$(
        #[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
        #[codec(borrow)]
        struct $name {
            id: u8,
            #[codec(tail)]
            rest: $type,
        }
    )*};
}

rest! {
    Queue: VecDeque<u16>;
    Boxed: Box<[bool]>;
    Map: BTreeMap<u16, u8>;
    Texts: BTreeMap<String, u8>;
    Hashed: HashSet<u32>;
    Sorted: BTreeSet<u32>;
    Nothings: BTreeSet<()>;
}

fn lengths() -> Lengths {
    let mut queue = VecDeque::from([2u16, 3]);
    queue.push_front(1);
    let sorted = BTreeMap::from([(1, true), (0x80, false), (0x100, true)]);
    Lengths { queue, boxed: [7, 8].into(), sorted, set: BTreeSet::from([1, 200]) }
}

/// All forms agree, truncated inputs are refused, and what decodes under `Strict` is written as it
/// was.
fn agree<F: Format, T>(value: &T)
where
    T: Encode + Decodable + Borrowable + PartialEq + Debug + Default,
    for<'de> T::Ref<'de>: Encode,
{
    let bytes = F::to_vec(value).unwrap();
    assert_eq!(F::encoded_len(value), bytes.len());
    assert_eq!(&F::from_slice::<T>(&bytes).unwrap(), value);
    let mut over = T::default();
    for _ in 0..2 {
        F::decode_into(&mut over, &bytes).unwrap();
        assert_eq!(&over, value);
    }
    assert_eq!(F::to_vec(&value.to_ref()).unwrap(), bytes);
    let borrowed: T::Ref<'_> = F::from_slice_ref(&bytes).unwrap();
    assert_eq!(F::to_vec(&borrowed).unwrap(), bytes);
    assert_eq!(&T::from_ref(borrowed), value);
    assert_eq!(F::explain::<T>(&bytes).error(), None);
    for len in 0..bytes.len() {
        let owned = F::from_slice::<T>(&bytes[..len]);
        let borrowed = F::from_slice_ref::<T::Ref<'_>>(&bytes[..len]);
        assert_eq!(owned.as_ref().err(), borrowed.as_ref().err(), "{} cut at {len}", F::RULES.name);
    }
    let mut strict = Strict::<F>::to_vec(value).unwrap();
    assert_eq!(&Strict::<F>::from_slice::<T>(&strict).unwrap(), value);
    for bit in 0..8 * strict.len() {
        strict[bit / 8] ^= 1 << (bit % 8);
        let owned = Strict::<F>::from_slice::<T>(&strict);
        let borrowed = Strict::<F>::from_slice_ref::<T::Ref<'_>>(&strict);
        assert_eq!(owned.as_ref().err(), borrowed.as_ref().err(), "{}", F::RULES.name);
        if let (Ok(owned), Ok(borrowed)) = (owned, borrowed) {
            assert_eq!(Strict::<F>::to_vec(&owned).as_ref(), Ok(&strict));
            assert_eq!(Strict::<F>::to_vec(&borrowed).as_ref(), Ok(&strict));
        }
        strict[bit / 8] ^= 1 << (bit % 8);
    }
}

macro_rules! in_each {
    ($value:expr; $($format:ty),*) => {{
        let value = $value;
        $(agree::<$format, _>(&value);)*
    }};
}

#[test]
fn lengths_have_a_width_of_their_own() {
    in_each!(lengths(); Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2);
    let bytes = [3, 1, 2, 3, 0, 2, 7, 8, 3, 1, 1, 0x80, 1, 0, 0x80, 2, 1, 2, 1, 200];
    assert_eq!(Postcard::to_vec(&lengths()).unwrap(), bytes);
    let shared: LengthsShared = Postcard::from_slice(&bytes).unwrap();
    assert_eq!(Lengths::from(shared), lengths());
}

#[test]
fn lengths_have_limits() {
    let long = Lengths { queue: [1, 2, 3, 4].into(), ..lengths() };
    let error = Postcard::to_vec(&long).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::LengthOverLimit);
    let error = Postcard::to_vec(&Lengths { sorted: BTreeMap::new(), ..lengths() }).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::LengthUnderLimit);
    let error = Sv2::from_slice::<Lengths>(&[4, 0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, 0));
    let error = Sv2::from_slice::<Lengths>(&[0, 0, 0, 0, 0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthUnderLimit, 3));
}

#[test]
fn counts_come_from_other_fields() {
    let counts = Counts {
        count: 2,
        queue: [7, 8].into(),
        map: HashMap::from([(1, 300), (2, 5)]),
        set: HashSet::from([9]),
    };
    in_each!(counts.clone(); Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2);
    let bytes = [2, 7, 8, 1, 0xac, 2, 2, 5, 9];
    assert_eq!(Compact::to_vec(&counts).unwrap(), bytes);
    let error = Compact::to_vec(&Counts { count: 3, ..counts }).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::InconsistentFields);
    // Two entries with the same key become one.
    let double = Compact::from_slice::<Counts>(&[2, 7, 8, 1, 4, 1, 5, 9]).unwrap();
    assert_eq!(double.map, HashMap::from([(1, 5)]));
    let error = Strict::<Compact>::from_slice::<Counts>(&[2, 7, 8, 1, 4, 1, 5, 9]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::NonCanonical, 5));
}

#[test]
fn the_tail_is_what_is_left() {
    let queue = Queue { id: 1, rest: [1, 300].into() };
    in_each!(queue; Bincode, Postcard, Borsh, Compact, Consensus, Sv2);
    let boxed = Boxed { id: 1, rest: [true, false].into() };
    in_each!(boxed; Bincode, Postcard, Borsh, Compact, Consensus, Sv2);
    let map = Map { id: 1, rest: BTreeMap::from([(1, 2), (0x100, 3), (0x80, 4)]) };
    in_each!(map; Bincode, BincodeVarint, Postcard, Borsh, Compact, Sv2);
    let texts = Texts { id: 1, rest: BTreeMap::from([("aa".into(), 1), ("b".into(), 2)]) };
    assert_eq!(Compact::to_vec(&texts).unwrap(), b"\x01\x01b\x02\x02aa\x01");
    in_each!(texts; Bincode, BincodeVarint, Postcard, Borsh, Compact);
    let hashed = Hashed { id: 1, rest: (0..20).collect() };
    in_each!(hashed.clone(); Borsh, Compact);
    in_each!(Sorted { id: 1, rest: hashed.rest.into_iter().collect() }; Postcard, Sv2);
    assert_eq!(Sv2::from_slice::<Map>(&[1]).unwrap().rest, BTreeMap::new());
    let error = Sv2::from_slice::<Map>(&[1, 2, 0, 3, 4]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, 5));
    let error = Bincode::from_slice::<Nothings>(&[1, 2]).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::TooManyEmptyElements);
}

/// A type with its own lifetime, which borrows where its fields ask for it.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
struct Lent<'a> {
    #[codec(borrow, len = u8, max = 3)]
    text: Cow<'a, str>,
    count: u8,
    #[codec(borrow, count = count)]
    bytes: Cow<'a, [u8]>,
    #[codec(borrow, tail)]
    rest: Cow<'a, str>,
}

/// The same, without a lifetime: the type owns, and its generated form borrows.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow)]
struct Kept {
    #[codec(len = u8, max = 3)]
    text: Cow<'static, str>,
    count: u8,
    #[codec(count = count)]
    bytes: Cow<'static, [u8]>,
    #[codec(tail)]
    rest: Cow<'static, str>,
}

/// Elements that can't be borrowed from the input.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
struct Words {
    #[codec(len = u16, be)]
    words: Cow<'static, [u16]>,
    #[codec(tail)]
    rest: Cow<'static, [String]>,
}

#[test]
fn cows_have_lengths_counts_and_tails() {
    let kept = Kept { text: "abc".into(), count: 2, bytes: vec![7, 8].into(), rest: "é".into() };
    in_each!(kept.clone(); Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2);
    let bytes = b"\x03abc\x02\x07\x08\xc3\xa9";
    assert_eq!(Sv2::to_vec(&kept).unwrap(), bytes);
    let lent: Lent<'_> = Postcard::from_slice_ref(bytes).unwrap();
    let places = [lent.text.as_ptr(), lent.bytes.as_ptr(), lent.rest.as_ptr()];
    assert_eq!(places, [1, 5, 7].map(|at| bytes[at..].as_ptr()));
    assert!(matches!(lent.text, Cow::Borrowed("abc")));
    assert_eq!(Postcard::to_vec(&lent).unwrap(), bytes);

    let error = Sv2::to_vec(&Kept { text: "abcd".into(), ..kept.clone() }).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::LengthOverLimit);
    let error = Sv2::to_vec(&Kept { count: 3, ..kept }).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::InconsistentFields);
    let error = Postcard::from_slice_ref::<Lent<'_>>(&bytes[..8]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidUtf8, 7));
}

#[test]
fn cows_that_own_keep_their_memory() {
    let words = Words { words: vec![1, 300].into(), rest: vec!["a".into(), "bc".into()].into() };
    let bytes = [0, 2, 0, 1, 1, 0x2c, 1, b'a', 2, b'b', b'c'];
    assert_eq!(Postcard::to_vec(&words).unwrap(), bytes);
    assert_eq!(Postcard::from_slice::<Words>(&bytes).unwrap(), words);
    let mut over = Words { words: vec![9; 100].into(), rest: Cow::Borrowed(&[]) };
    let place = over.words.as_ptr();
    Postcard::decode_into(&mut over, &bytes).unwrap();
    assert_eq!((&over, over.words.as_ptr()), (&words, place));
    for len in 0..bytes.len() {
        let outcome = Postcard::from_slice::<Words>(&bytes[..len]);
        // A tail may end after any of its elements.
        assert_eq!(outcome.is_ok(), [6, 8].contains(&len), "cut at {len}");
    }
}
