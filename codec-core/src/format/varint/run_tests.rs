//! Runs of integers against a loop that reads one at a time.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;

use crate::error::DecodeError;
use crate::format::int::Int;
use crate::io::cursor::Cursor;
use crate::{BincodeVarint, Compact, Decodable, Encode, Format, Postcard};

/// Numbers that differ from run to run of this function, and not from run to run of the tests.
fn random(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}

/// Reads up to `count` values in a loop, with the offset after each, and the error that ended it.
fn one_by_one<F: Format, I: Int>(
    input: &[u8],
    count: usize,
) -> (Vec<(I, usize)>, Option<DecodeError>) {
    let (mut cursor, mut values) = (Cursor::new(input), Vec::new());
    while values.len() < count {
        match F::read_int::<I>(&mut cursor) {
            Ok(value) => values.push((value, cursor.offset())),
            Err(error) => return (values, Some(error)),
        }
    }
    (values, None)
}

/// A run reads the same values as a loop, as many as it likes, and so does the vector that is
/// made by runs, which ends with the error of the loop.
fn agrees<F: Format, I>(input: &[u8], count: usize) -> usize
where
    I: Int + Decodable + PartialEq + Debug,
{
    let (expected, error) = one_by_one::<F, I>(input, count);
    let mut values = vec![I::from_zigzag(0); count];
    let mut cursor = Cursor::new(input);
    let read = F::read_ints(&mut cursor, &mut values);
    assert!(read <= expected.len(), "{read} of {}: {input:x?}", expected.len());
    let offset = read.checked_sub(1).map_or(0, |last| expected[last].1);
    assert_eq!(cursor.offset(), offset, "{input:x?}");
    assert!(expected.iter().map(|(value, _)| value).eq(&values[..expected.len()]) || read < count);
    assert!(expected[..read].iter().map(|(value, _)| value).eq(&values[..read]), "{input:x?}");

    let mut framed = F::to_vec(&vec![0u8; count]).unwrap();
    framed.truncate(framed.len() - count);
    let prefix = framed.len();
    framed.extend_from_slice(input);
    // A count that the input can't have is refused before a value is read.
    if count <= input.len() {
        let vector = F::from_slice_prefix::<Vec<I>>(&framed);
        match (vector, error) {
            (Ok((vector, rest)), None) => {
                assert!(expected.iter().map(|(value, _)| value).eq(&vector));
                let end = expected.last().map_or(0, |(_, end)| *end);
                assert_eq!(rest, &input[end..]);
            }
            (Err(found), Some(error)) => {
                assert_eq!((found.kind(), found.offset()), (error.kind(), prefix + error.offset()));
            }
            (found, error) => panic!("{found:?} for {error:?}: {input:x?}"),
        }
    }
    read
}

fn in_all_types<F: Format>(input: &[u8], count: usize) {
    agrees::<F, u16>(input, count);
    agrees::<F, u32>(input, count);
    agrees::<F, u64>(input, count);
    agrees::<F, u128>(input, count);
    agrees::<F, i16>(input, count);
    agrees::<F, i64>(input, count);
}

fn in_all_formats(input: &[u8], count: usize) {
    in_all_types::<Postcard>(input, count);
    in_all_types::<Compact>(input, count);
    in_all_types::<BincodeVarint>(input, count);
}

/// Number of repetitions: fewer where each step is interpreted.
const TIMES: u64 = if cfg!(miri) { 3 } else { 300 };

#[test]
fn any_bytes_are_read_as_by_a_loop() {
    for seed in 0..TIMES {
        let mut next = random(seed);
        // From all bytes to nearly none that say that a value goes on, and bincode's markers.
        let often = next() % 5;
        let input: Vec<u8> = (0..next() % 200)
            .map(|_| {
                let [byte, choice, ..] = next().to_le_bytes();
                match u64::from(choice) % 5 {
                    kept if kept < often => byte,
                    4 if often == 3 => 250 + byte % 6,
                    _ => byte & 0x7f,
                }
            })
            .collect();
        for count in [0, 1, 7, 8, 9, 30, 64, 65, 100] {
            in_all_formats(&input, count);
        }
    }
}

fn encoded<F: Format>(values: &[u64]) -> Vec<u8> {
    values.iter().flat_map(|value| F::to_vec(value).unwrap()).collect()
}

#[test]
fn values_of_every_length_are_read_wherever_they_begin() {
    for seed in 0..TIMES {
        let mut next = random(seed);
        let alike = u32::try_from(next() % 64).unwrap();
        let mixed = next().is_multiple_of(2);
        let values: Vec<u64> = (0..next() % 120)
            .map(|_| {
                let shift = if mixed { u32::try_from(next() % 64).unwrap() } else { alike };
                next() >> shift
            })
            .collect();
        for cut in [0, 1, 2, 9] {
            let postcard = encoded::<Postcard>(&values);
            in_all_formats(&postcard[..postcard.len().saturating_sub(cut)], values.len());
            let bincode = encoded::<BincodeVarint>(&values);
            in_all_formats(&bincode[..bincode.len().saturating_sub(cut)], values.len());
        }
    }
}

#[test]
fn overlong_and_wide_values_are_read_as_by_a_loop() {
    for len in 1..=20 {
        for last in [0, 1, 2, 3, 4, 0x7f] {
            for before in [0, 1, 55, 63, 70] {
                let mut input = vec![1; before];
                input.extend(core::iter::repeat_n(0x80, len - 1));
                input.extend([last, 5, 6, 7]);
                input.resize(input.len() + 80, 9);
                in_all_formats(&input, before + 8);
            }
        }
    }
}

#[test]
#[cfg_attr(feature = "optimize_for_size", ignore = "a run takes more code than a loop")]
fn a_run_reads_all_values_of_up_to_ten_bytes_at_once() {
    let values: Vec<u64> = (0..200u32).map(|index| u64::MAX >> (index * 7 % 64)).collect();
    assert_eq!(agrees::<Postcard, u64>(&encoded::<Postcard>(&values), 200), 200);
    assert_eq!(agrees::<Compact, u64>(&encoded::<Compact>(&values), 200), 200);
    // The last few are left to the loop: nine bytes are read for each.
    let input = encoded::<BincodeVarint>(&values);
    assert!(agrees::<BincodeVarint, u64>(&input, 200) > 190);
    assert_eq!(agrees::<Postcard, u64>(&encoded::<Postcard>(&[7; 7]), 7), 0, "too few");
}

#[test]
fn vectors_decoded_over_others_are_those_that_were_encoded() {
    let long: Vec<u32> = (0..150).map(|index| index * 977).collect();
    let mut over = vec![1; 10];
    Postcard::decode_into(&mut over, &Postcard::to_vec(&long).unwrap()).unwrap();
    assert_eq!(over, long);
    BincodeVarint::decode_into(&mut over, &BincodeVarint::to_vec(&long[..3]).unwrap()).unwrap();
    assert_eq!(over, long[..3]);
    assert!(Compact::decode_into(&mut over, &[9, 1, 2]).is_err());
}

#[test]
fn nested_vectors_are_reserved_in_proportion_to_the_input() {
    let nested = vec![vec![vec![3u64; 70]; 3]; 2];
    let bytes = Compact::to_vec(&nested).unwrap();
    assert_eq!(Compact::from_slice::<Vec<Vec<Vec<u64>>>>(&bytes).unwrap(), nested);
    assert_eq!(nested.encoded_len::<Compact>(), bytes.len());
}
