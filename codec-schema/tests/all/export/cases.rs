//! Payloads, whole and damaged, and what Rust makes of each.

use codec_core::message::decode_payload;
use codec_core::{DecodeErrorKind, Encode, Format, Header, MessageInfo, Messages, Protocol};
use codec_schema::Message;

/// A payload, and what a reader and writer have to say of it.
pub(crate) struct Case {
    /// The message's id; none for a whole frame.
    pub(crate) id: Option<Message>,
    pub(crate) payload: Vec<u8>,
    /// The bytes that the value is written as, or the kind and offset of the error.
    pub(crate) wanted: String,
}

/// The id of a message in Rust.
pub(crate) trait Id: Copy {
    /// The same in a description.
    fn described(self) -> Message;
}

impl Id for u32 {
    fn described(self) -> Message {
        Message::Number(self.into())
    }
}

impl Id for &'static str {
    fn described(self) -> Message {
        Message::Name(self.to_owned())
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The answer of Rust to a payload; `None` for a value with a NaN, whose bits no other language keeps.
pub(crate) fn case<F: Format, M>(id: M::Id, payload: &[u8]) -> Option<Case>
where
    M: Messages<Id: Id> + Encode + std::fmt::Debug,
{
    let wanted = match decode_payload::<F, M>(id, payload) {
        Ok(value) if format!("{value:?}").contains("NaN") => return None,
        Ok(value) => match F::to_vec(&value) {
            Ok(bytes) => format!("ok {}", hex(&bytes)),
            Err(error) => format!("encode {:?}", error.kind()),
        },
        Err(error) => format!("{:?} {}", error.kind(), error.offset()),
    };
    Some(Case { id: Some(id.described()), payload: payload.to_vec(), wanted })
}

/// A payload whole, cut at every byte, with each byte changed in two ways, and with one byte more.
pub(crate) fn damaged<F: Format, M>(id: M::Id, payload: &[u8], cases: &mut Vec<Case>)
where
    M: Messages<Id: Id> + Encode + std::fmt::Debug,
{
    damaged_at::<F, M>(id, payload, 1, cases);
}

/// The same, at some bytes.
pub(crate) fn damaged_at<F: Format, M>(
    id: M::Id,
    payload: &[u8],
    step: usize,
    cases: &mut Vec<Case>,
) where
    M: Messages<Id: Id> + Encode + std::fmt::Debug,
{
    cases.extend(case::<F, M>(id, payload));
    cases.extend(case::<F, M>(id, &[payload, &[0]].concat()));
    for at in (0..payload.len()).step_by(step) {
        cases.extend(case::<F, M>(id, &payload[..at]));
        for change in [1, 0x80] {
            let mut changed = payload.to_vec();
            changed[at] ^= change;
            cases.extend(case::<F, M>(id, &changed));
        }
    }
}

/// The answer of Rust to a frame: its header, its payload, and the same written again.
pub(crate) fn frame_case<P, M>(frame: &[u8]) -> Option<Case>
where
    P: Protocol,
    P::Header: Header<Id = u32>,
    M: for<'de> codec_core::MessagesRef<'de, Id = u32> + MessageInfo + Encode + std::fmt::Debug,
{
    let size = P::Header::SIZE;
    let refused = |kind: DecodeErrorKind, offset| format!("{kind:?} {offset}");
    let wanted = match P::Header::parse(frame.get(..size).unwrap_or(frame)) {
        Err(error) => refused(error.kind(), error.offset()),
        Ok(header) => {
            let (payload, len) = (&frame[size..], header.payload_len());
            match payload.len().cmp(&len) {
                std::cmp::Ordering::Less => refused(DecodeErrorKind::UnexpectedEnd, frame.len()),
                std::cmp::Ordering::Greater => refused(DecodeErrorKind::TrailingBytes, size + len),
                std::cmp::Ordering::Equal => {
                    match decode_payload::<P::Format, M>(header.id(), payload) {
                        Err(error) => refused(error.kind(), size + error.offset()),
                        Ok(value) if format!("{value:?}").contains("NaN") => return None,
                        Ok(value) => {
                            let payload = P::Format::to_vec(&value).unwrap();
                            let (id, flags) = (header.id(), value.flags());
                            let header = P::Header::describe(id, flags, &payload).unwrap();
                            let mut whole = vec![0; size];
                            header.write(&mut whole);
                            format!("ok {}", hex(&[whole, payload].concat()))
                        }
                    }
                }
            }
        }
    };
    Some(Case { id: None, payload: frame.to_vec(), wanted })
}

/// A frame whole, cut at every byte of its header and one more, with each bit of the header
/// changed, and with one byte more.
pub(crate) fn damaged_frame<P, M>(frame: &[u8], cases: &mut Vec<Case>)
where
    P: Protocol,
    P::Header: Header<Id = u32>,
    M: for<'de> codec_core::MessagesRef<'de, Id = u32> + MessageInfo + Encode + std::fmt::Debug,
{
    cases.extend(frame_case::<P, M>(frame));
    cases.extend(frame_case::<P, M>(&[frame, &[0]].concat()));
    for at in 0..frame.len().min(P::Header::SIZE + 2) {
        cases.extend(frame_case::<P, M>(&frame[..at]));
        for bit in 0..8 {
            let mut changed = frame.to_vec();
            changed[at] ^= 1 << bit;
            cases.extend(frame_case::<P, M>(&changed));
        }
    }
}
