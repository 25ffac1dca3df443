//! All messages of Stratum V2, each in all forms.
#![forbid(unsafe_code)]

use std::hint::black_box;

use bytes::Bytes;
use codec_core::{Cursor, Format as _, Messages as _, MessagesRef as _, Reader, Sv2};
use codec_stratum::{AnyMessage, AnyMessageRef, AnyMessageShared};

use super::Item;
use crate::session::samples;

pub(super) fn items() -> Vec<Item> {
    let mut items = Vec::new();
    for sample in samples() {
        // Two messages share a name.
        let name = format!("{:#04x} {}", sample.id, sample.name);
        let (id, payload) = (sample.id, sample.payload);
        let message = AnyMessage::decode_message(id, &mut Reader::<Sv2>::new(&payload));
        let message = message.expect("it decodes");
        assert_eq!(Sv2::to_vec(&message).as_ref(), Ok(&payload));
        let source = Bytes::copy_from_slice(&payload);
        let (one, other) = (payload.clone(), message.clone());
        items.push(Item::new(format!("sv2 {name}/owned"), move || {
            let mut r = Reader::<Sv2>::new(black_box(&one));
            black_box(AnyMessage::decode_message(black_box(id), &mut r).expect("it decodes"));
        }));
        items.push(Item::new(format!("sv2 {name}/borrowed"), move || {
            let mut r = Reader::<Sv2>::new(black_box(&payload));
            black_box(
                AnyMessageRef::decode_message_ref(black_box(id), &mut r).expect("it decodes"),
            );
        }));
        items.push(Item::new(format!("sv2 {name}/shared"), move || {
            let mut r = Reader::<Sv2>::from_cursor(Cursor::from_bytes(black_box(&source)));
            black_box(AnyMessageShared::decode_message(black_box(id), &mut r).expect("it decodes"));
        }));
        items.push(Item::new(format!("sv2 {name}/new vector"), move || {
            black_box(Sv2::to_vec(black_box(&message)).expect("it encodes"));
        }));
        let mut buffer = Vec::new();
        items.push(Item::new(format!("sv2 {name}/reused vector"), move || {
            buffer.clear();
            Sv2::encode_into(black_box(&other), &mut buffer).expect("it encodes");
            black_box(&buffer);
        }));
    }
    items
}
