//! Streams that fail, stall, are interrupted, lie or panic at byte k, for every k; and threads that
//! panic while they hold frames.

use std::io::{self, ErrorKind, IoSlice, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;
use std::thread;

use crate::tagged::{Tagged, frame};
use codec_core::Bincode;
use codec_pool::{FrameErrorKind, FrameReadError, FrameReader, FrameWriter, Policy, Pool};

/// The fault at a byte, which occurs once.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    Fails(ErrorKind),
    Claims(usize),
    Panics,
}

const HARMLESS: [Fault; 5] = [
    Fault::Fails(ErrorKind::WouldBlock),
    Fault::Fails(ErrorKind::TimedOut),
    Fault::Fails(ErrorKind::Interrupted),
    Fault::Fails(ErrorKind::ConnectionReset),
    Fault::Panics,
];

/// The bytes before the fault, and then all others.
struct Faulty {
    bytes: Vec<u8>,
    at: usize,
    fault_at: usize,
    fault: Option<Fault>,
}

impl Faulty {
    fn new(bytes: &[u8], fault_at: usize, fault: Fault) -> Self {
        Self { bytes: bytes.to_vec(), at: 0, fault_at, fault: Some(fault) }
    }

    /// Number of bytes transferred, at most `room`, or the fault when it is due.
    fn pass(&mut self, room: usize) -> io::Result<usize> {
        if self.fault.is_none() || self.at < self.fault_at {
            let left = if self.fault.is_none() { usize::MAX } else { self.fault_at - self.at };
            return Ok(room.min(left));
        }
        match self.fault.take() {
            Some(Fault::Fails(kind)) => Err(kind.into()),
            Some(Fault::Claims(more)) => Ok(room.saturating_add(more)),
            _ => panic!("at byte {}", self.at),
        }
    }
}

impl Read for Faulty {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let len = self.pass(room.len())?;
        if len > room.len() {
            return Ok(len);
        }
        let len = len.min(self.bytes.len() - self.at);
        room[..len].copy_from_slice(&self.bytes[self.at..self.at + len]);
        self.at += len;
        Ok(len)
    }
}

