//! Checks where chunks are, and that the counts reconcile at every step.

use crate::tagged::{Tagged, frame};
use codec_core::Sv2;
use codec_pool::{
    Frame, FrameErrorKind, FrameReader, FrameWriteError, FrameWriter, Policy, Pool, PoolError,
    PoolStats,
};

fn stats(pool: &Pool) -> PoolStats {
    let stats = pool.stats();
    assert!(stats.reconciles(), "{stats}");
    stats
}

fn small(policy: Policy) -> Pool {
    Pool::builder().chunk_size(64).max_chunks(2).policy(policy).build().unwrap()
}

/// Reads one frame of 4 + 60 bytes, which fills a small chunk, and keeps it.
fn keep(reader: &mut FrameReader<Tagged>, fill: u8) -> Result<Frame<Tagged>, FrameErrorKind> {
    let wire = frame(1, &[fill; 60]);
    let mut stream = &wire[..];
    while !stream.is_empty() {
        let taken = reader.feed(stream).map_err(codec_pool::FrameError::kind)?;
        stream = &stream[taken..];
    }
    let frame = reader.next_frame().unwrap().expect("all of it is there");
    Ok(frame.detach())
}

/// Frames that fill more than one chunk of a pool and fewer than two.
const MANY: usize = if cfg!(miri) { 50 } else { 1000 };

fn pool_for_many() -> Pool {
    // About the default, except under Miri.
    Pool::builder().chunk_size((64 << 10) / 1000 * MANY).build().unwrap()
}

#[test]
fn a_thousand_kept_frames_of_108_bytes_pin_two_chunks() {
    let wire: Vec<u8> = (0..MANY).flat_map(|_| frame(1, &[7; 104])).collect();
    for frames_a_read in [1, 2, MANY] {
        let pool = pool_for_many();
        let mut reader = FrameReader::<Tagged>::new(pool.clone());
        let mut kept = Vec::new();
        for mut piece in wire.chunks(frames_a_read * 108) {
            while !piece.is_empty() {
                piece = &piece[reader.feed(piece).unwrap()..];
                while let Some(frame) = reader.next_frame().unwrap() {
                    kept.push(frame.detach());
                }
            }
        }
        assert_eq!(kept.len(), MANY);
        let now = stats(&pool);
        assert_eq!(now.in_use + now.open, 2, "{frames_a_read} frames a read\n{now}");
        drop(kept);
        assert_eq!(stats(&pool).free, 2);
        assert_eq!(stats(&pool).bytes_in_use, 0);
    }
}

#[test]
fn frames_kept_from_a_thousand_connections_share_chunks() {
    let pool = pool_for_many();
    let kept: Vec<_> = (0u8..100)
        .cycle()
        .take(MANY)
        .map(|id| {
            let mut reader = FrameReader::<Tagged>::new(pool.clone());
            reader.feed(&frame(id, &[id; 104])).unwrap();
            reader.next_frame().unwrap().unwrap().detach()
        })
        .collect();
    let now = stats(&pool);
    assert_eq!((now.in_use + now.open, now.allocated), (2, 2), "{now}");
    assert!(kept.iter().all(|frame| *frame.payload() == [frame.header().id; 104]));
}

#[test]
fn an_idle_reader_holds_no_chunk() {
    let pool = Pool::default();
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    assert_eq!(stats(&pool).allocated, 0, "before the first byte");
    reader.feed(&frame(1, &[1])).unwrap();
    assert_eq!(stats(&pool).in_use, 1);
    assert!(reader.next_frame().unwrap().is_some());
    assert!(reader.next_frame().unwrap().is_none());
    assert_eq!(stats(&pool).live(), 0, "drained");
    reader.feed(&[1]).unwrap();
    assert!(reader.next_frame().unwrap().is_none());
    let (now, kept) = (stats(&pool), size_of::<FrameReader<Tagged>>());
    assert_eq!((now.live(), now.partial), (0, 1), "a byte is pending");
    assert!(now.partial_bytes + kept <= 1 + 256, "{now}");
    drop(reader);
    assert_eq!((stats(&pool).live(), stats(&pool).partial_bytes), (0, 0));
    assert_eq!(stats(&pool).allocated, 1);
}

#[test]
fn a_stream_that_would_block_costs_no_chunk() {
    struct Quiet;
    impl std::io::Read for Quiet {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::WouldBlock.into())
        }
    }
    let pool = Pool::default();
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    assert!(reader.read_frame(&mut Quiet).unwrap_err().would_block());
    assert_eq!(stats(&pool).live(), 0);
}

#[test]
fn a_chunk_returns_when_its_last_frame_is_dropped_on_another_thread() {
    let pool = small(Policy::Fail);
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    let first = keep(&mut reader, 1).unwrap();
    let second = first.clone();
    drop(reader);
    drop(first);
    assert_eq!(stats(&pool).in_use, 1);
    std::thread::spawn(move || drop(second)).join().unwrap();
    let now = stats(&pool);
    assert_eq!((now.in_use, now.free, now.acquired, now.returned), (0, 1, 1, 1));
}

