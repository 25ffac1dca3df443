//! Operations on frames and parts of frames.

use crate::ledger::asked;
use crate::tagged::{Tagged, frame};
use bytes::Bytes;
use codec_core::{Bincode, EncodeErrorKind};
use codec_pool::{Frame, FrameReader, FrameWriteError, Pool, PoolError};

fn read(pool: &Pool, payload: &[u8]) -> Frame<Tagged> {
    let wire = frame(1, payload);
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    reader.read_frame(&mut &wire[..]).unwrap().expect("it is whole").detach()
}

#[test]
fn parts_are_where_the_whole_is() {
    let frame = read(&Pool::default(), &[1, 2, 3, 4, 5, 6]);
    let (header, mut payload) = frame.clone().into_parts();
    assert_eq!((header.id, payload.as_ptr()), (1, frame.payload().as_ptr()));
    let rest = payload.split_off(4);
    let front = payload.split_to(1);
    assert_eq!((&front[..], &payload[..], &rest[..]), (&[1][..], &[2, 3, 4][..], &[5, 6][..]));
    assert_eq!(rest.as_ptr(), frame.payload()[4..].as_ptr());
    assert_eq!((payload.split_to(0).len(), payload.split_off(3).len()), (0, 0));
    drop(frame);
    assert_eq!(Bytes::from(payload)[..], [2, 3, 4]);
}

#[test]
fn parts_end_where_the_whole_does() {
    let bytes = read(&Pool::default(), &[1, 2]).into_payload();
    for out_of_bounds in [3, usize::MAX] {
        let (mut one, mut other) = (bytes.clone(), bytes.clone());
        assert!(std::panic::catch_unwind(move || one.split_to(out_of_bounds)).is_err());
        assert!(std::panic::catch_unwind(move || other.split_off(out_of_bounds)).is_err());
    }
    assert_eq!(bytes, [1, 2]);
}

#[test]
fn an_owned_frame_pins_nothing() {
    let pool = Pool::default();
    for len in [0, 1, 300, 100_000] {
        let pooled = read(&pool, &vec![7; len]);
        let owned = pooled.clone().into_owned();
        assert_ne!(owned.bytes().as_ptr(), pooled.bytes().as_ptr());
        drop(pooled);
        assert_eq!((pool.stats().live(), pool.stats().open), (0, 0));
        assert_eq!((owned.header().id, owned.payload()), (1, &vec![7; len][..]));
        let clone = owned.clone().into_owned();
        drop(owned);
        assert_eq!(clone.payload().len(), len);
    }
    assert!(pool.stats().reconciles());
}

#[test]
fn a_scratch_allocates_nothing_after_its_largest_message() {
    let pool = Pool::builder().chunk_size(1024).build().unwrap();
    let mut scratch = pool.scratch();
    let messages = [10usize, 5000, 0, 1000, 1500, 5000].map(|len| vec![9u8; len]);
    let mut round = || {
        for message in &messages {
            let bytes = scratch.frame::<Bincode, Tagged, _>(3, 0, message).unwrap();
            assert_eq!(bytes.len(), 4 + 8 + message.len());
            assert_eq!(bytes[0], 3);
            bytes.fill(0);
        }
    };
    round();
    let asked = asked(round);
    assert_eq!((asked.calls, asked.bytes), (0, 0));
    assert_eq!(pool.stats().live(), 1);
    assert!(scratch.capacity() >= 5012);
    scratch.release();
    assert_eq!((pool.stats().live(), scratch.capacity()), (0, 0));
}

#[test]
fn a_scratch_that_fails_goes_on() {
    let pool = Pool::builder().chunk_size(64).max_large_bytes(100).build().unwrap();
    let mut scratch = pool.scratch();
    let error = scratch.encode::<Bincode, _>(&[1u8; 200][..]).unwrap_err();
    assert_eq!(error, FrameWriteError::Pool(PoolError::LargeExhausted));
    let too_long = vec![0u8; <Tagged as codec_core::Header>::MAX_PAYLOAD + 1];
    let error = scratch.frame::<Bincode, Tagged, _>(1, 0, &too_long).unwrap_err();
    let FrameWriteError::Encode(error) = error else { panic!("{error}") };
    assert_eq!(error.kind(), EncodeErrorKind::LengthOverLimit);
    assert_eq!(scratch.encode::<Bincode, _>(&7u8).unwrap(), [7]);
    drop(scratch);
    assert!(pool.stats().reconciles() && pool.stats().live() == 0);
}

#[test]
fn bytes_shared_from_one_read_do_not_hold_the_chunk_of_the_next() {
    let pool = Pool::builder().chunk_size(1024).build().unwrap();
    let mut reader = FrameReader::<Tagged>::new(pool.clone());
    for round in 0..100u8 {
        let wire = [frame(1, &[round; 60]), frame(2, &[round; 60])].concat();
        assert_eq!(reader.feed(&wire).unwrap(), wire.len());
        let first = reader.next_frame().unwrap().expect("it is whole").to_bytes();
        let second = reader.next_frame().unwrap().expect("it is whole").to_payload();
        assert_eq!((&first[4..], &second[..]), (&[round; 60][..], &[round; 60][..]));
    }
    // Nothing is kept, so the same chunk is reused.
    let stats = pool.stats();
    assert_eq!((stats.acquired, stats.allocated), (1, 1), "{stats}");
}
