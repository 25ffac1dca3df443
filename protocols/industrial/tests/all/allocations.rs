//! The allocations that each message may make.

use crate::samples::{LEVEL, PLACE, TANK, handle, outgoing, subscribe, update, values, write};
use bytes::{Bytes, BytesMut};
use codec_alloc::{assert_allocated_bytes, assert_allocations};
use codec_core::{Bincode, Format};
use codec_industrial::{
    OutgoingValue, OutgoingWrite, Session, Signatures, Subscription, Time, Update, UpdateRef,
    Value, Write, WriteRef, WriteShared, signature,
};
use codec_pool::Pool;

#[test]
fn a_write_into_a_session_allocates_nothing() {
    let (mut session, handle) = (Session::new(&Pool::default()), handle());
    // The chunk, and the names in the handle.
    session.write(handle, Time(0), OutgoingValue::Bool(true)).unwrap();
    session.handle(PLACE, TANK, LEVEL);
    for value in outgoing() {
        assert_allocations!(session.write(handle, Time(1), value).unwrap().len(), 0);
        assert_allocations!(session.write_now(handle, value).unwrap().len(), 0);
    }
    assert_allocations!(session.handle(PLACE, TANK, LEVEL), 0);
    let subscription = Subscription::new(1, vec![handle; 100]);
    assert_allocations!(session.subscribe(&subscription, 250).unwrap().len(), 0);
    assert_allocations!(session.answer(1, 0).unwrap().len(), 0);
}

#[test]
fn a_write_into_new_memory_allocates_its_bytes_once() {
    for value in outgoing() {
        let write = OutgoingWrite::new(7, handle(), value);
        let len = Bincode::encoded_len(&write) as u64;
        assert_allocations!(Bincode::to_vec(&write), 1);
        assert_allocated_bytes!(Bincode::to_vec(&write), len);
        let into_new = || {
            let mut buffer = BytesMut::new();
            Bincode::encode_into(&write, &mut buffer).unwrap();
            buffer
        };
        assert_allocations!(into_new(), 1);
        let mut kept = Bincode::to_vec(&write).unwrap();
        kept.clear();
        assert_allocations!(Bincode::encode_into(&write, &mut kept).unwrap(), 0);
    }
}

#[test]
fn a_string_is_sent_without_a_copy_and_received_with_one() {
    assert_allocations!(OutgoingValue::text("Motör").unwrap(), 0);
    assert_allocations!(Value::Text("Motör".try_into().unwrap()), 1);
    assert_allocated_bytes!(Value::Text("Motör".try_into().unwrap()), 10);
}

#[test]
fn a_write_that_is_read_in_place_allocates_nothing() {
    for value in values() {
        let bytes = Bincode::to_vec(&write(value)).unwrap();
        assert_allocations!(Bincode::from_slice_ref::<WriteRef<'_>>(&bytes).unwrap(), 0);
        let source = Bytes::from(bytes);
        drop(source.clone()); // which counts references from the first clone on
        assert_allocations!(Bincode::from_bytes::<WriteShared>(&source).unwrap(), ..=1);
    }
}

#[test]
fn an_owned_scalar_allocates_nothing_and_an_array_once() {
    for (value, most) in values().into_iter().zip([0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 3, 0]) {
        let bytes = Bincode::to_vec(&write(value)).unwrap();
        assert_allocations!(Bincode::from_slice::<Write>(&bytes).unwrap(), most);
    }
}

#[test]
fn an_update_is_read_in_place() {
    let bytes = Bincode::to_vec(&update()).unwrap();
    let mut subscription = Subscription::new(9, subscribe().handles);
    let count = || {
        let update: UpdateRef<'_> = Bincode::from_slice_ref(&bytes).unwrap();
        subscription.accept(&update).unwrap().filter(|(tag, _)| tag.is_some()).count()
    };
    let (tags, counted) = codec_alloc::measure(count);
    assert_eq!((tags, counted.count), (2, 0));
    // The records, and the owned content of each: a string, four arrays, two strings of a fifth.
    assert_allocations!(Bincode::from_slice::<Update>(&bytes).unwrap(), 9);
}

#[test]
fn a_signature_that_is_cached_allocates_nothing() {
    let mut signatures = Signatures::with_capacity(4);
    signatures.of("Tank_001");
    assert_allocations!(signatures.of("Tank_001"), 0);
    // A switch to the other generation and back.
    signatures.of("a");
    signatures.of("b");
    signatures.of("Tank_001");
    signatures.of("c");
    signatures.of("d");
    assert!(signatures.contains("Tank_001"));
    assert_allocations!(signatures.of("Tank_001"), 0);
    assert_allocations!(signature("Tank_001"), 0);
}
