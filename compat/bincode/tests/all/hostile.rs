//! The costs of an input: memory in proportion to its bytes, whatever it declares; levels and
//! elements within limits; a source that lies.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::io::Read;

use allocation_counter::measure;
use bincode::config::{legacy, standard};
use bincode::error::DecodeError;
use bincode::{ErrorKind, Options as _};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize, bincode::Encode, bincode::Decode)]
#[bincode(crate = "codec_bincode")]
struct Wide {
    text: String,
    numbers: [u64; 16],
    more: Vec<Wide>,
}

#[derive(Debug, Serialize, Deserialize, bincode::Encode, bincode::Decode)]
#[bincode(crate = "codec_bincode")]
enum List {
    End,
    More(Box<List>),
}

/// The most that may be requested for `len` bytes of a slice at any time.
fn most(len: usize) -> u64 {
    64 * len as u64 + 128 * 1024
}

/// Like [`most`], for a source of unknown length: some is reserved before it is read.
fn most_of_a_source(len: usize) -> u64 {
    most(len) + 2 * 1024 * 1024
}

/// Decodes in every way, and checks what each took against the bytes that there were.
fn bounded<T>(bytes: &[u8])
where
    T: bincode::Decode<()> + for<'a> Deserialize<'a>,
{
    let check = |name: &str, decode: &mut dyn FnMut()| {
        let used = measure(&mut *decode);
        let most = if name.ends_with("source") { most_of_a_source } else { most };
        assert!(
            used.bytes_max <= most(bytes.len()),
            "{name} of {}: {} bytes for {} of input",
            std::any::type_name::<T>(),
            used.bytes_max,
            bytes.len()
        );
    };
    check("native standard", &mut || drop(bincode::decode_from_slice::<T, _>(bytes, standard())));
    check("native legacy", &mut || drop(bincode::decode_from_slice::<T, _>(bytes, legacy())));
    check("native source", &mut || {
        drop(bincode::decode_from_std_read::<T, _, _>(&mut &bytes[..], legacy()));
    });
    check("native varint source", &mut || {
        drop(bincode::decode_from_std_read::<T, _, _>(&mut &bytes[..], standard()));
    });
    check("serde", &mut || drop(bincode::serde::decode_from_slice::<T, _>(bytes, standard())));
    check("serde source", &mut || {
        drop(bincode::serde::decode_from_std_read::<T, _, _>(&mut &bytes[..], standard()));
    });
    check("bincode 1", &mut || drop(bincode::deserialize::<T>(bytes)));
    check("bincode 1 source", &mut || drop(bincode::deserialize_from::<_, T>(bytes)));
}

#[test]
fn declared_lengths_reserve_nothing_that_is_not_there() {
    for len in [1u64 << 16, 1 << 31, 1 << 40, u64::MAX / 8, u64::MAX] {
        for bytes in [
            bincode::encode_to_vec(len, legacy()).unwrap(),
            bincode::encode_to_vec((len, 7u32), legacy()).unwrap(),
            bincode::encode_to_vec(len, standard()).unwrap(),
            bincode::encode_to_vec((len, [1u8; 100]), standard()).unwrap(),
            bincode::encode_to_vec((len, [len; 9]), legacy()).unwrap(),
        ] {
            bounded::<Vec<u8>>(&bytes);
            bounded::<Vec<u64>>(&bytes);
            bounded::<Vec<u128>>(&bytes);
            bounded::<Vec<String>>(&bytes);
            bounded::<Vec<Vec<Vec<u16>>>>(&bytes);
            bounded::<Vec<[u64; 32]>>(&bytes);
            bounded::<Vec<(u32, i64)>>(&bytes);
            bounded::<Vec<(f32, u8)>>(&bytes);
            bounded::<VecDeque<u32>>(&bytes);
            bounded::<String>(&bytes);
            bounded::<BTreeMap<u64, String>>(&bytes);
            bounded::<HashMap<u64, [u64; 8]>>(&bytes);
            bounded::<HashSet<u32>>(&bytes);
            bounded::<Wide>(&bytes);
        }
    }
}

