//! IPv4, IPv6, TCP, UDP and ICMP.

use codec_core::{Bincode, Decode, DecodeErrorKind, Encode, EncodeErrorKind, Format};

use super::checksum::internet;
use super::{hex, holds};
use crate::agree::forms;

forms! {
    Ipv4: Ipv4Ref, Ipv4Shared;
    Ipv6: Ipv6Ref, Ipv6Shared;
    Tcp: TcpRef, TcpShared;
    Udp: UdpRef, UdpShared;
    UdpOverIpv6: UdpOverIpv6Ref, UdpOverIpv6Shared;
    Icmp: IcmpRef, IcmpShared;
}

/// RFC 791, 3.1.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Ipv4 {
    #[codec(bits = 4)]
    version: u8,
    #[codec(bits = 4, computed = 5 + options.len() / 4)]
    words: u8,
    service: u8,
    #[codec(computed = encoded_len(version..=payload))]
    total: u16,
    id: u16,
    #[codec(bits = 3)]
    flags: u8,
    #[codec(bits = 13)]
    fragment: u16,
    ttl: u8,
    protocol: u8,
    #[codec(computed = internet([encoded(version..=protocol), encoded(source..=options)]))]
    checksum: u16,
    source: [u8; 4],
    destination: [u8; 4],
    #[codec(count = usize::from(words).saturating_sub(5) * 4)]
    options: Vec<u8>,
    #[codec(count = usize::from(total).saturating_sub(usize::from(words) * 4))]
    payload: Vec<u8>,
}

#[test]
fn ipv4_with_its_checksum() {
    // The header of the example in Wikipedia's "Internet checksum", with data of its length.
    let header = "4500 0073 0000 4000 4011 b861 c0a8 0001 c0a8 00c7";
    let bytes = format!("{header} {}", "5a".repeat(0x73 - 20));
    let mut packet: Ipv4 = holds(&bytes);
    assert_eq!((packet.ttl, packet.protocol, packet.flags), (64, 17, 2));
    assert_eq!((packet.checksum, packet.total), (0xb861, 0x73));
    packet = Ipv4 { words: 0, total: 0, checksum: 0, ..packet };
    assert_eq!(Bincode::to_vec(&packet).unwrap(), hex(&bytes));
    packet.options = vec![1, 1, 1, 0];
    let bytes = Bincode::to_vec(&packet).unwrap();
    assert_eq!((bytes[0], internet([&bytes[..24]])), (0x46, 0));
    let mut damaged = bytes;
    damaged[8] -= 1;
    let error = Bincode::from_slice::<Ipv4>(&damaged).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::CheckFailed, 10));
}

/// RFC 8200, 3.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Ipv6 {
    #[codec(bits = 4)]
    version: u8,
    #[codec(bits = 8)]
    class: u8,
    #[codec(bits = 20)]
    flow: u32,
    #[codec(computed = encoded_len(payload))]
    payload_len: u16,
    next: u8,
    hops: u8,
    source: std::net::Ipv6Addr,
    destination: std::net::Ipv6Addr,
    #[codec(bytes = payload_len)]
    payload: Udp,
}

/// RFC 768. Its checksum covers addresses of the layer below, so the caller sets it.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Udp {
    source: u16,
    destination: u16,
    #[codec(computed = encoded_len(source..=payload))]
    len: u16,
    checksum: u16,
    #[codec(count = usize::from(len).saturating_sub(8))]
    payload: Vec<u8>,
}

#[test]
fn ipv6_around_udp() {
    // A packet to all nodes in the tests of smoltcp (src/wire/ipv6.rs).
    let bytes = "6000 0000 000c 1140 fe800000000000000000000000000001
        ff020000000000000000000000000001 0001 0002 000c 024e ffffffff";
    let packet: Ipv6 = holds(bytes);
    assert_eq!((packet.version, packet.flow, packet.hops), (6, 0, 64));
    assert_eq!(packet.source, "fe80::1".parse::<std::net::Ipv6Addr>().unwrap());
    assert_eq!((packet.payload.checksum, packet.payload.payload), (0x024e, vec![0xff; 4]));
}

/// Both headers in one: the checksum covers the addresses as well (RFC 8200, 8.1).
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct UdpOverIpv6 {
    version_and_flow: u32,
    #[codec(computed = encoded_len(from..=payload))]
    payload_len: u16,
    #[codec(check = |next| *next == 17)]
    next: u8,
    hops: u8,
    source: std::net::Ipv6Addr,
    destination: std::net::Ipv6Addr,
    from: u16,
    to: u16,
    #[codec(computed = payload_len)]
    len: u16,
    #[codec(computed = internet([
        encoded(source..=destination),
        encoded(len),
        &[0, next],
        encoded(from..=len),
        encoded(payload),
    ]))]
    checksum: u16,
    #[codec(count = usize::from(len).saturating_sub(8))]
    payload: Vec<u8>,
}

