//! Frames of Decred, read from a stream and written.
#![forbid(unsafe_code)]

use std::hint::black_box;

use codec_pool::{FrameWriter, Pool};

use super::Item;
use crate::decred::{borrowed, framed, frames, owned, reader, shared, written};

pub(super) fn items() -> Vec<Item> {
    let mut items = Vec::new();
    for frame in frames() {
        let (name, message) = (frame.name, frame.message());
        let make = if frame.wire.len() < 1_000 { Item::new } else { Item::large };
        let boxed = |way: &str, run: Box<dyn FnMut()>| make(format!("decred {name}/{way}"), run);
        let (mut from, wire) = (reader::<true>(), frame.wire.clone());
        items.push(boxed(
            "owned",
            Box::new(move || drop(black_box(owned(&mut from, &mut &wire[..])))),
        ));
        let (mut from, wire) = (reader::<true>(), frame.wire.clone());
        items.push(boxed("borrowed", Box::new(move || borrowed(&mut from, &mut &wire[..]))));
        let (mut from, wire) = (reader::<true>(), frame.wire);
        items.push(boxed(
            "shared",
            Box::new(move || drop(black_box(shared(&mut from, &mut &wire[..])))),
        ));
        let (again, mut buffer) = (message.clone(), Vec::new());
        items.push(boxed("written", Box::new(move || written(&again, &mut buffer))));
        let mut writer = FrameWriter::new(Pool::default());
        items.push(boxed("framed", Box::new(move || framed(&mut writer, &message))));
    }
    items
}
