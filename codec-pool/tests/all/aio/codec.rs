//! The codecs for `tokio_util`.

use std::future::poll_fn;
use std::pin::Pin;

use bytes::{Bytes, BytesMut};
use codec_core::Header;
use codec_pool::{
    FrameCodec, FrameErrorKind, FrameReadError, FrameReader, MessageCodec, MessageError, OnUnknown,
    Pool,
};
use futures_core::Stream;
use futures_sink::Sink;
use tokio_util::codec::{Decoder, Encoder, Framed, FramedRead};

use super::messages::{Any, Ping, Talk, Wide, conversation};
use crate::halting::{Halting, run};
use crate::tagged::{NO_ID, SUMMED, Tagged, frame};

fn kind(error: &FrameReadError) -> FrameErrorKind {
    match error {
        FrameReadError::Frame(error) => error.kind(),
        other => panic!("{other}"),
    }
}

#[test]
fn a_buffer_split_anywhere_gives_the_same_frames() {
    let payloads = [&[][..], &[1], &[2; 50], &[3; 500]];
    let wire: Vec<u8> = payloads.iter().flat_map(|payload| frame(1, payload)).collect();
    for step in 1..wire.len() {
        let (mut codec, mut buffer, mut seen) =
            (FrameCodec::<Tagged>::new(), BytesMut::new(), Vec::new());
        for piece in wire.chunks(step) {
            buffer.extend_from_slice(piece);
            while let Some((header, payload)) = codec.decode(&mut buffer).expect("it is valid") {
                assert_eq!(header.payload_len(), payload.len());
                seen.push(payload);
            }
        }
        assert!(seen == payloads && codec.decode_eof(&mut buffer).expect("empty").is_none());
        assert_eq!(codec.consumed(), wire.len() as u64);
    }
}

#[test]
fn a_declared_length_reserves_nothing() {
    let mut codec = FrameCodec::<Tagged>::new();
    let mut buffer = BytesMut::from(&[1, 0xff, 0xff, 0xff, 0][..]);
    let capacity = buffer.capacity();
    assert!(codec.decode(&mut buffer).expect("more may come").is_none());
    assert_eq!(buffer.capacity(), capacity);
}

#[test]
fn errors_stay() {
    let mut codec = FrameCodec::<Tagged>::new().with_max_payload(3);
    let mut buffer = BytesMut::from(&[frame(1, &[7]), frame(1, &[8; 4])].concat()[..]);
    assert!(codec.decode(&mut buffer).expect("the first is short").is_some());
    for _ in 0..2 {
        let error = codec.decode(&mut buffer).unwrap_err();
        assert_eq!(kind(&error), FrameErrorKind::PayloadTooLong { len: 4, max: 3 });
        assert!(error.to_string().ends_with("in the frame at byte 5"));
    }
    let mut codec = FrameCodec::<Tagged>::new();
    let error = codec.decode(&mut BytesMut::from(&[NO_ID, 0, 0, 0][..])).unwrap_err();
    assert!(matches!(kind(&error), FrameErrorKind::Header(_)));
    for (cut, needed) in [(2, 4), (6, 9)] {
        let mut codec = FrameCodec::<Tagged>::new();
        let error = codec.decode_eof(&mut BytesMut::from(&frame(1, &[1; 5])[..cut])).unwrap_err();
        assert_eq!(kind(&error), FrameErrorKind::UnexpectedEnd { received: cut, needed });
    }
}

#[test]
fn a_payload_that_does_not_match_is_passed() {
    let mut codec = FrameCodec::<Tagged>::new();
    let wire = [frame(SUMMED, &[1, 1, 1]), frame(1, &[9])].concat();
    let mut buffer = BytesMut::from(&wire[..]);
    let error = codec.decode(&mut buffer).unwrap_err();
    assert!(matches!(kind(&error), FrameErrorKind::Payload(_)));
    let (_, payload) = codec.decode(&mut buffer).expect("it is valid").expect("it is whole");
    assert_eq!(payload[..], [9]);
}

#[test]
fn frames_are_encoded_from_either_memory() {
    let mut codec = FrameCodec::<Tagged>::new();
    let mut buffer = BytesMut::new();
    let header = Tagged::describe(5, 0, &[1, 2]).expect("two bytes");
    codec.encode((header, Bytes::from_static(&[1, 2])), &mut buffer).expect("it matches");
    let mut reader = FrameReader::<Tagged>::new(Pool::default());
    reader.feed(&buffer).expect("there is memory");
    let kept = reader.next_frame().expect("valid").expect("whole").detach();
    codec.encode(kept, &mut buffer).expect("it always fits");
    assert_eq!(buffer[..], frame(5, &[1, 2]).repeat(2));
    let before = buffer.clone();
    codec.encode((header, Bytes::new()), &mut buffer).unwrap_err();
    assert_eq!(buffer, before);
}

#[test]
fn messages_go_through_a_framed_stream() {
    type Codec = MessageCodec<Talk>;
    run(async {
        let mut framed = Framed::new(Halting::new(Vec::new(), 9), Codec::new());
        for message in conversation() {
            let ready = poll_fn(|cx| Sink::<Any>::poll_ready(Pin::new(&mut framed), cx)).await;
            ready.expect("it takes more");
            Pin::new(&mut framed).start_send(message).expect("it has an encoding");
        }
        poll_fn(|cx| Sink::<Any>::poll_flush(Pin::new(&mut framed), cx))
            .await
            .expect("it does not fail");
        let stream = Halting::new(framed.into_inner().bytes, 5);
        let mut framed = FramedRead::new(stream, Codec::new());
        for message in conversation() {
            let received = poll_fn(|cx| Pin::new(&mut framed).poll_next(cx)).await;
            assert_eq!(received.expect("it was sent").expect("it is valid"), message);
        }
        assert!(poll_fn(|cx| Pin::new(&mut framed).poll_next(cx)).await.is_none());
    });
}

#[test]
fn a_message_that_cannot_be_sent_leaves_nothing_behind() {
    let mut codec = MessageCodec::<Talk>::new().with_max_payload(10);
    let mut buffer = BytesMut::new();
    codec.encode(Any::Ping(Ping(1)), &mut buffer).expect("it fits");
    let long = super::messages::Text("x".repeat(Wide::MAX_PAYLOAD));
    codec.encode(Any::Text(long), &mut buffer).unwrap_err();
    assert_eq!(buffer[..], frame(1, &[1]));
    assert_eq!(codec.decode(&mut buffer).expect("valid"), Some(Any::Ping(Ping(1))));
    buffer.extend_from_slice(&frame(9, &[]));
    let error = codec.decode(&mut buffer).unwrap_err();
    assert!(matches!(&error, MessageError::Unknown(frame) if frame.offset() == 5), "{error}");
    let mut codec = MessageCodec::<Talk>::new().on_unknown(OnUnknown::Discard);
    buffer.extend_from_slice(&[frame(9, &[7]), frame(8, &[]), frame(1, &[2])].concat());
    assert_eq!(codec.decode(&mut buffer).expect("valid"), Some(Any::Ping(Ping(2))));
    buffer.extend_from_slice(&frame(9, &[7]));
    assert_eq!(codec.decode_eof(&mut buffer).expect("valid"), None);
    assert_eq!(codec.unknown(), 3);
}
