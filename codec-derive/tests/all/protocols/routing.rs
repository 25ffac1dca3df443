//! BGP: OPEN and UPDATE.

use codec_core::field::EncodeDetached as _;
use codec_core::{Decode, Encode};

use super::holds;
use crate::agree::forms;

forms! { Bgp: BgpRef, BgpShared; }

/// RFC 4271, 4.1.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Bgp {
    #[codec(magic = b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff")]
    marker: (),
    #[codec(computed = encoded_len(marker..=body))]
    len: u16,
    #[codec(computed = body.tag())]
    kind: u8,
    #[codec(tag = kind, bytes = len.saturating_sub(19), max = 4096 - 19)]
    body: Body,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(detached, be, borrow, shared)]
enum Body {
    #[codec(value = 1)]
    Open {
        version: u8,
        system: u16,
        hold: u16,
        id: [u8; 4],
        #[codec(bytes = u8, tail)]
        parameters: Vec<Parameter>,
    },
    #[codec(value = 2)]
    Update {
        #[codec(bytes = u16, tail)]
        withdrawn: Vec<Prefix>,
        #[codec(bytes = u16, tail)]
        attributes: Vec<Attribute>,
        #[codec(tail)]
        reachable: Vec<Prefix>,
    },
    #[codec(value = 4)]
    KeepAlive,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Parameter {
    kind: u8,
    #[codec(bytes = u8, tail)]
    capabilities: Vec<Capability>,
}

/// RFC 5492, 4.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Capability {
    code: u8,
    #[codec(len = u8)]
    value: Vec<u8>,
}

/// Bits, in as many bytes as they need.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Prefix {
    bits: u8,
    #[codec(count = bits.div_ceil(8), max = 16)]
    bytes: Vec<u8>,
}

/// A bit determines whether the length has one byte or two.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Attribute {
    flags: u8,
    kind: u8,
    #[codec(if = flags & 0x10 == 0, len = u8)]
    short: Option<Vec<u8>>,
    #[codec(if = flags & 0x10 != 0, len = u16)]
    long: Option<Vec<u8>>,
}

const MARKER: &str = "ffffffffffffffffffffffffffffffff";

#[test]
fn bgp_open() {
    // From the tests of the Perl module Net::BGP (open-message-capabilities.2.txt).
    let message: Bgp = holds(&format!(
        "{MARKER} 0031 01 04 1020 0003 01020304 14 02 02 0200 02 06 41 04 12345678
         02 06 01 04 00010001"
    ));
    let Body::Open { system, parameters, .. } = message.body else { panic!("it is an OPEN") };
    assert_eq!((system, parameters.len()), (0x1020, 3));
    assert_eq!(parameters[1].capabilities[0].value, [0x12, 0x34, 0x56, 0x78]);
}

#[test]
fn bgp_update_and_keep_alive() {
    // RFC 4271, 4.3: 10.1.0.0/16 via 192.0.2.1; 10.2.3.0/24 is withdrawn.
    let message: Bgp = holds(&format!(
        "{MARKER} 0033 02 0004 18 0a0203 0015 40 01 01 00 50 02 0006 0202 fde8 fde9
         40 03 04 c0000201 10 0a01"
    ));
    let Body::Update { attributes, reachable, .. } = message.body else { panic!("an UPDATE") };
    assert_eq!(reachable, [Prefix { bits: 16, bytes: vec![10, 1] }]);
    assert!(attributes[1].long.is_some() && attributes[2].short.is_some());
    assert_eq!(holds::<Bgp>(&format!("{MARKER} 0013 04")).body, Body::KeepAlive);
}
