//! Measured work: one frame, from its bytes to a message, for each way to keep a message.
//!
//! The frame and the timed region are those of `codec_sv2`'s `pool_lifecycle` benchmark: the bytes
//! are copied in, the frame is found, its message is decoded and kept. Kept messages are dropped
//! outside the timed region. A [`Way`] gets one frame at a time, since `codec_sv2` takes no more;
//! [`Reads`] measures many frames from one read.

use codec_core::wire::{B016M, B064K, U256};
use codec_core::{Encode, Sv2};
use codec_pool::{FrameWriter, Pool};
use codec_stratum::FrameHeader;

use crate::frame::Job;

/// From the bytes of a frame to what a program keeps of it.
pub trait Way {
    /// Its heading, with a star for ours.
    const NAME: &'static str;
    /// The state of a connection.
    type Connection;
    /// The kept message, or its frame.
    type Kept;
    /// A new connection.
    fn connect(pool: &Pool) -> Self::Connection;
    /// Takes one frame in, decodes it, and keeps the message or its frame.
    ///
    /// # Panics
    /// When `wire` is not one frame.
    fn message(connection: &mut Self::Connection, wire: &[u8]) -> Self::Kept;
    /// Returns whether the kept message is the one that was sent.
    fn is_right(kept: &mut Self::Kept, wire: &[u8]) -> bool;
}

/// Returns whether these are the fields of a message of [`small_wire`] or [`large_wire`].
fn are_fields(channel_id: u32, root: [u8; 32], suffix: &[u8], wire: &[u8]) -> bool {
    let before = wire.len() - suffix.len();
    channel_id == 1 && root == [0x42; 32] && wire.ends_with(suffix) && [44, 45].contains(&before)
}

/// A way that takes all available bytes, which no peer supports.
pub trait Reads: Way {
    /// The next message of a stream that does not end before it.
    ///
    /// # Panics
    /// When the stream ends, or contains no valid frame.
    fn read(connection: &mut Self::Connection, stream: &mut &[u8]) -> Self::Kept;
}

/// Lends the next frame of a stream.
macro_rules! read {
    ($reader:expr, $stream:expr) => {
        $reader.read_frame($stream).expect("the frame is sound").expect("the frame is there")
    };
}

/// Lends the next frame of a reader that gets all of it at once.
macro_rules! at_once {
    ($reader:expr, $wire:expr) => {{
        let fed = $reader.feed($wire).expect("the pool has room");
        debug_assert_eq!(fed, $wire.len());
        $reader.next_frame().expect("the frame is sound").expect("the frame is there")
    }};
}

/// The same, but fed whenever there is room for more.
macro_rules! in_pieces {
    ($reader:expr, $wire:expr) => {{
        let mut fed = $reader.feed($wire).expect("the pool has room");
        while fed < $wire.len() {
            assert!($reader.next_frame().expect("the frame is sound").is_none());
            fed += $reader.feed(&$wire[fed..]).expect("the pool has room");
        }
        $reader.next_frame().expect("the frame is sound").expect("the frame is there")
    }};
}

