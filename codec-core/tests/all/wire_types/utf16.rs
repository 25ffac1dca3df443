//! Strings in UTF-16 after a count of their code units.

use codec_core::{
    Bincode, Borsh, DecodeErrorKind, Format, Postcard, Sv2,
    wire::{TooLong, Utf16, Utf16Ref, Utf16Shared, Utf16Str},
};

const BYTES: [u8; 8] = [3, 0, 0xe9, 0, 0x34, 0xd8, 0x1e, 0xdd];

// WF-36
#[test]
fn has_the_same_bytes_in_every_format() {
    let text = Utf16::<u16>::try_from("é𝄞").unwrap();
    assert_eq!(Sv2::to_vec(&text).unwrap(), BYTES);
    assert_eq!(Postcard::to_vec(&text).unwrap(), BYTES);
    assert_eq!(Borsh::to_vec(&text).unwrap(), BYTES);
    let wide = Utf16::<u32>::try_from("é").unwrap();
    assert_eq!(Bincode::to_vec(&wide).unwrap(), [1, 0, 0, 0, 0xe9, 0]);
    assert_eq!(Sv2::from_slice::<Utf16<u16>>(&BYTES).unwrap(), text);
}

#[test]
fn reads_without_copying() {
    let borrowed: Utf16Ref<'_, u16> = Bincode::from_slice_ref(&BYTES).unwrap();
    assert_eq!(borrowed.bytes().as_ptr(), BYTES[2..].as_ptr());
    assert!(borrowed == "é𝄞" && borrowed != "é" && borrowed == *"é𝄞");
    assert_eq!(borrowed.chars().collect::<Vec<_>>(), ['é', '𝄞']);
    assert_eq!(borrowed.units().collect::<Vec<_>>(), [0xe9, 0xd834, 0xdd1e]);
    assert_eq!((borrowed.to_string(), format!("{borrowed:?}")), ("é𝄞".into(), "\"é𝄞\"".into()));
    let source = bytes::Bytes::from_static(&BYTES);
    let shared: Utf16Shared<u16> = Bincode::from_bytes(&source).unwrap();
    assert_eq!(shared.as_bytes().as_ptr(), source[2..].as_ptr());
    assert_eq!(shared, borrowed);
    let longer = Utf16::<u16>::try_from("f").unwrap();
    assert!(borrowed > longer && Utf16::<u16>::default().is_empty());
}

// WF-36
#[test]
fn refuses_a_surrogate_without_its_pair() {
    for (units, at) in [
        (&[0xd834u16, 0x41][..], 0),
        (&[0x41, 0xdd1e], 1),
        (&[0xd834, 0xdd1e, 0xd834], 2),
        (&[0xdd1e, 0xd834], 0),
    ] {
        let mut input = u16::try_from(units.len()).unwrap().to_le_bytes().to_vec();
        input.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
        let error = Sv2::from_slice::<Utf16<u16>>(&input).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidChar, 2 + 2 * at));
        assert_eq!(Sv2::from_slice_ref::<Utf16Ref<'_, u16>>(&input).unwrap_err(), error);
        let mut over = Utf16::<u16>::default();
        assert_eq!(Sv2::decode_into(&mut over, &input), Err(error));
    }
}

#[test]
fn refuses_what_is_cut_or_too_long() {
    for len in 0..BYTES.len() {
        let error = Sv2::from_slice::<Utf16<u16>>(&BYTES[..len]).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, len));
    }
    let error = Sv2::from_slice::<Utf16<u32>>(&[0xff; 9]).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::UnexpectedEnd);
    let text = "𝄞".repeat(128);
    assert_eq!(Utf16::<u8>::try_from(&*text).unwrap_err(), TooLong { len: 256, max: 255 });
    assert_eq!(Utf16::<u8>::try_from(&"a".repeat(255)[..]).unwrap().len(), 255);
}

// WF-36
#[test]
fn a_str_is_written_as_the_owned_string() {
    let letters =
        ["", "a", "Motör", "é𝄞", "exactly8", "sixteen letters!", "é sixteen letters! 𝄞 and"];
    for text in letters {
        let owned = Utf16::<u16>::try_from(text).unwrap();
        let lent = Utf16Str::<u16>::try_from(text).unwrap();
        let expected: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!((owned.as_bytes(), lent.units()), (&expected[..], expected.len() / 2), "{text}");
        assert_eq!(Sv2::to_vec(&lent).unwrap(), Sv2::to_vec(&owned).unwrap(), "{text}");
        assert_eq!(Postcard::encoded_len(&lent), 2 + expected.len());
        assert_eq!((lent.as_str(), lent.to_string()), (text, text.to_owned()));
        for len in 0..2 + expected.len() {
            assert!(Borsh::encode_into(&lent, &mut vec![0u8; len][..]).is_err(), "{text}, {len}");
        }
    }
    let long = "é".repeat(256);
    let refused = TooLong { len: 256, max: 255 };
    assert_eq!(Utf16Str::<u8>::try_from(&long[..]), Err(refused));
    assert!(Utf16Str::<u8>::try_from(&long[2..]).is_ok());
}
