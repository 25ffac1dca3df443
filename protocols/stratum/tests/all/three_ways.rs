//! A payload decoded owned, borrowed and shared, and encoded again.

use bytes::Bytes;
use codec_core::{
    Cursor, DecodeError, Format as _, MessageInfo as _, Messages as _, MessagesRef as _, Reader,
    Sv2,
};
use codec_stratum::{AnyMessage, AnyMessageRef, AnyMessageShared};

/// The bytes of a message after a round trip.
pub(crate) type Rewritten = Result<Vec<u8>, DecodeError>;

pub(crate) fn owned(id: u32, payload: &[u8]) -> Rewritten {
    let mut r = Reader::<Sv2>::new(payload);
    let message = AnyMessage::decode_message(id, &mut r)?;
    r.cursor().finish()?;
    assert_eq!(message.id(), id);
    Ok(Sv2::to_vec(&message).expect("what was decoded encodes"))
}

pub(crate) fn borrowed(id: u32, payload: &[u8]) -> Rewritten {
    let mut r = Reader::<Sv2>::new(payload);
    let message = AnyMessageRef::decode_message_ref(id, &mut r)?;
    r.cursor().finish()?;
    assert_eq!(message.id(), id);
    Ok(Sv2::to_vec(&message).expect("what was decoded encodes"))
}

pub(crate) fn shared(id: u32, payload: &[u8]) -> Rewritten {
    let source = Bytes::copy_from_slice(payload);
    let mut r = Reader::<Sv2>::from_cursor(Cursor::from_bytes(&source));
    let message = AnyMessageShared::decode_message(id, &mut r)?;
    r.cursor().finish()?;
    assert_eq!(message.id(), id);
    Ok(Sv2::to_vec(&message).expect("what was decoded encodes"))
}

/// The result of all three ways, which must be the same.
pub(crate) fn agreed(id: u32, payload: &[u8], label: &str) -> Rewritten {
    let owned = owned(id, payload);
    assert_eq!(owned, borrowed(id, payload), "{label}: owned and borrowed");
    assert_eq!(owned, shared(id, payload), "{label}: owned and shared");
    owned
}
