//! Frames from an `AsyncRead`.

use std::time::Duration;

use codec_pool::{FrameErrorKind, FrameReadError, FrameReader, Policy, Pool, PoolError};

use crate::halting::{Halting, once, run};
use crate::tagged::{NO_ID, Tagged, frame};

fn wire() -> (Vec<u8>, Vec<Vec<u8>>) {
    let payloads: Vec<Vec<u8>> = [0usize, 1, 3, 60, 61, 200, 5, 700]
        .map(|len| vec![len.to_le_bytes()[0] ^ 0x55; len])
        .into();
    (payloads.iter().flat_map(|payload| frame(1, payload)).collect(), payloads)
}

fn pool() -> Pool {
    Pool::builder().chunk_size(64).build().expect("a valid pool")
}

#[test]
fn any_number_of_bytes_a_read_gives_the_same_frames() {
    let (wire, payloads) = wire();
    for step in [1, 2, 7, 64, 10_000] {
        let (mut stream, mut reader) =
            (Halting::new(wire.clone(), step), FrameReader::<Tagged>::new(pool()));
        let mut seen = Vec::new();
        run(async {
            while let Some(frame) = reader.read_frame_async(&mut stream).await.expect("valid") {
                seen.push(frame.payload().to_vec());
            }
        });
        assert!(seen == payloads, "{step} bytes a read");
        assert_eq!(reader.consumed(), wire.len() as u64);
    }
}

#[test]
fn a_future_dropped_at_any_await_point_loses_nothing() {
    let (wire, payloads) = wire();
    for policy in [Policy::Heap, Policy::Wait { timeout: Duration::ZERO }] {
        for step in [1, 5, 64] {
            let pool = Pool::builder().chunk_size(64).max_chunks(2).policy(policy).build().unwrap();
            let (mut stream, mut reader) =
                (Halting::new(wire.clone(), step), FrameReader::<Tagged>::new(pool.clone()));
            let (mut seen, mut dropped) = (Vec::new(), 0);
            loop {
                match once(reader.read_frame_async(&mut stream)) {
                    None => dropped += 1,
                    Some(Ok(Some(frame))) => seen.push(frame.payload().to_vec()),
                    Some(Ok(None)) => break,
                    Some(Err(error)) => panic!("{error}"),
                }
            }
            assert!(seen == payloads && dropped >= wire.len() / 64);
            assert_eq!((pool.stats().live(), pool.stats().waiting), (0, 0));
        }
    }
}

#[test]
fn a_stream_without_bytes_costs_no_chunk() {
    let pool = pool();
    let mut readers = Vec::new();
    let (mut stream, _other) = tokio::io::duplex(64);
    for _ in 0..100 {
        let mut reader = FrameReader::<Tagged>::new(pool.clone());
        assert!(once(reader.read_frame_async(&mut stream)).is_none());
        readers.push(reader);
    }
    assert_eq!((pool.stats().live(), pool.stats().allocated), (0, 1));
}

#[test]
fn readers_wait_for_memory_without_blocking() {
    let policy = Policy::Wait { timeout: Duration::ZERO };
    let pool = Pool::builder().chunk_size(64).max_chunks(1).policy(policy).build().unwrap();
    let wire = frame(1, &[7; 60]);
    run(async {
        let mut tasks = Vec::new();
        for _ in 0..20 {
            let (pool, wire) = (pool.clone(), wire.clone());
            tasks.push(tokio::spawn(async move {
                let (mut stream, mut reader) =
                    (Halting::new(wire, 64), FrameReader::<Tagged>::new(pool));
                let frame = reader.read_frame_async(&mut stream).await;
                let kept = frame.expect("it is valid").expect("it is whole").detach();
                drop(reader);
                // The chunk stays in use while others request it.
                tokio::task::yield_now().await;
                kept.payload().to_vec()
            }));
        }
        for task in tasks {
            assert_eq!(task.await.expect("it does not panic"), [7; 60]);
        }
    });
    let stats = pool.stats();
    assert_eq!((stats.refusals, stats.waiting, stats.live(), stats.allocated), (0, 0, 0, 1));
    assert!(stats.waits >= 19 && stats.reconciles(), "{stats}");
}

#[test]
fn errors_come_through() {
    let error = |bytes: Vec<u8>, pool: Pool| {
        let (mut stream, mut reader) = (Halting::new(bytes, 3), FrameReader::<Tagged>::new(pool));
        match run(reader.read_frame_async(&mut stream)) {
            Err(FrameReadError::Frame(error)) => error.kind(),
            other => panic!("{other:?}"),
        }
    };
    let cut = FrameErrorKind::UnexpectedEnd { received: 6, needed: 9 };
    assert_eq!(error(frame(1, &[1; 5])[..6].to_vec(), pool()), cut);
    assert!(matches!(error(vec![NO_ID; 4], pool()), FrameErrorKind::Header(_)));
    let closed = pool();
    closed.close();
    assert_eq!(error(frame(1, &[]), closed), FrameErrorKind::Pool(PoolError::Closed));
}
