//! Collections of the standard library with a field's own length or count, and up to the end of the
//! input, in a format of each kind. What their bytes are in every format is in
//! `all/formats/attributes.rs`.

use std::any::Any;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Debug;

use codec_core::{
    Bincode, Borrowable, Borsh, Compact, Decodable, Decode, DecodeError, DecodeErrorKind, Encode,
    EncodeErrorKind, Format, Postcard, Strict, Sv2,
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

/// A value of the type of a [`Side`].
type Value = dyn Any;

/// The bytes that a value is encoded to, and the value.
type Again = (Vec<u8>, Box<Value>);

/// The functions of a type in a format, and in its strict form. The judge is compiled once.
struct Side {
    name: &'static str,
    same: fn(&Value, &Value) -> bool,
    encode: fn(&Value) -> Vec<u8>,
    empty: fn() -> Box<Value>,
    decode: fn(&[u8]) -> Result<Box<Value>, DecodeError>,
    decode_into: fn(&mut Value, &[u8]) -> Result<(), DecodeError>,
    /// By the borrowed form.
    lend: fn(&Value) -> Vec<u8>,
    /// By the borrowed form: encoded again, and the owned value.
    borrow: fn(&[u8]) -> Result<Again, DecodeError>,
    explain: fn(&[u8]) -> Option<DecodeError>,
}

fn is<T: 'static>(value: &Value) -> &T {
    value.downcast_ref().expect("the type of the side")
}

impl Side {
    fn of<F: Format, T>() -> Self
    where
        T: Encode + Decodable + Borrowable + PartialEq + Debug + Default + 'static,
        for<'de> T::Ref<'de>: Encode,
    {
        Self {
            name: F::RULES.name,
            same: |one, other| is::<T>(one) == is::<T>(other),
            encode: |value| {
                let value = is::<T>(value);
                let bytes = F::to_vec(value).unwrap();
                assert_eq!(F::encoded_len(value), bytes.len());
                bytes
            },
            empty: || Box::new(T::default()),
            decode: |bytes| match F::from_slice::<T>(bytes) {
                Ok(value) => Ok(Box::new(value)),
                Err(error) => Err(error),
            },
            decode_into: |value, bytes| F::decode_into::<T>(value.downcast_mut().unwrap(), bytes),
            lend: |value| F::to_vec(&is::<T>(value).to_ref()).unwrap(),
            borrow: |bytes| match F::from_slice_ref::<T::Ref<'_>>(bytes) {
                Ok(view) => Ok((F::to_vec(&view).unwrap(), Box::new(T::from_ref(view)))),
                Err(error) => Err(error),
            },
            explain: |bytes| F::explain::<T>(bytes).error(),
        }
    }

    /// All forms agree, and truncated inputs are refused by all.
    fn agree(&self, value: &Value) {
        let bytes = (self.encode)(value);
        let mut over = (self.empty)();
        for _ in 0..2 {
            (self.decode_into)(&mut *over, &bytes).unwrap();
            assert!((self.same)(&*over, value), "{}", self.name);
        }
        assert!((self.same)(&*(self.decode)(&bytes).unwrap(), value), "{}", self.name);
        assert_eq!((self.lend)(value), bytes, "{}", self.name);
        let (again, owned) = (self.borrow)(&bytes).unwrap();
        assert_eq!(again, bytes, "{}", self.name);
        assert!((self.same)(&*owned, value), "{}", self.name);
        assert_eq!((self.explain)(&bytes), None, "{}", self.name);
        for len in 0..bytes.len() {
            let (owned, borrowed) = ((self.decode)(&bytes[..len]), (self.borrow)(&bytes[..len]));
            assert_eq!(owned.err(), borrowed.err(), "{} cut at {len}", self.name);
        }
    }

    /// Checks that values which decode in the strict form are written as they were.
    fn agree_strictly(&self, value: &Value) {
        let mut bytes = (self.encode)(value);
        assert!((self.same)(&*(self.decode)(&bytes).unwrap(), value), "{}", self.name);
        for bit in 0..8 * bytes.len() {
            bytes[bit / 8] ^= 1 << (bit % 8);
            match ((self.decode)(&bytes), (self.borrow)(&bytes)) {
                (Ok(owned), Ok((borrowed, _))) => {
                    assert_eq!((self.encode)(&*owned), bytes, "{}", self.name);
                    assert_eq!(borrowed, bytes, "{}", self.name);
                }
                (owned, borrowed) => assert_eq!(owned.err(), borrowed.err(), "{}", self.name),
            }
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

/// All forms agree, truncated inputs are refused, and what decodes under `Strict` is written as it
/// was.
fn agree<F: Format, T>(value: &T)
where
    T: Encode + Decodable + Borrowable + PartialEq + Debug + Default + 'static,
    for<'de> T::Ref<'de>: Encode,
{
    Side::of::<F, T>().agree(value);
    Side::of::<Strict<F>, T>().agree_strictly(value);
}

macro_rules! in_each {
    ($value:expr; $($format:ty),*) => {{
        let value = $value;
        $(agree::<$format, _>(&value);)*
    }};
}

#[test]
fn lengths_have_a_width_of_their_own() {
    in_each!(lengths(); Bincode, Postcard, Borsh);
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
    in_each!(counts.clone(); Bincode, Postcard, Borsh);
    let bytes = [2, 7, 8, 1, 0xac, 2, 2, 5, 9];
    assert_eq!(Compact::to_vec(&counts).unwrap(), bytes);
    let error = Compact::to_vec(&Counts { count: 3, ..counts }).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::InconsistentFields);
    // Two entries with the same key are one.
    let error = Compact::from_slice::<Counts>(&[2, 7, 8, 1, 4, 1, 5, 9]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthUnderLimit, 3));
    let error = Strict::<Compact>::from_slice::<Counts>(&[2, 7, 8, 1, 4, 1, 5, 9]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::NonCanonical, 5));
}

#[test]
fn the_tail_is_what_is_left() {
    let queue = Queue { id: 1, rest: [1, 300].into() };
    in_each!(queue; Bincode, Postcard, Borsh);
    let boxed = Boxed { id: 1, rest: [true, false].into() };
    in_each!(boxed; Postcard, Sv2);
    let map = Map { id: 1, rest: BTreeMap::from([(1, 2), (0x100, 3), (0x80, 4)]) };
    in_each!(map; Bincode, Postcard, Borsh);
    let texts = Texts { id: 1, rest: BTreeMap::from([("aa".into(), 1), ("b".into(), 2)]) };
    assert_eq!(Compact::to_vec(&texts).unwrap(), b"\x01\x01b\x02\x02aa\x01");
    in_each!(texts; Bincode, Postcard, Compact);
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
    in_each!(kept.clone(); Bincode, Postcard, Borsh);
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
