//! The kinds of messages: their names, longest payloads, and protocol versions.

pub use codec_node::COMMAND_LEN;
use codec_node::NodeProtocol;

use crate::digest::Digest;

/// The version of the protocol that this crate speaks.
pub const PROTOCOL_VERSION: u32 = 70_016;

/// The longest payload of any message in bytes, known or not: Bitcoin Core disconnects
/// from a node that declares more.
pub const MAX_MESSAGE_PAYLOAD: usize = 4_000_000;

/// A kind of message: its name in the header of frames, since which version of the protocol
/// it is sent, and how long its payload may be.
///
/// ```
/// use codec_bitcoin::Command;
/// let ping = Command::named("ping").ok_or("it is known")?;
/// assert_eq!((ping.name(), ping.max_payload_ever()), ("ping", 8));
/// let fees = Command::named("feefilter").ok_or("it is known")?;
/// assert_eq!((fees.is_in(70_012), fees.is_in(70_013)), (false, true));
/// assert!(Command::named("alert").is_none());
/// # Ok::<(), &str>(())
/// ```
pub type Command = codec_node::Command<Bitcoin>;

/// Bitcoin's commands and checksum, on all of its networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bitcoin;

impl NodeProtocol for Bitcoin {
    const COMMANDS: &'static [Command] = &[
        Command::new("addr", 30_003),
        Command::new("addrv2", 531_003).since(70_016),
        Command::new("block", MAX_MESSAGE_PAYLOAD),
        Command::new("blocktxn", MAX_MESSAGE_PAYLOAD).since(70_014),
        Command::new("cfcheckpt", MAX_MESSAGE_PAYLOAD).since(70_015),
        Command::new("cfheaders", 64_068).since(70_015),
        Command::new("cfilter", MAX_MESSAGE_PAYLOAD).since(70_015),
        Command::new("cmpctblock", MAX_MESSAGE_PAYLOAD).since(70_014),
        Command::new("feefilter", 8).since(70_013),
        Command::new("filteradd", 523).since(70_001),
        Command::new("filterclear", 0).since(70_001),
        Command::new("filterload", 36_012).since(70_001),
        Command::new("getaddr", 0),
        Command::new("getblocks", 16_039),
        Command::new("getblocktxn", 196_645).since(70_014),
        Command::new("getcfcheckpt", 33).since(70_015),
        Command::new("getcfheaders", 37).since(70_015),
        Command::new("getcfilters", 37).since(70_015),
        Command::new("getdata", 1_800_003),
        Command::new("getheaders", 16_039).since(31_800),
        Command::new("headers", 162_003).since(31_800),
        Command::new("inv", 1_800_003),
        Command::new("mempool", 0).since(60_002),
        Command::new("merkleblock", MAX_MESSAGE_PAYLOAD).since(70_001),
        Command::new("notfound", 1_800_003),
        Command::new("ping", 8).since(60_001),
        Command::new("pong", 8).since(60_001),
        Command::new("reject", 158).since(70_002),
        Command::new("sendaddrv2", 0).since(70_016),
        Command::new("sendcmpct", 9).since(70_014),
        Command::new("sendheaders", 0).since(70_012),
        Command::new("sendtxrcncl", 12).since(70_016),
        Command::new("tx", MAX_MESSAGE_PAYLOAD),
        Command::new("verack", 0),
        Command::new("version", 344),
        Command::new("wtxidrelay", 0).since(70_016),
    ];
    const MAX_PAYLOAD: usize = MAX_MESSAGE_PAYLOAD;
    const LENGTH_FIRST: bool = false;
    const CHECKSUM: &'static str = "double SHA-256, first four bytes";
    const CHECKSUM_DOC: &'static str =
        "First four bytes of the double SHA-256 hash of the payload.";

    #[inline]
    fn checksum(payload: &[u8]) -> [u8; 4] {
        let [a, b, c, d, ..] = Digest::of(payload).0;
        [a, b, c, d]
    }
}
