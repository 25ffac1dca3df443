//! One frame, inspected: its contents, or its error.

use std::fmt;

use codec_core::trace::{Explanation, Name, Node, explain_message};
use codec_core::{DecodeError, DecodeErrorKind, Header as _, Message as _, Sv2};
use codec_stratum::{AnyMessage, FrameHeader, TlvRef, Tlvs, mining, template_distribution};

use crate::json;
use crate::text::Fields;

/// Where a frame was found.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    /// Byte offset of the header in the input.
    Byte(u64),
    /// Line of hex, counted from 1.
    Line(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Byte(offset) => write!(f, "byte {offset}"),
            Self::Line(line) => write!(f, "line {line}"),
        }
    }
}

/// A frame with its decoded payload.
#[derive(Debug)]
pub(crate) struct Inspection<'a> {
    place: Place,
    header: FrameHeader,
    explanation: Explanation<'a>,
    /// The fields that extensions have appended.
    tlvs: Vec<TlvRef<'a>>,
}

impl<'a> Inspection<'a> {
    /// `payload` may be truncated.
    pub(crate) fn new(place: Place, header: FrameHeader, payload: &'a [u8]) -> Self {
        let explanation = explain_message::<Sv2, AnyMessage>(header.id(), payload);
        let tlvs = match explanation.error() {
            Some(error) if error.kind() == DecodeErrorKind::TrailingBytes => {
                Tlvs::new(&payload[error.offset()..]).collect::<Result<_, _>>().unwrap_or_default()
            }
            _ => Vec::new(),
        };
        Self { place, header, explanation, tlvs }
    }

    /// The error, if any.
    pub(crate) fn error(&self) -> Option<DecodeError> {
        self.explanation.error().filter(|_| self.tlvs.is_empty())
    }

    /// The message's name; of two that share a name, with the subprotocol.
    fn name(&self) -> &'static str {
        match self.header.id() {
            mining::SetNewPrevHash::ID => "mining::SetNewPrevHash",
            template_distribution::SetNewPrevHash::ID => "template_distribution::SetNewPrevHash",
            _ => match self.explanation.nodes().first() {
                Some(Node { name: Name::Field { of, .. }, .. }) => of,
                _ => "unknown",
            },
        }
    }

    /// The frame as a JSON object.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        let (place, at) = match self.place {
            Place::Byte(offset) => ("offset", offset),
            Place::Line(line) => ("line", line),
        };
        let mut object = serde_json::json!({
            place: at,
            "message": self.name(),
            "extension_type": self.header.extension_type(),
            "msg_type": self.header.msg_type(),
            "channel": self.header.is_channel(),
            "length": self.header.payload_len(),
            "fields": json::fields(&self.explanation),
        });
        if !self.tlvs.is_empty() {
            object["tlvs"] = self.tlvs.iter().map(json::tlv).collect();
        }
        object
    }

    /// The error, its position, and what was expected instead.
    pub(crate) fn complaint(&self, error: DecodeError) -> impl fmt::Display {
        Complaint { inspection: self, error }
    }
}

/// One line: place, name, channel bit, length of the payload, fields.
impl fmt::Display for Inspection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Place::Byte(at) | Place::Line(at)) = self.place;
        let channel = if self.header.is_channel() { "channel" } else { "-" };
        let (name, len) = (self.name(), self.header.payload_len());
        write!(f, "{at:>7}  {name:<37} {channel:<7} {len:>6}  {}", Fields(&self.explanation))?;
        for tlv in &self.tlvs {
            write!(f, " tlv[0x{:04x}.{}]={}", tlv.extension_type, tlv.field_type, tlv.value)?;
        }
        Ok(())
    }
}

struct Complaint<'i, 'a> {
    inspection: &'i Inspection<'a>,
    error: DecodeError,
}

impl fmt::Display for Complaint<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inspection { place, header, explanation, .. } = self.inspection;
        let (extension, msg_type) = (header.extension_type(), header.msg_type());
        writeln!(f, "malformed frame at {place}")?;
        write!(f, "  message   {} (extension 0x{extension:04x}", self.inspection.name())?;
        writeln!(f, ", type 0x{msg_type:02x}), {} bytes of payload", header.payload_len())?;
        writeln!(f, "  problem   {explanation}")?;
        let offset = self.error.offset();
        let in_frame = FrameHeader::SIZE + offset;
        write!(f, "  where     byte {offset} of the payload, byte {in_frame} of the frame")?;
        if let Place::Byte(start) = place {
            write!(f, ", byte {} of the input", start + in_frame as u64)?;
        }
        write!(f, "\n  expected  {}", expected(self.error.kind()))
    }
}

fn expected(kind: DecodeErrorKind) -> &'static str {
    match kind {
        DecodeErrorKind::UnexpectedEnd => "the rest of the field",
        DecodeErrorKind::TrailingBytes => "the end of the payload, or whole TLV fields",
        DecodeErrorKind::InvalidOptionTag => "0 for none or 1 for a value",
        DecodeErrorKind::InvalidTag => {
            "0 (mining), 1 (job declaration) or 2 (template distribution)"
        }
        DecodeErrorKind::LengthOverLimit => "a length within the limit of the field's type",
        DecodeErrorKind::UnknownMessage => "the type of a message that the extension has",
        _ => "a value that the field's type allows",
    }
}
