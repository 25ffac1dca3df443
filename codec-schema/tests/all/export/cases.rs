//! Payloads, whole and damaged, and what Rust makes of each.

use codec_core::message::decode_payload;
use codec_core::{Encode, Format};

/// A payload, and what a reader and writer have to say of it.
pub(crate) struct Case {
    pub(crate) id: u32,
    pub(crate) payload: Vec<u8>,
    /// The bytes that the value is written as, or the kind and offset of the error.
    pub(crate) wanted: String,
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The answer of Rust to a payload; `None` for a value with a NaN, whose bits no other language keeps.
pub(crate) fn case<F: Format, M>(id: u32, payload: &[u8]) -> Option<Case>
where
    M: for<'de> codec_core::MessagesRef<'de, Id = u32> + Encode + std::fmt::Debug,
{
    let wanted = match decode_payload::<F, M>(id, payload) {
        Ok(value) if format!("{value:?}").contains("NaN") => return None,
        Ok(value) => match F::to_vec(&value) {
            Ok(bytes) => format!("ok {}", hex(&bytes)),
            Err(error) => format!("encode {:?}", error.kind()),
        },
        Err(error) => format!("{:?} {}", error.kind(), error.offset()),
    };
    Some(Case { id, payload: payload.to_vec(), wanted })
}

/// A payload whole, cut at every byte, with each byte changed in two ways, and with one byte more.
pub(crate) fn damaged<F: Format, M>(id: u32, payload: &[u8], cases: &mut Vec<Case>)
where
    M: for<'de> codec_core::MessagesRef<'de, Id = u32> + Encode + std::fmt::Debug,
{
    cases.extend(case::<F, M>(id, payload));
    cases.extend(case::<F, M>(id, &[payload, &[0]].concat()));
    for at in 0..payload.len() {
        cases.extend(case::<F, M>(id, &payload[..at]));
        for change in [1, 0x80] {
            let mut changed = payload.to_vec();
            changed[at] ^= change;
            cases.extend(case::<F, M>(id, &changed));
        }
    }
}
