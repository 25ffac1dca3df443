//! Sources and sinks that fail, end, stall or lie at every byte.

use std::io::{self, BufRead, ErrorKind, Read, Write};

use codec_core::stream::{ReadError, RecordWriter, StreamReader, WriteError};
use codec_core::{Bincode, Format, Postcard};

use crate::stream::sources::{Script, Step};

type Value = (u32, Vec<String>, Option<u64>, Vec<u16>);

fn value() -> Value {
    (70_000, vec!["one".into(), "a longer one".into()], Some(1 << 40), vec![1, 2, 300])
}

/// The first `at` bytes in pieces, then a step, then the other bytes.
fn with_step(bytes: &[u8], len: usize, at: usize, step: Step) -> Script {
    Script::pieces(&bytes[..at], len).then(step).and(Script::pieces(&bytes[at..], len))
}

#[test]
fn a_failure_at_any_byte_is_reported_and_no_byte_is_lost() {
    let bytes = Postcard::to_vec(&value()).unwrap();
    for kind in [ErrorKind::BrokenPipe, ErrorKind::WouldBlock, ErrorKind::UnexpectedEof] {
        let places = (0..bytes.len()).flat_map(|at| [(1, at), (3, at), (100, at)]);
        for (len, at) in places {
            let source = || with_step(&bytes, len, at, Step::Fail(kind));
            let error = Postcard::read_from::<Value>(&mut source(), 1000).unwrap_err();
            assert_eq!(error.offset(), at as u64);
            assert!(matches!(&error, ReadError::Io { error, .. } if error.kind() == kind));

            let mut reader = StreamReader::<_, Postcard>::new(source(), 1000);
            let error = reader.read::<Value>().unwrap_err();
            assert_eq!((error.record(), error.offset()), (0, at as u64));
            assert_eq!(reader.buffered(), &bytes[..at]);
            assert_eq!(reader.read::<Value>().unwrap(), Some(value()));

            let mut reader = StreamReader::<_, Postcard>::new(source(), 1000);
            assert!(reader.next_ref::<Value>().is_err());
            assert_eq!(reader.buffered(), &bytes[..at]);
            assert!(reader.next_ref::<Value>().unwrap().is_some());
        }
    }
}

#[test]
fn interruptions_at_any_byte_are_passed_over() {
    let bytes = Bincode::to_vec(&value()).unwrap();
    for at in 0..bytes.len() {
        let source = || with_step(&bytes, 7, at, Step::Fail(ErrorKind::Interrupted));
        assert_eq!(Bincode::read_from::<Value>(&mut source(), 1000).unwrap(), value());
        let mut reader = StreamReader::<_, Bincode>::new(source(), 1000);
        assert_eq!(reader.read::<Value>().unwrap(), Some(value()));
    }
}

/// A false end: the next call returns more bytes.
#[test]
fn a_source_that_ends_and_goes_on_loses_nothing() {
    let bytes = Bincode::to_vec(&value()).unwrap();
    for at in 1..bytes.len() {
        let source = with_step(&bytes, 7, at, Step::End);
        let mut reader = StreamReader::<_, Bincode>::new(source, 1000);
        let error = reader.read::<Value>().unwrap_err();
        assert!(error.is_cut());
        assert_eq!((error.record(), error.offset()), (0, at as u64));
        assert_eq!(reader.read::<Value>().unwrap(), Some(value()));
        assert_eq!(reader.read::<Value>().unwrap(), None);
    }
}

/// Reports more than it read in one call; the other calls are correct.
struct Liar<'b> {
    bytes: &'b [u8],
    calls: usize,
    lie_at: usize,
}

impl Read for Liar<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls == self.lie_at {
            return Ok(room.len() + 1);
        }
        let len = room.len().min(2);
        (&mut self.bytes).take(len as u64).read(room)
    }
}

#[test]
fn a_lie_at_any_call_is_an_error_and_no_byte_is_lost() {
    let bytes = Bincode::to_vec(&value()).unwrap();
    for lie_at in 1..=bytes.len() / 2 {
        let source = Liar { bytes: &bytes, calls: 0, lie_at };
        let mut reader = StreamReader::<_, Bincode>::new(source, 1000);
        let error = io::Error::from(reader.read::<Value>().unwrap_err());
        assert_eq!(error.kind(), ErrorKind::InvalidData);
        assert_eq!(reader.read::<Value>().unwrap(), Some(value()));
    }
}

/// An endless buffer whose bytes change each time it is read.
struct Fickle(Vec<u8>, u8);

impl Read for Fickle {
    fn read(&mut self, _room: &mut [u8]) -> io::Result<usize> {
        unreachable!("the buffer is read from")
    }
}

impl BufRead for Fickle {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.1 = self.1.wrapping_mul(5).wrapping_add(1);
        let len = usize::from(self.1 % 23) + 1;
        self.0.clear();
        self.0.resize(len, self.1 % 8);
        Ok(&self.0)
    }

    fn consume(&mut self, _len: usize) {}
}

#[test]
fn a_buffer_that_changes_ends_in_a_value_or_an_error() {
    for seed in 0..=255 {
        let mut source = Fickle(Vec::new(), seed);
        let _ = Postcard::read_from::<Vec<Vec<String>>>(&mut source, 5000);
        let _ = Bincode::read_from::<Vec<u64>>(&mut source, 5000);
        let _ = Bincode::read_from::<Value>(&mut source, 5000);
    }
}

/// A sink that accepts this many bytes and then fails once.
struct Failing {
    bytes: Vec<u8>,
    left: usize,
    kind: Option<ErrorKind>,
}

impl Write for Failing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.left == 0
            && let Some(kind) = self.kind.take()
        {
            return Err(kind.into());
        }
        let len = if self.kind.is_some() { bytes.len().min(self.left) } else { bytes.len() };
        self.left -= len.min(self.left);
        self.bytes.extend(&bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_sink_that_fails_at_any_byte_gets_the_rest_later() {
    let bytes = Bincode::to_vec(&value()).unwrap();
    for left in 0..bytes.len() {
        let sink = || Failing { bytes: Vec::new(), left, kind: Some(ErrorKind::BrokenPipe) };
        let mut bare = sink();
        let error = Bincode::write_to(&value(), &mut bare).unwrap_err();
        assert!(matches!(error, WriteError::Io { written, .. } if written == left));
        assert_eq!(bare.bytes, &bytes[..left]);

        let mut writer = RecordWriter::<_, Bincode>::new(sink());
        let error = writer.write(&value()).unwrap_err();
        assert!(matches!(error, WriteError::Io { written, .. } if written == left));
        assert_eq!((writer.written(), writer.pending()), (left as u64, bytes.len() - left));
        writer.flush().unwrap();
        assert_eq!(writer.into_inner().bytes, bytes);
    }
}
