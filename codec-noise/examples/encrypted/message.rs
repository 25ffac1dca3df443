//! A message of any size, and the length of its frame.

use codec_core::wire::B016M;
use codec_core::{Decode, Encode};
use codec_noise::{SEALED_HEADER, sealed_payload_len};

/// A channel, and bytes that make up the rest of the payload.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, id = 0x70)]
pub(crate) struct Template {
    /// The channel.
    pub(crate) channel_id: u32,
    /// The rest.
    pub(crate) bytes: B016M,
}

/// The peer's type, by the peer's derive.
pub(crate) mod peer {
    use binary_sv2::{B016M, Deserialize, Serialize};

    /// The same message.
    #[derive(Debug, Clone, Serialize, Deserialize)]
    pub(crate) struct Template<'decoder> {
        /// The channel.
        pub(crate) channel_id: u32,
        /// The rest.
        pub(crate) bytes: B016M<'decoder>,
    }
}

/// Bytes in a message with a payload of `size` bytes.
pub(crate) const fn rest(size: usize) -> usize {
    size - 4 - 3
}

/// Bytes of its frame on the wire.
pub(crate) const fn wire_len(size: usize) -> usize {
    SEALED_HEADER + sealed_payload_len(size)
}
