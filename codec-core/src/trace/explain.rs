//! Decodes the input again while recording it, and describes its contents and what is wrong.
#![forbid(unsafe_code)]

use core::fmt;

use super::dump::Dump;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::{Format, Traced};
use crate::message::Messages;
use crate::message::protocol::{ById, FromPayload, IdOf, Protocol, Single, decode_all};
use crate::read::reader::Reader;
use crate::record::{Name, Node, Recorder, Value};
use crate::value::decode::Decodable;
use crate::wire::quoted::Quoted;

/// Explains what an input holds, and where and why decoding it stopped.
///
/// [`Display`](fmt::Display) is one line: the path of the field, the offset,
/// and what was found, all offsets counted as [`starting_at`](Self::starting_at) says. Bytes of the
/// input are shown only on request, by [`dump`](Self::dump).
#[derive(Debug, Clone)]
pub struct Explanation<'i> {
    input: &'i [u8],
    record: Recorder,
    error: Option<DecodeError>,
    /// The name of the expected message, if it has one, and that of its type.
    message: Option<&'static str>,
    of: Option<&'static str>,
    /// The offset of the input.
    start: u64,
}

/// Decodes `input` as a `T` in the format `F`, and records its fields.
pub fn explain<F: Format, T: Decodable>(input: &[u8]) -> Explanation<'_> {
    explain_all::<F, Single, (), T>((), None, input)
}

/// Decodes `input` as the message with this id, and records its fields.
///
/// ```
/// use codec_core::{Decode, Encode, Sv2, trace::explain_message};
/// #[derive(Encode, Decode)]
/// #[codec(id = 1)]
/// struct Ping { urgent: bool }
/// #[derive(Encode, Decode)]
/// #[codec(messages)]
/// enum Any { Ping(Ping) }
/// let left = explain_message::<Sv2, Any>(1, &[1, 2, 3]);
/// assert_eq!(left.to_string(), "Ping at byte 1: trailing bytes after the value: 2 left");
/// let cut = explain_message::<Sv2, Any>(1, &[]);
/// assert!(cut.to_string().starts_with("Ping.urgent at byte 0: unexpected end of input"));
/// ```
pub fn explain_message<F: Format, M: Messages>(id: M::Id, input: &[u8]) -> Explanation<'_> {
    explain_all::<F, ById, M::Id, M>(id, M::name_of(id), input)
}

/// Decodes `payload` as the message of a protocol with this id, and records its fields.
pub fn explain_payload<P: Protocol>(id: IdOf<P>, payload: &[u8]) -> Explanation<'_> {
    let name = P::name_of(id);
    explain_all::<P::Format, P::Dispatch, IdOf<P>, P::Message>(id, name, payload)
}

fn explain_all<'i, F: Format, D, Id: Copy, M: FromPayload<'i, D, Id>>(
    id: Id,
    message: Option<&'static str>,
    input: &'i [u8],
) -> Explanation<'i> {
    let mut r = Reader::<Traced<F>>::new(input);
    let outcome = decode_all::<_, D, Id, M>(id, &mut r);
    let (_, record) = r.into_parts();
    Explanation { input, record, error: outcome.err(), message, of: M::payload_name(id), start: 0 }
}

impl<'i> Explanation<'i> {
    /// The input.
    pub const fn input(&self) -> &'i [u8] {
        self.input
    }

    /// Counts the offsets that are shown from where the input begins in something else, such as a
    /// stream: its first byte has this one, 0 without the call.
    ///
    /// ```
    /// use codec_core::{Format, Postcard};
    /// let explanation = Postcard::explain::<bool>(&[7]).starting_at(6);
    /// assert_eq!(explanation.to_string(), "boolean is neither 0 nor 1 at byte 6: found 7");
    /// ```
    #[must_use]
    pub const fn starting_at(mut self, offset: u64) -> Self {
        self.start = offset;
        self
    }

    /// An offset in the input, as it is shown.
    pub(super) const fn at(&self, offset: usize) -> u64 {
        self.start.saturating_add(offset as u64)
    }

    /// The type of a field, as it is shown: that of the message by the message's name.
    pub(super) fn shown(&self, of: &'static str) -> &'static str {
        self.message.filter(|_| self.of == Some(of)).unwrap_or(of)
    }

    /// Why decoding stopped; `None` when the whole input is one valid value.
    pub const fn error(&self) -> Option<DecodeError> {
        self.error
    }

    /// The tree of fields, in reading order.
    pub fn nodes(&self) -> &[Node] {
        self.record.nodes()
    }

    /// The name of the expected message; `None` if it is not a message of a protocol, or its id is
    /// unknown.
    pub const fn message(&self) -> Option<&'static str> {
        self.message
    }

    /// The field that was being read when decoding stopped, as a path from the
    /// outermost type: `SetupConnection.vendor`, `Logs.logs[3].date`, with the variants of
    /// enums: `Write.value::Text.0`. Outside of all fields, the name of the message, if it is one.
    ///
    /// ```
    /// use codec_core::{Decode, Encode, Format, Postcard};
    /// #[derive(Encode, Decode)]
    /// enum Value { Number(u64), Flag(bool) }
    /// #[derive(Encode, Decode)]
    /// struct Write { key: u8, value: Value }
    /// assert_eq!(Postcard::explain::<Write>(&[7, 1, 2]).path(), "Write.value::Flag.0");
    /// ```
    pub fn path(&self) -> alloc::string::String {
        let mut path = alloc::string::String::new();
        for Node { name, .. } in self.record.open() {
            match *name {
                Name::Field { of, .. } if path.is_empty() => path.push_str(self.shown(of)),
                _ => {}
            }
            name.append_to(&mut path);
        }
        if path.is_empty() {
            path.push_str(self.message.unwrap_or_default());
        }
        path
    }

    /// The tree, one node per line: offset, bytes in hex, name and value.
    pub fn dump(&self) -> impl fmt::Display {
        Dump(self)
    }

    /// Shows the error as [`Display`](fmt::Display) does, without what was found: neither a value nor
    /// a length that the input declares. For logs of connections whose content is secret. The path names
    /// the variants and numbers the elements that lead to the field.
    ///
    /// ```
    /// use codec_core::{Format, Postcard};
    /// let explanation = Postcard::explain::<(u8, bool)>(&[7, 42]);
    /// assert!(explanation.to_string().ends_with("boolean is neither 0 nor 1: found 42"));
    /// assert!(explanation.without_values().to_string().ends_with("boolean is neither 0 nor 1"));
    /// ```
    pub fn without_values(&self) -> impl fmt::Display {
        WithoutValues(self)
    }

    /// The value of a leaf; byte strings and strings are read from the input.
    pub fn show(&self, node: &Node) -> impl fmt::Display {
        Leaf { input: self.input, range: node.range.clone(), value: node.value }
    }
}

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.line(f, true)
    }
}

