//! No `Debug` output and no error reveals a key or what was sent.

use codec_noise::{Identity, NoiseError};

use super::pair::{authority, good_certificate, initiator, responder, sessions};

#[test]
fn handshakes_show_how_far_they_are() {
    let expected = "Handshake { missing: 234, to_send: 64, is_done: false, .. }";
    assert_eq!(format!("{:?}", initiator()), expected);
    let expected = "Handshake { missing: 64, to_send: 0, is_done: false, .. }";
    assert_eq!(format!("{:?}", responder(good_certificate())), expected);
}

#[test]
fn sessions_show_a_certificate_and_counts() {
    let certificate =
        "Certificate { version: 0, valid_from: 1699999995, not_valid_after: 1700000005, .. }";
    assert_eq!(
        format!("{:?}", sessions().0),
        format!(
            "Session {{ certificate: {certificate}, sealer: Sealer {{ used_nonces: 0, .. }}, \
             opener: Opener {{ used_nonces: 0, .. }}, .. }}"
        )
    );
    let identity = Identity::new(&[2; 32], good_certificate()).expect("a key");
    assert_eq!(format!("{identity:?}"), format!("Identity {{ certificate: {certificate}, .. }}"));
    let (_, mut opener) = sessions().0.split();
    assert_eq!(format!("{:?}", opener.begin()), "Opening { .. }");
}

#[test]
fn an_authoritys_secret_shows_the_public_key() {
    let authority = authority();
    let shown = format!("AuthoritySecret(of {})", authority.public_key());
    assert_eq!(format!("{authority:?}"), shown);
}

#[test]
fn each_error_has_words_of_its_own() {
    let errors = [
        NoiseError::WrongAuthority,
        NoiseError::BadSignature,
        NoiseError::CertificateVersion(1),
        NoiseError::Expired { not_valid_after: 1 },
        NoiseError::NotYetValid { valid_from: 1 },
        NoiseError::TagMismatch,
        NoiseError::Truncated { received: 1, needed: 2 },
        NoiseError::NonceExhausted,
        NoiseError::NoEntropy,
        NoiseError::SecretOutOfRange,
    ];
    let mut words = errors.map(|error| error.to_string());
    words.sort();
    assert!(words.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(size_of::<NoiseError>() <= 24);
}
