//! The elements that the tests pack.

use codec_core::{Bincode, Consensus, Decode, Encode, EncodesAs, Packable, Sv2, wire::Str0255};

/// Fixed fields and a byte string, read from the format of its own layout or from another one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
#[codec(borrow, shared)]
pub(crate) struct Output {
    pub(crate) value: u64,
    #[codec(max = 9)]
    pub(crate) script: Vec<u8>,
}

impl Packable for Output {
    type Layout = Consensus;
    const CANONICAL: bool = true;
}
impl EncodesAs<Output> for OutputRef<'_> {}

pub(crate) fn output(value: u64, script: &[u8]) -> Output {
    Output { value, script: script.into() }
}

/// Its format accepts several encodings of one value: the input may not be kept as it is.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
pub(crate) struct Loose {
    pub(crate) flag: bool,
    pub(crate) name: Str0255,
}

impl Packable for Loose {
    type Layout = Sv2;
}

/// Nested sequences and strings.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
pub(crate) struct Deep {
    pub(crate) id: u16,
    pub(crate) names: Vec<String>,
    pub(crate) outputs: Vec<Output>,
}

impl Packable for Deep {
    type Layout = Bincode;
}

/// A zero-length element.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
pub(crate) struct Nothing;

impl Packable for Nothing {
    type Layout = Bincode;
}

/// Byte strings of many lengths, including those around the widths of a prefix.
pub(crate) fn blobs() -> Vec<Vec<u8>> {
    let lens = [3, 0, 0, 1, 31, 32, 33, 127, 128, 252, 253, 300];
    (0u8..).zip(lens).map(|(index, len)| vec![index; len]).collect()
}

/// Strings, some of which are not ASCII.
pub(crate) fn texts() -> Vec<String> {
    ["a", "", "déjà vu", "\u{10ffff}", &"long ".repeat(70), "z"].map(String::from).into()
}
