//! A packed sequence treats its elements in every way as a vector does.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use bytes::Bytes;
use codec_core::{
    Bincode, BincodeVarint, Borrowable, Borsh, Compact, Consensus, Decodable, DecodeErrorKind,
    Encode, Format, Packable, Packed, Postcard, Shareable, Strict, Sv2,
};

use crate::fields::fields;
use crate::packed::sample::{Deep, Loose, blobs, output, texts};
use crate::value::{Decoding, Value};

/// A packed sequence: its elements, its bytes, and what it is encoded to.
struct Held {
    items: Box<dyn Value>,
    bytes: Vec<u8>,
    encoded: Vec<u8>,
}

/// A type of elements in a format, packed and in a vector. The judge is compiled once.
struct Side {
    name: &'static str,
    packed: Decoding<Held>,
    streamed: fn(&[u8]) -> Option<Held>,
    /// The elements, and what they are encoded to.
    vector: Decoding<(Box<dyn Value>, Vec<u8>)>,
    is_prefix: fn(&[u8]) -> bool,
}

fn encoded<F: Format>(value: &impl Encode) -> Vec<u8> {
    let bytes = F::to_vec(value).unwrap();
    assert_eq!(F::encoded_len(value), bytes.len());
    bytes
}

fn held<F: Format, T>(packed: &Packed<T>) -> Held
where
    T: Packable + PartialEq + Debug + 'static,
    for<'a> T::Ref<'a>: Encode,
{
    let bytes = packed.as_bytes().to_vec();
    Held { items: Box::new(packed.to_vec()), bytes, encoded: encoded::<F>(packed) }
}

impl Side {
    fn of<F: Format, T>() -> Self
    where
        T: Packable + Encode + Decodable + PartialEq + Debug + 'static,
        for<'a> T::Ref<'a>: Encode,
    {
        Self {
            name: F::RULES.name,
            packed: |bytes| match F::from_slice::<Packed<T>>(bytes) {
                Ok(packed) => Ok(held::<F, T>(&packed)),
                Err(error) => Err(error),
            },
            streamed: |mut bytes| match F::read_from::<Packed<T>>(&mut bytes, 1 << 20) {
                Ok(packed) => Some(held::<F, T>(&packed)),
                Err(_) => None,
            },
            vector: |bytes| match F::from_slice::<Vec<T>>(bytes) {
                Ok(vector) => {
                    let bytes = encoded::<F>(&vector);
                    Ok((Box::new(vector), bytes))
                }
                Err(error) => Err(error),
            },
            is_prefix: |bytes| F::from_slice_prefix::<Vec<T>>(bytes).is_ok(),
        }
    }

    /// The same outcome as a vector's, value or error, in each way of decoding.
    fn same(&self, bytes: &[u8]) {
        let (vector, packed) = ((self.vector)(bytes), (self.packed)(bytes));
        let streamed = (self.streamed)(bytes);
        assert_eq!(streamed.is_some(), (self.is_prefix)(bytes), "{}: {bytes:x?}", self.name);
        match (vector, packed) {
            (Ok((items, encoded)), Ok(packed)) => {
                assert!(packed.items.is(&*items), "{}: {items:?}", self.name);
                let streamed = streamed.unwrap();
                assert!(streamed.items.is(&*items), "{}: {items:?}", self.name);
                assert_eq!(streamed.bytes, packed.bytes, "{}", self.name);
                assert_eq!(packed.encoded, encoded, "{}", self.name);
            }
            (vector, packed) => {
                assert_eq!(packed.err(), vector.err(), "{}: {bytes:x?}", self.name);
            }
        }
    }

