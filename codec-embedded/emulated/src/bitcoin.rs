//! Messages of Bitcoin, read and written without an allocator.

use codec_bitcoin::{AnyMessageRef, BitcoinProtocol, Digest, FrameHeader, MainNet};
use codec_core::{Header, Protocol as _};
use codec_embedded::{FixedFrameReader, FixedFrameWriter};

type Bitcoin = BitcoinProtocol<MainNet>;

/// Room for any frame of these.
const ROOM: usize = 512;

/// Payloads in hexadecimal: the first block, a transaction with a witness, an announcement.
const RECORDED: [(&str, &str); 3] = [
    ("block", include_str!("../../../protocols/bitcoin/tests/data/genesis.txt")),
    ("tx", include_str!("../../../protocols/bitcoin/tests/data/bip143.txt")),
    ("inv", "0105000000800080a880807fff8a6d7f8007019674ff01007fffa9870e7f39f279017ff87f"),
];

/// The id of the first block.
const FIRST: &str = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";

/// Each payload is a message that is encoded to the same bytes after a header that the reader accepts,
/// and none when it is cut at any byte. Returns how many messages came out.
pub(crate) fn all() -> usize {
    let mut reader = FixedFrameReader::<Bitcoin, ROOM>::new();
    let mut writer = FixedFrameWriter::<Bitcoin, ROOM>::new();
    for (id, hex) in RECORDED {
        let (pairs, _) = hex.trim().as_bytes().as_chunks::<2>();
        let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
        let payload: heapless::Vec<u8, ROOM> = pairs.iter().map(byte).collect();
        let message = Bitcoin::decode_ref(id, &payload).expect("a message");
        if let AnyMessageRef::Block(block) = &message {
            assert_eq!(FIRST.parse::<Digest>(), Ok(block.header.hash()));
        }
        let frame = writer.encode(&message).expect("it fits");
        assert_eq!(frame[FrameHeader::<MainNet>::MAX_SIZE..], *payload, "{id}");
        let mut damaged: heapless::Vec<u8, ROOM> = frame.iter().copied().collect();
        assert_eq!(reader.read_message_ref(&mut &*damaged).expect("its frame"), Some(message));
        *damaged.last_mut().unwrap() ^= 1;
        assert!(
            reader.read_message_ref(&mut &*damaged).is_err(),
            "its checksum is that of other bytes"
        );
        for cut in 0..payload.len() {
            assert!(Bitcoin::decode_ref(id, &payload[..cut]).is_err(), "{id} at {cut}");
        }
    }
    RECORDED.len()
}
