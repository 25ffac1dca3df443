//! Frames that end with a zero byte.

use cobs::{EncoderState, PushResult};
use codec_core::{Encode, EncodeError, EncodeErrorKind, Format};
use embedded_io::Write;

use crate::check::{FrameCheck, NoCheck};
use crate::error::FixedSendError;

/// Encodes values as frames of [COBS]: no byte of a frame is zero but its last, so that a
/// receiver finds the next one after any damage. `N` bytes hold the value, its checksum, a byte
/// for each 254 of them begun, and two.
///
/// ```
/// use codec_core::Postcard;
/// use codec_embedded::CobsWriter;
/// let mut writer = CobsWriter::<16>::new();
/// assert_eq!(writer.encode::<Postcard, _>(&[7u8, 0, 9])?, [2, 7, 2, 9, 0]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
///
/// [COBS]: http://www.stuartcheshire.org/papers/COBSforToN.pdf
#[derive(Debug)]
pub struct CobsWriter<const N: usize, C = NoCheck> {
    bytes: [u8; N],
    check: C,
}

impl<const N: usize> CobsWriter<N> {
    /// A writer of frames without a checksum. Const, so that it may be a `static`'s value.
    pub const fn new() -> Self {
        Self { bytes: [0; N], check: NoCheck }
    }
}

impl<const N: usize, C: FrameCheck> CobsWriter<N, C> {
    /// A writer of frames that end with a checksum.
    pub const fn with_check(check: C) -> Self {
        Self { bytes: [0; N], check }
    }

    /// The frame of a value, with the zero at its end.
    ///
    /// # Errors
    /// [`BufferTooSmall`](EncodeErrorKind::BufferTooSmall) when it does not fit the buffer, and
    /// those of the value.
    pub fn encode<F: Format, T: Encode + ?Sized>(
        &mut self,
        value: &T,
    ) -> Result<&[u8], EncodeError> {
        // The content is so far back that what is stuffed never reaches what is not.
        let front = 2 + N / 254;
        let too_small = || EncodeError::new(EncodeErrorKind::BufferTooSmall, 0);
        let room = self.bytes.get_mut(front..).ok_or_else(too_small)?;
        let len = F::encode_into(value, room)?;
        let checksum = self.check.checksum(&room[..len]);
        let trailer = room.get_mut(len..len + C::LEN).ok_or_else(too_small)?;
        trailer.copy_from_slice(&checksum[..C::LEN]);
        let len = stuff(&mut self.bytes, front, len + C::LEN);
        Ok(&self.bytes[..len])
    }

    /// Sends a value, and flushes.
    ///
    /// # Errors
    /// See [`FixedSendError`].
    pub fn send<F: Format, T: Encode + ?Sized, W: Write>(
        &mut self,
        value: &T,
        sink: &mut W,
    ) -> Result<(), FixedSendError<W::Error>> {
        let frame = self.encode::<F, T>(value)?;
        sink.write_all(frame).and_then(|()| sink.flush()).map_err(FixedSendError::Write)
    }

    /// Like [`send`](Self::send), to an asynchronous sink. A future that is dropped may leave a
    /// part of the frame sent, which the next frame's receiver refuses.
    ///
    /// # Errors
    /// See [`FixedSendError`].
    #[cfg(feature = "async")]
    pub async fn send_async<F: Format, T: Encode + ?Sized, W: embedded_io_async::Write>(
        &mut self,
        value: &T,
        sink: &mut W,
    ) -> Result<(), FixedSendError<W::Error>> {
        let frame = self.encode::<F, T>(value)?;
        sink.write_all(frame).await.map_err(FixedSendError::Write)?;
        sink.flush().await.map_err(FixedSendError::Write)
    }
}

impl<const N: usize, C: FrameCheck + Default> Default for CobsWriter<N, C> {
    fn default() -> Self {
        Self::with_check(C::default())
    }
}

/// Stuffs `len` bytes at `front` to the buffer's start, and returns the length of the frame.
fn stuff(bytes: &mut [u8], front: usize, len: usize) -> usize {
    let mut state = EncoderState::default();
    // The first byte says where the first zero was.
    let mut end = 1;
    for from in front..front + len {
        match state.push(bytes[from]) {
            PushResult::AddSingle(byte) => bytes[end] = byte,
            PushResult::ModifyFromStartAndSkip((at, distance)) => bytes[at] = distance,
            PushResult::ModifyFromStartAndPushAndSkip((at, distance, byte)) => {
                (bytes[at], bytes[end]) = (distance, byte);
                // A run of 254 that ends the content needs no further distance.
                if from + 1 == front + len {
                    bytes[end + 1] = 0;
                    return end + 2;
                }
                end += 1;
            }
        }
        end += 1;
    }
    let (at, distance) = state.finalize();
    bytes[at] = distance;
    bytes[end] = 0;
    end + 1
}
