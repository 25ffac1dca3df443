//! Messages and frames as `Stream` and `Sink`.

use std::future::poll_fn;
use std::pin::Pin;

use codec_core::{
    Bincode, ById, Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, Header, Protocol,
};
use codec_pool::{
    FlushPolicy, FrameErrorKind, FrameReadError, FrameReader, FrameStream, MessageError,
    MessageSink, MessageStream, OnUnknown, Pool,
};
use futures_core::Stream;
use futures_sink::Sink;

use crate::halting::{Halting, run};
use crate::tagged::{SUMMED, Tagged, frame};

/// Like [`Tagged`], with the type of ids that the derive uses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wide(Tagged);

impl Header for Wide {
    type Id = u32;
    const SIZE: usize = Tagged::SIZE;
    const MAX_PAYLOAD: usize = Tagged::MAX_PAYLOAD;
    fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        Tagged::parse(bytes).map(Self)
    }
    fn describe(id: u32, flags: u32, payload: &[u8]) -> Result<Self, EncodeError> {
        Tagged::describe(u8::try_from(id).expect("ids are small"), flags, payload).map(Self)
    }
    fn write(&self, bytes: &mut [u8]) {
        self.0.write(bytes);
    }
    fn id(&self) -> u32 {
        self.0.id.into()
    }
    fn payload_len(&self) -> usize {
        self.0.len
    }
    fn verify(&self, payload: &[u8]) -> Result<(), DecodeError> {
        self.0.verify(payload)
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 1)]
pub(crate) struct Ping(pub(crate) u8);

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 2)]
pub(crate) struct Text(pub(crate) String);

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages)]
pub(crate) enum Any {
    Ping(Ping),
    Text(Text),
}

/// Messages by their id, in frames with a [`Wide`] header.
#[derive(Debug)]
pub(crate) struct Talk;

impl Protocol for Talk {
    type Header = Wide;
    type Format = Bincode;
    type Dispatch = ById;
    type Message = Any;
    type MessageRef<'de> = Any;
}

pub(crate) fn conversation() -> Vec<Any> {
    (0..40u8)
        .map(|n| match n % 3 {
            0 => Any::Text(Text("x".repeat(usize::from(n) * 7))),
            _ => Any::Ping(Ping(n)),
        })
        .collect()
}

fn pool() -> Pool {
    Pool::builder().chunk_size(64).build().expect("a valid pool")
}

async fn next<S: Stream + Unpin>(stream: &mut S) -> Option<S::Item> {
    poll_fn(|cx| Pin::new(&mut *stream).poll_next(cx)).await
}

async fn send(sink: &mut MessageSink<Talk, Halting>, message: Any) {
    poll_fn(|cx| Sink::<Any>::poll_ready(Pin::new(&mut *sink), cx)).await.expect("it takes more");
    Pin::new(sink).start_send(message).expect("it has an encoding");
}

#[test]
fn what_is_sent_is_received() {
    for step in [1, 10, 1000] {
        let pool = pool();
        let stream = Halting::new(Vec::new(), step);
        let mut sink = MessageSink::<Talk, _>::new(stream, pool.clone())
            .with_flush_policy(FlushPolicy::new().bytes(50));
        let received = run(async {
            for message in conversation() {
                send(&mut sink, message).await;
            }
            poll_fn(|cx| Sink::<Any>::poll_close(Pin::new(&mut sink), cx)).await.expect("closed");
            let (stream, writer) = sink.into_parts();
            assert_eq!(writer.pending_len(), 0);
            assert_eq!(pool.stats().live(), 0);
            let stream = Halting::new(stream.bytes, step);
            let reader = FrameReader::<Talk>::new(pool.clone());
            let mut messages = MessageStream::new(stream, reader);
            let mut received = Vec::new();
            while let Some(message) = next(&mut messages).await {
                received.push(message.expect("it was sent"));
            }
            assert!(next(&mut messages).await.is_none(), "it stays at its end");
            received
        });
        assert!(received == conversation(), "{step} bytes at a time");
    }
}

#[test]
fn frames_are_detached() {
    let wire = [frame(1, &[7]), frame(2, &[8, 9])].concat();
    let pool = pool();
    let reader = FrameReader::<Wide>::new(pool.clone());
    let mut frames = FrameStream::new(&wire[..], reader);
    run(async {
        let first = next(&mut frames).await.expect("one").expect("valid");
        let second = next(&mut frames).await.expect("two").expect("valid");
        assert_eq!((first.payload(), second.payload()), (&[7][..], &[8, 9][..]));
        assert!(next(&mut frames).await.is_none());
        assert_eq!(first.header().id(), 1);
    });
    assert_eq!(pool.stats().live() + pool.stats().open, 0, "all is gone");
}

#[test]
fn a_message_that_is_none_does_not_end_the_stream() {
    let bad_sum = frame(SUMMED, &[1, 1, 1]);
    let wire = [frame(1, &[7]), frame(9, &[]), frame(1, &[1, 2]), bad_sum, frame(1, &[8])].concat();
    let reader = FrameReader::<Talk>::new(pool());
    let mut messages = MessageStream::new(&wire[..], reader);
    run(async {
        assert_eq!(next(&mut messages).await.unwrap().unwrap(), Any::Ping(Ping(7)));
        let Some(Err(MessageError::Unknown(unknown))) = next(&mut messages).await else {
            panic!("its id is unknown")
        };
        assert_eq!((unknown.id(), unknown.offset()), ("0x09", 5));
        let Some(Err(MessageError::Decode { message, offset, at, error })) =
            next(&mut messages).await
        else {
            panic!("it has two bytes")
        };
        assert_eq!((message, offset), (Some("Ping"), 9));
        assert_eq!(at, 9 + 4 + 1, "a header, and a byte");
        assert_eq!(error.kind(), DecodeErrorKind::TrailingBytes);
        let Some(Err(MessageError::Read(FrameReadError::Frame(error)))) = next(&mut messages).await
        else {
            panic!("its sum does not match")
        };
        assert!(matches!(error.kind(), FrameErrorKind::Payload(_)) && error.offset() == 15);
        assert_eq!(next(&mut messages).await.unwrap().unwrap(), Any::Ping(Ping(8)));
        assert!(next(&mut messages).await.is_none());
    });
}

#[test]
fn a_stream_discards_unknown_frames_on_request() {
    let wire = [frame(9, &[]), frame(1, &[7]), frame(9, &[1]), frame(8, &[])].concat();
    let reader = FrameReader::<Talk>::new(pool());
    let mut messages = MessageStream::new(&wire[..], reader).on_unknown(OnUnknown::Discard);
    run(async {
        assert_eq!(next(&mut messages).await.unwrap().unwrap(), Any::Ping(Ping(7)));
        assert!(next(&mut messages).await.is_none());
    });
    assert_eq!(messages.unknown(), 3);
}

#[test]
fn a_broken_stream_ends_with_its_error() {
    let wire = frame(1, &[7, 8]);
    let reader = FrameReader::<Talk>::new(pool());
    let mut messages = MessageStream::new(&wire[..5], reader);
    run(async {
        let error = next(&mut messages).await.expect("it is cut").unwrap_err();
        assert_eq!(error.to_string(), "stream ends after 5 of 6 bytes in the frame at byte 0");
        assert!(next(&mut messages).await.is_none());
    });
}
