//! `formats`: a type that its formats support compiles; `tests/ui/format` of `codec-compilers` has those that don't.

use codec_core::wire::Str0255;
use codec_core::{Decode, Encode, Format, Sv2};

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(formats(Sv2, codec_core::Bincode))]
struct Carried<T> {
    name: Str0255,
    #[codec(len = u8)]
    list: Vec<u16>,
    #[codec(if = list.len() > 1)]
    option: Option<u32>,
    any: T,
    #[codec(until = 0)]
    text: String,
    #[codec(tail)]
    rest: Vec<(u8, [bool; 2])>,
}

#[test]
fn a_type_is_held_against_the_formats_that_it_names() {
    let value = Carried {
        name: Str0255::try_from("n").unwrap(),
        list: vec![1],
        option: None,
        any: 3u8,
        text: String::new(),
        rest: vec![],
    };
    assert_eq!(Sv2::to_vec(&value).unwrap(), [1, b'n', 1, 1, 0, 3, 0]);
}
