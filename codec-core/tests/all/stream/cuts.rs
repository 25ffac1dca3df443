//! A value in pieces decodes to the same value as in one piece, and an error to the same error:
//! every cut, every truncation, every byte changed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Debug;
use std::io::Read;

use codec_core::stream::{ReadError, StreamReader};
use codec_core::wire::{B0255, Seq064K, Str0255, U24};
use codec_core::{
    Bincode, BincodeVarint, Borrowable, Borsh, Compact, Consensus, Decodable, Decode, Encode,
    Format, Postcard, Strict, Sv2,
};

use crate::stream::sources::Script;

/// Pieces of several lengths; and two pieces, cut anywhere.
fn scripts(bytes: &[u8]) -> impl Iterator<Item = Script> {
    let even = [1, 2, 3, 7, 1000].into_iter().map(|len| Script::pieces(bytes, len));
    let cuts = (1..bytes.len()).map(|cut| {
        let (one, other) = bytes.split_at(cut);
        Script::pieces(one, cut).and(Script::pieces(other, bytes.len()))
    });
    even.chain(cuts)
}

fn same<T: Debug>(read: Result<T, ReadError>, decoded: codec_core::DecodeError, bytes: &[u8]) {
    match read {
        Err(ReadError::Decode { error, record: 0 }) => assert_eq!(error, decoded, "{bytes:x?}"),
        other => panic!("{other:?} instead of {decoded} in {bytes:x?}"),
    }
}

/// Reads these bytes in every way, and compares the outcome with that of the slice.
fn as_the_slice<F: Format, T>(bytes: &[u8], source: impl Fn() -> Script)
where
    T: Decodable + Borrowable + PartialEq + Debug + 'static,
    for<'de> T::Ref<'de>: Debug,
{
    let reader = || StreamReader::<_, F>::new(source(), usize::MAX);
    let (mut bare, mut owned, mut over, mut lent) = (source(), reader(), reader(), reader());
    let bare_read = F::read_from::<T>(&mut bare, usize::MAX);
    if bytes.is_empty() {
        assert!(matches!(owned.read::<T>(), Ok(None)));
        return;
    }
    match F::from_slice_prefix::<T>(bytes) {
        Ok((value, rest)) => {
            assert_eq!(bare_read.unwrap(), value, "{bytes:x?}");
            let mut behind = Vec::new();
            bare.read_to_end(&mut behind).unwrap();
            assert_eq!(behind, rest, "{bytes:x?}");
            let len = (bytes.len() - rest.len()) as u64;
            assert_eq!(owned.read::<T>().unwrap().as_ref(), Some(&value), "{bytes:x?}");
            assert_eq!(owned.offset(), len);
            let mut old = F::from_slice_prefix::<T>(bytes).unwrap().0;
            assert!(over.read_into(&mut old).unwrap());
            assert_eq!((old, over.offset()), (value, len), "{bytes:x?}");
            let view = F::from_slice_ref_prefix::<T::Ref<'_>>(bytes).unwrap().0;
            let read = format!("{:?}", lent.next_ref::<T>().unwrap());
            assert_eq!(read, format!("{:?}", Some(view)), "{bytes:x?}");
            assert_eq!(lent.offset(), len);
        }
        Err(error) => {
            same(bare_read, error, bytes);
            for _ in 0..2 {
                same(owned.read::<T>(), error, bytes);
                let error = F::from_slice_ref_prefix::<T::Ref<'_>>(bytes).unwrap_err();
                same(lent.next_ref::<T>().map(drop), error, bytes);
            }
        }
    }
}

