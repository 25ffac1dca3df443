//! Records of tags, lengths and values: the wire format of Protocol Buffers, the head of CBOR,
//! packets of Minecraft, RESP, AMQP.

use codec_core::field::{DecodeWith, EncodeWith};
use codec_core::{
    Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, Format, Reader, Size, Writer,
};

use super::holds;
use crate::agree::forms;

forms! {
    Proto: ProtoRef, ProtoShared;
    CborHead: CborHeadRef, CborHeadShared;
    Minecraft: MinecraftRef, MinecraftShared;
    Resp: RespRef, RespShared;
    Amqp: AmqpRef, AmqpShared;
}

/// A message of Protocol Buffers.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Proto {
    #[codec(tail)]
    fields: Vec<ProtoField>,
}

/// The lowest three bits of the key give the wire type.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(le, borrow, shared)]
struct ProtoField {
    #[codec(varint)]
    key: u32,
    #[codec(if = key & 7 == 0, varint)]
    varint: Option<u64>,
    #[codec(if = key & 7 == 1)]
    fixed64: Option<u64>,
    #[codec(if = key & 7 == 2, len = varint)]
    bytes: Option<Vec<u8>>,
    #[codec(if = key & 7 == 5)]
    fixed32: Option<u32>,
}

#[test]
fn protocol_buffers() {
    // protobuf.dev, "Encoding": `Test1` with 150, `Test2` with "testing", and `Test3` around 150.
    let message: Proto = holds("08 96 01 12 07 74657374696e67 1a 03 08 96 01");
    assert_eq!(message.fields[0].varint, Some(150));
    assert_eq!(message.fields[1].bytes.as_deref(), Some(&b"testing"[..]));
}

/// RFC 8949, 3: a major type, and an argument of up to eight bytes.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct CborHead {
    #[codec(bits = 3)]
    major: u8,
    #[codec(bits = 5)]
    info: u8,
    #[codec(if = info == 24)]
    one: Option<u8>,
    #[codec(if = info == 25)]
    two: Option<u16>,
    #[codec(if = info == 26)]
    four: Option<u32>,
    #[codec(if = info == 27)]
    eight: Option<u64>,
}

#[test]
fn cbor_heads() {
    // RFC 8949, appendix A: 10, 100, 1000, 1000000, 1000000000000, and -1000.
    let head = |bytes: &str| holds::<CborHead>(bytes);
    assert_eq!((head("0a").major, head("0a").info), (0, 10));
    assert_eq!(head("1864").one, Some(100));
    assert_eq!(head("1903e8").two, Some(1000));
    assert_eq!(head("1a000f4240").four, Some(1_000_000));
    assert_eq!(head("1b000000e8d4a51000").eight, Some(1_000_000_000_000));
    assert_eq!((head("3903e7").major, head("3903e7").two), (1, Some(999)));
}

/// A packet of Minecraft: its length and its number are varints.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Minecraft {
    #[codec(bytes = varint)]
    packet: Handshake,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Handshake {
    #[codec(varint)]
    id: u32,
    #[codec(varint)]
    version: u32,
    #[codec(len = varint)]
    address: String,
    port: u16,
    #[codec(varint)]
    next: u32,
}

#[test]
fn minecraft_handshake() {
    // Version 758 requests the state of localhost, as described in the protocol's wiki.
    let packet: Minecraft = holds("10 00 f605 09 6c6f63616c686f7374 63dd 01");
    assert_eq!((packet.packet.version, packet.packet.port), (758, 25565));
}

/// A decimal number on a line, which ends with a carriage return and a line feed.
struct Line;

impl EncodeWith<i64> for Line {
    fn encoded_len<F: Format>(value: &i64) -> usize {
        value.to_string().len() + 2
    }

    fn encode<F: Format>(value: &i64, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.bytes(value.to_string().as_bytes())?;
        w.bytes(b"\r\n")
    }
}

impl DecodeWith<'_, i64> for Line {
    fn size<F: Format>() -> Size {
        Size::at_least(3)
    }

    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<i64, DecodeError> {
        let mut digits = Vec::new();
        let start = r.offset();
        loop {
            match r.byte()? {
                b'\r' => break,
                digit if digits.len() < 20 => digits.push(digit),
                _ => return Err(DecodeError::new(DecodeErrorKind::InvalidValue, start)),
            }
        }
        let text = std::str::from_utf8(&digits).ok();
        let number = text.and_then(|text| text.parse::<i64>().ok());
        let number = number.filter(|number| number.to_string().as_bytes() == digits);
        match (number, r.byte()?) {
            (Some(number), b'\n') => Ok(number),
            _ => Err(DecodeError::new(DecodeErrorKind::InvalidValue, start)),
        }
    }
}

/// The line feed after a carriage return.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(plain)]
struct End(#[codec(magic = b"\r\n")] ());

/// The protocol of Redis, version 2: a byte gives the type of the line, and numbers are decimal.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(tag = u8, borrow, shared)]
enum Resp {
    #[codec(value = b'+')]
    Simple(#[codec(until = b'\r')] String, #[codec(magic = b"\n")] ()),
    #[codec(value = b'-')]
    Error(#[codec(until = b'\r')] String, #[codec(magic = b"\n")] ()),
    #[codec(value = b':')]
    Integer(#[codec(as = Line)] i64),
    #[codec(value = b'$')]
    Bulk {
        #[codec(as = Line, computed = len_of(data.as_ref().map(|data| data.len())))]
        len: i64,
        #[codec(if = len >= 0, count = len)]
        data: Option<Vec<u8>>,
        #[codec(if = len >= 0)]
        end: Option<End>,
    },
    #[codec(value = b'*')]
    Array {
        #[codec(as = Line, computed = items.len())]
        len: i64,
        #[codec(count = len)]
        items: Vec<Resp>,
    },
}

fn len_of(len: Option<usize>) -> i64 {
    len.map_or(-1, |len| i64::try_from(len).unwrap_or(i64::MAX))
}

#[test]
fn redis() {
    use codec_core::Bincode;
    let holds = |text: &[u8]| super::holds_in::<Bincode, Resp>(text);
    // redis.io, "Redis serialization protocol specification".
    assert_eq!(holds(b"+OK\r\n"), Resp::Simple("OK".into(), ()));
    assert_eq!(holds(b":-1000\r\n"), Resp::Integer(-1000));
    assert!(matches!(holds(b"$5\r\nhello\r\n"), Resp::Bulk { data: Some(_), .. }));
    assert!(matches!(holds(b"$-1\r\n"), Resp::Bulk { data: None, .. }));
    let array = holds(b"*3\r\n:1\r\n$5\r\nhello\r\n*1\r\n-ERR unknown\r\n");
    assert!(matches!(array, Resp::Array { len: 3, .. }));
}

/// AMQP 0-9-1, 2.3.5.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Amqp {
    kind: u8,
    channel: u16,
    #[codec(len = u32)]
    payload: Vec<u8>,
    #[codec(magic = 0xceu8)]
    end: (),
}

#[test]
fn amqp_heartbeat_and_method() {
    assert_eq!(holds::<Amqp>("08 0000 00000000 ce").kind, 8);
    // connection.tune-ok: 0 channels, frames of 131072 bytes, a heartbeat every 60 seconds.
    let tune: Amqp = holds("01 0000 0000000c 000a 001f 0000 00020000 003c ce");
    assert_eq!(tune.payload[..4], [0, 10, 0, 31]);
}
