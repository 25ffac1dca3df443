//! A value in pieces decodes to the same value as in one piece, and an error to the same error:
//! every cut, every truncation, every byte changed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Debug;
use std::io::Read;

use codec_core::stream::{ReadError, StreamReader};
use codec_core::wire::{B0255, Seq064K, Str0255, U24};
use codec_core::{
    Bincode, Borrowable, Borsh, Compact, Consensus, Decodable, Decode, DecodeError, Encode, Format,
    Postcard, Strict, Sv2,
};

use crate::stream::sources::Script;
use crate::value::{Decoding, Value};

/// Pieces of several lengths; and two pieces, cut anywhere.
fn scripts(bytes: &[u8]) -> impl Iterator<Item = Script> {
    let even = [1, 2, 3, 7, 1000].into_iter().map(|len| Script::pieces(bytes, len));
    let cuts = (1..bytes.len()).map(|cut| {
        let (one, other) = bytes.split_at(cut);
        Script::pieces(one, cut).and(Script::pieces(other, bytes.len()))
    });
    even.chain(cuts)
}

/// A value that was read.
type Held = Box<dyn Value>;

/// The results of reads, and the offset of the reader.
type Reads<T> = (Vec<Result<T, ReadError>>, u64);

/// The ways in which a type is decoded in a format, from a slice and from a stream. Readers read
/// several times.
struct Side {
    /// And how many bytes it takes.
    sliced: Decoding<(Held, usize)>,
    view: Decoding<String>,
    bare: fn(&mut Script) -> Result<Held, ReadError>,
    owned: fn(Script, usize) -> Reads<Option<Held>>,
    /// Over the value of these bytes.
    over: fn(Script, &[u8]) -> Reads<Held>,
    lent: fn(Script, usize) -> Reads<String>,
}

impl Side {
    fn of<F: Format, T>() -> Self
    where
        T: Decodable + Borrowable + PartialEq + Debug + 'static,
        for<'de> T::Ref<'de>: Debug,
    {
        Self {
            sliced: |bytes| match F::from_slice_prefix::<T>(bytes) {
                Ok((value, rest)) => Ok((Box::new(value), bytes.len() - rest.len())),
                Err(error) => Err(error),
            },
            view: |bytes| match F::from_slice_ref_prefix::<T::Ref<'_>>(bytes) {
                Ok((view, _)) => Ok(format!("{view:?}")),
                Err(error) => Err(error),
            },
            bare: |source| match F::read_from::<T>(source, usize::MAX) {
                Ok(value) => Ok(Box::new(value)),
                Err(error) => Err(error),
            },
            owned: |source, times| {
                let mut reader = reader::<F>(source);
                let mut all = Vec::new();
                for _ in 0..times {
                    all.push(match reader.read::<T>() {
                        Ok(Some(value)) => Ok(Some(Box::new(value) as Held)),
                        Ok(None) => Ok(None),
                        Err(error) => Err(error),
                    });
                }
                (all, reader.offset())
            },
            over: |source, bytes| {
                let mut reader = reader::<F>(source);
                let mut old = F::from_slice_prefix::<T>(bytes).unwrap().0;
                let read = reader.read_into(&mut old);
                (vec![read.map(|_| Box::new(old) as Held)], reader.offset())
            },
            lent: |source, times| {
                let mut reader = reader::<F>(source);
                let mut all = Vec::new();
                for _ in 0..times {
                    all.push(match reader.next_ref::<T>() {
                        Ok(Some(view)) => Ok(format!("{view:?}")),
                        Ok(None) => panic!("nothing is there"),
                        Err(error) => Err(error),
                    });
                }
                (all, reader.offset())
            },
        }
    }
}

fn reader<F: Format>(source: Script) -> StreamReader<Script, F> {
    StreamReader::new(source, usize::MAX)
}

fn same<T: Debug>(read: &Result<T, ReadError>, decoded: DecodeError, bytes: &[u8]) {
    match read {
        Err(ReadError::Decode { error, record: 0 }) => assert_eq!(*error, decoded, "{bytes:x?}"),
        other => panic!("{other:?} instead of {decoded} in {bytes:x?}"),
    }
}

