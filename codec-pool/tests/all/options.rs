//! The options of a builder other than sizes and policies.

use crate::tagged::{Tagged, frame};
use codec_core::Bincode;
use codec_pool::{
    Frame, FrameErrorKind, FrameReader, FrameWriteError, FrameWriter, Policy, Pool, PoolBuilder,
    PoolError, PoolStats,
};

fn stats(pool: &Pool) -> PoolStats {
    let stats = pool.stats();
    assert!(stats.reconciles(), "{stats}");
    stats
}

fn small() -> PoolBuilder {
    Pool::builder().chunk_size(256).max_chunks(2)
}

fn read(pool: &Pool, payload: &[u8]) -> Frame<Tagged> {
    let wire = frame(1, payload);
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    reader.read_frame(&mut &wire[..]).unwrap().expect("it is whole").detach()
}

/// The previous contents of the memory that the next reader gets.
fn left_behind(pool: &Pool) -> Vec<u8> {
    FrameReader::<Tagged>::new(pool.clone()).spare_capacity().unwrap().to_vec()
}

#[test]
fn chunks_are_zeroed_on_return() {
    let pool = small().zero_on_return(true).build().unwrap();
    let kept = read(&pool, &[7; 100]);
    drop(kept);
    assert_eq!(left_behind(&pool), [0; 256]);
    // Also a chunk that was returned with a frame in it and reused by the next reader.
    let kept = read(&pool, &[7; 100]);
    assert_eq!(stats(&pool).open, 1);
    drop(kept);
    assert_eq!(left_behind(&pool), [0; 256]);
}

#[test]
fn large_chunks_are_zeroed_on_return() {
    let pool = small().zero_on_return(true).build().unwrap();
    drop(read(&pool, &[7; 1000]));
    assert_eq!(stats(&pool).large_free, 2, "512 and 1024 bytes are kept");
    let mut writer = FrameWriter::<Tagged>::new(pool.clone());
    let frame = writer.encode_frame::<Bincode, _>(1, 0, &[1u8; 600]).unwrap();
    assert_eq!(frame.payload(), [1; 600]);
    assert_eq!((stats(&pool).large_free, stats(&pool).large), (1, 3), "one was reused");
}

#[test]
fn a_large_chunk_shows_nothing_of_the_frame_before() {
    let pool = small().zero_on_return(true).build().unwrap();
    let mut writer = FrameWriter::<Tagged>::new(pool.clone());
    drop(writer.encode_frame::<Bincode, _>(1, 0, &[7u8; 1000]).unwrap());
    assert_eq!((stats(&pool).large_free, stats(&pool).large), (1, 1));
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    assert_eq!(reader.feed(&frame(1, &[1; 900])[..256]).unwrap(), 256);
    assert!(reader.next_frame().unwrap().is_none());
    let spare = reader.spare_capacity().unwrap();
    assert_eq!(spare, &[0; 1024 - 256 + 16][..spare.len()]);
    assert!(spare.len() >= 1024 - 256, "it is the one that was kept");
    assert_eq!((stats(&pool).large_free, stats(&pool).large), (0, 2));
}

#[test]
#[cfg(debug_assertions)]
fn chunks_are_poisoned_in_debug_builds() {
    let pool = small().build().unwrap();
    drop(read(&pool, &[7; 100]));
    assert_eq!(left_behind(&pool), [0xdb; 256]);
}

#[test]
fn chunks_are_allocated_before_they_are_needed() {
    let pool = small().prefault(2).build().unwrap();
    let before = stats(&pool);
    assert_eq!((before.allocated, before.free, before.bytes_held()), (2, 2, 512));
    let kept = [read(&pool, &[7; 250]), read(&pool, &[8; 250])];
    assert_eq!((stats(&pool).in_use, stats(&pool).heap_in_use), (2, 0));
    drop(kept);
    assert_eq!(stats(&pool).free, 2);
}

#[test]
fn the_heap_helps_out_only_so_far() {
    let pool = small().max_heap_bytes(600).build().unwrap();
    let kept: Vec<_> = (0..4).map(|_| read(&pool, &[7; 250])).collect();
    assert_eq!(stats(&pool).heap_in_use, 2);
    let error = FrameReader::<Tagged>::new(pool.clone()).feed(&[1]).unwrap_err();
    assert_eq!(error.kind(), FrameErrorKind::Pool(PoolError::Exhausted));
    drop(kept);
    assert_eq!((stats(&pool).heap_in_use, stats(&pool).refusals), (0, 1));
}

