//! Addresses of nodes.

use codec_core::wire::Vec;
use codec_derive::{Decode, Encode};

/// A node, without the time it was last seen.
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_node::address::NetAddress;
/// let address = NetAddress { services: 9, ip: [0xab; 16], port: 8333 };
/// let bytes = Consensus::to_vec(&address)?;
/// assert_eq!(bytes[..8], [9, 0, 0, 0, 0, 0, 0, 0]);
/// assert_eq!(bytes[24..], [0x20, 0x8d]); // the port alone is big-endian
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct NetAddress {
    /// The services that the node offers, one bit each.
    pub services: u64,
    /// IPv6, or IPv4 mapped into it.
    pub ip: [u8; 16],
    /// TCP port.
    #[codec(be)]
    pub port: u16,
}

/// A node, with the time it was last seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct SeenAddress {
    /// Time it was last seen, in seconds since 1970.
    pub time: u32,
    /// The services that the node offers, one bit each.
    pub services: u64,
    /// IPv6, or IPv4 mapped into it.
    pub ip: [u8; 16],
    /// TCP port.
    #[codec(be)]
    pub port: u16,
}

/// The most nodes of one message.
pub const MAX_ADDRESSES: usize = 1_000;

/// Announces nodes. Newer versions of the protocols have another message for that.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "addr")]
pub struct Addr {
    /// At most 1,000.
    #[codec(max = MAX_ADDRESSES)]
    pub addresses: Vec<SeenAddress>,
}

/// Requests the addresses of nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Encode, Decode)]
#[codec(borrow, shared, schema, id = "getaddr")]
pub struct GetAddr {}
