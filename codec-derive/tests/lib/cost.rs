//! The amount of code that a type adds to its crate, counted in tokens of the expansions: what
//! a compiler has to parse, resolve and check for each type, whatever the machine.

use proc_macro2::{TokenStream, TokenTree};

use crate::Derive;

/// A struct of eight kinds of fields in turn, with this attribute.
fn a_struct(attribute: &str, fields: usize) -> String {
    const TYPES: [&str; 8] =
        ["u32", "String", "u64", "Vec<u8>", "Option<u16>", "[u8; 32]", "bool", "Vec<u32>"];
    let fields = (0..fields).map(|field| format!("field_{field}: {},", TYPES[field % 8]));
    format!("{attribute} struct Record {{ {} }}", fields.collect::<String>())
}

const ENUM: &str = "enum Event {
    Started,
    Renamed(String),
    Moved { from: u64, to: u64, reason: Option<String> },
    Stopped(u32, String),
}";

fn count(tokens: TokenStream) -> usize {
    let trees = tokens.into_iter().map(|tree| match tree {
        TokenTree::Group(group) => 2 + count(group.stream()),
        _ => 1,
    });
    trees.sum()
}

/// The number of tokens of both derives of a type.
fn tokens(shape: &str) -> usize {
    let derives = [Derive::Encode, Derive::Decode];
    derives.map(|derive| count(crate::run(shape.parse().unwrap(), derive))).iter().sum()
}

/// Compares a count with the recorded one: more is a cost to every type of every user, and much
/// less is a gain worth recording.
#[track_caller]
fn is_about(count: usize, known: usize) {
    let ratio = (100 * count).div_ceil(known);
    assert!((90..=102).contains(&ratio), "{count} tokens, not about {known}");
}

#[test]
fn a_struct_adds_as_much_code_as_it_did() {
    is_about(tokens(&a_struct("", 8)), 1513);
}

#[test]
fn a_borrowed_form_adds_as_much_code_as_it_did() {
    is_about(tokens(&a_struct("#[codec(borrow)]", 8)) - tokens(&a_struct("", 8)), 2706);
}

#[test]
fn a_shared_form_adds_as_much_code_as_it_did() {
    is_about(tokens(&a_struct("#[codec(shared)]", 8)) - tokens(&a_struct("", 8)), 2972);
}

#[test]
fn an_enum_adds_as_much_code_as_it_did() {
    is_about(tokens(ENUM), 3167);
}

#[test]
fn a_field_adds_as_much_code_as_it_did() {
    is_about(tokens(&a_struct("", 16)) - tokens(&a_struct("", 8)), 438);
}

/// Beyond sixteen fields, they are written out.
#[test]
fn a_field_of_many_adds_as_much_code_as_it_did() {
    is_about(tokens(&a_struct("", 40)) - tokens(&a_struct("", 32)), 3126);
}
