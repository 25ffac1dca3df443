//! No allocation per frame, once readers and writers are warm.

use codec_core::Bincode;
use codec_pool::Pool;

use super::{reader, writer};
use crate::ledger::asked;
use crate::tagged::frame;
use crate::toy_seal::seal_all;

#[test]
fn reading_a_thousand_frames_allocates_nothing() {
    let payload = [&[96, 0, 0, 0, 0, 0, 0, 0][..], &[7; 96]].concat();
    let wire = seal_all(&vec![frame(1, &payload); 2000]);
    let (warm, measured) = wire.split_at(wire.len() / 2);
    let mut reader = reader(&Pool::default());
    let mut kept = Vec::with_capacity(1000);
    let mut count = 0;
    let mut read = |mut wire: &[u8]| {
        while let Some(frame) = reader.read_frame(&mut wire).expect("nothing was changed") {
            assert_eq!(frame.decode_ref::<Bincode, &[u8]>(), Ok(&[7; 96][..]));
            count += 1;
            if count % 2 == 0 {
                kept.push(frame.detach());
            }
        }
        kept.clear();
    };
    read(warm);
    assert_eq!(asked(|| read(measured)).calls, 0);
    assert_eq!(count, 2000);
}

#[test]
fn writing_a_thousand_frames_allocates_nothing() {
    let mut writer = writer(&Pool::default());
    let mut write = || {
        for _ in 0..1000 {
            writer.write_message::<Bincode, _>(1, 0, &[7u8; 96]).expect("there is memory");
            writer.flush(&mut std::io::sink()).expect("it takes all");
        }
    };
    write();
    assert_eq!(asked(write).calls, 0);
}
