//! The law: the outcome is that of the slice, whatever the pieces.

use core::fmt::Debug;

use codec_core::push::{Progress, PushDecode};
use codec_core::{DecodeError, DecodeErrorKind, Encode, Format};

/// The outcome of decoding bytes: a value and how many bytes it took.
pub(crate) type Outcome<T> = Result<(T, usize), DecodeError>;

/// Pushes the pieces one after another, then declares the end of the input.
pub(crate) fn pushed<'b, F: Format, T: PushDecode>(
    pieces: impl IntoIterator<Item = &'b [u8]>,
) -> Outcome<T> {
    let mut decoder = T::push_decoder::<F>();
    let mut taken = 0;
    for mut piece in pieces {
        let given = piece.len();
        let progress = decoder.push(&mut piece)?;
        taken += given - piece.len();
        match progress {
            Progress::Done(value) => return Ok((value, taken)),
            Progress::Need(need) => {
                assert!(piece.is_empty(), "{} bytes left, and {need} wanted", piece.len());
                assert!(need > 0);
                assert_eq!(decoder.consumed(), taken);
            }
        }
    }
    decoder.end().map(|value| (value, taken))
}

fn sliced<F: Format, T: PushDecode>(bytes: &[u8]) -> Outcome<T> {
    F::from_slice_prefix::<T>(bytes).map(|(value, rest)| (value, bytes.len() - rest.len()))
}

/// Whether the slice, followed by more bytes, would fail with this error as well.
fn is_early<F: Format, T: PushDecode>(bytes: &[u8], error: DecodeError) -> bool {
    let fillers = [0u8, 1, b' ', 0x7f, 0x80, 0xff];
    error.kind() != DecodeErrorKind::UnexpectedEnd
        && fillers.iter().any(|filler| {
            let longer = [bytes, &vec![*filler; 1 << 12]].concat();
            match sliced::<F, T>(&longer) {
                Err(other) => other == error || other.kind() == DecodeErrorKind::UnexpectedEnd,
                Ok(_) => false,
            }
        })
}

fn assert_same<F: Format, T: PushDecode + PartialEq + Debug>(
    bytes: &[u8],
    wanted: &Outcome<T>,
    got: &Outcome<T>,
    how: &str,
) {
    let same = match (wanted, got) {
        (Err(one), Err(other)) if one.kind() == DecodeErrorKind::UnexpectedEnd => {
            one == other || is_early::<F, T>(bytes, *other)
        }
        // A NaN is not equal to itself.
        (one, other) => one == other || format!("{one:?}") == format!("{other:?}"),
    };
    assert!(same, "{}, {how}, {bytes:02x?}:\nsliced {wanted:?}\npushed {got:?}", F::RULES.name);
}

/// Checks the law for every cut into two pieces, for some into three, and byte by byte.
pub(crate) fn hold<F: Format, T: PushDecode + PartialEq + Debug>(bytes: &[u8]) {
    let wanted = sliced::<F, T>(bytes);
    let hold = |pieces: &mut dyn Iterator<Item = &[u8]>, how: &str| {
        assert_same::<F, T>(bytes, &wanted, &pushed::<F, T>(pieces), how);
    };
    hold(&mut [bytes].into_iter(), "whole");
    hold(&mut bytes.chunks(1), "byte by byte");
    for len in [2, 3, 5, 7, 16] {
        hold(&mut bytes.chunks(len), &format!("in pieces of {len}"));
    }
    let step = 1 + bytes.len() / 48;
    for first in (0..=bytes.len()).step_by(step) {
        let (head, tail) = bytes.split_at(first);
        hold(&mut [head, tail].into_iter(), &format!("cut at {first}"));
        for second in (first..=bytes.len()).step_by(3 * step) {
            let (middle, tail) = tail.split_at(second - first);
            let pieces = [head, middle, &[], tail];
            hold(&mut pieces.into_iter(), &format!("cut at {first} and {second}"));
        }
    }
}

/// Cuts at random.
fn hold_random<F: Format, T: PushDecode + PartialEq + Debug>(bytes: &[u8], rng: &mut u64) {
    let wanted = sliced::<F, T>(bytes);
    for _ in 0..4 {
        let mut pieces = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            let len = (usize::try_from(random(rng) % 24).unwrap()).min(rest.len());
            let (piece, next) = rest.split_at(len);
            pieces.push(piece);
            rest = next;
        }
        let got = pushed::<F, T>(pieces.iter().copied());
        assert_same::<F, T>(bytes, &wanted, &got, "cut at random");
    }
}

/// The next number of a sequence (xorshift).
pub(crate) fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// Checks the law for a value's encoding, followed by other bytes, for every truncation
/// and for damaged bytes.
pub(crate) fn hold_for<F: Format, T: PushDecode + Encode + PartialEq + Debug>(value: &T) {
    let bytes = F::to_vec(value).unwrap();
    let (again, _) = sliced::<F, T>(&bytes).unwrap();
    assert_eq!(F::to_vec(&again).unwrap(), bytes, "{}", F::RULES.name);
    hold::<F, T>(&bytes);
    hold::<F, T>(&[&bytes[..], &[1, 0, 7]].concat());
    let rng = &mut 0x9e37_79b9_7f4a_7c15;
    for len in 0..bytes.len() {
        hold_random::<F, T>(&bytes[..len], rng);
    }
    for at in 0..bytes.len() {
        for damage in [0, 1, 2, 0x7f, 0x80, 0xc3, 0xff, bytes[at] ^ 1, bytes[at] ^ 0x40] {
            let mut damaged = bytes.clone();
            damaged[at] = damage;
            hold_random::<F, T>(&damaged, rng);
            let wanted = sliced::<F, T>(&damaged);
            let got = pushed::<F, T>(damaged.chunks(1));
            assert_same::<F, T>(&damaged, &wanted, &got, "damaged, byte by byte");
        }
    }
}
