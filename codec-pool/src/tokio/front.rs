//! The front of received bytes. A reader has the same steps in one function of its own,
//! which keeps their results in registers.
#![forbid(unsafe_code)]

use codec_core::{DecodeError, Header};

/// Why there is no frame at the front of a stream.
pub(crate) enum Miss {
    /// Too few bytes to decide: that many are needed.
    Needs(usize),
    /// An invalid header.
    Header(DecodeError),
    /// A header whose payload of that many bytes is over the limit.
    TooLong(usize),
    /// A whole frame of that many bytes, whose payload does not match.
    Payload(DecodeError, usize),
}

/// Looks for a frame at the front of `bytes`, which are at least [`Header::SIZE`] long: its header,
/// and its length with the header.
#[inline]
pub(crate) fn front<H: Header>(bytes: &[u8], max_payload: usize) -> Result<(H, usize), Miss> {
    let size = if H::SIZE == H::MAX_SIZE {
        H::SIZE
    } else {
        // At least one more, while the header's length is not known.
        let size = H::extent(bytes).unwrap_or(bytes.len() + 1);
        if bytes.len() < size {
            return Err(Miss::Needs(size));
        }
        size
    };
    let (head, rest) = bytes.split_at(size);
    let header = match H::parse(head) {
        Ok(header) => header,
        Err(error) => return Err(Miss::Header(error)),
    };
    let len = header.payload_len();
    if len > max_payload {
        return Err(Miss::TooLong(len));
    }
    let total = size + len;
    let Some(payload) = rest.get(..len) else {
        return Err(Miss::Needs(total));
    };
    match header.verify(payload) {
        Ok(()) => Ok((header, total)),
        Err(error) => Err(Miss::Payload(error, total)),
    }
}