    /// The same for bytes that are cut, followed by others, or damaged in a share of the bits.
    fn same_around(&self, mut bytes: Vec<u8>) {
        let share = codec_effort::share();
        for len in 0..=bytes.len() {
            self.same(&bytes[..len]);
        }
        for bit in (0..8 * bytes.len()).filter(|bit| share(bit + bit / 8)) {
            bytes[bit / 8] ^= 1 << (bit % 8);
            self.same(&bytes);
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        bytes.push(0);
        self.same(&bytes);
    }
}

fn check<F: Format, T>(items: &[T])
where
    T: Packable + Shareable + Encode + Decodable + PartialEq + Debug + Clone + 'static,
    for<'a> T::Ref<'a>: Encode + PartialEq + Debug,
    for<'a> <Vec<T> as Borrowable>::Ref<'a>: Encode + Debug,
    T::Shared: Encode,
{
    let packed: Packed<T> = items.iter().collect();
    let bytes = F::to_vec(&items.to_vec()).unwrap();
    assert_eq!(F::to_vec(&packed).unwrap(), bytes, "{}", F::RULES.name);
    assert_eq!(F::encoded_len(&packed), bytes.len(), "{}", F::RULES.name);

    let read = F::from_slice::<Packed<T>>(&bytes).unwrap();
    assert_eq!((&read, read.as_bytes()), (&packed, packed.as_bytes()), "{}", F::RULES.name);
    let mut over: Packed<T> = items.iter().rev().cycle().take(3).collect();
    F::decode_into(&mut over, &bytes).unwrap();
    assert_eq!(over, packed);

    assert_eq!(F::to_vec(&packed.to_ref()).unwrap(), bytes);
    let borrowed: <Packed<T> as Borrowable>::Ref<'_> = F::from_slice_ref(&bytes).unwrap();
    assert_eq!(F::to_vec(&borrowed).unwrap(), bytes);
    assert_eq!(Packed::<T>::from_ref(borrowed), packed);
    let source = Bytes::from(bytes.clone());
    let shared: <Packed<T> as Shareable>::Shared = F::from_bytes(&source).unwrap();
    assert_eq!(F::to_vec(&shared).unwrap(), bytes);
    assert_eq!(Packed::<T>::from_shared(shared), packed);

    Side::of::<F, T>().same_around(bytes);
}

macro_rules! in_each {
    ($items:expr; $($format:ty),*) => {{
        let items = $items;
        $(
            check::<$format, _>(&items);
            check::<Strict<$format>, _>(&items);
        )*
    }};
}

#[test]
fn byte_strings_are_those_of_a_vector() {
    let short = || blobs().into_iter().take(4).collect::<Vec<_>>();
    in_each!(short(); Bincode, BincodeVarint, Borsh, Compact, Consensus, Postcard);
    in_each!(vec![vec![7u8; 300], vec![8; 2]]; BincodeVarint, Consensus);
    in_each!(Vec::<Vec<u8>>::new(); Bincode, Compact, Consensus);
    in_each!(vec![Vec::<u8>::new()]; Bincode, Consensus);
}

#[test]
fn strings_are_those_of_a_vector() {
    let short = || vec!["a".to_string(), String::new(), "dé\u{10ffff}".into()];
    in_each!(short(); Bincode, Consensus, Postcard);
    in_each!(vec!["x".repeat(300)]; Postcard, Consensus);
}

#[test]
fn structs_are_those_of_a_vector() {
    let outputs = || vec![output(1, &[]), output(u64::MAX, &[1, 2, 3]), output(300, &[9; 9])];
    in_each!(outputs(); Bincode, Consensus, Postcard);
    let deep = |id, name: &str| Deep { id, names: vec![name.into(); 2], outputs: outputs() };
    in_each!(vec![deep(1, "é"), deep(300, "")]; Consensus, Postcard);
}

#[test]
fn what_a_format_tolerates_is_kept_as_it_is_written() {
    let loose = |flag, name: &str| Loose { flag, name: name.try_into().unwrap() };
    let items = [loose(true, "a"), loose(false, "bc")];
    let bytes = [[2, 0].as_slice(), &[1, 1, b'a'], &[0, 2, b'b', b'c']].concat();
    let mut other = bytes.clone();
    other[2] = 0xff;
    let list =
        |bytes: &[u8]| Sv2::from_slice::<codec_core::wire::PackedSeq064K<Loose>>(bytes).unwrap();
    assert_eq!(list(&other), list(&bytes));
    assert_eq!(list(&other).to_vec(), items);
    assert_eq!(Sv2::to_vec(&list(&other)).unwrap(), bytes);
    in_each!(items.clone(); Consensus, Postcard);
}

#[test]
fn long_sequences_are_those_of_a_vector() {
    let blobs: Vec<_> = std::iter::repeat_with(blobs).take(30).flatten().collect();
    let texts: Vec<_> = std::iter::repeat_with(texts).take(30).flatten().collect();
    macro_rules! each {
        ($($format:ty),*) => {$(
            let bytes = <$format>::to_vec(&(&blobs, &texts)).unwrap();
            let packed: (Packed<Vec<u8>>, Packed<String>) = <$format>::from_slice(&bytes).unwrap();
            assert_eq!(<$format>::to_vec(&packed).unwrap(), bytes);
            assert_eq!((packed.0.to_vec(), packed.1.to_vec()), (blobs.clone(), texts.clone()));
        )*};
    }
    each!(Bincode, Consensus, Postcard, Strict<Borsh>);
}

#[test]
fn text_is_refused_where_it_begins() {
    for (index, offset) in [(0, 2), (1, 5), (2, 6)] {
        let mut texts = [b"ab".to_vec(), b"".to_vec(), "x".repeat(400).into_bytes()];
        let last = texts[index].len();
        texts[index].insert(last, 0xff);
        let bytes = Postcard::to_vec(&texts.to_vec()).unwrap();
        let error = Postcard::from_slice::<Packed<String>>(&bytes).unwrap_err();
        let shift = usize::from(index == 2);
        assert_eq!(error.kind(), DecodeErrorKind::InvalidUtf8);
        assert_eq!(error.offset(), offset + shift, "{index}");
        assert_eq!(Err(error), Postcard::from_slice::<Vec<String>>(&bytes));
    }
}

#[test]
fn a_cut_text_far_behind_is_refused() {
    let mut text = "a".repeat(4096);
    text.push('é');
    let mut bytes = Consensus::to_vec(&vec![text]).unwrap();
    let last = bytes.len() - 1;
    bytes[last] = b'a';
    let error = Consensus::from_slice::<Packed<String>>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidUtf8, 4));
}

