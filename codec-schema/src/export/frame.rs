//! The header of frames, of which each language writes a reader and a writer.

use codec_core::schema::Id;

use crate::model::{Magic, Model, Part};
use crate::plan::Plan;

/// An integer in a header.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    pub(super) offset: u64,
    pub(super) size: u64,
    pub(super) big: bool,
}

/// Bits of an integer, which belong to an id or to flags: shifted to the left, or to the right if
/// the shift is negative.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) word: Word,
    pub(super) mask: u64,
    pub(super) shift: i8,
}

/// A part of a header, in wire order.
#[derive(Debug)]
pub(super) enum Step {
    Id(Word),
    Magic(u64, Vec<u8>),
    /// The length of the payload, which counts so many bytes more.
    Len(Word, u64),
    Other,
}

/// A header.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) size: u64,
    pub(super) max_payload: u64,
    pub(super) steps: Vec<Step>,
    pub(super) ids: Vec<Piece>,
    pub(super) flags: Vec<Piece>,
    pub(super) len: Word,
    pub(super) includes: u64,
    /// The ids of messages with flags, and the flags.
    pub(super) flags_of: Vec<(u64, u32)>,
}

impl Word {
    /// The offset after it.
    pub(super) const fn end(self) -> u64 {
        self.offset + self.size
    }

    /// The largest value.
    pub(super) const fn most(self) -> u64 {
        u64::MAX >> (64 - 8 * self.size)
    }
}

impl Piece {
    /// Returns whether it is all of an integer.
    pub(super) const fn is_whole(&self) -> bool {
        self.mask == self.word.most()
    }
}

impl Frame {
    /// The header of a protocol's frames; why it is not written, if it is not.
    pub(super) fn of(model: &Model, plan: &Plan) -> Option<Result<Self, String>> {
        let header = model.header.as_ref()?;
        let no = |part: &Part, what: &str| Some(Err(format!("part {} is {what}", part.name)));
        let (mut steps, mut ids, mut flags, mut len) = (Vec::new(), Vec::new(), Vec::new(), None);
        for part in &header.parts {
            let word = Word { offset: part.offset, size: part.size, big: part.big_endian };
            let whole = |word: Word| Piece { word, mask: word.most(), shift: 0 };
            let includes = part.role.strip_prefix("payload_len").map(|rest| {
                rest.strip_prefix(" + ").and_then(|bytes| bytes.parse().ok()).unwrap_or(0)
            });
            let is_word = (1..=8).contains(&part.size);
            match (&*part.role, includes, &part.magic) {
                ("magic", _, Some(magic)) => {
                    let Some(bytes) = constant(magic, word) else {
                        return no(part, "a constant of another size");
                    };
                    steps.push(Step::Magic(part.offset, bytes));
                }
                _ if !is_word => return no(part, "no integer"),
                (_, Some(includes), _) => {
                    len = Some((word, includes));
                    steps.push(Step::Len(word, includes));
                }
                ("id", ..) => {
                    ids.push(whole(word));
                    steps.push(Step::Id(word));
                }
                ("flags", ..) => {
                    flags.push(whole(word));
                    steps.push(Step::Other);
                }
                (role, ..) => {
                    let Some(found) = pieces(role, word) else { return no(part, role) };
                    for (is_id, piece) in found {
                        if is_id { ids.push(piece) } else { flags.push(piece) }
                    }
                    steps.push(Step::Other);
                }
            }
        }
        let Some((len, includes)) = len else { return Some(Err("no part is a length".to_owned())) };
        if ids.is_empty() {
            return Some(Err("no part is an id".to_owned()));
        }
        let flags_of = plan.messages.iter().filter_map(|message| match message.id {
            Id::Number(id) => Some((id, message.flags)),
            _ => None,
        });
        let flags_of = flags_of.filter(|(_, flags)| *flags > 0).collect();
        let (size, max_payload) = (header.size, header.max_payload);
        Some(Ok(Self { size, max_payload, steps, ids, flags, len, includes, flags_of }))
    }

    /// Returns whether the length may say more than the longest payload.
    pub(super) fn may_be_over(&self) -> bool {
        self.len.most() - self.includes > self.max_payload
    }

    /// The words with an id or flags, each once, with the pieces of it.
    pub(super) fn words(&self) -> Vec<(Word, Vec<(bool, Piece)>)> {
        let all = self.ids.iter().map(|piece| (true, *piece));
        let all = all.chain(self.flags.iter().map(|piece| (false, *piece)));
        let mut words: Vec<(Word, Vec<(bool, Piece)>)> = Vec::new();
        for (is_id, piece) in all {
            match words.iter_mut().find(|(word, _)| word.offset == piece.word.offset) {
                Some((_, pieces)) => pieces.push((is_id, piece)),
                None => words.push((piece.word, vec![(is_id, piece)])),
            }
        }
        words
    }
}

