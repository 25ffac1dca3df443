//! Frames: a header that a lock describes, and a payload.

use std::fmt;
use std::ops::Range;

use codec_capture::show::{Dissection, Row, integer};
use codec_core::schema::HeaderShape;
use codec_core::{DecodeError, DecodeErrorKind};
use serde_json::{Map, Value, json};

use super::{Description, Read};
use crate::model::{Header, Magic, Message, Part};
use crate::plan::hex;

/// A frame that was read by its header.
#[derive(Debug, Clone)]
pub struct Frame<'i> {
    bytes: &'i [u8],
    /// The name of each part of the header, its range and value.
    header: Vec<(String, Range<usize>, Value)>,
    name: String,
    payload: Range<usize>,
    /// The length that the header says.
    declared: u64,
    /// The part of the header that no decoder takes, and the reason.
    wrong: Option<(usize, DecodeError)>,
    read: Option<Read<'i>>,
}

/// Why bytes are no frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrameError {
    /// The lock is not one of a protocol: it has no header.
    NoHeader,
    /// There are fewer bytes than the header has.
    Short {
        /// The number of bytes.
        len: usize,
        /// The header's size in bytes.
        size: u64,
    },
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHeader => f.write_str("the lock describes no frame header"),
            Self::Short { len, size } => write!(f, "{len} bytes are no header of {size}"),
        }
    }
}

impl std::error::Error for FrameError {}

/// The number in a part.
fn number(part: &Part, bytes: &[u8]) -> u64 {
    let add = |value: u64, byte: &u8| value << 8 | u64::from(*byte);
    let few = &bytes[..bytes.len().min(8)];
    if part.big_endian { few.iter().fold(0, add) } else { few.iter().rev().fold(0, add) }
}

/// The bits of `value` that belong to `of`, as a role says: `id & 0x7fff << 8, flags & 0x8000 >> 15`.
fn piece(role: &str, of: &str, value: u64) -> Option<u64> {
    let pieces = role.split(", ").filter_map(|piece| {
        let mut words = piece.strip_prefix(of)?.strip_prefix(" & ")?.split(' ');
        let mask = u64::from_str_radix(words.next()?.strip_prefix("0x")?, 16).ok()?;
        let (direction, by) = (words.next()?, words.next()?.parse::<u32>().ok()?);
        let bits = value & mask;
        if direction == "<<" { bits.checked_shl(by) } else { bits.checked_shr(by) }
    });
    pieces.reduce(|all, bits| all | bits)
}

/// A header that was read.
struct Parsed {
    /// The name of each part, its range and value.
    parts: Vec<(String, Range<usize>, Value)>,
    id: Option<Message>,
    /// The length of the payload.
    declared: Option<u64>,
    /// The first part that no header has, and the reason.
    wrong: Option<(usize, DecodeError)>,
}

/// The constant of a part as its bytes.
fn constant(part: &Part, size: usize) -> Option<Vec<u8>> {
    Some(match part.magic.as_ref()? {
        Magic::Bytes(bytes) => bytes.clone(),
        Magic::Int { value, .. } => {
            let mut bytes = value.to_le_bytes().get(..size)?.to_vec();
            if part.big_endian {
                bytes.reverse();
            }
            bytes
        }
    })
}

/// Reads the parts of a header, which is whole.
fn parse(header: &Header, bytes: &[u8]) -> Parsed {
    let (mut parts, mut id, mut declared) = (Vec::new(), None::<Message>, None);
    let mut wrong = None;
    for (index, part) in header.parts.iter().enumerate() {
        let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
        let range = place(part.offset)..place(part.offset.saturating_add(part.size));
        let own = &bytes[range.clone()];
        let value = number(part, own);
        let text = own.split(|byte| *byte == 0).next().unwrap_or_default();
        let text = String::from_utf8_lossy(text).into_owned();
        let is_number = matches!(part.shape, HeaderShape::Unsigned | HeaderShape::Signed);
        let shown = match part.shape {
            HeaderShape::Unsigned => integer(value),
            HeaderShape::Signed => {
                let shift = 64 - 8 * u32::try_from(own.len().clamp(1, 8)).unwrap_or(8);
                integer((value << shift).cast_signed() >> shift)
            }
            HeaderShape::Ascii => Value::from(text.as_str()),
            _ => Value::from(hex(own)),
        };
        let mut fail = |kind| {
            let error = DecodeError::new(kind, range.start);
            wrong.get_or_insert((index, error));
        };
        if constant(part, own.len()).is_some_and(|wanted| wanted != own) {
            fail(DecodeErrorKind::InvalidMagic);
        }
        let (role, includes) = part.role.split_once(" + ").unwrap_or((&part.role, "0"));
        match role {
            "id" if is_number => id = Some(Message::Number(value)),
            "id" => id = Some(Message::Name(text)),
            "payload_len" => {
                let len = value.saturating_sub(includes.parse().unwrap_or(0));
                if len > header.max_payload {
                    fail(DecodeErrorKind::LengthOverLimit);
                }
                declared = Some(len);
            }
            role => {
                if let Some(bits) = piece(role, "id", value) {
                    let known = match &id {
                        Some(Message::Number(known)) => *known,
                        _ => 0,
                    };
                    id = Some(Message::Number(known | bits));
                }
            }
        }
        parts.push((part.name.clone(), range, shown));
    }
    Parsed { parts, id, declared, wrong }
}

