//! Vectors of values of one length, which a source is read for in blocks: what is decoded, what is left
//! in the source and which error comes are bincode's.

use std::fmt::Debug;
use std::io::{Error, ErrorKind, Read};
use std::num::NonZero;
use std::time::Duration;

use bincode::config as ours;
use bincode2::config as theirs;

/// The same types for each crate.
macro_rules! types {
    ($module:ident, $path:ident, $name:tt) => {
        mod $module {
            use super::*;

            #[derive(Debug, Clone, $path::Encode, $path::Decode)]
            #[bincode(crate = $name)]
            pub(crate) struct Word {
                pub(crate) left: u16,
                pub(crate) right: u16,
                pub(crate) cost: i16,
            }

            #[derive(Debug, Clone, $path::Encode, $path::Decode)]
            #[bincode(crate = $name)]
            pub(crate) struct Mixed {
                pub(crate) flag: bool,
                pub(crate) word: Word,
                pub(crate) ratio: f64,
                pub(crate) id: NonZero<u32>,
                pub(crate) size: usize,
            }

            #[derive(Debug, Clone, $path::Encode, $path::Decode)]
            #[bincode(crate = $name)]
            pub(crate) struct Wide {
                pub(crate) hash: [u8; 32],
                pub(crate) points: [(i8, u64); 9],
                pub(crate) took: Duration,
            }

            /// Longer than what is read in blocks.
            #[derive(Debug, Clone, $path::Encode, $path::Decode)]
            #[bincode(crate = $name)]
            pub(crate) struct Page {
                pub(crate) bytes: [u8; 300],
                pub(crate) number: u32,
            }

            /// Of one length in every configuration.
            #[derive(Debug, Clone, $path::Encode, $path::Decode)]
            #[bincode(crate = $name)]
            pub(crate) struct Floats(pub(crate) f32, pub(crate) u8, pub(crate) i8);

            /// Of differing lengths.
            #[derive(Debug, Clone, $path::Encode, $path::Decode)]
            #[bincode(crate = $name)]
            pub(crate) struct Named {
                pub(crate) name: String,
                pub(crate) words: Vec<Word>,
                pub(crate) numbers: Vec<u32>,
                pub(crate) bytes: Vec<u8>,
            }
        }
    };
}
types!(one, bincode, "bincode");
types!(two, bincode2, "bincode2");

/// A source that ends with an error of its own, gives a few bytes at once, and is interrupted.
struct Fails<'a>(&'a [u8], usize);

impl Read for Fails<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.1 += 1;
        if self.1.is_multiple_of(3) {
            return Err(ErrorKind::Interrupted.into());
        }
        if self.0.is_empty() {
            return Err(Error::new(ErrorKind::ConnectionReset, "gone"));
        }
        let most = buffer.len().min(7);
        self.0.read(&mut buffer[..most])
    }
}

/// Checks that both make the same of a source, and leave the same of it if they succeed.
fn same<T, U>(bytes: &[u8], config: impl ours::Config, reference: impl theirs::Config, what: &str)
where
    T: bincode::Decode + Debug,
    U: bincode2::Decode<()> + Debug,
{
    let (mut one, mut two) = (bytes, bytes);
    let ours = bincode::decode_from_std_read::<(Vec<T>, u8), _, _>(&mut one, config);
    let theirs = bincode2::decode_from_std_read::<(Vec<U>, u8), _, _>(&mut two, reference);
    let rests = ours.is_ok().then_some((one, two));
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(format!("{ours:?}"), format!("{theirs:?}"), "{what}"),
        (Err(ours), Err(theirs)) => {
            assert_eq!(format!("{ours:?}"), format!("{theirs:?}"), "{what}");
        }
        (ours, theirs) => panic!("{what}: {ours:?} where bincode says {theirs:?}"),
    }
    if let Some((one, two)) = rests {
        assert_eq!(one, two, "{what}");
    }

    let ours = bincode::decode_from_std_read::<(Vec<T>, u8), _, _>(&mut Fails(bytes, 0), config);
    let theirs =
        bincode2::decode_from_std_read::<(Vec<U>, u8), _, _>(&mut Fails(bytes, 0), reference);
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(format!("{ours:?}"), format!("{theirs:?}"), "{what}"),
        (Err(ours), Err(theirs)) => {
            assert_eq!(format!("{ours:?}"), format!("{theirs:?}"), "{what}, from a slow source");
        }
        (ours, theirs) => panic!("{what}, slow: {ours:?} where bincode says {theirs:?}"),
    }
}

/// In all configurations, whole, cut at every place of the first values and the last, and with one of
/// those bytes changed.
fn check<T, U>(values: &[T])
where
    T: bincode::Encode + bincode::Decode + Debug + Clone,
    U: bincode2::Decode<()> + Debug,
{
    check_with::<T, U>(values, &[0, 1, 2, 250, 255]);
}