#[test]
fn declared_lengths_within_each_other_reserve_nothing_that_is_not_there() {
    // Each level declares as much as it can; a text and numbers that are present, and again.
    let mut bytes = Vec::new();
    for _ in 0..120 {
        bytes.extend(bincode::encode_to_vec(("", [0u64; 16], u64::MAX), standard()).unwrap());
    }
    bounded::<Wide>(&bytes);
    bounded::<Vec<Wide>>(&bytes);
}

#[test]
fn elements_without_bytes_are_limited() {
    let most = bincode::MAX_EMPTY_ELEMENTS as u64;
    for (len, taken) in [(most, true), (most + 1, false), (u64::MAX, false)] {
        let bytes = bincode::encode_to_vec(len, standard()).unwrap();
        assert_eq!(bincode::decode_from_slice::<Vec<()>, _>(&bytes, standard()).is_ok(), taken);
        let outcome = bincode::decode_from_std_read::<Vec<()>, _, _>(&mut &bytes[..], standard());
        assert_eq!(outcome.is_ok(), taken);
        let outcome = bincode::serde::decode_from_slice::<Vec<()>, _>(&bytes, standard());
        assert_eq!(outcome.is_ok(), taken);
        let bytes = bincode::serialize(&len).unwrap();
        assert_eq!(bincode::deserialize::<Vec<()>>(&bytes).is_ok(), taken);
        assert_eq!(bincode::deserialize_from::<_, Vec<()>>(&bytes[..]).is_ok(), taken);
    }
    let bytes = bincode::encode_to_vec([most / 2 + 1; 3], standard()).unwrap();
    let outcome = bincode::decode_from_slice::<[Vec<()>; 2], _>(&bytes, standard());
    assert!(matches!(outcome, Err(DecodeError::TooManyEmptyElements)));
}

/// A list of so many elements, in the layout of `standard()`.
fn nested(levels: usize) -> Vec<u8> {
    let mut bytes = vec![1; levels];
    bytes.push(0);
    bytes
}

#[test]
fn nesting_is_limited_on_a_small_stack() {
    // Unoptimised code takes more on s390x, where a frame has room for the registers of the function
    // that it calls.
    const S390X: bool = cfg!(all(debug_assertions, target_arch = "s390x"));
    const STACK: usize = if S390X { 512 * 1024 } else { 256 * 1024 };
    fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
        std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap();
    }
    on_a_small_stack(|| {
        let config = standard();
        assert!(bincode::decode_from_slice::<List, _>(&nested(128), config).is_ok());
        let outcome = bincode::decode_from_slice::<List, _>(&nested(129), config);
        assert!(matches!(outcome, Err(DecodeError::DepthExceeded { limit: 128 })));
        assert!(
            bincode::decode_from_slice::<List, _>(&nested(129), config.with_depth::<129>()).is_ok()
        );
        // Each variant of serde is a level, the last one, too.
        assert!(bincode::serde::decode_from_slice::<List, _>(&nested(127), config).is_ok());
        assert!(bincode::serde::decode_from_slice::<List, _>(&nested(128), config).is_err());
        let options = bincode::options();
        assert!(options.deserialize::<List>(&nested(127)).is_ok());
        let error = options.deserialize::<List>(&nested(128)).unwrap_err();
        assert!(matches!(*error, ErrorKind::Custom(_)), "{error:?}");
        assert!(options.with_depth(129).deserialize::<List>(&nested(128)).is_ok());
        let deep = nested(100_000);
        assert!(options.deserialize::<List>(&deep).is_err());
        assert!(options.deserialize_from::<_, List>(&deep[..]).is_err());
        assert!(bincode::decode_from_slice::<List, _>(&deep, config).is_err());
    });
}

#[test]
fn a_source_is_read_no_further_than_the_limit() {
    /// Lengths of 1.6 billion, which fit addresses of 32 bits.
    struct Endless(usize);
    impl Read for Endless {
        fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
            for byte in &mut *bytes {
                *byte = if self.0 % 8 < 4 { 0x61 } else { 0 };
                self.0 += 1;
            }
            Ok(bytes.len())
        }
    }
    let mut source = Endless(0);
    let options = bincode::options().with_fixint_encoding().with_limit(100);
    let error = options.deserialize_from::<_, String>(&mut source).unwrap_err();
    assert!(matches!(*error, ErrorKind::SizeLimit));
    assert_eq!(source.0, 8);
}

