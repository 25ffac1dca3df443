//! A frame as a JSON object.

use codec_capture::show;
use codec_core::Header as _;
use codec_stratum::TlvRef;
use serde_json::{Value, json};
use session::{Appended, Inspection, Place};

/// The frame as a JSON object.
pub(crate) fn frame(inspection: &Inspection<'_>) -> Value {
    let (place, at) = match inspection.place() {
        Place::Byte(offset) => ("offset", offset),
        Place::Line(line) => ("line", line),
    };
    let header = inspection.header();
    let mut object = json!({
        place: at,
        "message": inspection.label().to_string(),
        "extension_type": header.extension_type(),
        "msg_type": header.msg_type(),
        "channel": header.is_channel(),
        "length": header.payload_len(),
        "fields": show::json(inspection.explanation(), &inspection.tree()),
    });
    if inspection.is_misrouted() {
        object["wrong_channel_bit"] = true.into();
    }
    if let Some(tlvs) = inspection.tlvs().filter(|tlvs| !tlvs.fields.is_empty()) {
        object["tlvs"] = tlvs.fields.iter().map(|tlv| appended(&tlv)).collect();
    }
    object
}

/// A field that an extension has appended.
fn appended(tlv: &TlvRef<'_>) -> Value {
    let mut object = json!({
        "extension_type": tlv.extension_type,
        "field_type": tlv.field_type,
        "value": tlv.value.to_string(),
    });
    if let Some(name) = Appended(tlv).user_identity() {
        object["user_identity"] = name.into();
    }
    object
}
