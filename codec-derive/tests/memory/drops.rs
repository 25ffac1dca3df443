//! The k-th field fails or panics, for every k: what was read before is dropped once, and nothing
//! else is.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use codec_core::{
    Bincode, Decodable, Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, Format,
    Postcard, Reader, Size, Writer,
};

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static MADE: Cell<usize> = const { Cell::new(0) };
}

const FAILS: u8 = 0xf0;
const PANICS: u8 = 0xf1;

/// One byte, which can request a failure or a panic.
#[derive(Debug, PartialEq)]
struct Counted(Box<u8>);

impl Counted {
    fn new(byte: u8) -> Self {
        LIVE.set(LIVE.get() + 1);
        MADE.set(MADE.get() + 1);
        Self(Box::new(byte))
    }
}

impl Default for Counted {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
    }
}

impl Encode for Counted {
    fn encoded_len<F: Format>(&self) -> usize {
        1
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.byte(*self.0)
    }
}

impl Decodable for Counted {
    fn size<F: Format>() -> Size {
        Size::at_least(1)
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        match r.byte()? {
            FAILS => Err(r.error(DecodeErrorKind::InvalidValue)),
            // Without the panic hook, whose printing takes far longer under an interpreter.
            PANICS => resume_unwind(Box::new("as the input asks for")),
            byte => Ok(Self::new(byte)),
        }
    }
}

#[derive(Debug, Encode, Decode)]
struct Few {
    a: Counted,
    b: Counted,
    #[codec(check = fine)]
    c: Counted,
    d: Counted,
}

fn fine(value: &Counted) -> bool {
    *value.0 != FAILS - 1
}

/// More fields than one generated function reads.
#[derive(Debug, Encode, Decode)]
struct Many {
    f: [Counted; 3],
    g: (Counted, Counted),
    a0: Counted,
    a1: Counted,
    a2: Counted,
    a3: Counted,
    a4: Counted,
    a5: Counted,
    a6: Counted,
    a7: Counted,
    a8: Counted,
    a9: Counted,
    b0: Counted,
    b1: Counted,
    b2: Counted,
    b3: Counted,
    b4: Counted,
    b5: Counted,
}

#[derive(Debug, Encode, Decode)]
#[codec(tag = u8)]
enum Choice {
    A { one: Counted, two: Counted, three: Counted },
    B(Counted, Box<Counted>),
}

#[derive(Debug, Encode, Decode)]
struct Conditional {
    first: Counted,
    #[codec(if = *first.0 == 1)]
    second: Option<Counted>,
    #[codec(count = 2)]
    rest: Vec<Counted>,
    #[codec(skip)]
    made: Counted,
}

#[derive(Debug, Encode, Decode)]
#[codec(version = 3)]
struct Versioned {
    a: Counted,
    #[codec(retired = 3)]
    b: Counted,
    #[codec(since = 2)]
    d: Counted,
    #[codec(since = 2, removed = 3)]
    c: Counted,
}

/// Every outcome of decoding `input`, with each byte in turn replaced by one that fails, one that
/// panics, and one that a check refuses.
fn every_failure<T: Decodable>(input: &[u8], start: usize) {
    drop(Bincode::from_slice::<T>(input).unwrap());
    assert_eq!(LIVE.get(), 0);
    for at in start..input.len() {
        for what in [FAILS, PANICS, FAILS - 1] {
            let mut input = input.to_vec();
            input[at] = what;
            let _ = catch_unwind(AssertUnwindSafe(|| drop(Bincode::from_slice::<T>(&input))));
            assert_eq!(LIVE.get(), 0, "byte {at} is {what}");
        }
    }
    for len in 0..input.len() {
        assert!(Bincode::from_slice::<T>(&input[..len]).is_err());
        assert_eq!(LIVE.get(), 0, "cut at {len}");
    }
}

