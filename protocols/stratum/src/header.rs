//! The header before each message (Stratum V2 specification, section 3.2).

use core::fmt;

#[cfg(feature = "schema")]
use codec_core::schema::{DescribeHeader, HeaderSchema, Part, Piece, Role};
use codec_core::wire::MAX_U24;
use codec_core::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Header};

/// The channel bit, in the flags of a message and in a header's extension
/// type: the payload starts with a channel's id, and proxies route by it.
pub const CHANNEL: u32 = 0x8000;

/// The id of the first message of extension `n`: `n << 8`. The core protocol is
/// extension 0, so that its ids are the message types.
///
/// ```
/// assert_eq!(codec_stratum::extension(0x0001) | 0x02, 0x0102);
/// ```
#[must_use]
pub const fn extension(n: u32) -> u32 {
    n << 8
}

/// The six bytes before a payload: extension type, message type, and length.
///
/// ```
/// use codec_core::Header;
/// use codec_stratum::{CHANNEL, FrameHeader};
/// let header = FrameHeader::describe(0x1b, CHANNEL, &[0; 0x0102])?;
/// let mut bytes = [0; FrameHeader::SIZE];
/// header.write(&mut bytes);
/// assert_eq!(bytes, [0, 0x80, 0x1b, 2, 1, 0]);
/// assert_eq!(FrameHeader::parse(&bytes)?, header);
/// assert_eq!((header.extension_type(), header.msg_type(), header.is_channel()), (0, 0x1b, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FrameHeader {
    /// With the channel bit, as on the wire.
    extension: u16,
    msg_type: u8,
    /// At most [`MAX_U24`].
    len: u32,
}

impl FrameHeader {
    const CHANNEL_BIT: u16 = 0x8000;

    /// The extension that the message belongs to, without the channel bit; 0
    /// for the core protocol.
    #[inline]
    pub const fn extension_type(self) -> u16 {
        self.extension & !Self::CHANNEL_BIT
    }

    /// The message type within the extension.
    #[inline]
    pub const fn msg_type(self) -> u8 {
        self.msg_type
    }

    /// Returns whether the channel bit is set.
    #[inline]
    pub const fn is_channel(self) -> bool {
        self.extension & Self::CHANNEL_BIT != 0
    }
}

impl Header for FrameHeader {
    /// Extension type and message type; the channel bit is not part of it.
    type Id = u32;
    const SIZE: usize = 6;
    const MAX_PAYLOAD: usize = MAX_U24;

    /// Any six bytes are a header.
    #[inline]
    fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        match *bytes {
            [e0, e1, msg_type, l0, l1, l2] => Ok(Self {
                extension: u16::from_le_bytes([e0, e1]),
                msg_type,
                len: u32::from_le_bytes([l0, l1, l2, 0]),
            }),
            _ => Err(DecodeError::new(DecodeErrorKind::UnexpectedEnd, bytes.len().min(Self::SIZE))),
        }
    }

    /// In addition to a payload that is too long, refuses
    /// ([`InvalidValue`](EncodeErrorKind::InvalidValue)) an extension above `0x7fff` and
    /// flags other than [`CHANNEL`], for which there are no bits.
    #[inline]
    fn describe(id: u32, flags: u32, payload: &[u8]) -> Result<Self, EncodeError> {
        let refuse = |kind| Err(EncodeError::new(kind, 0));
        let [msg_type, e0, e1, beyond] = id.to_le_bytes();
        let extension = u16::from_le_bytes([e0, e1]);
        if beyond != 0 || extension & Self::CHANNEL_BIT != 0 || flags & !CHANNEL != 0 {
            return refuse(EncodeErrorKind::InvalidValue);
        }
        let channel = if flags == 0 { 0 } else { Self::CHANNEL_BIT };
        match u32::try_from(payload.len()) {
            Ok(len) if payload.len() <= Self::MAX_PAYLOAD => {
                Ok(Self { extension: extension | channel, msg_type, len })
            }
            _ => refuse(EncodeErrorKind::LengthOverLimit),
        }
    }

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        let [e0, e1] = self.extension.to_le_bytes();
        let [l0, l1, l2, _] = self.len.to_le_bytes();
        bytes[..Self::SIZE].copy_from_slice(&[e0, e1, self.msg_type, l0, l1, l2]);
    }

    #[inline]
    fn id(&self) -> u32 {
        extension(self.extension_type().into()) | u32::from(self.msg_type)
    }

    /// The message type, and unless it is one of the core protocol, the extension: `0x1b`, or
    /// `0x05 of extension 0x4001`.
    fn fmt_id(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#04x}", self.msg_type)?;
        match self.extension_type() {
            0 => Ok(()),
            extension => write!(f, " of extension {extension:#06x}"),
        }
    }

    /// [`CHANNEL`] or 0.
    #[inline]
    fn flags(&self) -> Option<u32> {
        Some((self.extension & Self::CHANNEL_BIT).into())
    }

    #[inline]
    fn payload_len(&self) -> usize {
        self.len as usize
    }
}

#[cfg(feature = "schema")]
impl DescribeHeader for FrameHeader {
    const HEADER: &'static HeaderSchema = &HeaderSchema::new::<Self>(
        "FrameHeader",
        "Comes before each message (Stratum V2 specification, section 3.2).",
        const {
            let pieces = const {
                &[
                    Piece::new(Role::Id, 0x7fff, 8),
                    Piece::new(Role::Flags, Self::CHANNEL_BIT as u64, 0),
                ]
            };
            &[
                Part::new("extension_type", 0, 2, Role::Pieces(pieces)).doc(
                    "The extension that the message belongs to; the highest bit is the channel \
                     bit.",
                ),
                Part::new("msg_type", 2, 1, Role::Id).doc("The message type in the extension."),
                Part::new("msg_length", 3, 3, Role::PayloadLen)
                    .doc("Length of the payload in bytes."),
            ]
        },
    );
}
