//! Whether a format supports a type.

use super::attribute::Width;
use super::encoding::Encoding;
use super::kind::{Content, Int, Kind, Need, Schema, Seq};
use crate::format::Unsupported;

impl Need {
    /// What to use instead, if the format doesn't support it.
    pub const fn hint(self, format: &Unsupported) -> Option<&'static str> {
        match self {
            Self::Nothing => None,
            Self::Duration => format.duration,
            Self::SystemTime => format.system_time,
            Self::Address => format.address,
            Self::Range => format.range,
            Self::Bound => format.bound,
            Self::Path => format.path,
            Self::CString => format.c_string,
        }
    }
}

impl Int {
    /// What to use instead, if the format has no such integers.
    pub const fn hint(self, format: &Unsupported) -> Option<&'static str> {
        if self.little || self.leb128 {
            return None;
        }
        match () {
            () if self.pointer => format.pointer_sized,
            () if self.bytes == 16 => format.wide,
            () if self.signed => format.signed,
            () => None,
        }
    }
}

impl Seq {
    /// What to use instead, if the format has no such sequences and the sequence has the format's
    /// own prefix.
    pub const fn hint(&self, format: &Unsupported) -> Option<&'static str> {
        match self.content {
            Content::Items => format.sequence,
            Content::Set | Content::Map => format.map,
            Content::Utf8 => format.string,
            Content::Text | Content::NoZero | Content::Utf16 => None,
        }
    }
}

impl Schema {
    /// What to use instead of this type, not counting its parts; `None` if the format supports it.
    /// Code with an unsupported type doesn't compile, so this is for tools that read descriptions
    /// without the program.
    ///
    /// ```
    /// use codec_core::schema::{Describe, Encoding};
    /// assert!(u32::SCHEMA.refused(&Encoding::SV2).is_none());
    /// assert!(i32::SCHEMA.refused(&Encoding::SV2).is_some());
    /// ```
    pub const fn refused(&self, encoding: &Encoding) -> Option<&'static str> {
        let format = encoding.rules.unsupported;
        if let Some(hint) = self.need.hint(format) {
            return Some(hint);
        }
        match &self.kind {
            Kind::Char => format.character,
            Kind::Int(int) => int.hint(format),
            Kind::Length(_) => format.sequence,
            Kind::Float(4) => format.single,
            Kind::Float(_) => format.double,
            Kind::Seq(seq) if matches!((seq.prefix.width, seq.until), (Width::Format, None)) => {
                seq.hint(format)
            }
            Kind::Optional(_) => format.option,
            Kind::Outcome(..) => format.result,
            Kind::Struct(of) if of.version.is_some() => format.version,
            Kind::Enum(of) if matches!(of.tag, Width::Format) => format.tag,
            _ => None,
        }
    }
}
