//! `#[derive(Encode, Decode)]` of `codec-core`, which re-exports them and
//! documents the traits that they implement.
//!
//! The pipeline reads top-down: `attr` parses `#[codec(..)]`, `model` lays
//! the type out, `check` holds it against one rule after the other, and
//! `expand`, the only part that writes code, has nothing left to refuse. All
//! that a user may be told stands in `diagnostics`.
#![forbid(unsafe_code)]

mod attr;
mod check;
mod diagnostics;
mod expand;
mod mentions;
mod model;
#[cfg(test)]
mod snapshots;
mod tags;
#[cfg(test)]
mod tests;

/// The examples of the derives' page, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/derive.md")]
struct DerivePage;

use proc_macro2::TokenStream;
use syn::{DeriveInput, Error};

use crate::attr::Ctxt;
use crate::model::Model;

/// Which derive runs. Both see the same attributes, so that both refuse what
/// is wrong in itself; what matters to one alone is checked by that one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Derive {
    /// `#[derive(Encode)]`.
    Encode,
    /// `#[derive(Decode)]`.
    Decode,
}

/// Implements `codec_core::Encode` for a struct, or for an enum of messages.
///
/// With `#[codec(borrow)]` or `#[codec(shared)]` the forms that
/// `#[derive(Decode)]` generates can be encoded as well. The attributes are
/// described there.
#[proc_macro_derive(Encode, attributes(codec))]
pub fn derive_encode(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    run(input.into(), Derive::Encode).into()
}

/// Implements `codec_core::Decodable` for a struct, or `codec_core::Messages`
/// for an enum of messages. A struct with a lifetime of its own gets
/// `codec_core::DecodableRef` instead.
///
/// | attribute | on | meaning |
/// |---|---|---|
/// | `borrow` | struct, enum of messages | generate the form that borrows from the input: `FooRef<'de>` with `DecodableRef`, `Borrowable` for `Foo`, `Foo::to_ref`, `From<FooRef<'_>> for Foo` |
/// | `borrow` | field | borrow this field alone; in a struct with a lifetime, decode this field with `DecodableRef` |
/// | `shared` | struct, enum of messages | generate `FooShared`, which keeps the input alive by a count, `Shareable` for `Foo`, and `From<FooShared> for Foo` |
/// | `id = EXPR` | struct | the id of this message: `Message` for the struct and its forms |
/// | `flags = EXPR` | struct with `id` | what the frame header carries beside the id |
/// | `messages` | enum | every variant holds one message; dispatch by its id |
/// | `crate = PATH` | type | where `codec_core` is, when it has another name |
#[proc_macro_derive(Decode, attributes(codec))]
pub fn derive_decode(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    run(input.into(), Derive::Decode).into()
}

/// The generated code, or every mistake of the type as a `compile_error!`.
fn run(input: TokenStream, derive: Derive) -> TokenStream {
    syn::parse2::<DeriveInput>(input)
        .and_then(|input| derive_from(&input, derive))
        .unwrap_or_else(Error::into_compile_error)
}

fn derive_from(input: &DeriveInput, derive: Derive) -> Result<TokenStream, Error> {
    let cx = Ctxt::new();
    let model = Model::new(&cx, input);
    check::check(&cx, &model, derive);
    cx.finish()?;
    Ok(expand::expand(&model, derive))
}
