//! Two sides, connected by frames of the pool.

use crate::samples::{handle, subscribe, update};
use codec_core::{Bincode, DecodeErrorKind, Format, Header, Protocol};
use codec_industrial::{
    AnyMessage, AnyMessageRef, FrameHeader, Gap, Gateway, OutgoingValue, Session, Subscription,
    Time, Update, UpdateRef, Value, WriteResult,
};
use codec_pool::{FrameReader, Pool};

/// The messages that a side receives from these bytes.
fn received(bytes: &[u8]) -> Vec<AnyMessage> {
    let mut reader = FrameReader::<Gateway>::new(Pool::default());
    let mut stream = bytes;
    let mut messages = Vec::new();
    while let Some(frame) = reader.read_frame(&mut stream).unwrap() {
        messages.push(frame.message().unwrap());
    }
    messages
}

#[test]
fn all_messages_travel() {
    let mut session = Session::new(&Pool::default());
    let mut sent = Vec::new();
    let subscription = Subscription::new(9, subscribe().handles);
    sent.extend_from_slice(session.write_now(handle(), OutgoingValue::Int32(-5)).unwrap());
    sent.extend_from_slice(session.write(handle(), Time(9), OutgoingValue::Bool(true)).unwrap());
    sent.extend_from_slice(session.subscribe(&subscription, 250).unwrap());
    sent.extend_from_slice(session.answer(0, 3).unwrap());
    sent.extend_from_slice(session.frame(&update()).unwrap());
    let messages = received(&sent);
    let [
        AnyMessage::Write(first),
        AnyMessage::Write(second),
        AnyMessage::Subscribe(asked),
        AnyMessage::WriteResult(answer),
        AnyMessage::Update(updated),
    ] = &messages[..]
    else {
        panic!("{messages:?}")
    };
    assert_eq!((first.sequence, first.flags, &first.value), (0, 0, &Value::Int32(-5)));
    assert_eq!((second.sequence, second.flags, second.time), (1, 1, Time(9)));
    assert_eq!(asked, &subscribe());
    assert_eq!(answer, &WriteResult { sequence: 0, status: 3 });
    assert_eq!(updated, &update());
}

#[test]
fn a_frame_that_is_not_of_the_protocol_is_refused() {
    let mut session = Session::new(&Pool::default());
    let frame = session.answer(1, 0).unwrap();
    frame[0] = b'X';
    assert!(FrameHeader::parse(&frame[..FrameHeader::SIZE]).is_err());
    frame[..8].copy_from_slice(b"IG\x02\x00\x01\x00\x00\x01");
    let error = FrameHeader::parse(&frame[..8]).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::LengthOverLimit);
    assert_eq!(Gateway::name_of(5), None);
    assert!(Gateway::decode_ref(5, &[]).is_err());
}

fn bytes(sequence: u64) -> Vec<u8> {
    Bincode::to_vec(&Update { sequence, ..update() }).unwrap()
}

#[test]
fn a_lost_update_is_reported_once() {
    let mut subscription = Subscription::new(9, subscribe().handles);
    let mut accept = |sequence| {
        let bytes = bytes(sequence);
        let AnyMessageRef::Update(update) = Gateway::decode_ref(4, &bytes).unwrap() else {
            panic!("an update")
        };
        subscription.accept(&update).map(Iterator::count)
    };
    assert_eq!(accept(0), Ok(12));
    assert_eq!(accept(2), Err(Gap { expected: 1, found: 2 }));
    assert_eq!(accept(3), Ok(12));
}

#[test]
#[should_panic(expected = "an update of this subscription")]
fn an_update_of_another_subscription_is_a_mistake() {
    let bytes = bytes(0);
    let update: UpdateRef<'_> = Bincode::from_slice_ref(&bytes).unwrap();
    let _ = Subscription::new(8, Vec::new()).accept(&update).map(Iterator::count);
}
