//! Opened frames are decoded in all forms, and kept.

use bytes::Bytes;
use codec_core::Bincode;
use codec_pool::Pool;

use super::reader;
use crate::tagged::frame;
use crate::toy_seal::seal_all;

fn payload(byte: u8) -> Vec<u8> {
    [&[70, 0, 0, 0, 0, 0, 0, 0][..], &[byte; 70]].concat()
}

#[test]
fn owned_borrowed_and_shared_values_are_the_same() {
    let sent: Vec<_> = (0..50).map(|byte| frame(1, &payload(byte))).collect();
    let wire = seal_all(&sent);
    let pool = Pool::default();
    let mut reader = reader(&pool);
    let mut kept: Vec<Bytes> = Vec::new();
    // Split inside a frame, so that shared memory is next to bytes that are opened later.
    for piece in wire.chunks(1000) {
        reader.feed(piece).expect("there is memory");
        while let Some(mut frame) = reader.next_frame().expect("nothing was changed") {
            let byte = u8::try_from(kept.len()).expect("fifty");
            assert_eq!(frame.decode_ref::<Bincode, &[u8]>(), Ok(&[byte; 70][..]));
            assert_eq!(frame.decode::<Bincode, Vec<u8>>(), Ok(vec![byte; 70]));
            kept.push(frame.decode_shared::<Bincode, Bytes>().expect("it is valid"));
            assert_eq!(frame.to_bytes(), sent[usize::from(byte)]);
        }
        for (byte, bytes) in kept.iter().enumerate() {
            assert_eq!(bytes, &vec![byte.to_le_bytes()[0]; 70], "kept while others are opened");
        }
    }
    assert_eq!(kept.len(), 50);
    drop((reader, kept));
    assert_eq!(pool.stats().live(), 0);
}
