//! Whether a format has what a type needs.

use super::attribute::Width;
use super::encoding::Encoding;
use super::kind::{Content, Int, Kind, Need, Schema, Seq};
use crate::format::Unsupported;

impl Need {
    /// What a format that does not have it says to use instead.
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
    /// What a format that has no such integers says to use instead.
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
    /// What a format that has no such sequences says to use instead, where it has the
    /// format's own prefix.
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
    /// What the format says to use instead of this type, leaving its parts aside; `None`
    /// where it has it. Types that the format refuses don't compile in it, so that this is
    /// for those who read descriptions without a program.
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
