//! Our side of a connection, and connections between both implementations.

use std::sync::Arc;

use codec_noise::{
    AuthoritySecret, HEADER, Handshake, Identity, Opener, SEALED_HEADER, Sealer, Session, TAG,
    sealed_payload_len,
};

use super::theirs::{self, Theirs};

pub(crate) const NOW: u32 = 1_700_000_000;

/// A session that sends and receives whole frames.
pub(crate) struct Ours {
    sealer: Sealer,
    opener: Opener,
}

impl Ours {
    pub(crate) fn new(session: Session) -> Self {
        let (sealer, opener) = session.split();
        Self { sealer, opener }
    }

    pub(crate) fn seal(&mut self, frame: &[u8]) -> Vec<u8> {
        let len = frame.len() - HEADER;
        let mut room = vec![0; SEALED_HEADER + sealed_payload_len(len)];
        room[TAG..TAG + frame.len()].copy_from_slice(frame);
        self.sealer.seal_frame(&mut room, len).expect("the room is as long as it is to be");
        room
    }

    pub(crate) fn open(&mut self, sealed: &[u8]) -> Vec<u8> {
        let mut room = sealed.to_vec();
        let (header, payload) = room.split_at_mut(SEALED_HEADER);
        let mut opening = self.opener.begin();
        let header = opening.open_header(header).expect("it was not changed");
        let len = usize::from(header[3]) | usize::from(header[4]) << 8;
        let len = len | usize::from(header[5]) << 16;
        assert_eq!(payload.len(), sealed_payload_len(len));
        opening.open_payload(payload).expect("it was not changed");
        room[TAG..][..HEADER + len].to_vec()
    }
}

pub(crate) fn identity(authority: &AuthoritySecret) -> Arc<Identity> {
    Arc::new(Identity::issue(authority, NOW - 100..=NOW + 100).expect("there is entropy"))
}

/// We connect to the reference implementation.
pub(crate) fn to_theirs() -> (Session, Theirs) {
    let authority = AuthoritySecret::generate().expect("there is entropy");
    let mut ours: Handshake =
        Handshake::initiator(authority.public_key()).expect("there is entropy");
    let (second, theirs) = theirs::answer(theirs::responder(&authority, 100), ours.output(), NOW);
    ours.sent(64);
    ours.input(&second, NOW.into()).expect("the certificate is good");
    (ours.finish().expect("all has come"), theirs)
}

/// The reference implementation connects to us.
pub(crate) fn from_theirs() -> (Session, Theirs) {
    let authority = AuthoritySecret::generate().expect("there is entropy");
    let (first, theirs) = theirs::initiator(&authority).step_0().expect("it is the first step");
    let mut ours: Handshake = Handshake::responder(identity(&authority)).expect("there is entropy");
    ours.input(first.payload(), 0).expect("any key is good");
    let second = ours.output().try_into().expect("234 bytes");
    let theirs = theirs.step_2_with_now(second, NOW).expect("the certificate is good");
    ours.sent(234);
    (ours.finish().expect("all has come"), Theirs::new(theirs))
}
