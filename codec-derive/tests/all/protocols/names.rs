//! DNS with compressed names and EDNS; DHCP; NTP.

use codec_core::{Bincode, Decode, DecodeErrorKind, Encode, Format};

use super::{hex, holds};
use crate::agree::forms;

forms! {
    Dns: DnsRef, DnsShared;
    Dhcp: DhcpRef, DhcpShared;
    Ntp: NtpRef, NtpShared;
}

/// RFC 1035, 4.1.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Dns {
    id: u16,
    #[codec(bits = 1)]
    response: bool,
    #[codec(bits = 4)]
    operation: u8,
    #[codec(bits = 1)]
    authoritative: bool,
    #[codec(bits = 1)]
    truncated: bool,
    #[codec(bits = 1)]
    recursion_desired: bool,
    #[codec(bits = 1)]
    recursion_available: bool,
    #[codec(bits = 3)]
    zero: u8,
    #[codec(bits = 4)]
    code: u8,
    #[codec(computed = questions.len())]
    question_count: u16,
    #[codec(computed = answers.len())]
    answer_count: u16,
    #[codec(computed = authorities.len())]
    authority_count: u16,
    #[codec(computed = additional.len())]
    additional_count: u16,
    #[codec(count = question_count)]
    questions: Vec<Question>,
    #[codec(count = answer_count)]
    answers: Vec<Resource>,
    #[codec(count = authority_count)]
    authorities: Vec<Resource>,
    #[codec(count = additional_count)]
    additional: Vec<Resource>,
}

/// Part of a name: a length and its letters, length zero for the root, or (RFC 1035, 4.1.4) a
/// pointer to the rest.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared, check = kind == 0 || kind == 3)]
struct Label {
    #[codec(bits = 2)]
    kind: u8,
    #[codec(bits = 6)]
    len: u8,
    #[codec(if = kind == 3)]
    place: Option<u8>,
    #[codec(if = kind == 0, count = len)]
    letters: Option<Vec<u8>>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Question {
    #[codec(until = |label| label.kind == 3 || label.len == 0)]
    name: Vec<Label>,
    kind: u16,
    class: u16,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Resource {
    #[codec(until = |label| label.kind == 3 || label.len == 0)]
    name: Vec<Label>,
    kind: u16,
    class: u16,
    ttl: u32,
    #[codec(tag = kind, bytes = u16)]
    data: Data,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(detached, be, borrow, shared)]
enum Data {
    #[codec(value = 1)]
    Ipv4([u8; 4]),
    #[codec(value = 28)]
    Ipv6([u8; 16]),
    /// RFC 6891, 6.1.2.
    #[codec(value = 41)]
    Edns(#[codec(tail)] Vec<EdnsOption>),
    #[codec(other)]
    Unknown(u16, #[codec(tail)] Vec<u8>),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct EdnsOption {
    code: u16,
    #[codec(len = u16)]
    data: Vec<u8>,
}

#[test]
fn dns_query_and_response() {
    // RFC 8484, 4.1.1.
    let query: Dns =
        holds("0000 0100 0001 0000 0000 0000 03777777 076578616d706c65 03636f6d 00 0001 0001");
    assert_eq!((query.recursion_desired, query.questions[0].kind), (true, 1));
    let name = query.questions[0].name.iter().map(|label| label.letters.clone().unwrap());
    assert_eq!(name.collect::<Vec<_>>(), [&b"www"[..], b"example", b"com", b""]);
    // RFC 8484, 4.2.2: the answer's name points to that of the question.
    let response: Dns = holds(
        "0000 8180 0001 0001 0000 0000 03777777 076578616d706c65 03636f6d 00 001c 0001
         c00c 001c 0001 00000e7d 0010 20010db8abcd00120001000200030004",
    );
    let [name] = &response.answers[0].name[..] else { panic!("it is one pointer") };
    assert_eq!((name.len, name.place), (0, Some(12)));
    assert!(matches!(response.answers[0].data, Data::Ipv6([0x20, 1, 0x0d, 0xb8, ..])));
}

#[test]
fn dns_with_edns() {
    // RFC 6891, 6.1.2, with the cookie of RFC 7873, 4.
    let query: Dns = holds(
        "1234 0120 0001 0000 0000 0001 076578616d706c65 03636f6d 00 0001 0001
         00 0029 1000 00008000 000c 000a 0008 0102030405060708",
    );
    let Data::Edns(options) = &query.additional[0].data else { panic!("it is EDNS") };
    assert_eq!((options[0].code, options[0].data.len()), (10, 8));
    let count = Dns { additional_count: 0, ..query.clone() };
    assert_eq!(Bincode::to_vec(&count).unwrap(), Bincode::to_vec(&query).unwrap());
}

/// RFC 2131, 2.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Dhcp {
    operation: u8,
    hardware: u8,
    hardware_len: u8,
    hops: u8,
    transaction: u32,
    seconds: u16,
    flags: u16,
    client: [u8; 4],
    yours: [u8; 4],
    server: [u8; 4],
    relay: [u8; 4],
    client_hardware: [u8; 16],
    server_name: [u8; 64],
    file: [u8; 128],
    #[codec(magic = 0x6382_5363u32)]
    cookie: (),
    #[codec(until = |option| option.code == 255)]
    options: Vec<DhcpOption>,
    #[codec(tail)]
    padding: Vec<u8>,
}

/// RFC 2132: 0 and 255 have no length, all others have one.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct DhcpOption {
    code: u8,
    #[codec(if = code != 0 && code != 255, len = u8)]
    data: Option<Vec<u8>>,
}

#[test]
fn dhcp_discover() {
    // The first packet of Wireshark's sample capture dhcp.pcap.
    let fixed = "01010600 00003d1d 0000 0000 00000000 00000000 00000000 00000000 000b8201fc42";
    let options = "350101 3d0701000b8201fc42 320400000000 3704 01 03 06 2a ff 00000000000000";
    let bytes = format!("{fixed} {} 63825363 {options}", "00".repeat(10 + 64 + 128));
    let discover: Dhcp = holds(&bytes);
    let codes: Vec<_> = discover.options.iter().map(|option| option.code).collect();
    assert_eq!((discover.transaction, codes), (0x3d1d, vec![53, 61, 50, 55, 255]));
    assert_eq!(discover.options[3].data, Some(vec![1, 3, 6, 42]));
    assert_eq!(discover.padding, [0; 7]);
    let mut endless = hex(&bytes);
    endless.truncate(endless.len() - 8);
    let error = Bincode::from_slice::<Dhcp>(&endless).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, endless.len()));
}

/// RFC 5905, 7.3.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Ntp {
    #[codec(bits = 2)]
    leap: u8,
    #[codec(bits = 3)]
    version: u8,
    #[codec(bits = 3)]
    mode: u8,
    stratum: u8,
    poll: i8,
    precision: i8,
    root_delay: u32,
    root_dispersion: u32,
    reference: [u8; 4],
    times: [u64; 4],
    #[codec(tail)]
    authenticator: Vec<u8>,
}

#[test]
fn ntp_request() {
    // A request of `ntpdate`: leap unknown, version 4, client.
    let bytes = "e3 00 04 fa 00010000 00010000 00000000 0000000000000000 0000000000000000
        0000000000000000 c50204eceed33c52";
    let request: Ntp = holds(bytes);
    assert_eq!((request.leap, request.version, request.mode), (3, 4, 3));
    assert_eq!((request.poll, request.precision), (4, -6));
    assert_eq!(hex(bytes).len(), 48);
}
