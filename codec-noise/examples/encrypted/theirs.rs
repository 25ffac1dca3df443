//! The reference implementation: its handshake, its decoder and its messages.

use std::hint::black_box;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use codec_noise::{AuthoritySecret, Handshake as OurHandshake, Session};
use codec_sv2::{
    Decrypted, Handshake, MessageFrame, NoiseDecoder, NoiseEncoder, Transport,
    TransportDecryptState, TransportEncryptState,
};
use noise_sv2::{Initiator, Responder};

use crate::Contender;
use crate::message::peer::Template;
use crate::message::rest;

/// Both sides of a handshake.
pub(crate) fn shake_hands(authority: &AuthoritySecret) -> (Transport, Transport) {
    let (key, hour) = (authority.public_key().to_bytes(), Duration::from_secs(3600));
    let one = Handshake::initiator(Initiator::from_raw_k(key).expect("it is a key"));
    let other = Responder::from_authority_kp(&key, &authority.to_bytes(), hour);
    let other = Handshake::responder(other.expect("they are keys"));
    let (first, one) = one.step_0().expect("the first step");
    let first = first.payload().try_into().expect("64 bytes");
    let (second, other) = other.step_1(first).expect("the second step");
    let second = second.payload().try_into().expect("234 bytes");
    (one.step_2(second).expect("the certificate is good"), other)
}

/// A client of ours, and a server of theirs.
pub(crate) fn connect_ours(authority: &AuthoritySecret) -> (Session, Transport) {
    let (key, hour) = (authority.public_key(), Duration::from_secs(3600));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970").as_secs();
    let mut client: OurHandshake = OurHandshake::initiator(key).expect("there is entropy");
    let server = Responder::from_authority_kp(&key.to_bytes(), &authority.to_bytes(), hour);
    let server = Handshake::responder(server.expect("they are keys"));
    let first = client.output().try_into().expect("64 bytes");
    let (second, server) = server.step_1(first).expect("the first step");
    client.input(second.payload(), now).expect("the certificate is good");
    (client.finish().expect("all has come"), server)
}

/// A message with a payload of `size` bytes, in its sealed frame.
pub(crate) fn sealed_template(
    encoder: &mut NoiseEncoder,
    send: &mut TransportEncryptState,
    size: usize,
) -> Vec<u8> {
    let mut bytes = vec![7; rest(size)];
    let bytes = (&mut bytes[..]).try_into().expect("fewer than 16 MiB");
    let message = Template { channel_id: 7, bytes };
    let frame = MessageFrame::from_message(message, 0x70, 0, false).expect("it fits");
    encoder.encode_transport(frame, send).expect("it fits").as_ref().to_vec()
}

struct Connection {
    encoder: NoiseEncoder,
    decoder: NoiseDecoder,
    send: TransportEncryptState,
    receive: Option<TransportDecryptState>,
}

impl Connection {
    fn new() -> Self {
        let authority = AuthoritySecret::generate().expect("there is entropy");
        let (one, other) = shake_hands(&authority);
        let (encoder, decoder) = (NoiseEncoder::new(), NoiseDecoder::new());
        Self { encoder, decoder, send: one.split().0, receive: Some(other.split().1) }
    }

    fn seal(&mut self, size: usize, count: usize) -> Vec<u8> {
        let mut wire = Vec::new();
        for _ in 0..count {
            wire.extend(sealed_template(&mut self.encoder, &mut self.send, size));
        }
        wire
    }

    /// Feeds each frame a read window at a time, as the decoder requests.
    fn open(&mut self, mut wire: &[u8], mut decode: impl FnMut(&mut [u8])) {
        while !wire.is_empty() {
            let window = self.decoder.writable();
            let (bytes, rest) = wire.split_at(window.len());
            window.copy_from_slice(bytes);
            wire = rest;
            let state = self.receive.take().expect("it is put back");
            match self.decoder.next_transport_frame(state).expect("nothing was changed") {
                Decrypted::Frame(mut frame, state) => {
                    self.receive = Some(state);
                    decode(frame.payload());
                }
                Decrypted::Incomplete(_, state) => self.receive = Some(state),
            }
        }
    }
}

/// Messages without a lifetime, as its programs make them.
pub(crate) struct Owned(Connection);

impl Contender for Owned {
    const NAME: &'static str = "SRI, owned";

    fn connect() -> Self {
        Self(Connection::new())
    }

    fn seal(&mut self, size: usize, count: usize) -> Vec<u8> {
        self.0.seal(size, count)
    }

    fn open(&mut self, wire: &mut [u8], _: usize) {
        self.0.open(wire, |payload| {
            let message: Template<'_> = binary_sv2::from_bytes(payload).expect("it was encoded");
            black_box((message.channel_id, message.bytes.as_bytes().to_vec()));
        });
    }
}

/// Messages that borrow from the frame.
pub(crate) struct Borrowed(Connection);

impl Contender for Borrowed {
    const NAME: &'static str = "SRI, borrowed";

    fn connect() -> Self {
        Self(Connection::new())
    }

    fn seal(&mut self, size: usize, count: usize) -> Vec<u8> {
        self.0.seal(size, count)
    }

    fn open(&mut self, wire: &mut [u8], _: usize) {
        self.0.open(wire, |payload| {
            black_box(binary_sv2::from_bytes::<Template<'_>>(payload).expect("it was encoded"));
        });
    }
}
