//! Strings, sequences and options of a field: a count and what is counted.

use crate::measure::{Encoding, Number};
use codec_core::schema::{Content, FieldEncoding, Width};

use super::number;
use super::record::unwrapped;
use super::walk::{Side, Walk};
use crate::model::{Field, Seq, Type};

/// The source of the number of elements.
#[derive(Debug, Clone, PartialEq)]
enum Told {
    /// A number before them.
    Prefix(Number),
    /// Other fields.
    Expression(String),
    /// The end of the input.
    Rest,
    /// A terminator byte after them.
    End(u8),
    /// The last element; if the flag is set, also the end of the input.
    Last(String, bool),
}

/// The kind of part that is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Seq(Content),
    Option,
}

/// A count and elements, with the constraints of the type and the field.
pub(super) struct Counted<'m> {
    told: Told,
    what: What,
    item: &'m Type,
    min: u64,
    max: u64,
    /// `true` if a table of where each element ends comes before the elements.
    indexed: bool,
}

/// The smaller limit; the format's own width sets none.
fn limit(limits: [Option<u64>; 2], width: Width, number: Number) -> u64 {
    let room = u64::try_from(number.largest()).unwrap_or(u64::MAX).min(width.max());
    limits.into_iter().flatten().fold(room, u64::min)
}

impl<'m> Counted<'m> {
    /// A sequence whose type alone says how it is encoded.
    pub(super) fn plain(seq: &'m Seq, encoding: &Encoding) -> Self {
        let number = encoding.width(seq.width, encoding.len);
        let number = match number {
            Number::Fixed(bytes) if seq.little => Number::Little(bytes),
            number => number,
        };
        let max = match seq.until {
            Some(_) => u64::MAX,
            None => limit([seq.max, None], seq.width, number),
        };
        Self {
            told: seq.until.map_or(Told::Prefix(number), Told::End),
            what: What::Seq(seq.content),
            item: &seq.item,
            min: 0,
            max,
            indexed: false,
        }
    }

    /// With the field's attributes; `None` if it has none on the count, or the type has no count.
    pub(super) fn of(field: &'m Field, ty: &'m Type, encoding: &Encoding) -> Option<Self> {
        let ty = match ty {
            // In its count, -1 means none.
            Type::Option(item) if field.nullable => unwrapped(item),
            ty => ty,
        };
        let (what, item, own) = match ty {
            Type::Seq(seq) => (What::Seq(seq.content), &seq.item, seq.max),
            Type::Option(item) => (What::Option, &**item, Some(1)),
            _ => return None,
        };
        let width = match (field.len, ty) {
            (Width::Format, Type::Seq(seq)) => seq.width,
            (width, _) => width,
        };
        let number = encoding.width(width, encoding.len);
        let told = match (field.encoding, &field.count) {
            (FieldEncoding::Tail, _) => Told::Rest,
            (FieldEncoding::Ended, _) => {
                let until = field.until.as_ref()?;
                Told::Last(until.end.text.clone(), until.open)
            }
            (FieldEncoding::Counted, Some(count)) => Told::Expression(count.text.clone()),
            (FieldEncoding::Counted, None) => Told::Prefix(number),
            _ => return None,
        };
        let room = if matches!(told, Told::Prefix(_)) {
            let signed = if field.nullable { field.len.max() >> 1 } else { u64::MAX };
            limit([field.max, own], width, number).min(signed)
        } else {
            limit([field.max, own], Width::Format, Number::Fixed(8))
        };
        Some(Self { told, what, item, min: field.min, max: room, indexed: field.indexed })
    }

    /// The value of an option that is present if any input remains.
    pub(super) fn optional_tail(&self) -> Option<&'m Type> {
        (self.told == Told::Rest && self.what == What::Option).then_some(self.item)
    }
}

impl Walk<'_> {
    pub(super) fn counted(
        &mut self,
        reader: (&Counted<'_>, Side<'_>),
        writer: (&Counted<'_>, Side<'_>),
    ) {
        let ((r, rs), (w, ws)) = (reader, writer);
        if r.what != w.what && !(is_list(r) && is_set(w)) {
            let (written, read) = (w.name(), r.name());
            return self.reason(&format!("{written} is written, {read} is read"));
        }
        match (&r.told, &w.told) {
            (Told::Prefix(read), Told::Prefix(written)) => {
                let largest = u128::from(w.max);
                if !number::reads((*read, rs.encoding), (*written, ws.encoding), largest) {
                    let written = number::spelled(*written, ws.encoding);
                    let read = number::spelled(*read, rs.encoding);
                    self.reason(&format!("its count is written as {written}, and read as {read}"));
                }
            }
            (read, written) if read == written => {}
            // A sequence that may also end with the input is read so where it ends with an element.
            (Told::Last(read, true), Told::Last(written, false)) if read == written => {}
            (read, written) => {
                self.reason(&format!(
                    "its count is {}, and read as {}",
                    written.name(),
                    read.name()
                ));
            }
        }
        if w.max > r.max {
            let (written, read) = (w.max, r.max);
            self.reason(&format!("up to {written} are written, and up to {read} are read"));
        }
        if w.min < r.min {
            let (written, read) = (w.min, r.min);
            self.reason(&format!("from {written} on are written, and from {read} on are read"));
        }
        // Of no elements, the table has no bytes.
        if w.max > 0 && r.indexed != w.indexed {
            let with = |indexed| if indexed { "with" } else { "without" };
            let (written, read) = (with(w.indexed), with(r.indexed));
            self.reason(&format!(
                "it is written {written} a table of offsets, and read {read} one"
            ));
        }
        if w.max > 0 {
            self.within("[]", |walk| walk.ty((r.item, rs.inside()), (w.item, ws.inside())));
        }
    }
}

fn is_list(of: &Counted<'_>) -> bool {
    of.what == What::Seq(Content::Items)
}

fn is_set(of: &Counted<'_>) -> bool {
    of.what == What::Seq(Content::Set)
}

impl Counted<'_> {
    const fn name(&self) -> &'static str {
        match self.what {
            What::Option => "an option",
            What::Seq(Content::Set) => "a set",
            What::Seq(Content::Map) => "a map",
            What::Seq(Content::Utf8) => "a string",
            What::Seq(Content::Text) => "text",
            What::Seq(Content::NoZero) => "a C string",
            What::Seq(Content::Utf16) => "UTF-16",
            What::Seq(_) => "a sequence",
        }
    }
}

impl Told {
    fn name(&self) -> String {
        match self {
            Self::Prefix(_) => "a prefix".to_owned(),
            Self::Expression(text) => format!("`{text}`"),
            Self::Rest => "what is left of the input".to_owned(),
            Self::Last(text, false) => format!("the first element of which `{text}`"),
            Self::Last(text, true) => {
                format!("the first element of which `{text}`, or the end of the input")
            }
            Self::End(byte) => format!("a byte {byte:#04x} after it"),
        }
    }
}
