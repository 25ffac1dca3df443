//! The 24 bytes before each payload.

use core::fmt;
use core::marker::PhantomData;

use codec_core::schema::{
    Constant, DescribeConstant, DescribeHeader, HeaderSchema, HeaderShape, Part, Role,
};
use codec_core::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Header};

use crate::command::{COMMAND_LEN, Command};
use crate::protocol::{Framing, NodeProtocol};

const LEN_AT: usize = 16;

/// The header of a frame: network, command, length and checksum of the payload.
///
/// | offset | size | field |
/// |---|---|---|
/// | 0 | 4 | the network's number |
/// | 4 | 12 | command, ASCII, zeros to its right |
/// | 16 | 4 | length of the payload |
/// | 20 | 4 | [checksum](NodeProtocol::checksum) of the payload |
///
/// The numbers are little-endian. A frame of another network, a command that is not
/// printable ASCII and a payload that is longer than its command ever allows are refused,
/// before the payload has arrived. A frame with an unknown command is accepted: its
/// [`id`](Header::id) is [`UNKNOWN`](Self::UNKNOWN), its name is kept, and decoding it fails
/// with [`UnknownMessage`](DecodeErrorKind::UnknownMessage). Whether the protocol version of a
/// connection allows a frame is checked by [`admit`](Self::admit).
///
/// If [`CHECKED`](Framing::CHECKED) is false the checksum is written but not verified, for
/// streams that were checked before.
///
/// The [README](crate) has an example.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct FrameHeader<F: Framing> {
    /// The command as on the wire: printable ASCII, then zeros.
    command: [u8; COMMAND_LEN],
    known: Option<&'static Command<F::Protocol>>,
    /// At most [`NodeProtocol::MAX_PAYLOAD`].
    len: u32,
    checksum: [u8; 4],
    network: PhantomData<F>,
}

/// Why a frame is not allowed on a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// The command is unknown.
    Unknown,
    /// The message is not in this version of the protocol.
    NotInVersion,
    /// The payload is longer than the message's may be in this version.
    TooLong {
        /// The length that the header declares, in bytes.
        len: usize,
        /// The most, in bytes.
        max: usize,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("unknown command"),
            Self::NotInVersion => f.write_str("the message is not in this version"),
            Self::TooLong { len, max } => {
                write!(f, "payload of {len} bytes is over the message's limit of {max}")
            }
        }
    }
}

impl core::error::Error for Refused {}

/// The name in a header: printable ASCII, and only zeros after it.
#[inline]
fn name(padded: &[u8; COMMAND_LEN]) -> Option<&str> {
    let end = padded.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let name = padded.get(..end)?;
    let printable = name.iter().all(|byte| matches!(byte, 0x20..=0x7e));
    if printable { core::str::from_utf8(name).ok() } else { None }
}

impl<F: Framing> FrameHeader<F> {
    /// The id of every unknown command.
    pub const UNKNOWN: &'static str = "";

    /// The command as the header has it, known or not.
    #[must_use]
    pub fn command(&self) -> &str {
        name(&self.command).unwrap_or_default()
    }

    /// The command, if it is known.
    #[inline]
    pub const fn known(&self) -> Option<&'static Command<F::Protocol>> {
        self.known
    }

    /// The first bytes of the payload's hash, as the header has them.
    #[inline]
    pub const fn checksum(&self) -> [u8; 4] {
        self.checksum
    }

    /// Checks that such a frame is allowed on a connection with this protocol version. It reads
    /// only the header: call it before the payload has arrived, or before it is decoded.
    ///
    /// # Errors
    /// [`Refused`], with the first reason that applies.
    pub fn admit(&self, version: u32) -> Result<(), Refused> {
        let command = self.known.ok_or(Refused::Unknown)?;
        let max = command.max_payload(version).ok_or(Refused::NotInVersion)?;
        let len = self.payload_len();
        if len > max { Err(Refused::TooLong { len, max }) } else { Ok(()) }
    }

    /// The longest payload under a command, known or not.
    #[inline]
    fn longest(known: Option<&Command<F::Protocol>>) -> usize {
        known.map_or(Self::MAX_PAYLOAD, Command::max_payload_ever)
    }
}

impl<F: Framing> Header for FrameHeader<F> {
    /// The command; [`UNKNOWN`](Self::UNKNOWN) if it is not a known one.
    type Id = &'static str;
    const SIZE: usize = 24;
    const MAX_PAYLOAD: usize = F::Protocol::MAX_PAYLOAD;

