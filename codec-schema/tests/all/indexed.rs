//! A field with `index`: its table in locks, verdicts, sizes, generated values, dissectors,
//! specifications and pages.

use codec_core::schema::{Describe, FieldEncoding};
use codec_core::{
    Bincode, BincodeVarint, Borsh, ById, Compact, Consensus, Decode, Encode, Format, Header,
    Postcard, Protocol, Sv2,
};
use codec_schema::kaitai::Specification;
use codec_schema::page::Page;
use codec_schema::value::{Generator, payloads};
use codec_schema::wireshark::Dissector;
use codec_schema::{Body, Class, Encoding, Model, Type, compare, read_lock, size, write_lock};
use codec_schema::{EncodedLenMax, ProtocolSchema};

mod plain {
    #[derive(codec_core::Encode, codec_core::Decode)]
    #[codec(schema)]
    pub(crate) struct Names {
        names: Vec<String>,
    }
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(id = 1, borrow, schema)]
struct Names {
    count: u8,
    #[codec(index, len = u16, max = 9)]
    all: Vec<String>,
    #[codec(index, count = count)]
    counted: Box<[Vec<u8>]>,
    #[codec(index, len = i16, max = 4)]
    maybe: Option<Vec<u16>>,
    #[codec(index, min = 1, max = usize::from(count) + 3, if = count > 3)]
    more: Option<Vec<u16>>,
}

mod tabled {
    #[derive(codec_core::Encode, codec_core::Decode)]
    #[codec(schema)]
    pub(crate) struct Names {
        #[codec(index)]
        names: Vec<String>,
    }
}

#[test]
fn to_add_or_remove_an_index_is_breaking() {
    let plain = Model::of::<plain::Names>().unwrap();
    let indexed = Model::of::<tabled::Names>().unwrap();
    for (old, new, words) in [
        (
            &plain,
            &indexed,
            "Names.names: it is written without a table of offsets, and read with one",
        ),
        (
            &indexed,
            &plain,
            "Names.names: it is written with a table of offsets, and read without one",
        ),
    ] {
        let verdict = compare(old, new, &Encoding::POSTCARD);
        assert_eq!(verdict.class, Class::Breaking);
        assert!(format!("{verdict}").contains(words), "{verdict}");
        assert_ne!(old.fingerprint(&Encoding::POSTCARD), new.fingerprint(&Encoding::POSTCARD));
    }
    let same = compare(&indexed, &indexed, &Encoding::POSTCARD);
    assert_eq!((same.class, same.opaque.len()), (Class::Identical, 0));
}

#[test]
fn a_lock_has_the_index_and_locks_without_one_are_read() {
    let model = Model::of::<Names>().unwrap();
    let text = write_lock(&model);
    for line in [
        "all: list(string) counted index len u16 max 9",
        "counted: list(list(u8)) counted index count \"count\"",
        "maybe: option(list(u16)) counted index len i16 max 4",
        "more: list(u16) counted index min 1 if \"count > 3\" most \"usize::from(count) + 3\"",
    ] {
        assert!(text.contains(&format!("\n    {line}\n")), "{line} is not in\n{text}");
    }
    let read = read_lock(&text).unwrap();
    assert_eq!(write_lock(&read), text);
    assert_eq!(compare(&read, &model, &Encoding::BINCODE).class, Class::Identical);
}

#[test]
fn a_lock_in_which_the_field_was_opaque_is_read_and_names_it() {
    let now = Model::of::<tabled::Names>().unwrap();
    let mut before = now.clone();
    let Body::Struct(of) = &mut before.named[0].body else { panic!("it is a struct") };
    let field = &mut of.fields[0];
    field.ty = Type::Opaque("Vec<String> with a table of offsets".to_owned());
    (field.encoding, field.indexed) = (FieldEncoding::With, false);
    let text = write_lock(&before);
    assert!(text.contains("names: opaque(\"Vec<String> with a table of offsets\") with\n"));
    let verdict = compare(&read_lock(&text).unwrap(), &now, &Encoding::BINCODE);
    assert_eq!(verdict.class, Class::Breaking);
}

#[test]
fn generated_values_have_the_right_table() {
    fn in_format<F: Format + codec_schema::DescribeFormat>() {
        let model = Model::of::<Names>().unwrap();
        let mut generator = Generator::new(&model, &F::ENCODING, 3).with_most(4);
        let mut elements = 0;
        for _ in 0..200 {
            let sample = generator.sample().unwrap();
            let value = F::from_slice::<Names>(&sample.bytes).unwrap();
            assert_eq!(F::to_vec(&value).unwrap(), sample.bytes);
            elements += value.all.len() + value.counted.len();
        }
        assert!(elements > 200, "{elements}");
        for one in generator.boundaries() {
            let over = one.at == codec_schema::value::Extreme::Over;
            assert_eq!(F::from_slice::<Names>(&one.sample.bytes).is_err(), over, "{one:?}");
        }
    }
    in_format::<Bincode>();
    in_format::<BincodeVarint>();
    in_format::<Borsh>();
    in_format::<Compact>();
    in_format::<Postcard>();
}

