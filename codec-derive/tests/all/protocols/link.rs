//! Ethernet with VLAN tags, and ARP.

use codec_core::{Decode, Encode};

use super::holds;
use crate::agree::forms;

forms! {
    Ethernet: EthernetRef, EthernetShared;
    Arp: ArpRef, ArpShared;
}

/// IEEE 802.3, with the tag of 802.1Q.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Ethernet {
    destination: [u8; 6],
    source: [u8; 6],
    kind: u16,
    #[codec(if = kind == 0x8100)]
    vlan: Option<Vlan>,
    #[codec(tail)]
    payload: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(be, plain)]
struct Vlan {
    #[codec(bits = 3)]
    priority: u8,
    #[codec(bits = 1)]
    drop_eligible: bool,
    #[codec(bits = 12)]
    id: u16,
    kind: u16,
}

#[test]
fn ethernet_with_and_without_a_tag() {
    // An ARP request of VLAN 10, as IEEE 802.1Q lays it out.
    let tagged: Ethernet = holds("ffffffffffff 020000000001 8100 600a 0806 0001 0800");
    let vlan = Vlan { priority: 3, drop_eligible: false, id: 10, kind: 0x0806 };
    assert_eq!((tagged.kind, tagged.vlan, tagged.payload.len()), (0x8100, Some(vlan), 4));
    let plain: Ethernet = holds("010203040506 111213141516 0800 aa0000ff");
    assert_eq!((plain.kind, plain.vlan), (0x0800, None));
}

/// RFC 826, with addresses of the lengths it declares.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Arp {
    hardware: u16,
    protocol: u16,
    #[codec(computed = sender_hardware.len())]
    hardware_len: u8,
    #[codec(computed = sender_protocol.len())]
    protocol_len: u8,
    operation: u16,
    #[codec(count = hardware_len)]
    sender_hardware: Vec<u8>,
    #[codec(count = protocol_len)]
    sender_protocol: Vec<u8>,
    #[codec(count = hardware_len)]
    target_hardware: Vec<u8>,
    #[codec(count = protocol_len)]
    target_protocol: Vec<u8>,
}

#[test]
fn arp_request() {
    // The request in the tests of smoltcp (src/wire/arp.rs).
    let arp: Arp = holds("0001 0800 06 04 0001 111213141516 21222324 313233343536 41424344");
    assert_eq!((arp.operation, &*arp.target_protocol), (1, &[0x41, 0x42, 0x43, 0x44][..]));
}
