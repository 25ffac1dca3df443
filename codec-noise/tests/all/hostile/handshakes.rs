//! Handshakes in which a bit or some bytes were changed.

use codec_noise::NoiseError;

use codec_effort::spread;

use super::pair::{NOW, good_certificate, initiator, messages, responder};

#[test]
fn every_flipped_bit_of_the_second_message_is_noticed() {
    let (_, second) = messages(good_certificate());
    for bit in spread(second.len() * 8) {
        let mut changed = second;
        changed[bit / 8] ^= 1 << (bit % 8);
        let mut initiator = initiator();
        let result = initiator.input(&changed, NOW.into());
        assert_eq!(result, Err(NoiseError::TagMismatch), "bit {bit}");
        assert_eq!(initiator.input(&second, NOW.into()), Err(NoiseError::TagMismatch));
        assert_eq!(initiator.finish().err(), Some(NoiseError::TagMismatch));
    }
}

#[test]
fn every_flipped_bit_of_the_first_message_is_noticed_by_the_initiator() {
    let (first, _) = messages(good_certificate());
    for bit in spread(first.len() * 8) {
        let mut changed = first;
        changed[bit / 8] ^= 1 << (bit % 8);
        let mut responder = responder(good_certificate());
        responder.input(&changed, 0).expect("any 64 bytes are a key");
        let result = initiator().input(responder.output(), NOW.into());
        assert_eq!(result, Err(NoiseError::TagMismatch), "bit {bit}");
    }
}

#[test]
fn messages_may_be_cut_anywhere() {
    let (first, second) = messages(good_certificate());
    for cut in 0..=first.len() {
        let mut responder = responder(good_certificate());
        assert_eq!(responder.input(&first[..cut], 0), Ok(cut));
        assert_eq!(responder.missing(), 64 - cut);
        assert_eq!(responder.input(&first[cut..], 0), Ok(64 - cut));
        assert_eq!(responder.output(), second);
    }
    for cut in 0..=second.len() {
        let mut initiator = initiator();
        assert_eq!(initiator.input(&second[..cut], NOW.into()), Ok(cut));
        assert_eq!(initiator.missing(), 234 - cut);
        assert_eq!(initiator.input(&second[cut..], NOW.into()), Ok(234 - cut));
        initiator.finish().expect("all has come");
    }
}

#[test]
fn the_end_of_the_stream_at_any_byte_is_its_own_error() {
    let (first, second) = messages(good_certificate());
    for received in 0..first.len() {
        let mut responder = responder(good_certificate());
        responder.input(&first[..received], 0).expect("it waits for more");
        assert!(responder.output().is_empty(), "nothing is answered yet");
        let error = NoiseError::Truncated { received, needed: 64 };
        assert_eq!(responder.finish().err(), Some(error));
    }
    for received in 0..second.len() {
        let mut initiator = initiator();
        initiator.input(&second[..received], NOW.into()).expect("it waits for more");
        let error = NoiseError::Truncated { received, needed: 234 };
        assert_eq!(initiator.finish().err(), Some(error));
    }
}

#[test]
fn bytes_after_the_handshake_are_left_alone() {
    let (first, second) = messages(good_certificate());
    let more = |bytes: &[u8]| [bytes, &[0xee; 500]].concat();
    let mut responder = responder(good_certificate());
    assert_eq!(responder.input(&more(&first), 0), Ok(64));
    assert_eq!(responder.input(&[0xee; 500], 0), Ok(0));
    let mut initiator = initiator();
    assert_eq!(initiator.input(&more(&second), NOW.into()), Ok(234));
    assert_eq!((initiator.missing(), initiator.is_done()), (0, false));
    initiator.sent(usize::MAX);
    assert!(initiator.is_done());
}

#[test]
fn two_initiators_or_an_echo_come_to_nothing() {
    let mut one = initiator();
    let own = one.output().to_vec();
    let echo = [&own[..], &[0; 170]].concat();
    assert_eq!(one.input(&echo, NOW.into()), Err(NoiseError::TagMismatch));
}
