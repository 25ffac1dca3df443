//! The decisions of one protocol of nodes, and of one network of it.

use core::fmt;

use crate::command::Command;

/// A protocol of nodes, on any of its networks: its commands, and the checksum of payloads.
///
/// The [README](crate) has one.
pub trait NodeProtocol: Copy + Eq + Send + Sync + fmt::Debug + 'static {
    /// The known commands, in any order, at most 255. Two of one name, a name longer than
    /// [`COMMAND_LEN`](crate::COMMAND_LEN) bytes, and a limit over
    /// [`MAX_PAYLOAD`](Self::MAX_PAYLOAD) are errors at compile time.
    const COMMANDS: &'static [Command<Self>];

    /// The longest payload of any message in bytes, known or not.
    const MAX_PAYLOAD: usize;

    /// `true` if a length over [`MAX_PAYLOAD`](Self::MAX_PAYLOAD) is refused before the network
    /// and the command are looked at. It decides which error a header has that is wrong twice.
    const LENGTH_FIRST: bool;

    /// The checksum's algorithm, such as `BLAKE-256, first four bytes`.
    const CHECKSUM: &'static str;

    /// A description of the checksum, in a sentence.
    const CHECKSUM_DOC: &'static str;

    /// The checksum of a payload.
    fn checksum(payload: &[u8]) -> [u8; 4];
}

/// A protocol of nodes on one network: what a [`FrameHeader`](crate::FrameHeader) needs to know.
pub trait Framing: Copy + Eq + Send + Sync + fmt::Debug + 'static {
    /// The protocol.
    type Protocol: NodeProtocol;

    /// The number at the start of the network's frames, little-endian.
    const MAGIC: u32;

    /// The network's name.
    const NETWORK: &'static str;

    /// `true` if checksums are verified. They are written in either case.
    const CHECKED: bool;
}
