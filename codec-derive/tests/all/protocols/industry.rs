//! SAE J1939 over CAN, Modbus over TCP, OPC UA.

use codec_core::field::EncodeDetached as _;
use codec_core::{Bincode, Decode, Encode, Format};

use super::{hex, holds};
use crate::agree::forms;

forms! {
    J1939: J1939Ref, J1939Shared;
    Modbus: ModbusRef, ModbusShared;
    Hello: HelloRef, HelloShared;
}

/// A CAN frame as Linux returns it (`struct can_frame`), with the identifier of J1939-21: lowest
/// bits first.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(le, borrow, shared)]
struct J1939 {
    #[codec(bits = 8)]
    source: u8,
    #[codec(bits = 8)]
    specific: u8,
    #[codec(bits = 8)]
    format: u8,
    #[codec(bits = 1)]
    page: bool,
    #[codec(bits = 1)]
    extended_page: bool,
    #[codec(bits = 3)]
    priority: u8,
    #[codec(bits = 1)]
    error: bool,
    #[codec(bits = 1)]
    remote: bool,
    #[codec(bits = 1)]
    extended: bool,
    #[codec(computed = data.len())]
    len: u8,
    #[codec(pad_before = 3, count = len, max = 8)]
    data: Vec<u8>,
}

#[test]
fn j1939_engine_speed() {
    // EEC1 (PGN 61444) of the engine, priority 3, with 0x0cf00400 as its identifier.
    let bytes = hex("0004f08c 08 000000 ff7d7d80130000ff");
    let frame: J1939 = Bincode::from_slice(&bytes).unwrap();
    assert_eq!((frame.priority, frame.format, frame.specific, frame.source), (3, 240, 4, 0));
    assert_eq!(Bincode::to_vec(&frame).unwrap(), bytes);
}

/// "Modbus Messaging on TCP/IP", 3.1.3: the length includes the unit.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Modbus {
    transaction: u16,
    #[codec(magic = 0u16)]
    protocol: (),
    #[codec(bytes = u16, max = 254)]
    unit: Unit,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Unit {
    id: u8,
    #[codec(computed = request.tag())]
    function: u8,
    #[codec(tag = function)]
    request: Request,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(detached, be, borrow, shared)]
enum Request {
    #[codec(value = 3)]
    ReadHolding { start: u16, count: u16 },
    #[codec(value = 16)]
    WriteMany {
        start: u16,
        #[codec(computed = values.len())]
        count: u16,
        #[codec(bytes = u8, tail)]
        values: Vec<u16>,
    },
    #[codec(other)]
    Unknown(u8, #[codec(tail)] Vec<u8>),
}

#[test]
fn modbus_requests() {
    // "Modbus Application Protocol", 6.3 and 6.12.
    let read: Modbus = holds("0001 0000 0006 11 03 006b 0003");
    assert_eq!(read.unit.request, Request::ReadHolding { start: 0x6b, count: 3 });
    let write: Modbus = holds("0002 0000 000b 11 10 0001 0002 04 000a 0102");
    let Request::WriteMany { values, .. } = write.unit.request else { panic!("it writes") };
    assert_eq!(values, [10, 0x0102]);
}

/// OPC 10000-6, 7.1.2: little-endian, strings of length -1 are null.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(le, borrow, shared)]
struct Hello {
    #[codec(magic = b"HELF")]
    kind: (),
    #[codec(computed = encoded_len(kind..=endpoint))]
    size: u32,
    version: u32,
    receive: u32,
    send: u32,
    longest: u32,
    chunks: u32,
    #[codec(len = i32, max = 4096)]
    endpoint: Option<String>,
}

#[test]
fn opc_ua_hello() {
    let hello: Hello = holds(
        "48454c46 38000000 00000000 ffff0000 ffff0000 00000000 00000000
         18000000 6f70632e7463703a2f2f6c6f63616c686f73743a34383430",
    );
    assert_eq!(hello.endpoint.as_deref(), Some("opc.tcp://localhost:4840"));
    let none: Hello =
        holds("48454c46 20000000 00000000 ffff0000 ffff0000 00000000 00000000 ffffffff");
    assert_eq!(none.endpoint, None);
}
