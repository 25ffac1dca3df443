//! Sealed frames that were changed, truncated, repeated, reordered or reflected to their sender.

use codec_noise::{NoiseError, Opener, SEALED_HEADER, Sealer, TAG, sealed_payload_len};

use super::pair::sessions;
use codec_effort::spread;

fn halves() -> (Sealer, Opener) {
    let (one, other) = sessions();
    (one.split().0, other.split().1)
}

/// A frame with a payload of `len` bytes.
fn sealed(sealer: &mut Sealer, len: usize) -> Vec<u8> {
    let mut room = vec![0xab; SEALED_HEADER + sealed_payload_len(len)];
    room[TAG..SEALED_HEADER].copy_from_slice(&[0, 0, 1, 2, 3, 4]);
    sealer.seal_frame(&mut room, len).expect("the room is as long as it is to be");
    room
}

/// Opens a frame.
fn open(opener: &mut Opener, mut frame: Vec<u8>) -> Result<(), NoiseError> {
    let at = frame.len().min(SEALED_HEADER);
    let (header, payload) = frame.split_at_mut(at);
    assert_eq!(opener.open_header(header)?, [0, 0, 1, 2, 3, 4]);
    let bytes = opener.open_payload(payload)?;
    assert!(bytes.iter().all(|byte| *byte == 0xab), "what opens is what was sealed");
    Ok(())
}

#[test]
fn every_flipped_bit_of_a_frame_is_noticed() {
    for len in [0, 1, 40] {
        let frame = sealed(&mut halves().0, len);
        for bit in spread(frame.len() * 8) {
            let mut changed = frame.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let mut opener = halves().1;
            assert_eq!(open(&mut opener, changed), Err(NoiseError::TagMismatch), "bit {bit}");
            assert_eq!(opener.error(), Some(NoiseError::TagMismatch));
        }
    }
}

#[test]
fn a_flipped_bit_in_any_block_is_noticed() {
    let frame = sealed(&mut halves().0, 140_000);
    for at in [22, 65_556, 65_557, 131_091, 131_092, frame.len() - 1] {
        let mut changed = frame.clone();
        changed[at] ^= 0x80;
        assert_eq!(open(&mut halves().1, changed), Err(NoiseError::TagMismatch), "byte {at}");
    }
}

#[test]
fn a_frame_that_ends_too_early_is_noticed_at_every_byte() {
    let frame = sealed(&mut halves().0, 40);
    for received in 0..frame.len() {
        let error = match received {
            0..22 => NoiseError::Truncated { received, needed: 22 },
            // A header without payload is a frame; the length that it declares is not checked here.
            22 => continue,
            23..=38 => NoiseError::Truncated { received: received - 22, needed: 17 },
            _ => NoiseError::TagMismatch,
        };
        assert_eq!(open(&mut halves().1, frame[..received].to_vec()), Err(error), "{received}");
    }
}

#[test]
fn a_repeated_frame_does_not_open() {
    let (mut sealer, mut opener) = halves();
    let frame = sealed(&mut sealer, 10);
    assert_eq!(open(&mut opener, frame.clone()), Ok(()));
    assert_eq!(open(&mut opener, frame), Err(NoiseError::TagMismatch));
    let next = sealed(&mut sealer, 10);
    assert_eq!(open(&mut opener, next), Err(NoiseError::TagMismatch), "the session is over");
}

#[test]
fn reordered_and_missing_frames_do_not_open() {
    let (mut sealer, mut opener) = halves();
    let _first = sealed(&mut sealer, 10);
    let second = sealed(&mut sealer, 10);
    assert_eq!(open(&mut opener, second), Err(NoiseError::TagMismatch));
}

#[test]
fn reordered_blocks_do_not_open() {
    let mut frame = sealed(&mut halves().0, 3 * 65_519);
    let (header, blocks) = frame.split_at_mut(22);
    let (first, rest) = blocks.split_at_mut(65_535);
    first.swap_with_slice(&mut rest[..65_535]);
    let mut opener = halves().1;
    opener.open_header(header).expect("it is as it was");
    assert_eq!(opener.open_payload(blocks).err(), Some(NoiseError::TagMismatch));
}

#[test]
fn a_frame_that_is_sent_back_does_not_open() {
    let (one, other) = sessions();
    let (mut sealer, mut back) = one.split();
    let frame = sealed(&mut sealer, 10);
    assert_eq!(open(&mut back, frame), Err(NoiseError::TagMismatch));
    drop(other);
}

#[test]
fn a_payload_that_is_skipped_leaves_the_next_frame_readable() {
    let (mut sealer, mut opener) = halves();
    for len in [0, 1, 65_519, 65_520, 200_000] {
        let mut frame = sealed(&mut sealer, len);
        opener.open_header(&mut frame[..22]).expect("it is as it was");
        opener.skip_payload(len).expect("nonces are left");
        let next = sealed(&mut sealer, 5);
        assert_eq!(open(&mut opener, next), Ok(()), "after {len} bytes");
    }
    assert_eq!(sealer.used_nonces(), opener.used_nonces());
}

#[test]
fn rooms_of_a_wrong_length_are_refused_and_nothing_is_sealed() {
    let mut sealer = halves().0;
    for (room, len) in [(0, 0), (21, 0), (23, 0), (22 + 16, 1), (22 + 17, 2), (22 + 65_536, 65_520)]
    {
        let needed = SEALED_HEADER + sealed_payload_len(len);
        let result = sealer.seal_frame(&mut vec![0; room], len);
        assert_eq!(result, Err(NoiseError::Truncated { received: room, needed }));
    }
    assert_eq!(sealer.used_nonces(), 0);
}
