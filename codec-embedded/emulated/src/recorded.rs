//! Recorded values of every message of Stratum V2, Bitcoin, Decred and the gateway, read and written without
//! an allocator.

use codec_core::Protocol as _;
use codec_embedded::{FixedFrameReader, FixedFrameWriter};

/// Room for any frame of these.
const ROOM: usize = 8192;

/// Number of bytes of a message that are cut and changed one by one.
const CHANGED: usize = 200;

type Bytes = heapless::Vec<u8, ROOM>;

/// The text after `key` up to a comma or a quote, in a line of `golden.json`.
fn part<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(key)?;
    rest.split([',', '"']).next()
}

fn bytes(hex: &str) -> Bytes {
    let (pairs, _) = hex.as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
    pairs.iter().map(byte).collect()
}

/// Each payload is a message that is encoded to the same bytes after a header that the reader accepts. One
/// that is cut is none or is encoded to what is left, and one that is changed is none or can be encoded; with a
/// checksum its frame is refused. Returns how many messages came out.
macro_rules! all_of {
    ($protocol:ty, $folder:literal, $key:literal, $checked:literal, $id:ident => $parsed:expr) => {{
        type Protocol = $protocol;
        let text = include_str!(concat!("../../../protocols/", $folder, "/tests/data/golden.json"));
        let mut writer = FixedFrameWriter::<Protocol, ROOM>::new();
        let mut messages = 0;
        for line in text.lines() {
            let Some($id) = part(line, $key) else { continue };
            let (id, payload) = ($parsed, bytes(part(line, "\"bytes\":\"").expect("a payload")));
            let message = Protocol::decode_ref(id, &payload).expect(line);
            let frame: Bytes = writer.encode(&message).expect("it fits").iter().copied().collect();
            assert!(frame.ends_with(&payload), "{line}");
            let mut reader = FixedFrameReader::<Protocol, ROOM>::new();
            let read = reader.read_message_ref(&mut &*frame).expect(line).expect("a frame");
            assert_eq!(*writer.encode(&read).expect("it fits"), *frame, "{line}");
            let mut damaged = frame.clone();
            *damaged.last_mut().expect("a header") ^= 1;
            let read = reader.read_message_ref(&mut &*damaged);
            assert!(!$checked || read.is_err(), "its checksum is that of other bytes: {line}");
            for at in 0..payload.len().min(CHANGED) {
                let cut = &payload[..at];
                if let Ok(other) = Protocol::decode_ref(id, cut) {
                    assert!(writer.encode(&other).expect("it fits").ends_with(cut), "{line}");
                }
                let mut damaged = payload.clone();
                damaged[at] ^= 1 << (at % 8);
                if let Ok(other) = Protocol::decode_ref(id, &damaged) {
                    writer.encode(&other).expect("what was decoded");
                }
            }
            messages += 1;
        }
        messages
    }};
}

pub(crate) fn all() -> usize {
    all_of!(codec_stratum::Sv2Protocol, "stratum", "\"id\":", false, id => id.parse().expect(id))
        + all_of!(codec_bitcoin::BitcoinProtocol, "bitcoin", "\"id\":\"", true, id => id)
        + all_of!(codec_decred::DecredProtocol, "decred", "\"id\":\"", true, id => id)
        + all_of!(codec_industrial::Gateway, "industrial", "\"id\":", false, id => id.parse().expect(id))
}
