//! One frame, inspected: its contents, or its error.

use std::fmt;
use std::ops::Range;

use codec_capture::show::{Line, Tree};
use codec_core::trace::{Explanation, Name, Node, explain_payload};
use codec_core::{
    DecodableRef as _, DecodeError, DecodeErrorKind, Header as _, MessageInfo as _,
    MessagesRef as _, Reader, Sv2,
};
use codec_stratum::{AnyMessageRef, FrameHeader, Sv2TlvProtocol, TlvsRef, message_name};

use crate::label::Label;
use crate::text::{Appended, HEX, named};

/// Position of a frame in its input.
#[derive(Debug, Clone, Copy)]
pub enum Place {
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
pub struct Inspection<'a> {
    place: Place,
    header: FrameHeader,
    explanation: Explanation<'a>,
    /// Flags that a header of this message has; `None` if the message could not be decoded.
    flags: Option<u32>,
    /// The fields that extensions have appended.
    tlvs: Option<TlvsRef<'a>>,
}

impl<'a> Inspection<'a> {
    /// `payload` may be truncated.
    pub fn new(place: Place, header: FrameHeader, payload: &'a [u8]) -> Self {
        let start = match place {
            Place::Byte(offset) => offset,
            Place::Line(_) => 0,
        };
        let explanation = explain_payload::<Sv2TlvProtocol>(header.id(), payload)
            .starting_at(start + FrameHeader::SIZE as u64);
        let mut r = Reader::<Sv2>::new(payload);
        let message = AnyMessageRef::decode_message_ref(header.id(), &mut r);
        let flags = message.ok().map(|message| message.flags());
        let tlvs = flags.and_then(|_| TlvsRef::decode_ref(&mut r).ok());
        Self { place, header, explanation, flags, tlvs }
    }

    /// Position of the frame in its input.
    pub const fn place(&self) -> Place {
        self.place
    }

    /// The frame's header.
    pub const fn header(&self) -> FrameHeader {
        self.header
    }

    /// The payload with all fields, as far as it is valid. Offsets that it shows are those in the input,
    /// or in the frame where that is a line.
    pub const fn explanation(&self) -> &Explanation<'a> {
        &self.explanation
    }

    /// The fields that extensions have appended.
    pub const fn tlvs(&self) -> Option<TlvsRef<'a>> {
        self.tlvs
    }

    /// The error, if any.
    pub fn error(&self) -> Option<DecodeError> {
        self.explanation.error()
    }

    /// Returns whether the header's channel bit contradicts the message.
    pub fn is_misrouted(&self) -> bool {
        self.flags.is_some_and(|flags| self.header.flags() != Some(flags))
    }

    /// The message's name, or its numbers.
    pub const fn label(&self) -> Label {
        Label(self.header)
    }

    /// The node that was being read when decoding stopped, and its bytes in the payload as far as
    /// they are there or declared, with those of its length.
    pub fn failed(&self) -> Option<(usize, Range<usize>)> {
        let error = self.error()?;
        let nodes = self.explanation.nodes();
        let mut depth = usize::MAX;
        let mut enclosing = nodes.iter().enumerate().rev().filter(|(_, node)| {
            let encloses = node.depth < depth;
            depth = depth.min(node.depth);
            encloses
        });
        // One that is complete has bytes.
        let is_open = |node: &Node| {
            node.name != Name::Leaf && node.range.is_empty() && node.range.start <= error.offset()
        };
        let (index, node) = enclosing.find(|(_, node)| is_open(node))?;
        let payload = self.explanation.input().len();
        let read = nodes[index..].iter().map(|node| node.range.end).max().unwrap_or_default();
        let end = match error.kind() {
            DecodeErrorKind::UnexpectedEnd => payload,
            _ => read.max(error.offset() + 1).min(payload),
        };
        Some((index, node.range.start..end))
    }

    /// The fields of the message, without those that extensions have appended.
    pub fn tree(&self) -> Tree<'_> {
        Tree::before(&self.explanation, "Tlvs")
    }

    /// The error, its position, and what was expected instead.
    pub fn complaint(&self, error: DecodeError) -> impl fmt::Display {
        Complaint { inspection: self, error }
    }
}

/// One line: place, name, channel bit, length of the payload, fields. A channel bit that is
/// not the message's has a mark.
impl fmt::Display for Inspection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Place::Byte(at) | Place::Line(at)) = self.place;
        let channel = match (self.header.is_channel(), self.is_misrouted()) {
            (true, false) => "channel",
            (false, false) => "-",
            (true, true) => "!channel",
            (false, true) => "!-",
        };
        let (name, len) = (self.label(), self.header.payload_len());
        let tree = self.tree();
        let fields = Line::new(&self.explanation, &tree).hex(&HEX).named(named);
        write!(f, "{at:>7}  {name:<38} {channel:<7} {len:>6}  {fields}")?;
        let Some(tlvs) = self.tlvs else { return Ok(()) };
        tlvs.fields.iter().try_for_each(|tlv| write!(f, " {}", Appended(&tlv)))?;
        if self.is_misrouted() {
            write!(f, " (the channel bit contradicts the message)")?;
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
        let Inspection { place, header, .. } = self.inspection;
        let what = match self.error.kind() {
            DecodeErrorKind::UnknownMessage => "unknown message",
            _ => "malformed frame",
        };
        writeln!(f, "{what} at {place}")?;
        write!(f, "  message   {}", self.inspection.label())?;
        if message_name(header.id()).is_some() {
            f.write_str(" ")?;
            header.fmt_id(f)?;
        }
        writeln!(f, ", {} bytes of payload", header.payload_len())?;
        writeln!(f, "  problem   {}", self.inspection.explanation)?;
        let offset = self.error.offset();
        let in_frame = FrameHeader::SIZE + offset;
        write!(f, "  where     byte {offset} of the payload, byte {in_frame} of the frame")?;
        if let Place::Byte(start) = place {
            write!(f, ", byte {} of the input", start + in_frame as u64)?;
        }
        write!(f, "\n  expected  {}", self.expected())
    }
}

impl Complaint<'_, '_> {
    fn expected(&self) -> &'static str {
        if self.inspection.flags.is_some() {
            return "the end of the payload, or whole TLV fields";
        }
        match self.error.kind() {
            DecodeErrorKind::UnexpectedEnd => "the rest of the field",
            DecodeErrorKind::InvalidOptionTag => "0 for none or 1 for a value",
            DecodeErrorKind::LengthOverLimit => "a length within the limit of the field's type",
            DecodeErrorKind::UnknownMessage => "the type of a message that the extension has",
            _ => "a value that the field's type allows",
        }
    }
}
