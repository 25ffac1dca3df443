//! `#[derive(Encode, Decode)]` of `codec-core`, which re-exports them and
//! documents the traits that they implement.
//!
//! ```
//! use codec_core::{Decode, Encode, Format, Sv2};
//!
//! #[derive(Debug, PartialEq, Encode, Decode)]
//! #[codec(borrow, shared)] // `PingRef<'_>` and `PingShared`, besides the owned form
//! #[codec(magic = [0xca, 0xfe])]
//! struct Ping { nonce: u32, payload: [u8; 2] }
//!
//! let ping = Ping { nonce: 7, payload: [1, 2] };
//! let bytes = Sv2::to_vec(&ping)?;
//! assert_eq!(bytes, [0xca, 0xfe, 7, 0, 0, 0, 1, 2]);
//! assert_eq!(Sv2::from_slice::<Ping>(&bytes)?, ping);
//! assert!(Sv2::from_slice::<Ping>(&[0xca, 0xff, 7, 0, 0, 0, 1, 2]).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The attributes are a page of [the book](https://github.com/codec-rs/codec/blob/main/docs/derive.md),
//! and what is refused [another](https://github.com/codec-rs/codec/blob/main/docs/diagnostics.md).
//!
//! The pipeline reads top-down: `attr` parses `#[codec(..)]`, `model` represents the type, `check`
//! checks it against one rule after another, and `expand`, the only part that generates code, has
//! nothing left to refuse. All messages to users are in `diagnostics`.
#![forbid(unsafe_code)]

mod attr;
mod check;
mod diagnostics;
mod expand;
mod gather;
mod input;
mod mentions;
mod model;
mod tags;
#[cfg(test)]
#[path = "../tests/lib/mod.rs"]
mod tests;

use core::mem;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;
use syn::{DeriveInput, Error};

use crate::attr::Ctxt;
use crate::gather::Gather as _;
use crate::model::{Borrowing, Model};

/// The derive that runs. All see the same attributes, so that all refuse what is wrong in itself;
/// what matters to one alone is checked by that one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Derive {
    /// `#[derive(Encode)]`.
    Encode,
    /// `#[derive(Decode)]`.
    Decode,
    /// `#[derive(Header)]`.
    Header,
}

/// Implements `codec_core::Encode` for a struct or an enum.
///
/// With `#[codec(borrow)]` or `#[codec(shared)]` the forms that
/// `#[derive(Decode)]` generates can be encoded as well. The attributes are
/// listed there.
#[proc_macro_derive(Encode, attributes(codec))]
pub fn derive_encode(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    run(input.into(), Derive::Encode).into()
}

/// Implements `codec_core::Decodable` for a struct or an enum, or
/// `codec_core::Messages` for an enum of messages. A type with a lifetime of its
/// own gets `codec_core::DecodableRef` instead.
///
/// [The page on the derives] has a section with an example on each attribute, on
/// generated forms, bounds, recursion and expressions; [the page on diagnostics]
/// lists what is refused.
///
#[doc = include_str!("../attributes.md")]
///
/// [The page on the derives]: https://github.com/codec-rs/codec/blob/main/docs/derive.md
/// [the page on diagnostics]: https://github.com/codec-rs/codec/blob/main/docs/diagnostics.md
#[proc_macro_derive(Decode, attributes(codec))]
pub fn derive_decode(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    run(input.into(), Derive::Decode).into()
}

/// Makes a struct a frame header: implements `codec_core::Header`.
///
/// One field has `#[codec(id)]` and one `#[codec(payload_len)]`, both unsigned integers of
/// any width, `codec_core::wire::U24` included; one may have `#[codec(flags)]`. Integers
/// are little-endian unless `be` says otherwise. [The page on the derives] has an example.
///
/// [The page on the derives]: https://github.com/codec-rs/codec/blob/main/docs/derive.md
#[proc_macro_derive(Header, attributes(codec))]
pub fn derive_header(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    run(input.into(), Derive::Header).into()
}

/// The generated code; and every mistake of the type as a `compile_error!`.
fn run(input: TokenStream, derive: Derive) -> TokenStream {
    let parsed = input::grouping::parse::<DeriveInput>(input);
    parsed.map_or_else(Error::into_compile_error, |mut input| {
        input::own_name::spell_out(&mut input);
        let cx = Ctxt::new();
        let model = Model::new(&cx, &input);
        check::check(&cx, &model, derive);
        let Err(errors) = cx.finish() else { return expand::expand(&model, derive) };
        let mut tokens = errors.into_compile_error();
        // Lifetimes, ids and tables of offsets that are refused would be errors in what is generated, too.
        let indexed = model.fields().any(|field| field.attrs.index.is_given());
        let borrows = model.borrowing() == Borrowing::Lifetime;
        if !(derive == Derive::Header || model.attrs.messages.is_given() || borrows || indexed) {
            tokens.extend(bodiless(expand::expand(&model, derive)));
        }
        tokens
    })
}

/// The items of a refused type, with functions that no program reaches: their uses are no mistakes.
fn bodiless(items: TokenStream) -> TokenStream {
    let (mut named, mut function) = (false, false);
    let item = |token: TokenTree| {
        function = match &token {
            TokenTree::Ident(_) if named => true,
            TokenTree::Punct(end) if end.as_char() == ';' => false,
            _ => function,
        };
        named = matches!(&token, TokenTree::Ident(name) if name == "fn");
        let TokenTree::Group(group) = token else { return token };
        let is_body = group.delimiter() == Delimiter::Brace && mem::take(&mut function);
        let inner = if is_body { quote!(::core::unreachable!()) } else { bodiless(group.stream()) };
        Group::new(group.delimiter(), inner).into()
    };
    items.into_iter().map(item).gathered()
}
