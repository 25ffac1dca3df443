//! The reader over `AsyncRead`: cancellation, by dropping the future, loses nothing.

use core::future::Future;
use core::pin::{Pin, pin};
use core::task::{Context, Poll, Waker};
use std::collections::VecDeque;
use std::io;

use codec_core::stream::AsyncStreamReader;
use codec_core::stream::ReadError;
use codec_core::{Bincode, Compact, DecodeErrorKind, Format, Postcard};
use tokio::io::{AsyncRead, ReadBuf};

use crate::push::types::{Attributes, Rich, attributes, rich};

/// The reaction of a source when it is polled.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// Returns this many bytes.
    Bytes(usize),
    /// Has no bytes at the moment.
    Pending,
    /// Fails.
    Fail(io::ErrorKind),
}

/// A source that repeats a script.
#[derive(Debug)]
struct Scripted {
    bytes: VecDeque<u8>,
    script: Vec<Step>,
    at: usize,
    /// Number of times that it was polled.
    asked: usize,
}

impl Scripted {
    fn new(bytes: &[u8], script: &[Step]) -> Self {
        Self { bytes: bytes.iter().copied().collect(), script: script.into(), at: 0, asked: 0 }
    }
}

impl AsyncRead for Scripted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        room: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.asked += 1;
        let step = self.script[self.at % self.script.len()];
        self.at += 1;
        match step {
            Step::Bytes(len) => {
                let len = len.min(self.bytes.len()).min(room.remaining());
                let bytes: Vec<u8> = self.bytes.drain(..len).collect();
                room.put_slice(&bytes);
                Poll::Ready(Ok(()))
            }
            Step::Pending => {
                cx.waker().wake_by_ref();
                Poll::Pending
            }
            Step::Fail(kind) => Poll::Ready(Err(kind.into())),
        }
    }
}

/// Polls `polls` times, then drops the future, whatever the outcome.
fn cancelled<T>(future: impl Future<Output = T>, polls: usize) -> Option<T> {
    let mut future = pin!(future);
    let mut cx = Context::from_waker(Waker::noop());
    for _ in 0..polls {
        if let Poll::Ready(value) = future.as_mut().poll(&mut cx) {
            return Some(value);
        }
    }
    None
}

fn driven<T>(future: impl Future<Output = T>) -> T {
    cancelled(future, usize::MAX).unwrap()
}

type Read<T> = AsyncStreamReader<Scripted, Postcard, T>;

#[test]
fn a_future_that_is_dropped_at_any_await_loses_nothing() {
    let one = Postcard::to_vec(&rich()).unwrap();
    let stream = [&one[..], &one].concat();
    for script in [
        &[Step::Pending, Step::Bytes(1)][..],
        &[Step::Pending, Step::Bytes(7), Step::Pending, Step::Pending],
        &[Step::Bytes(100), Step::Pending],
    ] {
        for polls in 1..=3 {
            let mut reader = Read::<Rich>::new(Scripted::new(&stream, script), 1 << 20);
            let mut values = Vec::new();
            loop {
                match cancelled(reader.read(), polls) {
                    Some(Ok(Some(value))) => values.push((value, reader.offset())),
                    Some(Ok(None)) => break,
                    Some(Err(error)) => panic!("{error}"),
                    None => {}
                }
            }
            let (first, second) = (one.len() as u64, stream.len() as u64);
            assert_eq!(values, [(rich(), first), (rich(), second)]);
        }
    }
}

#[test]
fn every_await_point_of_one_value_is_passed_once_dropped() {
    let bytes = Postcard::to_vec(&rich()).unwrap();
    let script = [Step::Pending, Step::Bytes(1)];
    for polls in 0..=bytes.len() + 1 {
        let mut reader = Read::<Rich>::new(Scripted::new(&bytes, &script), 1 << 20);
        let early = cancelled(reader.read(), polls);
        assert_eq!(early.is_some(), polls > bytes.len());
        if early.is_none() {
            assert_eq!(driven(reader.read()).unwrap(), Some(rich()));
        }
    }
}

