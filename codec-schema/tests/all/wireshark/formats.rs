//! Everything that descriptions express, in formats with numbers of any width, and with bytes
//! changed at random offsets.

use codec_core::format::BigEndian;
use codec_core::schema::Describe;
use codec_core::trace::explain_payload;
use codec_core::{Bincode, BincodeVarint, Borsh, Compact, Header as _, Postcard, Protocol};
use codec_schema::wireshark::Dissector;
use codec_schema::{DescribeFormat, ProtocolSchema};

use super::capture::Capture;
use super::expected::{assert_begins_alike, assert_same};
use super::tshark;
use crate::samples::{Head, In, framed, frames, with_payload};

/// Unchanged frames, and frames with each byte of the payload changed in several ways.
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

fn holds<P>(name: &str, frames: &[Vec<u8>])
where
    P: Protocol<Header = Head, Format: DescribeFormat, Message: Describe>,
{
    let protocol = ProtocolSchema::of::<P>("End");
    let lua = Dissector::new(&protocol).write().unwrap();
    let all = changed(frames);
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
        let explanation = explain_payload::<P>(id, payload);
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
        #[ignore = "needs tshark"]
        fn $test() {
            holds::<In<$format>>(stringify!($test), &frames::<$format>());
        }
    )*};
}

/// Like [`formats`], for syntax around values and between them.
macro_rules! framed {
    ($($test:ident: $format:ty;)*) => {$(
        #[test]
        #[ignore = "needs tshark"]
        fn $test() {
            let frames = framed::frames::<$format>();
            holds::<framed::In<$format>>(stringify!($test), &frames);
        }
    )*};
}

framed! {
    framed_bincode: Bincode;
    framed_postcard: Postcard;
    framed_big_endian: BigEndian<Bincode>;
}

#[test]
#[ignore = "needs tshark"]
fn framed_messages_cut_at_every_point_show_the_same() {
    let protocol = ProtocolSchema::of::<framed::In<Bincode>>("End");
    let lua = Dissector::new(&protocol).write().unwrap();
    let (all, mut capture) = (framed::frames::<Bincode>(), Capture::new());
    for frame in &all {
        capture.stream([&frame[..]]);
        for cut in 1..frame.len() {
            let (one, other) = frame.split_at(cut);
            capture.stream([one, other]);
        }
    }
    let found = tshark::frames("framed-cut", "end", &lua, &capture);
    let mut found = &found[..];
    for frame in &all {
        let (shown, rest) = found.split_at(frame.len());
        assert!(shown.iter().all(|one| *one == shown[0]), "{frame:02x?}");
        found = rest;
    }
    assert!(found.is_empty());
}

formats! {
    bincode: Bincode;
    bincode_varint: BincodeVarint;
    postcard: Postcard;
    borsh: Borsh;
    compact: Compact;
    big_endian: BigEndian<Bincode>;
}
