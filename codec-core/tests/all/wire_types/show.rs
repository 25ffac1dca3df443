//! `Display` and `Debug`.

use codec_core::{
    SeqRef,
    wire::{B032, B064K, B064KRef, Seq064K, Seq0255, Seq0255Ref, Str0255, Str0255Ref, U24, U256},
};

#[test]
fn bytes_are_hex_and_text_is_text() {
    let blob = B032::try_from(&[0, 0xab, 0x10]).unwrap();
    assert_eq!((blob.to_string(), format!("{blob:?}")), ("00ab10".into(), "00ab10".into()));
    let blob = B064K::try_from(vec![0xff]).unwrap();
    assert_eq!((blob.to_string(), B064KRef::from(&blob).to_string()), ("ff".into(), "ff".into()));
    let text = Str0255::try_from("a.b:1").unwrap();
    assert_eq!((text.to_string(), format!("{text:?}")), ("a.b:1".into(), "\"a.b:1\"".into()));
    assert_eq!(format!("{:?}", B032::default()), "");
    assert_eq!(format!("{:?}", Str0255::default()), "\"\"");
}

#[test]
fn text_is_shown_as_a_string_shows_itself() {
    for text in ["it's", "a \"b\"", "tab\tline\n", "back\\slash", "é😀\u{301}", "\u{7f}\0"] {
        let value = Str0255::try_from(text).unwrap();
        assert_eq!(format!("{value:?}"), format!("{text:?}"));
        assert_eq!(value.to_string(), text);
    }
}

#[test]
fn bytes_that_are_not_utf8_are_escaped() {
    let bytes = [b'a', 0xf0, 0x9f, b'b', 0xff, b'\''];
    let value = Str0255Ref::new(&bytes).unwrap();
    assert_eq!(format!("{value:?}"), r#""a\xf0\x9fb\xff'""#);
    assert_eq!(value.to_string(), "a\u{fffd}b\u{fffd}'");
}

#[test]
fn sequences_are_in_brackets() {
    let numbers: Seq0255<u16> = vec![1, 20, 300].try_into().unwrap();
    assert_eq!(
        (numbers.to_string(), format!("{numbers:?}")),
        ("[1, 20, 300]".into(), "[1, 20, 300]".into())
    );
    let borrowed = Seq0255Ref::new(SeqRef::from_owned(numbers.as_slice())).unwrap();
    assert_eq!(borrowed.to_string(), "[1, 20, 300]");
    let names: Seq064K<Str0255> = vec![Str0255::try_from("a").unwrap()].try_into().unwrap();
    assert_eq!((names.to_string(), format!("{names:?}")), ("[a]".into(), "[\"a\"]".into()));
    assert_eq!(Seq064K::<U24>::default().to_string(), "[]");
    let hashes: Seq0255<U256> = vec![U256::from([0x11; 32])].try_into().unwrap();
    assert_eq!(hashes.to_string(), format!("[{}]", "11".repeat(32)));
}
