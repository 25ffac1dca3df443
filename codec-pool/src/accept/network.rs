//! The network that an address belongs to.
#![forbid(unsafe_code)]

use std::net::{IpAddr, Ipv6Addr};

/// An IPv4 address, or the prefix of an IPv6 address: one subscriber, as far as addresses say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Network(IpAddr);

impl Network {
    /// The network of an address. An IPv4 address that is mapped to IPv6 is an IPv4 address.
    pub(super) fn of(address: IpAddr, prefix: u8) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(prefix)).unwrap_or(0);
                Self(Ipv6Addr::from_bits(address.to_bits() & mask).into())
            }
            address @ IpAddr::V4(_) => Self(address),
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn network(address: &str, prefix: u8) -> Network {
        Network::of(address.parse().expect("it is an address"), prefix)
    }

    #[test]
    fn a_prefix_is_one_network() {
        assert_eq!(network("2001:db8:0:1::5", 64), network("2001:db8:0:1:ffff::", 64));
        assert_ne!(network("2001:db8:0:1::5", 64), network("2001:db8:0:2::5", 64));
        assert_eq!(network("2001:db8:0:1::5", 56), network("2001:db8:0:2::5", 56));
        assert_ne!(network("2001:db8::5", 128), network("2001:db8::6", 128));
        assert_eq!(network("2001:db8::5", 0), network("fe80::6", 0));
        assert_eq!(network("::ffff:192.0.2.7", 0), network("192.0.2.7", 64));
        assert_ne!(network("192.0.2.7", 0), network("192.0.2.8", 0));
    }
}
