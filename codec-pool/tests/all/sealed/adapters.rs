//! Sealed frames through streams, sinks and codecs of tokio.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

use bytes::{Bytes, BytesMut};
use codec_core::{Bincode, Header, Protocol, Single};
use codec_pool::{
    FrameCodec, FrameErrorKind, FrameReadError, FrameReader, FrameStream, LengthHeader,
    MessageCodec, MessageSink, MessageStream, SealError, Sealed,
};
use futures_core::Stream;
use futures_sink::Sink;
use tokio_util::codec::{Decoder, Encoder, FramedRead};

use super::{frames, pool, reader};
use crate::halting::{Halting, once};
use crate::random::Random;
use crate::tagged::{NO_ID, SUMMED, Tagged, frame};
use crate::toy_seal::{HEAD, ToyOpener, ToySealer, seal_all, sealed_len};

type Codec<P> = FrameCodec<P, Sealed<(ToySealer, ToyOpener)>>;

fn codec() -> Codec<Tagged> {
    FrameCodec::sealed(ToySealer::new(), ToyOpener::new())
}

/// Polls once for the next item.
fn next<S: Stream + Unpin>(stream: &mut S) -> Poll<Option<S::Item>> {
    let polled = once(poll_fn(|cx| Pin::new(&mut *stream).poll_next(cx)));
    polled.map_or(Poll::Pending, Poll::Ready)
}

/// An item that is ready.
fn item<S: Stream + Unpin>(stream: &mut S) -> Option<S::Item> {
    once(poll_fn(|cx| Pin::new(&mut *stream).poll_next(cx))).expect("all is there")
}

#[test]
fn a_stream_of_frames_taken_apart_wherever_it_waits_loses_nothing() {
    let sent = frames(&mut Random::new(8), 30, 100);
    let wire = seal_all(&sent);
    for step in [1, 7, 300] {
        let pool = pool(256);
        let mut stream = FrameStream::new(Halting::new(wire.clone(), step), reader(&pool));
        let (mut seen, mut waits) = (Vec::new(), 0);
        loop {
            match next(&mut stream) {
                Poll::Pending => {
                    let (source, reader) = stream.into_parts();
                    stream = FrameStream::new(source, reader);
                    waits += 1;
                }
                Poll::Ready(Some(frame)) => {
                    seen.push(frame.expect("nothing was changed").bytes().to_vec());
                }
                Poll::Ready(None) => break,
            }
        }
        assert!(seen == sent && waits > 0, "{step} bytes a read");
        drop(stream);
        assert_eq!(pool.stats().live(), 0);
    }
}

#[test]
fn a_stream_of_changed_frames_ends_with_the_error() {
    let sent = [frame(1, &[7; 20]), frame(2, &[8; 20])];
    let mut wire = seal_all(&sent);
    let last = wire.len() - 1;
    wire[last] ^= 1;
    let mut stream = FrameStream::new(&wire[..], reader(&pool(256)));
    let first = item(&mut stream).expect("a frame");
    assert_eq!(first.expect("it is as it was").bytes(), sent[0]);
    let second = item(&mut stream).expect("an error");
    let Err(FrameReadError::Frame(error)) = second else { panic!("it was changed") };
    assert_eq!(error.kind(), FrameErrorKind::Sealed(SealError::Forged));
    assert!(item(&mut stream).is_none());
}

/// Words, each preceded by its length.
struct Words;

impl Protocol for Words {
    type Header = LengthHeader<4>;
    type Format = Bincode;
    type Dispatch = Single;
    type Message = String;
    type MessageRef<'de> = &'de str;
}

fn words() -> Vec<String> {
    (0..60).map(|n| "word ".repeat(n)).collect()
}

#[test]
fn messages_go_through_a_sealed_sink_and_stream_dropped_at_every_wait() {
    for step in [1, 9, 400] {
        let pool = pool(1024);
        let halting = Halting::new(Vec::new(), step);
        let mut sink: MessageSink<Words, _, _> =
            MessageSink::sealed(halting, pool.clone(), ToySealer::new());
        for word in words() {
            while once(poll_fn(|cx| Sink::<String>::poll_ready(Pin::new(&mut sink), cx))).is_none()
            {
            }
            Pin::new(&mut sink).start_send(word).expect("there is memory");
        }
        while once(poll_fn(|cx| Sink::<String>::poll_flush(Pin::new(&mut sink), cx))).is_none() {}
        let (sent, _) = sink.into_parts();
        let reader = FrameReader::<Words, _>::sealed(pool.clone(), ToyOpener::new());
        let mut messages = MessageStream::new(Halting::new(sent.bytes, step), reader);
        let mut seen = Vec::new();
        loop {
            match next(&mut messages) {
                Poll::Pending => {}
                Poll::Ready(Some(message)) => seen.push(message.expect("nothing was changed")),
                Poll::Ready(None) => break,
            }
        }
        assert_eq!(seen, words());
    }
}

#[test]
fn a_codec_opens_frames_in_its_buffer_wherever_that_is_cut() {
    let sent = [frame(1, &[]), frame(2, &[7]), frame(3, &[8; 120]), frame(4, &[])];
    let wire = seal_all(&sent);
    for step in 1..=wire.len() {
        let (mut codec, mut buffer, mut seen) = (codec(), BytesMut::new(), Vec::new());
        for piece in wire.chunks(step) {
            buffer.extend_from_slice(piece);
            while let Some((header, payload)) = codec.decode(&mut buffer).expect("it is valid") {
                seen.push(frame(header.id, &payload));
            }
        }
        assert!(seen == sent && codec.decode_eof(&mut buffer).expect("empty").is_none());
        assert_eq!(codec.consumed(), wire.len() as u64);
    }
}

