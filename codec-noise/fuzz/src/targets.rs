//! The targets: one function each, of an input.

use std::sync::Arc;

use codec_noise::{
    AuthoritySecret, Certificate, Handshake, Identity, NoiseError, NoiseReader, SEALED_HEADER,
    Session, TAG, sealed_payload_len,
};
use codec_pool::{FrameErrorKind, Pool};
use codec_stratum::Sv2Protocol;

const NOW: u64 = 1_500;
const STATIC: [u8; 32] = [2; 32];

fn authority() -> AuthoritySecret {
    AuthoritySecret::from_bytes([1; 32]).expect("a key")
}

fn initiator() -> Handshake {
    Handshake::initiator_with_key(authority().public_key(), [3; 32]).expect("a key")
}

fn responder() -> Handshake {
    let key = Identity::key_of(&STATIC).expect("a key");
    let certificate = Certificate::sign(&authority(), &key, 1_000..=2_000);
    let identity = Identity::new(&STATIC, certificate).expect("a key");
    Handshake::responder_with_key(Arc::new(identity), [4; 32]).expect("a key")
}

fn sessions() -> (Session, Session) {
    let (mut one, mut other) = (initiator(), responder());
    other.input(one.output(), NOW).expect("any key is good");
    one.input(other.output(), NOW).expect("the certificate is good");
    (one.finish().expect("all has come"), other.finish().expect("all has come"))
}

/// The first byte chooses the side and says how long the pieces are in which the message
/// comes; the rest is laid over the message that would be right, or is it alone.
///
/// # Panics
/// When a message is accepted that is not the right one, or the right one is not.
pub fn handshake(input: &[u8]) {
    let Some((&choice, changes)) = input.split_first() else { return };
    let mut handshake = if choice & 1 == 0 { initiator() } else { responder() };
    let right = if choice & 1 == 0 {
        let mut other = responder();
        other.input(handshake.output(), NOW).expect("any key is good");
        other.output().to_vec()
    } else {
        initiator().output().to_vec()
    };
    let mut message = if choice & 2 == 0 { right.clone() } else { vec![0; changes.len()] };
    message.iter_mut().zip(changes).for_each(|(byte, change)| *byte ^= change);

    let mut result = Ok(0);
    for piece in message.chunks(1 + usize::from(choice >> 2)) {
        let missing = handshake.missing();
        result = handshake.input(piece, NOW);
        match result {
            Ok(taken) => assert_eq!(taken, missing.min(piece.len())),
            Err(_) => break,
        }
    }
    let is_right = message.get(..right.len()) == Some(&right[..]);
    let is_whole = message.len() >= right.len();
    match handshake.finish() {
        Ok(_) => assert!(is_right || choice & 1 == 1 && is_whole, "a wrong message is accepted"),
        Err(NoiseError::Truncated { received, needed }) => {
            assert_eq!((received, needed, is_whole), (message.len(), right.len(), false));
        }
        Err(error) => {
            assert!(!is_right && is_whole, "the right message is refused");
            assert_eq!(result, Err(error));
        }
    }
}

/// Payload lengths, of which the last few make frames of several blocks.
const LENGTHS: [usize; 8] = [0, 1, 7, 60, 300, 5_000, 65_520, 140_000];

/// The first byte says how many frames there are, the next how long each is, and the rest,
/// in groups of four, where the stream is cut and what is changed there.
///
/// # Panics
/// When a frame comes out other than it went in, or too early an error.
pub fn open(input: &[u8]) {
    let Some((&count, rest)) = input.split_first() else { return };
    let (lengths, changes) = rest.split_at(usize::from(count % 8).min(rest.len()));
    let (client, server) = sessions();
    let mut sealer = client.split().0;
    let (mut wire, mut ends) = (Vec::new(), Vec::new());
    for length in lengths {
        let len = LENGTHS[usize::from(length % 8)];
        let start = wire.len();
        wire.resize(start + SEALED_HEADER + sealed_payload_len(len), *length);
        let declared = u32::try_from(len).expect("24 bits").to_le_bytes();
        let header = [0, 0, *length, declared[0], declared[1], declared[2]];
        wire[start + TAG..start + SEALED_HEADER].copy_from_slice(&header);
        sealer.seal_frame(&mut wire[start..], len).expect("the room is as long as the frame");
        ends.push((wire.len(), len, *length));
    }

    let (mut cuts, mut first_change) = (Vec::new(), usize::MAX);
    for change in changes.chunks_exact(4) {
        let at = u32::from_le_bytes([change[0], change[1], change[2], 0]) as usize;
        if let Some(byte) = wire.get_mut(at) {
            cuts.push(at);
            *byte ^= change[3];
            first_change = if change[3] == 0 { first_change } else { first_change.min(at) };
        }
    }
    cuts.push(wire.len());
    cuts.sort_unstable();
    // Two changes of one byte may be none.
    let is_changed = first_change != usize::MAX;

    let pool = Pool::default();
    let mut reader: NoiseReader<Sv2Protocol> = NoiseReader::sealed(pool.clone(), server.split().1);
    let (mut start, mut seen, mut failed) = (0, 0, false);
    'stream: for cut in cuts {
        while start < cut {
            start += reader.feed(&wire[start..cut]).expect("nothing is unresolved");
            loop {
                match reader.next_frame() {
                    Ok(Some(frame)) => {
                        let (end, len, byte) = ends[seen];
                        assert!(end <= first_change || !is_changed || is_undone(changes));
                        assert_eq!(frame.payload().len(), len);
                        assert!(frame.payload().iter().all(|there| *there == byte));
                        seen += 1;
                    }
                    Ok(None) => break,
                    Err(error) => {
                        assert!(matches!(error.kind(), FrameErrorKind::Sealed(_)));
                        assert!(is_changed, "nothing was changed");
                        failed = true;
                        break 'stream;
                    }
                }
            }
        }
    }
    assert!(failed || seen == ends.len(), "all has come");
    drop(reader);
    assert_eq!(pool.stats().live(), 0);
}

/// Returns whether a place was changed more than once.
fn is_undone(changes: &[u8]) -> bool {
    let places: Vec<_> = changes.chunks_exact(4).map(|change| &change[..3]).collect();
    (1..places.len()).any(|at| places[..at].contains(&places[at]))
}
