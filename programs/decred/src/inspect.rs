//! One frame, inspected: its contents, or its error.

use std::fmt;

use codec_capture::show::{self, Line, Tree};
use codec_core::Header as _;
use codec_core::trace::{Explanation, explain_payload};
use codec_decred::{DecredProtocol, FrameHeader, Network};
use serde_json::{Value as Json, json};

/// Position of a frame in its input.
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

/// Bit sets and packed numbers, which are shown in hex.
const HEX: [&str; 4] = ["services", "bits", "vote_bits", "sequence"];

/// A frame with its decoded payload.
pub(crate) struct Inspection<'a, N: Network> {
    place: Place,
    header: FrameHeader<N>,
    explanation: Explanation<'a>,
}

impl<'a, N: Network> Inspection<'a, N> {
    pub(crate) fn new(place: Place, header: FrameHeader<N>, payload: &'a [u8]) -> Self {
        let start = match place {
            Place::Byte(offset) => offset,
            Place::Line(_) => 0,
        };
        let explanation = explain_payload::<DecredProtocol<N>>(header.id(), payload)
            .starting_at(start + FrameHeader::<N>::SIZE as u64);
        Self { place, header, explanation }
    }

    /// Describes the problem of the frame, if any: the checksum is verified first.
    pub(crate) fn complaint(&self) -> Option<String> {
        let (command, place) = (self.header.command(), self.place);
        let problem = match (self.header.verify(self.explanation.input()), self.explanation.error())
        {
            (Err(error), _) => error.kind().to_string(),
            (Ok(()), Some(_)) => self.explanation.to_string(),
            (Ok(()), None) => return None,
        };
        Some(format!("malformed frame at {place}: {command:?}: {problem}"))
    }

    /// The frame as a JSON object.
    pub(crate) fn to_json(&self) -> Json {
        let (place, at) = match self.place {
            Place::Byte(offset) => ("offset", offset),
            Place::Line(line) => ("line", line),
        };
        json!({
            place: at,
            "command": self.header.command(),
            "message": self.explanation.message(),
            "length": self.header.payload_len(),
            "fields": show::json(&self.explanation, &Tree::new(&self.explanation)),
        })
    }
}

/// One line: place, command, length of the payload, fields.
impl<N: Network> fmt::Display for Inspection<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Place::Byte(at) | Place::Line(at)) = self.place;
        let (command, len) = (self.header.command(), self.header.payload_len());
        let tree = Tree::new(&self.explanation);
        let fields = Line::new(&self.explanation, &tree).hex(&HEX).to_string();
        write!(f, "{}", format!("{at:>7}  {command:<12} {len:>8}  {fields}").trim_end())
    }
}
