//! `sv2 inspect`: one frame, byte for byte.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::ops::Range;

use codec_capture::show;
use codec_capture::show::Printable;
use codec_core::trace::{Name, Node, Value};
use codec_core::{DecodeError, DecodeErrorKind, Header as _};
use codec_stratum::FrameHeader;
use session::{Inspection, Place};

use crate::dissect_page;
use crate::failure::Failure;

/// Shows one frame byte for byte: offsets, bytes, fields and values.
///
/// Of a malformed frame, the field in which decoding failed is marked, and what follows it is shown as
/// bytes; the exit status is 1. All offsets are those in the frame.
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
    match dissection.problems.first() {
        Some((_, problem)) => Err(Failure::new("the frame", format!("malformed: {problem}"))),
        None => Ok(()),
    }
}

fn read(frame: &str) -> Result<Vec<u8>, Failure> {
    let file = frame.strip_prefix('@');
    let bytes = match file {
        None => frame.as_bytes().to_vec(),
        Some(file) => std::fs::read(file)
            .map_err(|error| Failure::new(format!("can't read {file}"), error))?,
    };
    if !show::hex::is_text(&bytes) {
        return Ok(bytes);
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut whole = Vec::new();
    for line in text.lines() {
        let line = show::hex::parse(line).map_err(|reason| match file {
            Some(file) => Failure::new(file, reason),
            None => Failure::usage("the frame", reason),
        })?;
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
    /// True if decoding failed in it.
    pub(crate) is_wrong: bool,
}

/// A frame, and what its bytes are.
#[derive(Debug)]
pub(crate) struct Dissection<'f> {
    pub(crate) bytes: &'f [u8],
    pub(crate) message: String,
    /// Each within the nearest above it that is less deep.
    pub(crate) rows: Vec<Row>,
    /// Problems, each at a byte of the frame.
    pub(crate) problems: Vec<(usize, String)>,
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
        let end = FrameHeader::SIZE + there.min(declared);
        let used = &bytes[FrameHeader::SIZE..end];
        let inspection = Inspection::new(Place::Byte(0), header, used);
        let mut problems = Vec::new();
        // Of a field that ends too soon, a wrong length of the frame is the reason.
        let is_cut = |error: &DecodeError| {
            there != declared && error.kind() == DecodeErrorKind::UnexpectedEnd
        };
        if let Some(error) = inspection.error().filter(|error| !is_cut(error)) {
            problems
                .push((FrameHeader::SIZE + error.offset(), inspection.explanation().to_string()));
        }
        if declared != there {
            let reason = format!("the header says {declared} bytes of payload, there are {there}");
            problems.push((end, reason));
        }
        let channel = if header.is_channel() { ", channel bit" } else { "" };
        let mut rows = vec![
            Row::new(0, 0..FrameHeader::SIZE, "header", String::new()),
            Row::new(
                1,
                0..2,
                "extension_type",
                format!("{:#06x}{channel}", header.extension_type()),
            ),
            Row::new(1, 2..3, "msg_type", format!("{:#04x}", header.msg_type())),
            Row::new(1, 3..FrameHeader::SIZE, "msg_length", declared.to_string()),
        ];
        let message = inspection.label().to_string();
        rows.push(Row::new(0, FrameHeader::SIZE..end, &message, String::new()));
        rows.extend(fields(&inspection));
        let decoded = rows.iter().skip(5).map(|row| row.range.end).max();
        for (range, name) in [
            (decoded.unwrap_or(FrameHeader::SIZE)..end, "not decoded"),
            (end..bytes.len(), "after the payload"),
        ] {
            if !range.is_empty() {
                rows.push(Row::new(1, range.clone(), name, hex(&bytes[range])));
            }
        }
        Ok(Self { bytes, message, rows, problems })
    }

    /// One row a line; `!` marks the one in which decoding failed.
    fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let Row { depth, range, name, value, is_wrong } = row;
            let place = format!("{}..{}", range.start, range.end);
            let (indent, mark) = (2 * depth, if *is_wrong { '!' } else { ' ' });
            let line = format!("{place:>11} {mark}{:indent$}{name} {value}", "");
            let _ = writeln!(text, "{}", Printable(line.trim_end()));
        }
        for (_, problem) in &self.problems {
            let _ = writeln!(text, "malformed: {problem}");
        }
        text
    }
}

impl Row {
    fn new(depth: usize, range: Range<usize>, name: &str, value: String) -> Self {
        Self { depth, range, name: name.to_owned(), value, is_wrong: false }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a `String` can't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The fields of the payload; a field and the value that it holds are one row. One in which decoding
/// failed has all its bytes, as bytes.
fn fields(of: &Inspection<'_>) -> Vec<Row> {
    let (explanation, failed) = (of.explanation(), of.failed());
    let nodes = explanation.nodes();
    let mut rows = Vec::new();
    let mut skip = 0;
    for (at, node) in nodes.iter().enumerate() {
        if at < skip {
            continue;
        }
        let name = match node.name {
            // Fields that no extension has appended.
            Name::Field { of: "Tlvs", .. } if node.range.is_empty() && failed.is_none() => break,
            Name::Field { of: "Tlvs", .. } => String::from("tlvs"),
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
            _ => explanation.show(leaf).to_string(),
        });
        let mut value = shown.collect::<Vec<_>>().join(" ");
        let mut range = node.range.clone();
        let wrong = failed.as_ref().filter(|(index, _)| *index == at);
        if let Some((_, bytes)) = wrong {
            range = bytes.clone();
            value = format!("{value} {}", hex(&explanation.input()[bytes.clone()]));
        } else if let Some((index, bytes)) = &failed
            && encloses(nodes, at, *index)
        {
            range.end = bytes.end;
        }
        let range = FrameHeader::SIZE + range.start..FrameHeader::SIZE + range.end;
        let mut row = Row::new(node.depth + 1, range, &name, value.trim().to_owned());
        row.is_wrong = wrong.is_some();
        rows.push(row);
    }
    rows
}

/// Returns true if a node encloses a later one.
fn encloses(nodes: &[Node], outer: usize, inner: usize) -> bool {
    outer < inner && nodes[outer + 1..=inner].iter().all(|node| node.depth > nodes[outer].depth)
}
