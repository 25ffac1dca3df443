//! The unsafe code against naive oracles, and exact drops.
#![forbid(unsafe_code)]

use core::cell::Cell;
use core::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::vec::Vec;

use super::SHORT;
use crate::error::EncodeError;
use crate::format::size::Size;
use crate::format::{Bincode, Format, Postcard};
use crate::io::cursor::Cursor;
use crate::io::output::Output;
use crate::raw;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// The longest of the lengths across every branch of a copy and of a string.
const LONGEST: usize = 3 * SHORT + 4;

/// Lengths across every branch of a copy and of a string: every one, and where each step is
/// interpreted those around the branches' ends and a few between.
fn lengths() -> impl Iterator<Item = usize> {
    (0..=LONGEST).filter(|len| {
        let around = [0, 4, 8, 16, 32, SHORT, 2 * SHORT, 3 * SHORT];
        !cfg!(miri) || len % 41 == 0 || around.iter().any(|end| len.abs_diff(*end) <= 1)
    })
}

/// Every place, and where each step is interpreted one of a few.
const STRIDE: usize = if cfg!(miri) { 13 } else { 1 };

fn pattern(len: usize) -> Vec<u8> {
    (0..=250u8).cycle().take(len).collect()
}

/// A value of these bytes, without a length.
struct Raw<'b>(&'b [u8]);

impl Encode for Raw<'_> {
    fn encoded_len<F: Format>(&self) -> usize {
        self.0.len()
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.bytes(self.0)
    }
}

#[test]
fn a_copy_of_any_length_writes_those_bytes_and_no_other() {
    let source = pattern(LONGEST + 16);
    for len in lengths() {
        for offset in [0, 1, 7, 15] {
            let from = &source[offset..offset + len];
            let mut target = vec![0xee; len + 2];
            let written = Bincode::encode_into(&Raw(from), &mut target[1..=len]).unwrap();
            assert_eq!((written, &target[1..=len]), (len, from));
            assert_eq!((target[0], target[len + 1]), (0xee, 0xee), "length {len}");
        }
    }
}

#[test]
fn a_room_that_is_too_small_is_left_alone() {
    let source = pattern(LONGEST);
    for len in lengths().skip(1) {
        let mut room = vec![MaybeUninit::new(0xee); len - 1];
        let mut out = Output::new(&mut room);
        assert!(out.bytes(&source[..len]).is_err());
        assert_eq!((out.written(), out.remaining()), (0, len - 1));
        assert_eq!(out.bytes(&source[..len - 1]), Ok(()));
        assert_eq!((out.written(), out.remaining()), (len - 1, 0));
    }
}

/// Arrays and fronts go past no end, even where memory goes on after the room.
#[test]
fn a_room_takes_arrays_and_fronts_to_its_end_and_none_further() {
    for room in 0..=9 {
        let mut memory = [MaybeUninit::new(0xee_u8); 32];
        for count in 0..=4 {
            let mut arrays = raw::Room::new(&mut memory[..room]);
            let fits = count * 3 <= room;
            let items = [1_u8, 2, 3, 4];
            let done = arrays.arrays(&items[..count], |&item| Some([item; 3]));
            let written = if fits { count * 3 } else { 0 };
            assert_eq!((done.is_some(), arrays.left()), (fits, room - written));
            assert_eq!(arrays.written_since(0), &[1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4][..written]);
        }
        for len in [0, 1, 4, 5] {
            let mut front = raw::Room::new(&mut memory[..room]);
            let fits = room >= 4 && len <= 4;
            assert_eq!(front.front(&[7; 4], len).is_some(), fits, "{len} of four in {room}");
            assert_eq!(front.left(), room - if fits { len } else { 0 });
        }
    }
}

#[test]
fn booleans_are_appended_when_there_is_room_for_all() {
    for (room, bytes, taken) in
        [(3, &[1, 0, 1][..], true), (4, &[1, 0, 1], true), (2, &[1, 0, 1], false), (3, &[2], false)]
    {
        let mut items = Vec::with_capacity(room + 1);
        items.push(true);
        let (room, before) = (items.capacity() - 1, room);
        assert_eq!(room, before, "the standard library makes exactly this much room");
        assert_eq!(raw::append_bools(&mut items, bytes), taken);
        assert_eq!(items.len(), 1 + if taken { bytes.len() } else { 0 });
    }
}

#[test]
fn short_strings_take_the_short_way_at_every_length() {
    let window = [b'a'; SHORT];
    for len in 0..=SHORT {
        assert_eq!(raw::short_ascii(&window, len).map(str::len), Some(len));
        assert_eq!(raw::short_ascii_at_end(&window[..len]).map(str::len), Some(len));
    }
    assert_eq!(raw::short_ascii(&window, SHORT + 1), None);
}