#[test]
fn udp_with_its_checksum_over_addresses() {
    // The packet above, in one struct.
    let bytes = "6000 0000 000c 1140 fe800000000000000000000000000001
        ff020000000000000000000000000001 0001 0002 000c 024e ffffffff";
    let packet: UdpOverIpv6 = holds(bytes);
    assert_eq!((packet.len, packet.checksum), (12, 0x024e));
    let unset = UdpOverIpv6 { payload_len: 0, len: 0, checksum: 0, ..packet };
    assert_eq!(Bincode::to_vec(&unset).unwrap(), hex(bytes));
    let mut readdressed = hex(bytes);
    readdressed[39] = 2;
    let error = Bincode::from_slice::<UdpOverIpv6>(&readdressed).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::CheckFailed, 46));
}

#[test]
fn udp_to_a_name_server() {
    // From the same source as above (src/wire/udp.rs).
    let udp: Udp = holds("bf00 0035 000c 124d aa0000ff");
    assert_eq!((udp.source, udp.destination, udp.len), (48896, 53, 12));
    let empty = Udp { len: 77, payload: vec![], ..udp };
    assert_eq!(Bincode::to_vec(&empty).unwrap(), hex("bf00 0035 0008 124d"));
}

/// RFC 9293, 3.1. The checksum is like that of UDP.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Tcp {
    source: u16,
    destination: u16,
    sequence: u32,
    acknowledgement: u32,
    #[codec(bits = 4, computed = encoded_len(source..=options) / 4)]
    words: u8,
    #[codec(bits = 4)]
    reserved: u8,
    #[codec(bits = 8)]
    flags: u8,
    window: u16,
    checksum: u16,
    urgent: u16,
    #[codec(bytes = (usize::from(words) * 4).saturating_sub(20))]
    options: TcpOptions,
    #[codec(tail)]
    payload: Vec<u8>,
}

/// Ended by an end option, followed by zeros, or by the header's last byte.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct TcpOptions {
    #[codec(until = |option| matches!(option, TcpOption::End), tail)]
    list: Vec<TcpOption>,
    #[codec(tail)]
    padding: Vec<u8>,
}

/// RFC 9293, 3.2: two options have one byte, and all others have a length.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(plain, tag = u8, be)]
enum TcpOption {
    End,
    Nothing,
    #[codec(value = 2)]
    LongestSegment(#[codec(magic = 4u8)] (), u16),
    #[codec(value = 3)]
    Scale(#[codec(magic = 3u8)] (), u8),
    #[codec(value = 4)]
    SelectiveAllowed(#[codec(magic = 2u8)] ()),
    #[codec(value = 8)]
    Times(#[codec(magic = 10u8)] (), u32, u32),
}

#[test]
fn tcp_with_options() {
    // From the same source as above (src/wire/tcp.rs).
    let tcp: Tcp = holds("bf00 0050 01234567 89abcdef 60 35 0123 01b6 0201 03030c01 aa0000ff");
    assert_eq!((tcp.words, tcp.flags, tcp.window), (6, 0x35, 0x0123));
    assert_eq!(tcp.options.list, [TcpOption::Scale((), 12), TcpOption::Nothing]);
    assert_eq!(tcp.payload, [0xaa, 0, 0, 0xff]);
    // The options of a SYN of macOS: an end option, and padding to a whole word.
    let syn: Tcp = holds(
        "c5d4 01bb 5f3c2a10 00000000 b0 02 ffff 0000 0000
         020405b4 01 030306 01 01 080a3b9c1d2e00000000 0402 00 00",
    );
    assert_eq!((syn.words, syn.options.list.len()), (11, 8));
    assert_eq!(syn.options.list[6..], [TcpOption::SelectiveAllowed(()), TcpOption::End]);
    assert_eq!((syn.options.padding, syn.payload), (vec![0], vec![]));
    let list = vec![TcpOption::Nothing; 2];
    let options = TcpOptions { list, padding: vec![0, 0] };
    let error = Bincode::to_vec(&options).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::InconsistentFields);
}

/// RFC 792: a checksum over the whole message.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Icmp {
    kind: u8,
    code: u8,
    #[codec(computed = internet([encoded(kind..=code), encoded(id..=data)]))]
    checksum: u16,
    id: u16,
    sequence: u16,
    #[codec(tail)]
    data: Vec<u8>,
}

#[test]
fn icmp_echo_with_its_checksum() {
    // From the same source as above (src/wire/icmpv4.rs).
    let echo: Icmp = holds("0800 8efe 1234 abcd aa0000ff");
    assert_eq!((echo.kind, echo.checksum, echo.sequence), (8, 0x8efe, 0xabcd));
}