#[test]
fn one_byte_at_a_time_makes_the_same_value() {
    struct Slow<'a>(&'a [u8], bool);
    impl Read for Slow<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(std::io::ErrorKind::Interrupted.into());
            }
            let len = bytes.len().min(1);
            self.0.read(&mut bytes[..len])
        }
    }
    type Value = (String, Vec<u32>, Vec<i64>, Option<char>);
    fn same<C: bincode::config::Config>(value: &Value, config: C) {
        let bytes = bincode::encode_to_vec(value, config).unwrap();
        let decoded: Value =
            bincode::decode_from_std_read(&mut Slow(&bytes, false), config).unwrap();
        assert_eq!(value, &decoded);
        let decoded: Value =
            bincode::serde::decode_from_std_read(&mut Slow(&bytes, false), config).unwrap();
        assert_eq!(value, &decoded);
    }
    let value: Value = ("text".to_owned(), vec![1, 2, 3], vec![300; 9], Some('é'));
    same(&value, standard());
    same(&value, standard().with_big_endian());
    same(&value, legacy());
    same(&value, legacy().with_big_endian());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: codec_effort::cases(64), failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_bytes_cost_in_proportion(
        bytes in proptest::collection::vec(prop_oneof![0u8..4, 245u8..=255, any::<u8>()], 0..200),
    ) {
        bounded::<Wide>(&bytes);
        bounded::<Vec<Vec<(u8, String)>>>(&bytes);
        bounded::<HashMap<String, Vec<u64>>>(&bytes);
        bounded::<List>(&bytes);
    }
}

/// A type of its own impl, which reads nothing.
#[derive(Debug, PartialEq, Eq)]
struct Nothing {
    _padding: u64,
}

impl<Context> bincode::Decode<Context> for Nothing {
    fn decode<D: bincode::de::Decoder<Context = Context>>(_: &mut D) -> Result<Self, DecodeError> {
        Ok(Self { _padding: 7 })
    }
}
bincode::impl_borrow_decode!(Nothing);

#[derive(Debug, bincode::Decode)]
struct Nothings {
    _one: Nothing,
    _none: [u32; 0],
    _unit: (),
    _boxed: Box<()>,
}

#[derive(Debug, bincode::Decode)]
struct Something {
    _nothings: Nothings,
    _byte: u8,
}

#[test]
fn only_elements_that_must_have_bytes_are_not_counted() {
    fn refused<T: bincode::Decode + std::fmt::Debug>(bytes: &[u8]) {
        let name = std::any::type_name::<T>();
        for outcome in [
            bincode::decode_from_slice::<T, _>(bytes, standard()).map(|_| ()),
            bincode::decode_from_std_read::<T, _, _>(&mut &bytes[..], standard()).map(|_| ()),
        ] {
            assert!(
                matches!(outcome, Err(DecodeError::TooManyEmptyElements)),
                "{name}: {outcome:?}"
            );
        }
    }
    let bytes = bincode::encode_to_vec(1u64 << 40, standard()).unwrap();
    refused::<Vec<Nothing>>(&bytes);
    refused::<Vec<Nothings>>(&bytes);
    refused::<Vec<[Nothing; 3]>>(&bytes);
    refused::<Vec<(Nothing, ())>>(&bytes);
    refused::<Vec<Box<Nothing>>>(&bytes);
    refused::<Vec<std::num::Wrapping<Nothing>>>(&bytes);
    refused::<Vec<std::cell::RefCell<Nothing>>>(&bytes);
    refused::<std::collections::VecDeque<Nothing>>(&bytes);
    refused::<std::collections::BTreeSet<()>>(&bytes);
    refused::<std::collections::HashSet<()>>(&bytes);
    refused::<std::collections::BTreeMap<(), Nothing>>(&bytes);

    // With a byte each, the input ends first.
    let outcome = bincode::decode_from_slice::<Vec<Something>, _>(&bytes, standard());
    assert!(matches!(outcome, Err(DecodeError::UnexpectedEnd { .. })), "{outcome:?}");
    let most = bincode::MAX_EMPTY_ELEMENTS as u64 + 1;
    let mut bytes = bincode::encode_to_vec(most, standard()).unwrap();
    bytes.resize(bytes.len() + usize::try_from(most).unwrap(), 0);
    assert!(bincode::decode_from_slice::<Vec<Something>, _>(&bytes, standard()).is_ok());
}

