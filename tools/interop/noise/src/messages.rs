//! The messages that are sent, each identified by its number.

use codec_core::wire::B016M;
use codec_core::{Decode, Encode, Sv2};
use codec_pool::FrameRef;
use codec_stratum::FrameHeader;

/// Frames that go each way.
pub(crate) const FRAMES: u32 = 10_000;
/// The longest payload, of the last message: the length is of 24 bits.
pub(crate) const MOST: usize = (1 << 24) - 1;

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow, id = 0x70)]
pub(crate) struct Numbered {
    number: u32,
    bytes: B016M,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow, id = 0x71)]
pub(crate) struct Empty {}

/// One of every hundred has no payload.
pub(crate) const fn is_empty(number: u32) -> bool {
    number % 100 == 50
}

/// The message with this number: most are short, some end near the edge of a block, and
/// some have many blocks.
pub(crate) fn numbered(number: u32) -> Numbered {
    let dice = number.wrapping_mul(0x9e37_79b1).rotate_left(11);
    // Number and length take seven bytes of the payload.
    let most = u32::try_from(MOST - 7).expect("24 bits");
    let len = match number {
        _ if number == FRAMES - 1 => most,
        _ if number % 100 == 0 => dice % 1_000_000,
        _ if number % 100 < 10 => 65_480 + dice % 80,
        _ if number % 100 < 20 => dice % 20_000,
        _ => dice % 300,
    };
    let bytes: Vec<u8> = (0..len).map(|at| (at ^ dice).to_le_bytes()[0]).collect();
    Numbered { number, bytes: bytes.try_into().expect("fewer than 16 MiB") }
}

/// Checks that a frame has the message of this number.
pub(crate) fn check(frame: &FrameRef<'_, FrameHeader>, number: u32) {
    if is_empty(number) {
        let empty: Empty = frame.decode::<Sv2, _>().expect("it is what was sent");
        assert_eq!((empty, frame.payload().len()), (Empty {}, 0), "message {number}");
    } else {
        let message: Numbered = frame.decode::<Sv2, _>().expect("it is what was sent");
        assert!(message == numbered(number), "message {number}");
    }
}
