//! Frames that end with a zero byte, compared with those of postcard.

use crate::link::Pieces;
use codec_core::{Decode, DecodeErrorKind, Encode, EncodeErrorKind, Postcard};
use codec_embedded::{CobsReader, CobsWriter, FixedFrameError, FixedReadError};
use crc::{CRC_32_ISCSI, Crc};
use proptest::collection::vec;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

static CHECK: Crc<u32> = Crc::<u32>::new(&CRC_32_ISCSI);

#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
struct Sample {
    channel: u32,
    values: heapless::Vec<u8, 1024>,
}

type Reader = CobsReader<1200, &'static Crc<u32>>;
type Writer = CobsWriter<1200, &'static Crc<u32>>;

fn read_all(reader: &mut Reader, mut source: Pieces<'_>) -> Vec<Result<Sample, FixedFrameError>> {
    let mut all = Vec::new();
    loop {
        match reader.read::<Postcard, Sample, _>(&mut source) {
            Ok(Some(sample)) => all.push(Ok(sample)),
            Ok(None) | Err(FixedReadError::UnexpectedEnd) => return all,
            Err(FixedReadError::Frame(error)) => all.push(Err(error)),
            Err(error) => panic!("{error}"),
        }
    }
}

fn sample() -> impl Strategy<Value = Sample> {
    let bytes = prop_oneof![vec(any::<u8>(), 0..40), vec(1..=255u8, 245..260), vec(0..2u8, 0..600)];
    (any::<u32>(), bytes)
        .prop_map(|(channel, values)| Sample { channel, values: values.into_iter().collect() })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(codec_effort::cases(256)))]

    #[test]
    fn frames_go_to_postcard_and_come_from_it(sample in sample()) {
        let mut writer = CobsWriter::<1200>::new();
        let mut ours = writer.encode::<Postcard, _>(&sample).unwrap().to_vec();
        prop_assert_eq!(ours.iter().position(|byte| *byte == 0), Some(ours.len() - 1));
        let theirs = postcard::to_allocvec_cobs(&sample).unwrap();
        let mut reader = CobsReader::<1200>::new();
        let read = reader.read::<Postcard, Sample, _>(&mut &theirs[..]).unwrap();
        prop_assert_eq!(read.as_ref(), Some(&sample));
        prop_assert_eq!(postcard::from_bytes_cobs::<Sample>(&mut ours).unwrap(), sample);
    }

    #[test]
    fn checksums_are_those_of_postcard(sample in sample()) {
        let mut writer = Writer::with_check(&CHECK);
        let mut frame = writer.encode::<Postcard, _>(&sample).unwrap().to_vec();
        let theirs = postcard::to_allocvec_crc32(&sample, CHECK.digest()).unwrap();
        let len = cobs::decode_in_place(&mut frame).unwrap();
        prop_assert_eq!(&frame[..len], &theirs[..]);
    }

    #[test]
    fn damage_costs_the_frames_it_is_in(
        samples in vec(sample(), 3..6), at: prop::sample::Index, bit in 0..8u8, cut in 1..700usize,
    ) {
        let mut writer = Writer::with_check(&CHECK);
        let frames: Vec<Vec<u8>> = samples
            .iter()
            .map(|sample| writer.encode::<Postcard, _>(sample).unwrap().to_vec())
            .collect();
        let mut bytes = frames.concat();
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        let all = read_all(&mut Reader::with_check(&CHECK), Pieces { bytes: &bytes, lens: &[cut] });
        let good: Vec<Sample> = all.into_iter().flatten().collect();
        // One frame is lost; if its zero byte is damaged, the next one as well.
        prop_assert!(good.len() + 2 >= samples.len());
        prop_assert!(good.iter().all(|sample| samples.contains(sample)));
    }

    #[test]
    fn no_input_panics(bytes: Vec<u8>, cut in 1..20usize) {
        let mut reader = CobsReader::<16>::new();
        let mut source = Pieces { bytes: &bytes, lens: &[cut] };
        let ended = (0..=bytes.len()).any(|_| {
            let read = reader.read::<Postcard, heapless::Vec<u8, 8>, _>(&mut source);
            matches!(read, Ok(None) | Err(FixedReadError::UnexpectedEnd))
        });
        prop_assert!(ended, "more frames than bytes");
    }
}

#[test]
fn runs_of_every_length_fit_their_frame() {
    let mut writer = CobsWriter::<1100>::new();
    let mut reader = CobsReader::<1100>::new();
    for len in 0..=1024 {
        for byte in [0, 1] {
            let values = [byte].into_iter().cycle().take(len).collect();
            let sample = Sample { channel: 1, values };
            let mut frame = writer.encode::<Postcard, _>(&sample).unwrap();
            assert!(!frame[..frame.len() - 1].contains(&0));
            let read = reader.read::<Postcard, Sample, _>(&mut frame);
            assert_eq!(read.unwrap(), Some(sample), "{len} bytes");
        }
    }
}

#[test]
fn a_frame_that_is_too_long_costs_no_other() {
    let mut bytes = vec![7; 100];
    bytes.extend([0, 2, 7, 0, 0, 0, 2, 9, 0]);
    for cut in [1, 3, 16, 200] {
        let mut reader = CobsReader::<16>::new();
        let mut source = Pieces { bytes: &bytes, lens: &[cut] };
        let error = FixedFrameError::TooLong { needed: 17, capacity: 16 };
        let read = reader.read::<Postcard, u8, _>(&mut source);
        assert_eq!(read, Err(FixedReadError::Frame(error)), "pieces of {cut}");
        assert_eq!(reader.read::<Postcard, u8, _>(&mut source), Ok(Some(7)));
        assert_eq!(reader.read::<Postcard, u8, _>(&mut source), Ok(Some(9)));
        assert_eq!(reader.read::<Postcard, u8, _>(&mut source), Ok(None));
    }
}

#[test]
fn the_end_within_a_skipped_frame_is_no_end_of_the_stream() {
    for cut in [1, 3, 16, 200] {
        let mut reader = CobsReader::<16>::new();
        let mut source = Pieces { bytes: &[7; 100], lens: &[cut] };
        let error = FixedFrameError::TooLong { needed: 17, capacity: 16 };
        let read = reader.read::<Postcard, u8, _>(&mut source);
        assert_eq!(read, Err(FixedReadError::Frame(error)), "pieces of {cut}");
        let read = reader.read::<Postcard, u8, _>(&mut source);
        assert_eq!(read, Err(FixedReadError::UnexpectedEnd), "pieces of {cut}");
    }
}

#[test]
fn a_frame_shorter_than_its_checksum_is_refused() {
    let mut reader = Reader::with_check(&CHECK);
    let all = read_all(&mut reader, Pieces { bytes: &[3, 1, 2, 0], lens: &[4] });
    let [Err(FixedFrameError::Payload(error))] = all[..] else { panic!("{all:?}") };
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidChecksum, 2));
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut writer = CobsWriter::<8>::new();
    assert_eq!(writer.encode::<Postcard, _>(&[1u8; 6]).unwrap(), [7, 1, 1, 1, 1, 1, 1, 0]);
    let error = writer.encode::<Postcard, _>(&[1u8; 7]).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::BufferTooSmall);
}
