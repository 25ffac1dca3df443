//! Records of TLS and DTLS, a ClientHello with its extensions, and packets of SSH.

use codec_core::{Bincode, Decode, Encode, Format};

use super::{hex, holds};
use crate::agree::forms;

forms! {
    Record: RecordRef, RecordShared;
    Handshake: HandshakeRef, HandshakeShared;
    Dtls: DtlsRef, DtlsShared;
    Ssh: SshRef, SshShared;
}

/// RFC 8446, 5.1.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Record {
    kind: u8,
    version: u16,
    #[codec(len = u16, max = 1 << 14)]
    fragment: Vec<u8>,
}

/// RFC 8446, 4.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Handshake {
    kind: u8,
    #[codec(tag = kind, bytes = u24)]
    body: Body,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(detached, be, borrow, shared)]
enum Body {
    #[codec(value = 1)]
    ClientHello(ClientHello),
    #[codec(other)]
    Unknown(u8, #[codec(tail)] Vec<u8>),
}

/// RFC 8446, 4.1.2.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct ClientHello {
    version: u16,
    random: [u8; 32],
    #[codec(len = u8, max = 32)]
    session: Vec<u8>,
    #[codec(bytes = u16, tail, min = 2)]
    suites: Vec<u16>,
    #[codec(len = u8, min = 1)]
    compressions: Vec<u8>,
    #[codec(bytes = u16, tail)]
    extensions: Vec<Extension>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Extension {
    kind: u16,
    #[codec(tag = kind, bytes = u16)]
    data: ExtensionData,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(detached, be, borrow, shared)]
enum ExtensionData {
    /// RFC 6066, 3.
    #[codec(value = 0)]
    ServerName(#[codec(bytes = u16, tail)] Vec<ServerName>),
    /// RFC 8446, 4.2.7.
    #[codec(value = 10)]
    Groups(#[codec(bytes = u16, tail)] Vec<u16>),
    /// RFC 8446, 4.2.1.
    #[codec(value = 43)]
    Versions(#[codec(bytes = u8, tail)] Vec<u16>),
    /// RFC 8446, 4.2.8.
    #[codec(value = 51)]
    KeyShare(#[codec(bytes = u16, tail)] Vec<KeyShare>),
    #[codec(other)]
    Unknown(u16, #[codec(tail)] Vec<u8>),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct ServerName {
    kind: u8,
    #[codec(len = u16)]
    name: String,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct KeyShare {
    group: u16,
    #[codec(len = u16)]
    key: Vec<u8>,
}

/// RFC 8448, 3: "construct a ClientHello handshake message".
const CLIENT_HELLO: &str = "
    01 0000c0 0303 cb34ecb1e78163ba1c38c6dacb196a6dffa21a8d9912ec18a2ef6283024dece7
    00 0006 130113031302 01 00 0091
    0000 000b 0009 00 0006 736572766572
    ff01 0001 00
    000a 0014 0012 001d001700180019010001010102010301 04
    0023 0000
    0033 0026 0024 001d 0020 99381de560e4bd43d23d8e435a7dbafeb3c06e51c13cae4d5413691e529aaf2c
    002b 0003 02 0304
    000d 0020 001e 040305030603020308040805080604010501060102010402050206020202
    002d 0002 01 01
    001c 0002 4001";

#[test]
fn tls_client_hello_in_a_record() {
    let hello: Handshake = holds(CLIENT_HELLO);
    let Body::ClientHello(hello) = hello.body else { panic!("it is a ClientHello") };
    assert_eq!(hello.suites, [0x1301, 0x1303, 0x1302]);
    let ExtensionData::ServerName(names) = &hello.extensions[0].data else { panic!("a name") };
    assert_eq!(names[0].name, "server");
    assert_eq!(hello.extensions[5].data, ExtensionData::Versions(vec![0x0304]));
    // The record around it, as there.
    let record: Record = holds(&format!("16 0301 00c4 {CLIENT_HELLO}"));
    assert_eq!(record.fragment, hex(CLIENT_HELLO));
    assert_eq!(Bincode::from_slice::<Handshake>(&record.fragment).unwrap().kind, 1);
}

/// RFC 6347, 4.1: an epoch and a 48-bit sequence number before the length.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Dtls {
    kind: u8,
    version: u16,
    epoch: u16,
    sequence: [u8; 6],
    #[codec(len = u16, max = 1 << 14)]
    fragment: Vec<u8>,
}

#[test]
fn dtls_change_cipher_spec() {
    let record: Dtls = holds("14 fefd 0000 000000000003 0001 01");
    assert_eq!((record.version, record.sequence[5], record.fragment), (0xfefd, 3, vec![1]));
}

/// RFC 4253, 6: the length includes the padding, whose own length comes next.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Ssh {
    #[codec(computed = encoded_len(padding_len..=padding))]
    packet_len: u32,
    #[codec(computed = padding.len())]
    padding_len: u8,
    #[codec(count = u64::from(packet_len).saturating_sub(1 + u64::from(padding_len)), max = 35_000)]
    payload: Vec<u8>,
    #[codec(count = padding_len, min = 4)]
    padding: Vec<u8>,
    #[codec(tail)]
    mac: Vec<u8>,
}

#[test]
fn ssh_new_keys() {
    // SSH_MSG_NEWKEYS, which is one byte, padded to sixteen.
    let packet: Ssh = holds("0000000c 0a 15 00000000000000000000");
    assert_eq!((packet.payload, packet.padding_len), (vec![21], 10));
}
