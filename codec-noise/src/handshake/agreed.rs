//! The result on which the two sides have agreed.
#![forbid(unsafe_code)]

use crate::certificate::Certificate;
use crate::cipher::Cipher;
use crate::key::KeyBytes;
use crate::transport::Session;

/// All of which a session is made. A handshake keeps this and not the session, whose keys
/// would stay behind in its memory when the session is taken out.
pub(super) struct Agreed {
    pub(super) send: KeyBytes,
    pub(super) receive: KeyBytes,
    pub(super) certificate: Certificate,
    /// The responder's key.
    pub(super) static_key: [u8; 32],
    /// Over all that was sent.
    pub(super) hash: [u8; 32],
}

impl Agreed {
    pub(super) fn session<C: Cipher>(&self) -> Session<C> {
        Session::new((&self.send, &self.receive), (self.certificate, self.static_key), self.hash)
    }
}
