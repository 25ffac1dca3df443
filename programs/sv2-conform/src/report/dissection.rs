//! An entry of a log as text: every field of its frame.

use codec_capture::show::Printable;
use codec_core::Header as _;
use codec_stratum::FrameHeader;
use session::{Inspection, Place};

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
        let hex = entry.bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
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
            None => inspection.to_string(),
        };
        let fields = fields.trim().trim_start_matches("0 ").trim().to_owned();
        let fields = fields.lines().map(|line| Printable(line).to_string());
        let fields = fields.collect::<Vec<_>>().join("\n");
        Self { name: inspection.label().to_string(), fields, hex }
    }

    /// The direction of an entry.
    pub(super) const fn direction(entry: &Entry) -> &'static str {
        if entry.is_received { "received" } else { "sent" }
    }
}
