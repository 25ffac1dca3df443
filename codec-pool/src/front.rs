//! What is at the front of received bytes.
#![forbid(unsafe_code)]

use codec_core::{DecodeError, Header};

/// What a stream's next bytes are.
pub(crate) enum Front<H> {
    /// A whole frame, and its length with the header.
    Frame(H, usize),
    /// Not enough to say: there must be so many bytes.
    Needs(usize),
    /// No header.
    Header(DecodeError),
    /// A header of `size` bytes whose payload of `len` bytes is over the limit.
    TooLong { size: usize, len: usize },
    /// A whole frame of so many bytes, whose payload does not match.
    Payload(DecodeError, usize),
}

/// Looks for a frame at the front of `bytes`, of which there are at least
/// [`Header::SIZE`].
#[inline(always)]
pub(crate) fn front<H: Header>(bytes: &[u8], max_payload: usize) -> Front<H> {
    let size = if H::SIZE == H::MAX_SIZE {
        H::SIZE
    } else {
        // At least one more, when it takes more to tell.
        let size = H::extent(bytes).unwrap_or(bytes.len() + 1);
        if bytes.len() < size {
            return Front::Needs(size);
        }
        size
    };
    let (head, rest) = bytes.split_at(size);
    let header = match H::parse(head) {
        Ok(header) => header,
        Err(error) => return Front::Header(error),
    };
    let len = header.payload_len();
    if len > max_payload {
        return Front::TooLong { size, len };
    }
    let total = size + len;
    let Some(payload) = rest.get(..len) else {
        return Front::Needs(total);
    };
    match header.verify(payload) {
        Ok(()) => Front::Frame(header, total),
        Err(error) => Front::Payload(error, total),
    }
}