struct WithoutValues<'e, 'i>(&'e Explanation<'i>);

impl fmt::Display for WithoutValues<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.line(f, false)
    }
}

impl Explanation<'_> {
    fn line(&self, f: &mut fmt::Formatter<'_>, values: bool) -> fmt::Result {
        let Some(error) = self.error else {
            return f.write_str("no error");
        };
        let path = self.path();
        if !path.is_empty() {
            write!(f, "{path} at byte {}: ", self.at(error.offset()))?;
        }
        match (error.kind(), self.record.refused(), self.record.message()) {
            (DecodeErrorKind::LengthOverLimit, Some((len, max)), _) if values => {
                write!(f, "length {len} is over the limit {max}")?;
            }
            (DecodeErrorKind::UnreadableVersion, Some((oldest, known)), _) if values => {
                write!(f, "written for version {oldest} and newer, read as version {known}")?;
            }
            (DecodeErrorKind::CheckFailed, _, Some(message)) => f.write_str(message)?,
            (DecodeErrorKind::InvalidValue, ..) if self.record.remark().is_some() => {
                f.write_str(self.record.remark().unwrap_or_default())?;
            }
            (kind, ..) => write!(f, "{kind}")?,
        }
        if path.is_empty() {
            write!(f, " at byte {}", self.at(error.offset()))?;
        }
        match error.kind() {
            _ if !values => Ok(()),
            DecodeErrorKind::UnexpectedEnd => self.what_was_missing(f),
            DecodeErrorKind::InvalidBool | DecodeErrorKind::InvalidOptionTag => {
                self.found_byte(f, error.offset())
            }
            DecodeErrorKind::InvalidTag => self.found_tag(f, error.offset()),
            DecodeErrorKind::UnknownMessage => match self.record.message() {
                Some(valid) => write!(f, ": {valid}"),
                None => Ok(()),
            },
            // Within a part of known length, the rest of the input is irrelevant.
            DecodeErrorKind::TrailingBytes if self.record.open().next().is_none() => {
                write!(f, ": {} left", self.input.len() - error.offset())
            }
            _ => Ok(()),
        }
    }

    fn found_byte(&self, f: &mut fmt::Formatter<'_>, offset: usize) -> fmt::Result {
        match self.input.get(offset) {
            Some(byte) => write!(f, ": found {byte}"),
            None => Ok(()),
        }
    }

    /// The tag that was found, and the valid ones.
    fn found_tag(&self, f: &mut fmt::Formatter<'_>, offset: usize) -> fmt::Result {
        match self.record.nodes().last() {
            Some(Node { value: Some(Value::Unsigned(tag)), range, .. })
                if range.start == offset =>
            {
                write!(f, ": found {tag}")?;
            }
            _ => self.found_byte(f, offset)?,
        }
        match self.record.message() {
            Some(valid) => write!(f, ", {valid}"),
            None => Ok(()),
        }
    }

    /// Writes where the truncated field began, and the length that it declared.
    fn what_was_missing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(field) = self.record.open().last() else {
            return Ok(());
        };
        let start = field.range.start;
        write!(f, ": the field began at byte {}", self.at(start))?;
        match self.record.nodes().last() {
            Some(Node { value: Some(Value::Length(len)), range, .. }) if range.start >= start => {
                let left = self.input.len().saturating_sub(range.end);
                write!(f, " and says {len}, with {left} bytes left")
            }
            _ => Ok(()),
        }
    }
}

struct Leaf<'i> {
    input: &'i [u8],
    range: core::ops::Range<usize>,
    value: Option<Value>,
}

impl fmt::Display for Leaf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.input.get(self.range.clone()).unwrap_or_default();
        match self.value {
            None => Ok(()),
            Some(Value::Unsigned(value)) => write!(f, "{value}"),
            Some(Value::Signed(value)) => write!(f, "{value}"),
            Some(Value::Single(value)) => write!(f, "{value}"),
            Some(Value::Double(value)) => write!(f, "{value}"),
            Some(Value::Bool(value)) => write!(f, "{value}"),
            Some(Value::Char(value)) => write!(f, "{value:?}"),
            Some(Value::Length(len)) => write!(f, "#{len}"),
            Some(Value::Absent) => f.write_str("none"),
            Some(Value::Bytes) => bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
            Some(Value::Text) => fmt::Display::fmt(&Quoted(bytes), f),
        }
    }
}
