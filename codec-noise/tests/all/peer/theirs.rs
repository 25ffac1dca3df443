//! The reference implementation's side of a connection.

use std::time::Duration;

use codec_noise::{AuthoritySecret, SECOND_MESSAGE};
use codec_sv2::{
    Decrypted, EncodableFrame, Handshake, NoiseDecoder, NoiseEncoder, Transport,
    TransportDecryptState, TransportEncryptState,
};
#[cfg(feature = "std")]
use noise_sv2::Initiator;
use noise_sv2::Responder;

/// A session that sends and receives whole frames.
pub(crate) struct Theirs {
    encoder: NoiseEncoder,
    decoder: NoiseDecoder,
    send: TransportEncryptState,
    receive: Option<TransportDecryptState>,
}

/// An unencrypted frame as it is on the wire.
struct Plain<'a>(&'a [u8]);

impl EncodableFrame for Plain<'_> {
    fn encoded_length(&self) -> usize {
        self.0.len()
    }

    fn encode_into(self, room: &mut [u8]) -> Result<(), framing_sv2::Error> {
        room.copy_from_slice(self.0);
        Ok(())
    }
}

impl Theirs {
    pub(crate) fn new(transport: Transport) -> Self {
        let (send, receive) = transport.split();
        let (encoder, decoder) = (NoiseEncoder::new(), NoiseDecoder::new());
        Self { encoder, decoder, send, receive: Some(receive) }
    }

    /// Encrypts a frame.
    pub(crate) fn seal(&mut self, frame: &[u8]) -> Vec<u8> {
        let sealed = self.encoder.encode_transport(Plain(frame), &mut self.send);
        sealed.expect("the frame is whole").as_ref().to_vec()
    }

    /// Decrypts a complete frame; `None` when it can't be opened.
    pub(crate) fn open(&mut self, mut sealed: &[u8]) -> Option<Vec<u8>> {
        loop {
            let room = self.decoder.writable();
            let len = room.len();
            room.copy_from_slice(sealed.split_off(..len).expect("no more is asked for"));
            let state = self.receive.take().expect("it is put back");
            match self.decoder.next_transport_frame(state).ok()? {
                Decrypted::Frame(frame, state) => {
                    self.receive = Some(state);
                    assert!(sealed.is_empty(), "one frame was given");
                    return Some(frame.as_bytes().to_vec());
                }
                Decrypted::Incomplete(_, state) => self.receive = Some(state),
            }
        }
    }
}

#[cfg(feature = "std")]
pub(crate) fn initiator(authority: &AuthoritySecret) -> Handshake<Initiator> {
    let key = authority.public_key().to_bytes();
    Handshake::initiator(Initiator::from_raw_k(key).expect("it is a key"))
}

pub(crate) fn responder(authority: &AuthoritySecret, validity: u64) -> Handshake<Responder> {
    let key = authority.public_key().to_bytes();
    let validity = Duration::from_secs(validity);
    let responder = Responder::from_authority_kp(&key, &authority.to_bytes(), validity);
    Handshake::responder(responder.expect("they are keys"))
}

/// Answers the first message, at the given time.
pub(crate) fn answer(
    responder: Handshake<Responder>,
    first: &[u8],
    now: u32,
) -> ([u8; SECOND_MESSAGE], Theirs) {
    let first = first.try_into().expect("64 bytes");
    let mut random = rand::thread_rng();
    let (second, transport) =
        responder.step_1_with_now_rng(first, now, &mut random).expect("it answers anything");
    (second.payload().try_into().expect("234 bytes"), Theirs::new(transport))
}
