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

use crate::compact_size;

/// The longest address of a network that is not known, in bytes.
pub const MAX_HOST: usize = 512;

/// An address, of one of several networks (BIP155). It has a length on the wire, which has
/// to be that of its network.
///
/// An address that is none of its network is no error, as in Bitcoin Core, so that the others in its
/// message are read: see [`is_valid`](Self::is_valid).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, tag = u8)]
pub enum Host {
    /// IPv4.
    #[codec(value = 1)]
    Ipv4(SizedHost<4>),
    /// IPv6.
    #[codec(value = 2)]
    Ipv6(SizedHost<16>),
    /// The public key of a Tor service, version 3.
    #[codec(value = 4)]
    TorV3(SizedHost<32>),
    /// The hash of an I2P destination.
    #[codec(value = 5)]
    I2p(SizedHost<32>),
    /// An address of CJDNS.
    #[codec(value = 6)]
    Cjdns(SizedHost<16>),
    /// Any other network: its number, and at most 512 bytes. Number 3 was version 2 of Tor, of which
    /// there are no services any more.
    #[codec(other)]
    Other(u8, #[codec(max = MAX_HOST)] Vec<u8>),
}

/// Starts of IPv6 addresses that Bitcoin Core takes for others: its own names, IPv4, and version 2 of
/// Tor.
const IN_IPV6: [&[u8]; 3] = [
    &[0xfd, 0x6b, 0x88, 0xc0, 0x87, 0x24],
    &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff],
    &[0xfd, 0x87, 0xd8, 0x7e, 0xeb, 0x43],
];

macro_rules! is_valid {
    ($($form:ty),*) => {$(
        impl $form {
            /// Returns true for an address that Bitcoin Core does not ignore: of a known network, of
            /// IPv6 without an address of another network in it, of CJDNS from `0xfc` on.
            #[must_use]
            pub fn is_valid(&self) -> bool {
                match self {
                    Self::Ipv4(_) | Self::TorV3(_) | Self::I2p(_) => true,
                    Self::Ipv6(host) => !IN_IPV6.iter().any(|start| host.0.starts_with(start)),
                    Self::Cjdns(host) => host.0[0] == 0xfc,
                    Self::Other(..) => false,
                }
            }
        }
    )*};
}

is_valid!(Host, HostRef<'_>);
codec_core::shared! { is_valid!(HostShared); }

/// An address of `N` bytes, after a length that says so.
///
/// ```
/// use codec_bitcoin::address::SizedHost;
/// use codec_core::{Consensus, DecodeErrorKind, Format};
/// let host = SizedHost([127, 0, 0, 1]);
/// assert_eq!(Consensus::to_vec(&host)?, [4, 127, 0, 0, 1]);
/// let error = Consensus::from_slice::<SizedHost<4>>(&[5, 127, 0, 0, 1, 9]).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidMagic, 0));
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(plain, schema, magic = Self::LEN)]
pub struct SizedHost<const N: usize>(pub [u8; N]);

impl<const N: usize> SizedHost<N> {
    /// The length as it is on the wire, a `CompactSize` of one byte.
    #[expect(clippy::cast_possible_truncation, reason = "the longest has 32 bytes")]
    const LEN: u8 = {
        assert!(N < 0xfd, "the length takes one byte");
        N as u8
    };
}

/// A node, in a message of BIP155.
///
/// ```
/// use codec_bitcoin::address::{Host, NetAddressV2, SizedHost};
/// use codec_core::{Consensus, Format};
/// let host = Host::Ipv4(SizedHost([127, 0, 0, 1]));
/// let address = NetAddressV2 { time: 1, services: 0x409, host, port: 8333 };
/// let bytes = Consensus::to_vec(&address)?;
/// assert_eq!(bytes, [1, 0, 0, 0, 0xfd, 9, 4, 1, 4, 127, 0, 0, 1, 0x20, 0x8d]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct NetAddressV2 {
    /// Time it was last seen, in seconds since 1970.
    pub time: u32,
    /// The services that the node offers, one bit each: a `CompactSize`.
    #[codec(with = compact_size)]
    pub services: u64,
    /// The node's address.
    pub host: Host,
    /// TCP port; 0 where there is none.
    #[codec(be)]
    pub port: u16,
}

/// Announces nodes, to those that have sent [`SendAddrV2`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "addrv2")]
pub struct AddrV2 {
    /// At most 1,000.
    #[codec(max = MAX_ADDRESSES)]
    pub addresses: Vec<NetAddressV2>,
}

/// Asks for [`AddrV2`] instead of [`Addr`] (BIP155); sent before the `verack`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Encode, Decode)]
#[codec(borrow, shared, schema, id = "sendaddrv2")]
pub struct SendAddrV2 {}
