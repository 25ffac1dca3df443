//! Strings and lengths beyond those that short paths handle.

use bytes::Bytes;
use codec_core::{DecodeErrorKind, Format, Postcard, TextShared};

/// One byte that is not UTF-8, at every offset of strings of every length.
#[test]
fn a_string_is_checked_to_its_last_byte() {
    for len in (1..200).chain([255, 256, 257, 300, 301, 511, 512, 1000, 4096, 5000]) {
        for at in (0..len).filter(|at| len < 70 || at % 7 == 0 || at + 3 > len) {
            let mut text = vec![b'x'; len];
            text[at] = 0xff;
            let input = Bytes::from(Postcard::to_vec(&text).unwrap());
            let start = input.len() - len;
            let invalid = Err((DecodeErrorKind::InvalidUtf8, start));
            let seen = [
                Postcard::from_slice::<String>(&input).map(drop),
                Postcard::from_slice::<Box<str>>(&input).map(drop),
                Postcard::from_slice_ref::<&str>(&input).map(drop),
                Postcard::from_bytes::<TextShared>(&input).map(drop),
                Postcard::decode_into(&mut String::new(), &input),
                Postcard::explain::<String>(&input).error().map_or(Ok(()), Err),
            ];
            for outcome in seen {
                assert_eq!(outcome.map_err(|error| (error.kind(), error.offset())), invalid);
            }
            text[at] = b'y';
            assert!(Postcard::from_slice::<String>(&Postcard::to_vec(&text).unwrap()).is_ok());
        }
    }
}

/// A length that does not fit its prefix is refused, not truncated.
#[cfg(target_pointer_width = "64")]
#[test]
fn a_length_over_its_prefix_is_not_written() {
    use codec_core::format::{BigEndian, LittleEndian};
    use codec_core::{Bincode, Borsh, EncodeError, EncodeErrorKind, Layout as _, Output};

    let mut room = [core::mem::MaybeUninit::uninit(); 16];
    for len in [1 << 32, (1 << 32) + 5, usize::MAX] {
        let mut out = Output::new(&mut room);
        let over = Some(EncodeErrorKind::LengthOverLimit);
        let kind = |outcome: Result<(), EncodeError>| outcome.err().map(EncodeError::kind);
        assert_eq!(kind(BigEndian::<Borsh>::write_len(&mut out, len)), over);
        assert_eq!(kind(LittleEndian::<Borsh>::write_len(&mut out, len)), over);
        assert_eq!(kind(Borsh::write_len(&mut out, len)), over);
        assert_eq!(out.written(), 0);
    }
    let mut out = Output::new(&mut room);
    BigEndian::<Borsh>::write_len(&mut out, 0xffff_fffe).unwrap();
    BigEndian::<Bincode>::write_len(&mut out, (1 << 32) + 5).unwrap();
    assert_eq!(out.written(), 12);
}
