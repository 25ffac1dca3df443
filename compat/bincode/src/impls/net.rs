//! Addresses.
#![forbid(unsafe_code)]

use core::any::type_name;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

use super::unexpected;
use crate::de::read::Reader as _;
use crate::de::{Decode, Decoder};
use crate::enc::write::Writer as _;
use crate::enc::{Encode, Encoder};
use crate::error::{DecodeError, EncodeError};
use crate::impl_borrow_decode;

macro_rules! addresses {
    ($($address:ident $len:literal;)*) => {$(
        impl<Context> Decode<Context> for $address {
            fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
                let mut octets = [0; $len];
                decoder.reader().read(&mut octets)?;
                Ok(Self::from(octets))
            }
        }
        impl_borrow_decode!($address);

        impl Encode for $address {
            fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
                encoder.writer().write(&self.octets())
            }
        }
    )*};
}

addresses! {
    Ipv4Addr 4;
    Ipv6Addr 16;
}

impl<Context> Decode<Context> for SocketAddrV4 {
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        <(Ipv4Addr, u16)>::decode(decoder).map(|(ip, port)| Self::new(ip, port))
    }
}
impl_borrow_decode!(SocketAddrV4);

impl Encode for SocketAddrV4 {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        (self.ip(), self.port()).encode(encoder)
    }
}

impl<Context> Decode<Context> for SocketAddrV6 {
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        <(Ipv6Addr, u16)>::decode(decoder).map(|(ip, port)| Self::new(ip, port, 0, 0))
    }
}
impl_borrow_decode!(SocketAddrV6);

impl Encode for SocketAddrV6 {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        (self.ip(), self.port()).encode(encoder)
    }
}

macro_rules! either {
    ($($ty:ident $four:ty, $six:ty;)*) => {$(
        impl<Context> Decode<Context> for $ty {
            fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
                match u32::decode(decoder)? {
                    0 => <$four>::decode(decoder).map(Self::V4),
                    1 => <$six>::decode(decoder).map(Self::V6),
                    found => Err(unexpected(found, 1, type_name::<Self>())),
                }
            }
        }
        impl_borrow_decode!($ty);

        impl Encode for $ty {
            fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
                match self {
                    Self::V4(four) => (0u32, four).encode(encoder),
                    Self::V6(six) => (1u32, six).encode(encoder),
                }
            }
        }
    )*};
}

either! {
    IpAddr Ipv4Addr, Ipv6Addr;
    SocketAddr SocketAddrV4, SocketAddrV6;
}