#[test]
fn a_framed_read_dropped_at_every_wait_loses_nothing() {
    let sent = frames(&mut Random::new(9), 30, 100);
    for step in [1, 50] {
        let stream = Halting::new(seal_all(&sent), step);
        let mut framed = FramedRead::new(stream, codec());
        let (mut seen, mut waits) = (Vec::new(), 0);
        loop {
            match next(&mut framed) {
                Poll::Pending => waits += 1,
                Poll::Ready(Some(item)) => {
                    let (header, payload) = item.expect("nothing was changed");
                    seen.push(frame(header.id, &payload));
                }
                Poll::Ready(None) => break,
            }
        }
        assert!(seen == sent && waits > 0, "{step} bytes a read");
    }
}

fn kind(error: &FrameReadError) -> FrameErrorKind {
    match error {
        FrameReadError::Frame(error) => error.kind(),
        other => panic!("{other}"),
    }
}

#[test]
fn a_codec_refuses_every_changed_byte_and_goes_on_refusing() {
    let sent = [frame(1, &[5]), frame(2, &[6; 60]), frame(3, &[])];
    let wire = seal_all(&sent);
    for at in 0..wire.len() {
        let mut changed = BytesMut::from(&wire[..]);
        changed[at] ^= 4;
        let (mut codec, mut seen) = (codec(), 0);
        let error = loop {
            match codec.decode(&mut changed) {
                Ok(Some((header, payload))) => {
                    assert_eq!(frame(header.id, &payload), sent[seen]);
                    seen += 1;
                }
                Ok(None) => panic!("all is there"),
                Err(error) => break error,
            }
        };
        assert_eq!(kind(&error), FrameErrorKind::Sealed(SealError::Forged), "byte {at}");
        let again = codec.decode(&mut changed).expect_err("the session is over");
        assert_eq!(kind(&again), kind(&error));
        let ends: Vec<_> = sent
            .iter()
            .scan(0, |end, frame| {
                *end += HEAD + sealed_len(frame.len() - 4);
                Some(*end)
            })
            .collect();
        assert_eq!(seen, ends.iter().filter(|end| **end <= at).count());
    }
}

#[test]
fn a_codec_says_what_is_wrong_with_frames_that_open() {
    let mut limited = codec().with_max_payload(3);
    let mut buffer = BytesMut::from(&seal_all(&[frame(1, &[8; 4])])[..HEAD]);
    for _ in 0..2 {
        let error = limited.decode(&mut buffer).expect_err("before its payload has come");
        assert_eq!(kind(&error), FrameErrorKind::PayloadTooLong { len: 4, max: 3 });
    }
    let wire = seal_all(&[frame(SUMMED, &[1, 1, 1]), frame(1, &[9])]);
    let (mut summed, mut buffer) = (codec(), BytesMut::from(&wire[..]));
    let error = summed.decode(&mut buffer).expect_err("the sum is wrong");
    assert!(matches!(kind(&error), FrameErrorKind::Payload(_)));
    let (_, payload) = summed.decode(&mut buffer).expect("it is valid").expect("it is whole");
    assert_eq!(payload[..], [9]);
    let mut buffer = BytesMut::from(&seal_all(&[frame(NO_ID, &[])])[..]);
    let error = codec().decode(&mut buffer).expect_err("it is no header");
    assert!(matches!(kind(&error), FrameErrorKind::Header(_)));
    for (cut, needed) in [(2, HEAD), (HEAD + 1, HEAD + sealed_len(5))] {
        let mut buffer = BytesMut::from(&seal_all(&[frame(1, &[1; 5])])[..cut]);
        let error = codec().decode_eof(&mut buffer).expect_err("it is not whole");
        assert_eq!(kind(&error), FrameErrorKind::UnexpectedEnd { received: cut, needed });
    }
}

#[test]
fn a_codec_seals_what_a_sealer_alone_would() {
    let sent = frames(&mut Random::new(10), 20, 100);
    let (mut codec, mut buffer) = (codec(), BytesMut::new());
    for (index, frame) in sent.iter().enumerate() {
        if index % 2 == 0 {
            let header = Tagged::parse(&frame[..4]).expect("it is valid");
            let payload = Bytes::copy_from_slice(&frame[4..]);
            codec.encode((header, payload), &mut buffer).expect("it matches");
        } else {
            let mut plain = FrameReader::<Tagged>::new(pool(2048));
            plain.feed(frame).expect("there is memory");
            let kept = plain.next_frame().expect("valid").expect("whole").detach();
            codec.encode(kept, &mut buffer).expect("it is sealed");
        }
    }
    assert!(buffer[..] == seal_all(&sent));
    let header = Tagged { id: 1, len: 3 };
    let before = buffer.clone();
    codec.encode((header, Bytes::new()), &mut buffer).expect_err("the header is another's");
    assert_eq!(buffer, before);
}

#[test]
fn nothing_of_a_message_is_left_when_the_sealer_is_used_up() {
    let mut sealer = ToySealer::new();
    sealer.end = 3;
    let mut codec: MessageCodec<Words, Sealed<(ToySealer, ToyOpener)>> =
        MessageCodec::sealed(sealer, ToyOpener::new());
    let mut buffer = BytesMut::new();
    codec.encode("first".to_owned(), &mut buffer).expect("a header and a block");
    let before = buffer.clone();
    let error = codec.encode("second".to_owned(), &mut buffer).expect_err("one is left");
    assert_eq!(error.to_string(), SealError::Exhausted.to_string());
    assert_eq!(buffer, before);
    assert_eq!(codec.decode(&mut buffer).expect("valid"), Some("first".to_owned()));
}
