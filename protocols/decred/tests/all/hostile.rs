//! Invalid input is an error, the same in every form, and never a panic.

use codec_core::{DecodeError, DecodeErrorKind};
use codec_decred::{AnyMessage, Command};

use crate::corpus::lines;
use crate::dice::Dice;
use crate::golden::golden;
use crate::three_ways::agreed;

/// The lengths at which a payload of `version` may end: before each optional field.
const ENDS_OF_VERSION: [usize; 5] = [46, 72, 80, 96, 100];

#[test]
fn every_truncation_is_an_error() {
    for (message, payload) in golden() {
        let id = codec_core::MessageInfo::id(&message);
        for len in 0..payload.len() {
            let outcome = agreed(id, &payload[..len]);
            if matches!(message, AnyMessage::Version(_)) && ENDS_OF_VERSION.contains(&len) {
                assert!(outcome.is_ok(), "{id} may end at {len}");
                continue;
            }
            let error = outcome.expect_err(id);
            assert_eq!(error.kind(), DecodeErrorKind::UnexpectedEnd, "{id} at {len}");
            assert!(error.offset() <= len, "{id} at {len}");
        }
    }
}

#[test]
fn one_byte_more_is_an_error() {
    for (message, mut payload) in golden() {
        let id = codec_core::MessageInfo::id(&message);
        let len = payload.len();
        payload.push(0);
        let outcome = agreed(id, &payload);
        if matches!(message, AnyMessage::Version(ref version) if version.from.is_none()) {
            // The extra byte is read as the first of the next field.
            assert_eq!(outcome.map_err(DecodeError::kind), Err(DecodeErrorKind::UnexpectedEnd));
            continue;
        }
        let error = outcome.expect_err(id);
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::TrailingBytes, len), "{id}");
    }
}

#[test]
fn every_byte_of_frames_from_dcrd_is_damaged() {
    for line in lines()
        .into_iter()
        .filter(|line| line.is_accepted() && !line.name.contains('@'))
        .filter(|line| line.frame.len() < 250)
    {
        let Some(command) = Command::named(line.name.split(['@', '_']).next().unwrap_or_default())
        else {
            continue;
        };
        let mut payload = line.frame[24..].to_vec();
        for tried in codec_testing::spread(5 * payload.len()) {
            let (at, byte) = (tried / 5, [0, 1, 0x7f, 0xfd, 0xff][tried % 5]);
            let was = core::mem::replace(&mut payload[at], byte);
            let _ = agreed(command.name(), &payload);
            payload[at] = was;
        }
    }
}

#[test]
fn noise_is_met_the_same_way() {
    let mut dice = Dice::new(7);
    for command in Command::all() {
        for _ in 0..codec_testing::cases(200) {
            let len = dice.below(200);
            let _ = agreed(command.name(), &dice.bytes(len));
        }
    }
}
