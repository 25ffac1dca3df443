//! Length attributes on strings.

use codec_core::{Decode, Encode};

use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Texts {
    #[codec(len = u16, be)]
    prefixed: String,
    #[codec(max = 300, min = 1)]
    limited: String,
    count: u8,
    #[codec(count = count)]
    counted: String,
    #[codec(if = count > 0, len = varint)]
    optional: Option<String>,
    #[codec(len = u8)]
    maybe: Option<String>,
    #[codec(len = u8, max = 9)]
    boxed: Box<str>,
    #[codec(len = i16)]
    missing: Option<Box<str>>,
    #[codec(tail)]
    rest: String,
}

forms! {
    Texts: TextsRef, TextsShared;
}

#[test]
fn strings_have_lengths_and_tails_in_every_form() {
    in_every_format!(Texts {
        prefixed: "é".into(),
        limited: "lim".into(),
        count: 2,
        counted: "ab".into(),
        optional: Some(String::new()),
        maybe: Some("m".into()),
        boxed: "boxed".into(),
        missing: Some("there".into()),
        rest: "rest".into(),
    });
}
