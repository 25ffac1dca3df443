//! Async streams that fail, stall or lie at byte k, for every k, and futures that are dropped
//! there.

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll};

use codec_core::Bincode;
use codec_pool::{FrameErrorKind, FrameReadError, FrameReader, FrameWriter, Pool};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::halting::once;
use crate::tagged::{Tagged, frame};

#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    Fails(ErrorKind),
    /// Pending this many times.
    Halts(usize),
    Lies,
}

/// The bytes before the fault, and then all others.
struct Faulty {
    bytes: Vec<u8>,
    at: usize,
    fault_at: usize,
    fault: Option<Fault>,
}

impl Faulty {
    /// Number of bytes transferred, at most `room`; `None` for a lie.
    fn pass(&mut self, room: usize) -> Poll<io::Result<Option<usize>>> {
        let Some(fault) = self.fault else { return Poll::Ready(Ok(Some(room))) };
        if self.at < self.fault_at {
            return Poll::Ready(Ok(Some(room.min(self.fault_at - self.at))));
        }
        self.fault = None;
        match fault {
            Fault::Fails(kind) => Poll::Ready(Err(kind.into())),
            Fault::Lies => Poll::Ready(Ok(None)),
            Fault::Halts(times) => {
                self.fault = (times > 1).then_some(Fault::Halts(times - 1));
                Poll::Pending
            }
        }
    }
}

impl AsyncRead for Faulty {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        room: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Some(len) = std::task::ready!(self.pass(room.remaining()))? {
            let len = len.min(self.bytes.len() - self.at);
            room.put_slice(&self.bytes[self.at..self.at + len]);
            self.at += len;
        } else {
            // Replaces the buffer it was given by other memory.
            *room = ReadBuf::new(vec![0xaa; room.capacity() + 1].leak());
            room.advance(room.capacity());
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Faulty {
    fn poll_write(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let Some(len) = std::task::ready!(self.pass(bytes.len()))? else {
            return Poll::Ready(Ok(bytes.len() + 1));
        };
        self.bytes.extend_from_slice(&bytes[..len]);
        self.at += len;
        Poll::Ready(Ok(len))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

const HARMLESS: [Fault; 5] = [
    Fault::Fails(ErrorKind::Interrupted),
    Fault::Fails(ErrorKind::ConnectionReset),
    Fault::Fails(ErrorKind::TimedOut),
    Fault::Halts(1),
    Fault::Halts(3),
];

fn pool() -> Pool {
    Pool::builder().chunk_size(64).max_chunks(4).build().expect("a valid pool")
}

fn session() -> (Vec<u8>, Vec<Vec<u8>>) {
    let payloads: Vec<Vec<u8>> =
        [0usize, 1, 3, 59, 60, 61, 130, 5].map(|len| vec![len.to_le_bytes()[0] ^ 0x33; len]).into();
    (payloads.iter().flat_map(|payload| frame(1, payload)).collect(), payloads)
}

fn nothing_is_left(pool: &Pool) {
    let stats = pool.stats();
    let left = (stats.live(), stats.open, stats.partial_bytes, stats.waiting);
    assert_eq!(left, (0, 0, 0, 0), "{stats}");
}

#[test]
fn a_read_that_fails_or_halts_at_any_byte_loses_nothing() {
    let (wire, payloads) = session();
    for fault in HARMLESS {
        let pool = pool();
        for at in 0..=wire.len() {
            let mut stream =
                Faulty { bytes: wire.clone(), at: 0, fault_at: at, fault: Some(fault) };
            let mut reader = FrameReader::<Tagged>::new(pool.clone());
            let (mut seen, mut failed, mut halted) = (Vec::new(), 0, 0);
            loop {
                // A pending future is dropped.
                match once(reader.read_frame_async(&mut stream)) {
                    Some(Ok(Some(frame))) => seen.push(frame.payload().to_vec()),
                    Some(Ok(None)) => break,
                    Some(Err(FrameReadError::Io(error))) => {
                        assert_eq!(Fault::Fails(error.kind()), fault);
                        failed += 1;
                    }
                    Some(Err(error)) => panic!("{error}"),
                    None => {
                        halted += 1;
                        let stats = pool.stats();
                        let held = stats.bytes_in_use + 64 * stats.live() + size_of_val(&reader);
                        assert!(held <= reader.pending_len() + 256, "{stats}");
                    }
                }
            }
            assert!(seen == payloads, "{fault:?} at {at}");
            let expected = match fault {
                Fault::Halts(times) => (0, times),
                Fault::Fails(ErrorKind::Interrupted) => (0, 0),
                _ => (1, 0),
            };
            assert_eq!((failed, halted), expected, "{fault:?} at {at}");
            drop(reader);
            nothing_is_left(&pool);
        }
    }
}

#[test]
fn a_read_that_lies_at_any_byte_is_found_out() {
    let (wire, payloads) = session();
    let pool = pool();
    for at in 0..=wire.len() {
        let mut stream =
            Faulty { bytes: wire.clone(), at: 0, fault_at: at, fault: Some(Fault::Lies) };
        let mut reader = FrameReader::<Tagged>::new(pool.clone());
        let mut seen = Vec::new();
        let error = loop {
            match once(reader.read_frame_async(&mut stream)).expect("it does not halt") {
                Ok(frame) => seen.push(frame.expect("it lies first").payload().to_vec()),
                Err(FrameReadError::Frame(error)) => break error,
                Err(error) => panic!("{error}"),
            }
        };
        assert_eq!(error.kind(), FrameErrorKind::ReadOverrun, "at {at}");
        assert!(payloads.starts_with(&seen) && reader.is_poisoned());
        drop(reader);
        nothing_is_left(&pool);
    }
}

#[test]
fn a_write_that_fails_halts_or_lies_at_any_byte_sends_each_byte_once() {
    let queued = |pool: &Pool| {
        let mut writer = FrameWriter::<Tagged>::new(pool.clone());
        for len in [1usize, 30, 50, 10, 200, 3] {
            writer.write_message::<Bincode, _>(2, 0, &vec![7u8; len]).expect("there is room");
        }
        writer
    };
    let pool = pool();
    let wire: Vec<u8> = queued(&pool).pending().flatten().copied().collect();
    for fault in HARMLESS.into_iter().chain([Fault::Lies]) {
        for at in 0..wire.len() {
            let mut writer = queued(&pool);
            let mut stream = Faulty { bytes: Vec::new(), at: 0, fault_at: at, fault: Some(fault) };
            let mut ended = false;
            for _ in 0..5 {
                match once(writer.flush_async(&mut stream)) {
                    Some(Ok(())) => ended = true,
                    Some(Err(error)) => {
                        let expected = match fault {
                            Fault::Fails(kind) => kind,
                            _ => ErrorKind::InvalidData,
                        };
                        assert_eq!(error.kind(), expected);
                    }
                    None => assert!(matches!(fault, Fault::Halts(_))),
                }
                assert_eq!(stream.bytes.len() + writer.pending_len(), wire.len());
            }
            assert!(ended && stream.bytes == wire, "{fault:?} at {at}");
            drop(writer);
            nothing_is_left(&pool);
        }
    }
}
