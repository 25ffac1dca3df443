//! A derived message with a borrowed string, against damaged input.

use codec_core::{Decode, Encode, Format, Postcard};

#[derive(Debug, PartialEq, Encode, Decode)]
struct Report<'a> {
    sensor: u16,
    #[codec(borrow)]
    unit: &'a str,
    values: heapless::Vec<i16, 4>,
}

/// The bytes of the report in `docs/embedded.md`.
const BYTES: [u8; 8] = [7, 2, b'm', b'V', 2, 5, 0xd8, 4];

/// Damaged input is refused, or is another value, which encodes and decodes again. Returns how many
/// values were decoded.
pub(crate) fn all() -> usize {
    let values = [-3, 300].into_iter().collect();
    let report = Report { sensor: 7, unit: "mV", values };
    assert_eq!(Postcard::from_slice_ref::<Report<'_>>(&BYTES), Ok(report));
    let mut decoded = 1;
    for bit in 0..BYTES.len() * 8 {
        let mut damaged = BYTES;
        damaged[bit / 8] ^= 1 << (bit % 8);
        let Ok(other) = Postcard::from_slice_ref::<Report<'_>>(&damaged) else { continue };
        let mut room = [0; 16];
        let len = Postcard::encode_into(&other, &mut room).expect("a value that was decoded");
        assert_eq!(Postcard::from_slice_ref(&room[..len]), Ok(other));
        decoded += 1;
    }
    assert!((2..BYTES.len() * 8).contains(&decoded), "{decoded}");
    decoded
}
