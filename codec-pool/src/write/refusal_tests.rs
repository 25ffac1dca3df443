//! Allocations of which the k-th fails, for every k: an error that says so, and nothing lost,
//! whichever way the bytes arrive.
#![forbid(unsafe_code)]

use std::io::{self, ErrorKind, Read};

use codec_core::Bincode;

use crate::memory::{fail_after, stop_failing};
use crate::{
    FrameErrorKind, FrameReadError, FrameReader, FrameWriteError, FrameWriter, LengthHeader, Pool,
    PoolError,
};

type Prefix = LengthHeader<2>;

/// Frames around the length of a chunk of 64 bytes, and much longer.
fn session() -> (Vec<u8>, Vec<Vec<u8>>) {
    let payloads: Vec<Vec<u8>> = [0usize, 1, 40, 61, 62, 63, 200, 3, 1000, 30]
        .map(|len| vec![len.to_le_bytes()[0] ^ 0x5a; len])
        .into();
    let len = |payload: &Vec<u8>| u16::try_from(payload.len()).expect("it is short").to_le_bytes();
    let wire = payloads.iter().flat_map(|payload| [&len(payload)[..], payload].concat()).collect();
    (wire, payloads)
}

fn pool() -> Pool {
    Pool::builder().chunk_size(64).max_chunks(4).build().expect("a valid pool")
}

/// Runs `work` with the k-th request failing, for every k that there is.
fn for_every_request(mut work: impl FnMut(&Pool, usize)) -> usize {
    for k in 0.. {
        let pool = pool();
        fail_after(k);
        work(&pool, k);
        let there_was_none = stop_failing();
        let stats = pool.stats();
        assert!(stats.reconciles(), "{stats}");
        let left = (stats.live(), stats.open, stats.partial, stats.partial_bytes);
        assert_eq!(left, (0, 0, 0, 0), "request {k}: {stats}");
        if there_was_none {
            return k;
        }
    }
    unreachable!("no work asks without end")
}

fn is_out_of_memory(kind: FrameErrorKind) -> bool {
    kind == FrameErrorKind::Pool(PoolError::OutOfMemory)
}

#[test]
fn feeding_goes_on_when_there_is_memory_again() {
    let (wire, payloads) = session();
    for step in [1, 7, 64, 5000] {
        let requests = for_every_request(|pool, k| {
            let mut reader = FrameReader::<Prefix>::new(pool.clone());
            let (mut seen, mut failures) = (Vec::new(), 0);
            for mut piece in wire.chunks(step) {
                while !piece.is_empty() {
                    match reader.feed(piece) {
                        Ok(taken) => piece = &piece[taken..],
                        Err(error) => {
                            assert!(is_out_of_memory(error.kind()), "{error}");
                            failures += 1;
                        }
                    }
                    while let Some(frame) = reader.next_frame().expect("it is valid") {
                        seen.push(frame.payload().to_vec());
                    }
                }
            }
            assert!(seen == payloads, "{step} at a time, request {k}");
            assert!(failures <= 1 && pool.stats().refusals == failures);
            reader.end().expect("it ends between frames");
        });
        assert!(requests > 3, "{requests}");
    }
}

/// Yields a few bytes at a time, with `WouldBlock` between.
struct Pieces<'a>(&'a [u8], usize, bool);

impl Read for Pieces<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.2 = !self.2;
        if self.2 {
            return Err(ErrorKind::WouldBlock.into());
        }
        let len = self.1.min(room.len());
        self.0.read(&mut room[..len])
    }
}

#[test]
fn reading_goes_on_when_there_is_memory_again() {
    let (wire, payloads) = session();
    for (step, leased) in [(1, false), (1, true), (50, false), (50, true), (5000, true)] {
        for_every_request(|pool, k| {
            // Another reader waits with its chunk, or none does.
            assert!(!leased || pool.lease());
            let mut reader = FrameReader::<Prefix>::new(pool.clone());
            let (mut seen, mut stream) = (Vec::new(), Pieces(&wire, step, false));
            loop {
                match reader.read_frame(&mut stream) {
                    Ok(Some(frame)) => seen.push(frame.payload().to_vec()),
                    Ok(None) => break,
                    Err(FrameReadError::Io(error)) => {
                        assert_eq!(error.kind(), ErrorKind::WouldBlock);
                    }
                    Err(FrameReadError::Frame(error)) => {
                        if let FrameErrorKind::Lost(cause) = error.kind() {
                            // Bytes were read, and there is no memory for them: a fatal error that
                            // says so.
                            assert!(leased && cause == PoolError::OutOfMemory);
                            assert!(error.is_fatal() && reader.is_poisoned());
                            assert!(payloads.starts_with(&seen));
                            return;
                        }
                        assert!(is_out_of_memory(error.kind()), "{error}");
                    }
                }
            }
            assert!(seen == payloads, "{step} at a time, request {k}");
        });
    }
}

#[test]
fn writing_goes_on_when_there_is_memory_again() {
    for_every_request(|pool, _| {
        let mut writer = FrameWriter::<Prefix>::new(pool.clone());
        let (mut wire, mut expected) = (Vec::new(), Vec::new());
        for len in [3usize, 30, 50, 400, 1, 60] {
            let message = vec![7u8; len];
            while let Err(error) = writer.write_message::<Bincode, _>((), 0, &message) {
                assert_eq!(error, FrameWriteError::Pool(PoolError::OutOfMemory));
            }
            let payload = [&(len as u64).to_le_bytes()[..], &message].concat();
            let prefix = u16::try_from(payload.len()).expect("it is short").to_le_bytes();
            expected.extend([&prefix[..], &payload].concat());
        }
        writer.flush(&mut wire).expect("a vector takes all");
        assert!(wire == expected);
        let mut scratch = pool.scratch();
        while let Err(error) = scratch.encode::<Bincode, _>(&[1u8; 100][..]) {
            assert_eq!(error, FrameWriteError::Pool(PoolError::OutOfMemory));
        }
    });
}

#[test]
fn a_pool_that_can_not_be_filled_is_not_built() {
    for k in 0..3 {
        fail_after(k);
        let error = Pool::builder().prefault(3).build().expect_err("one of them fails");
        assert_eq!(error, PoolError::OutOfMemory);
    }
    stop_failing();
}
