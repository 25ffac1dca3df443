//! Targets that a value can be encoded to, and what the target contains after an error.

use std::cell::Cell;
use std::mem::MaybeUninit;

use bytes::BytesMut;
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Encode, EncodeError, EncodeErrorKind, Format, Postcard,
    Sv2, Target, Writer,
};

const VALUE: (u8, u32, &str) = (1, 0x0403_0201, "hello");
const ENCODED: &[u8] = b"\x01\x01\x02\x03\x04\x05\0\0\0\0\0\0\0hello";

#[test]
fn a_slice_is_filled_from_its_start() {
    let mut slice = [0xee; 32];
    assert_eq!(Bincode::encode_into(&VALUE, &mut slice[..]), Ok(ENCODED.len()));
    assert_eq!(slice[..18], *ENCODED);
    assert_eq!(slice[18..], [0xee; 14]);
    let mut exact = [0xee; 18];
    assert_eq!(Bincode::encode_into(&VALUE, &mut exact), Ok(18));
    assert_eq!(exact, *ENCODED);
}

#[test]
fn a_slice_that_is_too_short_is_not_touched() {
    for len in 0..ENCODED.len() {
        let mut slice = vec![0xee; len];
        let error = Bincode::encode_into(&VALUE, slice.as_mut_slice()).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (EncodeErrorKind::BufferTooSmall, 0));
        assert_eq!(slice, vec![0xee; len]);
    }
    let error = Bincode::encode_into(&VALUE, &mut [0xee; 17]).unwrap_err();
    assert_eq!(error.to_string(), "no room for the value after 0 bytes");
}

#[test]
fn memory_that_is_not_initialised_is_filled_from_its_start() {
    let mut memory = vec![MaybeUninit::new(0xee); 32];
    let written = Bincode::encode_into(&VALUE, memory.as_mut_slice()).unwrap();
    assert_eq!(written, ENCODED.len());
    let error = Bincode::encode_into(&VALUE, &mut memory[..17]).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::BufferTooSmall);
}

#[test]
fn a_vector_is_appended_to_and_keeps_its_memory() {
    let mut vec = Vec::with_capacity(64);
    vec.push(9);
    let memory = vec.as_ptr();
    assert_eq!(Bincode::encode_into(&VALUE, &mut vec), Ok(18));
    assert_eq!(Bincode::encode_into(&7u16, &mut vec), Ok(2));
    assert_eq!((vec.as_ptr(), vec.capacity()), (memory, 64));
    assert_eq!((vec[0], &vec[1..19], &vec[19..]), (9, ENCODED, &[7, 0][..]));
    let mut grown = vec![1, 2, 3];
    assert_eq!(Bincode::encode_into(&VALUE, &mut grown), Ok(18));
    assert_eq!((&grown[..3], &grown[3..]), (&[1, 2, 3][..], ENCODED));
}

#[test]
fn a_bytes_mut_is_appended_to_and_keeps_its_memory() {
    let mut target = BytesMut::with_capacity(64);
    target.extend_from_slice(&[9]);
    let memory = target.as_ptr();
    assert_eq!(Bincode::encode_into(&VALUE, &mut target), Ok(18));
    assert_eq!((target.as_ptr(), target.len()), (memory, 19));
    assert_eq!(target[1..], *ENCODED);
    let frozen = target.split().freeze();
    assert_eq!(Bincode::encode_into(&VALUE, &mut target), Ok(18));
    assert_eq!((&frozen[1..], &target[..]), (ENCODED, ENCODED));
}

#[test]
fn a_new_vector_has_exactly_the_right_capacity() {
    let vec = Bincode::to_vec(&VALUE).unwrap();
    assert_eq!((vec.as_slice(), vec.capacity()), (ENCODED, ENCODED.len()));
    assert_eq!(Bincode::to_vec(&()).unwrap().capacity(), 0);
}

/// A string that counts how often its length was computed and how often it was written.
#[derive(Default)]
struct Counted {
    text: String,
    lens: Cell<usize>,
    writes: Cell<usize>,
}

