//! One sample of every message and value.

use codec_core::wire::{Utf16, Utf16Str};
use codec_industrial::{
    Handle, Name, OutgoingValue, Place, Record, Signatures, Subscribe, Time, Update, VERSION,
    Value, Write,
};

pub(crate) const PLACE: Place = Place { domain: 1, platform: 2, engine: 3 };
pub(crate) const TANK: Name<'_> = Name { number: 4, text: "Tank_001" };
pub(crate) const LEVEL: Name<'_> = Name { number: 5, text: "Level.PV" };

pub(crate) fn handle() -> Handle {
    Handle::new(PLACE, TANK, LEVEL, &mut Signatures::default())
}

fn text(text: &str) -> Utf16<u32> {
    text.try_into().unwrap()
}

/// A value of each type, in the order of their tags.
pub(crate) fn values() -> Vec<Value> {
    vec![
        Value::Bool(true),
        Value::Int32(-5),
        Value::Float32(0.25),
        Value::Float64(21.5),
        Value::Text(text("Motör")),
        Value::Time(Time(7)),
        Value::BoolArray(vec![true, false]),
        Value::Int32Array(vec![1, -2, 3]),
        Value::Float32Array(vec![0.5, -0.5]),
        Value::Float64Array(vec![1.5]),
        Value::TextArray(vec![text("a"), text("é𝄞")]),
        Value::TimeArray(vec![]),
    ]
}

/// The same, as values to send.
pub(crate) fn outgoing() -> Vec<OutgoingValue<'static>> {
    let texts: Vec<Utf16Str<'static, u32>> =
        ["a", "é𝄞"].map(|text| text.try_into().unwrap()).to_vec();
    vec![
        OutgoingValue::Bool(true),
        OutgoingValue::Int32(-5),
        OutgoingValue::Float32(0.25),
        OutgoingValue::Float64(21.5),
        OutgoingValue::text("Motör").unwrap(),
        OutgoingValue::Time(Time(7)),
        OutgoingValue::BoolArray(&[true, false]),
        OutgoingValue::Int32Array(&[1, -2, 3]),
        OutgoingValue::Float32Array(&[0.5, -0.5]),
        OutgoingValue::Float64Array(&[1.5]),
        OutgoingValue::TextArray(texts.leak()),
        OutgoingValue::TimeArray(&[]),
    ]
}

pub(crate) fn write(value: Value) -> Write {
    let (flags, sequence) = (Write::TIMESTAMPED, 7);
    Write { version: VERSION, flags, sequence, handle: handle(), time: Time(9), value }
}

pub(crate) fn subscribe() -> Subscribe {
    let handles = vec![handle(), handle().element(3)];
    Subscribe { version: VERSION, subscription: 9, period: 250, handles }
}

/// An update with a record of each type.
pub(crate) fn update() -> Update {
    let record = |(item, value)| Record { item, status: 0, quality: 192, time: Time(8), value };
    let records: Vec<Record> = (0..).zip(values()).map(record).collect();
    Update { version: VERSION, subscription: 9, sequence: 0, records: records.try_into().unwrap() }
}
