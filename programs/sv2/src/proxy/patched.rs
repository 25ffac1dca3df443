//! A frame that is forwarded with other numbers in it.

use codec_core::Header as _;
use codec_core::{ById, Encode, EncodeError, Format, ToPayload, Writer};
use codec_pool::{Frame, FrameView};
use codec_stratum::{CHANNEL, Sv2TlvProtocol};

/// The most numbers of a frame that are changed.
const MOST: usize = 3;

/// A frame, and the numbers of its payload that are written instead of what it has there.
#[derive(Debug)]
pub(super) struct Patched {
    frame: Frame<Sv2TlvProtocol>,
    /// In the order of their offsets, which are four bytes apart at least.
    patches: [Option<(usize, u32)>; MOST],
}

/// The number of four bytes at an offset of a payload.
pub(super) fn number(payload: &[u8], at: usize) -> Option<u32> {
    payload.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

/// Returns true if a frame of an unknown message is for the channel with which its payload starts
/// (specification, section 3.4.1).
pub(super) fn is_routed(frame: &FrameView<'_, Sv2TlvProtocol>) -> bool {
    frame.header().is_channel() && number(frame.payload(), 0).is_some()
}

impl Patched {
    /// A frame as it is.
    pub(super) const fn new(frame: Frame<Sv2TlvProtocol>) -> Self {
        Self { frame, patches: [None; MOST] }
    }

    /// With another number at this offset, after all others that were set before. Beyond the
    /// payload's end nothing is written.
    pub(super) fn with(mut self, at: usize, number: u32) -> Self {
        if at + 4 <= self.frame.payload().len()
            && let Some(free) = self.patches.iter_mut().find(|patch| patch.is_none())
        {
            *free = Some((at, number));
        }
        self
    }
}

impl Encode for Patched {
    fn encoded_len<F: Format>(&self) -> usize {
        self.frame.payload().len()
    }

    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        let (payload, mut from) = (self.frame.payload(), 0);
        for (at, number) in self.patches.iter().flatten() {
            w.bytes(payload.get(from..*at).unwrap_or_default())?;
            w.array(&number.to_le_bytes())?;
            from = at + 4;
        }
        w.bytes(&payload[from..])
    }
}

impl ToPayload<ById, u32> for Patched {
    fn envelope(&self) -> (u32, u32) {
        let header = self.frame.header();
        (header.id(), if header.is_channel() { CHANNEL } else { 0 })
    }

    fn payload_name(&self) -> Option<&'static str> {
        None
    }
}

#[cfg(test)]
mod tests {
    use codec_core::{Message as _, Protocol as _, Sv2};
    use codec_pool::{FrameWriter, Pool};
    use codec_stratum::mining::SubmitSharesStandard;
    use codec_stratum::{AnyMessage, Sv2Protocol};

    use super::*;

    fn patched(patches: &[(usize, u32)]) -> Vec<u8> {
        let mut writer = FrameWriter::<Sv2TlvProtocol>::new(Pool::default());
        let share = SubmitSharesStandard {
            channel_id: 1,
            sequence_number: 2,
            job_id: 3,
            nonce: 4,
            ntime: 5,
            version: 6,
        };
        let frame = Patched::new(writer.encode(&share).expect("there is memory"));
        let frame = patches.iter().fold(frame, |frame, (at, number)| frame.with(*at, *number));
        writer.send(&frame).expect("there is memory");
        let mut bytes = Vec::new();
        writer.flush(&mut bytes).expect("a vector takes all");
        assert_eq!(Sv2::encoded_len(&frame) + 6, bytes.len());
        bytes
    }

    #[test]
    fn only_the_numbers_that_are_set_change() {
        let bytes = patched(&[(0, 0x0102_0304), (8, 77), (20, 99)]);
        assert_eq!(bytes[..10], [0, 0x80, 0x1a, 24, 0, 0, 4, 3, 2, 1]);
        let message = Sv2Protocol::decode(SubmitSharesStandard::ID, &bytes[6..]);
        let Ok(AnyMessage::SubmitSharesStandard(share)) = message else { panic!("{message:?}") };
        assert_eq!((share.channel_id, share.sequence_number), (0x0102_0304, 2));
        assert_eq!((share.job_id, share.nonce, share.ntime, share.version), (77, 4, 5, 99));
    }

    #[test]
    fn nothing_is_written_beyond_the_end() {
        assert_eq!(patched(&[(21, 1), (24, 1), (1000, 1)]), patched(&[]));
        assert_eq!(number(&[1, 2, 3, 4, 5], 1), Some(0x0504_0302));
        assert_eq!((number(&[1, 2, 3, 4, 5], 2), number(&[], 9)), (None, None));
    }
}
