//! A session of Stratum V2, read and written without an allocator.

use codec_core::{Header, MessageInfo as _, Protocol as _};
use codec_embedded::{FixedFrameReader, FixedFrameWriter};
use codec_stratum::{FrameHeader, Sv2Protocol};

/// Frames of all subprotocols, those of both directions one after another.
const SESSION: &[u8] = include_bytes!("../../../protocols/stratum/data/session.sv2");

/// Room for any frame of the session.
const ROOM: usize = 8192;

/// Each frame holds a message that encodes to the same bytes, and none when it is cut at any byte.
/// Returns how many messages came out.
pub(crate) fn all() -> usize {
    let mut reader = FixedFrameReader::<Sv2Protocol, ROOM>::new();
    let mut writer = FixedFrameWriter::<Sv2Protocol, ROOM>::new();
    let (mut source, mut at, mut messages) = (SESSION, 0, 0);
    while let Some(message) = reader.read_message_ref(&mut source).expect("a message") {
        let frame = writer.encode(&message).expect("it fits");
        assert_eq!(SESSION[at..at + frame.len()], *frame, "message {messages}");
        let payload = &frame[FrameHeader::MAX_SIZE..];
        for cut in 0..payload.len() {
            assert!(Sv2Protocol::decode_ref(message.id(), &payload[..cut]).is_err());
        }
        at += frame.len();
        messages += 1;
    }
    assert_eq!(at, SESSION.len());
    messages
}
