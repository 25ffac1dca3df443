//! A payload decoded owned, into an existing value, borrowed and shared, and encoded again.

use bytes::Bytes;
use codec_core::{
    Consensus, Cursor, DecodeError, Format as _, MessageInfo as _, Messages as _, MessagesRef as _,
};
use codec_core::{Encode, Reader};
use codec_decred::{AnyMessage, AnyMessageRef, AnyMessageShared};

/// The bytes of a message after a round trip.
pub(crate) type Rewritten = Result<Vec<u8>, DecodeError>;

fn written(message: &impl Encode) -> Vec<u8> {
    let bytes = Consensus::to_vec(message).expect("what was decoded encodes");
    assert_eq!(Consensus::encoded_len(message), bytes.len());
    bytes
}

pub(crate) fn owned(id: &'static str, payload: &[u8]) -> Rewritten {
    let mut r = Reader::<Consensus>::new(payload);
    let message = AnyMessage::decode_message(id, &mut r)?;
    r.cursor().finish()?;
    assert_eq!(message.id(), id);
    assert_eq!(written(&message.to_ref()), written(&message), "to_ref of {id}");
    Ok(written(&message))
}

pub(crate) fn borrowed(id: &'static str, payload: &[u8]) -> Rewritten {
    let mut r = Reader::<Consensus>::new(payload);
    let message = AnyMessageRef::decode_message_ref(id, &mut r)?;
    r.cursor().finish()?;
    assert_eq!(message.id(), id);
    assert_eq!(written(&AnyMessage::from(message)), written(&message), "from a borrowed {id}");
    Ok(written(&message))
}

pub(crate) fn shared(id: &'static str, payload: &[u8]) -> Rewritten {
    let source = Bytes::copy_from_slice(payload);
    let mut r = Reader::<Consensus>::from_cursor(Cursor::from_bytes(&source));
    let message = AnyMessageShared::decode_message(id, &mut r)?;
    r.cursor().finish()?;
    assert_eq!(message.id(), id);
    let bytes = written(&message);
    assert_eq!(written(&AnyMessage::from(message)), bytes, "from a shared {id}");
    Ok(bytes)
}

/// The result of all ways, which must be the same.
pub(crate) fn agreed(id: &'static str, payload: &[u8]) -> Rewritten {
    let owned = owned(id, payload);
    assert_eq!(owned, borrowed(id, payload), "{id}: owned and borrowed");
    assert_eq!(owned, shared(id, payload), "{id}: owned and shared");
    if let Ok(bytes) = &owned {
        assert_eq!(bytes, payload, "{id}: what is accepted is written back");
    }
    owned
}
