//! Addresses of the Internet protocols: the octets; a tag (version 4: 0,
//! version 6: 1) where either is possible; the port as an integer. The flow
//! label and the scope of a version 6 socket address are not encoded.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::field::{FormatWidth, Tag};
use crate::format::size::Size;
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

macro_rules! octets {
    ($($address:ident[$len:literal];)*) => {$(
        impl Encode for $address {
            crate::value::encode::fixed_len!($len);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                const { Unsupported::refuse(F::RULES.unsupported.address) };
                w.array(&self.octets())
            }
        }

        impl Decodable for $address {
            crate::format::size::sizes!(size: Size::fixed($len));
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                const { Unsupported::refuse(F::RULES.unsupported.address) };
                r.array::<$len>().map(|octets| Self::from(*octets))
            }
            crate::value::memory::no_memory!();
        }

        crate::impl_plain!($address);
    )*};
}

octets! {
    Ipv4Addr[4];
    Ipv6Addr[16];
}

macro_rules! with_port {
    ($($address:ident $ip:ident, $make:expr;)*) => {$(
        crate::value::encode::encode_as!($address as ($ip, u16); |it| &(*it.ip(), it.port()));

        impl Decodable for $address {
            crate::format::size::sizes!(size: <($ip, u16) as Decodable>::size::<F>());
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                <($ip, u16)>::decode(r).map($make)
            }
            crate::value::memory::no_memory!();
        }

        crate::impl_plain!($address);
    )*};
}

with_port! {
    SocketAddrV4 Ipv4Addr, |(ip, port)| Self::new(ip, port);
    SocketAddrV6 Ipv6Addr, |(ip, port)| Self::new(ip, port, 0, 0);
}

macro_rules! either {
    ($($address:ident $v4:ident $v6:ident;)*) => {$(
        impl Encode for $address {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encoded_size<F: Format>() -> Size {
                F::tag_size().and($v4::encoded_size::<F>().or($v6::encoded_size::<F>()))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encoded_len<F: Format>(&self) -> usize {
                match self {
                    Self::V4(address) => F::tag_len(0) + address.encoded_len::<F>(),
                    Self::V6(address) => F::tag_len(1) + address.encoded_len::<F>(),
                }
            }
            #[inline]
            fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                const { Unsupported::refuse(F::RULES.unsupported.address) };
                match self {
                    Self::V4(address) => {
                        F::write_tag(w.output(), 0)?;
                        address.encode(w)
                    }
                    Self::V6(address) => {
                        F::write_tag(w.output(), 1)?;
                        address.encode(w)
                    }
                }
            }
        }

        impl Decodable for $address {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn size<F: Format>() -> Size {
                let (v4, v6) = (<$v4 as Decodable>::size::<F>(), <$v6 as Decodable>::size::<F>());
                F::tag_size().and(v4.or(v6))
            }
            #[inline]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                const { Unsupported::refuse(F::RULES.unsupported.address) };
                let start = r.offset();
                match FormatWidth::read(r)? {
                    0 => $v4::decode(r).map(Self::V4),
                    1 => $v6::decode(r).map(Self::V6),
                    _ => Err(DecodeError::new(DecodeErrorKind::InvalidTag, start)),
                }
            }
            crate::value::memory::no_memory!();
        }

        crate::impl_plain!($address);
    )*};
}

either! {
    IpAddr Ipv4Addr Ipv6Addr;
    SocketAddr SocketAddrV4 SocketAddrV6;
}
