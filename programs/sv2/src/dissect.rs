//! `sv2 inspect`: one frame, byte for byte.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use codec_capture::show;
use codec_capture::show::{Dissection, Row};
use codec_core::trace::{Name, Node, Value};
use codec_core::{DecodeError, DecodeErrorKind, Header as _};
use codec_stratum::FrameHeader;
use session::{Inspection, Place};

use crate::failure::Failure;

/// Shows one frame byte for byte: offsets, bytes, fields and values.
///
/// In a malformed frame, the field in which decoding failed is marked, and the rest is shown as
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
    let dissection = dissection(&bytes)?;
    let text = if arguments.html { dissection.html() } else { dissection.to_string() };
    io::stdout().lock().write_all(text.as_bytes()).map_err(|error| Failure::output(&error))?;
    match dissection.problems.first() {
        Some((_, problem)) => Err(Failure::new("the frame", format!("malformed: {problem}"))),
        None => Ok(()),
    }
}

fn read(frame: &str) -> Result<Vec<u8>, Failure> {
    let Some(file) = frame.strip_prefix('@') else {
        let bytes = show::hex::all(frame.as_bytes().to_vec());
        return bytes.map_err(|reason| Failure::usage("the frame", reason));
    };
    let bytes =
        std::fs::read(file).map_err(|error| Failure::new(format!("can't read {file}"), error))?;
    show::hex::all(bytes).map_err(|reason| Failure::new(file, reason))
}

/// A frame, and what its bytes are.
fn dissection(bytes: &[u8]) -> Result<Dissection<'_>, Failure> {
    let (head, payload) = bytes.split_at(bytes.len().min(FrameHeader::SIZE));
    let Ok(header) = FrameHeader::parse(head) else {
        return Err(Failure::new("the frame", format!("{} bytes are no header of 6", head.len())));
    };
    let (declared, there) = (header.payload_len(), payload.len());
    let end = FrameHeader::SIZE + there.min(declared);
    let used = &bytes[FrameHeader::SIZE..end];
    let inspection = Inspection::new(Place::Byte(0), header, used);
    let mut problems = Vec::new();
    // Of a field that ends too soon, a wrong length of the frame is the reason.
    let is_cut =
        |error: &DecodeError| there != declared && error.kind() == DecodeErrorKind::UnexpectedEnd;
    if let Some(error) = inspection.error().filter(|error| !is_cut(error)) {
        problems.push((FrameHeader::SIZE + error.offset(), inspection.explanation().to_string()));
    }
    if declared != there {
        let reason = format!("the header says {declared} bytes of payload, there are {there}");
        problems.push((end, reason));
    }
    let channel = if header.is_channel() { ", channel bit" } else { "" };
    let mut rows = vec![
        Row::new(0, 0..FrameHeader::SIZE, "header", String::new()),
        Row::new(1, 0..2, "extension_type", format!("{:#06x}{channel}", header.extension_type())),
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
    let mut of = Dissection::new(bytes, &message);
    (of.rows, of.problems) = (rows, problems);
    Ok(of)
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
