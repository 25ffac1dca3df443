//! The 24 bytes before each payload.

use core::fmt;
use core::marker::PhantomData;

use codec_core::schema::{
    Constant, DescribeConstant, DescribeHeader, HeaderSchema, HeaderShape, Part, Role,
};
use codec_core::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Header};

use crate::command::{COMMAND_LEN, Command, MAX_MESSAGE_PAYLOAD};
use crate::digest::Digest;
use crate::network::{MainNet, Network};

const LEN_AT: usize = 16;

/// The header of a frame: network, command, length and checksum of the payload.
///
/// | offset | size | field |
/// |---|---|---|
/// | 0 | 4 | the network's number |
/// | 4 | 12 | command, ASCII, zeros to its right |
/// | 16 | 4 | length of the payload |
/// | 20 | 4 | first four bytes of the double SHA-256 hash of the payload |
///
/// The numbers are little-endian. A frame of another network, a command that is not
/// printable ASCII and a payload that is longer than its command allows are refused, before
/// the payload has arrived. A frame with an unknown command is accepted: its
/// [`id`](Header::id) is [`UNKNOWN`](Self::UNKNOWN), its name is kept, and decoding it fails
/// with [`UnknownMessage`](DecodeErrorKind::UnknownMessage).
///
/// With `CHECKED` false the checksum is written but not verified, for streams that were
/// checked before.
///
/// ```
/// use codec_bitcoin::{FrameHeader, MainNet};
/// use codec_core::Header;
/// let header = FrameHeader::<MainNet>::describe("verack", 0, &[])?;
/// let mut bytes = [0; FrameHeader::<MainNet>::SIZE];
/// header.write(&mut bytes);
/// assert_eq!(bytes[..16], *b"\xf9\xbe\xb4\xd9verack\0\0\0\0\0\0");
/// assert_eq!(bytes[16..], [0, 0, 0, 0, 0x5d, 0xf6, 0xe0, 0xe2]);
/// let parsed = FrameHeader::<MainNet>::parse(&bytes)?;
/// assert_eq!((parsed.id(), parsed.payload_len()), ("verack", 0));
/// assert!(parsed.verify(&[0]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct FrameHeader<N = MainNet, const CHECKED: bool = true> {
    /// As on the wire: printable ASCII, then zeros.
    command: [u8; COMMAND_LEN],
    known: Option<&'static Command>,
    /// At most [`MAX_MESSAGE_PAYLOAD`].
    len: u32,
    checksum: [u8; 4],
    network: PhantomData<N>,
}

/// The name in a header: printable ASCII, and only zeros after it.
#[inline]
fn name(padded: &[u8; COMMAND_LEN]) -> Option<&str> {
    let end = padded.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let name = padded.get(..end)?;
    let printable = name.iter().all(|byte| matches!(byte, 0x20..=0x7e));
    if printable { core::str::from_utf8(name).ok() } else { None }
}

impl<N: Network, const CHECKED: bool> FrameHeader<N, CHECKED> {
    /// The id of every unknown command.
    pub const UNKNOWN: &'static str = "";

    /// The command as the header has it, known or not.
    #[must_use]
    pub fn command(&self) -> &str {
        name(&self.command).unwrap_or_default()
    }

    /// The command, if it is known.
    #[inline]
    pub const fn known(&self) -> Option<&'static Command> {
        self.known
    }

    /// The first bytes of the payload's hash, as the header has them.
    #[inline]
    pub const fn checksum(&self) -> [u8; 4] {
        self.checksum
    }

    fn of(payload: &[u8]) -> [u8; 4] {
        let [a, b, c, d, ..] = Digest::of(payload).0;
        [a, b, c, d]
    }
}

/// The longest payload under a command, known or not.
#[inline]
fn longest(known: Option<&Command>) -> usize {
    known.map_or(MAX_MESSAGE_PAYLOAD, Command::max_payload)
}

impl<N: Network, const CHECKED: bool> Header for FrameHeader<N, CHECKED> {
    /// The command; [`UNKNOWN`](Self::UNKNOWN) if it is not a known one.
    type Id = &'static str;
    const SIZE: usize = 24;
    const MAX_PAYLOAD: usize = MAX_MESSAGE_PAYLOAD;

