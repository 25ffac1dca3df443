//! `Encode` implementations that lie: an error or the bytes that were written, never uninitialised
//! bytes.

use std::cell::Cell;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

use codec_core::{
    Bincode, Encode, EncodeError, EncodeErrorKind, Format, Output, Size, Sv2, Target, Writer,
};

/// Declares one length, writes another.
struct Lies {
    says: usize,
    writes: usize,
}

impl Encode for Lies {
    fn encoded_len<F: Format>(&self) -> usize {
        self.says
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        (0..self.writes).try_for_each(|_| w.byte(0xaa))
    }
}

#[test]
fn too_small_a_length_is_an_error_and_nothing_is_appended() {
    let lie = Lies { says: 3, writes: 4 };
    let error = Sv2::to_vec(&lie).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (EncodeErrorKind::BufferTooSmall, 3));
    let mut target = vec![1, 2];
    assert_eq!(Sv2::encode_into(&lie, &mut target), Err(error));
    assert_eq!(target, [1, 2]);
    let mut target = bytes::BytesMut::from(&[1, 2][..]);
    assert_eq!(Sv2::encode_into(&lie, &mut target), Err(error));
    assert_eq!(target[..], [1, 2]);
}

#[test]
fn too_small_a_length_inside_others_is_an_error() {
    let lies = || Lies { says: 0, writes: 1 };
    assert!(Bincode::to_vec(&vec![lies(), lies()]).is_err());
    assert!(Bincode::to_vec(&(lies(), 1u8)).is_err());
    assert!(Bincode::to_vec(&Some(lies())).is_err());
    assert!(Bincode::to_vec(&[lies()]).is_err());
}

#[test]
fn too_large_a_length_yields_what_was_written() {
    let lie = Lies { says: 9, writes: 4 };
    assert_eq!(Sv2::to_vec(&lie).unwrap(), [0xaa; 4]);
    let mut target = vec![1];
    assert_eq!(Sv2::encode_into(&lie, &mut target), Ok(4));
    assert_eq!(target, [1, 0xaa, 0xaa, 0xaa, 0xaa]);
    let mut target = [0u8; 16];
    assert_eq!(Sv2::encode_into(&lie, &mut target), Ok(4));
    assert_eq!(target[..6], [0xaa, 0xaa, 0xaa, 0xaa, 0, 0]);
}

#[test]
fn a_length_that_no_memory_holds_is_refused() {
    let lie = Lies { says: usize::MAX, writes: 1 };
    let mut target = [0u8; 16];
    let error = Sv2::encode_into(&lie, &mut target).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::BufferTooSmall);
    let mut target = vec![7];
    // No allocation exceeds `isize::MAX`. A smaller one may succeed with 32-bit addresses, and
    // exceeds the address space of every machine with 64-bit addresses.
    let mut none_holds = vec![usize::MAX, isize::MAX as usize + 1];
    if usize::BITS == 64 {
        none_holds.extend([isize::MAX as usize, 1 << (usize::BITS - 3)]);
    }
    for says in none_holds {
        let lie = Lies { says, writes: 1 };
        assert_eq!(Sv2::to_vec(&lie).unwrap_err().kind(), EncodeErrorKind::OutOfMemory);
        let error = target.write_with(says, |out| Ok(out)).unwrap_err();
        assert_eq!((error.kind(), &target[..]), (EncodeErrorKind::OutOfMemory, &[7][..]));
    }
    // Sums of such lengths overflow and wrap around; the writes are checked nevertheless.
    let pair = (Lies { says: usize::MAX, writes: 1 }, Lies { says: 2, writes: 1 });
    if let Ok(Ok(bytes)) = catch_unwind(AssertUnwindSafe(|| Sv2::to_vec(&pair))) {
        assert_eq!(bytes, [0xaa; 2]);
    }
}

/// Declares a fixed size and writes a different number of bytes.
#[derive(Clone, Copy)]
struct FixedLie<const SAYS: usize, const WRITES: usize>;

impl<const SAYS: usize, const WRITES: usize> Encode for FixedLie<SAYS, WRITES> {
    fn encoded_size<F: Format>() -> Size {
        Size::fixed(SAYS)
    }
    fn encoded_len<F: Format>(&self) -> usize {
        SAYS
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.bytes(&[0xbb; WRITES])
    }
}

#[test]
fn a_fixed_size_that_is_none_is_an_error_in_a_sequence() {
    let error = Bincode::to_vec(&vec![FixedLie::<4, 3>, FixedLie::<4, 3>]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (EncodeErrorKind::InvalidValue, 11));
    let error = Bincode::to_vec(&vec![FixedLie::<4, 5>, FixedLie::<4, 5>]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (EncodeErrorKind::BufferTooSmall, 8));
    assert!(Bincode::to_vec(&[FixedLie::<4, 3>; 2]).is_err());
    assert!(Bincode::to_vec(&vec![FixedLie::<0, 1>]).is_err());
}

/// Encodes elements that fail or panic, and swallows the failure.
struct Swallows<T> {
    items: Vec<T>,
    then: &'static [u8],
}

