//! Memory that is refused at every request: an error that says so, and nothing is lost.
#![forbid(unsafe_code)]

use core::fmt::Debug;
use std::borrow::Cow;
use std::boxed::Box;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};
use std::ffi::CString;
use std::path::PathBuf;
use std::string::{String, ToString};
use std::vec::Vec;

use crate::push::{Progress, PushDecode};
use crate::raw;
use crate::raw::failing::{Outcome, held_after, refuse_after};
use crate::stream::{ReadError, StreamReader};
use crate::wire::{B064K, Seq064K, Str0255};
use crate::{
    Bincode, Borsh, Compact, Consensus, Decodable, DecodeErrorKind, Encode, EncodeErrorKind,
    Format, Packed, Postcard, Strict, Sv2,
};

/// Refuses each request of `run` in turn, until it makes no more. `refused` gets the result
/// of a run that was refused one.
fn every_request<T>(run: impl Fn() -> T, refused: impl Fn(T)) -> usize {
    let mut requests = 0;
    loop {
        let mut done = false;
        let kept = held_after(|| {
            let Outcome { value, refused: count } = refuse_after(requests, &run);
            done = count == 0;
            if !done {
                refused(value);
            }
        });
        assert_eq!(kept, 0, "it keeps {kept} bytes after request {requests} was refused");
        if done {
            return requests;
        }
        requests += 1;
    }
}

fn decoding<F: Format, T: Decodable + Encode + PartialEq + Debug>(value: &T) {
    let input = F::to_vec(value).unwrap();
    let is_refused = |outcome: Result<T, crate::DecodeError>| {
        let error = outcome.unwrap_err();
        assert_eq!(error.kind(), DecodeErrorKind::OutOfMemory);
        assert!(error.offset() <= input.len());
    };
    assert!(every_request(|| F::from_slice::<T>(&input), is_refused) > 0);
    // Over an owned value, whose memory need not be enough.
    let over = || {
        let mut old: T = F::from_slice(&input)?;
        F::decode_into(&mut old, &input).map(|()| old)
    };
    // A table whose entries can't be listed for the new ones goes without their memory.
    every_request(over, |outcome| match outcome {
        Ok(fresh) => assert_eq!(fresh, *value),
        refused => is_refused(refused),
    });
    let streamed = |outcome: Result<Option<T>, ReadError>| match outcome.unwrap_err() {
        ReadError::Decode { error, .. } => assert_eq!(error.kind(), DecodeErrorKind::OutOfMemory),
        ReadError::Io { error, .. } => assert_eq!(error.kind(), std::io::ErrorKind::OutOfMemory),
        error @ ReadError::TooLong { .. } => panic!("{error}"),
    };
    let whole = || F::read_from::<T>(&mut &input[..], input.len()).map(Some);
    every_request(whole, streamed);
    let cut = || StreamReader::<_, F>::new(Bytewise(&input), input.len()).read::<T>();
    every_request(cut, streamed);
}

/// A source that has a byte at a time.
struct Bytewise<'b>(&'b [u8]);

impl std::io::Read for Bytewise<'_> {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        let len = room.len().min(1);
        self.0.read(&mut room[..len])
    }
}

/// From pieces, cut anywhere; the decoder says so again until it is reset.
fn pushing<F: Format, T: PushDecode + Encode + PartialEq + Debug>(value: &T) {
    fn push<F: Format, T: PushDecode>(input: &[u8], len: usize) -> Result<T, crate::DecodeError> {
        let mut decoder = T::push_decoder::<F>();
        for mut piece in input.chunks(len) {
            match decoder.push(&mut piece) {
                Ok(Progress::Done(value)) => return Ok(value),
                Ok(Progress::Need(_)) => {}
                Err(error) => {
                    assert_eq!(decoder.push(&mut &[0][..]).err(), Some(error));
                    return Err(error);
                }
            }
        }
        decoder.end()
    }
    let input = F::to_vec(value).unwrap();
    for len in [1, 2, 5, 64, input.len()] {
        let is_refused = |outcome: Result<T, crate::DecodeError>| {
            assert_eq!(outcome.unwrap_err().kind(), DecodeErrorKind::OutOfMemory);
        };
        // A try that is refused leaves the value to the states, which may get what they ask for.
        let refused = |outcome: Result<T, crate::DecodeError>| match outcome {
            Ok(fresh) => assert_eq!(fresh, *value),
            refused => is_refused(refused),
        };
        assert!(every_request(|| push::<F, T>(&input, len), refused) > 0);
    }
}

