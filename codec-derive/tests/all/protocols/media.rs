//! RTP and RTCP.

use codec_core::{Decode, Encode};

use super::holds;
use crate::agree::forms;

forms! {
    Rtp: RtpRef, RtpShared;
    Rtcp: RtcpRef, RtcpShared;
}

/// RFC 3550, 5.1.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Rtp {
    #[codec(bits = 2)]
    version: u8,
    #[codec(bits = 1)]
    padded: bool,
    #[codec(bits = 1, computed = extension.is_some())]
    extended: bool,
    #[codec(bits = 4, computed = sources.len())]
    source_count: u8,
    #[codec(bits = 1)]
    marker: bool,
    #[codec(bits = 7)]
    kind: u8,
    sequence: u16,
    time: u32,
    source: u32,
    #[codec(count = source_count)]
    sources: Vec<u32>,
    #[codec(if = extended)]
    extension: Option<Extension>,
    #[codec(tail)]
    payload: Vec<u8>,
}

/// RFC 3550, 5.3.1: a length in words.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Extension {
    profile: u16,
    #[codec(len = u16)]
    words: Vec<u32>,
}

#[test]
fn rtp_with_sources_and_extension() {
    // Laid out after RFC 3550, 5.1, with the one-byte extension of RFC 8285, 4.2.
    let packet: Rtp =
        holds("92 e0 1234 00000abc deadbeef 00000001 00000002 bede 0001 10aa0000 0102030405");
    assert_eq!((packet.version, packet.kind, packet.marker), (2, 96, true));
    assert_eq!((packet.sources.len(), packet.payload.len()), (2, 5));
    assert_eq!(packet.extension.unwrap().words, [0x10aa_0000]);
}

/// RFC 3550, 6.4.1: a sender's report, whose length is in words, less one.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Rtcp {
    #[codec(bits = 2)]
    version: u8,
    #[codec(bits = 1)]
    padded: bool,
    #[codec(bits = 5, computed = reports.len())]
    count: u8,
    #[codec(magic = 200u8)]
    kind: (),
    #[codec(computed = encoded_len(source..=rest) / 4)]
    words: u16,
    source: u32,
    ntp: u64,
    rtp: u32,
    packets: u32,
    octets: u32,
    #[codec(count = count)]
    reports: Vec<Report>,
    #[codec(count = (usize::from(words) * 4).saturating_sub(24 + reports.len() * 24))]
    rest: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Report {
    source: u32,
    fraction_lost: u8,
    lost: [u8; 3],
    highest: u32,
    jitter: u32,
    last: u32,
    since: u32,
}

#[test]
fn rtcp_sender_report() {
    let report: Rtcp = holds(
        "81 c8 000c 11111111 0102030405060708 00000010 00000020 00000030
         22222222 05 000007 00010002 00000003 00000004 00000005",
    );
    assert_eq!((report.words, report.reports[0].fraction_lost), (12, 5));
}
