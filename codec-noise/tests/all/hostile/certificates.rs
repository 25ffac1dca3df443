//! Certificates that must be refused, each for a different reason.

use codec_noise::{AuthoritySecret, Certificate, NoiseError};

use super::pair::{NOW, authority, good_certificate, static_key, verdict};

#[test]
fn a_good_certificate_is_accepted() {
    assert_eq!(verdict(good_certificate()), Ok(()));
}

#[test]
fn another_authority_is_refused() {
    let other = AuthoritySecret::from_bytes([9; 32]).expect("a key");
    let certificate = Certificate::sign(&other, &static_key(), 0..=u32::MAX);
    assert_eq!(verdict(certificate), Err(NoiseError::WrongAuthority));
}

#[test]
fn a_certificate_for_another_server_is_refused() {
    let certificate = Certificate::sign(&authority(), &[7; 32], 0..=u32::MAX);
    assert_eq!(verdict(certificate), Err(NoiseError::WrongAuthority));
}

#[test]
fn a_certificate_whose_time_was_changed_is_refused() {
    for byte in 2..10 {
        let mut bytes = good_certificate().to_bytes();
        bytes[byte] ^= 1;
        assert_eq!(verdict(Certificate::from_bytes(&bytes)), Err(NoiseError::WrongAuthority));
    }
}

#[test]
fn an_expired_certificate_is_refused() {
    let certificate = Certificate::sign(&authority(), &static_key(), 0..=NOW - 11);
    let expired = NoiseError::Expired { not_valid_after: NOW - 11 };
    assert_eq!(verdict(certificate), Err(expired));
    assert_eq!(expired.to_string(), "certificate expired: it was valid until 1699999989");
}

#[test]
fn a_certificate_that_is_not_yet_valid_is_refused() {
    let certificate = Certificate::sign(&authority(), &static_key(), NOW + 11..=u32::MAX);
    assert_eq!(verdict(certificate), Err(NoiseError::NotYetValid { valid_from: NOW + 11 }));
}

#[test]
fn clocks_may_differ_by_as_much_as_is_said() {
    let key = authority().public_key();
    let certificate = Certificate::sign(&authority(), &static_key(), 100..=200);
    let check = |now, tolerance| certificate.check(&static_key(), &key, now, tolerance);
    assert_eq!(check(100, 0), Ok(()));
    assert_eq!(check(200, 0), Ok(()));
    assert_eq!(check(99, 0), Err(NoiseError::NotYetValid { valid_from: 100 }));
    assert_eq!(check(201, 0), Err(NoiseError::Expired { not_valid_after: 200 }));
    assert_eq!(check(99, 1), Ok(()));
    assert_eq!(check(201, 1), Ok(()));
    assert_eq!(check(u64::MAX, u32::MAX), Err(NoiseError::Expired { not_valid_after: 200 }));
    assert_eq!(check(0, u32::MAX), Ok(()));
}

#[test]
fn an_end_of_time_that_no_clock_reaches_is_no_end() {
    let key = authority().public_key();
    let certificate = Certificate::sign(&authority(), &static_key(), 0..=u32::MAX);
    let last = u64::from(u32::MAX);
    assert_eq!(certificate.check(&static_key(), &key, last, 0), Ok(()));
    let expired = NoiseError::Expired { not_valid_after: u32::MAX };
    assert_eq!(certificate.check(&static_key(), &key, last + 1, 0), Err(expired));
}

#[test]
fn bytes_that_no_signer_can_make_are_a_bad_signature() {
    // Halves that are not a coordinate and not a number below the order.
    for half in [10..42, 42..74] {
        let mut bytes = good_certificate().to_bytes();
        bytes[half].fill(0xff);
        assert_eq!(verdict(Certificate::from_bytes(&bytes)), Err(NoiseError::BadSignature));
    }
}

#[test]
fn a_changed_signature_is_one_of_the_two() {
    for bit in codec_effort::spread(512).map(|bit| 80 + bit) {
        let mut bytes = good_certificate().to_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let changed = Certificate::from_bytes(&bytes);
        let error = changed.check(&static_key(), &authority().public_key(), NOW.into(), 0);
        let error = error.expect_err("a signature has no bit to spare");
        assert!(matches!(error, NoiseError::WrongAuthority | NoiseError::BadSignature), "{error}");
    }
}

#[test]
fn an_unknown_version_is_refused() {
    let mut bytes = good_certificate().to_bytes();
    bytes[1] = 2;
    let refused = NoiseError::CertificateVersion(0x200);
    assert_eq!(verdict(Certificate::from_bytes(&bytes)), Err(refused));
}