impl Encode for Counted {
    fn encoded_len<F: Format>(&self) -> usize {
        self.lens.set(self.lens.get() + 1);
        self.text.encoded_len::<F>()
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.writes.set(self.writes.get() + 1);
        self.text.encode(w)
    }
}

/// Encodes strings of these lengths into a new vector: how many lengths were computed, and how many
/// strings written.
fn counted<F: Format>(lens: impl Iterator<Item = usize>) -> (usize, usize) {
    let texts = lens.map(|len| Counted { text: "x".repeat(len), ..Counted::default() });
    let items: Vec<Counted> = texts.collect();
    let vec = F::to_vec(&(7u8, &items)).unwrap();
    let sum = |of: fn(&Counted) -> usize| items.iter().map(of).sum();
    let counts = (sum(|item| item.lens.get()), sum(|item| item.writes.get()));
    let mut kept = Vec::new();
    F::encode_into(&(7u8, &items), &mut kept).unwrap();
    assert_eq!(vec, kept);
    let spare = vec.capacity() - vec.len();
    assert!(spare <= vec.len() / 4, "{spare} beyond {}", vec.len());
    if counts.0 >= items.len() {
        assert_eq!(spare, 0);
    }
    counts
}

#[test]
fn one_of_eight_elements_is_counted_where_there_are_many() {
    assert_eq!(counted::<Bincode>((0..63).map(|index| index % 20)), (63, 63));
    assert_eq!(counted::<Bincode>((0..64).map(|index| index % 20)), (8, 64));
    assert_eq!(counted::<Postcard>((0..1003).map(|index| index * index % 300)), (125, 1003));
    assert_eq!(counted::<BincodeVarint>(std::iter::repeat_n(9, 800)), (100, 800));
}

#[test]
fn a_pattern_in_the_data_does_not_meet_that_of_the_sample() {
    for period in (2..=8).chain([16, 32, 64]) {
        for phase in 0..period {
            let len = |index| if index % period == phase { 200 } else { 3 };
            assert_eq!(counted::<Compact>((0..4000).map(len)), (500, 4000), "{period}, {phase}");
        }
    }
}

#[test]
fn an_estimate_that_is_too_low_is_counted_and_one_that_is_too_high_is_cut() {
    let mut written_again = 0;
    for long in 0..64 {
        let counts = counted::<Borsh>((0..64).map(|index| if index == long { 9000 } else { 1 }));
        // When the sample misses the long string, all lengths are computed and writing starts
        // again.
        if counts.0 > 8 {
            assert_eq!(counts.0, 8 + 64);
            assert!((65..=128).contains(&counts.1));
            written_again += 1;
        }
    }
    assert_eq!(written_again, 56);
}

/// Can compute its length only by writing its content, which may be another `Sealed`.
struct Sealed(u8, Option<Box<Sealed>>);

impl Encode for Sealed {
    fn encoded_len<F: Format>(&self) -> usize {
        1 + self.1.as_ref().map_or(0, |inner| F::to_vec(&**inner).map_or(0, |bytes| bytes.len()))
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.byte(self.0)?;
        self.1.as_ref().map_or(Ok(()), |inner| inner.encode(w))
    }
}

#[test]
fn a_length_may_be_found_by_writing() {
    let value = Sealed(1, Some(Box::new(Sealed(2, Some(Box::new(Sealed(3, None)))))));
    assert_eq!(Bincode::to_vec(&value).unwrap(), [1, 2, 3]);
}

/// Fails after some bytes.
struct Fails;

impl Encode for Fails {
    fn encoded_len<F: Format>(&self) -> usize {
        8
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.bytes(&[1, 2, 3])?;
        Err(w.error(EncodeErrorKind::InvalidValue))
    }
}

