//! The law: the outcome is that of the slice, whatever the pieces.
//!
//! The judge is compiled once. Of a type in a format it has four functions, and of a type how its
//! values are compared and shown.

use core::any::Any;
use core::fmt::Debug;

use codec_core::push::{Progress, PushDecode};
use codec_core::{DecodeError, DecodeErrorKind, Encode, EncodeError, Format};

use crate::value::Value;

/// The outcome of decoding bytes: a value and how many bytes it took.
type Outcome = Result<(Box<dyn Value>, usize), DecodeError>;

type Pieces<'p, 'b> = &'p mut dyn Iterator<Item = &'b [u8]>;

/// A type in a format.
struct Side {
    format: &'static str,
    sliced: fn(&[u8]) -> Outcome,
    pushed: fn(Pieces<'_, '_>) -> Outcome,
}

impl Side {
    fn of<F: Format, T: PushDecode + PartialEq + Debug + 'static>() -> Self {
        Self { format: F::RULES.name, sliced: sliced::<F, T>, pushed: pushed::<F, T> }
    }
}

fn sliced<F: Format, T: PushDecode + PartialEq + Debug + 'static>(bytes: &[u8]) -> Outcome {
    match F::from_slice_prefix::<T>(bytes) {
        Ok((value, rest)) => Ok((Box::new(value), bytes.len() - rest.len())),
        Err(error) => Err(error),
    }
}

/// Pushes the pieces one after another, then declares the end of the input.
fn pushed<F: Format, T: PushDecode + PartialEq + Debug + 'static>(
    pieces: Pieces<'_, '_>,
) -> Outcome {
    let mut decoder = T::push_decoder::<F>();
    let mut taken = 0;
    for mut piece in pieces {
        let given = piece.len();
        let progress = decoder.push(&mut piece)?;
        taken += given - piece.len();
        match progress {
            Progress::Done(value) => return Ok((Box::new(value), taken)),
            Progress::Need(need) => {
                assert!(piece.is_empty(), "{} bytes left, and {need} wanted", piece.len());
                assert!(need > 0);
                assert_eq!(decoder.consumed(), taken);
            }
        }
    }
    match decoder.end() {
        Ok(value) => Ok((Box::new(value), taken)),
        Err(error) => Err(error),
    }
}

/// Returns true if the slice, followed by more bytes, would fail with this error as well.
fn is_early(side: &Side, bytes: &[u8], error: DecodeError) -> bool {
    let fillers = [0u8, 1, b' ', 0x7f, 0x80, 0xff];
    error.kind() != DecodeErrorKind::UnexpectedEnd
        && fillers.iter().any(|filler| {
            let longer = [bytes, &vec![*filler; 1 << 12]].concat();
            match (side.sliced)(&longer) {
                Err(other) => other == error || other.kind() == DecodeErrorKind::UnexpectedEnd,
                Ok(_) => false,
            }
        })
}

fn assert_same(side: &Side, bytes: &[u8], wanted: &Outcome, got: &Outcome, how: &str) {
    let same = match (wanted, got) {
        (Err(one), Err(other)) => {
            one == other
                || one.kind() == DecodeErrorKind::UnexpectedEnd && is_early(side, bytes, *other)
        }
        // A NaN is not equal to itself.
        (Ok((one, taken)), Ok((other, also))) => {
            taken == also && (one.is(&**other) || format!("{one:?}") == format!("{other:?}"))
        }
        _ => false,
    };
    assert!(same, "{}, {how}, {bytes:02x?}:\nsliced {wanted:?}\npushed {got:?}", side.format);
}

/// Checks the law for every cut into two pieces, for some into three, and byte by byte.
fn hold_whole_and_cut(side: &Side, bytes: &[u8]) {
    let wanted = (side.sliced)(bytes);
    let hold = |pieces: Pieces<'_, '_>, how: &str| {
        assert_same(side, bytes, &wanted, &(side.pushed)(pieces), how);
    };
    hold(&mut [bytes].into_iter(), "whole");
    hold(&mut bytes.chunks(1), "byte by byte");
    for len in [2, 3, 5, 7, 16] {
        hold(&mut bytes.chunks(len), &format!("in pieces of {len}"));
    }
    let (step, share) = (1 + bytes.len() / 48, codec_effort::share());
    for first in (0..=bytes.len()).step_by(step) {
        let (head, tail) = bytes.split_at(first);
        hold(&mut [head, tail].into_iter(), &format!("cut at {first}"));
        for second in (first..=bytes.len()).step_by(3 * step).filter(|second| share(*second)) {
            let (middle, tail) = tail.split_at(second - first);
            let pieces = [head, middle, &[], tail];
            hold(&mut pieces.into_iter(), &format!("cut at {first} and {second}"));
        }
    }
}

/// Cuts at random.
fn hold_random(side: &Side, bytes: &[u8], rng: &mut u64) {
    let wanted = (side.sliced)(bytes);
    for _ in 0..codec_effort::cases(4) {
        let mut pieces = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            let len = (usize::try_from(random(rng) % 24).unwrap()).min(rest.len());
            let (piece, next) = rest.split_at(len);
            pieces.push(piece);
            rest = next;
        }
        let got = (side.pushed)(&mut pieces.into_iter());
        assert_same(side, bytes, &wanted, &got, "cut at random");
    }
}

/// The next number of a sequence (xorshift).
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// Checks the law for an encoding, followed by other bytes, for every truncation and for damaged
/// bytes. How many cuts and damages are tried is up to `CODEC_EFFORT`.
fn hold_around(side: &Side, bytes: &[u8]) {
    hold_whole_and_cut(side, bytes);
    hold_whole_and_cut(side, &[bytes, &[1, 0, 7]].concat());
    let rng = &mut 0x9e37_79b9_7f4a_7c15;
    for len in 0..bytes.len() {
        hold_random(side, &bytes[..len], rng);
    }
    let share = codec_effort::share();
    for at in 0..bytes.len() {
        let damages = [0, 1, 2, 0x7f, 0x80, 0xc3, 0xff, bytes[at] ^ 1, bytes[at] ^ 0x40];
        for (_, damage) in (at..).zip(damages).filter(|(turn, _)| share(*turn)) {
            let mut wrong = bytes.to_vec();
            wrong[at] = damage;
            hold_random(side, &wrong, rng);
            let wanted = (side.sliced)(&wrong);
            let got = (side.pushed)(&mut wrong.chunks(1));
            assert_same(side, &wrong, &wanted, &got, "damaged, byte by byte");
        }
    }
}

/// Checks the law for every cut into two pieces, for some into three, and byte by byte.
pub(crate) fn hold<F: Format, T: PushDecode + PartialEq + Debug + 'static>(bytes: &[u8]) {
    hold_whole_and_cut(&Side::of::<F, T>(), bytes);
}

/// Checks the law for a value's encoding, which is that of the value decoded from it, and around
/// it: followed by other bytes, truncated and damaged.
pub(crate) fn hold_for<F: Format, T: PushDecode + Encode + PartialEq + Debug + 'static>(value: &T) {
    let write: fn(&T) -> Result<Vec<u8>, EncodeError> = F::to_vec;
    let bytes = write(value).unwrap();
    let (again, _) = (Side::of::<F, T>().sliced)(&bytes).unwrap();
    let again: Box<dyn Any> = again;
    assert_eq!(write(again.downcast_ref().unwrap()).unwrap(), bytes, "{}", F::RULES.name);
    hold_around(&Side::of::<F, T>(), &bytes);
}
