//! Addresses of nodes.

use codec_core::wire::Vec;
use codec_derive::{Decode, Encode};
pub use codec_node::address::{
    Addr, AddrRef, GetAddr, GetAddrRef, MAX_ADDRESSES, NetAddress, NetAddressRef, SeenAddress,
    SeenAddressRef,
};
codec_core::shared! {
    pub use codec_node::address::{AddrShared, GetAddrShared, NetAddressShared, SeenAddressShared};
}

use crate::check;

/// An address, of one of several networks. Nothing but its kind says how long it is: one of an unknown
/// kind can't be kept or passed over, and its message is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, tag = u8)]
pub enum Host {
    /// IPv4.
    #[codec(value = 1)]
    Ipv4([u8; 4]),
    /// IPv6.
    #[codec(value = 2)]
    Ipv6([u8; 16]),
    /// The public key of a Tor service, version 3.
    #[codec(value = 3)]
    TorV3([u8; 32]),
}

/// A node, as of version 12.
///
/// ```
/// use codec_core::{Consensus, Format}; use codec_decred::address::{Host, NetAddressV2};
/// let address = NetAddressV2 { time: 1, services: 5, host: Host::Ipv4([127, 0, 0, 1]),
/// port: 9108 }; let bytes = Consensus::to_vec(&address)?; assert_eq!(bytes[16..], [1, 127,
/// 0, 0, 1, 0x94, 0x23]); // here the port is little-endian
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct NetAddressV2 {
    /// Time it was last seen, in seconds since 1970.
    #[codec(check = check::time)]
    pub time: u64,
    /// The services that the node offers, one bit each.
    pub services: u64,
    /// The node's address.
    pub host: Host,
    /// TCP port; 0 where there is none.
    pub port: u16,
}

/// Announces nodes, since version 12.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "addrv2")]
pub struct AddrV2 {
    /// 1 to 1,000.
    #[codec(min = 1, max = MAX_ADDRESSES)]
    pub addresses: Vec<NetAddressV2>,
}