/// Memory without bytes in the input: serde skips it, and the derive reads nothing.
#[derive(Debug, Clone, Serialize, Deserialize, Default)]
struct Skipped {
    #[serde(skip)]
    _numbers: [[u64; 32]; 16],
}

impl<Context> bincode::Decode<Context> for Skipped {
    fn decode<D: bincode::de::Decoder<Context = Context>>(_: &mut D) -> Result<Self, DecodeError> {
        Ok(Self::default())
    }
}
bincode::impl_borrow_decode!(Skipped);

#[test]
fn elements_without_bytes_are_weighed_by_their_memory() {
    fn little<T>()
    where
        T: bincode::Decode<()> + for<'a> Deserialize<'a>,
    {
        let short = bincode::encode_to_vec(u16::MAX, standard()).unwrap();
        let many = bincode::encode_to_vec([u16::MAX; 64], standard()).unwrap();
        for bytes in [&short, &many] {
            let used = measure(|| {
                assert!(bincode::decode_from_slice::<T, _>(bytes, standard()).is_err());
                assert!(
                    bincode::decode_from_std_read::<T, _, _>(&mut &bytes[..], standard()).is_err()
                );
                assert!(bincode::serde::decode_from_slice::<T, _>(bytes, standard()).is_err());
                assert!(bincode::options().deserialize::<T>(bytes).is_err());
                assert!(bincode::options().deserialize_from::<_, T>(&bytes[..]).is_err());
            });
            // A source may have that much reserved before it is read.
            let most = 2 * 1024 * 1024;
            assert!(used.bytes_max <= most, "{}: {}", std::any::type_name::<T>(), used.bytes_max);
        }
    }
    little::<Vec<Skipped>>();
    little::<Vec<Box<Skipped>>>();
    little::<Vec<(Skipped, ())>>();
    little::<Vec<Vec<Skipped>>>();
    let bytes = bincode::encode_to_vec(9u8, standard()).unwrap();
    assert!(bincode::serde::decode_from_slice::<Vec<Skipped>, _>(&bytes, standard()).is_ok());
    let limited = standard().with_limit::<{ 8 * size_of::<Skipped>() }>();
    let outcome = bincode::serde::decode_from_slice::<Vec<Skipped>, _>(&bytes, limited);
    assert!(matches!(outcome, Err(DecodeError::LimitExceeded)), "{outcome:?}");
}

/// A source that gives at most so many bytes at once, and is interrupted now and then.
struct Slow<'a>(&'a [u8], usize);

impl std::io::Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.1 += 1;
        if self.1.is_multiple_of(5) {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        let most = buffer.len().min(999);
        std::io::Read::read(&mut self.0, &mut buffer[..most])
    }
}

#[test]
fn long_byte_strings_come_from_slow_sources_and_their_ends_are_errors() {
    for len in [262_144, 262_145, 2_500_000] {
        let value: Vec<u8> = (0..len).map(|index| u8::try_from(index % 251).unwrap()).collect();
        let mut bytes = bincode::encode_to_vec((&value, 7u8), standard()).unwrap();
        let read = bincode::decode_from_std_read(&mut Slow(&bytes, 0), standard());
        assert_eq!(read.ok(), Some((value, 7u8)));
        bytes.truncate(bytes.len() - 2);
        let outcome =
            bincode::decode_from_std_read::<Vec<u8>, _, _>(&mut Slow(&bytes, 0), standard());
        let Err(DecodeError::Io { inner, .. }) = outcome else { panic!("{outcome:?}") };
        assert_eq!(inner.kind(), std::io::ErrorKind::UnexpectedEof);
    }
}
