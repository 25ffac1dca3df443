//! Writes of tags, handles, and updates of subscriptions.
#![forbid(unsafe_code)]

use std::hint::black_box;

use bytes::BytesMut;
use codec_core::{Bincode, Format as _};
use codec_industrial::{Session, Time, Update, UpdateRef};
use codec_pool::Pool;

use super::Item;
use crate::tags::{LEVEL, PLACE, TANK, handle, outgoing, update, write};

pub(super) fn items() -> Vec<Item> {
    let mut items = Vec::new();
    for (name, value) in outgoing() {
        let write = write(value);
        items.push(Item::new(format!("tag {name}/new vector"), move || {
            black_box(Bincode::to_vec(black_box(&write)).expect("it encodes"));
        }));
        items.push(Item::new(format!("tag {name}/new BytesMut"), move || {
            let mut buffer = BytesMut::new();
            Bincode::encode_into(black_box(&write), &mut buffer).expect("it encodes");
            black_box(buffer);
        }));
        let (mut session, handle) = (Session::new(&Pool::default()), handle());
        let len = 8 + Bincode::encoded_len(&write);
        items.push(Item::new(format!("tag {name}/session"), move || {
            let frame = session.write(handle, Time(9), black_box(value)).expect("it encodes");
            assert_eq!(black_box(frame).len(), len);
        }));
    }
    let mut session = Session::new(&Pool::default());
    items.push(Item::new("handle/of two names", move || {
        black_box(session.handle(PLACE, black_box(TANK), black_box(LEVEL)));
    }));
    let bytes = Bincode::to_vec(&update()).expect("it encodes");
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
