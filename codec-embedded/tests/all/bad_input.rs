//! Frames of Stratum V2 that are damaged: an error each, never a panic, and nothing is allocated.

use allocation_counter::measure;
use codec_embedded::{FixedFrameError, FixedFrameReader, FixedFrameWriter, FixedReadError};
use codec_stratum::mining::{CloseChannelRef, SubmitSharesExtended};
use codec_stratum::{MiningMessageRef, MiningProtocol};

use crate::link::Pieces;

/// Bytes of a header.
const HEADER: usize = 6;
/// Bytes of a frame with a share.
const SHARE: usize = HEADER + 24 + 1 + 8;
/// Number of shares in the stream.
const SHARES: usize = 6;

fn shares() -> Vec<u8> {
    let mut writer = FixedFrameWriter::<MiningProtocol, SHARE>::new();
    let extranonce = (&[7; 8]).try_into().expect("at most 32 bytes");
    let (channel_id, job_id, nonce, ntime, version) = (1, 3, 4, 5, 6);
    let share = |sequence_number| SubmitSharesExtended {
        channel_id,
        sequence_number,
        job_id,
        nonce,
        ntime,
        version,
        extranonce,
    };
    let frames = (0..)
        .take(SHARES)
        .map(|number| writer.encode(&share(number)).expect("there is room").to_vec());
    frames.collect::<Vec<_>>().concat()
}

/// Counts of the outcomes of a stream.
#[derive(Debug, Default, PartialEq)]
struct Read {
    shares: usize,
    others: usize,
    /// Frames that were refused, after which the reader goes on.
    skipped: usize,
    /// Stalls of the source.
    stalls: usize,
    /// The stream ended within a frame, or can't be read on.
    broken: bool,
}

/// Reads to the end, or to an error after which the reader does not go on. Allocates nothing, and takes at
/// most as many calls as there are bytes and stalls.
fn read(bytes: &[u8], lens: &[usize]) -> Read {
    let mut read = Read::default();
    let all = measure(|| {
        let mut reader = FixedFrameReader::<MiningProtocol, 64>::new();
        let mut source = Pieces { bytes, lens };
        for _ in 0..=2 * bytes.len() + lens.len() {
            match reader.read_message_ref(&mut source) {
                Ok(Some(MiningMessageRef::SubmitSharesExtended(_))) => read.shares += 1,
                Ok(Some(_)) => read.others += 1,
                Ok(None) => return,
                Err(FixedReadError::Read(_)) => read.stalls += 1,
                Err(FixedReadError::Frame(error)) if error.is_recoverable() => read.skipped += 1,
                Err(_) => {
                    read.broken = true;
                    return;
                }
            }
        }
        panic!("the reader does not come to an end");
    });
    assert_eq!(all.count_total, 0);
    read
}

#[test]
fn frames_over_the_buffer_are_skipped_and_counted() {
    let mut long = [0; 300];
    let mut writer = FixedFrameWriter::<MiningProtocol, 300>::new();
    let reason_code = (&[b'x'; 200][..]).try_into().expect("at most 255 bytes");
    let frame = writer.encode(&CloseChannelRef { channel_id: 7, reason_code }).expect("room");
    long[..frame.len()].copy_from_slice(frame);
    let long = &long[..frame.len()];
    let bytes: Vec<u8> = shares().chunks(SHARE).flat_map(|share| [long, share].concat()).collect();
    for len in [1, 7, 64, 1000] {
        let all = Read { shares: SHARES, skipped: SHARES, ..Read::default() };
        assert_eq!(read(&bytes, &[len]), all, "{len} at once");
    }
    let mut reader = FixedFrameReader::<MiningProtocol, 64>::new();
    let error = reader.read_message_ref(&mut Pieces { bytes: long, lens: &[9] }).map(drop);
    let needed = long.len();
    assert_eq!(error, Err(FixedFrameError::TooLong { needed, capacity: 64 }.into()));
}

#[test]
fn a_stream_that_starts_in_the_middle_ends_with_an_error_or_between_frames() {
    let bytes = shares();
    for start in 0..bytes.len() {
        let read = read(&bytes[start..], &[11]);
        if start % SHARE == 0 {
            let shares = SHARES - start / SHARE;
            assert_eq!(read, Read { shares, ..Read::default() });
        } else {
            assert!(
                read.shares < SHARES && (read.broken || read.skipped + read.others > 0),
                "{start}"
            );
        }
    }
}

#[test]
fn a_flipped_bit_of_a_payload_costs_its_message_at_most_and_one_of_a_header_no_panic() {
    for bit in 0..SHARE * 8 {
        let mut bytes = shares();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let read = read(&bytes, &[50]);
        if bit >= HEADER * 8 {
            assert!(read.shares >= SHARES - 1 && !read.broken, "bit {bit}: {read:?}");
        }
        assert!(read.shares + read.others + read.skipped > 0 || read.broken, "bit {bit}: {read:?}");
    }
}

#[test]
fn a_source_that_stalls_before_each_byte_costs_none() {
    let bytes = shares();
    let lens: Vec<usize> = (0..2 * bytes.len()).map(|at| at % 2).chain([1]).collect();
    let stalls = bytes.len();
    assert_eq!(read(&bytes, &lens), Read { shares: SHARES, stalls, ..Read::default() });
}
