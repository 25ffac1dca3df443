//! Derives of `codec-bincode`, which re-exports them: the traits and attributes of
//! bincode 2.
//!
//! | on a type | meaning |
//! |---|---|
//! | `#[bincode(crate = "path")]` | where the crate is, `::bincode` unless said |
//! | `#[bincode(bounds = "..")]` | the bounds of all impls, instead of those on each type parameter |
//! | `encode_bounds`, `decode_bounds`, `borrow_decode_bounds` | the same of one impl |
//! | `#[bincode(decode_context = "Type")]` | the only context that the type decodes in |
//!
//! On a field, `#[bincode(with_serde)]` takes its type through serde's traits.
#![forbid(unsafe_code)]

mod attributes;
mod decode;
mod encode;
mod generics;
mod shape;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives bincode 2's `Encode`: the fields in order, of an enum the variant's index
/// before them.
#[proc_macro_derive(Encode, attributes(bincode))]
pub fn derive_encode(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    encode::expand(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Derives bincode 2's `Decode`, and `BorrowDecode` of the same.
#[proc_macro_derive(Decode, attributes(bincode))]
pub fn derive_decode(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    decode::expand(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Derives bincode 2's `BorrowDecode` alone, for types with borrowed fields.
#[proc_macro_derive(BorrowDecode, attributes(bincode))]
pub fn derive_borrow_decode(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    decode::expand_borrow(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}
