//! Refusals name each part that can't be exported.

#![allow(clippy::allow_attributes, non_camel_case_types, dead_code, reason = "names of tests")]

use std::collections::BTreeMap;

use codec_core::{Decode, Encode};
use codec_schema::export::{Export, ExportError, Language};
use codec_schema::{Describe, Encoding, Model, read_lock, write_lock};

/// Why the lock of a type is refused.
fn refused<T: Describe>(encoding: &Encoding) -> Vec<String> {
    let model = read_lock(&write_lock(&Model::of::<T>().unwrap())).unwrap();
    let [python, ts, go] = [Language::Python, Language::TypeScript, Language::Go]
        .map(|language| Export::new(&model, encoding).write(language));
    assert_eq!(python.as_ref().err(), ts.as_ref().err());
    assert_eq!(python.as_ref().err(), go.as_ref().err());
    python.err().map_or_else(Vec::new, |error: ExportError| error.places().to_vec())
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "`check` lends the value")]
const fn even(value: &u8) -> bool {
    value.is_multiple_of(2)
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Checked {
    #[codec(check = even)]
    value: u8,
    map: BTreeMap<u8, u8>,
}

#[test]
fn checks_and_maps_are_refused_together() {
    let found = refused::<Checked>(&Encoding::BINCODE);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("Checked.value: check"), "{found:?}");
    assert_eq!(found[1], "Checked.map: a set or a map, whose order is the format's");
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Tree {
    branches: Vec<Self>,
}

#[test]
fn a_type_that_contains_itself_is_refused() {
    assert_eq!(refused::<Tree>(&Encoding::BINCODE), ["Tree: it contains itself"]);
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Empty {
    all: Vec<()>,
}

#[test]
fn elements_without_bytes_are_refused() {
    let found = refused::<Empty>(&Encoding::BINCODE);
    assert_eq!(found, ["Empty.all: a list of elements that may have no bytes"]);
}

mod hostile {
    use super::*;

    #[derive(Encode, Decode)]
    #[codec(schema)]
    pub(super) enum Choice {
        One(u8),
        of,
    }

    /// Its name is that of a variant's class.
    #[derive(Encode, Decode)]
    #[codec(schema)]
    pub(super) struct Choice_One {
        pub(super) variant: u8,
    }

    /// Its name is that of a function of the enum.
    #[derive(Encode, Decode)]
    #[codec(schema)]
    pub(super) struct Choice_of {
        pub(super) größe: u8,
    }
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Hostile {
    choice: hostile::Choice,
    one: hostile::Choice_One,
    of: hostile::Choice_of,
}

#[test]
fn no_two_classes_have_one_name() {
    let model = Model::of::<Hostile>().unwrap();
    let file = Export::new(&model, &Encoding::BINCODE).write(Language::Python).unwrap();
    assert!(file.ends_with("MESSAGES: Any = {\n}\n"), "a type that is no message");
    let classes: Vec<_> = file.lines().filter_map(|line| line.strip_prefix("class ")).collect();
    let own = classes.iter().skip_while(|class| **class != "Writer:").skip(1);
    let own: Vec<_> = own.copied().collect();
    assert_eq!(own, ["Hostile:", "Choice_One:", "Choice_of_2:", "Choice_One_2:", "Choice_of_3:"]);
}

fn twice(count: u8) -> usize {
    usize::from(count) * 2
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Called {
    count: u8,
    #[codec(count = twice(count))]
    all: Vec<u8>,
}

#[test]
fn an_expression_that_calls_a_function_is_refused() {
    let found = refused::<Called>(&Encoding::BINCODE);
    assert_eq!(found, ["Called.all: `twice(count)` is not of fields and numbers alone"]);
}

#[test]
fn a_type_that_the_format_has_not_is_refused() {
    let found = refused::<Option<f32>>(&Encoding::CONSENSUS);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("the format has no"), "{found:?}");
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Summed {
    one: u64,
    other: u64,
    flags: u64,
    #[codec(if = flags & 0x10 != 0)]
    there: Option<u8>,
    #[codec(count = one + other)]
    all: Vec<u8>,
}

#[test]
fn c_refuses_what_may_need_more_than_64_bits_and_nothing_else() {
    let model = Model::of::<Summed>().unwrap();
    let found = Export::new(&model, &Encoding::BINCODE).write(Language::C).unwrap_err();
    let wanted = "Summed.all: `one + other` is not of fields and numbers of 64 bits alone";
    assert_eq!(found.places(), [wanted]);
    assert!(Export::new(&model, &Encoding::BINCODE).write(Language::Python).is_ok());
}

/// A header with a part of which nothing says what to write.
#[derive(Debug, Clone, Copy, codec_core::Header)]
#[codec(schema)]
struct Stamped {
    #[codec(id)]
    id: u8,
    stamp: u16,
    #[codec(payload_len)]
    len: u8,
}

#[derive(Encode, Decode)]
#[codec(id = 1, borrow, schema)]
struct Ping(u8);

#[derive(Encode, Decode)]
#[codec(messages, borrow, schema)]
enum Pings {
    Ping(Ping),
}

#[derive(Debug)]
struct Stamps;

impl codec_core::Protocol for Stamps {
    type Header = Stamped;
    type Format = codec_core::Bincode;
    type Dispatch = codec_core::ById;
    type Message = Pings;
    type MessageRef<'de> = PingsRef<'de>;
}

#[test]
fn a_header_that_is_not_written_is_named() {
    let model = Model::of_protocol::<Stamps>().unwrap();
    let why = "Frames are not read and written here: of their header, part stamp is own.";
    for language in [Language::C, Language::Go, Language::Python, Language::TypeScript] {
        let file = Export::new(&model, &Encoding::BINCODE).write(language).unwrap();
        assert!(file.lines().take(6).any(|line| line.ends_with(why)), "{}", &file[..200]);
        assert!(!file.contains("read_header("), "{language:?}");
        assert!(!file.contains("ReadHeader("), "{language:?}");
    }
}