    /// Refuses, in this order: a payload that is longer than any may be, in a protocol that
    /// looks at [lengths first](NodeProtocol::LENGTH_FIRST)
    /// ([`LengthOverLimit`](DecodeErrorKind::LengthOverLimit)), another network
    /// ([`InvalidMagic`](DecodeErrorKind::InvalidMagic)), a command that is not printable
    /// ([`InvalidValue`](DecodeErrorKind::InvalidValue)), and a payload that is longer than the
    /// command allows in any version ([`LengthOverLimit`](DecodeErrorKind::LengthOverLimit)).
    #[inline]
    fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let refuse = |kind, offset| Err(DecodeError::new(kind, offset));
        let Some((bytes, _)) = bytes.split_first_chunk::<24>() else {
            return refuse(DecodeErrorKind::UnexpectedEnd, bytes.len());
        };
        let [m0, m1, m2, m3, command @ .., l0, l1, l2, l3, s0, s1, s2, s3] = *bytes;
        let len = u32::from_le_bytes([l0, l1, l2, l3]);
        if F::Protocol::LENGTH_FIRST && len as usize > Self::MAX_PAYLOAD {
            return refuse(DecodeErrorKind::LengthOverLimit, LEN_AT);
        }
        if u32::from_le_bytes([m0, m1, m2, m3]) != F::MAGIC {
            return refuse(DecodeErrorKind::InvalidMagic, 0);
        }
        let known = Command::padded(&command);
        if known.is_none() && name(&command).is_none() {
            return refuse(DecodeErrorKind::InvalidValue, 4);
        }
        if len as usize > Self::longest(known) {
            return refuse(DecodeErrorKind::LengthOverLimit, LEN_AT);
        }
        let checksum = [s0, s1, s2, s3];
        Ok(Self { command, known, len, checksum, network: PhantomData })
    }

    /// In addition to a payload that is longer than its command ever allows, refuses
    /// ([`InvalidValue`](EncodeErrorKind::InvalidValue)) an id that is not a command:
    /// longer than 12 bytes, or not printable ASCII. Flags are ignored.
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
            Ok(len) if payload.len() <= Self::longest(known) => {
                let checksum = F::Protocol::checksum(payload);
                Ok(Self { command, known, len, checksum, network: PhantomData })
            }
            _ => refuse(EncodeErrorKind::LengthOverLimit),
        }
    }

    #[inline]
    fn write(&self, bytes: &mut [u8]) {
        bytes[..4].copy_from_slice(&F::MAGIC.to_le_bytes());
        bytes[4..LEN_AT].copy_from_slice(&self.command);
        bytes[LEN_AT..20].copy_from_slice(&self.len.to_le_bytes());
        bytes[20..Self::SIZE].copy_from_slice(&self.checksum);
    }

    #[inline]
    fn id(&self) -> &'static str {
        self.known.map_or(Self::UNKNOWN, Command::name)
    }

    /// The command as the header has it, known or not, in quotes.
    fn fmt_id(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.command())
    }

    #[inline]
    fn payload_len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    fn verify(&self, payload: &[u8]) -> Result<(), DecodeError> {
        if F::CHECKED && F::Protocol::checksum(payload) != self.checksum {
            return Err(DecodeError::new(DecodeErrorKind::InvalidChecksum, 0));
        }
        Ok(())
    }
}

impl<F: Framing> fmt::Debug for FrameHeader<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameHeader")
            .field("network", &F::NETWORK)
            .field("command", &self.command())
            .field("len", &self.len)
            .field("checksum", &self.checksum)
            .finish_non_exhaustive()
    }
}

impl<F: Framing> DescribeHeader for FrameHeader<F> {
    const HEADER: &'static HeaderSchema = &HeaderSchema::new::<Self>(
        "FrameHeader",
        "The header of a frame: network, command, length and checksum of the payload.",
        const {
            let magic = Constant::new(&F::MAGIC, F::NETWORK, || F::MAGIC.value());
            let checksum = Role::Checksum(F::Protocol::CHECKSUM);
            &[
                Part::new("network", 0, 4, Role::Magic).magic(magic).doc("The network's number."),
                Part::new("command", 4, COMMAND_LEN, Role::Id)
                    .shape(HeaderShape::Ascii)
                    .doc("The command, ASCII, zeros to its right."),
                Part::new("length", LEN_AT, 4, Role::PayloadLen)
                    .doc("Length of the payload in bytes."),
                Part::new("checksum", 20, 4, checksum)
                    .shape(HeaderShape::Bytes)
                    .doc(F::Protocol::CHECKSUM_DOC),
            ]
        },
    );
}
