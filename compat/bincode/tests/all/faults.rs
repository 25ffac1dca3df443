//! Sources and sinks that fail, end, are interrupted or take little at every byte: the outcome, and
//! what was sent or is left, are bincode's.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read, Write};

use bincode::Options as _;
use bincode1::Options as _;

type Value = (u64, Vec<u32>, String, Option<Box<i64>>, Vec<u8>, BTreeMap<u16, bool>);

fn value() -> Value {
    let map = [(3, true), (500, false)].into();
    (70_000, vec![1, 300, 70_000], "π and more".into(), Some(Box::new(-3)), vec![7; 300], map)
}

/// Bytes of which at most three pass at once. At the one with this index it fails, once.
struct Faulty {
    bytes: Vec<u8>,
    done: usize,
    at: usize,
    kind: Option<ErrorKind>,
}

impl Faulty {
    fn new(bytes: &[u8], at: usize, kind: ErrorKind) -> Self {
        Self { bytes: bytes.to_vec(), done: 0, at, kind: Some(kind) }
    }

    fn pass(&mut self, len: usize) -> io::Result<usize> {
        if self.done == self.at
            && let Some(kind) = self.kind.take()
        {
            return Err(kind.into());
        }
        let left = if self.kind.is_some() { self.at - self.done } else { usize::MAX };
        let len = len.min(3).min(left);
        self.done += len;
        Ok(len)
    }
}

impl Read for Faulty {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let start = self.done;
        let len = self.pass(room.len().min(self.bytes.len() - start))?;
        room[..len].copy_from_slice(&self.bytes[start..start + len]);
        Ok(len)
    }
}

impl Write for Faulty {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let len = self.pass(bytes.len())?;
        self.bytes.extend(&bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

const KINDS: [ErrorKind; 5] = [
    ErrorKind::BrokenPipe,
    ErrorKind::TimedOut,
    ErrorKind::WouldBlock,
    ErrorKind::UnexpectedEof,
    ErrorKind::Interrupted,
];

/// The outcome of a call, as text, and whether it failed. Where a sink failed is left out: runs of
/// numbers are written at once, and none of a run counts then.
fn text<T: std::fmt::Debug, E: std::fmt::Debug>(outcome: &Result<T, E>) -> (String, bool) {
    let mut text = format!("{outcome:?}");
    if let Some(at) = text.find(", index: ") {
        text.truncate(at);
    }
    (text, outcome.is_err())
}

/// Runs ours and bincode's over a source or sink that fails at every byte in every way. Both fail but
/// where they are interrupted, and with the same error.
fn same(
    bytes: &[u8],
    is_source: bool,
    ours: impl Fn(&mut Faulty) -> (String, bool),
    theirs: impl Fn(&mut Faulty) -> (String, bool),
) {
    for kind in KINDS {
        for at in 0..bytes.len() {
            let new = || Faulty::new(if is_source { bytes } else { &[] }, at, kind);
            let (mut one, mut other) = (new(), new());
            let (outcome, failed) = ours(&mut one);
            assert_eq!((outcome, failed), theirs(&mut other), "{kind:?} at {at}");
            assert_eq!(failed, kind != ErrorKind::Interrupted, "{kind:?} at {at}");
            let sent = if failed { &bytes[..at] } else { bytes };
            if is_source {
                assert_eq!(one.done, sent.len(), "{kind:?} at {at}");
            } else {
                assert_eq!(one.bytes, sent, "{kind:?} at {at}");
            }
        }
    }
}

#[test]
fn a_source_that_fails_at_any_byte_has_the_error_of_bincode() {
    let bytes = bincode2::encode_to_vec(value(), bincode2::config::standard()).unwrap();
    same(
        &bytes,
        true,
        |source| {
            text(&bincode::decode_from_std_read::<Value, _, _>(source, bincode::config::standard()))
        },
        |source| {
            text(&bincode2::decode_from_std_read::<Value, _, _>(
                source,
                bincode2::config::standard(),
            ))
        },
    );
    let bytes = bincode1::serialize(&value()).unwrap();
    same(
        &bytes,
        true,
        |source| text(&bincode::deserialize_from::<_, Value>(source)),
        |source| text(&bincode1::deserialize_from::<_, Value>(source)),
    );
}

#[test]
fn a_sink_that_fails_at_any_byte_has_the_error_of_bincode() {
    let bytes = bincode2::encode_to_vec(value(), bincode2::config::legacy()).unwrap();
    same(
        &bytes,
        false,
        |sink| text(&bincode::encode_into_std_write(value(), sink, bincode::config::legacy())),
        |sink| text(&bincode2::encode_into_std_write(value(), sink, bincode2::config::legacy())),
    );
    let bytes = bincode1::options().serialize(&value()).unwrap();
    same(
        &bytes,
        false,
        |sink| text(&bincode::options().serialize_into(sink, &value())),
        |sink| text(&bincode1::options().serialize_into(sink, &value())),
    );
}

/// Bytes behind a value in a slice stay as they are.
#[test]
fn bytes_behind_a_value_are_not_written_to() {
    fn check<T: bincode::Encode>(value: T) {
        of(&value, bincode::config::standard());
        of(&value, bincode::config::legacy());
    }
    fn of<T: bincode::Encode>(value: &T, config: impl bincode::config::Config) {
        let bytes = bincode::encode_to_vec(value, config).unwrap();
        let mut room = vec![0xee; bytes.len() + 40];
        assert_eq!(bincode::encode_into_slice(value, &mut room, config).unwrap(), bytes.len());
        let (written, behind) = room.split_at(bytes.len());
        assert_eq!((written, behind), (&bytes[..], &[0xee; 40][..]));
    }
    check(3u16);
    check(300u16);
    check((1u8, 2u32, 3u64, 4u128, 5i16, -6i64, 'a', 1.5f64));
    check(vec![1u16, 300, 65_535]);
    check("short".to_owned());
    check(vec![Some(7u64), None]);
}
