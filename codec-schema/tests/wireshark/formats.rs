//! All that descriptions express, in formats whose numbers have any width, and with bytes
//! changed at random places.

use codec_core::format::BigEndian;
use codec_core::schema::{DescribeFormat, ProtocolSchema};
use codec_core::trace::explain_payload;
use codec_core::{Bincode, BincodeVarint, Borsh, Compact, Format, Header as _, Postcard};
use codec_schema::wireshark::Dissector;

use crate::capture::Capture;
use crate::expected::{assert_begins_alike, assert_same};
use crate::samples::{Head, In, frames, with_payload};
use crate::tshark;

/// Frames as they are, and with each byte of the payload changed in some ways.
fn changed(frames: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut all = frames.to_vec();
    for frame in frames {
        let payload = &frame[Head::SIZE..];
        for at in 0..payload.len() {
            for change in [1, 0x7f, 0x80, 0xff] {
                let mut payload = payload.to_vec();
                payload[at] ^= change;
                all.push(with_payload(frame, &payload));
            }
            all.push(with_payload(frame, &payload[..at]));
        }
        all.push(with_payload(frame, &[payload, &[0]].concat()));
    }
    all
}

fn holds<F: Format + DescribeFormat>(name: &str) {
    if tshark::is_missing() {
        return;
    }
    let protocol = ProtocolSchema::of::<In<F>>("End");
    let lua = Dissector::new(&protocol).write().unwrap();
    let all = changed(&frames::<F>());
    let mut capture = Capture::new();
    for frame in &all {
        capture.stream([&frame[..]]);
    }
    let found = tshark::frames(name, "end", &lua, &capture);
    assert_eq!(found.len(), all.len());
    let (mut read, mut refused) = (0, 0);
    for (bytes, frame) in all.iter().zip(&found) {
        let (head, payload) = bytes.split_at(Head::SIZE);
        let id = Head::parse(head).unwrap().id();
        let explanation = explain_payload::<In<F>>(id, payload);
        if explanation.error().is_none() {
            assert_same(&explanation, Head::SIZE, frame);
            read += 1;
        } else {
            assert_begins_alike(&explanation, Head::SIZE, frame);
            assert!(!frame.infos.is_empty(), "{explanation} {bytes:02x?} {frame:#?}");
            refused += 1;
        }
    }
    assert!(read > 200 && refused > 200, "{read} {refused}");
}

macro_rules! formats {
    ($($test:ident: $format:ty;)*) => {$(
        #[test]
        fn $test() {
            holds::<$format>(stringify!($test));
        }
    )*};
}

formats! {
    bincode: Bincode;
    bincode_varint: BincodeVarint;
    postcard: Postcard;
    borsh: Borsh;
    compact: Compact;
    big_endian: BigEndian<Bincode>;
}
