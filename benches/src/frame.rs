//! Acquires a frame and decodes it: the frame {u32, U256, `B0_64K` of 64 bytes} of `codec_sv2`'s
//! pool benchmark, fed one frame at a time, as in that benchmark.
//!
//! Shows what a message costs from the bytes of a socket to a value, with the pool
//! in between. It does not show what reading many frames at once saves: `codec_sv2`
//! requests a header and then a payload, so each frame is fed to both separately.

use std::hint::black_box;

use codec_core::wire::{B064K, U256};
use codec_core::{Decode, Encode, Sv2};
use codec_pool::{FrameReader, FrameWriter, Pool};
use codec_stratum::FrameHeader;

/// The peer's types, by the peer's derive.
#[expect(missing_docs, reason = "the peer's derive writes items without")]
pub mod peer {
    use binary_sv2::{B064K, Deserialize, Serialize, U256};

    /// The message of `codec_sv2`'s pool benchmark.
    #[derive(Debug, Clone, Serialize, Deserialize)]
    pub struct Job<'decoder> {
        /// The channel.
        pub channel_id: u32,
        /// A hash.
        pub merkle_root: U256<'decoder>,
        /// Bytes of variable length.
        pub coinbase_suffix: B064K<'decoder>,
    }

    /// The same without a lifetime: that benchmark copies the message into it.
    #[derive(Debug, Clone)]
    pub struct Kept {
        /// The channel.
        pub channel_id: u32,
        /// A hash.
        pub merkle_root: [u8; 32],
        /// Bytes of variable length.
        pub coinbase_suffix: Vec<u8>,
    }

    impl Kept {
        /// Copies what is borrowed.
        pub fn new(job: &Job<'_>) -> Self {
            let mut merkle_root = [0; 32];
            merkle_root.copy_from_slice(job.merkle_root.as_bytes());
            Self {
                channel_id: job.channel_id,
                merkle_root,
                coinbase_suffix: job.coinbase_suffix.as_bytes().to_vec(),
            }
        }
    }

    /// A frame in `codec_sv2`'s pool.
    pub type Frame = framing_sv2::framing::SerializedFrame<buffer_sv2::Slice>;

    /// Feeds one frame, a read window at a time, as `codec_sv2`'s benchmark does.
    ///
    /// # Panics
    /// When `wire` is not one frame.
    pub fn acquire(decoder: &mut codec_sv2::Decoder, wire: &[u8]) -> Frame {
        let mut offset = 0;
        loop {
            let window = decoder.writable();
            let len = window.len();
            window.copy_from_slice(&wire[offset..offset + len]);
            offset += len;
            match decoder.next_frame().expect("the frame is sound") {
                codec_sv2::Decoded::Frame(frame) => return frame,
                codec_sv2::Decoded::Incomplete(_) => {}
            }
        }
    }
}

/// The message of `codec_sv2`'s pool benchmark.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
pub struct Job {
    /// The channel.
    pub channel_id: u32,
    /// A hash.
    pub merkle_root: U256,
    /// Bytes of variable length.
    pub coinbase_suffix: B064K,
}

/// The frame on the wire: 6 bytes of header, 102 of payload.
///
/// # Panics
/// Never: the message fits its frame.
pub fn wire() -> Vec<u8> {
    let job = Job {
        channel_id: 1,
        merkle_root: U256([0x42; 32]),
        coinbase_suffix: B064K::try_from(&[0xab; 64]).expect("64 bytes are few"),
    };
    let mut writer = FrameWriter::<FrameHeader>::new(Pool::default());
    writer.write_message::<Sv2, _>(0, codec_stratum::CHANNEL, &job).expect("it fits a frame");
    let mut wire = Vec::new();
    writer.flush(&mut wire).expect("a vector takes everything");
    assert_eq!(wire.len(), 6 + 4 + 32 + 2 + 64);
    wire
}

/// Lends the next frame of a reader that was fed exactly one.
macro_rules! acquire {
    ($reader:expr, $wire:expr) => {{
        $reader.feed(black_box($wire)).expect("the pool has room");
        $reader.next_frame().expect("the frame is sound").expect("the frame is there")
    }};
}

/// Our reader over its own pool.
pub fn reader() -> FrameReader<FrameHeader> {
    FrameReader::new(Pool::default())
}

/// Ours, owned: the frame is free when this returns.
///
/// # Panics
/// When `wire` is not one frame.
#[inline]
pub fn owned(reader: &mut FrameReader<FrameHeader>, wire: &[u8]) -> Job {
    acquire!(reader, wire).decode::<Sv2, Job>().expect("it decodes")
}

/// Ours, borrowed: reads every field of the message and drops the message.
///
/// # Panics
/// When `wire` is not one frame.
#[inline]
pub fn borrowed(reader: &mut FrameReader<FrameHeader>, wire: &[u8]) {
    let frame = acquire!(reader, wire);
    black_box(frame.decode_ref::<Sv2, JobRef<'_>>().expect("it decodes"));
}

/// Ours, shared: the message holds a reference-counted handle to the frame's
/// memory.
///
/// # Panics
/// When `wire` is not one frame.
#[inline]
pub fn shared(reader: &mut FrameReader<FrameHeader>, wire: &[u8]) -> JobShared {
    acquire!(reader, wire).decode_shared::<Sv2, JobShared>().expect("it decodes")
}

/// `codec_sv2`, borrowed from the frame; both are dropped.
///
/// # Panics
/// When `wire` is not one frame.
#[inline]
pub fn peer_borrowed(decoder: &mut codec_sv2::Decoder, wire: &[u8]) {
    let mut frame = peer::acquire(decoder, black_box(wire));
    let job: peer::Job<'_> = binary_sv2::from_bytes(frame.payload()).expect("it decodes");
    black_box(&job);
}

/// `codec_sv2`, copied out of the frame; the frame is dropped.
///
/// # Panics
/// When `wire` is not one frame.
#[inline]
pub fn peer_owned(decoder: &mut codec_sv2::Decoder, wire: &[u8]) -> peer::Kept {
    let mut frame = peer::acquire(decoder, black_box(wire));
    let job: peer::Job<'_> = binary_sv2::from_bytes(frame.payload()).expect("it decodes");
    peer::Kept::new(&job)
}