impl<T: Encode> Encode for Swallows<T> {
    fn encoded_len<F: Format>(&self) -> usize {
        64
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.byte(1)?;
        let outcome = catch_unwind(AssertUnwindSafe(|| T::encode_slice(&self.items, w)));
        assert!(!matches!(outcome, Ok(Ok(()))), "the elements were to fail");
        w.bytes(self.then)
    }
}

/// Whatever an implementation writes afterwards, only written bytes are exposed.
fn exposes_nothing<T: Encode + Clone>(item: &T) {
    for then in [&[][..], &[2], &[2; 40]] {
        let items = vec![item.clone(); 2];
        match Sv2::to_vec(&Swallows { items, then }) {
            Ok(bytes) => assert_eq!(bytes, [&[1], then].concat()),
            Err(error) => assert!(error.offset() <= 64),
        }
    }
}

#[test]
fn an_element_error_that_is_swallowed_exposes_no_unwritten_byte() {
    exposes_nothing(&FixedLie::<4, 3>);
    exposes_nothing(&FixedLie::<4, 5>);
}

#[derive(Clone)]
struct Panics;

impl Encode for Panics {
    fn encoded_size<F: Format>() -> Size {
        Size::fixed(8)
    }
    fn encoded_len<F: Format>(&self) -> usize {
        8
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.byte(7)?;
        panic!("an element panics")
    }
}

#[test]
fn an_element_panic_that_is_caught_exposes_no_unwritten_byte() {
    exposes_nothing(&Panics);
}

#[test]
fn a_panic_appends_nothing() {
    let mut target = vec![9];
    let outcome = catch_unwind(AssertUnwindSafe(|| Sv2::encode_into(&[Panics], &mut target)));
    assert!(outcome.is_err());
    assert_eq!(target, [9]);
}

/// Replaces the borrowed writer by another one.
struct Swaps {
    /// Capacity of the other writer.
    room: usize,
    /// Number of bytes that it writes there.
    writes: usize,
}

impl Encode for Swaps {
    fn encoded_len<F: Format>(&self) -> usize {
        8
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        let room = Box::leak(vec![MaybeUninit::uninit(); self.room].into_boxed_slice());
        let mut other = Writer::new(Output::new(room));
        (0..self.writes).try_for_each(|_| other.byte(0xcc))?;
        *w = other;
        Ok(())
    }
}

#[test]
fn a_writer_that_is_swapped_is_an_error() {
    for (room, writes) in [(8, 8), (8, 0), (0, 0), (4096, 4000)] {
        let swap = Swaps { room, writes };
        let error = Sv2::to_vec(&swap).unwrap_err();
        assert_eq!(error.kind(), EncodeErrorKind::ForeignWriter, "{room} {writes}");
        let mut target = [5u8; 8];
        let error = Sv2::encode_into(&swap, &mut target).unwrap_err();
        assert_eq!(error.kind(), EncodeErrorKind::ForeignWriter);
        assert_eq!(target, [5; 8]);
        let mut target = vec![1];
        assert!(Sv2::encode_into(&(1u8, swap), &mut target).is_err());
        assert_eq!(target, [1]);
    }
}

/// Replaces the writer, writes elsewhere, and puts the original back.
struct SwapsBack {
    before: u8,
    after: u8,
}

impl Encode for SwapsBack {
    fn encoded_len<F: Format>(&self) -> usize {
        2
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.byte(self.before)?;
        let room = Box::leak(vec![MaybeUninit::uninit(); 2].into_boxed_slice());
        let lent = std::mem::replace(w, Writer::new(Output::new(room)));
        w.bytes(&[0xdd, 0xdd])?;
        *w = lent;
        w.byte(self.after)
    }
}

#[test]
fn a_writer_that_is_put_back_goes_on() {
    assert_eq!(Sv2::to_vec(&SwapsBack { before: 1, after: 2 }).unwrap(), [1, 2]);
}

/// The same with the underlying output, in an element of fixed size.
struct SwapsOutput;

impl Encode for SwapsOutput {
    fn encoded_size<F: Format>() -> Size {
        Size::fixed(2)
    }
    fn encoded_len<F: Format>(&self) -> usize {
        2
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        let room = Box::leak(vec![MaybeUninit::uninit(); 2].into_boxed_slice());
        *w.output() = Output::new(room);
        w.bytes(&[1, 2])
    }
}

#[test]
fn an_output_that_is_swapped_in_an_element_is_an_error() {
    let error = Sv2::to_vec(&[SwapsOutput, SwapsOutput]).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::ForeignWriter);
}

/// Declares a different length each time.
struct Fickle(Cell<usize>);

impl Encode for Fickle {
    fn encoded_len<F: Format>(&self) -> usize {
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        let len = self.encoded_len::<F>();
        w.bytes(&vec![0xee; len])
    }
}

#[test]
fn a_length_that_changes_is_an_error() {
    let error = Sv2::to_vec(&Fickle(Cell::new(3))).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (EncodeErrorKind::BufferTooSmall, 0));
}
