//! Writes of tags, handles, and updates of subscriptions.
#![forbid(unsafe_code)]

use std::hint::black_box;

use bytes::BytesMut;
use codec_core::{Bincode, Format as _};
use codec_pool::Pool;

use super::Item;
use crate::industrial::{Handle, Update, UpdateRef, Write, WriteValue};

/// The values that are written, by the names of their types.
const VALUES: [(&str, WriteValue<'_>); 5] = [
    ("Bool", WriteValue::Bool(true)),
    ("Int32", WriteValue::Int32(-5)),
    ("Float32", WriteValue::Float32(0.25)),
    ("Float64", WriteValue::Float64(21.5)),
    ("text", WriteValue::Text("Motör")),
];

pub(super) fn items() -> Vec<Item> {
    let mut items = Vec::new();
    for (name, value) in VALUES {
        let write = Write::of(value);
        let expected = Bincode::to_vec(&write).expect("it encodes");
        items.push(Item::new(format!("tag {name}/new vector"), move || {
            black_box(Bincode::to_vec(black_box(&write)).expect("it encodes"));
        }));
        items.push(Item::new(format!("tag {name}/new BytesMut"), move || {
            let mut buffer = BytesMut::new();
            Bincode::encode_into(black_box(&write), &mut buffer).expect("it encodes");
            black_box(buffer);
        }));
        let mut scratch = Pool::default().scratch();
        items.push(Item::new(format!("tag {name}/pooled"), move || {
            let bytes = scratch.encode::<Bincode, _>(black_box(&write)).expect("it encodes");
            assert_eq!(black_box(bytes), expected);
        }));
    }
    items.push(Item::new("handle/of two names", || {
        black_box(Handle::of(black_box("Tank_001"), black_box("Level.PV")));
    }));
    let bytes = Bincode::to_vec(&Update::sample()).expect("it encodes");
    let same = bytes.clone();
    items.push(Item::new("update/owned", move || {
        black_box(Bincode::from_slice::<Update>(black_box(&bytes)).expect("it decodes"));
    }));
    items.push(Item::new("update/borrowed", move || {
        let update: UpdateRef<'_> = Bincode::from_slice_ref(black_box(&same)).expect("it decodes");
        for record in &update.records {
            black_box(record);
        }
    }));
    items
}