    /// Refuses, in this order: another network
    /// ([`InvalidMagic`](DecodeErrorKind::InvalidMagic)), a command that is not printable
    /// ([`InvalidValue`](DecodeErrorKind::InvalidValue)), and a payload that is longer than
    /// the command allows ([`LengthOverLimit`](DecodeErrorKind::LengthOverLimit)).
    #[inline]
    fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let refuse = |kind, offset| Err(DecodeError::new(kind, offset));
        let Some((bytes, _)) = bytes.split_first_chunk::<24>() else {
            return refuse(DecodeErrorKind::UnexpectedEnd, bytes.len());
        };
        let [m0, m1, m2, m3, command @ .., l0, l1, l2, l3, s0, s1, s2, s3] = *bytes;
        if u32::from_le_bytes([m0, m1, m2, m3]) != N::MAGIC {
            return refuse(DecodeErrorKind::InvalidMagic, 0);
        }
        let known = Command::padded(&command);
        if known.is_none() && name(&command).is_none() {
            return refuse(DecodeErrorKind::InvalidValue, 4);
        }
        let len = u32::from_le_bytes([l0, l1, l2, l3]);
        if usize::try_from(len).is_ok_and(|len| len > longest(known)) {
            return refuse(DecodeErrorKind::LengthOverLimit, LEN_AT);
        }
        let checksum = [s0, s1, s2, s3];
        Ok(Self { command, known, len, checksum, network: PhantomData })
    }

    /// In addition to a payload that is longer than its command allows, refuses
    /// ([`InvalidValue`](EncodeErrorKind::InvalidValue)) an id that is not a command: longer
    /// than 12 bytes, or not printable ASCII. Flags are ignored.
    #[inline]
    fn describe(id: &'static str, _flags: u32, payload: &[u8]) -> Result<Self, EncodeError> {
        let refuse = |kind| Err(EncodeError::new(kind, 0));
        let mut command = [0; COMMAND_LEN];
        let Some(room) = command.get_mut(..id.len()) else {
            return refuse(EncodeErrorKind::InvalidValue);
        };
        room.copy_from_slice(id.as_bytes());
        let known = Command::padded(&command);
        if known.is_none() && name(&command) != Some(id) {
            return refuse(EncodeErrorKind::InvalidValue);
        }
        match u32::try_from(payload.len()) {
            Ok(len) if payload.len() <= longest(known) => {
                let checksum = Self::of(payload);
                Ok(Self { command, known, len, checksum, network: PhantomData })
            }
            _ => refuse(EncodeErrorKind::LengthOverLimit),
        }
    }

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        bytes[..4].copy_from_slice(&N::MAGIC.to_le_bytes());
        bytes[4..LEN_AT].copy_from_slice(&self.command);
        bytes[LEN_AT..20].copy_from_slice(&self.len.to_le_bytes());
        bytes[20..Self::SIZE].copy_from_slice(&self.checksum);
    }

    #[inline]
    fn id(&self) -> &'static str {
        self.known.map_or(Self::UNKNOWN, Command::name)
    }

    #[inline]
    fn payload_len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    fn verify(&self, payload: &[u8]) -> Result<(), DecodeError> {
        if CHECKED && Self::of(payload) != self.checksum {
            return Err(DecodeError::new(DecodeErrorKind::InvalidChecksum, 0));
        }
        Ok(())
    }
}

impl<N: Network, const CHECKED: bool> fmt::Debug for FrameHeader<N, CHECKED> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameHeader")
            .field("network", &N::NAME)
            .field("command", &self.command())
            .field("len", &self.len)
            .field("checksum", &self.checksum)
            .finish_non_exhaustive()
    }
}

impl<N: Network, const CHECKED: bool> DescribeHeader for FrameHeader<N, CHECKED> {
    const HEADER: &'static HeaderSchema = {
        const NETWORK: &str = "The network's number.";
        const COMMAND: &str = "The command, ASCII, zeros to its right.";
        const CHECKSUM: &str = "First four bytes of the double SHA-256 hash of the payload.";
        &HeaderSchema::new::<Self>(
            "FrameHeader",
            "The header of a frame: network, command, length and checksum of the payload.",
            const {
                let magic = Constant::new(&N::MAGIC, N::NAME, || N::MAGIC.value());
                &[
                    Part::new("network", 0, 4, Role::Magic).magic(magic).doc(NETWORK),
                    Part::new("command", 4, COMMAND_LEN, Role::Id)
                        .shape(HeaderShape::Ascii)
                        .doc(COMMAND),
                    Part::new("length", LEN_AT, 4, Role::PayloadLen)
                        .doc("Length of the payload in bytes."),
                    Part::new(
                        "checksum",
                        20,
                        4,
                        Role::Checksum("double SHA-256, first four bytes"),
                    )
                    .shape(HeaderShape::Bytes)
                    .doc(CHECKSUM),
                ]
            },
        )
    };
}
