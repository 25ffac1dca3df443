//! Sources that have no bytes at the moment.

use std::cell::Cell;
use std::io::ErrorKind::{Interrupted, TimedOut, WouldBlock};

use codec_core::stream::{Records, StreamReader};
use codec_core::{Decodable, DecodeError, Format, Postcard, Reader, Size};

use crate::stream::sources::{Script, Step};

type Value = (u32, Vec<String>, Vec<u8>);

fn values() -> Vec<Value> {
    (0..4u32).map(|index| (index << 20, vec!["name".into(); index as usize], vec![1; 50])).collect()
}

/// Each byte comes after an interruption and a `WouldBlock`.
fn halting(bytes: &[u8]) -> Script {
    Script::new(bytes.iter().flat_map(|byte| {
        [Step::Fail(Interrupted), Step::Fail(WouldBlock), Step::Give(vec![*byte])]
    }))
}

#[test]
fn no_byte_is_lost_when_there_is_none_for_a_while() {
    let bytes: Vec<u8> =
        values().iter().flat_map(|value| Postcard::to_vec(value).unwrap()).collect();
    let mut reader = StreamReader::<_, Postcard>::new(halting(&bytes), 1000);
    let mut lent = StreamReader::<_, Postcard>::new(halting(&bytes), 1000);
    let mut waits = 0;
    for value in values() {
        let read = loop {
            match reader.read::<Value>() {
                Ok(read) => break read,
                Err(error) => assert!(error.is_would_block(), "{error}"),
            }
            waits += 1;
        };
        assert_eq!(read, Some(value.clone()));
        while lent.buffered().len() + 1 < Postcard::encoded_len(&value) {
            assert!(lent.next_ref::<Value>().unwrap_err().is_would_block());
        }
        let mut outcome = lent.next_ref::<Value>().map(|_| ());
        if outcome.is_err() {
            outcome = lent.next_ref::<Value>().map(|_| ());
        }
        outcome.unwrap();
    }
    assert_eq!(waits, bytes.len());
    assert_eq!(reader.read::<Value>().unwrap(), None);
    assert_eq!(reader.offset(), bytes.len() as u64);
}

/// The reader waits for the bytes that a value is known to need, without decoding it.
#[test]
fn a_value_is_not_begun_anew_before_what_it_needs_is_there() {
    let bytes = Postcard::to_vec(&vec![7u8; 5000]).unwrap();
    let mut reader = StreamReader::<_, Postcard>::new(halting(&bytes), 1 << 20);
    let mut waits = 0;
    while reader.read::<Vec<u8>>().is_err() {
        waits += 1;
    }
    assert_eq!(waits, bytes.len());
}

thread_local! {
    static DECODES: Cell<usize> = const { Cell::new(0) };
}

/// A byte string that counts how often decoding it begins.
struct Begun;

impl Decodable for Begun {
    fn size<F: Format>() -> Size {
        Size::at_least(1)
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        DECODES.set(DECODES.get() + 1);
        Vec::<u8>::decode(r).map(|_| Self)
    }
}

#[test]
fn a_value_is_begun_anew_when_what_it_needs_is_there() {
    let bytes = Postcard::to_vec(&vec![7u8; 500]).unwrap();
    let mut reader = StreamReader::<_, Postcard>::new(halting(&bytes), 1 << 20);
    DECODES.set(0);
    while reader.read::<Begun>().is_err() {}
    // Decoding is tried in the source's buffer, and then in the reader's: at the first byte, at the
    // second one, when the length is known, and at the last.
    assert!(DECODES.get() <= 6, "{} times", DECODES.get());
}

#[test]
fn an_iterator_goes_on_after_a_wait() {
    let bytes: Vec<u8> =
        values().iter().flat_map(|value| Postcard::to_vec(value).unwrap()).collect();
    let records = Records::<_, Postcard, Value>::new(halting(&bytes), 1000);
    let read: Vec<Value> = records.filter_map(Result::ok).collect();
    assert_eq!(read, values());
}

#[test]
fn the_error_says_how_far_it_came() {
    let source = Script::new([Step::Give(vec![1, 2, 200]), Step::Fail(TimedOut)]);
    let mut reader = StreamReader::<_, Postcard>::new(source, 100);
    assert_eq!(reader.read::<(u8, u8)>().unwrap(), Some((1, 2)));
    let error = reader.read::<u32>().unwrap_err();
    assert_eq!((error.record(), error.offset()), (2, 3));
    assert!(!error.is_would_block());
}
