//! All bytes that are invalid for their type.

use codec_core::{
    Bincode, DecodeErrorKind, Format, SeqRef, Sv2, Traced,
    wire::{Str0255, Str0255Ref},
};

#[test]
fn every_byte_as_a_boolean() {
    for byte in 0..=255u8 {
        assert_eq!(Sv2::from_slice::<bool>(&[byte]), Ok(byte & 1 == 1), "only bit 0 counts");
        let strict = Bincode::from_slice::<bool>(&[byte]);
        match byte {
            0 | 1 => assert_eq!(strict, Ok(byte == 1)),
            _ => {
                let error = strict.unwrap_err();
                assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidBool, 0));
            }
        }
    }
    assert_eq!(Sv2::to_vec(&true).unwrap(), [1]);
    assert_eq!(Sv2::to_vec(&false).unwrap(), [0]);
}

fn every_byte_as_an_option<F: Format>() {
    for byte in 0..=255u8 {
        let input = [byte, 9];
        let outcome = F::from_slice_prefix::<Option<u8>>(&input);
        let borrowed = F::from_slice_ref_prefix::<Option<u8>>(&input);
        assert_eq!(outcome, borrowed);
        match byte {
            0 => assert_eq!(outcome, Ok((None, &[9][..]))),
            1 => assert_eq!(outcome, Ok((Some(9), &[][..]))),
            _ => {
                let error = outcome.unwrap_err();
                assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidOptionTag, 0));
            }
        }
    }
}

#[test]
fn every_byte_as_an_option_in_every_format() {
    every_byte_as_an_option::<Sv2>();
    every_byte_as_an_option::<Bincode>();
    every_byte_as_an_option::<Traced<Sv2>>();
    every_byte_as_an_option::<Traced<Bincode>>();
}

#[test]
fn an_offset_names_the_element_that_is_invalid() {
    for at in 0..8 {
        let mut input = 8u64.to_le_bytes().to_vec();
        input.extend([1; 8]);
        input[8 + at] = 2;
        let error = Bincode::from_slice::<Vec<bool>>(&input).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidBool, 8 + at));
        assert_eq!(Bincode::from_slice_ref::<SeqRef<'_, bool>>(&input).err(), Some(error));
        assert_eq!(Bincode::from_slice::<[bool; 8]>(&input[8..]).unwrap_err().offset(), at);
    }
}

/// UTF-8 encoded bit by bit, for any value of 21 bits.
fn loose_utf8(value: u32) -> Vec<u8> {
    let [low, middle, high, _] = value.to_le_bytes();
    let tail = |shift: u32| 0x80 | ((value >> shift) & 0x3f).to_le_bytes()[0];
    match value {
        0..0x80 => vec![low],
        0x80..0x800 => vec![0xc0 | (middle << 2) | (low >> 6), tail(0)],
        0x800..0x1_0000 => vec![0xe0 | (middle >> 4), tail(6), tail(0)],
        _ => vec![0xf0 | (high >> 2), tail(12), tail(6), tail(0)],
    }
}

#[test]
fn characters_at_every_edge() {
    let edges = [0u32, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0xffff, 0x1_0000];
    let more = [0x10_ffff, 0x11_0000, 0x1f_ffff];
    for value in edges.into_iter().chain(more).flat_map(|v| [v.saturating_sub(1), v, v + 1]) {
        if value > 0x1f_ffff {
            continue;
        }
        let decoded = Bincode::from_slice::<char>(&loose_utf8(value));
        match char::from_u32(value) {
            Some(character) => assert_eq!(decoded, Ok(character), "{value:x}"),
            None => {
                assert_eq!(decoded.unwrap_err().kind(), DecodeErrorKind::InvalidChar, "{value:x}");
            }
        }
    }
}

#[test]
fn overlong_characters_are_refused() {
    for input in [&[0xc0, 0x80][..], &[0xc1, 0xbf], &[0xe0, 0x80, 0x80], &[0xf0, 0x80, 0x80, 0x80]]
    {
        let error = Bincode::from_slice::<char>(input).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidChar, 0));
    }
    for byte in (0x80..0xc2).chain(0xf5..=0xff) {
        let error = Bincode::from_slice::<char>(&[byte]).unwrap_err();
        assert_eq!(error.kind(), DecodeErrorKind::InvalidChar, "{byte:x}");
    }
}

#[test]
fn strings_that_are_not_utf8_are_refused_where_the_type_is_a_string() {
    for len in [1, 5, 31, 32, 33, 64, 200] {
        for at in [0, len / 2, len - 1] {
            let mut input = (len as u64).to_le_bytes().to_vec();
            input.extend(vec![b'x'; len]);
            input[8 + at] = 0xff;
            for padding in [0, 40] {
                input.extend(vec![b'y'; padding]);
                let error = Bincode::from_slice_ref_prefix::<&str>(&input).unwrap_err();
                assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidUtf8, 8));
                let owned = Bincode::from_slice_prefix::<String>(&input).unwrap_err();
                assert_eq!(owned, error);
            }
        }
    }
}

#[test]
fn stratum_strings_need_not_be_utf8() {
    let input = [3, b'a', 0xff, b'b'];
    let text: Str0255 = Sv2::from_slice(&input).unwrap();
    assert!(text.as_str().is_err());
    assert_eq!(text.to_string(), "a\u{fffd}b");
    assert_eq!(text.to_string(), "a\u{fffd}b");
    assert_eq!(format!("{text:?}"), r#""a\xffb""#);
    assert_eq!(Sv2::to_vec(&text).unwrap(), input);
    let borrowed: Str0255Ref<'_> = Sv2::from_slice_ref(&input).unwrap();
    assert_eq!(borrowed, text);
}

#[test]
fn every_bit_of_a_float_is_kept() {
    let patterns = [
        0u64,
        1 << 63,
        0x7ff0_0000_0000_0000,
        0x7ff0_0000_0000_0001,
        0x7ff8_0000_0000_0000,
        0xfff8_dead_beef_0001,
        u64::MAX,
        1,
    ];
    for bits in patterns {
        let input = bits.to_le_bytes();
        let value: f64 = Bincode::from_slice(&input).unwrap();
        assert_eq!(value.to_bits(), bits);
        assert_eq!(Bincode::to_vec(&value).unwrap(), input);
    }
    for bits in [0u32, 1 << 31, 0x7f80_0001, 0x7fc0_0000, 0xffff_ffff, 0xff80_1234, 1] {
        let input = bits.to_le_bytes();
        let value: f32 = Sv2::from_slice(&input).unwrap();
        assert_eq!(value.to_bits(), bits);
        assert_eq!(Sv2::to_vec(&value).unwrap(), input);
        assert_eq!(Bincode::from_slice::<f32>(&input).unwrap().to_bits(), bits);
    }
}
