//! Checksums at the end of frames.

/// A checksum that follows the content of a frame. With the feature `crc`, every
/// `crc::Crc` of 8 to 64 bits is one, little-endian as postcard has it.
///
/// ```
/// # #[cfg(feature = "crc")] {
/// use codec_core::Postcard;
/// use codec_embedded::CobsWriter;
/// use crc::{CRC_16_IBM_SDLC, Crc};
///
/// static CHECK: Crc<u16> = Crc::<u16>::new(&CRC_16_IBM_SDLC);
/// let mut writer = CobsWriter::<16, _>::with_check(&CHECK);
/// let sent = writer.encode::<Postcard, _>(&b"123456789")?;
/// assert_eq!(sent, [12, b'1', b'2', b'3', b'4', b'5', b'6', b'7', b'8', b'9', 0x6e, 0x90, 0]);
/// # }
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
pub trait FrameCheck {
    /// Length of the checksum in bytes, at most 8.
    const LEN: usize;

    /// The checksum of a frame's content, of which the first [`LEN`](Self::LEN) bytes count.
    fn checksum(&self, content: &[u8]) -> [u8; 8];
}

/// No checksum.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoCheck;

impl FrameCheck for NoCheck {
    const LEN: usize = 0;

    fn checksum(&self, _content: &[u8]) -> [u8; 8] {
        [0; 8]
    }
}

impl<C: FrameCheck> FrameCheck for &C {
    const LEN: usize = C::LEN;

    fn checksum(&self, content: &[u8]) -> [u8; 8] {
        C::checksum(self, content)
    }
}

/// Checksums by a table of any size, or by none.
#[cfg(feature = "crc")]
macro_rules! crc {
    ($($width:ty),*) => {$(
        crc!(@tables $width: crc::Table<0>, crc::Table<1>, crc::Table<16>);
    )*};
    (@tables $width:ty: $($table:ty),*) => {$(
        impl FrameCheck for crc::Crc<$width, $table> {
            const LEN: usize = size_of::<$width>();

            fn checksum(&self, content: &[u8]) -> [u8; 8] {
                let mut bytes = [0; 8];
                bytes[..Self::LEN].copy_from_slice(&self.checksum(content).to_le_bytes());
                bytes
            }
        }
    )*};
}

#[cfg(feature = "crc")]
crc!(u8, u16, u32, u64);
