//! Frames that the server sends, as bytes that a fault may change.

use codec_core::{ById, Format as _, Header as _, Sv2, ToPayload};
use codec_stratum::FrameHeader;

/// A frame in bytes.
pub(crate) fn frame<M: ToPayload<ById, u32>>(message: &M) -> Vec<u8> {
    let payload = Sv2::to_vec(message).expect("it has an encoding");
    let (id, flags) = message.envelope();
    let header = FrameHeader::describe(id, flags, &payload).expect("it is short");
    let mut bytes = vec![0; FrameHeader::SIZE];
    header.write(&mut bytes);
    [bytes, payload].concat()
}

/// The frame with these bytes appended to its payload.
pub(super) fn with_end(mut frame: Vec<u8>, end: &[u8]) -> Vec<u8> {
    frame.extend_from_slice(end);
    let len = u32::try_from(frame.len() - FrameHeader::SIZE).expect("it is short");
    frame[3..6].copy_from_slice(&len.to_le_bytes()[..3]);
    frame
}
