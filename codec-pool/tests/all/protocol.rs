//! A protocol as one type, used by readers and writers.

use crate::talk::{Any, AnyRef, Ping, Short, Talk, ping, text};
use codec_core::{Bincode, DecodeErrorKind, Protocol, Single};
use codec_pool::{FrameReader, FrameWriter, LengthHeader, MessageError, Pool, VarintHeader};

fn wire(write: impl FnOnce(&mut FrameWriter<Talk>)) -> Vec<u8> {
    let mut writer = FrameWriter::<Talk>::new(Pool::default());
    write(&mut writer);
    let mut wire = Vec::new();
    writer.flush(&mut wire).expect("a vector takes everything");
    wire
}

#[test]
fn the_id_is_that_of_the_message_however_it_is_sent() {
    let payload = [7, 0, 0, 0, 0];
    let expected = [&[1, 5, 0, 0][..], &payload].concat();
    let borrowed = Talk::decode_ref(1, &payload).expect("it is a ping");
    assert_eq!(wire(|writer| writer.send(&ping(7)).expect("it encodes")), expected);
    assert_eq!(wire(|writer| writer.send(&Any::Ping(ping(7))).expect("it encodes")), expected);
    assert_eq!(wire(|writer| writer.send(&borrowed).expect("it encodes")), expected);
    let frame = FrameWriter::<Talk>::new(Pool::default()).encode(&ping(7)).expect("it encodes");
    assert_eq!(frame.bytes(), expected);
    assert_eq!(frame.view().message(), Ok(Any::Ping(ping(7))));
}

#[test]
fn messages_are_read_owned_and_borrowed() {
    let bytes = wire(|writer| {
        writer.send(&ping(7)).expect("it encodes");
        writer.send(&text(3)).expect("it encodes");
    });
    let mut reader = FrameReader::<Talk>::new(Pool::default());
    let mut stream = &bytes[..];
    assert_eq!(reader.read_message(&mut stream).expect("valid"), Some(Any::Ping(ping(7))));
    let Some(AnyRef::Text(second)) = reader.read_message_ref(&mut stream).expect("valid") else {
        panic!("it is a text")
    };
    assert_eq!(second.text, "xxx");
    assert!(reader.read_message(&mut stream).expect("valid").is_none());

    let mut fed = FrameReader::<Talk>::new(Pool::default());
    fed.feed(&bytes[..5]).expect("there is memory");
    assert!(fed.next_message().expect("valid").is_none());
    fed.feed(&bytes[5..]).expect("there is memory");
    assert!(matches!(fed.next_message_ref(), Ok(Some(AnyRef::Ping(ping))) if ping.nonce == 7));
}

#[test]
fn a_payload_that_goes_on_is_refused_by_every_call() {
    let mut bytes = wire(|writer| writer.send(&ping(7)).expect("it encodes"));
    bytes[1] += 1;
    bytes.push(0);
    let is_trailing = |error: codec_core::DecodeError| {
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::TrailingBytes, 5));
    };
    let payload = &bytes[4..];
    is_trailing(Talk::decode(1, payload).unwrap_err());
    is_trailing(Talk::decode_ref(1, payload).unwrap_err());
    let mut reader = FrameReader::<Talk>::new(Pool::default());
    reader.feed(&bytes).expect("there is memory");
    let mut frame = reader.next_frame().expect("valid").expect("whole");
    is_trailing(frame.message().unwrap_err());
    is_trailing(frame.message_ref().unwrap_err());
    is_trailing(frame.decode::<Bincode, Ping>().unwrap_err());
    is_trailing(frame.decode_message::<Bincode, Any>().unwrap_err());
    is_trailing(frame.decode_message_ref::<Bincode, AnyRef<'_>>().unwrap_err());
    is_trailing(frame.decode_shared::<Bincode, Ping>().unwrap_err());
    is_trailing(frame.decode_message_shared::<Bincode, Any>().unwrap_err());
    let kept = frame.detach();
    is_trailing(kept.clone().decode_shared::<Bincode, Ping>().unwrap_err());
    is_trailing(kept.decode_message_shared::<Bincode, Any>().unwrap_err());
}

#[test]
fn errors_name_the_message_and_its_field() {
    let wire =
        [&[1, 5, 0, 0, 7, 0, 0, 0, 2][..], &[9, 0, 0, 0], &[1, 5, 0, 0, 8, 0, 0, 0, 1]].concat();
    let mut reader = FrameReader::<Talk>::new(Pool::default());
    reader.feed(&wire).expect("there is memory");
    let frame = reader.next_frame().expect("valid").expect("whole");
    assert_eq!(frame.message_name(), Some("Ping"));
    assert_eq!(frame.explain().path(), "Ping.urgent");
    assert_eq!(
        frame.explain().to_string(),
        "Ping.urgent at byte 4: boolean is neither 0 nor 1: found 2"
    );
    let mut reader = FrameReader::<Talk>::new(Pool::default());
    reader.feed(&wire).expect("there is memory");
    let error = reader.next_message().unwrap_err();
    assert_eq!(
        error.to_string(),
        "Ping: boolean is neither 0 nor 1 at byte 8, in the frame at byte 0"
    );
    let unknown = reader.next_message().unwrap_err();
    assert!(matches!(&unknown, MessageError::Unknown(frame) if frame.offset() == 9), "{unknown}");
    let urgent = Ping { nonce: 8, urgent: true };
    assert_eq!(reader.next_message().expect("valid"), Some(Any::Ping(urgent)));
}

/// Points, one after another.
enum Points {}

impl Protocol for Points {
    type Header = VarintHeader;
    type Format = Bincode;
    type Dispatch = Single;
    type Message = Vec<(u8, u16)>;
    type MessageRef<'de> = codec_core::SeqRef<'de, (u8, u16)>;
}

#[test]
fn a_protocol_without_ids_has_messages_of_one_type() {
    let mut writer = FrameWriter::<Points>::new(Pool::default());
    let points = vec![(1, 2), (3, 4)];
    writer.send(&points).expect("it encodes");
    let mut wire = Vec::new();
    writer.flush(&mut wire).expect("a vector takes everything");
    assert_eq!((wire[0], wire.len()), (14, 15));
    let mut reader = FrameReader::<Points>::new(Pool::default());
    assert_eq!(reader.read_message(&mut &wire[..]).expect("valid"), Some(points.clone()));
    let mut reader = FrameReader::<Points>::new(Pool::default());
    let borrowed = reader.read_message_ref(&mut &wire[..]).expect("valid").expect("whole");
    assert_eq!(borrowed.to_vec(), points);
}

#[test]
fn a_header_alone_is_a_protocol_of_payloads() {
    let mut reader = FrameReader::<LengthHeader<1>>::new(Pool::default());
    reader.feed(&[2, 7, 8, 1, 9]).expect("there is memory");
    assert_eq!(reader.next_message_ref().expect("valid"), Some(&[7, 8][..]));
    assert_eq!(reader.next_message().expect("valid"), Some(vec![9]));
    let mut reader = FrameReader::<Short>::new(Pool::default());
    reader.feed(&[9, 2, 0, 0, 7, 8]).expect("there is memory");
    let frame = reader.next_frame().expect("valid").expect("whole");
    assert_eq!(frame.decode::<Bincode, u16>(), Ok(0x0807));
    assert_eq!((frame.message(), frame.message_name()), (Ok(vec![7, 8]), None));
}