#[test]
fn values_that_come_in_pieces() {
    let lists: Vec<_> = (0..4u8).map(|n| (vec![n; 9], names(3), vec![u64::from(n); 7])).collect();
    pushing::<Bincode, _>(&lists);
    pushing::<Strict<Postcard>, _>(&lists);
    pushing::<Postcard, _>(&(Box::new(7u64), vec![Some(Box::new(names(2)))], [names(2), names(1)]));
    pushing::<Strict<Compact>, _>(&(0..9u8).map(|n| (n, names(2))).collect::<HashMap<_, _>>());
    pushing::<Postcard, _>(&(0..9u8).map(|n| (vec![n], n)).collect::<HashMap<_, _>>());
    pushing::<Postcard, _>(&(VecDeque::from(names(3)), Cow::<str>::Owned("ab".into())));
    pushing::<Sv2, _>(&B064K::try_from(&[7; 300][..]).unwrap());
    #[cfg(feature = "bytes")]
    {
        let input = Postcard::to_vec(&names(9)).unwrap().into();
        let shared = Postcard::from_bytes::<crate::SeqShared<String>>(&input);
        pushing::<Postcard, _>(&shared.unwrap());
    }
}

fn encoding<F: Format, T: Encode>(value: &T) {
    let is_refused = |outcome: Result<Vec<u8>, crate::EncodeError>| {
        assert_eq!(outcome.unwrap_err().kind(), EncodeErrorKind::OutOfMemory);
    };
    assert!(every_request(|| F::to_vec(value), is_refused) > 0);
    let append = || {
        let mut target = vec![];
        let outcome = F::encode_into(value, &mut target);
        assert!(outcome.is_ok() || target.is_empty());
        outcome.map(|_| target)
    };
    every_request(append, is_refused);
}

fn both<F: Format, T: Decodable + Encode + PartialEq + Debug>(value: &T) {
    decoding::<F, T>(value);
    encoding::<F, T>(value);
}

fn in_each_kind_of_format<T: Decodable + Encode + PartialEq + Debug>(value: &T) {
    both::<Bincode, T>(value);
    both::<Strict<Postcard>, T>(value);
    both::<Borsh, T>(value);
    #[cfg(matrix)]
    {
        both::<crate::BincodeVarint, T>(value);
        both::<Strict<Compact>, T>(value);
    }
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|n| n.to_string().repeat(n)).collect()
}

#[test]
fn vectors_and_strings() {
    let lists: Vec<_> = (0..5u8).map(|n| (vec![n; 9], names(3), vec![u64::from(n); 7])).collect();
    in_each_kind_of_format(&lists);
    both::<Consensus, _>(&vec![vec![1u32; 9]; 3]);
    in_each_kind_of_format(&vec![vec![vec![true; 5]; 3]; 2]);
    in_each_kind_of_format(&(
        Some(names(2)),
        vec![Some(Box::new(7u64)); 3],
        [vec![1i16], vec![2, 3]],
    ));
    in_each_kind_of_format(&vec![Box::new([7u16; 3000]); 2]);
}

#[test]
fn fields_of_bytes() {
    let blob = B064K::try_from(&[7; 300][..]).unwrap();
    let blobs = Seq064K::<B064K>::try_from(vec![blob; 3]).unwrap();
    both::<Sv2, _>(&blobs);
    both::<Sv2, _>(
        &Seq064K::<Str0255>::try_from(vec!["x".repeat(99).try_into().unwrap()]).unwrap(),
    );
    in_each_kind_of_format(&blobs);
}

#[test]
fn other_sequences() {
    in_each_kind_of_format(&VecDeque::from(names(4)));
    in_each_kind_of_format(&names(4).into_boxed_slice());
    in_each_kind_of_format(&(
        String::from("a text").into_boxed_str(),
        Cow::<str>::Owned("b".into()),
    ));
    in_each_kind_of_format(&Packed::<Vec<u8>>::from(vec![vec![7; 9]; 4]));
    in_each_kind_of_format(&Packed::<String>::from(names(5)[1..].to_vec()));
    both::<Bincode, _>(&(PathBuf::from("a/path"), CString::from(c"a string")));
    let heap: BinaryHeap<u32> = (0..20).collect();
    let input = Bincode::to_vec(&heap).unwrap();
    every_request(
        || Bincode::from_slice::<BinaryHeap<u32>>(&input).map(drop),
        |outcome| assert_eq!(outcome.unwrap_err().kind(), DecodeErrorKind::OutOfMemory),
    );
}

#[test]
fn tables() {
    let map: HashMap<u32, String> = (0..40).zip(names(40)).collect();
    in_each_kind_of_format(&map);
    let nested: HashMap<u8, HashSet<Vec<u8>>> =
        (0..4).map(|n| (n, (0..n).map(|m| vec![m; 20]).collect())).collect();
    in_each_kind_of_format(&nested);
}

#[test]
fn zero_length_values_allocate_nothing() {
    let outcome = refuse_after(0, || {
        let vectors = (raw::vector::<u64>(0).is_some(), raw::vector::<()>(9).is_some());
        (vectors, raw::boxed(()).is_some(), raw::copied(&[]).is_some())
    });
    assert_eq!((outcome.value, outcome.refused), (((true, true), true, true), 0));
}