/// The ways of one type of message.
macro_rules! ways {
    ($acquire:ident, $ours:ty, $view:ident, $shared:ty, $theirs:ident, $kept:ty) => {
        /// `codec_sv2`, its frame kept, the message borrowed from it.
        #[derive(Debug)]
        pub struct PeerFrame;

        impl Way for PeerFrame {
            const NAME: &'static str = "codec_sv2 7.0.0, frame kept";
            type Connection = codec_sv2::Decoder;
            type Kept = peer::Frame;

            fn connect(_: &Pool) -> Self::Connection {
                codec_sv2::Decoder::new()
            }

            #[inline(always)]
            fn message(decoder: &mut Self::Connection, wire: &[u8]) -> Self::Kept {
                let mut frame = peer::acquire(decoder, wire);
                let job: $theirs<'_> = binary_sv2::from_bytes(frame.payload()).expect("decodes");
                black_box(&job);
                frame
            }

            fn is_right(kept: &mut Self::Kept, wire: &[u8]) -> bool {
                kept.payload() == &wire[HEADER..]
            }
        }

        /// `codec_sv2`, the message copied out of its frame, which is dropped.
        #[derive(Debug)]
        pub struct PeerOwned;

        impl Way for PeerOwned {
            const NAME: &'static str = "codec_sv2 7.0.0, copied out";
            type Connection = codec_sv2::Decoder;
            type Kept = $kept;

            fn connect(_: &Pool) -> Self::Connection {
                codec_sv2::Decoder::new()
            }

            #[inline(always)]
            fn message(decoder: &mut Self::Connection, wire: &[u8]) -> Self::Kept {
                let mut frame = peer::acquire(decoder, wire);
                let job: $theirs<'_> = binary_sv2::from_bytes(frame.payload()).expect("decodes");
                <$kept>::new(&job)
            }

            fn is_right(kept: &mut Self::Kept, wire: &[u8]) -> bool {
                are_fields(kept.channel_id, kept.merkle_root, &kept.coinbase_suffix, wire)
            }
        }

        /// `buffer_sv2` alone, with the end of the frame known in advance.
        #[derive(Debug)]
        pub struct PeerBuffer;

        impl Way for PeerBuffer {
            const NAME: &'static str = "buffer_sv2 3.0.1 alone, slice kept";
            type Connection = buffer_sv2::BufferPool<buffer_sv2::BufferFromSystemMemory>;
            type Kept = buffer_sv2::Slice;

            fn connect(_: &Pool) -> Self::Connection {
                buffer_sv2::BufferPool::new(PEER_POOL)
            }

            #[inline(always)]
            fn message(pool: &mut Self::Connection, wire: &[u8]) -> Self::Kept {
                use buffer_sv2::Buffer as _;
                pool.get_writable(wire.len()).copy_from_slice(wire);
                let mut slice = pool.get_data_owned();
                let payload = &mut slice.as_mut()[HEADER..];
                let job: $theirs<'_> = binary_sv2::from_bytes(payload).expect("decodes");
                black_box(&job);
                slice
            }

            fn is_right(kept: &mut Self::Kept, wire: &[u8]) -> bool {
                kept.as_mut() == wire
            }
        }

        /// Ours, the frame detached and kept, the message borrowed from it.
        #[derive(Debug)]
        pub struct OurFrame;

        impl Way for OurFrame {
            const NAME: &'static str = "*frame detached and kept";
            type Connection = FrameReader<FrameHeader>;
            type Kept = Frame<FrameHeader>;

            fn connect(pool: &Pool) -> Self::Connection {
                FrameReader::new(pool.clone())
            }

            #[inline(always)]
            fn message(reader: &mut Self::Connection, wire: &[u8]) -> Self::Kept {
                let frame = $acquire!(reader, wire);
                black_box(frame.decode_ref::<Sv2, $view<'_>>().expect("decodes"));
                frame.detach()
            }

            fn is_right(kept: &mut Self::Kept, wire: &[u8]) -> bool {
                kept.bytes() == wire
            }
        }

        impl Reads for OurFrame {
            #[inline(always)]
            fn read(reader: &mut Self::Connection, stream: &mut &[u8]) -> Self::Kept {
                let frame = read!(reader, stream);
                black_box(frame.decode_ref::<Sv2, $view<'_>>().expect("decodes"));
                frame.detach()
            }
        }

        /// Ours, the message decoded owned and kept.
        #[derive(Debug)]
        pub struct OurOwned;

        impl Way for OurOwned {
            const NAME: &'static str = "*owned";
            type Connection = FrameReader<FrameHeader>;
            type Kept = $ours;

            fn connect(pool: &Pool) -> Self::Connection {
                FrameReader::new(pool.clone())
            }

            #[inline(always)]
            fn message(reader: &mut Self::Connection, wire: &[u8]) -> Self::Kept {
                $acquire!(reader, wire).decode::<Sv2, $ours>().expect("decodes")
            }

            fn is_right(kept: &mut Self::Kept, wire: &[u8]) -> bool {
                let suffix = kept.coinbase_suffix.as_bytes();
                are_fields(kept.channel_id, kept.merkle_root.0, suffix, wire)
            }
        }

        impl Reads for OurOwned {
            #[inline(always)]
            fn read(reader: &mut Self::Connection, stream: &mut &[u8]) -> Self::Kept {
                read!(reader, stream).decode::<Sv2, $ours>().expect("decodes")
            }
        }

        /// Ours, the message kept; its bytes are in the pool's reference-counted memory.
        #[derive(Debug)]
        pub struct OurShared;

        impl Way for OurShared {
            const NAME: &'static str = "*shared";
            type Connection = FrameReader<FrameHeader>;
            type Kept = $shared;

            fn connect(pool: &Pool) -> Self::Connection {
                FrameReader::new(pool.clone())
            }

            #[inline(always)]
            fn message(reader: &mut Self::Connection, wire: &[u8]) -> Self::Kept {
                $acquire!(reader, wire).decode_shared::<Sv2, $shared>().expect("decodes")
            }

            fn is_right(kept: &mut Self::Kept, wire: &[u8]) -> bool {
                let suffix = kept.coinbase_suffix.as_bytes();
                are_fields(kept.channel_id, kept.merkle_root.0, suffix, wire)
            }
        }

        impl Reads for OurShared {
            #[inline(always)]
            fn read(reader: &mut Self::Connection, stream: &mut &[u8]) -> Self::Kept {
                read!(reader, stream).decode_shared::<Sv2, $shared>().expect("decodes")
            }
        }
    };
}

/// The frame header's length.
const HEADER: usize = 6;
/// The size that `codec_sv2`'s decoder passes to its `buffer_sv2::BufferPool`.
const PEER_POOL: usize = 5 * 65536;

/// The message of `codec_sv2`'s benchmark, with a last field of this length.
///
/// # Panics
/// When it is over 65,535 bytes.
pub fn small_wire(suffix: usize) -> Vec<u8> {
    let coinbase_suffix = B064K::try_from(vec![0xab; suffix]).expect("it is not too long");
    encode(&Job { channel_id: 1, merkle_root: U256([0x42; 32]), coinbase_suffix })
}

/// The same with a `B0_16M` as its last field.
///
/// # Panics
/// When it is over what a frame can hold.
pub fn large_wire(suffix: usize) -> Vec<u8> {
    let coinbase_suffix = B016M::try_from(vec![0xab; suffix]).expect("it is not too long");
    encode(&large::Block { channel_id: 1, merkle_root: U256([0x42; 32]), coinbase_suffix })
}

fn encode<M: Encode>(message: &M) -> Vec<u8> {
    let mut writer = FrameWriter::<FrameHeader>::new(Pool::default());
    writer.write_message::<Sv2, _>(0, codec_stratum::CHANNEL, message).expect("it fits a frame");
    let mut wire = Vec::new();
    writer.flush(&mut wire).expect("a vector takes everything");
    wire
}

/// Messages whose fields are at most 65,535 bytes long.
pub mod small {
    use std::hint::black_box;

    use codec_core::Sv2;
    use codec_pool::{Frame, FrameReader, Pool};
    use codec_stratum::FrameHeader;

    use super::{HEADER, PEER_POOL, Reads, Way, are_fields};
    use crate::frame::peer::{self, Job as PeerJob};
    use crate::frame::{Job, JobRef, JobShared};

    ways!(at_once, Job, JobRef, JobShared, PeerJob, peer::Kept);
}

/// Messages up to 16 MB.
pub mod large {
    use std::hint::black_box;

    use codec_core::wire::{B016M, U256};
    use codec_core::{Decode, Encode, Sv2};
    use codec_pool::{Frame, FrameReader, Pool};
    use codec_stratum::FrameHeader;

    use super::{HEADER, PEER_POOL, Reads, Way, are_fields};
    use crate::frame::peer;
    use theirs::{Block as PeerBlock, Kept};

    /// The benchmark's message with a last field of up to 16 MB.
    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    #[codec(borrow, shared)]
    pub struct Block {
        /// The channel.
        pub channel_id: u32,
        /// A hash.
        pub merkle_root: U256,
        /// Bytes of variable length.
        pub coinbase_suffix: B016M,
    }

    /// The peer's message, by the peer's derive.
    #[expect(missing_docs, reason = "the peer's derive writes items without")]
    pub mod theirs {
        use binary_sv2::{B016M, Deserialize, Serialize, U256};

        /// The same message.
        #[derive(Debug, Clone, Serialize, Deserialize)]
        pub struct Block<'decoder> {
            /// The channel.
            pub channel_id: u32,
            /// A hash.
            pub merkle_root: U256<'decoder>,
            /// Bytes of variable length.
            pub coinbase_suffix: B016M<'decoder>,
        }

        /// The same, copied out of the frame.
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
            pub fn new(block: &Block<'_>) -> Self {
                let mut merkle_root = [0; 32];
                merkle_root.copy_from_slice(block.merkle_root.as_bytes());
                let coinbase_suffix = block.coinbase_suffix.as_bytes().to_vec();
                Self { channel_id: block.channel_id, merkle_root, coinbase_suffix }
            }
        }
    }

    ways!(in_pieces, Block, BlockRef, BlockShared, PeerBlock, Kept);
}
