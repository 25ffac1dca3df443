//! `Decodable` implementations that lie about their size, replace the reader they borrowed, or
//! decode differently the second time: an error, a wrong value or a panic, never memory unsafety.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use codec_core::{
    Bincode, BoxRef, Decodable, DecodableRef, DecodeError, DecodeErrorKind, Format, Reader, SeqRef,
    SeqShared, Size, Sv2,
};

static FOREIGN: [u8; 40] = [0x11; 40];

/// Replaces the reader by one over `LEN` foreign bytes.
#[derive(Debug, PartialEq)]
struct Replaces<const LEN: usize>;

impl<const LEN: usize> Decodable for Replaces<LEN> {
    fn size<F: Format>() -> Size {
        Size::at_least(1)
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        r.byte()?;
        *r = Reader::new(&FOREIGN[..LEN]);
        Ok(Self)
    }
}

impl<'de, const LEN: usize> DecodableRef<'de> for Replaces<LEN> {
    fn ref_size<F: Format>() -> Size {
        Size::at_least(1)
    }
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        Self::decode(r)
    }
}

/// Runs what may panic but must do nothing worse, and returns the outcome.
fn survives<T>(run: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(run)).ok()
}

fn try_everywhere<const LEN: usize>() {
    type Many<const LEN: usize> = Vec<Replaces<LEN>>;
    let input = Bytes::from_static(&[3, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6]);
    let plain = &input[8..];
    survives(|| Bincode::from_slice::<Many<LEN>>(&input));
    survives(|| Bincode::from_slice_prefix::<Many<LEN>>(&input).map(|(_, rest)| rest.to_vec()));
    survives(|| Bincode::from_bytes_prefix::<Many<LEN>>(&input));
    survives(|| Sv2::from_slice::<[Replaces<LEN>; 3]>(plain));
    survives(|| Sv2::from_slice::<(Replaces<LEN>, u8, Replaces<LEN>)>(plain));
    survives(|| Sv2::from_slice_ref_prefix::<BoxRef<'_, Replaces<LEN>>>(plain).map(|b| b.0.get()));
    survives(|| {
        Bincode::from_slice_ref_prefix::<SeqRef<'_, Replaces<LEN>>>(&input)
            .map(|(seq, _)| seq.iter().count())
    });
    survives(|| {
        Bincode::from_bytes_prefix::<SeqShared<Replaces<LEN>>>(&input)
            .map(|(seq, _)| seq.iter().count())
    });
    survives(|| Bincode::explain::<Many<LEN>>(&input).to_string());
}

#[test]
fn a_reader_that_is_replaced_harms_nobody() {
    try_everywhere::<0>();
    try_everywhere::<1>();
    try_everywhere::<6>();
    try_everywhere::<13>();
    try_everywhere::<40>();
}

#[test]
fn a_replaced_reader_of_counted_memory_never_slices_foreign_memory() {
    let input = Bytes::copy_from_slice(&[1, 2, 3]);
    let rest = survives(|| Sv2::from_bytes_prefix::<Replaces<40>>(&input).map(|(_, rest)| rest));
    assert!(!matches!(rest, Some(Ok(rest)) if !rest.is_empty()), "foreign bytes as the input's");
}

/// Declares a fixed size and reads a different number of bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Sized<const SAYS: usize, const READS: usize>([u8; READS]);

impl<const SAYS: usize, const READS: usize> Decodable for Sized<SAYS, READS> {
    fn size<F: Format>() -> Size {
        Size::fixed(SAYS)
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        r.array().map(|bytes| Self(*bytes))
    }
}

impl<'de, const SAYS: usize, const READS: usize> DecodableRef<'de> for Sized<SAYS, READS> {
    fn ref_size<F: Format>() -> Size {
        Size::fixed(SAYS)
    }
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        Self::decode(r)
    }
}

fn size_lie<const SAYS: usize, const READS: usize>(input: &[u8]) {
    let shared = Bytes::copy_from_slice(input);
    survives(|| Bincode::from_slice_prefix::<Vec<Sized<SAYS, READS>>>(input).map(drop));
    survives(|| Sv2::from_slice_prefix::<[Sized<SAYS, READS>; 2]>(input).map(drop));
    survives(|| {
        Sv2::from_slice_prefix::<(Sized<SAYS, READS>, Sized<SAYS, READS>)>(input).map(drop)
    });
    let mut kept = vec![Sized([0; READS])];
    survives(|| Bincode::decode_into::<Vec<Sized<SAYS, READS>>>(&mut kept, input));
    let seq = Bincode::from_slice_ref_prefix::<SeqRef<'_, Sized<SAYS, READS>>>(input);
    if let Ok((seq, _)) = seq {
        survives(|| seq.iter().count());
        (0..4).for_each(|index| {
            survives(|| seq.get(index));
        });
        survives(|| format!("{seq:?}"));
        let again = seq;
        survives(|| seq == again);
    }
    if let Ok((seq, _)) = Bincode::from_bytes_prefix::<SeqShared<Sized<SAYS, READS>>>(&shared) {
        survives(|| seq.iter().count());
        (0..4).for_each(|index| {
            survives(|| seq.get(index));
        });
        survives(|| format!("{seq:?}"));
    }
}

