//! Inputs that declare too much, nest too deeply, or are invalid.

use std::collections::BTreeMap;

use allocation_counter::measure;
use codec_core::serde_bridge::{self as bridge, Error};
use codec_core::{Bincode, Compact, DecodeErrorKind, Format, Limits, MAX_EMPTY_ELEMENTS, Postcard};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::bridge::shapes::{Kind, Sink};

fn kind<F: Format, T: DeserializeOwned>(input: &[u8]) -> DecodeErrorKind {
    match bridge::from_slice::<F, T>(input) {
        Err(Error::Decode(error)) => error.kind(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("accepted"),
    }
}

fn in_proportion<T: DeserializeOwned>(input: &[u8]) {
    takes_at_most::<T>(input, 64 * input.len() as u64 + 4096);
}

fn takes_at_most<T: DeserializeOwned>(input: &[u8], limit: u64) {
    let info = measure(|| drop(bridge::from_slice::<Bincode, T>(input)));
    assert!(info.bytes_max <= limit, "{} bytes for {}", info.bytes_max, input.len());
}

#[test]
fn memory_is_in_proportion_to_the_input() {
    for count in [1usize, 2, 3, 16, 500, 5000] {
        let len = 8 * (count as u64 - 1);
        for word in [0, 1, 2, len, len / 8, len / 24, 1 << 20, 1 << 60, u64::MAX] {
            let input = word.to_le_bytes().repeat(count);
            in_proportion::<Vec<u8>>(&input);
            in_proportion::<Vec<u64>>(&input);
            in_proportion::<String>(&input);
            in_proportion::<Vec<String>>(&input);
            in_proportion::<Vec<Vec<Vec<u64>>>>(&input);
            in_proportion::<Vec<Option<[u64; 4]>>>(&input);
            in_proportion::<BTreeMap<u64, Vec<u8>>>(&input);
            in_proportion::<Vec<()>>(&input);
            // Capacity is reserved for a quarter as many elements as bytes, whatever their size.
            takes_at_most::<Vec<[[u64; 32]; 4]>>(&input, 256 * input.len() as u64 + 8192);
            in_proportion::<Sink>(&input);
            in_proportion::<Kind>(&input);
        }
    }
}

#[test]
fn elements_without_bytes_are_capped() {
    let most = MAX_EMPTY_ELEMENTS as u64;
    let read: Vec<()> = bridge::from_slice::<Bincode, _>(&most.to_le_bytes()).unwrap();
    assert_eq!(read.len(), MAX_EMPTY_ELEMENTS);
    for count in [most + 1, 1 << 40, u64::MAX] {
        let kind = kind::<Bincode, Vec<()>>(&count.to_le_bytes());
        let fits = usize::try_from(count).is_ok();
        let too_many = DecodeErrorKind::TooManyEmptyElements;
        assert_eq!(kind, if fits { too_many } else { DecodeErrorKind::LengthOverflow });
    }
}

/// Memory that has no bytes in the input.
#[derive(Deserialize)]
struct Skipped {
    #[serde(skip)]
    _numbers: [[u64; 32]; 16],
}

#[test]
fn elements_without_bytes_are_weighed_by_their_memory() {
    fn little<T: DeserializeOwned>() {
        let input = 60_000u64.to_le_bytes();
        let used = measure(|| {
            assert_eq!(kind::<Bincode, T>(&input), DecodeErrorKind::TooManyEmptyElements);
        });
        assert!(used.bytes_max <= 1 << 20, "{} bytes", used.bytes_max);
    }
    little::<Vec<Skipped>>();
    little::<Vec<Box<Skipped>>>();
    little::<Vec<(Box<Skipped>, ())>>();
    assert!(bridge::from_slice::<Bincode, Skipped>(&[]).is_ok());
}

#[test]
fn values_of_a_map_count_as_memory() {
    let input: Vec<u8> = [vec![20], (0..20).collect()].concat();
    let limited = |memory| {
        let limits = Limits { memory, ..Limits::DEFAULT };
        bridge::from_slice_with::<Postcard, BTreeMap<u8, Skipped>>(limits, &input)
    };
    let all = 20 * (1 + size_of::<Skipped>());
    assert_eq!(limited(all).unwrap().len(), 20);
    let error = limited(all - 1).err().unwrap();
    assert!(error.to_string().starts_with("memory limit"), "{error}");
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "they are decoded")]
struct List {
    value: u8,
    next: Option<Box<List>>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "they are decoded")]
struct Tree(Vec<Tree>);

/// It contains itself without end, and takes no bytes.
#[derive(Deserialize)]
#[expect(dead_code, reason = "they are decoded")]
struct Endless(Box<Endless>);

/// Stack frames of an unoptimised build are many times larger.
const STACK: usize = if cfg!(debug_assertions) { 4 << 20 } else { 256 << 10 };

fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK);
    thread.spawn(run).unwrap().join().unwrap();
}

#[test]
fn depth_is_bounded() {
    on_a_small_stack(|| {
        let list = |nodes: usize| [[7u8, 1].repeat(nodes - 1), vec![7, 0]].concat();
        assert!(bridge::from_slice::<Postcard, List>(&list(128)).is_ok());
        assert_eq!(kind::<Postcard, List>(&list(130)), DecodeErrorKind::DepthExceeded);
        assert_eq!(kind::<Postcard, List>(&list(100_000)), DecodeErrorKind::DepthExceeded);
        let tree = |nodes: usize| [vec![1u8; nodes - 1], vec![0]].concat();
        assert!(bridge::from_slice::<Compact, Tree>(&tree(128)).is_ok());
        assert_eq!(kind::<Compact, Tree>(&tree(100_000)), DecodeErrorKind::DepthExceeded);
        assert_eq!(kind::<Compact, Endless>(&[1]), DecodeErrorKind::DepthExceeded);
        assert_eq!(kind::<Compact, Kind>(&vec![1; 100_000]), DecodeErrorKind::DepthExceeded);
    });
}

#[test]
fn a_tag_that_no_variant_has_is_refused_at_its_offset() {
    let Err(Error::Decode(error)) = bridge::from_slice::<Compact, (u8, Kind)>(&[1, 4]) else {
        panic!()
    };
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidTag, 1));
}

/// A visitor need not read every element; the unread ones must not be read as what follows.
#[test]
fn a_visitor_that_leaves_elements_is_an_error() {
    struct First(u8);
    impl<'de> Deserialize<'de> for First {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Visitor;
            impl<'de> serde::de::Visitor<'de> for Visitor {
                type Value = First;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("a list")
                }
                fn visit_seq<A: serde::de::SeqAccess<'de>>(
                    self,
                    mut seq: A,
                ) -> Result<First, A::Error> {
                    Ok(First(seq.next_element()?.unwrap_or_default()))
                }
            }
            deserializer.deserialize_seq(Visitor)
        }
    }
    assert_eq!(bridge::from_slice::<Postcard, First>(&[1, 9]).unwrap().0, 9);
    assert_eq!(kind::<Postcard, First>(&[2, 9, 9]), DecodeErrorKind::TrailingBytes);
}
