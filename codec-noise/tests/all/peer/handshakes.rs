//! Handshakes in both roles.

use codec_noise::{AuthorityKey, AuthoritySecret, Handshake, NoiseError};

use super::ours::{self, NOW, Ours};
use super::theirs;

const FRAME: &[u8] = &[0, 0, 0x1b, 2, 0, 0, 7, 8];

#[test]
fn many_handshakes_come_to_sessions_in_both_roles() {
    for _ in 0..codec_effort::cases(100) {
        for (ours, mut theirs) in [ours::to_theirs(), ours::from_theirs()] {
            let mut ours = Ours::new(ours);
            assert_eq!(ours.open(&theirs.seal(FRAME)), FRAME);
            assert_eq!(theirs.open(&ours.seal(FRAME)).expect("it opens"), FRAME);
        }
    }
}

#[test]
fn the_keys_of_the_reference_programs_are_a_pair() {
    let secret: AuthoritySecret =
        "mkDLTBBRxdBv998612qipDYoTK3YUrqLe8uWw7gu3iXbSrn2n".parse().expect("a key");
    let key: AuthorityKey =
        "9auqWEzQDVyd2oe1JVGFLMLHZtCo2FFqZwtKA5gd9xbuEu7PH72".parse().expect("a key");
    assert_eq!(secret.public_key(), key);
    assert_eq!(secret.to_base58().as_str(), "mkDLTBBRxdBv998612qipDYoTK3YUrqLe8uWw7gu3iXbSrn2n");
}

/// The time at which the peer signs, how long that is valid, and the time at which we check it.
fn outcome(signed: u32, validity: u64, now: u64) -> Result<(), NoiseError> {
    let authority = AuthoritySecret::generate().expect("there is entropy");
    let mut ours: Handshake =
        Handshake::initiator(authority.public_key()).expect("there is entropy");
    let responder = theirs::responder(&authority, validity);
    let (second, _) = theirs::answer(responder, ours.output(), signed);
    ours.input(&second, now).map(drop)
}

#[test]
fn their_certificates_are_valid_just_as_long_as_they_find_them_so() {
    let expired = Err(NoiseError::Expired { not_valid_after: NOW + 60 });
    let early = Err(NoiseError::NotYetValid { valid_from: NOW });
    let now = u64::from(NOW);
    assert_eq!(outcome(NOW, 60, now), Ok(()));
    assert_eq!(outcome(NOW, 60, now + 70), Ok(()));
    assert_eq!(outcome(NOW, 60, now + 71), expired);
    assert_eq!(outcome(NOW, 60, now - 10), Ok(()));
    assert_eq!(outcome(NOW, 60, now - 11), early);
    assert_eq!(outcome(NOW, 60, u64::MAX), expired);
    assert_eq!(outcome(NOW, 60, 0), early);
}

#[test]
fn they_find_our_certificates_valid_just_as_long() {
    // Valid from 100 seconds before `NOW` to 100 seconds after it, and they allow 10.
    for (now, accepted) in
        [(NOW - 111, false), (NOW - 110, true), (NOW + 110, true), (NOW + 111, false)]
    {
        let authority = AuthoritySecret::generate().expect("there is entropy");
        let (first, theirs) = theirs::initiator(&authority).step_0().expect("the first step");
        let mut ours: Handshake =
            Handshake::responder(ours::identity(&authority)).expect("there is entropy");
        ours.input(first.payload(), 0).expect("any key is good");
        let second = ours.output().try_into().expect("234 bytes");
        assert_eq!(theirs.step_2_with_now(second, now).is_ok(), accepted, "at {now}");
    }
}

#[test]
fn a_server_of_another_authority_is_refused_and_refuses_none() {
    let [ours, other] = [(); 2].map(|()| AuthoritySecret::generate().expect("there is entropy"));
    let mut handshake: Handshake =
        Handshake::initiator(ours.public_key()).expect("there is entropy");
    let (second, _) = theirs::answer(theirs::responder(&other, 60), handshake.output(), NOW);
    assert_eq!(handshake.input(&second, NOW.into()), Err(NoiseError::WrongAuthority));
    assert_eq!(handshake.finish().err(), Some(NoiseError::WrongAuthority));

    let (first, theirs) = theirs::initiator(&other).step_0().expect("the first step");
    let mut handshake: Handshake =
        Handshake::responder(ours::identity(&ours)).expect("there is entropy");
    handshake.input(first.payload(), 0).expect("any key is good");
    let second = handshake.output().try_into().expect("234 bytes");
    assert!(theirs.step_2_with_now(second, NOW).is_err(), "we are not whom they trust");
}

#[test]
fn an_initiator_that_trusts_anyone_talks_to_anyone() {
    let authority = AuthoritySecret::generate().expect("there is entropy");
    let mut ours: Handshake = Handshake::initiator_trusting_anyone().expect("there is entropy");
    let (second, mut theirs) =
        theirs::answer(theirs::responder(&authority, 60), ours.output(), NOW);
    ours.input(&second, 0).expect("nothing is checked but the tags");
    let mut ours = Ours::new(ours.finish().expect("all has come"));
    assert_eq!(ours.open(&theirs.seal(FRAME)), FRAME);
}
