//! The table of all messages, and payloads encoded from it without a codec.

use serde_json::Value;

use crate::dice::Dice;

const MESSAGES: &str = include_str!("../data/messages.json");

/// A message as the specification describes it.
pub(crate) struct Schema {
    /// The title, as the specification has it.
    pub(crate) title: String,
    /// Without the dot.
    pub(crate) name: String,
    pub(crate) subprotocol: String,
    /// Extension type and message type.
    pub(crate) id: u32,
    pub(crate) channel: bool,
    pub(crate) fields: Vec<Field>,
}

pub(crate) struct Field {
    /// In snake case.
    pub(crate) name: String,
    pub(crate) kind: String,
}

pub(crate) fn schemas() -> Vec<Schema> {
    let table: Vec<Value> = serde_json::from_str(MESSAGES).expect("it is JSON");
    assert_eq!(table.len(), 44);
    table.iter().map(schema).collect()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

fn schema(message: &Value) -> Schema {
    let number = |key: &str| message[key].as_u64().and_then(|n| u32::try_from(n).ok());
    let (extension, msg_type) = (number("extension_type"), number("msg_type"));
    let fields = message["fields"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|field| Field { name: snake_case(&text(&field["name"])), kind: text(&field["type"]) });
    Schema {
        title: text(&message["name"]),
        name: text(&message["name"]).replace('.', ""),
        subprotocol: text(&message["subprotocol"]),
        id: extension.expect("a number") << 8 | msg_type.expect("a number"),
        channel: message["channel_msg"].as_bool().expect("a bool"),
        fields: fields.collect(),
    }
}

fn snake_case(name: &str) -> String {
    name.chars().fold(String::new(), |mut snake, character| {
        if character.is_ascii_uppercase() && !snake.ends_with('_') {
            snake.push('_');
        }
        snake.push(character.to_ascii_lowercase());
        snake
    })
}

impl Schema {
    /// A payload, with the bytes of each field separate.
    pub(crate) fn random(&self, dice: &mut Dice) -> Vec<Vec<u8>> {
        self.fields
            .iter()
            .map(|field| match (field.name.as_str(), field.kind.as_str()) {
                ("protocol", "U8") => vec![dice.byte() % 3],
                (_, kind) => random(kind, dice),
            })
            .collect()
    }
}

fn random(kind: &str, dice: &mut Dice) -> Vec<u8> {
    let mut prefixed = |width: usize, max: usize| {
        let len = dice.len(max);
        let mut bytes = len.to_le_bytes()[..width].to_vec();
        bytes.extend(dice.bytes(len));
        bytes
    };
    match kind {
        "BOOL" => vec![dice.byte() & 1],
        "U8" => dice.bytes(1),
        "U16" => dice.bytes(2),
        "U24" => dice.bytes(3),
        "U32" | "F32" => dice.bytes(4),
        "U64" => dice.bytes(8),
        "U256" => dice.bytes(32),
        "STR0_255" | "B0_255" => prefixed(1, 255),
        "B0_32" => prefixed(1, 32),
        "B0_64K" => prefixed(2, 0xffff),
        "B0_16M" => prefixed(3, 0xff_ffff),
        _ => match kind.strip_suffix(']').and_then(|kind| kind.split_once('[')) {
            Some(("OPTION", item)) => items(1, 1, item, dice),
            Some(("SEQ0_255", item)) => items(1, 255, item, dice),
            Some(("SEQ0_64K", item)) => items(2, 0xffff, item, dice),
            _ => panic!("nobody told of {kind}"),
        },
    }
}

fn items(width: usize, max: usize, item: &str, dice: &mut Dice) -> Vec<u8> {
    let count = dice.len(max.min(300));
    let mut bytes = count.to_le_bytes()[..width].to_vec();
    (0..count).for_each(|_| bytes.extend(random(item, dice)));
    bytes
}
