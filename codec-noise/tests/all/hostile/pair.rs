//! Two sides that talk to each other.

use std::sync::Arc;

use codec_noise::{AuthoritySecret, Certificate, Handshake, Identity, NoiseError, Session};

pub(crate) const NOW: u32 = 1_700_000_000;
/// Keys that are the same each time.
const AUTHORITY: [u8; 32] = [1; 32];
const STATIC: [u8; 32] = [2; 32];
const INITIATOR: [u8; 32] = [3; 32];
const RESPONDER: [u8; 32] = [4; 32];

pub(crate) fn authority() -> AuthoritySecret {
    AuthoritySecret::from_bytes(AUTHORITY).expect("a key")
}

pub(crate) fn static_key() -> [u8; 32] {
    Identity::key_of(&STATIC).expect("a key")
}

pub(crate) fn good_certificate() -> Certificate {
    Certificate::sign(&authority(), &static_key(), NOW - 5..=NOW + 5)
}

pub(crate) fn initiator() -> Handshake {
    Handshake::initiator_with_key(authority().public_key(), INITIATOR).expect("a key")
}

pub(crate) fn responder(certificate: Certificate) -> Handshake {
    let identity = Identity::new(&STATIC, certificate).expect("a key");
    Handshake::responder_with_key(Arc::new(identity), RESPONDER).expect("a key")
}

/// Both messages of a successful handshake.
pub(crate) fn messages(certificate: Certificate) -> ([u8; 64], [u8; 234]) {
    let first: [u8; 64] = initiator().output().try_into().expect("64 bytes");
    let mut responder = responder(certificate);
    responder.input(&first, 0).expect("any key is good");
    (first, responder.output().try_into().expect("234 bytes"))
}

/// An initiator's verdict on a certificate.
pub(crate) fn verdict(certificate: Certificate) -> Result<(), NoiseError> {
    initiator().input(&messages(certificate).1, NOW.into()).map(drop)
}

/// The initiator's session and the responder's.
pub(crate) fn sessions() -> (Session, Session) {
    let (mut one, mut other) = (initiator(), responder(good_certificate()));
    other.input(one.output(), NOW.into()).expect("any key is good");
    one.input(other.output(), NOW.into()).expect("the certificate is good");
    (one.finish().expect("all has come"), other.finish().expect("all has come"))
}
