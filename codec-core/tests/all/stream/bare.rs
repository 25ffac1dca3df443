//! One value, and the position of the stream right after it.

use std::io::Read;

use codec_core::stream::ReadError;
use codec_core::wire::{Seq064K, Str0255};
use codec_core::{Bincode, Borsh, DecodeErrorKind, Format, Postcard, Sv2};

use crate::stream::sources::{Script, Shrinking, Step};

type Value = (u8, Vec<(u64, String)>, Option<[u8; 5]>, Vec<i32>);

fn value() -> Value {
    let list = (0..50usize).map(|index| (1 << index, "y".repeat(index % 9))).collect();
    (1, list, Some([4; 5]), (-40..40).map(|number| number * 1_000_003).collect())
}

fn right_behind<F: Format>() {
    let mut bytes = F::to_vec(&value()).unwrap();
    bytes.extend(F::to_vec(&value()).unwrap());
    bytes.extend(b"rest");
    for len in [1, 2, 3, 10, 1000, bytes.len()] {
        let mut source = Script::pieces(&bytes, len);
        for _ in 0..2 {
            assert_eq!(F::read_from::<Value>(&mut source, 1 << 20).unwrap(), value());
        }
        let mut rest = Vec::new();
        source.read_to_end(&mut rest).unwrap();
        assert_eq!(rest, b"rest");
    }
}

#[test]
fn the_stream_is_left_right_behind_the_value() {
    right_behind::<Bincode>();
    right_behind::<Postcard>();
    right_behind::<Borsh>();
    let names = vec![Str0255::try_from("a".repeat(99)).unwrap(); 30];
    let names: Seq064K<Str0255> = names.try_into().unwrap();
    let mut bytes = Sv2::to_vec(&names).unwrap();
    bytes.push(1);
    let mut source = &bytes[..];
    assert_eq!(Sv2::read_from::<Seq064K<Str0255>>(&mut source, 1 << 20).unwrap(), names);
    assert_eq!(source, [1]);
}

#[test]
fn every_cut_is_an_unexpected_end_at_the_end() {
    let bytes = Postcard::to_vec(&value()).unwrap();
    for len in 0..bytes.len() {
        let error = Postcard::read_from::<Value>(&mut &bytes[..len], 1 << 20).unwrap_err();
        assert!(error.is_cut(), "{error}");
        assert_eq!((error.record(), error.offset()), (0, len as u64));
        assert_eq!(std::io::Error::from(error).kind(), std::io::ErrorKind::UnexpectedEof);
    }
}

#[test]
fn calls_of_read_are_as_many_as_runs_of_known_length() {
    let bytes = Bincode::to_vec(&vec![7u64; 10_000]).unwrap();
    let mut source = Script::new([Step::Give(bytes)]);
    Bincode::read_from::<Vec<u64>>(&mut source, 1 << 20).unwrap();
    assert!(source.calls < 20, "{} calls", source.calls);
}

#[test]
fn interruptions_are_passed_over_and_failures_reported() {
    use std::io::ErrorKind::{BrokenPipe, Interrupted};
    let mut source = Script::new([
        Step::Fail(Interrupted),
        Step::Give(vec![1]),
        Step::Fail(Interrupted),
        Step::Give(vec![2]),
        Step::Fail(BrokenPipe),
    ]);
    assert_eq!(Bincode::read_from::<u16>(&mut source, 8).unwrap(), 0x0201);
    let error = Bincode::read_from::<u16>(&mut source, 8).unwrap_err();
    assert!(matches!(&error, ReadError::Io { error, .. } if error.kind() == BrokenPipe));
}

#[test]
fn a_source_that_lies_is_refused() {
    // The value is longer than what is read from the first segment.
    let mut bytes = 50_000u64.to_le_bytes().to_vec();
    bytes.resize(40_000, 1);
    for len in [0, 1, 10_000, 16_000] {
        let mut source = Shrinking::new(&bytes, len);
        let error = Bincode::read_from::<Vec<u8>>(&mut source, 1 << 20).unwrap_err();
        assert!(error.to_string().contains("buffer has shrunk"), "{error}");
    }
}

#[test]
fn a_wrong_value_is_refused_at_its_byte() {
    let error = Bincode::read_from::<(u8, bool, u8)>(&mut &[1, 2, 3][..], 100).unwrap_err();
    assert_eq!(error.offset(), 1);
    let ReadError::Decode { error, record: 0 } = error else { panic!("{error}") };
    assert_eq!(error.kind(), DecodeErrorKind::InvalidBool);
}
