//! Sessions between two sides, and the cost of one.

use std::sync::Arc;
use std::time::Instant;

use codec_noise::{AuthoritySecret, Handshake, Identity, NoiseReader, NoiseWriter, Session};
use codec_stratum::Sv2Protocol;

/// A connection's two ends: the initiator's, and the responder's.
pub(crate) fn connect() -> (Session, Session) {
    let authority = AuthoritySecret::generate().expect("there is entropy");
    let identity = Arc::new(Identity::issue(&authority, 0..=100).expect("there is entropy"));
    shake_hands(&authority, &identity)
}

fn shake_hands(authority: &AuthoritySecret, identity: &Arc<Identity>) -> (Session, Session) {
    let mut one: Handshake = Handshake::initiator(authority.public_key()).expect("entropy");
    let mut other: Handshake = Handshake::responder(identity.clone()).expect("entropy");
    other.input(one.output(), 50).expect("any key is good");
    one.input(other.output(), 50).expect("the certificate is good");
    (one.finish().expect("all has come"), other.finish().expect("all has come"))
}

fn fastest(mut work: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..200 {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed().as_secs_f64() * 1e6);
    }
    best
}

/// The cost of a handshake for both sides together, and the memory of an idle connection.
pub(crate) fn report() {
    let authority = AuthoritySecret::generate().expect("there is entropy");
    let identity = Arc::new(Identity::issue(&authority, 0..=100).expect("there is entropy"));
    let ours = fastest(|| drop(shake_hands(&authority, &identity)));
    let theirs = fastest(|| drop(crate::theirs::shake_hands(&authority)));
    println!("\nHandshake, both sides: {theirs:.0} µs theirs, {ours:.0} µs ours");
    println!(
        "Idle connection: {} bytes, of which the reader has {} and the writer {}",
        size_of::<NoiseReader<Sv2Protocol>>() + size_of::<NoiseWriter<Sv2Protocol>>(),
        size_of::<NoiseReader<Sv2Protocol>>(),
        size_of::<NoiseWriter<Sv2Protocol>>(),
    );
}
