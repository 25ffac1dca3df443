//! A message through the codec of tokio-serde.

use std::collections::BTreeMap;
use std::pin::Pin;

use bytes::BytesMut;
use serde::{Deserialize, Serialize};
use tokio_serde::formats::Bincode;
use tokio_serde::{Deserializer as _, Serializer as _};

#[derive(Serialize, Deserialize)]
pub struct Message {
    id: u64,
    from: String,
    parts: Vec<Part>,
    headers: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
pub enum Part {
    Text(String),
    Numbers(Vec<i32>),
    Nothing,
}

type Value = Message;

fn make() -> Vec<u8> {
    let part = |index: i32| match index % 3 {
        0 => Part::Text(format!("part {index}")),
        1 => Part::Numbers((0..index % 40).map(|number| number * index - 900).collect()),
        _ => Part::Nothing,
    };
    store(&Message {
        id: 7,
        from: "a.b".to_owned(),
        parts: (0..100_000).map(part).collect(),
        headers: (0..1000).map(|index| (format!("key {index}"), "value".to_owned())).collect(),
    })
}

fn load(bytes: &[u8]) -> Value {
    let mut codec = Bincode::<Message, Message>::default();
    Pin::new(&mut codec).deserialize(&BytesMut::from(bytes)).unwrap()
}

fn store(message: &Value) -> Vec<u8> {
    let mut codec = Bincode::<Message, &Message>::default();
    Pin::new(&mut codec).serialize(&message).unwrap().to_vec()
}
