//! The allocations of reading and writing, after warm-up.

use crate::ledger::asked;
use crate::tagged::{Tagged, frame};
use bytes::Bytes;
use codec_core::Bincode;
use codec_pool::{FrameReader, FrameWriter, Pool};

/// A thousand frames whose payload, in `Bincode`, is 96 bytes.
fn wire() -> Vec<u8> {
    let payload = [&96u64.to_le_bytes()[..], &[7; 96]].concat();
    (0..1000).flat_map(|_| frame(1, &payload)).collect()
}

/// Reads all frames and passes each to `visit`.
fn read(
    reader: &mut FrameReader<Tagged>,
    mut stream: &[u8],
    mut visit: impl FnMut(codec_pool::FrameRef<'_, Tagged>),
) {
    while let Some(frame) = reader.read_frame(&mut stream).expect("the stream is valid") {
        visit(frame);
    }
}

#[test]
fn lending_allocates_nothing() {
    let (wire, mut reader) = (wire(), FrameReader::<Tagged>::new(Pool::default()));
    read(&mut reader, &wire, |_| {});
    let asked = asked(|| {
        read(&mut reader, &wire, |frame| {
            assert_eq!(frame.decode_ref::<Bincode, &[u8]>(), Ok(&[7; 96][..]));
        });
    });
    assert_eq!(asked.calls, 0);
}

#[test]
fn detaching_allocates_nothing() {
    let (wire, mut reader) = (wire(), FrameReader::<Tagged>::new(Pool::default()));
    let mut kept = Vec::with_capacity(1000);
    read(&mut reader, &wire, |frame| kept.push(frame.detach()));
    kept.clear();
    let asked = asked(|| read(&mut reader, &wire, |frame| kept.push(frame.detach())));
    assert_eq!((asked.calls, kept.len()), (0, 1000));
}

#[test]
fn shared_decoding_allocates_once_a_read() {
    let (wire, mut reader) = (wire(), FrameReader::<Tagged>::new(Pool::default()));
    let mut kept = Vec::with_capacity(1000);
    read(&mut reader, &wire, |frame| drop(frame.detach()));
    let asked = asked(|| {
        read(&mut reader, &wire, |mut frame| {
            kept.push(frame.decode_shared::<Bincode, Bytes>().expect("it is valid"));
        });
    });
    // 108,000 bytes arrive in two reads of up to 64 KiB, and the frame that the first one splits is
    // completed by the second.
    assert!(asked.calls <= 3, "{} allocations", asked.calls);
    assert!(kept.len() == 1000 && kept.iter().all(|bytes| *bytes == [7; 96][..]));
}

#[test]
fn writing_and_flushing_allocate_nothing() {
    let mut writer = FrameWriter::<Tagged>::new(Pool::default());
    let (message, mut wire) = ([9u8; 100], Vec::with_capacity(1 << 20));
    let mut round = || {
        wire.clear();
        for _ in 0..1000 {
            writer.write_message::<Bincode, _>(1, 0, &message).expect("there is room");
        }
        writer.flush(&mut wire).expect("a vector takes all");
        assert_eq!(wire.len(), 104 * 1000);
    };
    round();
    assert_eq!(asked(round).calls, 0);
}

#[test]
fn encoding_single_frames_allocates_nothing() {
    let mut writer = FrameWriter::<Tagged>::new(Pool::default());
    let mut encode =
        || drop(writer.encode_frame::<Bincode, _>(1, 0, &7u32).expect("there is room"));
    encode();
    assert_eq!(asked(encode).bytes, 0);
}
