//! The miner's side where there is nothing but the core library: `--no-default-features --features
//! rust-crypto`. The peer is the reference implementation.

#[cfg(all(not(feature = "alloc"), target_pointer_width = "64"))]
use codec_noise::Opener;
use codec_noise::{
    AuthorityKey, AuthoritySecret, DefaultCipher, Handshake, NoiseError, SECOND_MESSAGE, Sealer,
    Session,
};

use super::theirs::{self, Theirs};

/// Seconds since 1970.
const NOW: u32 = 1_700_000_000;
/// A header and a payload.
const FRAME: [u8; 8] = [0, 0, 0x1b, 2, 0, 0, 7, 8];

fn authority() -> AuthoritySecret {
    AuthoritySecret::from_bytes([7; 32]).expect("a key")
}

fn key() -> AuthorityKey {
    authority().public_key()
}

fn initiator() -> Handshake {
    let fill = |bytes: &mut [u8]| {
        bytes.fill(9);
        Ok::<_, ()>(())
    };
    Handshake::initiator_with_random(key(), fill).expect("random bytes")
}

/// The second message of the peer, and its session.
fn answer() -> ([u8; SECOND_MESSAGE], Theirs) {
    theirs::answer(theirs::responder(&authority(), 60), initiator().output(), NOW)
}

fn session() -> (Session, Theirs) {
    let mut handshake = initiator();
    let (second, theirs) = answer();
    handshake.sent(64);
    assert_eq!(handshake.input(&second, NOW.into()), Ok(234));
    (handshake.finish().expect("it is done"), theirs)
}

/// A sealed frame of ours.
fn sealed(sealer: &mut Sealer) -> [u8; 40] {
    let mut frame = [0; 22 + 2 + 16];
    frame[16..24].copy_from_slice(&FRAME);
    sealer.seal_frame(&mut frame, 2).expect("there is room");
    frame
}

/// Runs a check of what is refused: without the feature `alloc` it allocates nothing.
fn refused(check: impl FnOnce()) {
    let all = allocation_counter::measure(check);
    assert!(cfg!(feature = "alloc") || all.count_total == 0, "{} allocations", all.count_total);
}

#[test]
fn a_session_with_the_reference_implementation_carries_frames_both_ways() {
    let (session, mut theirs) = session();
    let (mut sealer, mut opener) = session.split();
    for _ in 0..3 {
        assert_eq!(theirs.open(&sealed(&mut sealer)).expect("it opens"), FRAME);
        let mut frame = theirs.seal(&FRAME);
        let (header, payload) = frame.split_at_mut(22);
        assert_eq!(opener.open_header(header).expect("it opens"), &FRAME[..6]);
        assert_eq!(opener.open_payload(payload).expect("it opens"), &FRAME[6..]);
    }
}

#[test]
fn a_handshake_that_is_cut_at_any_byte_goes_on_or_says_how_much_is_missing() {
    let (second, _) = answer();
    refused(|| {
        for cut in 0..234 {
            let mut handshake = initiator();
            assert_eq!(handshake.input(&second[..cut], NOW.into()), Ok(cut));
            let error = handshake.finish().err();
            assert_eq!(error, Some(NoiseError::Truncated { received: cut, needed: 234 }));
        }
    });
    let mut handshake = initiator();
    for (at, byte) in second.iter().enumerate() {
        assert_eq!(handshake.missing(), 234 - at);
        assert_eq!(handshake.input(&[*byte], NOW.into()), Ok(1));
    }
    handshake.finish().expect("all has come");
}

#[test]
fn each_flipped_byte_of_the_answer_is_an_error_that_stays() {
    let (second, _) = answer();
    for at in 0..234 {
        let mut bad = second;
        bad[at] ^= 0x10;
        refused(|| {
            let mut handshake = initiator();
            let error = handshake.input(&bad, NOW.into()).expect_err("it was changed");
            assert_eq!(handshake.input(&second, NOW.into()), Err(error), "byte {at}");
            assert_eq!(handshake.finish().err(), Some(error));
        });
    }
}

#[test]
fn a_random_source_that_fails_or_is_stuck_is_an_error() {
    let key = key();
    let of = |fill: fn(&mut [u8]) -> Result<(), &'static str>| {
        let mut error = None;
        refused(|| {
            error = Handshake::<DefaultCipher>::initiator_with_random(key, fill).err();
        });
        error
    };
    assert_eq!(of(|_| Err("not ready")), Some(NoiseError::NoEntropy));
    assert_eq!(of(|_| Ok(())), Some(NoiseError::NoEntropy), "zeros");
    let ones = |bytes: &mut [u8]| {
        bytes.fill(0xff);
        Ok(())
    };
    assert_eq!(of(ones), Some(NoiseError::NoEntropy));
}

/// Memory of a miner in bytes, as docs/embedded.md says. On machines of 32 bits it is less.
#[cfg(all(not(feature = "alloc"), target_pointer_width = "64"))]
#[test]
fn memory_is_constant_and_as_documented() {
    let (handshake, session) = (size_of::<Handshake>(), size_of::<Session>());
    let (sealer, opener) = (size_of::<Sealer>(), size_of::<Opener>());
    assert_eq!((handshake, session, sealer, opener), (760, 272, 64, 64));
    let (second, _) = answer();
    let all = allocation_counter::measure(|| {
        let mut handshake = initiator();
        handshake.input(&second, NOW.into()).expect("it is the peer's");
        let (mut sealer, mut opener) = handshake.finish().expect("it is done").split();
        let mut frame = sealed(&mut sealer);
        assert_eq!(opener.open_header(&mut frame[..22]), Err(NoiseError::TagMismatch));
    });
    assert_eq!(all.count_total, 0);
}
