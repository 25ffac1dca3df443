//! Consumption of the input, and the hints.

use codec_core::push::{Progress, PushDecode};
use codec_core::{Bincode, Compact, DecodeErrorKind, Format, Postcard, Sv2};

use crate::push::types::{Attributes, Rich, Transaction, attributes, fixed, rich, transaction};

#[test]
fn bytes_behind_a_value_are_not_touched() {
    let bytes = Postcard::to_vec(&rich()).unwrap();
    let long = [&bytes[..], b"what follows"].concat();
    for cut in 0..bytes.len() {
        let mut decoder = Rich::push_decoder::<Postcard>();
        let (mut head, mut tail) = long.split_at(cut);
        assert!(matches!(decoder.push(&mut head), Ok(Progress::Need(_))));
        assert!(head.is_empty());
        assert_eq!(decoder.push(&mut tail), Ok(Progress::Done(rich())));
        assert_eq!(tail, b"what follows", "cut at {cut}");
    }
}

#[test]
fn one_decoder_reads_value_after_value() {
    let one = Bincode::to_vec(&transaction()).unwrap();
    let stream = [&one[..], &one, &one].concat();
    for len in 1..one.len() {
        let mut decoder = Transaction::push_decoder::<Bincode>();
        let mut values = 0;
        for mut piece in stream.chunks(len) {
            while let Progress::Done(value) = decoder.push(&mut piece).unwrap() {
                assert_eq!(value, transaction());
                assert_eq!(decoder.consumed(), 0);
                values += 1;
            }
        }
        assert_eq!(values, 3);
    }
}

#[test]
fn hints_are_never_too_large() {
    let bytes = Postcard::to_vec(&rich()).unwrap();
    for cut in 0..bytes.len() {
        let mut decoder = Rich::push_decoder::<Postcard>();
        let mut end = cut;
        let mut piece = &bytes[..cut];
        while let Progress::Need(need) = decoder.push(&mut piece).unwrap() {
            piece = &bytes[end..end + need]; // panics when there are not so many
            end += need;
        }
        assert_eq!(end, bytes.len());
    }
}

#[test]
fn hints_of_what_has_a_known_length_are_exact() {
    let mut decoder = Vec::<u64>::push_decoder::<Bincode>();
    assert_eq!(decoder.push(&mut &[3, 0, 0, 0, 0, 0, 0, 0, 1][..]), Ok(Progress::Need(23)));
    let mut decoder = String::push_decoder::<Postcard>();
    assert_eq!(decoder.push(&mut &b"\x0ahi"[..]), Ok(Progress::Need(8)));
    let mut decoder = <[u32; 4]>::push_decoder::<Sv2>();
    assert_eq!(decoder.push(&mut &[1, 2, 3][..]), Ok(Progress::Need(13)));
}

#[test]
fn an_error_stays_until_the_decoder_is_reset() {
    let mut decoder = <(u8, bool)>::push_decoder::<Bincode>();
    assert_eq!(decoder.push(&mut &[7][..]), Ok(Progress::Need(1)));
    let error = decoder.push(&mut &[2][..]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidBool, 1));
    assert_eq!(decoder.push(&mut &[1][..]), Err(error));
    assert_eq!(decoder.end(), Err(error));
    decoder.reset();
    assert_eq!(decoder.push(&mut &[1, 1][..]), Ok(Progress::Done((1, true))));
}

#[test]
fn a_tail_waits_for_the_end() {
    let bytes = Compact::to_vec(&attributes()).unwrap();
    let mut decoder = Attributes::push_decoder::<Compact>();
    let mut piece = &bytes[..];
    assert!(matches!(decoder.push(&mut piece), Ok(Progress::Need(1))));
    assert_eq!(decoder.end(), Ok(Compact::from_slice(&bytes).unwrap()));
}

#[test]
fn zero_length_values_need_no_bytes() {
    assert_eq!(<()>::push_decoder::<Sv2>().push(&mut &[][..]), Ok(Progress::Done(())));
    assert_eq!(<()>::push_decoder::<Sv2>().end(), Ok(()));
}

#[test]
fn the_end_within_a_value_is_where_more_was_needed() {
    let bytes = Bincode::to_vec(&fixed()).unwrap();
    for cut in 0..bytes.len() {
        let mut decoder = crate::push::types::Fixed::push_decoder::<Bincode>();
        decoder.push(&mut &bytes[..cut]).unwrap();
        let error = decoder.end().unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, cut));
    }
}
