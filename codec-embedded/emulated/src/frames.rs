//! Frames of a serial line, one of them damaged at each of its bits.

use codec_core::Postcard;
use codec_embedded::{CobsReader, CobsWriter};
use crc::{CRC_32_ISCSI, Crc};

static CHECK: Crc<u32> = Crc::<u32>::new(&CRC_32_ISCSI);

type Value = (u8, u8, u16);

/// Checks that the content of a damaged frame never comes out, and that the frame after it does.
/// Returns the number of frames that came out.
pub(crate) fn all() -> usize {
    let (first, second): (Value, Value) = ((1, 0, 300), (2, 0, 300));
    let mut line = heapless::Vec::<u8, 32>::new();
    let mut writer = CobsWriter::<64, _>::with_check(&CHECK);
    line.extend_from_slice(writer.encode::<Postcard, _>(&first).expect("room")).expect("room");
    let middle = line.len();
    line.extend_from_slice(writer.encode::<Postcard, _>(&second).expect("room")).expect("room");
    let mut frames = 0;
    // Not the zero that ends the frame: without it, both are one.
    for bit in 0..(middle - 1) * 8 {
        let mut damaged = line.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let mut reader = CobsReader::<64, _>::with_check(&CHECK);
        let mut uart = &damaged[..];
        loop {
            match reader.read::<Postcard, Value, _>(&mut uart) {
                Ok(Some(value)) => {
                    assert_eq!(value, second, "bit {bit}");
                    frames += 1;
                }
                Ok(None) => break,
                Err(_) => {}
            }
        }
    }
    assert_eq!(frames, (middle - 1) * 8);
    frames
}
