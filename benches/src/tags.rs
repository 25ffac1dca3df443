//! Samples of an industrial gateway's messages.
#![forbid(unsafe_code)]

use codec_industrial::{
    Handle, Name, OutgoingValue, OutgoingWrite, Place, Record, Signatures, Time, Update, VERSION,
    Value,
};

/// Location of the objects.
pub const PLACE: Place = Place { domain: 1, platform: 2, engine: 3 };
/// An object.
pub const TANK: Name<'_> = Name { number: 4, text: "Tank_001" };
/// An attribute of it.
pub const LEVEL: Name<'_> = Name { number: 5, text: "Level.PV" };

const SINCE: Time = Time(133_000_000_000_000_000);

/// The handle of the attribute.
#[must_use]
pub fn handle() -> Handle {
    Handle::new(PLACE, TANK, LEVEL, &mut Signatures::default())
}

/// Values to write, with the names of their types.
///
/// # Panics
/// Never: the string is short.
#[must_use]
pub fn outgoing() -> [(&'static str, OutgoingValue<'static>); 6] {
    [
        ("Bool", OutgoingValue::Bool(true)),
        ("Int32", OutgoingValue::Int32(-5)),
        ("Float32", OutgoingValue::Float32(0.25)),
        ("Float64", OutgoingValue::Float64(21.5)),
        ("text", OutgoingValue::text("Motör").expect("five letters")),
        ("array", OutgoingValue::Float32Array(&[0.25; 16])),
    ]
}

/// A write of this value.
#[must_use]
pub fn write(value: OutgoingValue<'_>) -> OutgoingWrite<'_> {
    OutgoingWrite::new(7, handle(), value).at(SINCE)
}

/// Sixteen records with values of every type that has a fixed size.
///
/// # Panics
/// Never: sixteen are few.
#[must_use]
pub fn update() -> Update {
    let value = |index| match index % 4 {
        0 => Value::Bool(true),
        1 => Value::Int32(-5),
        2 => Value::Float32(0.25),
        _ => Value::Float64(21.5),
    };
    let record = |item| Record { item, status: 0, quality: 192, time: SINCE, value: value(item) };
    let records: Vec<_> = (0..16).map(record).collect();
    let records = records.try_into().expect("sixteen are few");
    Update { version: VERSION, subscription: 9, sequence: 3, records }
}
