//! Ids, channel bits, names, and the order and types of fields are those of the
//! specification's table.

use codec_core::trace::{Name, Node, Value, explain_message};
use codec_core::{MessageInfo as _, Messages as _, Reader, Sv2};
use codec_stratum::{AnyMessage, message_name};

use crate::dice::Dice;
use crate::schema::schemas;

#[test]
fn all_44_messages_have_the_ids_channel_bits_and_names_of_the_table() {
    let mut dice = Dice::new(1);
    for schema in schemas() {
        let payload = schema.random(&mut dice).concat();
        let message = AnyMessage::decode_message(schema.id, &mut Reader::<Sv2>::new(&payload));
        let message = message.expect(&schema.name);
        assert_eq!(message.name(), schema.name);
        assert_eq!(message.id(), schema.id, "{}", schema.name);
        assert_eq!(message.flags(), if schema.channel { 0x8000 } else { 0 }, "{}", schema.name);
        let variant = format!("{message:?}");
        let expected = match (schema.name.as_str(), schema.subprotocol.as_str()) {
            ("SetNewPrevHash", "mining") => "MiningSetNewPrevHash(",
            ("SetNewPrevHash", _) => "TemplateSetNewPrevHash(",
            (name, _) => &format!("{name}("),
        };
        assert!(variant.starts_with(expected), "{variant}");
    }
}

#[test]
fn messages_are_named_as_in_the_specification_and_each_differently() {
    let mut names = std::collections::HashSet::new();
    for schema in schemas() {
        let shown = message_name(schema.id).expect(&schema.title);
        let shared = match schema.subprotocol.as_str() {
            "mining" => format!("{} (Mining)", schema.title),
            _ => format!("{} (Template Distribution)", schema.title),
        };
        let wanted = if schema.title == "SetNewPrevHash" { &shared } else { &schema.title };
        assert_eq!(shown, wanted);
        assert!(names.insert(shown), "{shown} twice");
    }
    let ids = (0..0x1_0000).filter_map(message_name);
    assert_eq!(ids.count(), names.len());
}

#[test]
fn all_fields_have_the_names_the_order_and_the_bytes_of_the_table() {
    let mut dice = Dice::new(2);
    for schema in schemas() {
        for _ in 0..16 {
            let parts = schema.random(&mut dice);
            let payload = parts.concat();
            let explanation = explain_message::<Sv2, AnyMessage>(schema.id, &payload);
            assert_eq!(explanation.error(), None, "{}: {explanation}", schema.name);
            let fields: Vec<&Node> =
                explanation.nodes().iter().filter(|node| node.depth == 0).collect();
            assert_eq!(fields.len(), schema.fields.len(), "{}", schema.name);
            let mut start = 0;
            for ((node, field), part) in fields.iter().zip(&schema.fields).zip(&parts) {
                let end = start + part.len();
                let name =
                    Name::Field { of: own(&schema.name), variant: None, field: own(&field.name) };
                assert_eq!((node.name, node.range.clone()), (name, start..end));
                start = end;
            }
        }
    }
}

#[test]
fn all_fields_have_the_types_of_the_table() {
    let mut dice = Dice::new(3);
    for schema in schemas() {
        let parts = schema.random(&mut dice);
        let payload = parts.concat();
        let explanation = explain_message::<Sv2, AnyMessage>(schema.id, &payload);
        let nodes = explanation.nodes();
        let starts = (0..nodes.len()).filter(|&at| nodes[at].depth == 0);
        for ((at, field), part) in starts.zip(&schema.fields).zip(&parts) {
            let leaf = nodes[at + 1..].iter().find_map(|node| node.value);
            let matches = match (field.kind.as_str(), leaf) {
                ("BOOL", Some(Value::Bool(value))) => value == (part[0] == 1),
                ("U8" | "U16" | "U32" | "U64", Some(Value::Unsigned(value))) => {
                    value == part.iter().rev().fold(0, |sum, &byte| sum << 8 | u128::from(byte))
                }
                ("F32", Some(Value::Single(_))) | ("U256", Some(Value::Bytes)) => true,
                ("OPTION[U32]", Some(Value::Absent)) => part == &[0],
                ("OPTION[U32]", Some(Value::Unsigned(_))) => part.len() == 5,
                (kind, Some(Value::Length(_))) => {
                    let content = nodes[at + 2..].iter().find_map(|node| node.value);
                    match kind {
                        "STR0_255" => content == Some(Value::Text),
                        "B0_32" | "B0_255" | "B0_64K" => content == Some(Value::Bytes),
                        _ => kind.starts_with("SEQ0_"),
                    }
                }
                _ => false,
            };
            assert!(matches, "{}.{}: {leaf:?} is no {}", schema.name, field.name, field.kind);
        }
    }
}

/// A static string to compare a name with.
fn own(name: &str) -> &'static str {
    name.to_owned().leak()
}

/// Every message of the table except those of extensions belongs to the enum of its subprotocol.
#[test]
fn subprotocols_have_the_messages_of_their_range_and_the_common_ones() {
    use codec_stratum::{
        AnyMessage, CommonMessage, JobDeclarationMessage, MiningMessage,
        TemplateDistributionMessage,
    };
    for id in 0..=0xff {
        let name = AnyMessage::name_of(id);
        let (common, mining) = (id < 0x10, (0x10..0x50).contains(&id));
        let (job, template) = ((0x50..0x70).contains(&id), (0x70..0x80).contains(&id));
        let wanted = |there| if there { name } else { None };
        assert_eq!(CommonMessage::name_of(id), wanted(common), "{id:#x}");
        assert_eq!(MiningMessage::name_of(id), wanted(common || mining), "{id:#x}");
        assert_eq!(JobDeclarationMessage::name_of(id), wanted(common || job), "{id:#x}");
        assert_eq!(TemplateDistributionMessage::name_of(id), wanted(common || template), "{id:#x}");
    }
}
