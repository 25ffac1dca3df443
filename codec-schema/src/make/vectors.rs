//! Golden vectors of a lock.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use codec_schema::read::Description;
use codec_schema::value::Generator;
use codec_schema::{Encoding, Message, Model};
use serde_json::{Map, json};

/// Vectors of a type, and of each message of a protocol.
const VECTORS: usize = 32;
const EACH: usize = 3;
/// Values that are tried for each vector.
const TRIES: usize = 100;
/// The most elements in a sequence whose own limit is higher.
const MOST: u64 = 12;

/// The text of the file, and the messages without a vector.
pub(super) fn write(
    model: &Model,
    encoding: &Encoding,
) -> Result<(String, Vec<&'static str>), String> {
    let description = Description::of_model(model, encoding).map_err(|error| error.to_string())?;
    let names: Vec<_> = description.messages().collect();
    let most = if names.is_empty() { VECTORS } else { EACH };
    let mut generator = Generator::new(model, encoding, 1).with_most(MOST);
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for _ in 0..TRIES * most * names.len().max(1) {
        let Some(sample) = generator.sample() else { break };
        let message = sample.message.as_ref().and_then(|id| description.message_of(id));
        let of = found.entry(message.and_then(|name| names.iter().position(|one| *one == name)));
        let of = of.or_default();
        let read = match message {
            _ if of.len() == most => continue,
            Some(name) => description.message(name, &sample.bytes),
            None => description.value(&sample.bytes),
        };
        let Some(read) = read.filter(|read| read.problem().is_none()) else { continue };
        let mut vector = Map::new();
        if let (Some(name), Some(id)) = (message, &sample.message) {
            vector.insert("message".into(), json!(name));
            vector.insert("id".into(), id_of(id));
        }
        let bytes = sample.bytes.iter().fold(String::new(), |mut text, byte| {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
            text
        });
        vector.insert("bytes".into(), json!(bytes));
        vector.insert("value".into(), read.json());
        let fields = read.fields().into_iter().map(|(path, at)| (path, json!([at.start, at.end])));
        vector.insert("fields".into(), fields.collect::<Map<_, _>>().into());
        of.push(format!("  {}", serde_json::Value::from(vector)));
    }
    let lacking = names.iter().enumerate();
    let lacking = lacking.filter(|(at, _)| !found.contains_key(&Some(*at))).map(|(_, name)| *name);
    let lacking = lacking.collect();
    let all: Vec<_> = found.into_values().flatten().collect();
    if all.is_empty() {
        return Err("no values are known: it is not described to its end".to_owned());
    }
    Ok((format!("[\n{}\n]\n", all.join(",\n")), lacking))
}

fn id_of(id: &Message) -> serde_json::Value {
    match id {
        Message::Number(number) => json!(number),
        Message::Name(name) => json!(name),
    }
}
