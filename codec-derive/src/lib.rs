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
#[cfg(test)]
mod expansion;
mod gather;
mod input;
mod mentions;
mod model;
#[cfg(test)]
mod page;
mod tags;

use proc_macro2::TokenStream;
use syn::{DeriveInput, Error};

use crate::attr::Ctxt;
use crate::model::Model;

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
/// | attribute | on a | meaning | not beside |
/// |---|---|---|---|
/// | `borrow`, `borrow(name = "…", derive(…))` | type | generate the form that borrows from the input: `FooRef<'de>` with `DecodableRef`, `Borrowable` for `Foo`, `Foo::to_ref`, `From<FooRef<'_>> for Foo` | |
/// | `shared`, `shared(name = "…", derive(…))` | type | generate `FooShared`, which keeps the input alive by reference counting, `Shareable` for `Foo`, and `From<FooShared> for Foo` | |
/// | `plain` | type | it is its own borrowed and its own shared form | `borrow`, `shared` |
/// | `push` | type | a state machine that decodes from pieces: `PushDecode`, `Foo::push_decoder` | |
/// | `schema` | type | its wire format as data: `Describe`, `Foo::SCHEMA`; of a frame header `DescribeHeader` | |
/// | `id = EXPR` | type | the id of this message: `Message` for the type and its forms | |
/// | `flags = EXPR` | type | what the frame header carries besides the `id` | |
/// | `messages` | enum | every variant holds one message; dispatch by its id | `id`, `flags`, `tag`, `transparent`, `be`, `le`, `check`, `magic`, `version`, `readable_since`, `bound`, `plain`, `push` |
/// | `handler`, `handler(async)` | enum | traits with a method for each message, and calls of the right one: `HandleFoo`, `Foo::handle` | |
/// | `tag =` `u8`, `u16`, `u24`, `u32`, `u64`, `varint`, `tag =` `index`, `discriminant` | enum | the width of the tag, in any format, and where the tags come from | |
/// | `detached` | enum | its content can also be read by a tag that another field holds | `messages`, `magic`, `from`, `try_from`, `into` |
/// | `transparent` | struct | it has the encoding and the forms of its one field | `tag`, `be`, `le`, `check`, `magic`, `version`, `readable_since` |
/// | `formats(PATH, …)` | type | whatever one of these formats can't carry is a compile error at the field | `transparent` |
/// | `context = TYPE` | type | a value from outside the message, which expressions name `context` | `messages`, `transparent`, `from`, `try_from`, `into` |
/// | `from = TYPE` | type | it is decoded as another type and converted by `From` | `try_from`, `borrow`, `shared`, `messages`, `transparent`, `tag`, `be`, `le`, `check`, `magic`, `version` |
/// | `try_from = TYPE` | type | it is decoded as another type and converted by `TryFrom` | `borrow`, `shared`, `messages`, `transparent`, `tag`, `be`, `le`, `check`, `magic`, `version` |
/// | `into = TYPE` | type | it is converted by `From<&Self>` to another type and encoded as that | `borrow`, `shared`, `messages`, `transparent`, `tag`, `be`, `le`, `check`, `magic`, `version` |
/// | `remote = TYPE` | type | it is the adapter, for `as`, of a type of another crate that has the same fields | `messages`, `transparent`, `detached`, `version`, `from`, `try_from`, `into` |
/// | `be` | type | integers of fixed width, big-endian | `le` |
/// | `le` | type | integers of fixed width, little-endian | |
/// | `check =` `PATH`, closure, `EXPR` | type | a function or expression that validates the value | |
/// | `magic = EXPR` | type | constant bytes, or an integer, that must come first | |
/// | `version = N` | struct | version, length of the body, body: older and newer programs can read each other's values | |
/// | `readable_since = N` | struct | the oldest version whose programs read its values; older ones refuse them | |
/// | `small` | type | one function to decode it and one to encode it, called wherever it is used | `messages`, `transparent`, `from`, `try_from`, `into`, `remote` |
/// | `bound = "…"`, `bound(encode = "…", …)` | type | the bounds of the impls, instead of the inferred ones | |
/// | `crate = PATH` | type | where `codec_core` is, when it has another name | |
/// | `borrow` | field | borrow this field alone; in a type with a lifetime, decode it with `DecodableRef` | |
/// | `own` | field | owned in every form: neither borrowed nor shared | `borrow`, `skip`, `with`, `magic`, `span` |
/// | `whole` | field | collect its bytes, in a type with `push` | |
/// | `skip` | field | not on the wire | `borrow`, `with`, `len`, `max`, `min`, `be`, `le`, `check`, `magic`, `if`, `count`, `tail`, `span`, `since`, `removed`, `retired`, `whole` |
/// | `default`, `default =` `PATH`, closure, `EXPR` | field | its value when it is not on the wire | |
/// | `with = PATH` | field | a module that encodes and decodes it | `len`, `max`, `min`, `count`, `tail` |
/// | `as = TYPE` | field | an adapter that encodes and decodes it, or a collection of adapters | `with`, `len`, `max`, `min`, `count`, `tail`, `magic`, `skip`, `span`, `varint`, `until` |
/// | `varint` | field | an integer as LEB128, in any format | `with`, `len`, `max`, `min`, `count`, `tail`, `magic`, `skip`, `span`, `be`, `le`, `until`, `borrow` |
/// | `until = EXPR` | field | a string or bytes, up to a terminating byte; a sequence, up to an element that a closure says is the last | `with`, `len`, `max`, `min`, `count`, `tail`, `magic`, `skip`, `span` |
/// | `tag = EXPR` | field | an enum with `detached`, whose tag is this expression over the fields before it | `with`, `as`, `varint`, `until`, `len`, `max`, `min`, `count`, `tail`, `magic`, `skip`, `span` |
/// | `len =` `u8`, `u16`, `u24`, `u32`, `u64`, `varint`, `i8`, `i16`, `i32`, `i64` | field | the width of its length prefix, in any format; signed, -1 is an `Option` without value | |
/// | `max = EXPR` | field | the maximum of its length or count, checked when encoding and decoding | |
/// | `min = EXPR` | field | the minimum of its length or count, checked when encoding and decoding | |
/// | `count = EXPR` | field | its element count, from the fields before it; there is no prefix | `len` |
/// | `index` | field | a table of offsets before its elements, so that borrowed ones are found in constant time | `with`, `as`, `varint`, `until`, `tag`, `bits`, `magic`, `skip`, `tail`, `span` |
/// | `computed = EXPR` | field | its value is computed from the other fields when encoding, and verified when decoding | `skip`, `default`, `magic`, `tail`, `span`, `since`, `removed`, `retired`, `bytes`, `pad_before`, `pad_after`, `align` |
/// | `bytes =` `u8`, `u16`, `u24`, `u32`, `u64`, `varint`, `bytes = EXPR` | field | the length of its content in bytes: the width of a prefix, or an expression over the fields before it | `skip`, `magic`, `span`, `removed`, `retired` |
/// | `be` | field | its integers of fixed width, big-endian | `le` |
/// | `le` | field | its integers of fixed width, little-endian | |
/// | `pad_before = EXPR` | field | that many zero bytes before it | `skip`, `span`, `removed`, `retired`, `since`, `bits` |
/// | `pad_after = EXPR` | field | that many zero bytes after it | `skip`, `span`, `removed`, `retired`, `since`, `bits` |
/// | `align = EXPR` | field | zero bytes before it, up to a multiple of this, counted from the first field | `skip`, `span`, `removed`, `retired`, `since`, `bits` |
/// | `bits = EXPR` | field | that many bits of the bytes which it shares with the fields next to it | `borrow`, `own`, `whole`, `skip`, `default`, `with`, `as`, `varint`, `until`, `tag`, `len`, `max`, `min`, `count`, `bytes`, `be`, `le`, `check`, `magic`, `if`, `tail`, `span`, `since`, `removed`, `retired` |
/// | `check =` `PATH`, closure, `EXPR` | field | a function or expression that validates its value | |
/// | `magic = EXPR` | field | constant bytes, or an integer, required at this place; the field has type `()` | `borrow`, `default`, `with`, `len`, `max`, `min`, `check`, `if`, `count`, `tail` |
/// | `if = EXPR` | field | an `Option` that is present when an expression over the fields before it is true | `since`, `removed`, `retired` |
/// | `tail` | field | the rest of the input; the last field | `len`, `max`, `min`, `count`, `if`, `pad_after` |
/// | `span`, `span = FIRST..=LAST` | field | not on the wire: the position of other fields in the input | `borrow`, `default`, `with`, `len`, `max`, `min`, `be`, `le`, `check`, `magic`, `if`, `count`, `tail`, `since`, `removed`, `retired`, `whole` |
/// | `id` | field | in a frame header: the id of the message | `payload_len`, `flags`, `magic`, `default` |
/// | `payload_len` | field | in a frame header: the length of the payload in bytes | `flags`, `magic`, `default` |
/// | `includes = EXPR` | field | beside `payload_len`: how many bytes the length counts beside the payload | `id`, `flags`, `magic`, `default` |
/// | `flags` | field | in a frame header: the flags of the message | `magic`, `default` |
/// | `since = N` | field | the first version that has it | |
/// | `removed = N` | field | the first version that no longer has it | `retired` |
/// | `retired = N` | field | the first version that writes its default | |
/// | `value = EXPR` | variant | its tag | |
/// | `other` | variant | keeps an unknown tag; in an enum of messages, an unknown id and the payload | `value` |
/// | `from = SIDE` | variant | in an enum of messages with `handler`, the side that alone sends it | |
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

/// The generated code, or every mistake of the type as a `compile_error!`.
fn run(input: TokenStream, derive: Derive) -> TokenStream {
    input::grouping::parse::<DeriveInput>(input)
        .and_then(|mut input| {
            input::own_name::spell_out(&mut input);
            derive_from(&input, derive)
        })
        .unwrap_or_else(Error::into_compile_error)
}

fn derive_from(input: &DeriveInput, derive: Derive) -> Result<TokenStream, Error> {
    let cx = Ctxt::new();
    let model = Model::new(&cx, input);
    check::check(&cx, &model, derive);
    cx.finish()?;
    Ok(expand::expand(&model, derive))
}
