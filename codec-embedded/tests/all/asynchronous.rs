//! The same calls over asynchronous sources.

use core::future::{Future, poll_fn};
use core::pin::pin;
use core::task::{Context, Poll, Waker};

use crate::link::{Any, Link, Ping};
use codec_core::Postcard;
use codec_embedded::{CobsReader, CobsWriter, FixedFrameReader, FixedFrameWriter};
use embedded_io::{ErrorKind, ErrorType};

/// Returns a byte, and is pending at the next poll, alternately.
pub(crate) struct Slow<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) ready: bool,
}

impl ErrorType for Slow<'_> {
    type Error = ErrorKind;
}

impl embedded_io_async::Read for Slow<'_> {
    async fn read(&mut self, room: &mut [u8]) -> Result<usize, ErrorKind> {
        poll_fn(|_| {
            self.ready = !self.ready;
            if self.ready { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        let Some((byte, rest)) = self.bytes.split_first() else { return Ok(0) };
        room[0] = *byte;
        self.bytes = rest;
        Ok(1)
    }
}

/// Polls a future once, and drops it if it is pending.
pub(crate) fn once<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

#[test]
fn dropped_futures_lose_no_byte() {
    let mut writer = FixedFrameWriter::<Link, 16>::new();
    let mut bytes = Vec::new();
    for nonce in 0..5 {
        once(writer.send_async(&Ping { nonce }, &mut Sink(&mut bytes))).unwrap().unwrap();
    }
    assert_eq!(bytes[..14], [1, 4, 0, 0, 0, 0, 0, 1, 4, 0, 1, 0, 0, 0]);
    let mut reader = FixedFrameReader::<Link, 16>::new();
    let mut source = Slow { bytes: &bytes, ready: true };
    let (mut seen, mut dropped) = (Vec::new(), 0);
    loop {
        match once(reader.read_message_async(&mut source)) {
            None => dropped += 1,
            Some(Ok(Some(Any::Ping(ping)))) => seen.push(ping.nonce),
            Some(Ok(None)) => break,
            Some(other) => panic!("{other:?}"),
        }
    }
    assert_eq!(seen, [0, 1, 2, 3, 4]);
    assert!(dropped >= bytes.len(), "{dropped}");
}

#[test]
fn dropped_futures_lose_no_byte_of_cobs() {
    let mut writer = CobsWriter::<16>::new();
    let mut bytes = Vec::new();
    for nonce in 0..5u32 {
        let sent = once(writer.send_async::<Postcard, _, _>(&nonce, &mut Sink(&mut bytes)));
        sent.unwrap().unwrap();
    }
    let mut reader = CobsReader::<16>::new();
    let mut source = Slow { bytes: &bytes, ready: true };
    let mut seen = Vec::new();
    loop {
        match once(reader.read_async::<Postcard, u32, _>(&mut source)) {
            None => {}
            Some(Ok(Some(nonce))) => seen.push(nonce),
            Some(Ok(None)) => break,
            Some(other) => panic!("{other:?}"),
        }
    }
    assert_eq!(seen, [0, 1, 2, 3, 4]);
}

struct Sink<'a>(&'a mut Vec<u8>);

impl ErrorType for Sink<'_> {
    type Error = ErrorKind;
}

impl embedded_io_async::Write for Sink<'_> {
    async fn write(&mut self, bytes: &[u8]) -> Result<usize, ErrorKind> {
        self.0.extend(bytes);
        Ok(bytes.len())
    }

    async fn flush(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
}
