//! Peers that send arbitrary bytes, as slowly as they like.

use allocation_counter::measure;
use codec_core::push::{Progress, PushDecode};
use codec_core::{
    Bincode, Compact, DEFAULT_DEPTH, DecodeErrorKind, Format, Limits, MAX_EMPTY_ELEMENTS, Postcard,
    Sv2,
};
use std::collections::{BTreeMap, HashSet};

use crate::push::types::{List, Rich, Tree, Wire, list};

/// The peak of requested memory while a type is fed byte by byte.
fn peak<F: Format, T: PushDecode>(bytes: &[u8]) -> u64 {
    let info = measure(|| {
        let mut decoder = T::push_decoder::<F>();
        for byte in bytes {
            if decoder.push(&mut &[*byte][..]).is_err() {
                break;
            }
        }
    });
    info.bytes_max
}

#[test]
fn a_count_reserves_nothing() {
    // The largest lengths that a varint of Postcard and an integer of Bincode can encode.
    let varint = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
    let fixed = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1, 2, 3, 4];
    assert!(peak::<Postcard, Vec<u8>>(&varint) <= 256);
    assert!(peak::<Postcard, String>(&varint) <= 256);
    assert!(peak::<Postcard, Vec<Rich>>(&varint) <= 256);
    assert!(peak::<Bincode, Vec<[u64; 100]>>(&fixed) <= 256);
    assert!(peak::<Bincode, Vec<String>>(&fixed) <= 512);
    assert!(peak::<Bincode, BTreeMap<u64, String>>(&fixed) <= 512);
    assert!(peak::<Bincode, HashSet<u64>>(&fixed) <= 512);
    assert!(peak::<Sv2, Wire>(&[1, 2, 3, 255, 4]) <= 1024);
}

#[test]
fn memory_is_in_proportion_to_the_bytes_that_came() {
    for len in [100u32, 10_000, 100_000] {
        let numbers = Bincode::to_vec(&vec![7u8; len as usize]).unwrap();
        assert!(peak::<Bincode, Vec<u8>>(&numbers) <= 256 + 4 * u64::from(len));
        let texts = Postcard::to_vec(&vec![String::new(); len as usize]).unwrap();
        // Each is a byte on the wire, and 24 bytes in memory.
        assert!(peak::<Postcard, Vec<String>>(&texts) <= 256 + 3 * 24 * u64::from(len));
    }
}

#[test]
fn values_nest_as_deep_as_in_a_slice() {
    fn outcome<T: PushDecode>(bytes: &[u8], len: usize) -> Result<(), DecodeErrorKind> {
        let mut decoder = T::push_decoder::<Postcard>();
        for mut piece in bytes.chunks(len) {
            match decoder.push(&mut piece) {
                Ok(Progress::Done(_)) => return Ok(()),
                Ok(Progress::Need(_)) => {}
                Err(error) => return Err(error.kind()),
            }
        }
        Err(DecodeErrorKind::UnexpectedEnd)
    }
    let deep = u8::try_from(DEFAULT_DEPTH).unwrap();
    for len in [1, 2, 7, 1000] {
        let at_limit = Postcard::to_vec(&list(deep)).unwrap();
        assert_eq!(outcome::<List>(&at_limit, len), Ok(()));
        let over = Postcard::to_vec(&list(deep + 1)).unwrap();
        assert_eq!(outcome::<List>(&over, len), Err(DecodeErrorKind::DepthExceeded));
        let trees = [0, 1].repeat(1000);
        assert_eq!(outcome::<Tree>(&trees, len), Err(DecodeErrorKind::DepthExceeded));
    }
    let mut decoder =
        List::push_decoder::<Postcard>().with_limits(Limits { depth: 2, ..Limits::DEFAULT });
    let three = Postcard::to_vec(&list(3)).unwrap();
    assert!(decoder.push(&mut &three[..]).is_err());
}

#[test]
fn a_thread_with_little_stack_decodes_to_the_limit() {
    let run = || {
        for len in [1, 3, 1000] {
            let mut decoder = Tree::push_decoder::<Postcard>();
            for mut piece in [0, 1].repeat(1000).chunks(len) {
                if decoder.push(&mut piece).is_err() {
                    return;
                }
            }
        }
    };
    // Stack frames without optimisation are several times as large.
    let stack = if cfg!(debug_assertions) { 2 << 20 } else { 256 << 10 };
    std::thread::Builder::new().stack_size(stack).spawn(run).unwrap().join().unwrap();
}