#[test]
fn no_byte_is_read_twice_and_none_is_waited_for() {
    let bytes = Postcard::to_vec(&rich()).unwrap();
    let mut reader = Read::<Rich>::new(Scripted::new(&bytes, &[Step::Bytes(1)]), 1 << 20);
    assert_eq!(driven(reader.read()).unwrap(), Some(rich()));
    assert_eq!(reader.get_ref().asked, bytes.len());
    assert_eq!((reader.consumed(), reader.buffered().len()), (0, 0));
}

#[test]
fn a_value_over_the_limit_is_refused_once_that_is_known() {
    let bytes = Postcard::to_vec(&vec![7u8; 1000]).unwrap();
    for (limit, fits) in [(1002, true), (1001, false), (2, false), (0, false)] {
        for piece in [1, 10, 5000] {
            let source = Scripted::new(&bytes, &[Step::Bytes(piece)]);
            let mut reader = Read::<Vec<u8>>::new(source, limit);
            let outcome = driven(reader.read());
            assert_eq!(outcome.is_ok(), fits, "{limit}");
            if !fits {
                assert!(matches!(outcome, Err(ReadError::TooLong { record: 0, .. })));
                // The length prefix, which takes two bytes, is enough to refuse it.
                assert!(reader.get_ref().asked <= 2);
                assert!(matches!(driven(reader.read()), Err(ReadError::TooLong { .. })));
            }
        }
    }
}

#[test]
fn a_tail_ends_with_the_stream_at_the_limit_exactly() {
    let bytes = Compact::to_vec(&attributes()).unwrap();
    let wanted = Compact::from_slice::<Attributes>(&bytes).unwrap();
    for (limit, fits) in [(bytes.len(), true), (bytes.len() - 1, false)] {
        let source = Scripted::new(&bytes, &[Step::Bytes(5), Step::Pending]);
        let mut reader = AsyncStreamReader::<_, Compact, Attributes>::new(source, limit);
        match driven(reader.read()) {
            Ok(value) => assert_eq!((value.as_ref(), fits), (Some(&wanted), true)),
            Err(error) => assert!(matches!(error, ReadError::TooLong { .. }) && !fits),
        }
    }
}

#[test]
fn an_error_of_the_source_loses_nothing() {
    let bytes = Postcard::to_vec(&rich()).unwrap();
    let script = [
        Step::Bytes(3),
        Step::Fail(io::ErrorKind::ConnectionReset),
        Step::Fail(io::ErrorKind::Interrupted),
    ];
    let mut reader = Read::<Rich>::new(Scripted::new(&bytes, &script), 1 << 20);
    let mut errors = 0;
    let value = loop {
        match driven(reader.read()) {
            Ok(value) => break value,
            Err(ReadError::Io { error, record, offset }) => {
                assert_eq!((error.kind(), record), (io::ErrorKind::ConnectionReset, 0));
                assert_eq!(offset, 3 * (errors + 1));
                errors += 1;
            }
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(value, Some(rich()));
    assert_eq!(errors, (bytes.len() as u64 - 1) / 3);
}

#[test]
fn damage_and_an_early_end_have_offsets_from_the_value_s_first_byte() {
    let bytes = [1u8, 0, 1, 2];
    let source = Scripted::new(&bytes, &[Step::Bytes(1)]);
    let mut reader = AsyncStreamReader::<_, Bincode, (bool, bool)>::new(source, 100);
    assert_eq!(driven(reader.read()).unwrap(), Some((true, false)));
    for _ in 0..2 {
        let Err(ReadError::Decode { error, record: 2 }) = driven(reader.read()) else { panic!() };
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidBool, 1));
    }
    let mut reader = AsyncStreamReader::<_, Bincode, u32>::new(&bytes[..3], 100);
    let Err(ReadError::Decode { error, record: 0 }) = driven(reader.read()) else { panic!() };
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, 3));
}

#[test]
fn a_source_that_swaps_the_buffer_is_found_out() {
    struct Swaps;
    impl AsyncRead for Swaps {
        fn poll_read(
            self: Pin<&mut Self>,
            _cx: &mut Context<'_>,
            room: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            let other: &'static mut [u8] = vec![7; 100_000].leak();
            *room = ReadBuf::new(other);
            room.set_filled(100_000);
            Poll::Ready(Ok(()))
        }
    }
    let mut reader = AsyncStreamReader::<_, Bincode, u64>::new(Swaps, 100);
    let Err(ReadError::Io { error, .. }) = driven(reader.read()) else { panic!() };
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
}