/// Reads these bytes in every way, and compares the outcome with that of the slice.
fn as_the_slice(side: &Side, bytes: &[u8], source: &dyn Fn() -> Script) {
    let mut bare = source();
    let bare_read = (side.bare)(&mut bare);
    if bytes.is_empty() {
        assert!(matches!((side.owned)(source(), 1).0[..], [Ok(None)]));
        return;
    }
    match (side.sliced)(bytes) {
        Ok((value, len)) => {
            assert!(value.is(&*bare_read.unwrap()), "{bytes:x?}");
            let mut behind = Vec::new();
            bare.read_to_end(&mut behind).unwrap();
            assert_eq!(behind, bytes[len..], "{bytes:x?}");
            let (read, offset) = (side.owned)(source(), 1);
            let [Ok(Some(read))] = &read[..] else { panic!("{read:?} of {bytes:x?}") };
            assert!(value.is(&**read), "{bytes:x?}");
            assert_eq!(offset, len as u64);
            let (over, offset) = (side.over)(source(), bytes);
            assert!(value.is(&**over[0].as_ref().unwrap()), "{bytes:x?}");
            assert_eq!(offset, len as u64);
            let (lent, offset) = (side.lent)(source(), 1);
            assert_eq!(lent[0].as_ref().unwrap(), &(side.view)(bytes).unwrap(), "{bytes:x?}");
            assert_eq!(offset, len as u64);
        }
        Err(error) => {
            same(&bare_read, error, bytes);
            for read in (side.owned)(source(), 2).0 {
                same(&read, error, bytes);
            }
            let error = (side.view)(bytes).unwrap_err();
            for read in (side.lent)(source(), 2).0 {
                same(&read, error, bytes);
            }
        }
    }
}

fn every_way<F: Format, T>(value: &T)
where
    T: Encode + Decodable + Borrowable + PartialEq + Debug + 'static,
    for<'de> T::Ref<'de>: Debug,
{
    around(&Side::of::<F, T>(), &F::to_vec(value).unwrap());
}

fn around(side: &Side, bytes: &[u8]) {
    let behind = [bytes, &[1, 0, 2]].concat();
    let share = codec_effort::share();
    // Even pieces, and a share of the cuts and damages.
    for source in (0..scripts(&behind).count()).filter(|source| *source < 5 || share(*source)) {
        as_the_slice(side, &behind, &|| scripts(&behind).nth(source).unwrap());
    }
    let few = |bytes: &[u8]| {
        for len in [1, 3, bytes.len().max(1)] {
            as_the_slice(side, bytes, &|| Script::pieces(bytes, len));
        }
    };
    for len in 0..bytes.len() {
        few(&bytes[..len]);
        for (_, change) in (len..).zip([1, 0x80, 0xff, 0x20]).filter(|(turn, _)| share(*turn)) {
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

fn structs_and_maps<F: Format>() {
    every_way::<F, _>(&nested());
    every_way::<F, _>(&maps());
}

fn other_types<F: Format>() {
    every_way::<F, _>(&vec![maps(), maps()]);
    every_way::<F, _>(&vec![0x0102_0304_0506u64, 1, u64::MAX]);
    every_way::<F, _>(&vec![Some(1.5f64), None]);
    every_way::<F, _>(&vec![Ok::<u8, String>(1), Err("no".into())]);
    every_way::<F, _>(&BytesTail { first: true, rest: vec![1, 2, 3] });
    every_way::<F, _>(&Tails { first: 1, maybe: Some(2), rest: vec!["a".into(), "bc".into()] });
    every_way::<F, _>(&vec![true, false]);
}

/// Calls for formats, with a test for each.
macro_rules! formats {
    ($($(#[$cfg:meta])? $name:ident: [$($call:ident)+] $format:ty;)*) => {$(
        $(#[$cfg])?
        #[test]
        fn $name() {
            $($call::<$format>();)+
        }
    )*};
}

formats! {
    bincode_reads_pieces_as_the_whole: [structs_and_maps other_types] Bincode;
    #[cfg(matrix)]
    bincode_varint_reads_pieces_as_the_whole: [structs_and_maps] codec_core::BincodeVarint;
    postcard_reads_pieces_as_the_whole: [structs_and_maps other_types] Postcard;
    borsh_reads_pieces_as_the_whole: [structs_and_maps other_types] Borsh;
    #[cfg(matrix)]
    compact_reads_pieces_as_the_whole: [structs_and_maps] Compact;
    strict_compact_reads_pieces_as_the_whole: [structs_and_maps] Strict<Compact>;
    #[cfg(matrix)]
    strict_bincode_reads_pieces_as_the_whole: [structs_and_maps] Strict<Bincode>;
    #[cfg(matrix)]
    strict_postcard_reads_pieces_as_the_whole: [structs_and_maps] Strict<Postcard>;
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