fn every_way<F: Format, T>(value: &T)
where
    T: Encode + Decodable + Borrowable + PartialEq + Debug + 'static,
    for<'de> T::Ref<'de>: Debug,
{
    let bytes = F::to_vec(value).unwrap();
    let behind = [&bytes[..], &[1, 0, 2]].concat();
    for source in 0..scripts(&behind).count() {
        as_the_slice::<F, T>(&behind, || scripts(&behind).nth(source).unwrap());
    }
    let few = |bytes: &[u8]| {
        for len in [1, 3, bytes.len().max(1)] {
            as_the_slice::<F, T>(bytes, || Script::pieces(bytes, len));
        }
    };
    for len in 0..bytes.len() {
        few(&bytes[..len]);
        for change in [1, 0x80, 0xff] {
            let mut wrong = behind.clone();
            wrong[len] ^= change;
            few(&wrong);
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
#[codec(borrow)]
enum Kind {
    Nothing,
    Number(u32),
    Text { text: String, flag: bool },
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Nested {
    id: u16,
    names: Vec<String>,
    lists: Vec<Vec<u16>>,
    maybe: Option<Box<u32>>,
    kinds: Vec<Kind>,
    pair: (bool, [u8; 3]),
}

fn nested() -> Nested {
    Nested {
        id: 0x0102,
        names: vec!["a".into(), "longer than a byte".into()],
        lists: vec![vec![], vec![1, 300], vec![7]],
        maybe: Some(Box::new(70_000)),
        kinds: vec![Kind::Nothing, Kind::Number(9), Kind::Text { text: "k".into(), flag: true }],
        pair: (true, [1, 2, 3]),
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Maps {
    ordered: BTreeMap<u16, String>,
    sets: BTreeSet<Vec<u8>>,
    hashed: HashMap<u8, Vec<u16>>,
}

fn maps() -> Maps {
    Maps {
        ordered: [(1, "one".into()), (300, "many".into())].into(),
        sets: [vec![1], vec![2, 3]].into(),
        hashed: [(4, vec![5, 6])].into(),
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Tails {
    first: u16,
    #[codec(tail)]
    maybe: Option<u8>,
    #[codec(tail)]
    rest: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct BytesTail {
    first: bool,
    #[codec(tail)]
    rest: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(version = 2)]
#[codec(borrow)]
struct Versioned {
    cents: u64,
    #[codec(since = 2)]
    note: String,
}

/// Every format with the types that they all support.
macro_rules! formats {
    ($($name:ident: $format:ty;)*) => {$(
        #[test]
        fn $name() {
            every_way::<$format, _>(&nested());
            every_way::<$format, _>(&maps());
            every_way::<$format, _>(&vec![maps(), maps()]);
            every_way::<$format, _>(&vec![0x0102_0304_0506u64, 1, u64::MAX]);
            every_way::<$format, _>(&vec![Some(1.5f64), None]);
            every_way::<$format, _>(&vec![Ok::<u8, String>(1), Err("no".into())]);
            every_way::<$format, _>(&BytesTail { first: true, rest: vec![1, 2, 3] });
            let tails = Tails { first: 1, maybe: Some(2), rest: vec!["a".into(), "bc".into()] };
            every_way::<$format, _>(&tails);
            every_way::<$format, _>(&vec![true, false]);
        }
    )*};
}

formats! {
    bincode_reads_pieces_as_the_whole: Bincode;
    bincode_varint_reads_pieces_as_the_whole: BincodeVarint;
    postcard_reads_pieces_as_the_whole: Postcard;
    borsh_reads_pieces_as_the_whole: Borsh;
    compact_reads_pieces_as_the_whole: Compact;
    strict_compact_reads_pieces_as_the_whole: Strict<Compact>;
    strict_bincode_reads_pieces_as_the_whole: Strict<Bincode>;
    strict_postcard_reads_pieces_as_the_whole: Strict<Postcard>;
}

#[test]
fn characters_and_durations_come_in_pieces() {
    let value = (vec!['a', 'é', '𝄞'], std::time::Duration::from_millis(1500));
    every_way::<Bincode, _>(&value);
    every_way::<Postcard, _>(&value);
    every_way::<Strict<Compact>, _>(&vec![value.clone(), value]);
}

#[test]
fn versioned_values_come_in_pieces() {
    let value = Versioned { cents: 300, note: "ab".into() };
    every_way::<Compact, _>(&value);
    every_way::<Strict<Compact>, _>(&vec![value.clone(), value]);
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Wire {
    name: Str0255,
    data: B0255,
    number: U24,
    names: Seq064K<Str0255>,
    maybe: Option<u32>,
}

#[test]
fn wire_types_come_in_pieces() {
    let name = |text: &str| Str0255::try_from(String::from(text)).unwrap();
    let value = Wire {
        name: name("vendor"),
        data: B0255::try_from(vec![1, 2, 3]).unwrap(),
        number: U24::try_from(70_000).unwrap(),
        names: vec![name("a"), name("bc")].try_into().unwrap(),
        maybe: Some(7),
    };
    every_way::<Sv2, _>(&value);
    every_way::<Strict<Sv2>, _>(&value);
    every_way::<Consensus, _>(&vec![String::from("abc"), String::new()]);
    every_way::<Consensus, _>(&vec![vec![1u16, 2], vec![3]]);
}