#[test]
fn frames_outlive_their_pool() {
    let pool = small(Policy::Fail);
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    let frames = [keep(&mut reader, 1).unwrap(), keep(&mut reader, 2).unwrap()];
    drop((reader, pool));
    let copies = frames.clone();
    drop(frames);
    std::thread::spawn(move || {
        assert_eq!(copies[0].payload(), [1; 60]);
        assert_eq!(copies[1].payload(), [2; 60]);
    })
    .join()
    .unwrap();
}

#[test]
fn exhaustion_under_fail_is_an_error_and_ends_when_a_frame_goes() {
    let pool = small(Policy::Fail);
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    let mut kept = Vec::new();
    for step in 1..=2 {
        kept.push(keep(&mut reader, 7).unwrap());
        assert_eq!((stats(&pool).allocated, stats(&pool).refusals), (step, 0));
    }
    let refused = FrameErrorKind::Pool(PoolError::Exhausted);
    assert_eq!(keep(&mut reader, 8).unwrap_err(), refused);
    assert_eq!((stats(&pool).in_use, stats(&pool).refusals), (2, 1));
    let mut writer = FrameWriter::<Tagged>::new(pool.clone());
    let error = writer.write_message::<Sv2, _>(1, 0, &7u8).unwrap_err();
    assert_eq!(error, FrameWriteError::Pool(PoolError::Exhausted));
    assert_eq!(stats(&pool).refusals, 2);

    kept.pop();
    assert_eq!(stats(&pool).live(), 1, "the reader does not hold what it has given out");
    assert!(!reader.is_poisoned());
    kept.push(keep(&mut reader, 9).unwrap());
    assert_eq!(kept[1].payload(), [9; 60]);
    drop((kept, reader));
    let end = stats(&pool);
    assert_eq!((end.live(), end.heap_fallbacks, end.refusals), (0, 0, 2));
}

#[test]
fn exhaustion_under_heap_falls_back_and_is_counted() {
    let pool = small(Policy::Heap);
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    let kept: Vec<_> = (1..=5)
        .map(|step| {
            let frame = keep(&mut reader, step).unwrap();
            let now = stats(&pool);
            let over = usize::from(step).saturating_sub(2);
            assert_eq!((now.heap_fallbacks, now.heap_in_use), (over as u64, over));
            frame
        })
        .collect();
    for (step, frame) in (1..).zip(&kept) {
        assert_eq!(frame.payload(), [step; 60]);
    }
    drop((kept, reader));
    let end = stats(&pool);
    assert_eq!((end.heap_in_use, end.free, end.live(), end.refusals), (0, 2, 0, 0));
    assert_eq!((end.acquired, end.returned, end.high_water), (5, 5, 5 * 64));
}

#[test]
fn large_frames_have_memory_of_their_own_within_a_limit() {
    let pool = Pool::builder().chunk_size(64).max_large_bytes(10_000).build().unwrap();
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    let wire = frame(1, &[5; 4000]);
    let mut rest = &wire[..];
    let large = loop {
        rest = &rest[reader.feed(rest).unwrap()..];
        if let Some(frame) = reader.next_frame().unwrap() {
            break frame.detach();
        }
    };
    assert!(reader.next_frame().unwrap().is_none());
    assert_eq!(large.payload(), [5; 4000]);
    let now = stats(&pool);
    assert_eq!((now.large_in_use, now.large_bytes, now.live()), (1, 4096, 1));
    drop(large);
    assert_eq!(stats(&pool).large_bytes, 0);

    let mut rest = &frame(1, &vec![5; 20_000])[..];
    let error = loop {
        assert!(reader.next_frame().unwrap().is_none(), "it can't come in full");
        match reader.feed(rest) {
            Ok(taken) => rest = &rest[taken..],
            Err(error) => break error,
        }
    };
    assert_eq!(error.kind(), FrameErrorKind::Pool(PoolError::LargeExhausted));
    assert!(stats(&pool).large_bytes <= 10_000);
    assert_eq!(stats(&pool).refusals, 1);
}

#[test]
fn a_pool_must_make_sense() {
    for bytes in [0, 63, (1 << 30) + 1, usize::MAX] {
        assert_eq!(Pool::builder().chunk_size(bytes).build().unwrap_err(), PoolError::ChunkSize);
    }
    assert_eq!(Pool::builder().max_chunks(0).build().unwrap_err(), PoolError::NoChunks);
    assert!(Pool::builder().chunk_size(64).max_chunks(usize::MAX).build().is_ok());
    let greedy = Pool::builder().max_chunks(2).prefault(3);
    assert_eq!(greedy.build().unwrap_err(), PoolError::Prefault);
}

#[test]
fn the_table_has_a_line_for_every_figure() {
    let table = Pool::default().stats().to_string();
    assert_eq!(table.lines().count(), 24);
    assert!(table.lines().all(|line| line.len() == 33), "{table}");
}
