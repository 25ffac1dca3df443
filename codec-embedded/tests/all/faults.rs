//! Sinks that fail, and take little, at every byte: what was sent is the beginning of the frame, the
//! error is the sink's, and the next frame is whole.

use codec_core::Postcard;
use codec_embedded::{CobsWriter, FixedFrameWriter, FixedSendError};
use embedded_io::{ErrorKind, ErrorType, Write};

use crate::asynchronous::once;
use crate::link::{Link, Ping};

/// Takes at most two bytes at once, and fails once, before the byte or the flush with this number.
struct Failing {
    bytes: Vec<u8>,
    flushed: usize,
    left: Option<usize>,
}

impl Failing {
    fn fails(&mut self) -> Result<(), ErrorKind> {
        match self.left {
            Some(0) => {
                self.left = None;
                Err(ErrorKind::TimedOut)
            }
            _ => Ok(()),
        }
    }
}

impl ErrorType for Failing {
    type Error = ErrorKind;
}

impl Write for Failing {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, ErrorKind> {
        self.fails()?;
        let len = bytes.len().min(2).min(self.left.unwrap_or(2));
        self.left = self.left.map(|left| left - len);
        self.bytes.extend(&bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> Result<(), ErrorKind> {
        self.fails()?;
        self.flushed = self.bytes.len();
        Ok(())
    }
}

impl embedded_io_async::Write for Failing {
    async fn write(&mut self, bytes: &[u8]) -> Result<usize, ErrorKind> {
        Write::write(self, bytes)
    }

    async fn flush(&mut self) -> Result<(), ErrorKind> {
        Write::flush(self)
    }
}

/// Sends frames to a sink that fails at each byte of the first, and when that is flushed.
fn fails_everywhere(
    frame: &[u8],
    mut send: impl FnMut(&mut Failing) -> Result<(), FixedSendError<ErrorKind>>,
) {
    for at in 0..=frame.len() {
        let mut sink = Failing { bytes: Vec::new(), flushed: 0, left: Some(at) };
        assert_eq!(send(&mut sink), Err(FixedSendError::Write(ErrorKind::TimedOut)), "{at}");
        assert_eq!((&sink.bytes[..], sink.flushed), (&frame[..at], 0));
        assert_eq!(send(&mut sink), Ok(()));
        assert_eq!(sink.bytes[at..], *frame, "{at}");
        assert_eq!(sink.flushed, sink.bytes.len());
    }
}

#[test]
fn a_frame_whose_sink_fails_is_reported_and_the_next_is_whole() {
    let mut writer = FixedFrameWriter::<Link, 16>::new();
    let frame = writer.encode(&Ping { nonce: 258 }).unwrap().to_vec();
    fails_everywhere(&frame, |sink| writer.send(&Ping { nonce: 258 }, sink));
    fails_everywhere(&frame, |sink| once(writer.send_async(&Ping { nonce: 258 }, sink)).unwrap());
}

#[test]
fn a_cobs_frame_whose_sink_fails_is_reported_and_the_next_is_whole() {
    let mut writer = CobsWriter::<32>::new();
    let value = (7u8, 0u16, 300u32);
    let frame = writer.encode::<Postcard, _>(&value).unwrap().to_vec();
    fails_everywhere(&frame, |sink| writer.send::<Postcard, _, _>(&value, sink));
    fails_everywhere(&frame, |sink| {
        once(writer.send_async::<Postcard, _, _>(&value, sink)).unwrap()
    });
}