fn appends_nothing<B: Target + Clone + PartialEq + std::fmt::Debug>(mut target: B) {
    let before = target.clone();
    let error = Sv2::encode_into(&(1u8, Fails), &mut target).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (EncodeErrorKind::InvalidValue, 4));
    assert_eq!(target, before);
}

#[test]
fn an_error_in_the_middle_appends_nothing() {
    appends_nothing(vec![7u8, 8]);
    appends_nothing(Vec::new());
    appends_nothing(BytesMut::from(&[7, 8][..]));
    assert!(Sv2::to_vec(&Fails).is_err());
}

#[test]
fn an_error_in_an_element_names_the_offset_of_all() {
    let error = Bincode::to_vec(&vec![(1u8, Fails), (2, Fails)]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (EncodeErrorKind::InvalidValue, 8 + 1 + 3));
}

#[test]
fn every_length_of_bytes_is_copied_whole() {
    let source: Vec<u8> = (0..=255).collect();
    for len in 0..=255 {
        let mut target = vec![0xee];
        assert_eq!(Bincode::encode_into(&source[..len], &mut target), Ok(8 + len));
        assert_eq!(target[9..], source[..len]);
    }
}

#[test]
fn a_signed_byte_is_in_twos_complement() {
    for (byte, value) in [(0, 0), (1, 1), (0x7f, 127), (0x80, -128), (0xff, -1i8)] {
        assert_eq!(Bincode::from_slice::<i8>(&[byte]), Ok(value));
        assert_eq!(Bincode::to_vec(&value), Ok(vec![byte]));
    }
}

/// Bytes and strings of every length around that up to which a copy is no call, into targets that have
/// room, exactly as much, too little and none.
fn runs<F: Format>(limit: usize) {
    for len in (0..140).chain([limit]) {
        let text = "y".repeat(len);
        let (vec, bytes) = (text.as_bytes().to_vec(), bytes::Bytes::from(text.clone()));
        let expected = F::to_vec(&(7u8, &text)).unwrap()[1..].to_vec();
        same::<F, str>(&text, &expected);
        same::<F, String>(&text, &expected);
        same::<F, [u8]>(&vec, &expected);
        same::<F, Vec<u8>>(&vec, &expected);
        same::<F, &[u8]>(&&vec[..], &expected);
        same::<F, bytes::Bytes>(&bytes, &expected);
    }
}

fn same<F: Format, T: Encode + ?Sized>(value: &T, expected: &[u8]) {
    let len = expected.len();
    for room in [0, 1, len - 1, len, len + 1, len + 70] {
        let mut vec = Vec::with_capacity(3 + room);
        vec.extend_from_slice(&[1, 2, 3]);
        assert_eq!(F::encode_into(value, &mut vec), Ok(len));
        assert_eq!((&vec[..3], &vec[3..]), (&[1, 2, 3][..], expected));
        let mut target = BytesMut::with_capacity(3 + room);
        target.extend_from_slice(&[1, 2, 3]);
        assert_eq!(F::encode_into(value, &mut target), Ok(len));
        assert_eq!((&target[..3], &target[3..]), (&[1, 2, 3][..], expected));
        let mut slice = vec![0xee; room];
        let mut memory = vec![MaybeUninit::new(0xee); room];
        let written = F::encode_into(value, slice.as_mut_slice());
        assert_eq!(F::encode_into(value, memory.as_mut_slice()), written);
        if room < len {
            let error = written.unwrap_err();
            assert_eq!((error.kind(), error.offset()), (EncodeErrorKind::BufferTooSmall, 0));
            assert_eq!(slice, vec![0xee; room]);
        } else {
            assert_eq!(written, Ok(len));
            assert_eq!((&slice[..len], &slice[len..]), (expected, &vec![0xee; room - len][..]));
        }
    }
}

#[test]
fn bytes_and_strings_of_any_length_go_into_any_target() {
    runs::<Bincode>(5000);
    runs::<BincodeVarint>(5000);
    runs::<Borsh>(5000);
    runs::<Compact>(5000);
    runs::<Postcard>(5000);
}