#[test]
fn bytes_follow_each_other() {
    let source = pattern(LONGEST);
    for first in [0, 1, 3, 4, 8, 16, 31, 32, 33, 64, 65] {
        for second in lengths() {
            let pair = (Raw(&source[..first]), Raw(&source[..second]));
            let encoded = Bincode::to_vec(&pair).unwrap();
            assert_eq!(encoded, [&source[..first], &source[..second]].concat());
        }
    }
}

/// Checks what the cursor makes of a string against the standard library.
fn text_is_right(input: &[u8], len: usize) {
    let mut cursor = Cursor::new(input);
    let text = cursor.str(len);
    match input.get(..len).map(core::str::from_utf8) {
        Some(Ok(expected)) => {
            assert_eq!(text, Ok(expected));
            assert_eq!((cursor.offset(), cursor.rest()), (len, &input[len..]));
        }
        Some(Err(_)) | None => assert!(text.is_err(), "{len} of {input:x?}"),
    }
}

#[test]
fn a_byte_that_is_not_ascii_is_seen_anywhere() {
    for len in lengths().step_by(3).chain([SHORT - 1, SHORT, SHORT + 1]) {
        for padding in [0, 1, 31, 32, 63, 64, 200] {
            let mut input = vec![b'a'; len + padding];
            text_is_right(&input, len);
            for at in (0..input.len()).step_by(STRIDE) {
                for byte in [0x7f, 0x80, 0xc3, 0xff] {
                    input[at] = byte;
                    text_is_right(&input, len);
                }
                input[at] = b'a';
            }
        }
    }
}

/// Were it not so, nothing but the time would show it: the long way comes to the same.
#[test]
fn short_runs_take_the_short_way_and_no_other_does() {
    for len in 0..=SHORT + 1 {
        let short = len <= SHORT;
        for byte in [0, 1, 2, 0x7f, 0x80, 0xff] {
            for at in (0..len).step_by(STRIDE) {
                let mut bytes = vec![0; len];
                bytes[at] = byte;
                let (ascii, bits) = (byte < 0x80, byte < 2);
                assert_eq!(raw::ascii::is_short_ascii(&bytes), short && ascii, "{byte} at {at}");
                assert_eq!(raw::ascii::are_bits(&bytes), bits, "{byte} at {at} of {len}");
            }
        }
    }
    assert!(raw::ascii::is_short_ascii(&[]) && raw::ascii::are_bits(&[]));
}

#[test]
fn equal_bytes_do_not_hide_each_other() {
    for len in 1..=SHORT + 4 {
        assert!(!raw::ascii::are_bits(&vec![2; len]) && raw::ascii::are_bits(&vec![1; len]));
        assert!(!raw::ascii::is_short_ascii(&vec![0x80; len]));
    }
}

#[test]
fn the_top_bits_of_a_window_are_those_of_its_bytes() {
    for at in 0..SHORT {
        for (byte, others) in [(0x80, 0x7f), (0x7f, 0x80), (0xff, 0)] {
            let mut window = [others; SHORT];
            window[at] = byte;
            let expected: u64 =
                (0..SHORT).filter(|&at| window[at] >= 0x80).map(|at| 1u64 << at).sum();
            assert_eq!(raw::ascii::high_bits(&window), expected, "{byte} at {at}");
        }
    }
}

#[test]
fn characters_of_several_bytes_are_seen_anywhere() {
    for len in lengths() {
        for at in (0..len.saturating_sub(4)).step_by(STRIDE) {
            let mut input = vec![b'a'; len + 70];
            input[at..at + 4].copy_from_slice("😀".as_bytes());
            // At the length's end, the character is cut.
            (at..at + 5).chain([len]).for_each(|len| text_is_right(&input, len));
        }
    }
}

#[test]
fn a_length_beyond_the_input_is_no_text() {
    for left in 0..=2 * SHORT {
        let input = vec![b'a'; left];
        for len in [left + 1, SHORT + left, usize::MAX - 1, usize::MAX] {
            assert!(Cursor::new(&input).str(len).is_err(), "{len} of {left}");
        }
    }
}

/// Counts those alive, and owns memory, so that a second drop is seen.
struct Alive<'c>(&'c Cell<isize>, #[expect(dead_code, reason = "dropped")] Box<u8>);

impl<'c> Alive<'c> {
    fn new(count: &'c Cell<isize>) -> Self {
        count.set(count.get() + 1);
        Self(count, Box::new(7))
    }
}

impl Drop for Alive<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