#[test]
fn a_false_size_harms_nobody() {
    for count in 0..4u64 {
        for len in 0..20 {
            let mut input = count.to_le_bytes().to_vec();
            input.extend((0..len).map(|byte| byte | 0x40));
            size_lie::<4, 2>(&input);
            size_lie::<2, 4>(&input);
            size_lie::<0, 1>(&input);
            size_lie::<1, 0>(&input);
            size_lie::<{ usize::MAX }, 1>(&input);
            size_lie::<{ usize::MAX / 2 + 1 }, 1>(&input);
            size_lie::<{ usize::MAX - 7 }, 3>(&input);
        }
    }
}

#[test]
fn an_element_never_reads_into_the_next_one() {
    let input = Bincode::to_vec(&vec![0x0201u16, 0x0403]).unwrap();
    let error = Bincode::from_slice::<Vec<Sized<2, 4>>>(&input).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::UnexpectedEnd);
}

static TURN: AtomicUsize = AtomicUsize::new(0);

/// Takes a different number of bytes, or fails, when it is read again.
#[derive(Debug, PartialEq)]
struct Fickle;

impl Decodable for Fickle {
    fn size<F: Format>() -> Size {
        Size::at_least(1)
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        match TURN.fetch_add(1, Ordering::Relaxed) {
            0..3 => r.take(1).map(|_| Self),
            turn if turn % 3 == 0 => Err(r.error(DecodeErrorKind::InvalidValue)),
            turn => r.take(turn).map(|_| Self),
        }
    }
}

impl<'de> DecodableRef<'de> for Fickle {
    fn ref_size<F: Format>() -> Size {
        Size::at_least(1)
    }
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        Self::decode(r)
    }
}

#[test]
fn a_second_decode_that_differs_panics_and_does_no_worse() {
    let input = Bytes::from_static(&[3, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]);
    TURN.store(0, Ordering::Relaxed);
    let seq: SeqRef<'_, Fickle> = Bincode::from_slice_ref(&input).unwrap();
    assert_eq!(survives(|| seq.iter().count()), None, "the turn of the failure");
    for turn in 3..12 {
        TURN.store(turn, Ordering::Relaxed);
        survives(|| seq.iter().count());
        survives(|| seq.get(2));
    }
    TURN.store(0, Ordering::Relaxed);
    let seq: SeqShared<Fickle> = Bincode::from_bytes(&input).unwrap();
    assert_eq!(survives(|| seq.iter().count()), None, "the turn of the failure");
    for turn in 3..12 {
        TURN.store(turn, Ordering::Relaxed);
        survives(|| seq.iter().count());
        survives(|| seq.get(2));
    }
    TURN.store(2, Ordering::Relaxed);
    let one: BoxRef<'_, Fickle> = Bincode::from_slice_ref(&[1]).unwrap();
    assert_eq!(survives(|| one.get()), None);
}

static EXTENDS: AtomicUsize = AtomicUsize::new(0);

/// Appends a different number of elements than requested.
#[derive(Debug, Clone, PartialEq)]
struct Overfills;

impl Decodable for Overfills {
    fn size<F: Format>() -> Size {
        Size::at_least(1)
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        r.byte().map(|_| Self)
    }
    fn decode_extend<F: Format>(
        items: &mut Vec<Self>,
        _r: &mut Reader<'_, F>,
        _count: usize,
    ) -> Result<(), DecodeError> {
        items.resize(EXTENDS.load(Ordering::Relaxed), Self);
        Ok(())
    }
}

#[test]
fn a_bulk_decode_that_appends_too_many_yields_those_and_no_more() {
    for count in [0, 1, 7] {
        EXTENDS.store(count, Ordering::Relaxed);
        let input = [2, 0, 0, 0, 0, 0, 0, 0];
        let items: Vec<Overfills> = Bincode::from_slice(&input).unwrap();
        assert_eq!(items.len(), count);
    }
}