#[test]
fn memory_of_large_frames_is_kept_within_a_limit() {
    let pool = small().keep_large_bytes(2048).max_large_bytes(4096).build().unwrap();
    let mut writer = FrameWriter::<Tagged>::new(pool.clone());
    let mut encode = |len: usize| writer.encode_frame::<Bincode, _>(1, 0, &vec![3u8; len][..]);
    let (a, b, c) = (encode(900).unwrap(), encode(900).unwrap(), encode(900).unwrap());
    assert_eq!((stats(&pool).large_in_use, stats(&pool).large_bytes), (3, 3072));
    assert_eq!(stats(&pool).pinned, 3);
    drop((a, b, c));
    assert_eq!((stats(&pool).large_free, stats(&pool).large_free_bytes), (2, 2048));
    // Retained memory is freed when memory is needed.
    let big = encode(4000).unwrap();
    assert_eq!((stats(&pool).large_bytes, stats(&pool).large_free), (4096, 0));
    let refused = encode(300).unwrap_err();
    assert_eq!(refused, FrameWriteError::Pool(PoolError::LargeExhausted));
    drop(big);
    assert_eq!(stats(&pool).bytes_held(), 0, "it is over what may be kept");
    // A frame close to the limit gets exactly what it needs.
    let rest = encode(300).unwrap();
    let exact = encode(3500).unwrap();
    assert_eq!(stats(&pool).large_bytes, 512 + 4 + 8 + 3500);
    drop((exact, rest));
    assert_eq!((stats(&pool).large_free_bytes, pool.trim()), (512, 512));
    assert_eq!(stats(&pool).bytes_held(), 0);
}

#[test]
fn trimming_frees_what_nobody_uses_and_no_more() {
    let pool = small().max_chunks(8).build().unwrap();
    let kept: Vec<_> = (0..5u8).map(|fill| read(&pool, &[fill; 250])).collect();
    let open = read(&pool, &[9; 10]);
    assert_eq!((pool.trim(), stats(&pool).allocated), (0, 6));
    drop(open);
    let kept: Vec<_> = kept.into_iter().skip(2).collect();
    assert_eq!((pool.trim(), stats(&pool).allocated, stats(&pool).in_use), (3 * 256, 3, 3));
    for (fill, frame) in (2..).zip(&kept) {
        assert_eq!(frame.payload(), [fill; 250]);
    }
    drop(kept);
    assert_eq!((pool.trim(), stats(&pool).bytes_held()), (3 * 256, 0));
    assert_eq!(read(&pool, &[1; 20]).payload(), [1; 20], "it allocates again");
}

#[test]
fn a_closed_pool_refuses_and_keeps_its_frames() {
    for policy in [Policy::Heap, Policy::Fail, Policy::Wait { timeout: std::time::Duration::MAX }] {
        let pool = small().policy(policy).build().unwrap();
        let (full, open) = (read(&pool, &[5; 250]), read(&pool, &[6; 10]));
        let mut writer = FrameWriter::<Tagged>::new(pool.clone());
        writer.write_message::<Bincode, _>(1, 0, &1u8).unwrap();
        pool.close();
        assert!(pool.is_closed());
        pool.close();
        writer.write_message::<Bincode, _>(1, 0, &2u8).unwrap();
        let mut wire = Vec::new();
        writer.flush(&mut wire).unwrap();
        assert_eq!(wire, [frame(1, &[1]), frame(1, &[2])].concat());
        let error = writer.write_message::<Bincode, _>(1, 0, &3u8).unwrap_err();
        assert_eq!(error, FrameWriteError::Pool(PoolError::Closed));
        let large = writer.encode_frame::<Bincode, _>(1, 0, &[3u8; 1000][..]).unwrap_err();
        assert_eq!(large, FrameWriteError::Pool(PoolError::Closed));
        assert_eq!((full.payload(), open.payload()), (&[5; 250][..], &[6; 10][..]));
        assert_eq!(stats(&pool).allocated, 2);
        drop((full, open));
        assert_eq!((stats(&pool).bytes_held(), stats(&pool).allocated), (0, 0));
    }
}