/// Fails or panics at one call of many.
fn next(count: &Cell<isize>, at: usize, fault: usize, panics: bool) -> Result<Alive<'_>, ()> {
    match (at == fault, panics) {
        // Without the hook, which prints: that takes far longer under an interpreter.
        (true, true) => resume_unwind(Box::new("as it is told")),
        (true, false) => Err(()),
        _ => Ok(Alive::new(count)),
    }
}

fn array_is_exact<const N: usize>() {
    for (fault, panics) in (0..=N).flat_map(|fault| [(fault, false), (fault, true)]) {
        let count = Cell::new(0);
        let built = catch_unwind(AssertUnwindSafe(|| {
            raw::try_array::<_, (), N>(|index| next(&count, index, fault, panics))
        }));
        match built {
            Ok(Ok(array)) => {
                assert_eq!((fault, count.get()), (N, array.len().cast_signed()));
                drop(array);
            }
            Ok(Err(())) => assert!(!panics && fault < N),
            Err(_) => assert!(panics && fault < N),
        }
        assert_eq!(count.get(), 0);
    }
}

#[test]
fn an_array_that_is_not_finished_drops_what_it_has() {
    array_is_exact::<0>();
    array_is_exact::<1>();
    array_is_exact::<7>();
}

#[test]
fn a_value_is_built_in_its_place() {
    let built = raw::built(|slot| Ok::<_, ()>(slot.fill(Vec::from([7]))));
    assert_eq!(built, Ok(Vec::from([7])));
}

#[test]
fn a_vector_that_is_not_finished_keeps_what_it_has() {
    const COUNT: usize = 6;
    for (fault, panics) in (0..=COUNT).flat_map(|fault| [(fault, false), (fault, true)]) {
        for before in [0usize, 1, 3] {
            let count = Cell::new(0);
            let mut vec: Vec<_> = (0..before).map(|_| Alive::new(&count)).collect();
            vec.reserve(COUNT);
            let mut at = 0;
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                raw::try_extend(&mut vec, COUNT, |slot| {
                    at += 1;
                    next(&count, at - 1, fault, panics).map(|value| slot.fill(value))
                })
            }));
            assert_eq!(matches!(outcome, Ok(Ok(()))), fault == COUNT);
            assert_eq!((vec.len(), count.get()), (before + fault, vec.len().cast_signed()));
            drop(vec);
            assert_eq!(count.get(), 0);
        }
    }
}

#[test]
#[should_panic(expected = "assertion")]
fn a_vector_without_room_is_not_extended() {
    let mut vec: Vec<u8> = Vec::with_capacity(2);
    let more = vec.capacity() + 1;
    let _ = raw::try_extend(&mut vec, more, |slot| Ok::<_, ()>(slot.fill(1)));
}

#[test]
fn a_vector_of_nothing_is_extended() {
    let mut vec: Vec<()> = Vec::new();
    assert_eq!(raw::try_extend(&mut vec, 1000, |slot| Ok::<_, ()>(slot.fill(()))), Ok(()));
    assert_eq!(vec.len(), 1000);
}

/// A part of fixed size, in a sequence that encodes its elements in parts.
#[derive(Clone, Copy)]
struct Part([u8; 3]);

impl Encode for Part {
    fn encoded_size<F: Format>() -> Size {
        Size::fixed(3)
    }
    fn encoded_len<F: Format>(&self) -> usize {
        3
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.0.iter().try_for_each(|&byte| w.byte(byte))
    }
}

