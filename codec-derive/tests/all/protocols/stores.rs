//! Databases and brokers: Kafka, PostgreSQL, MQTT; Bitcoin's `version`.

use codec_core::{Consensus, Decode, Encode, Format};

use super::checksum::crc32;
use super::{hex, holds, holds_in};
use crate::agree::forms;

forms! {
    Produce: ProduceRef, ProduceShared;
    ApiVersions: ApiVersionsRef, ApiVersionsShared;
    Startup: StartupRef, StartupShared;
    DataRow: DataRowRef, DataRowShared;
    ErrorResponse: ErrorResponseRef, ErrorResponseShared;
    Connect: ConnectRef, ConnectShared;
    Publish: PublishRef, PublishShared;
    Version: VersionRef, VersionShared;
}

/// kafka.apache.org/protocol: the header of version 1, and Produce of version 0.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Produce {
    #[codec(computed = encoded_len(key..=topics))]
    size: i32,
    key: i16,
    version: i16,
    correlation: i32,
    #[codec(len = i16)]
    client: Option<String>,
    acknowledgements: i16,
    timeout: i32,
    #[codec(len = i32)]
    topics: Option<Vec<Topic>>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Topic {
    #[codec(len = u16)]
    name: String,
    #[codec(len = u32)]
    partitions: Vec<Partition>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Partition {
    index: i32,
    #[codec(bytes = u32, tail)]
    messages: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Entry {
    offset: i64,
    #[codec(bytes = u32)]
    message: Message,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Message {
    #[codec(computed = crc32(encoded(magic..=value)))]
    crc: u32,
    magic: i8,
    attributes: i8,
    #[codec(len = i32)]
    key: Option<Vec<u8>>,
    #[codec(len = i32)]
    value: Option<Vec<u8>>,
}

#[test]
fn kafka_produce() {
    // From the tests of the Perl module Kafka (06_decode_encode.t).
    let bytes = "00000049 0000 0000 00000004 0000 0001 000005dc 00000001 0007 6d79746f706963
        00000001 00000000 00000020 0000000000000000 00000014 8dc795a2 00 00 ffffffff
        00000006 48656c6c6f21";
    let request: Produce = holds(bytes);
    let topics = request.topics.unwrap();
    let message = &topics[0].partitions[0].messages[0].message;
    assert_eq!((message.crc, &message.key), (0x8dc7_95a2, &None));
    assert_eq!(message.value.as_deref(), Some(&b"Hello!"[..]));
}

/// ApiVersions of version 4, with the header and strings of flexible versions.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct ApiVersions {
    #[codec(computed = encoded_len(key..=tags))]
    size: i32,
    key: i16,
    version: i16,
    correlation: i32,
    #[codec(len = i16)]
    client: Option<String>,
    #[codec(if = version >= 3, varint)]
    header_tags: Option<u32>,
    #[codec(if = version >= 3)]
    software: Option<Compact>,
    #[codec(if = version >= 3)]
    software_version: Option<Compact>,
    #[codec(if = version >= 3, varint)]
    tags: Option<u32>,
}

/// A string after its length plus one.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Compact {
    #[codec(varint, computed = text.len() + 1)]
    len: u32,
    #[codec(count = u64::from(len).wrapping_sub(1))]
    text: String,
}

#[test]
fn kafka_api_versions() {
    // Follows the schemas of version 4, and those of version 0.
    let request: ApiVersions = holds(
        "00000023 0012 0004 00000007 0009 6b61666b612d636c69 00 0a 6b61666b612d636c69
         04 302e31 00",
    );
    assert_eq!(request.software.unwrap().text, "kafka-cli");
    assert_eq!(holds::<ApiVersions>("0000000a 0012 0000 00000001 ffff").client, None);
}

/// PostgreSQL, 55.7: pairs of strings, ended by an empty one.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Startup {
    #[codec(computed = encoded_len(len..=end))]
    len: u32,
    protocol: u32,
    #[codec(bytes = len.saturating_sub(9), tail)]
    parameters: Vec<Parameter>,
    #[codec(magic = 0u8)]
    end: (),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Parameter {
    #[codec(until = 0)]
    name: String,
    #[codec(until = 0)]
    value: String,
}

/// Columns in which a length of -1 means NULL.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(magic = b"D", be, borrow, shared)]
struct DataRow {
    #[codec(computed = encoded_len(len..=columns))]
    len: u32,
    #[codec(len = u16)]
    columns: Vec<Column>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Column(#[codec(len = i32)] Option<Vec<u8>>);

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(magic = b"E", be, borrow, shared)]
struct ErrorResponse {
    #[codec(computed = encoded_len(len..=end))]
    len: u32,
    #[codec(bytes = len.saturating_sub(5), tail)]
    fields: Vec<ErrorField>,
    #[codec(magic = 0u8)]
    end: (),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct ErrorField {
    code: u8,
    #[codec(until = 0)]
    text: String,
}

#[test]
fn postgresql_startup_row_and_error() {
    // From "Message Formats" in its documentation.
    let startup: Startup = holds(
        "00000029 00030000 7573657200 706f73746772657300 646174616261736500 706f73746772657300 00",
    );
    assert_eq!(startup.parameters[1].name, "database");
    let row: DataRow = holds("44 00000010 0002 00000002 3432 ffffffff");
    assert_eq!(row.columns, [Column(Some(b"42".to_vec())), Column(None)]);
    let error: ErrorResponse = holds("45 00000018 534552524f5200 43343236303100 4d6e6f2000 00");
    assert_eq!((error.fields[0].code, &*error.fields[1].text), (b'S', "42601"));
}

/// MQTT 3.1.1, 3.1: the remaining length is a varint, and flags say which strings are present.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Connect {
    #[codec(magic = 0x10u8)]
    kind: (),
    #[codec(bytes = varint, max = 268_435_455)]
    body: ConnectBody,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct ConnectBody {
    #[codec(len = u16)]
    protocol: String,
    level: u8,
    #[codec(bits = 1)]
    has_user: bool,
    #[codec(bits = 1)]
    has_password: bool,
    #[codec(bits = 1)]
    will_retain: bool,
    #[codec(bits = 2)]
    will_quality: u8,
    #[codec(bits = 1)]
    has_will: bool,
    #[codec(bits = 1)]
    clean: bool,
    #[codec(bits = 1)]
    reserved: bool,
    keep_alive: u16,
    #[codec(len = u16)]
    client: String,
    #[codec(if = has_will, len = u16)]
    will_topic: Option<String>,
    #[codec(if = has_will, len = u16)]
    will: Option<Vec<u8>>,
    #[codec(if = has_user, len = u16)]
    user: Option<String>,
    #[codec(if = has_password, len = u16)]
    password: Option<Vec<u8>>,
}

/// MQTT 3.1.1, 3.3: the payload is the rest of the remaining length.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Publish {
    #[codec(bits = 4)]
    kind: u8,
    #[codec(bits = 1)]
    again: bool,
    #[codec(bits = 2)]
    quality: u8,
    #[codec(bits = 1)]
    retain: bool,
    #[codec(varint, computed = encoded_len(topic..=payload))]
    remaining: u32,
    #[codec(len = u16)]
    topic: String,
    #[codec(if = quality > 0)]
    id: Option<u16>,
    #[codec(count = (remaining as usize).saturating_sub(2 + topic.len() + 2 * usize::from(quality > 0)))]
    payload: Vec<u8>,
}

#[test]
fn mqtt_connect_and_publish() {
    // MQTT 3.1.1, figure 3.6, with strings as its payload.
    let connect: Connect = holds(
        "10 20 0004 4d515454 04 ce 000a 0002 6331 0001 77 0002 6f6b 0004 75736572 0003 707764",
    );
    assert_eq!((connect.body.keep_alive, connect.body.will_quality), (10, 1));
    assert_eq!(connect.body.user.as_deref(), Some("user"));
    // MQTT 3.1.1, figure 3.11: topic "a/b", packet 10.
    let publish: Publish = holds("32 09 0003 612f62 000a 6869");
    assert_eq!((publish.id, &*publish.payload), (Some(10), &b"hi"[..]));
}

/// Bitcoin's `version`.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Version {
    version: i32,
    services: u64,
    time: i64,
    receiver: Address,
    sender: Address,
    nonce: u64,
    #[codec(max = 256)]
    agent: String,
    height: i32,
    #[codec(if = version >= 70_001)]
    relay: Option<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(plain)]
struct Address {
    services: u64,
    ip: [u8; 16],
    #[codec(be)]
    port: u16,
}

#[test]
fn bitcoin_version() {
    // Bitcoin wiki, "Protocol documentation": a message of version 60002.
    let bytes = hex("62ea0000 0100000000000000 11b2d05000000000
        0100000000000000 00000000000000000000ffff00000000 0000
        0000000000000000 00000000000000000000ffff00000000 0000
        3b2eb35d8ce61765 0f 2f5361746f7368693a302e372e322f c03e0300");
    let version = holds_in::<Consensus, Version>(&bytes);
    assert_eq!((version.version, &*version.agent), (60002, "/Satoshi:0.7.2/"));
    assert_eq!((version.height, version.relay), (212_672, None));
    let later = Version { version: 70_001, relay: Some(true), ..version };
    assert_eq!(Consensus::to_vec(&later).unwrap().last(), Some(&1));
}
