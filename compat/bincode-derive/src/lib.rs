//! Derives of `codec-bincode`, which re-exports them: the traits and attributes of
//! bincode 2.
//!
//! ```ignore
//! // With `bincode = { package = "codec-bincode", git = "https://github.com/codec-rs/codec" }`:
//! #[derive(Debug, PartialEq, bincode::Encode, bincode::Decode)]
//! struct Peer { name: String, port: u16 }
//!
//! let peer = Peer { name: "a.b".into(), port: 300 };
//! let bytes = bincode::encode_to_vec(&peer, bincode::config::standard())?;
//! let (same, _): (Peer, usize) = bincode::decode_from_slice(&bytes, bincode::config::standard())?;
//! assert_eq!(same, peer);
//! ```
//!
//! | on a type | meaning |
//! |---|---|
//! | `#[bincode(crate = "path")]` | the path of the crate; the default is `::bincode` |
//! | `#[bincode(bounds = "..")]` | the bounds of all impls, instead of those on each type parameter |
//! | `encode_bounds`, `decode_bounds`, `borrow_decode_bounds` | the same for one impl |
//! | `#[bincode(decode_context = "Type")]` | the only context in which the type decodes |
//!
//! On a field, `#[bincode(with_serde)]` encodes and decodes it through serde's traits.
#![forbid(unsafe_code)]

mod attributes;
mod decode;
mod encode;
mod generics;
mod shape;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives bincode 2's `Encode`: the fields in order; for an enum, the variant's index before them.
#[proc_macro_derive(Encode, attributes(bincode))]
pub fn derive_encode(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    encode::expand(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Derives bincode 2's `Decode`, and `BorrowDecode`.
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
