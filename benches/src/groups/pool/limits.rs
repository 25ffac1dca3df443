//! Cost of a message without a pool or a codec: the limits that owned and shared messages are
//! compared with.

use bytes::Bytes;
use codec_core::wire::{B064K, U256};
use codec_pool::Pool;

use super::ways::Way;
use crate::frame::Job;

/// Length of the frame header, and of all that comes before the last field of the message.
const HEADER: usize = 6;
const FIXED: usize = HEADER + 4 + 32 + 2;
/// The length of a frame with a last field of 64 bytes.
const FRAME: usize = FIXED + 64;

fn fixed(frame: &[u8]) -> (u32, [u8; 32]) {
    let channel = frame[HEADER..HEADER + 4].try_into().expect("it has four bytes");
    let root = frame[HEADER + 4..HEADER + 36].try_into().expect("it has 32 bytes");
    (u32::from_le_bytes(channel), root)
}

/// The frame copied in, and its fields copied out of it, the last one into memory of its own.
#[derive(Debug)]
pub(super) struct Copies;

impl Way for Copies {
    const NAME: &'static str = "=copies and an allocation";
    type Connection = Vec<u8>;
    type Kept = Job;

    fn connect(_: &Pool) -> Vec<u8> {
        Vec::with_capacity(4096)
    }

    #[inline(always)]
    fn message(buffer: &mut Vec<u8>, wire: &[u8]) -> Job {
        buffer.clear();
        buffer.extend_from_slice(wire);
        let (channel_id, root) = fixed(buffer);
        let suffix = B064K::try_from(buffer[FIXED..].to_vec()).expect("it is not too long");
        Job { channel_id, merkle_root: U256(root), coinbase_suffix: suffix }
    }

    fn is_right(kept: &mut Job, wire: &[u8]) -> bool {
        kept.channel_id == 1
            && kept.merkle_root.0 == [0x42; 32]
            && *kept.coinbase_suffix.as_bytes() == wire[FIXED..]
    }
}

/// The frame copied into an array that a `Bytes` owns, which is one allocation, and a slice of it for the
/// last field, which counts a reference.
#[derive(Debug)]
pub(super) struct OwnedBytes;

impl Way for OwnedBytes {
    const NAME: &'static str = "=`Bytes::from_owner` of a copy";
    type Connection = ();
    type Kept = (u32, [u8; 32], Bytes);

    fn connect(_: &Pool) {}

    #[inline(always)]
    fn message((): &mut (), wire: &[u8]) -> Self::Kept {
        let frame: [u8; FRAME] = wire.try_into().expect("it is a frame of this length");
        let frame = Bytes::from_owner(frame);
        let (channel, root) = fixed(&frame);
        (channel, root, frame.slice(FIXED..))
    }

    fn is_right((channel, root, suffix): &mut Self::Kept, wire: &[u8]) -> bool {
        *channel == 1 && *root == [0x42; 32] && suffix[..] == wire[FIXED..]
    }
}
