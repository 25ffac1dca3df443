//! Headers with fields that each message sets.

use std::net::{TcpListener, TcpStream};

use crate::toy_seal::{ToyOpener, ToySealer};
use codec_core::{Bincode, ById, Decode, Encode, EncodeErrorKind, Header, Protocol};
use codec_pool::{
    Connection, ConnectionLimits, FrameReader, FrameWriteError, FrameWriter, Pool, Sealed,
};

/// The header of EtherNet/IP's encapsulation: a session, and a value that the receiver returns.
#[derive(Debug, Clone, Copy, PartialEq, Header)]
struct Encapsulation {
    #[codec(id)]
    command: u16,
    #[codec(payload_len)]
    len: u16,
    session: u32,
    status: u32,
    context: [u8; 8],
    options: u32,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 0x6f, borrow)]
struct SendData {
    data: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow)]
enum Any {
    SendData(SendData),
}

enum Ethernet {}

impl Protocol for Ethernet {
    type Header = Encapsulation;
    type Format = Bincode;
    type Dispatch = ById;
    type Message = Any;
    type MessageRef<'de> = AnyRef<'de>;
}

fn message(len: usize) -> SendData {
    SendData { data: vec![7; len] }
}

fn in_session(header: &mut Encapsulation) {
    header.session = 0x0102_0304;
    header.context = *b"gateway1";
}

fn expected(len: usize) -> Vec<u8> {
    let payload_len = u16::try_from(8 + len).expect("it is short").to_le_bytes();
    let mut bytes = vec![0x6f, 0, payload_len[0], payload_len[1], 4, 3, 2, 1, 0, 0, 0, 0];
    bytes.extend(b"gateway1\0\0\0\0");
    bytes.extend((len as u64).to_le_bytes());
    bytes.extend(vec![7; len]);
    bytes
}

fn small() -> Pool {
    Pool::builder().chunk_size(1024).build().expect("a valid pool")
}

#[test]
fn fields_of_the_header_are_as_set_in_chunks_and_beyond() {
    let mut writer = FrameWriter::<Ethernet>::new(small());
    let (mut wire, mut all) = (Vec::new(), Vec::new());
    for len in [0, 900, 900, 1024, 5000] {
        writer.send_with(&message(len), in_session).expect("it encodes");
        all.extend(expected(len));
    }
    writer.flush(&mut wire).expect("a vector takes all");
    assert_eq!(wire, all);

    for len in [0, 5000] {
        let frame = writer.encode_with(&message(len), in_session).expect("it encodes");
        assert_eq!(frame.bytes(), expected(len));
        assert_eq!(frame.header().session, 0x0102_0304);
    }
}

#[test]
fn a_header_that_no_longer_describes_the_payload_is_not_queued() {
    let mut writer = FrameWriter::<Ethernet>::new(small());
    writer.send_with(&message(1), in_session).expect("it encodes");
    let before = writer.pending_len();
    let longer = |header: &mut Encapsulation| header.len += 1;
    let another = |header: &mut Encapsulation| header.command = 1;
    for len in [1, 1000, 3000] {
        let errors = [
            writer.send_with(&message(len), longer),
            writer.send_with(&message(len), another),
            writer.encode_with(&message(len), longer).map(drop),
        ];
        for error in errors {
            let Err(FrameWriteError::Encode(error)) = error else { panic!("{error:?}") };
            assert_eq!(error.kind(), EncodeErrorKind::InconsistentFields);
        }
        assert_eq!(writer.pending_len(), before);
    }
    let mut wire = Vec::new();
    writer.flush(&mut wire).expect("a vector takes all");
    assert_eq!(wire, expected(1));
}

#[test]
fn a_connection_queues_them_and_its_peer_sees_the_header() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let ours = TcpStream::connect(listener.local_addr().expect("it is bound")).expect("it listens");
    let (mut theirs, _) = listener.accept().expect("one connects");
    let limits = ConnectionLimits::new();
    let mut client: Connection<Ethernet, _> = Connection::new(ours, &small(), limits);
    client.queue_with(&message(3), in_session).expect("it encodes");
    client.close().expect("it is written");

    let mut reader = FrameReader::<Ethernet>::new(small());
    let frame = reader.read_frame(&mut theirs).expect("valid").expect("one");
    assert_eq!((frame.header().session, &frame.header().context), (0x0102_0304, b"gateway1"));
    assert_eq!(frame.message(), Ok(Any::SendData(message(3))));
}

/// A header as long as the seal requires.
#[derive(Debug, Clone, Copy, PartialEq, Header)]
struct Numbered {
    #[codec(id)]
    id: u8,
    sequence: u8,
    #[codec(payload_len)]
    len: u16,
}

enum Counted {}

impl Protocol for Counted {
    type Header = Numbered;
    type Format = Bincode;
    type Dispatch = ById;
    type Message = Any;
    type MessageRef<'de> = AnyRef<'de>;
}

#[test]
fn sealed_frames_have_them_too() {
    let pool = small();
    let mut writer = FrameWriter::<Counted, Sealed<_>>::sealed(pool.clone(), ToySealer::new());
    let lens = [0, 400, 400, 400, 3000];
    for (sequence, len) in (1..).zip(lens) {
        writer.send_with(&message(len), |header| header.sequence = sequence).expect("it encodes");
    }
    let mut wire = Vec::new();
    writer.flush(&mut wire).expect("a vector takes all");

    let mut reader = FrameReader::<Counted, Sealed<_>>::sealed(pool, ToyOpener::new());
    let mut stream = &wire[..];
    for (sequence, len) in (1..).zip(lens) {
        let frame = reader.read_frame(&mut stream).expect("valid").expect("one more");
        assert_eq!(frame.header().sequence, sequence);
        assert_eq!(frame.message(), Ok(Any::SendData(message(len))));
    }
    assert!(reader.read_frame(&mut stream).expect("valid").is_none());
}