/// A step in reading a header.
pub(super) enum Check {
    /// Refuses it where this holds, with this kind and offset.
    Refuse(String, &'static str, u64),
    /// The payload's length: the number that is read, and how much more it counts.
    Size(String, u64),
}

/// Spellings of the parts of a header in a language.
pub(super) struct Header<'s> {
    /// The integer at a place.
    pub(super) read: fn(Word) -> String,
    /// The condition that bytes at an offset are others.
    pub(super) differs: fn(u64, &[u8]) -> String,
    /// The end of exact numbers.
    pub(super) suffix: &'s str,
    pub(super) max_payload: &'s str,
}

impl Header<'_> {
    /// Returns the steps in reading a header, in wire order.
    pub(super) fn checks(&self, frame: &Frame) -> Vec<Check> {
        let mut checks = Vec::new();
        for step in &frame.steps {
            match step {
                Step::Magic(offset, bytes) => {
                    let differs = (self.differs)(*offset, bytes);
                    checks.push(Check::Refuse(differs, "InvalidMagic", *offset));
                }
                Step::Id(word) if word.size > 4 => {
                    let over = format!("{} > 0xffffffff{}", (self.read)(*word), self.suffix);
                    checks.push(Check::Refuse(over, "InvalidValue", word.offset));
                }
                Step::Len(word, includes) => {
                    checks.push(Check::Size((self.read)(*word), *includes));
                    if *includes > 0 {
                        let under = "size < 0".to_owned();
                        checks.push(Check::Refuse(under, "InvalidValue", word.offset));
                    }
                    if frame.may_be_over() {
                        let over = format!("size > {}", self.max_payload);
                        checks.push(Check::Refuse(over, "LengthOverLimit", word.offset));
                    }
                }
                Step::Id(_) | Step::Other => {}
            }
        }
        checks
    }
}

/// A value shifted to the left, or to the right; numbers end with `suffix`.
pub(super) fn moved(code: &str, by: i8, suffix: &str) -> String {
    match by {
        0 => code.to_owned(),
        1.. => format!("({code} << {by}{suffix})"),
        _ => format!("({code} >> {}{suffix})", by.unsigned_abs()),
    }
}

/// The value of all these pieces of integers that `read` reads; nothing if there are none.
pub(super) fn value(pieces: &[Piece], suffix: &str, read: fn(Word) -> String) -> Option<String> {
    let pieces = pieces.iter().map(|piece| {
        let whole = read(piece.word);
        let masked = || format!("({whole} & {:#x}{suffix})", piece.mask);
        let code = if piece.is_whole() { whole.clone() } else { masked() };
        moved(&code, piece.shift, suffix)
    });
    pieces.reduce(|one, other| format!("{one} | {other}"))
}

/// The bytes of a constant.
fn constant(magic: &Magic, word: Word) -> Option<Vec<u8>> {
    let bytes = match magic {
        Magic::Bytes(bytes) => bytes.clone(),
        Magic::Int { value, .. } => {
            let size = usize::try_from(word.size).ok()?;
            let mut bytes = value.to_le_bytes().get(..size)?.to_vec();
            if word.big {
                bytes.reverse();
            }
            bytes
        }
    };
    (bytes.len() as u64 == word.size).then_some(bytes)
}

/// The pieces of a role: `id & 0x7fff << 8, flags & 0x8000 << 0`; whether each is one of an id.
fn pieces(role: &str, word: Word) -> Option<Vec<(bool, Piece)>> {
    let piece = |text: &str| {
        let (of, rest) = text.split_once(" & 0x")?;
        let is_id = match of {
            "id" => true,
            "flags" => false,
            _ => return None,
        };
        let (mask, rest) = rest.split_once(' ')?;
        let (direction, by) = rest.split_once(' ')?;
        let by: i8 = by.parse().ok()?;
        let shift = if direction == ">>" { -by } else { by };
        let mask = u64::from_str_radix(mask, 16).ok()?;
        Some((is_id, Piece { word, mask, shift }))
    };
    role.split(", ").map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_an_integer_belong_to_an_id_and_to_flags() {
        let word = Word { offset: 0, size: 2, big: false };
        let found = pieces("id & 0x7fff << 8, flags & 0x8000 >> 15", word).unwrap();
        let found: Vec<_> = found.iter().map(|(id, of)| (*id, of.mask, of.shift)).collect();
        assert_eq!(found, [(true, 0x7fff, 8), (false, 0x8000, -15)]);
        assert!(pieces("checksum of the payload", word).is_none());
        assert!(pieces("own", word).is_none());
    }
}
