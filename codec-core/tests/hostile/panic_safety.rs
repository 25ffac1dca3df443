//! The k-th element fails or panics, for every k: nothing is dropped twice, nothing is leaked, and
//! no partly built value is observed.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use codec_core::{
    Bincode, Decodable, DecodableRef, DecodeError, DecodeErrorKind, Format, Reader, Size,
    wire::Seq0255,
};

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static MADE: Cell<usize> = const { Cell::new(0) };
}

const FAILS: u8 = 0xf0;
const PANICS: u8 = 0xf1;

/// One byte, which can request a failure or a panic. `FIXED` selects the bulk path.
#[derive(Debug, PartialEq)]
struct Counted<const FIXED: bool>(Box<u8>);

impl<const FIXED: bool> Counted<FIXED> {
    fn new(byte: u8) -> Self {
        LIVE.set(LIVE.get() + 1);
        MADE.set(MADE.get() + 1);
        Self(Box::new(byte))
    }
}

impl<const FIXED: bool> Drop for Counted<FIXED> {
    fn drop(&mut self) {
        LIVE.set(LIVE.get() - 1);
        assert!(*self.0 < FAILS, "a value that was never made is dropped");
    }
}

impl<const FIXED: bool> Decodable for Counted<FIXED> {
    fn size<F: Format>() -> Size {
        Size { min: 1, fixed: FIXED }
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

impl<'de, const FIXED: bool> DecodableRef<'de> for Counted<FIXED> {
    fn ref_size<F: Format>() -> Size {
        <Self as Decodable>::size::<F>()
    }
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        Self::decode(r)
    }
}

const COUNT: usize = 9;
const ELEMENTS: [u8; COUNT] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// Elements 0 to 8, with `fault` at `at`, after a count of eight bytes.
fn input(at: usize, fault: u8) -> Vec<u8> {
    let mut input = (COUNT as u64).to_le_bytes().to_vec();
    input.extend(ELEMENTS);
    if let Some(byte) = input.get_mut(8 + at) {
        *byte = fault;
    }
    input
}

/// `at` elements were created before the fault, and all of them dropped.
fn exact<T>(at: usize, fault: u8, decode: impl FnOnce(&[u8]) -> Result<T, DecodeError>) {
    LIVE.set(0);
    MADE.set(0);
    let input = input(at, fault);
    let outcome = catch_unwind(AssertUnwindSafe(|| decode(&input)));
    assert_eq!(outcome.is_err(), fault == PANICS);
    assert!(!matches!(outcome, Ok(Ok(_))));
    assert_eq!((MADE.get(), LIVE.get()), (at, 0), "at {at}, fault {fault:x}");
}

type One<const FIXED: bool> = Counted<FIXED>;
type Three<const FIXED: bool> = (One<FIXED>, One<FIXED>, One<FIXED>);

fn everywhere<const FIXED: bool>(at: usize, fault: u8) {
    exact(at, fault, Bincode::from_slice::<Vec<One<FIXED>>>);
    exact(at, fault, |input| Bincode::from_slice_ref::<Vec<One<FIXED>>>(input));
    exact(at, fault, |input| Bincode::from_slice::<[One<FIXED>; COUNT]>(&input[8..]));
    exact(at, fault, |input| Bincode::from_slice_ref::<[One<FIXED>; COUNT]>(&input[8..]));
    exact(at, fault, |input| Bincode::from_slice::<[[One<FIXED>; 3]; 3]>(&input[8..]));
    exact(at, fault, |input| Bincode::from_slice::<Box<[One<FIXED>; COUNT]>>(&input[8..]));
    exact(at, fault, |input| {
        let mut prefixed = vec![9];
        prefixed.extend(&input[8..]);
        Bincode::from_slice::<Seq0255<One<FIXED>>>(&prefixed)
    });
    exact(at, fault, |input| {
        Bincode::from_slice::<(Three<FIXED>, Three<FIXED>, Three<FIXED>)>(&input[8..])
    });
    exact(at, fault, |input| {
        let error = Bincode::explain::<Vec<One<FIXED>>>(input).error();
        error.map_or(Ok(()), Err)
    });
}

#[test]
fn the_kth_element_fails_or_panics() {
    for at in 0..COUNT {
        for fault in [FAILS, PANICS] {
            everywhere::<true>(at, fault);
            everywhere::<false>(at, fault);
        }
    }
}

fn over_existing<const FIXED: bool>(at: usize, fault: u8, had: usize) {
    LIVE.set(0);
    MADE.set(0);
    let mut items: Vec<Counted<FIXED>> = (0..had).map(|_| Counted::new(0x80)).collect();
    let input = input(at, fault);
    let outcome = catch_unwind(AssertUnwindSafe(|| Bincode::decode_into(&mut items, &input)));
    assert!(!matches!(outcome, Ok(Ok(()))));
    assert_eq!(usize::try_from(LIVE.get()).unwrap(), items.len(), "what it holds is what lives");
    assert!(items.iter().all(|item| *item.0 < FAILS));
    drop(items);
    assert_eq!(LIVE.get(), 0);
}

#[test]
fn decoding_over_a_vector_leaves_it_valid() {
    for at in 0..COUNT {
        for had in [0, 1, 4, COUNT, 20] {
            for fault in [FAILS, PANICS] {
                over_existing::<true>(at, fault, had);
                over_existing::<false>(at, fault, had);
            }
        }
    }
}

#[test]
fn decoding_over_an_array_leaves_it_valid() {
    for at in 0..COUNT {
        for fault in [FAILS, PANICS] {
            LIVE.set(0);
            let mut items: [Counted<false>; COUNT] = std::array::from_fn(|_| Counted::new(0x80));
            let input = input(at, fault);
            let outcome =
                catch_unwind(AssertUnwindSafe(|| Bincode::decode_into(&mut items, &input[8..])));
            assert!(!matches!(outcome, Ok(Ok(()))));
            assert_eq!(LIVE.get(), COUNT.cast_signed());
            drop(items);
            assert_eq!(LIVE.get(), 0);
        }
    }
}

#[test]
fn success_drops_what_it_made_once() {
    LIVE.set(0);
    let input = input(COUNT, 0);
    let items: Vec<Counted<true>> = Bincode::from_slice(&input).unwrap();
    assert_eq!((items.len(), LIVE.get()), (COUNT, COUNT.cast_signed()));
    drop(items);
    let items: [Counted<false>; COUNT] = Bincode::from_slice(&input[8..]).unwrap();
    assert_eq!(LIVE.get(), COUNT.cast_signed());
    drop(items);
    assert_eq!(LIVE.get(), 0);
}

#[test]
fn a_cut_input_drops_what_it_made() {
    let whole = input(COUNT, 0);
    for len in 0..whole.len() {
        LIVE.set(0);
        assert!(Bincode::from_slice::<Vec<Counted<true>>>(&whole[..len]).is_err());
        assert!(Bincode::from_slice::<Vec<Counted<false>>>(&whole[..len]).is_err());
        assert!(Bincode::from_slice::<[Counted<false>; 17]>(&whole[..len]).is_err());
        assert_eq!(LIVE.get(), 0);
    }
}