#[test]
fn order_hash_and_debug_are_those_of_a_vector() {
    let hash = |value: &dyn Fn(&mut DefaultHasher)| {
        let mut hasher = DefaultHasher::new();
        value(&mut hasher);
        hasher.finish()
    };
    let all: [&[&[u8]]; 8] =
        [&[], &[b""], &[b"", b""], &[b"a"], &[b"a", b""], &[b"a", b"b"], &[b"ab"], &[b"b"]];
    for one in all {
        let vector: Vec<Vec<u8>> = one.iter().map(|blob| blob.to_vec()).collect();
        let packed: Packed<Vec<u8>> = one.iter().copied().collect();
        assert_eq!(hash(&|h| packed.hash(h)), hash(&|h| vector.hash(h)));
        assert_eq!(format!("{packed:?}"), format!("{vector:?}"));
        for other in all {
            let beside: Packed<Vec<u8>> = other.iter().copied().collect();
            assert_eq!(packed.cmp(&beside), one.cmp(other), "{one:?} {other:?}");
            assert_eq!(packed.partial_cmp(&beside), one.partial_cmp(other));
            assert_eq!(packed == beside, one == other);
        }
    }
}

/// Also of bytes that are cut and damaged.
#[test]
fn a_trace_shows_the_same_tree() {
    fn traced<F: Format, T: Packable + Encode + Decodable>(items: &[T])
    where
        for<'a> T::Ref<'a>: Encode,
    {
        let same = |bytes: &[u8]| {
            let (one, other) = (F::explain::<Packed<T>>(bytes), F::explain::<Vec<T>>(bytes));
            assert_eq!(one.to_string(), other.to_string(), "{}", F::RULES.name);
            assert_eq!(fields(&one), fields(&other));
        };
        let mut bytes = F::to_vec(items).unwrap();
        for len in 0..=bytes.len() {
            same(&bytes[..len]);
        }
        for bit in 0..8 * bytes.len().min(40) {
            bytes[bit / 8] ^= 1 << (bit % 8);
            same(&bytes);
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }
    traced::<Postcard, _>(&texts());
    traced::<Consensus, _>(&blobs()[..4]);
    traced::<Strict<Bincode>, _>(&[output(1, &[]), output(u64::MAX, &[1, 2, 3])]);
}