#[test]
fn elements_without_bytes_are_counted_over_the_whole_value() {
    let many = u64::try_from(MAX_EMPTY_ELEMENTS).unwrap();
    let over = Postcard::to_vec(&(many + 1)).unwrap();
    let kind = |result: Result<Progress<Vec<()>>, codec_core::DecodeError>| {
        result.map(|_| ()).map_err(codec_core::DecodeError::kind)
    };
    let mut decoder = Vec::<()>::push_decoder::<Postcard>();
    assert_eq!(kind(decoder.push(&mut &over[..])), Err(DecodeErrorKind::TooManyEmptyElements));
    // Three sequences of two thirds of the limit each, byte by byte.
    let two_thirds = Postcard::to_vec(&(many * 2 / 3)).unwrap();
    let bytes = [&[3][..], &two_thirds, &two_thirds, &two_thirds].concat();
    let mut decoder = Vec::<Vec<()>>::push_decoder::<Postcard>();
    let outcome = bytes.chunks(1).find_map(|mut piece| decoder.push(&mut piece).err());
    assert_eq!(outcome.unwrap().kind(), DecodeErrorKind::TooManyEmptyElements);
    let mut decoder = Vec::<Box<()>>::push_decoder::<Postcard>();
    let outcome = over.chunks(1).find_map(|mut piece| decoder.push(&mut piece).err());
    assert_eq!(outcome.unwrap().kind(), DecodeErrorKind::TooManyEmptyElements);
}

#[test]
fn a_tail_in_a_box_is_not_taken_for_complete() {
    #[derive(Debug, PartialEq, codec_core::Encode, codec_core::Decode)]
    #[codec(push)]
    struct Tail {
        id: u8,
        #[codec(tail)]
        rest: Vec<u8>,
    }
    let bytes = [5, 1, 2, 3];
    for cut in 0..=bytes.len() {
        let mut decoder = <(u8, Option<Box<Tail>>)>::push_decoder::<Compact>();
        let all = [&[9, 1][..], &bytes].concat();
        let (mut head, mut tail) = all.split_at(cut);
        assert!(matches!(decoder.push(&mut head), Ok(Progress::Need(_))), "cut at {cut}");
        assert!(matches!(decoder.push(&mut tail), Ok(Progress::Need(1))));
        let rest = vec![1, 2, 3];
        assert_eq!(decoder.end(), Ok((9, Some(Box::new(Tail { id: 5, rest })))));
    }
}

/// The limits on a value also apply when it arrives in pieces.
#[test]
fn limits_hold_for_pieces() {
    fn holds<T: PushDecode + codec_core::Encode>(value: &T, memory: usize) {
        let input = Postcard::to_vec(value).unwrap();
        let outcome = |memory, piece| {
            let limits = Limits { memory, ..Limits::DEFAULT };
            let whole = Postcard::from_slice_with::<T>(limits, &input).map(drop);
            let mut decoder = T::push_decoder::<Postcard>().with_limits(limits);
            let mut outcome = Ok(());
            for mut piece in input.chunks(piece) {
                match decoder.push(&mut piece) {
                    Ok(_) => {}
                    Err(error) => outcome = outcome.and(Err(error)),
                }
            }
            let kind = |outcome: Result<(), codec_core::DecodeError>| {
                outcome.err().map(codec_core::DecodeError::kind)
            };
            (kind(whole), kind(outcome))
        };
        let exceeded = Some(DecodeErrorKind::MemoryExceeded);
        for piece in [1, 2, 7, 1000] {
            assert_eq!(outcome(memory, piece), (None, None), "{memory} in pieces of {piece}");
            assert_eq!(outcome(memory - 1, piece), (exceeded, exceeded), "{piece}");
        }
    }
    holds(&String::from("abcdef"), 6);
    holds(&vec![String::from("abc"); 5], 5 * (size_of::<String>() + 3));
    holds(&vec![7u32; 9], 36);
    holds(&vec![Box::new(7u64); 3], 3 * (size_of::<Box<u64>>() + 8));
    holds(&vec![vec![1u8; 4]; 4], 4 * (size_of::<Vec<u8>>() + 4));
}
