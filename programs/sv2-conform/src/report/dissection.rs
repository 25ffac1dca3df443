//! An entry of a log as text: every field of its frame.

use std::fmt;

use codec_capture::show::{Line, Printable};
use codec_core::Header as _;
use codec_stratum::FrameHeader;
use session::{Appended, HEX, Inspection, Place};

use crate::log::Entry;

/// An entry, dissected.
pub(super) struct Dissection {
    /// The message's name, or the event.
    pub(super) name: String,
    /// One line with every field, or what is malformed.
    pub(super) fields: String,
    /// The bytes in hex.
    pub(super) hex: String,
}

impl Dissection {
    pub(super) fn new(entry: &Entry) -> Self {
        let hex = Hex(&entry.bytes).to_string();
        if let Some(event) = &entry.event {
            let name = Printable(event).to_string();
            return Self { name, fields: String::new(), hex };
        }
        let (head, payload) = entry.bytes.split_at(entry.bytes.len().min(FrameHeader::SIZE));
        let Ok(header) = FrameHeader::parse(head) else {
            return Self { name: "no header".to_owned(), fields: String::new(), hex };
        };
        let inspection = Inspection::new(Place::Byte(0), header, payload);
        let fields = match inspection.error() {
            Some(error) => inspection.complaint(error).to_string(),
            None => shown(&inspection),
        };
        let fields = fields.lines().map(|line| Printable(line).to_string());
        let fields = fields.collect::<Vec<_>>().join("\n");
        Self { name: inspection.label().to_string(), fields, hex }
    }

    /// The direction of an entry.
    pub(super) const fn direction(entry: &Entry) -> &'static str {
        if entry.is_received { "received" } else { "sent" }
    }
}

/// Bytes in hex.
struct Hex<'b>(&'b [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// All fields of a frame that decodes, and those that extensions have appended.
fn shown(inspection: &Inspection<'_>) -> String {
    let tree = inspection.tree();
    let mut fields = Line::new(inspection.explanation(), &tree).hex(&HEX).to_string();
    for tlv in inspection.tlvs().iter().flat_map(|tlvs| tlvs.fields.iter()) {
        fields = format!("{fields} {}", Appended(&tlv));
    }
    if inspection.is_misrouted() {
        fields.push_str(" (the channel bit contradicts the message)");
    }
    fields
}
