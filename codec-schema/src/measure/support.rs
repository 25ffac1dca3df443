//! Checks that a format supports a type.

use codec_core::format::Unsupported;
use codec_core::schema::{Content, Int, Kind, Need, Schema, Width};

use super::encoding::Encoding;

/// The type to use instead of one that needs this, if the format doesn't support it.
pub(crate) const fn of_need(need: Need, format: &Unsupported) -> Option<&'static str> {
    match need {
        Need::Duration => format.duration,
        Need::SystemTime => format.system_time,
        Need::Address => format.address,
        Need::Range => format.range,
        Need::Bound => format.bound,
        Need::Path => format.path,
        Need::CString => format.c_string,
        _ => None,
    }
}

/// The type to use instead, if the format has no such integers.
pub(crate) const fn of_int(int: Int, format: &Unsupported) -> Option<&'static str> {
    if int.little || int.leb128 {
        return None;
    }
    match () {
        () if int.pointer => format.pointer_sized,
        () if int.bytes == 16 => format.wide,
        () if int.signed => format.signed,
        () => None,
    }
}

/// The type to use instead, if the format has no such sequences and this has the format's own
/// prefix.
pub(crate) const fn of_seq(
    content: Content,
    width: Width,
    until: Option<u8>,
    format: &Unsupported,
) -> Option<&'static str> {
    match (width, until, content) {
        (Width::Format, None, Content::Items) => format.sequence,
        (Width::Format, None, Content::Set | Content::Map) => format.map,
        (Width::Format, None, Content::Utf8) => format.string,
        _ => None,
    }
}

/// The type to use instead, not counting its parts; `None` if the format supports it.
/// Code with an unsupported type doesn't compile, so this is for tools that read descriptions
/// without the program.
///
/// ```
/// use codec_schema::{Describe, Encoding, refused};
/// assert!(refused(&u32::SCHEMA, &Encoding::SV2).is_none());
/// assert!(refused(&i32::SCHEMA, &Encoding::SV2).is_some());
/// ```
pub const fn refused(schema: &Schema, encoding: &Encoding) -> Option<&'static str> {
    let format = encoding.rules.unsupported;
    if let Some(hint) = of_need(schema.need, format) {
        return Some(hint);
    }
    match &schema.kind {
        Kind::Char => format.character,
        Kind::Int(int) => of_int(*int, format),
        Kind::Length(_) => format.sequence,
        Kind::Float(4) => format.single,
        Kind::Float(_) => format.double,
        Kind::Seq(seq) => of_seq(seq.content, seq.prefix.width, seq.until, format),
        Kind::Optional(_) => format.option,
        Kind::Outcome(..) => format.result,
        Kind::Struct(of) if of.version.is_some() => format.version,
        Kind::Enum(of) if matches!(of.tag, Width::Format) => format.tag,
        _ => None,
    }
}
