//! Length prefixes of every size and byte order, and headers of variable size.

use codec_core::{Bincode, DecodeErrorKind, Format, Header};
use codec_pool::{
    FrameErrorKind, FrameReader, FrameWriter, LengthHeader, LengthHeaderBe, Pool, VarintHeader,
};

fn pool() -> Pool {
    Pool::builder().chunk_size(64).build().expect("a valid pool")
}

/// Writes messages of many lengths and reads them back in pieces of any size.
fn round_trip<H: Header<Id = ()>>(golden: &[(usize, &[u8])]) {
    let max = golden.iter().map(|(len, _)| *len).max().expect("there is one");
    let lengths = (0..=300).chain([max]).filter(|len| *len <= H::MAX_PAYLOAD.min(max));
    let messages: Vec<Vec<u8>> = lengths.map(|len| vec![len.to_le_bytes()[0]; len]).collect();
    let mut writer = FrameWriter::<H>::new(pool());
    for message in &messages {
        let message = Raw(message);
        writer.write_message::<Bincode, _>((), 0, &message).expect("it fits");
    }
    let mut wire = Vec::new();
    writer.flush(&mut wire).expect("a vector takes all");
    for step in [1, 3, 64, wire.len()] {
        let mut reader = FrameReader::<H>::new(pool());
        let mut seen = Vec::new();
        // The end of a long payload comes in pieces that are no shorter than a packet.
        let (start, rest) = wire.split_at(wire.len().min(60_000));
        for mut piece in start.chunks(step).chain(rest.chunks(step.max(1448))) {
            while !piece.is_empty() {
                piece = &piece[reader.feed(piece).expect("there is memory")..];
                while let Some(frame) = reader.next_frame().expect("it is valid") {
                    assert_eq!(frame.bytes().len(), frame.header().size() + frame.payload().len());
                    let kept = frame.detach();
                    assert_eq!(kept.payload(), &kept.slice(..)[..]);
                    seen.push(kept.into_payload().to_vec());
                }
            }
        }
        reader.end().expect("nothing is left");
        assert!(seen == messages, "pieces of {step} bytes");
    }
    for (len, head) in golden {
        let header = H::describe((), 0, &vec![0; *len]).expect("it can be described");
        let mut bytes = vec![0xaa; H::MAX_SIZE];
        header.write(&mut bytes);
        assert_eq!((&bytes[..header.size()], header.size()), (*head, head.len()), "{len}");
        assert_eq!(H::extent(head), Some(head.len()));
        assert_eq!(H::parse(head).expect("it was written").payload_len(), *len);
    }
}

/// Bytes without a length prefix.
struct Raw<'a>(&'a [u8]);

impl codec_core::Encode for Raw<'_> {
    fn encoded_len<F: Format>(&self) -> usize {
        self.0.len()
    }

    fn encode<F: Format>(
        &self,
        w: &mut codec_core::Writer<'_, F>,
    ) -> Result<(), codec_core::EncodeError> {
        w.bytes(self.0)
    }
}

#[test]
fn every_size_in_either_order() {
    round_trip::<LengthHeader<1>>(&[(0, &[0]), (255, &[255])]);
    round_trip::<LengthHeader<2>>(&[(5, &[5, 0]), (0x0102, &[2, 1])]);
    round_trip::<LengthHeader<2>>(&[(0x0102, &[2, 1])]);
    round_trip::<LengthHeaderBe<2>>(&[(5, &[0, 5]), (0x0102, &[1, 2])]);
    round_trip::<LengthHeaderBe<3>>(&[(0x01_02_03, &[1, 2, 3])]);
    round_trip::<LengthHeader<4>>(&[(0x01_02_03, &[3, 2, 1, 0])]);
    round_trip::<LengthHeaderBe<4>>(&[(0x01_02_03, &[0, 1, 2, 3])]);
    round_trip::<LengthHeader<8>>(&[(0x0102, &[2, 1, 0, 0, 0, 0, 0, 0])]);
    round_trip::<LengthHeaderBe<8>>(&[(0x0102, &[0, 0, 0, 0, 0, 0, 1, 2])]);
}

#[test]
fn a_varint_of_every_size() {
    round_trip::<VarintHeader>(&[
        (0, &[0]),
        (127, &[127]),
        (128, &[0x80, 1]),
        (16_383, &[0xff, 0x7f]),
        (16_384, &[0x80, 0x80, 1]),
        (2_097_152, &[0x80, 0x80, 0x80, 1]),
    ]);
}

#[test]
fn a_varint_that_is_none_is_refused() {
    let cases: [(&[u8], DecodeErrorKind); 4] = [
        (&[0x80, 0], DecodeErrorKind::NonCanonical),
        (&[0xff, 0x80, 0x80, 0], DecodeErrorKind::NonCanonical),
        (&[0xff; 10], DecodeErrorKind::VarintOverflow),
        (
            &[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 2],
            DecodeErrorKind::VarintOverflow,
        ),
    ];
    for (wire, kind) in cases {
        for step in [1, wire.len()] {
            let mut reader = FrameReader::<VarintHeader>::new(pool());
            let error = wire
                .chunks(step)
                .find_map(|piece| {
                    reader.feed(piece).expect("there is memory");
                    reader.next_frame().err()
                })
                .expect("it is no varint");
            let FrameErrorKind::Header(cause) = error.kind() else { panic!("{error}") };
            assert_eq!((cause.kind(), cause.offset()), (kind, wire.len() - 1));
            assert!(error.is_fatal() && reader.is_poisoned());
        }
    }
}

#[test]
fn a_varint_over_the_limit_is_refused_before_its_payload_and_skipped() {
    let mut reader = FrameReader::<VarintHeader>::new(pool()).with_max_payload(200);
    reader.feed(&[0xc9, 1]).expect("there is memory");
    let error = reader.next_frame().unwrap_err();
    assert_eq!(error.kind(), FrameErrorKind::PayloadTooLong { len: 201, max: 200 });
    assert!(reader.skip_frame());
    let mut rest = &[&[9; 201][..], &[1, 7]].concat()[..];
    while !rest.is_empty() {
        assert!(reader.next_frame().expect("it is skipped").is_none());
        rest = &rest[reader.feed(rest).expect("there is memory")..];
    }
    assert_eq!(reader.next_frame().expect("valid").expect("whole").payload(), [7]);
    assert_eq!(reader.consumed(), 205);
}

#[test]
fn a_cut_varint_is_an_unexpected_end() {
    let mut reader = FrameReader::<VarintHeader>::new(pool());
    reader.feed(&[0x80, 0x80]).expect("there is memory");
    assert!(reader.next_frame().expect("it may go on").is_none());
    let error = reader.end().unwrap_err();
    assert_eq!(error.kind(), FrameErrorKind::UnexpectedEnd { received: 2, needed: 3 });
}
