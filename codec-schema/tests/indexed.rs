//! A field with `index`: opaque in a description, which names it in verdicts, dissectors and
//! specifications.
#![forbid(unsafe_code)]

use codec_core::schema::ProtocolSchema;
use codec_core::{ById, Decode, Encode, Header, Postcard, Protocol};
use codec_schema::kaitai::Specification;
use codec_schema::wireshark::Dissector;
use codec_schema::{Class, Encoding, Model, compare, read_lock, write_lock};

mod plain {
    #[derive(codec_core::Encode, codec_core::Decode)]
    #[codec(schema)]
    pub(crate) struct Names {
        names: Vec<String>,
    }
}

#[derive(Debug, Encode, Decode)]
#[codec(id = 1, borrow, schema)]
struct Names {
    count: u8,
    #[codec(index, len = u16, max = 9)]
    all: Vec<String>,
    #[codec(index, count = count)]
    counted: Vec<String>,
    #[codec(index, if = count > 3)]
    more: Option<Vec<u16>>,
}

mod indexed {
    #[derive(codec_core::Encode, codec_core::Decode)]
    #[codec(schema)]
    pub(crate) struct Names {
        #[codec(index)]
        names: Vec<String>,
    }
}

const WORDS: &str = "Vec<String> with a table of offsets";

#[test]
fn to_add_or_remove_an_index_is_breaking() {
    let plain = Model::of::<plain::Names>().unwrap();
    let indexed = Model::of::<indexed::Names>().unwrap();
    for (old, new) in [(&plain, &indexed), (&indexed, &plain)] {
        let verdict = compare(old, new, &Encoding::POSTCARD);
        assert_eq!(verdict.class, Class::Breaking);
    }
    let same = compare(&indexed, &indexed, &Encoding::POSTCARD);
    assert_eq!(same.class, Class::Identical);
    assert_eq!(same.opaque, [format!("Names.names: `{WORDS}` decides what is on the wire")]);
}

#[test]
fn a_lock_names_what_is_indexed() {
    let text = write_lock(&Model::of::<Names>().unwrap());
    for line in
        [format!("all: opaque(\"{WORDS}\") with"), format!("counted: opaque(\"{WORDS}\") with")]
    {
        assert!(text.contains(&format!("\n    {line}\n")), "{line} is not in\n{text}");
    }
    assert!(text.contains("opaque(\"Option<Vec<u16>> with a table of offsets\")"), "{text}");
    assert_eq!(write_lock(&read_lock(&text).unwrap()), text);
}

#[derive(Debug, Clone, Copy, Header)]
#[codec(schema)]
struct Head {
    #[codec(id)]
    kind: u8,
    #[codec(payload_len, be)]
    len: u16,
}

#[derive(Debug, Encode, Decode)]
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
fn generators_say_by_name_what_they_leave_out() {
    let protocol = ProtocolSchema::of::<Indexed>("Indexed");
    let kaitai = Specification::new(&protocol).id("indexed").write().unwrap();
    let refused: Vec<_> = kaitai.refused.iter().map(ToString::to_string).collect();
    assert!(refused.iter().any(|text| text.contains(WORDS)), "{refused:#?}");
    let lua = Dissector::new(&protocol).write().unwrap();
    assert!(lua.contains(&format!("opaque(\"{WORDS}\")")), "{lua}");
}
