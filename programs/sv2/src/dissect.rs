//! `sv2 inspect`: one frame, byte for byte.

use std::fmt::Write as _;

use std::io::{self, Write as _};
use std::ops::Range;

use codec_capture::show::{Printable, hex};
use codec_core::trace::{Explanation, Name, Node, Value, explain_message};
use codec_core::{Header as _, Sv2};
use codec_stratum::{AnyMessage, FrameHeader};

use crate::dissect_page;
use crate::failure::Failure;

/// Shows one frame byte for byte: offsets, bytes, fields and values.
///
/// A malformed frame is shown up to where it is wrong, with the reason, and the exit status is 1.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The frame in hex, or `@` and the name of a file that holds it, raw or in hex.
    frame: String,
    /// Write a page of HTML that needs no other file: bytes and fields side by side, each
    /// linked to the other.
    #[arg(long)]
    html: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let bytes = read(&arguments.frame)?;
    let dissection = Dissection::new(&bytes)?;
    let text = if arguments.html { dissect_page::write(&dissection) } else { dissection.text() };
    io::stdout().lock().write_all(text.as_bytes()).map_err(|error| Failure::output(&error))?;
    match dissection.problem {
        Some((at, problem)) => {
            Err(Failure::new("the frame", format!("malformed at byte {at}: {problem}")))
        }
        None => Ok(()),
    }
}

fn read(frame: &str) -> Result<Vec<u8>, Failure> {
    let bytes = match frame.strip_prefix('@') {
        None => frame.as_bytes().to_vec(),
        Some(file) => std::fs::read(file)
            .map_err(|error| Failure::new(format!("can't read {file}"), error))?,
    };
    if !hex::is_text(&bytes) {
        return Ok(bytes);
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut whole = Vec::new();
    for line in text.lines() {
        let line = hex::parse(line).map_err(|reason| Failure::new("the frame", reason))?;
        whole.extend(line.unwrap_or_default());
    }
    Ok(whole)
}

/// A row: what some bytes of the frame are.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) depth: usize,
    pub(crate) range: Range<usize>,
    pub(crate) name: String,
    pub(crate) value: String,
}

/// A frame, and what its bytes are.
#[derive(Debug)]
pub(crate) struct Dissection<'f> {
    pub(crate) bytes: &'f [u8],
    pub(crate) message: &'static str,
    /// Each within the nearest above it that is less deep.
    pub(crate) rows: Vec<Row>,
    /// What is wrong, and at which byte.
    pub(crate) problem: Option<(usize, String)>,
}

impl<'f> Dissection<'f> {
    pub(crate) fn new(bytes: &'f [u8]) -> Result<Self, Failure> {
        let (head, payload) = bytes.split_at(bytes.len().min(FrameHeader::SIZE));
        let Ok(header) = FrameHeader::parse(head) else {
            return Err(Failure::new(
                "the frame",
                format!("{} bytes are no header of 6", head.len()),
            ));
        };
        let (declared, there) = (header.payload_len(), payload.len());
        let used = &payload[..there.min(declared)];
        let explanation = explain_message::<Sv2, AnyMessage>(header.id(), used);
        let mut problem = explanation
            .error()
            .map(|error| (FrameHeader::SIZE + error.offset(), explanation.to_string()));
        if declared != there {
            let reason = format!("the header says {declared} bytes of payload, there are {there}");
            problem = Some((FrameHeader::SIZE + there.min(declared), reason));
        }
        let channel = if header.is_channel() { ", channel bit" } else { "" };
        let row = |depth, range, name: &str, value| Row { depth, range, name: name.into(), value };
        let mut rows = vec![
            row(0, 0..FrameHeader::SIZE, "header", String::new()),
            row(1, 0..2, "extension_type", format!("{:#06x}{channel}", header.extension_type())),
            row(1, 2..3, "msg_type", format!("{:#04x}", header.msg_type())),
            row(1, 3..6, "msg_length", declared.to_string()),
        ];
        let message = explanation.message().unwrap_or("unknown message");
        rows.push(row(0, FrameHeader::SIZE..bytes.len(), message, String::new()));
        rows.extend(fields(&explanation));
        Ok(Self { bytes, message, rows, problem })
    }

    /// One row a line.
    fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let Row { depth, range, name, value } = row;
            let place = format!("{}..{}", range.start, range.end);
            let indent = 2 * depth;
            let line = format!("{place:>11}  {:indent$}{name} {value}", "");
            let _ = writeln!(text, "{}", Printable(line.trim_end()));
        }
        if let Some((at, problem)) = &self.problem {
            let _ = writeln!(text, "malformed at byte {at}: {problem}");
        }
        text
    }
}

/// The fields of the payload; a field and the value that it holds are one row.
fn fields(of: &Explanation<'_>) -> Vec<Row> {
    let nodes = of.nodes();
    let mut rows = Vec::new();
    let mut skip = 0;
    for (at, node) in nodes.iter().enumerate() {
        if at < skip {
            continue;
        }
        let name = match node.name {
            Name::Field { field, .. } => field.to_owned(),
            Name::Element(index) => format!("[{index}]"),
            _ => String::from("value"),
        };
        let own = |leaf: &&Node| leaf.depth == node.depth + 1 && leaf.name == Name::Leaf;
        let leaves: Vec<_> = nodes[at + 1..].iter().take_while(own).collect();
        skip = at + 1 + leaves.len();
        let shown = std::iter::once(node).chain(leaves).filter(|leaf| leaf.value.is_some());
        let shown = shown.map(|leaf| match leaf.value {
            Some(Value::Length(len)) => format!("({len})"),
            _ => of.show(leaf).to_string(),
        });
        let value = shown.collect::<Vec<_>>().join(" ");
        let range = FrameHeader::SIZE + node.range.start..FrameHeader::SIZE + node.range.end;
        rows.push(Row { depth: node.depth + 1, range, name, value });
    }
    rows
}
