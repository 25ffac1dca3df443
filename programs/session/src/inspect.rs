//! One frame, inspected: its contents, or its error.

use std::fmt;
use std::ops::Range;

use codec_capture::show::{Line, Tree};
use codec_core::trace::{Explanation, Name, Node, explain_message};
use codec_core::{
    DecodableRef as _, DecodeError, DecodeErrorKind, Header as _, MessageInfo as _,
    MessagesRef as _, Reader, Sv2,
};
use codec_stratum::{AnyMessage, AnyMessageRef, FrameHeader, TlvsRef, WithTlvs, message_name};

use crate::label::Label;
use crate::text::{Appended, HEX, named};

/// Where a frame was found.
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
    /// What the header of such a message carries, if it is one.
    flags: Option<u32>,
    /// The fields that extensions have appended.
    tlvs: Option<TlvsRef<'a>>,
}

impl<'a> Inspection<'a> {
    /// `payload` may be truncated.
    pub fn new(place: Place, header: FrameHeader, payload: &'a [u8]) -> Self {
        let explanation = explain_message::<Sv2, WithTlvs<AnyMessage>>(header.id(), payload);
        let mut r = Reader::<Sv2>::new(payload);
        let message = AnyMessageRef::decode_message_ref(header.id(), &mut r);
        let flags = message.ok().map(|message| message.flags());
        let tlvs = flags.and_then(|_| TlvsRef::decode_ref(&mut r).ok());
        Self { place, header, explanation, flags, tlvs }
    }

    /// Where the frame was found.
    pub const fn place(&self) -> Place {
        self.place
    }

    /// The frame's header.
    pub const fn header(&self) -> FrameHeader {
        self.header
    }

    /// The payload with all fields, as far as it is valid.
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

    /// Whether the channel bit says otherwise than the message.
    pub fn is_misrouted(&self) -> bool {
        self.flags.is_some_and(|flags| self.header.flags() != Some(flags))
    }

    /// The message's name, or its numbers.
    pub const fn label(&self) -> Label {
        Label(self.header)
    }

    /// The fields of the message, one a line, with their offsets in the payload and their bytes.
    pub fn dump(&self) -> String {
        let dump = self.explanation.dump().to_string();
        dump.lines().fold(String::new(), |text, line| {
            // The columns of an offset and of bytes, which are ASCII.
            let (bytes, field) = match line.strip_prefix("error: ") {
                Some(_) => line.split_at("error: ".len()),
                None => line.split_at(line.len().min(DUMP)),
            };
            text + bytes + &self.renamed(field) + "\n"
        })
    }

    /// The problem of the frame, and its field. Offsets are those in the frame.
    pub fn problem(&self) -> Option<String> {
        let error = self.error()?;
        let line = self.explanation.to_string();
        let at = format!(" at byte {}", error.offset());
        let line = self.renamed(&line.replacen(&at, "", 1));
        let Some((problem, start)) = line.split_once(BEGAN) else { return Some(line) };
        let digits = start.find(|end: char| !end.is_ascii_digit()).unwrap_or(start.len());
        let (number, rest) = start.split_at(digits);
        let start = number.parse::<usize>().map_or(0, |start| FrameHeader::SIZE + start);
        Some(format!("{problem}{BEGAN}{start}{rest}"))
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

    /// A line that begins with the library's name of the message, with the specification's instead.
    fn renamed(&self, line: &str) -> String {
        let id = self.header.id();
        match (AnyMessage::name_of(id), message_name(id)) {
            (Some(own), Some(name)) => line
                .strip_prefix(own)
                .map_or_else(|| line.to_owned(), |rest| format!("{name}{rest}")),
            _ => line.to_owned(),
        }
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

/// Words of the library's errors before the offset of a field.
const BEGAN: &str = "the field began at byte ";

/// Columns of a dump before the names.
const DUMP: usize = 35;

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
        writeln!(f, "malformed frame at {place}")?;
        write!(f, "  message   {}", self.inspection.label())?;
        if message_name(header.id()).is_some() {
            f.write_str(" ")?;
            header.fmt_id(f)?;
        }
        writeln!(f, ", {} bytes of payload", header.payload_len())?;
        let problem = self.inspection.problem().unwrap_or_default();
        writeln!(
            f,
            "  problem   {}",
            problem.replacen(BEGAN, "the field began at frame byte ", 1)
        )?;
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
