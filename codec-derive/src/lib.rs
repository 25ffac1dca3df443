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
mod page;
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
/// | attribute | on | meaning |
/// |---|---|---|
/// | `borrow` | type | generate the form that borrows from the input: `FooRef<'de>` with `DecodableRef`, `Borrowable` for `Foo`, `Foo::to_ref`, `From<FooRef<'_>> for Foo`; `borrow(name = "..", derive(..))` names it and its derives |
/// | `borrow` | field | borrow this field alone; in a type with a lifetime, decode this field with `DecodableRef` |
/// | `shared` | type | generate `FooShared`, which keeps the input alive by a count, `Shareable` for `Foo`, and `From<FooShared> for Foo` |
/// | `plain` | type | it is its own borrowed and its own shared form |
/// | `push` | type | a state machine that decodes from pieces: `PushDecode`, `Foo::push_decoder` |
/// | `whole` | field | collect its bytes, in a type with `push` |
/// | `id = EXPR` | type | the id of this message: `Message` for the type and its forms |
/// | `flags = EXPR` | type with `id` | what the frame header carries beside the id |
/// | `messages` | enum | every variant holds one message; dispatch by its id |
/// | `tag = u8`, `u16`, `u24`, `u32`, `u64`, `varint` | enum | the width of the tag, in any format |
/// | `tag = discriminant`, `index` | enum | where the tags come from |
/// | `value = EXPR` | variant | its tag |
/// | `other` | variant | keeps an unknown tag; in an enum of messages, an unknown id and the payload |
/// | `transparent` | struct | the encoding and the forms of its one field |
/// | `skip` | field | not on the wire |
/// | `default`, `default = PATH` | field | its value when it is not on the wire |
/// | `with = PATH` | field | a module that encodes and decodes it |
/// | `len = u8`, `u16`, `u24`, `u32`, `u64`, `varint` | field | the width of its length prefix, in any format |
/// | `max = EXPR`, `min = EXPR` | field | limits of its length or count, both ways |
/// | `count = EXPR` | field | its count, from the fields before it; no prefix |
/// | `be`, `le` | type, field | integers of fixed width, in this byte order |
/// | `check = PATH` | type, field | a function that says whether the value may stay |
/// | `magic = EXPR` | type, field of type `()` | constant bytes, or an integer, that must be there |
/// | `if = EXPR` | field of type `Option` | there when the fields before it say so |
/// | `tail` | last field | what is left of the input |
/// | `span`, `span = FIRST..=LAST` | field | not on the wire: where other fields lay |
/// | `version = N` | struct | version, length of the body, body: older and newer programs read each other |
/// | `since = N`, `removed = N`, `retired = N` | field | the first version that has it; that has it no more; that writes its default |
/// | `bound = ".."` | type | the bounds of the implementations, instead of those inferred |
/// | `crate = PATH` | type | where `codec_core` is, when it has another name |
///
/// [The page on the derives]: https://github.com/codec-rs/codec/blob/main/docs/derive.md
/// [the page on diagnostics]: https://github.com/codec-rs/codec/blob/main/docs/diagnostics.md
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