/// One that contains itself, and one of any element.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(schema)]
struct Tree {
    #[codec(index)]
    branches: Vec<Tree>,
    leaves: Of<String>,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(schema)]
struct Of<T> {
    #[codec(index)]
    items: std::sync::Arc<[T]>,
    #[codec(index)]
    ring: std::collections::VecDeque<T>,
}

#[test]
fn types_that_contain_themselves_and_generic_ones_have_a_table() {
    let model = Model::of::<Tree>().unwrap();
    let text = write_lock(&model);
    for line in [
        "branches: list(Tree) counted index",
        "items: list(string) counted index",
        "ring: list(string) counted index",
    ] {
        assert!(text.contains(&format!("\n    {line}\n")), "{line} is not in\n{text}");
    }
    let mut generator = Generator::new(&model, &Encoding::BINCODE, 1).with_most(3);
    for _ in 0..50 {
        let sample = generator.sample().unwrap();
        let value = Bincode::from_slice::<Tree>(&sample.bytes).unwrap();
        assert_eq!(Bincode::to_vec(&value).unwrap(), sample.bytes);
    }
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(schema)]
struct Few {
    #[codec(index, len = u8, max = 3)]
    numbers: Vec<u16>,
    #[codec(index, len = i16, max = 2)]
    maybe: Option<Vec<u8>>,
}

#[test]
fn the_table_is_in_the_size() {
    fn in_format<F: Format + codec_schema::DescribeFormat>() -> (usize, u64) {
        let longest = <Few as EncodedLenMax<F>>::ENCODED_LEN_MAX;
        let few = Few { numbers: vec![u16::MAX; 3], maybe: Some(vec![1, 2]) };
        assert_eq!(F::to_vec(&few).unwrap().len(), longest);
        let none = Few { numbers: vec![], maybe: None };
        let least = size(Few::SCHEMA, &F::ENCODING).min;
        assert_eq!(F::to_vec(&none).unwrap().len() as u64, least);
        (longest, least)
    }
    let fixed = 1 + 3 * (4 + 2) + 2 + 2 * (4 + 1);
    assert_eq!(in_format::<Sv2>(), (fixed, 3));
    assert_eq!(in_format::<Consensus>(), (fixed, 3));
    assert_eq!(in_format::<Postcard>(), (fixed + 3, 3));
}

#[derive(Debug, Clone, Copy, Header)]
#[codec(schema)]
struct Head {
    #[codec(id)]
    kind: u8,
    #[codec(payload_len, be)]
    len: u16,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(messages, borrow, schema)]
enum Any {
    Names(Names),
}

struct Indexed;

impl Protocol for Indexed {
    type Header = Head;
    type Format = Postcard;
    type Dispatch = ById;
    type Message = Any;
    type MessageRef<'de> = AnyRef<'de>;
}

#[test]
fn payloads_of_a_protocol_are_known() {
    let all = payloads::<Indexed>(5).unwrap();
    assert!(all.iter().filter(|payload| payload.boundary.is_none()).count() == 5);
    for payload in all {
        let decoded = Indexed::decode(payload.id, &payload.sample.bytes);
        payload.compare(&decoded.map(|value| Postcard::to_vec(&value).unwrap())).unwrap();
    }
}

#[test]
fn generators_have_the_table() {
    let protocol = ProtocolSchema::of::<Indexed>("Indexed");
    let kaitai = Specification::new(&protocol).id("indexed").write().unwrap();
    assert!(kaitai.refused.is_empty(), "{:?}", kaitai.refused);
    for part in ["id: ends_all", "type: u4le", "repeat-expr: num_all", "ends_all[_index]"] {
        assert!(kaitai.text.contains(part), "{part} is not in\n{}", kaitai.text);
    }
    let lua = Dissector::new(&protocol).write().unwrap();
    assert!(lua.contains("indexed(\"all\", prefix("), "{lua}");
    assert!(lua.contains("indexed.names.all.ends"), "{lua}");
    let page = Page::new(&protocol).markdown().unwrap();
    let words = "list of string, length `u64` LEB128, count `u16`, at most 9, after a table of 4 bytes for each";
    assert!(page.contains(words), "{page}");
}
