//! Addresses.
#![forbid(unsafe_code)]

use core::any::type_name;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use super::unexpected;
use crate::de::Decoder;
use crate::de::read::Reader as _;
use crate::error::DecodeError;

/// Reads bytes that no limit counts.
fn octets<D: Decoder, const N: usize>(decoder: &mut D) -> Result<[u8; N], DecodeError> {
    let mut octets = [0; N];
    decoder.reader().read(&mut octets)?;
    Ok(octets)
}

decode! {
    Ipv4Addr; |decoder| octets::<_, 4>(decoder).map(Self::from);
    Ipv6Addr; |decoder| octets::<_, 16>(decoder).map(Self::from);
    SocketAddrV4; |decoder| {
        <(Ipv4Addr, u16)>::decode(decoder).map(|(ip, port)| Self::new(ip, port))
    };
    SocketAddrV6; |decoder| {
        <(Ipv6Addr, u16)>::decode(decoder).map(|(ip, port)| Self::new(ip, port, 0, 0))
    };
}

encode! {
    [] Ipv4Addr: |address, encoder| address.octets().encode(encoder);
    [] Ipv6Addr: |address, encoder| address.octets().encode(encoder);
    [] SocketAddrV4: |address, encoder| (address.ip(), address.port()).encode(encoder);
    [] SocketAddrV6: |address, encoder| (address.ip(), address.port()).encode(encoder);
}

macro_rules! either {
    ($($ty:ident $four:ty, $six:ty;)*) => {$(
        decode!($ty; |decoder| match u32::decode(decoder)? {
            0 => <$four>::decode(decoder).map(Self::V4),
            1 => <$six>::decode(decoder).map(Self::V6),
            found => Err(unexpected(found, 1, type_name::<Self>())),
        };);
        encode!([] $ty: |address, encoder| match address {
            Self::V4(four) => (0u32, four).encode(encoder),
            Self::V6(six) => (1u32, six).encode(encoder),
        };);
    )*};
}

either! {
    IpAddr Ipv4Addr, Ipv6Addr;
    SocketAddr SocketAddrV4, SocketAddrV6;
}