#[test]
fn parts_lie_side_by_side() {
    let parts = [Part([1, 2, 3]), Part([4, 5, 6]), Part([7, 8, 9])];
    assert_eq!(Bincode::to_vec(&parts).unwrap(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(Bincode::to_vec(&[Part([0; 3]); 0]).unwrap(), []);
}

/// Elements that claim more bytes than there are end a sequence: a reader that was
/// replaced by a foreign `decode_ref` can make one.
#[test]
fn a_lazy_sequence_never_goes_past_its_end() {
    struct Shrunk;
    impl<'de> crate::DecodableRef<'de> for Shrunk {
        fn ref_size<F: Format>() -> Size {
            Size::at_least(1)
        }
        fn decode_ref<F: Format>(
            r: &mut crate::Reader<'de, F>,
        ) -> Result<Self, crate::DecodeError> {
            r.byte()?;
            // Of another input: as if all of this one, and more, had been read.
            *r = crate::Reader::new(&[]);
            Ok(Self)
        }
    }
    let mut lazy = crate::form::lazy::of_encoded::<Bincode, Shrunk>(&[1, 2, 3]);
    assert!(lazy.take_first().is_some());
    assert!(lazy.take_first().is_none());
    let numbers = crate::form::lazy::of_encoded::<Bincode, u16>(&[1, 0, 2, 0]);
    assert_eq!(numbers.at(1).and_then(|rest| rest.first()), Some(2));
    assert!(numbers.at(2).is_some_and(|rest| rest.first().is_none()));
    assert!(numbers.at(3).is_none() && numbers.at(usize::MAX / 2 + 2).is_none());
}

/// An offset in bytes is for encoded elements with a table: in memory, values begin only where one
/// ends.
#[test]
fn a_lazy_sequence_starts_at_any_byte_of_encoded_elements_alone() {
    use std::string::String;
    let bytes = [1, b'a', 2, b'b', b'c'];
    let words = crate::form::lazy::of_encoded::<Postcard, &str>(&bytes);
    let tabled = crate::form::lazy::of_tabled::<Postcard, &str>(&bytes);
    let at = |offset| tabled.after_table(offset).and_then(|rest| rest.first());
    assert_eq!((at(0), at(2), at(5)), (Some("a"), Some("bc"), None));
    assert!(tabled.after_table(6).is_none() && tabled.after_table(usize::MAX).is_none());
    assert_eq!((tabled.tabled(), words.tabled()), (Some(&bytes[..]), None));
    assert!(tabled.at(0).is_none() && words.at(0).is_none());
    let owned = [String::from("a"), String::from("bc")];
    let lent: crate::raw::Lazy<'_, &str> = crate::form::lazy::of_owned(&owned);
    assert!(lent.tabled().is_none());
    for offset in [0, 1, size_of::<String>()] {
        assert!(lent.after_table(offset).is_none() && words.after_table(offset).is_none());
    }
    assert_eq!(lent.at(1).and_then(|rest| rest.first()), Some("bc"));
    let joined = |all: String, word: &str| all + word;
    for words in [words, lent] {
        assert_eq!(words.fold(2, String::new(), joined).as_deref(), Some("abc"));
        assert_eq!(words.fold(3, String::new(), joined), None);
    }
}

#[test]
fn data_kept_as_words_is_what_was_put_in() {
    let words = raw::StaticData::<[u8; 3], 1>::new([1, 2, 3]);
    assert_eq!(words.get(), &[1, 2, 3]);
}

#[test]
fn strings_are_found_copied_and_replaced() {
    let mut text = raw::string("abc").unwrap();
    assert_eq!(text, "abc");
    assert_eq!((raw::replace_string(&mut text, "de"), &*text), (Some(()), "de"));
    assert_eq!(raw::bytes_of(&[true, false]), [1, 0]);
    assert_eq!(
        (raw::short_ascii(&[0x80; SHORT], 1), raw::short_ascii_at_end(&[0x80])),
        (None, None)
    );
}

#[test]
fn a_run_of_numbers_is_what_they_are_one_by_one() {
    use crate::format::{BigEndian, Borsh};
    fn same<F: Format, T: Encode>(items: &[T]) {
        // The count, as it is before as many bytes.
        let mut expected = F::to_vec(&vec![0u8; items.len()]).unwrap();
        expected.truncate(expected.len() - items.len());
        for item in items {
            expected.extend(F::to_vec(item).unwrap());
        }
        let len = expected.len();
        for offset in [0, 1, 7] {
            let mut target = vec![0xee; offset + len + 1];
            let written = F::encode_into(items, &mut target[offset..]).unwrap();
            assert_eq!((written, &target[offset..offset + len]), (len, &expected[..]));
            assert_eq!(target[offset + len], 0xee, "no byte after them");
        }
        for short in [0, len / 2, len.saturating_sub(1)] {
            assert!(short == len || F::encode_into(items, &mut vec![0; short][..]).is_err());
        }
    }
    for count in lengths().step_by(3) {
        #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
        let narrowed = |number: &u64| *number as u16;
        let numbers: Vec<u64> = (0..count as u64).map(|at| at * 0x0102_0304_0506_0709).collect();
        same::<Bincode, u64>(&numbers);
        same::<BigEndian<Borsh>, u64>(&numbers);
        let narrow: Vec<u16> = numbers.iter().map(narrowed).collect();
        same::<Borsh, u16>(&narrow);
        let floats: Vec<f32> = narrow.iter().map(|number| f32::from(*number) / 3.0).collect();
        same::<Borsh, f32>(&floats);
    }
}

#[test]
fn a_number_without_an_encoding_ends_its_run() {
    use crate::error::EncodeErrorKind;
    use crate::format::Borsh;
    for at in 0..20 {
        let mut floats = vec![1.5f64; 20];
        floats[at] = f64::NAN;
        let error = Borsh::to_vec(&floats).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (EncodeErrorKind::InvalidValue, 4 + 8 * at));
    }
}