impl Write for Faulty {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_vectored(&[IoSlice::new(bytes)])
    }

    fn write_vectored(&mut self, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
        let all: Vec<u8> = pieces.iter().flat_map(|piece| piece.iter().copied()).collect();
        let len = self.pass(all.len())?;
        let written = &all[..len.min(all.len())];
        if len <= all.len() {
            self.bytes.extend_from_slice(written);
            self.at += len;
        }
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn session() -> (Vec<u8>, Vec<Vec<u8>>) {
    let payloads: Vec<Vec<u8>> =
        [0usize, 1, 3, 59, 60, 61, 130, 5].map(|len| vec![len.to_le_bytes()[0] ^ 0x33; len]).into();
    (payloads.iter().flat_map(|payload| frame(1, payload)).collect(), payloads)
}

fn pool(chunk_size: usize) -> Pool {
    Pool::builder().chunk_size(chunk_size).max_chunks(4).build().expect("a valid pool")
}

fn nothing_is_left(pool: &Pool) {
    let stats = pool.stats();
    let left = (stats.live(), stats.open, stats.partial_bytes, stats.waiting);
    assert_eq!(left, (0, 0, 0, 0), "{stats}");
    assert!(stats.reconciles(), "{stats}");
}

#[test]
fn a_read_that_fails_at_any_byte_loses_nothing_and_its_error_comes_through() {
    let (wire, payloads) = session();
    for chunk_size in [64, 4096] {
        let pool = pool(chunk_size);
        for fault in HARMLESS {
            for at in 0..=wire.len() {
                let mut stream = Faulty::new(&wire, at, fault);
                let mut reader = FrameReader::<Tagged>::new(pool.clone());
                let (mut seen, mut faults) = (Vec::new(), Vec::new());
                loop {
                    let read = AssertUnwindSafe(|| match reader.read_frame(&mut stream) {
                        Ok(Some(frame)) => Ok(Some(frame.payload().to_vec())),
                        Ok(None) => Ok(None),
                        Err(error) => Err(error),
                    });
                    match catch_unwind(read) {
                        Ok(Ok(Some(payload))) => seen.push(payload),
                        Ok(Ok(None)) => break,
                        Ok(Err(FrameReadError::Io(error))) => {
                            faults.push(Fault::Fails(error.kind()));
                        }
                        Ok(Err(error)) => panic!("{error}"),
                        Err(_) => faults.push(Fault::Panics),
                    }
                }
                assert!(seen == payloads, "{fault:?} at {at}");
                let silent = fault == Fault::Fails(ErrorKind::Interrupted);
                assert!(faults == if silent { vec![] } else { vec![fault] }, "{faults:?}");
                drop(reader);
                nothing_is_left(&pool);
            }
        }
    }
}

#[test]
fn a_read_that_lies_at_any_byte_ends_the_stream_behind_what_was_true() {
    let (wire, payloads) = session();
    for chunk_size in [64, 4096] {
        let pool = pool(chunk_size);
        for claims in [1, 1000, usize::MAX] {
            for at in 0..=wire.len() {
                let mut stream = Faulty::new(&wire, at, Fault::Claims(claims));
                let mut reader = FrameReader::<Tagged>::new(pool.clone());
                let mut seen = Vec::new();
                let error = loop {
                    match reader.read_frame(&mut stream) {
                        Ok(frame) => seen.push(frame.expect("it lies first").payload().to_vec()),
                        Err(FrameReadError::Frame(error)) => break error,
                        Err(error) => panic!("{error}"),
                    }
                };
                assert_eq!(error.kind(), FrameErrorKind::ReadOverrun);
                assert_eq!(error.offset(), reader.consumed());
                assert!(payloads.starts_with(&seen) && reader.is_poisoned());
                let come = &wire[usize::try_from(error.offset()).unwrap()..at];
                assert!(reader.pending() == come, "what was true is there to be looked at");
                let again = reader.read_frame(&mut stream).unwrap_err();
                assert_eq!(again.to_string(), error.to_string());
                assert_eq!(reader.feed(&[1]).unwrap_err(), error);
                drop(reader);
                nothing_is_left(&pool);
            }
        }
    }
}

/// A writer with queued frames, in pieces and in one that is still written to.
fn queued(pool: &Pool) -> (FrameWriter<Tagged>, Vec<u8>) {
    let mut writer = FrameWriter::new(pool.clone());
    let mut wire = Vec::new();
    for len in [1usize, 30, 50, 10, 200, 3] {
        let message = vec![len.to_le_bytes()[0]; len];
        writer.write_message::<Bincode, _>(2, 0, &message).expect("there is room");
        wire.extend(frame(2, &[&(len as u64).to_le_bytes()[..], &message].concat()));
    }
    (writer, wire)
}

#[test]
fn a_write_that_fails_or_lies_at_any_byte_sends_each_byte_once() {
    let lies = [Fault::Claims(1), Fault::Claims(usize::MAX)];
    for fault in HARMLESS.into_iter().chain(lies) {
        let pool = pool(64);
        let (_, wire) = queued(&pool);
        for at in 0..wire.len() {
            let (mut writer, _) = queued(&pool);
            let mut stream = Faulty::new(&[], at, fault);
            let first = catch_unwind(AssertUnwindSafe(|| writer.flush(&mut stream)));
            match (fault, first) {
                (Fault::Fails(ErrorKind::Interrupted), Ok(Ok(()))) | (Fault::Panics, Err(_)) => {}
                (Fault::Fails(kind), Ok(Err(error))) => assert_eq!(error.kind(), kind),
                (Fault::Claims(_), Ok(Err(error))) => {
                    assert_eq!(error.kind(), ErrorKind::InvalidData);
                }
                (_, first) => panic!("{fault:?} at {at}: {first:?}"),
            }
            assert_eq!(stream.bytes.len() + writer.pending_len(), wire.len(), "{fault:?} at {at}");
            writer.flush(&mut stream).expect("there is one fault");
            assert!(stream.bytes == wire, "{fault:?} at {at}");
            drop(writer);
            nothing_is_left(&pool);
        }
    }
}

#[test]
fn threads_that_panic_while_they_hold_frames_leave_a_pool_that_works() {
    for policy in [Policy::Heap, Policy::Wait { timeout: std::time::Duration::MAX }] {
        let builder = Pool::builder().chunk_size(256).max_chunks(8).policy(policy);
        let pool = builder.note_holders(1).on_refusal(|_| {}).build().expect("a valid pool");
        for round in 0..20u8 {
            let threads: Vec<_> = (0..4u8)
                .map(|id| {
                    let pool = pool.clone();
                    thread::spawn(move || {
                        let mut reader = FrameReader::<Tagged>::new(pool.clone());
                        let wire = [frame(1, &[id; 60]), frame(1, &[id; 100]), vec![1, 9]].concat();
                        reader.feed(&wire).expect("there is memory");
                        let kept = reader.next_frame().expect("it is valid").unwrap().detach();
                        let mut writer = FrameWriter::<Tagged>::new(pool.clone());
                        writer.write_message::<Bincode, _>(1, 0, &id).expect("there is memory");
                        let clone = kept.clone();
                        let lent = reader.next_frame().expect("it is valid").unwrap();
                        let shared = lent.view().payload().to_vec();
                        assert!(round > 200, "with a frame lent, two kept, one to be sent");
                        drop((clone, shared));
                    })
                })
                .collect();
            assert!(threads.into_iter().all(|thread| thread.join().is_err()));
            nothing_is_left(&pool);
            assert!(pool.holders().expect("they are noted").sites().is_empty());
        }
        let mut reader = FrameReader::<Tagged>::new(pool.clone());
        reader.feed(&frame(3, &[7; 90])).expect("there is memory");
        assert_eq!(reader.next_frame().unwrap().unwrap().payload(), [7; 90]);
    }
}

#[test]
fn frames_of_a_thread_that_panicked_live_on_where_they_were_sent() {
    let pool = pool(256);
    let (out, frames) = channel();
    let thread = {
        let pool = pool.clone();
        thread::spawn(move || {
            let mut reader = FrameReader::<Tagged>::new(pool);
            for id in 0..10u8 {
                reader.feed(&frame(id, &[id; 60])).expect("there is memory");
                let frame = reader.next_frame().expect("it is valid").expect("it is whole");
                out.send(frame.detach()).expect("someone takes it");
            }
            panic!("after the last");
        })
    };
    assert!(thread.join().is_err());
    for (id, frame) in (0..10u8).zip(&frames) {
        assert_eq!(frame.payload(), [id; 60]);
    }
    nothing_is_left(&pool);
}
