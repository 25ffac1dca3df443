//! Frames of HTTP/2 and WebSocket.

use codec_core::{Bincode, Decode, Encode, Format};

use super::{hex, holds};
use crate::agree::forms;

forms! {
    Http2: Http2Ref, Http2Shared;
    WebSocket: WebSocketRef, WebSocketShared;
}

/// RFC 9113, 4.1: the length is not next to its payload.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Http2 {
    #[codec(bits = 24, computed = payload.len())]
    len: u32,
    #[codec(bits = 8)]
    kind: u8,
    flags: u8,
    #[codec(bits = 1)]
    reserved: bool,
    #[codec(bits = 31)]
    stream: u32,
    #[codec(count = len, max = 1 << 14)]
    payload: Vec<u8>,
}

#[test]
fn http2_headers() {
    // A HEADERS frame around the block of RFC 7541, C.4.1.
    let frame: Http2 = holds("000011 01 05 00000001 828684418cf1e3c2e5f23a6ba0ab90f4ff");
    assert_eq!((frame.kind, frame.stream, frame.payload.len()), (1, 1, 17));
    let settings: Http2 = holds("000006 04 00 00000000 0003 00000064");
    assert_eq!(settings.len, 6);
}

/// RFC 6455, 5.2: a length of seven bits, or two bytes, or eight.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct WebSocket {
    #[codec(bits = 1)]
    last: bool,
    #[codec(bits = 3)]
    reserved: u8,
    #[codec(bits = 4)]
    operation: u8,
    #[codec(bits = 1, computed = key.is_some())]
    masked: bool,
    #[codec(bits = 7, computed = short(payload.len()))]
    len: u8,
    #[codec(if = len == 126, computed = payload.len())]
    len16: Option<u16>,
    #[codec(if = len == 127, computed = payload.len() as u64)]
    len64: Option<u64>,
    #[codec(if = masked)]
    key: Option<[u8; 4]>,
    #[codec(count = len64.unwrap_or(len16.map_or(u64::from(len), u64::from)))]
    payload: Vec<u8>,
}

fn short(len: usize) -> u8 {
    match len {
        0..=125 => u8::try_from(len).unwrap_or(0),
        126..=0xffff => 126,
        _ => 127,
    }
}

#[test]
fn websocket_frames() {
    // RFC 6455, 5.7.
    assert_eq!(holds::<WebSocket>("81 05 48656c6c6f").payload, b"Hello");
    let masked: WebSocket = holds("81 85 37fa213d 7f9f4d5158");
    assert_eq!((masked.masked, masked.key), (true, Some([0x37, 0xfa, 0x21, 0x3d])));
    assert_eq!(holds::<WebSocket>("89 05 48656c6c6f").operation, 9);
    let binary = holds::<WebSocket>(&format!("82 7e 0100 {}", "07".repeat(256)));
    assert_eq!(binary.len16, Some(256));
    let long = WebSocket { payload: vec![7; 65536], ..binary };
    let bytes = Bincode::to_vec(&long).unwrap();
    assert_eq!(bytes[..10], hex("82 7f 0000000000010000"));
    assert_eq!(Bincode::from_slice::<WebSocket>(&bytes).unwrap().len64, Some(65536));
}