/// Like [`check`], with these in the place of a byte.
fn check_with<T, U>(values: &[T], changes: &[u8])
where
    T: bincode::Encode + bincode::Decode + Debug + Clone,
    U: bincode2::Decode<()> + Debug,
{
    macro_rules! config {
        ($ours:expr, $theirs:expr) => {{
            let (config, reference) = ($ours, $theirs);
            let bytes = bincode::encode_to_vec((values, 77u8), config).unwrap_or_default();
            let followed = [&bytes[..], &[1, 2, 3]].concat();
            same::<T, U>(&followed, config, reference, "whole");
            let near = if bytes.len() > 2000 { 25 } else { 120 };
            let cuts = (0..bytes.len())
                .filter(|cut| *cut < near || bytes.len() - cut < near || cut % 611 == 0);
            for cut in cuts.clone() {
                same::<T, U>(&bytes[..cut], config, reference, &format!("cut at {cut}"));
            }
            // Past the length, which may else say that there are many more.
            let places: Vec<usize> = cuts.filter(|at| *at >= 9).collect();
            for tried in codec_effort::spread(places.len() * changes.len()) {
                let (at, value) = (places[tried / changes.len()], changes[tried % changes.len()]);
                let mut bytes = bytes.clone();
                bytes[at] = value;
                same::<T, U>(&bytes, config, reference, &format!("{value} at {at}"));
            }
        }};
    }
    config!(ours::legacy(), theirs::legacy());
    config!(ours::legacy().with_big_endian(), theirs::legacy().with_big_endian());
    config!(ours::standard(), theirs::standard());
    config!(ours::legacy().with_limit::<900>(), theirs::legacy().with_limit::<900>());
    config!(
        ours::standard().with_big_endian().with_limit::<900>(),
        theirs::standard().with_big_endian().with_limit::<900>()
    );
}

fn word(index: u16) -> one::Word {
    one::Word { left: index, right: 9 - index % 7, cost: index.cast_signed().wrapping_neg() }
}

/// A few, as many as one buffer takes, and more than one of each.
const COUNTS: [u16; 7] = [0, 1, 3, 8, 42, 43, 700];

#[test]
fn structs_of_numbers() {
    for count in COUNTS {
        check::<one::Word, two::Word>(&(0..count).map(word).collect::<Vec<_>>());
        let floats = |index: u16| one::Floats(f32::from(index), 7, -7);
        check::<one::Floats, two::Floats>(&(0..count).map(floats).collect::<Vec<_>>());
    }
}

#[test]
fn structs_whose_fields_can_be_wrong() {
    for count in COUNTS {
        let mixed = |index: u16| one::Mixed {
            flag: index.is_multiple_of(3),
            word: word(index),
            ratio: f64::from(index) / 7.0,
            id: NonZero::new(u32::from(index) + 1).unwrap(),
            size: usize::from(index),
        };
        check::<one::Mixed, two::Mixed>(&(0..count.min(60)).map(mixed).collect::<Vec<_>>());
    }
}

#[test]
fn arrays_and_long_structs() {
    for count in [0, 1, 2, 16, 17, 40] {
        let wide = |index: u16| one::Wide {
            hash: [7; 32],
            points: std::array::from_fn(|at| (-1, at as u64 * u64::from(index))),
            took: Duration::new(index.into(), 999_999_999),
        };
        check::<one::Wide, two::Wide>(&(0..count).map(wide).collect::<Vec<_>>());
        let page = |index: u16| one::Page { bytes: [1; 300], number: index.into() };
        check::<one::Page, two::Page>(&(0..count).map(page).collect::<Vec<_>>());
    }
}

#[test]
fn tuples_and_what_holds_blocks() {
    for count in [0, 1, 5, 50] {
        let pairs: Vec<(u32, i64)> = (0..count).map(|index| (index.into(), -1)).collect();
        check::<(u32, i64), (u32, i64)>(&pairs);
        let arrays: Vec<[u16; 3]> = (0..count).map(|index| [index; 3]).collect();
        check::<[u16; 3], [u16; 3]>(&arrays);
        let named = |index: u16| one::Named {
            name: "x".repeat(usize::from(index % 5)),
            words: (0..index).map(word).collect(),
            numbers: (0..u32::from(index) * 11).collect(),
            bytes: vec![5; usize::from(index) * 3],
        };
        // Nothing changed: for a length that is not there, bincode aborts.
        check_with::<one::Named, two::Named>(
            &(0..count.min(20)).map(named).collect::<Vec<_>>(),
            &[],
        );
    }
}

/// Counts the calls of a source.
struct Counted<'a>(&'a [u8], usize);

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.1 += 1;
        self.0.read(buffer)
    }
}

#[test]
fn a_source_is_asked_once_for_many_values() {
    let words: Vec<one::Word> = (0..10_000).map(word).collect();
    let bytes = bincode::encode_to_vec(&words, ours::legacy()).unwrap();
    let mut source = Counted(&bytes, 0);
    let read: Vec<one::Word> = bincode::decode_from_std_read(&mut source, ours::legacy()).unwrap();
    assert_eq!(format!("{read:?}"), format!("{words:?}"));
    // 60,000 bytes in blocks of 4,096 at most, and the length.
    assert!(source.1 <= 30, "{} reads", source.1);
}

#[test]
fn a_long_length_of_a_short_source_is_refused_at_the_missing_number() {
    let mut bytes = u64::MAX.to_le_bytes().to_vec();
    bytes.extend([1; 600]);
    let outcome =
        bincode::decode_from_std_read::<Vec<one::Word>, _, _>(&mut &bytes[..], ours::legacy());
    let Err(error) = outcome else { panic!("there are no such many") };
    assert_eq!(
        error.to_string(),
        "Io { inner: Error { kind: UnexpectedEof, message: \"failed to fill whole buffer\" }, \
         additional: 2 }"
    );
}

#[test]
fn a_long_byte_string_cut_short_has_the_error_of_bincode() {
    let bytes = bincode::encode_to_vec(vec![7u8; 900_000], ours::legacy()).unwrap();
    for cut in [8, 9, 262_151, 262_152, 262_153, 600_000, 900_007] {
        let one =
            bincode::decode_from_std_read::<Vec<u8>, _, _>(&mut &bytes[..cut], ours::legacy());
        let two =
            bincode2::decode_from_std_read::<Vec<u8>, _, _>(&mut &bytes[..cut], theirs::legacy());
        assert_eq!(one.unwrap_err().to_string(), two.unwrap_err().to_string(), "{cut}");
    }
}