impl Description {
    /// Reads a frame at the start of the bytes.
    ///
    /// # Errors
    /// [`FrameError`]. A payload that is cut, unknown or invalid is no error here, nor is a header
    /// that no decoder takes: the frame says so.
    pub fn frame<'i>(&self, bytes: &'i [u8]) -> Result<Frame<'i>, FrameError> {
        let header = self.header.as_ref().ok_or(FrameError::NoHeader)?;
        let size = usize::try_from(header.size).unwrap_or(usize::MAX);
        if bytes.len() < size {
            return Err(FrameError::Short { len: bytes.len(), size: header.size });
        }
        let Parsed { parts, id, declared, wrong } = parse(header, &bytes[..size]);
        let there = bytes.len() - size;
        let declared = declared.unwrap_or(there as u64);
        let payload = size..size + usize::try_from(declared).unwrap_or(usize::MAX).min(there);
        let known = match &id {
            Some(id) => self.message_of(id),
            None => self.plan.single.as_ref().map(|_| "payload"),
        };
        let read = known.and_then(|name| self.message(name, &bytes[payload.clone()]));
        let name = match (known, id) {
            (Some(name), _) => name.to_owned(),
            (None, Some(id)) => format!("unknown message {id}"),
            (None, None) => "payload".to_owned(),
        };
        Ok(Frame { bytes, header: parts, name, payload, declared, wrong, read })
    }

    /// Cuts one direction of a connection into frames; `None` if no header has the length of its
    /// payload. A direction that begins with no message of these is another protocol's.
    #[cfg(feature = "pcap")]
    pub fn frames(&self) -> Option<codec_capture::Frames<'_>> {
        let header = self.header.as_ref()?;
        let is_len = |part: &Part| part.role.starts_with("payload_len");
        let size = usize::try_from(header.size).ok().filter(|_| header.parts.iter().any(is_len))?;
        Some(codec_capture::Frames::by(size, move |bytes| {
            let Parsed { id, declared, wrong, .. } = parse(header, bytes);
            if let Some((_, error)) = wrong {
                return Err(error);
            }
            let payload_len = usize::try_from(declared.unwrap_or(0)).unwrap_or(usize::MAX);
            let begins = id.is_none_or(|id| self.message_of(&id).is_some());
            Ok(codec_capture::Head { payload_len, begins })
        }))
    }
}

impl Frame<'_> {
    /// The bytes of the frame: header and payload.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.payload.end]
    }

    /// The offset after its payload.
    pub const fn end(&self) -> usize {
        self.payload.end
    }

    /// Why it is malformed, or where its description ends; `None` if neither is so.
    pub fn problem(&self) -> Option<String> {
        let malformed = self.problems(0).into_iter().next().map(|(_, words)| words);
        malformed.or_else(|| Some(self.read.as_ref()?.problem()?.at(self.payload.start)))
    }

    /// Faults, each with its offset in bytes in which the frame begins at `base`.
    fn problems(&self, base: usize) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        if let Some((part, error)) = &self.wrong {
            let (at, name) = (base + error.offset(), &self.header[*part].0);
            found.push((at, format!("{name}: {} at byte {at}", error.kind())));
        }
        let there = self.payload.len();
        let is_cut = self.declared > there as u64;
        match &self.read {
            // Of a field that ends too soon, a wrong length of the frame is the reason.
            Some(read) if is_cut && read.is_cut() => {}
            Some(read) => found.extend(read.malformed(base + self.payload.start)),
            None => found.push((base, format!("{} at byte {base}", self.name))),
        }
        if is_cut {
            let declared = self.declared;
            let words = format!("the header says {declared} bytes of payload, there are {there}");
            found.push((base + self.payload.end, words));
        }
        found
    }

    /// The frame as JSON: its `header`, the `message`'s name, its `value`, and the `problem`, if there
    /// is one.
    pub fn json(&self) -> Value {
        let header = self.header.iter().map(|(name, _, value)| (name.clone(), value.clone()));
        let mut object = json!({ "header": header.collect::<Map<_, _>>(), "message": self.name });
        match &self.read {
            Some(read) => object["value"] = read.json(),
            None => object["payload"] = hex(&self.bytes[self.payload.clone()]).into(),
        }
        if let Some(problem) = self.problem() {
            object["problem"] = problem.into();
        }
        object
    }

    /// The frame's bytes, with a row for each part.
    pub fn dissection(&self) -> Dissection<'_> {
        let mut of = Dissection::new(self.bytes(), &self.name);
        self.add_to(&mut of, 0);
        of
    }

    /// Adds rows to the dissection of bytes in which the frame begins at `base`.
    pub fn add_to(&self, of: &mut Dissection<'_>, base: usize) {
        let at = |range: &Range<usize>| base + range.start..base + range.end;
        of.rows.push(Row::new(0, at(&(0..self.payload.start)), "header", String::new()));
        for (index, (name, range, value)) in self.header.iter().enumerate() {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let mut row = Row::new(1, at(range), name, value);
            row.is_wrong = self.wrong.as_ref().is_some_and(|(part, _)| *part == index);
            of.rows.push(row);
        }
        of.rows.push(Row::new(0, at(&self.payload), &self.name, String::new()));
        if let Some(read) = &self.read {
            read.add_rows(of, base + self.payload.start);
        } else {
            let payload = hex(&self.bytes[self.payload.clone()]);
            of.rows.push(Row::new(1, at(&self.payload), "not decoded", payload));
        }
        of.problems.extend(self.problems(base));
    }
}
