//! The kinds of messages: their names, maximum lengths, and protocol versions.

pub use codec_node::COMMAND_LEN;
use codec_node::NodeProtocol;

use crate::blake256::blake256;

/// The version of the protocol that this crate speaks.
pub const PROTOCOL_VERSION: u32 = 12;

/// The version that raised the size of a block.
pub const MAX_BLOCK_SIZE_VERSION: u32 = 4;

/// The longest payload of any message: 32 MiB.
pub const MAX_MESSAGE_PAYLOAD: usize = 32 << 20;

/// A kind of message: its name in the header of frames, in which versions of
/// the protocol it is sent, and how long its payload may be.
///
/// ```
/// use codec_decred::Command;
/// let ping = Command::named("ping").ok_or("it is known")?;
/// assert_eq!((ping.name(), ping.max_payload(12)), ("ping", Some(8)));
/// let addr = Command::named("addr").ok_or("it is known")?;
/// assert_eq!((addr.max_payload(11), addr.max_payload(12)), (Some(30_003), None));
/// assert!(Command::named("alert").is_none());
/// # Ok::<(), &str>(())
/// ```
pub type Command = codec_node::Command<Decred>;

/// The longest payload of a block or transaction.
const BLOCK: usize = 1_310_720;
/// The same before version 4.
const OLD_BLOCK: usize = 1_000_000;

/// Decred's commands and checksum, on all of its networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decred;

impl NodeProtocol for Decred {
    const COMMANDS: &'static [Command] = &[
        Command::new("addr", 30_003).until(11),
        Command::new("addrv2", 51_003).since(12),
        Command::new("block", BLOCK).before(MAX_BLOCK_SIZE_VERSION, OLD_BLOCK),
        Command::new("cfheaders", 64_036).since(6),
        Command::new("cfilter", 262_182).since(6),
        Command::new("cfiltersv2", 26_321_001).since(11),
        Command::new("cfilterv2", 263_210).since(7),
        Command::new("cftypes", 259).since(6),
        Command::new("feefilter", 8).since(5),
        Command::new("getaddr", 0),
        Command::new("getblocks", 16_039),
        Command::new("getcfheaders", 16_036).since(6),
        Command::new("getcfilter", 33).since(6),
        Command::new("getcfilterv2", 32).since(7),
        Command::new("getcfsv2", 64).since(11),
        Command::new("getcftypes", 0).since(6),
        Command::new("getdata", 1_800_003),
        Command::new("getheaders", 16_039),
        Command::new("getinitstate", 1_057).since(8),
        Command::new("getminings", 0),
        Command::new("headers", 362_003),
        Command::new("initstate", 1_763).since(8),
        Command::new("inv", 1_800_003),
        Command::new("mempool", 0),
        Command::new("miningstate", 1_546),
        Command::new("mixconfirm", 1_016_520).since(10),
        Command::new("mixcphrtxt", 552_584).since(10),
        Command::new("mixdcnet", 20_988_047).since(10),
        Command::new("mixfactpoly", 49_291).since(10),
        Command::new("mixkeyxchg", 17_815).since(10),
        Command::new("mixpairreq", 8_476_848).since(10),
        Command::new("mixsecrets", 70_831).since(10),
        Command::new("mixslotres", 17_318_030).since(10),
        Command::new("notfound", 1_800_003),
        Command::new("ping", 8),
        Command::new("pong", 8),
        Command::new("sendheaders", 0).since(3),
        Command::new("tx", BLOCK).before(MAX_BLOCK_SIZE_VERSION, OLD_BLOCK),
        Command::new("verack", 0),
        Command::new("version", 358),
    ];
    const MAX_PAYLOAD: usize = MAX_MESSAGE_PAYLOAD;
    const LENGTH_FIRST: bool = true;
    const CHECKSUM: &'static str = "BLAKE-256, first four bytes";
    const CHECKSUM_DOC: &'static str = "First four bytes of the BLAKE-256 hash of the payload.";

    #[inline]
    fn checksum(payload: &[u8]) -> [u8; 4] {
        let [a, b, c, d, ..] = blake256(payload);
        [a, b, c, d]
    }
}
