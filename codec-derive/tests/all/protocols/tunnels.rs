//! SOCKS5, STUN with its fingerprint, RADIUS.

use codec_core::{Bincode, Decode, Encode, Format};

use super::checksum::crc32;
use super::{hex, holds};
use crate::agree::forms;

forms! {
    Greeting: GreetingRef, GreetingShared;
    Request: RequestRef, RequestShared;
    Stun: StunRef, StunShared;
    Radius: RadiusRef, RadiusShared;
}

/// RFC 1928, 3.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(magic = 5u8, borrow, shared)]
struct Greeting {
    #[codec(len = u8)]
    methods: Vec<u8>,
}

/// RFC 1928, 4.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(magic = 5u8, be, borrow, shared)]
struct Request {
    command: u8,
    #[codec(pad_before = 1)]
    address: Address,
    port: u16,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(tag = u8, borrow, shared)]
enum Address {
    #[codec(value = 1)]
    Ipv4([u8; 4]),
    #[codec(value = 3)]
    Name(#[codec(len = u8)] String),
    #[codec(value = 4)]
    Ipv6([u8; 16]),
}

#[test]
fn socks_greeting_and_request() {
    assert_eq!(holds::<Greeting>("05 02 00 02").methods, [0, 2]);
    // Without the padding bits, which a reader ignores.
    let bytes = hex("05 01 00 03 0b 6578616d706c652e636f6d 0050");
    let request: Request = Bincode::from_slice(&bytes).unwrap();
    assert_eq!(request.address, Address::Name("example.com".into()));
    assert_eq!(crate::agree::agree::<Bincode, _>(&request), bytes);
}

/// RFC 8489, 5 and 14.7.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Stun {
    kind: u16,
    #[codec(computed = encoded_len(attributes..=fingerprint))]
    len: u16,
    #[codec(magic = 0x2112_a442u32)]
    cookie: (),
    transaction: [u8; 12],
    #[codec(bytes = len.saturating_sub(8), tail)]
    attributes: Vec<Attribute>,
    #[codec(magic = 0x8028_0004u32)]
    fingerprint_head: (),
    #[codec(computed = crc32(encoded(kind..=attributes)) ^ 0x5354_554e)]
    fingerprint: u32,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Attribute {
    kind: u16,
    #[codec(len = u16)]
    value: Vec<u8>,
    /// Arbitrary bytes: those of the test vectors are spaces.
    #[codec(count = value.len().next_multiple_of(4) - value.len())]
    padding: Vec<u8>,
}

#[test]
fn stun_request_with_its_fingerprint() {
    // RFC 5769, 2.1.
    let request: Stun = holds(
        "0001 0058 2112a442 b7e7a701bc34d686fa87dfae
         8022 0010 5354554e207465737420636c69656e74
         0024 0004 6e0001ff
         8029 0008 932ff9b151263b36
         0006 0009 6576746a3a68367659202020
         0008 0014 9aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a2
         8028 0004 e57a3bcf",
    );
    assert_eq!((request.len, request.fingerprint), (0x58, 0xe57a_3bcf));
    assert_eq!(request.attributes[0].value, b"STUN test client");
    assert_eq!(request.attributes[3].value, b"evtj:h6vY");
    let anew = Stun { len: 0, fingerprint: 0, ..request.clone() };
    assert_eq!(Bincode::to_vec(&anew).unwrap(), Bincode::to_vec(&request).unwrap());
}

/// RFC 2865, 3.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Radius {
    code: u8,
    id: u8,
    #[codec(computed = encoded_len(code..=attributes))]
    len: u16,
    authenticator: [u8; 16],
    #[codec(bytes = len.saturating_sub(20), tail)]
    attributes: Vec<Avp>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Avp {
    kind: u8,
    #[codec(computed = encoded_len(kind..=value))]
    len: u8,
    #[codec(count = len.saturating_sub(2))]
    value: Vec<u8>,
}

#[test]
fn radius_access_request() {
    // RFC 2865, 7.1.
    let request: Radius = holds(
        "01 00 0038 0f403f9473978057bd83d5cb98f4227a 01 06 6e656d6f
         02 12 0dbe708d93d413ce3196e43f782a0aee 04 06 c0a80110 05 06 00000003",
    );
    assert_eq!(request.attributes.len(), 4);
    assert_eq!(request.attributes[0].value, b"nemo");
}