/// The same into an existing value, which stays valid.
fn every_failure_into<T: Decodable>(from: &[u8], input: &[u8], start: usize) {
    for at in start..input.len() {
        for what in [FAILS, PANICS, FAILS - 1, 7] {
            let mut input = input.to_vec();
            input[at] = what;
            let mut value = Bincode::from_slice::<T>(from).unwrap();
            let _ = catch_unwind(AssertUnwindSafe(|| {
                let _ = Bincode::decode_into(&mut value, &input);
            }));
            drop(value);
            assert_eq!(LIVE.get(), 0, "byte {at} is {what}");
        }
    }
}

#[test]
fn a_struct_of_one_function() {
    every_failure::<Few>(&[1, 2, 3, 4], 0);
    every_failure_into::<Few>(&[1, 2, 3, 4], &[5, 6, 7, 8], 0);
}

#[test]
fn a_struct_of_several_functions() {
    let input: Vec<u8> = (1..=21).collect();
    every_failure::<Many>(&input, 0);
    every_failure_into::<Many>(&input, &input, 0);
}

#[test]
fn every_variant() {
    every_failure::<Choice>(&[0, 1, 2, 3], 1);
    every_failure::<Choice>(&[1, 1, 2], 1);
    every_failure_into::<Choice>(&[0, 1, 2, 3], &[0, 4, 5, 6], 0);
    every_failure_into::<Choice>(&[0, 1, 2, 3], &[1, 4, 5], 0);
}

#[test]
fn fields_that_depend_on_others() {
    every_failure::<Conditional>(&[1, 2, 3, 4], 1);
    every_failure_into::<Conditional>(&[1, 2, 3, 4], &[1, 5, 6, 7], 0);
    every_failure_into::<Conditional>(&[1, 2, 3, 4], &[0, 5, 6], 0);
}

#[test]
fn fields_of_several_versions() {
    let versioned = |version: u32, body: &[u8]| {
        let mut bytes = version.to_le_bytes().to_vec();
        bytes.extend((body.len() as u64).to_le_bytes());
        bytes.extend(body);
        bytes
    };
    for (version, body) in
        [(1, &[1, 2][..]), (2, &[1, 2, 4, 3]), (3, &[1, 2, 4]), (4, &[1, 2, 4, 5])]
    {
        every_failure::<Versioned>(&versioned(version, body), 12);
        every_failure_into::<Versioned>(&versioned(3, &[1, 2, 4]), &versioned(version, body), 12);
    }
}

#[test]
fn a_failure_makes_no_more_than_was_read() {
    MADE.set(0);
    assert!(Bincode::from_slice::<Few>(&[1, 2, FAILS, 4]).is_err());
    assert_eq!(MADE.get(), 2);
}

#[test]
fn elements_that_are_built_where_they_stay() {
    let counted = |count: u64, elements: &[u8]| [&count.to_le_bytes()[..], elements].concat();
    let input = counted(3, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    every_failure::<Vec<Few>>(&input, 8);
    every_failure_into::<Vec<Few>>(&input, &input, 8);
    every_failure::<Vec<Choice>>(&counted(3, &[0, 1, 2, 3, 1, 4, 5, 0, 6, 7, 8]), 8);
}

/// Records when it is dropped; has no fields.
#[derive(Debug, PartialEq, Decode)]
enum Told {
    First,
    Second,
    Third,
    Last,
}

impl Drop for Told {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
    }
}

#[test]
fn a_variant_without_fields_is_the_only_one_that_is_made() {
    for (tag, told) in [(0, Told::First), (1, Told::Second), (2, Told::Third), (3, Told::Last)] {
        LIVE.set(1);
        let decoded: Told = Postcard::from_slice(&[tag]).unwrap();
        assert_eq!((&decoded, LIVE.get()), (&told, 1));
        drop(decoded);
        assert_eq!(LIVE.get(), 0);
    }
    LIVE.set(0);
    for tag in [4, 5, 63, 64, 127] {
        let error = Postcard::from_slice::<Told>(&[tag]).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidTag, 0));
    }
    let beyond = [0xff, 0xff, 0xff, 0xff, 0x0f];
    let error = Postcard::from_slice::<Told>(&beyond).unwrap_err();
    assert_eq!((error.kind(), LIVE.get()), (DecodeErrorKind::InvalidTag, 0));
}
