//! The bytes of a file of records: its front, and the header of a record. `docs/files.md` has them for
//! people.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::error::Fault;
use crate::source::Source;

/// The first bytes of a file of records. As those of PNG, they show a transfer as text.
const MAGIC: [u8; 8] = *b"\x89cr1\r\n\x1a\n";
/// The first bytes of an index.
const INDEX_MAGIC: [u8; 8] = *b"\x89ci1\r\n\x1a\n";
/// The bytes of a header in the front: magic, id, length and sum of the text, sum of these.
const FRONT: usize = 28;
/// The most bytes that the text of a front has.
const TEXT_MAX: u32 = 1 << 20;
/// The bytes of a header of a record: length, number, sum of the value, sum of these.
pub(crate) const HEAD: usize = 20;
/// The bytes before the entries of an index: magic, id, sum of these.
pub(crate) const INDEX_HEAD: usize = 20;

/// The start of a file.
#[derive(Debug)]
pub(crate) struct Front {
    /// 64 random bits, on which every checksum of a record depends.
    pub(crate) id: [u8; 8],
    /// A line with the format's name and the fingerprint, and the lock.
    pub(crate) text: String,
}

#[inline]
fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..at + N].try_into().expect("a slice of that length")
}

#[inline]
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(array(bytes, at))
}

#[inline]
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(array(bytes, at))
}

impl Front {
    /// A front with a new id.
    pub(crate) fn new(text: String) -> Self {
        // Keys of the standard library are random; the time makes sure of it.
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let id = RandomState::new().hash_one((time, std::process::id()));
        Self { id: id.to_le_bytes(), text }
    }

    /// The bytes: the header twice, and the text twice; none if the text is too long.
    pub(crate) fn bytes(&self) -> Option<Vec<u8>> {
        let len = u32::try_from(self.text.len()).ok().filter(|len| *len <= TEXT_MAX)?;
        let mut header = [&MAGIC[..], &self.id, &len.to_le_bytes()].concat();
        header.extend(crc32c::crc32c(self.text.as_bytes()).to_le_bytes());
        header.extend(crc32c::crc32c(&header).to_le_bytes());
        Some([&header, &header, self.text.as_bytes(), self.text.as_bytes()].concat())
    }

    /// The offset of the first record.
    pub(crate) const fn len(&self) -> u64 {
        2 * (FRONT + self.text.len()) as u64
    }

    /// Reads the front: of header and text, the first copy that is whole.
    pub(crate) fn read(source: &mut impl Source) -> Result<Self, Fault> {
        let len = source.size()?;
        let start = source.bytes(0, 2 * FRONT)?;
        let heads: Vec<[u8; FRONT]> =
            start.as_chunks::<FRONT>().0.iter().take(2).copied().collect();
        let is_magic = |bytes: &[u8]| bytes.iter().zip(MAGIC).all(|(byte, wanted)| *byte == wanted);
        let begins = is_magic(start);
        if !begins && !heads.get(1).is_some_and(|second| is_magic(second)) {
            return Err(Fault::Foreign);
        }
        let mut cut = begins && heads.is_empty();
        for head in heads {
            if u32_at(&head, FRONT - 4) != crc32c::crc32c(&head[..FRONT - 4]) || !is_magic(&head) {
                continue;
            }
            let text_len = u32_at(&head, 16);
            if text_len > TEXT_MAX {
                continue;
            }
            let from = 2 * FRONT as u64;
            if len < from + 2 * u64::from(text_len) {
                cut = true;
                continue;
            }
            for copy in 0..2 {
                let size = text_len as usize;
                let bytes = source.bytes(from + copy * u64::from(text_len), size)?;
                let Some(bytes) = bytes.get(..size) else { continue };
                if crc32c::crc32c(bytes) == u32_at(&head, 20)
                    && let Ok(text) = std::str::from_utf8(bytes)
                {
                    return Ok(Self { id: array(&head, 8), text: text.to_owned() });
                }
            }
        }
        Err(if cut { Fault::Cut(len) } else { Fault::Front })
    }

    /// The value from which every checksum of a record goes on.
    pub(crate) fn seed(&self) -> u32 {
        crc32c::crc32c(&self.id)
    }

    /// The first bytes of the index of this file.
    pub(crate) fn index_head(&self) -> [u8; INDEX_HEAD] {
        let mut head = [0; INDEX_HEAD];
        head[..8].copy_from_slice(&INDEX_MAGIC);
        head[8..16].copy_from_slice(&self.id);
        let sum = crc32c::crc32c(&head[..16]);
        head[16..].copy_from_slice(&sum.to_le_bytes());
        head
    }
}

/// A record in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The offset of its header.
    pub(crate) at: u64,
    pub(crate) number: u64,
    /// The number of bytes of its value.
    pub(crate) len: u32,
    sum: u32,
}

impl Frame {
    /// Reads a header at this offset, if its checksum is right and its number is `next` or one of the
    /// 2^32 after it, and below 2^63.
    #[inline]
    pub(crate) fn parse(head: &[u8; HEAD], at: u64, seed: u32, next: u64) -> Option<Self> {
        let number = u64_at(head, 4);
        // Nearly all positions within values end here.
        if number.checked_sub(next)? >= 1 << 32 || number >= 1 << 63 {
            return None;
        }
        (u32_at(head, HEAD - 4) == sum_of_head(head, seed)).then(|| Self::fields(head, at))
    }

    /// Reads the fields of a header.
    #[inline]
    pub(crate) fn fields(head: &[u8; HEAD], at: u64) -> Self {
        Self { at, number: u64_at(head, 4), len: u32_at(head, 0), sum: u32_at(head, 12) }
    }

    /// The offset of its value.
    pub(crate) const fn value(&self) -> u64 {
        self.at + HEAD as u64
    }

    /// The offset after it.
    pub(crate) const fn end(&self) -> u64 {
        self.value() + self.len as u64
    }

    /// Says whether the bytes of the value are those that were written.
    #[inline]
    pub(crate) fn is_value(&self, value: &[u8], seed: u32) -> bool {
        crc32c::crc32c_append(seed, value) == self.sum
    }
}

/// The bytes of a header that its checksum is of, where words of eight bytes are aligned.
#[repr(align(8))]
struct Summed([u8; HEAD - 4]);

/// The checksum of a header. Its bytes are copied to where all of them are whole aligned words: those
/// before and after such words cost an instruction each that waits for the one before, which is most
/// of the time for so few.
#[inline]
fn sum_of_head(head: &[u8; HEAD], seed: u32) -> u32 {
    let summed = Summed(array(head, 0));
    crc32c::crc32c_append(seed, &summed.0)
}

/// Writes the header of a record over the first bytes, before its value.
#[inline]
pub(crate) fn seal(record: &mut [u8], len: u32, number: u64, seed: u32) {
    let (head, value) = record.split_first_chunk_mut::<HEAD>().expect("room for the header");
    head[..4].copy_from_slice(&len.to_le_bytes());
    head[4..12].copy_from_slice(&number.to_le_bytes());
    head[12..16].copy_from_slice(&crc32c::crc32c_append(seed, value).to_le_bytes());
    let sum = sum_of_head(head, seed);
    head[HEAD - 4..].copy_from_slice(&sum.to_le_bytes());
}

/// Says that the lock does not fit into a front.
pub(crate) fn too_long(text: &str) -> io::Error {
    io::Error::other(format!("the lock has {} bytes, over the limit of {TEXT_MAX}", text.len()))
}
