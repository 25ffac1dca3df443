//! One message of each kind of Stratum V2, from the session bundled with `sv2`.
#![forbid(unsafe_code)]

use codec_core::Header as _;
use codec_pool::{FrameReader, Pool};
use codec_stratum::{AnyMessage, FrameHeader};

const SESSION: &[u8] = include_bytes!("../../protocols/stratum/data/session.sv2");

/// A message as it was received.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Its name.
    pub name: &'static str,
    /// Its id.
    pub id: u32,
    /// Its bytes, without the header.
    pub payload: Vec<u8>,
}

/// The longest message of each kind in the session, in the order of their ids.
///
/// # Panics
/// Never: the session is valid, and all 44 messages are in it.
#[must_use]
pub fn samples() -> Vec<Sample> {
    use codec_core::{MessageInfo as _, Sv2};
    let mut reader = FrameReader::<FrameHeader>::new(Pool::default());
    let (mut stream, mut samples) = (SESSION, Vec::<Sample>::new());
    while let Some(frame) = reader.read_frame(&mut stream).expect("the session is sound") {
        let message = frame.decode_message::<Sv2, AnyMessage>().expect("it decodes");
        let (name, id) = (message.name(), frame.header().id());
        let payload = frame.payload();
        match samples.iter_mut().find(|sample| sample.id == id) {
            Some(sample) if sample.payload.len() >= payload.len() => {}
            Some(sample) => payload.clone_into(&mut sample.payload),
            None => samples.push(Sample { name, id, payload: payload.to_vec() }),
        }
    }
    samples.sort_by_key(|sample| sample.id);
    assert_eq!(samples.len(), 44, "the session has every message");
    samples
}
