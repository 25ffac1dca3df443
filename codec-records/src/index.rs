//! Where records are: the first that begins in each 16 KiB of a file, in memory and in a file beside it.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::layout::{Frame, Front, INDEX_HEAD, u64_at};

/// The bytes of a file that have one entry.
const STRIDE: u64 = 16 << 10;
/// The bytes of an entry: the number and the offset of a record.
const ENTRY: usize = 16;

/// A record with its offset, which is a hint until its header was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) at: u64,
}

/// Entries, in order of numbers and of offsets.
#[derive(Debug, Default)]
pub(crate) struct Index {
    entries: Vec<Entry>,
}

/// The path of the index of a file.
pub(crate) fn path_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".index");
    name.into()
}

impl Index {
    /// The entries in the index file, as far as they may be right; none if there is no such file, or
    /// one of another file of records.
    pub(crate) fn load(path: &Path, front: &Front, len: u64) -> Self {
        let mut index = Self::default();
        // No file of this length has more.
        let most = INDEX_HEAD as u64 + (len / STRIDE + 1) * ENTRY as u64;
        let mut bytes = Vec::new();
        let read =
            File::open(path_of(path)).and_then(|file| file.take(most).read_to_end(&mut bytes));
        let Some(entries) = bytes.strip_prefix(&front.index_head()).filter(|_| read.is_ok()) else {
            return index;
        };
        for entry in entries.as_chunks::<ENTRY>().0 {
            let entry = Entry { number: u64_at(entry, 0), at: u64_at(entry, 8) };
            if entry.at < front.len() || entry.at >= len || !index.push(entry) {
                break;
            }
        }
        index
    }

    /// Adds an entry if it is the first of its stride.
    fn push(&mut self, entry: Entry) -> bool {
        let is_next = self
            .entries
            .last()
            .is_none_or(|last| entry.at / STRIDE > last.at / STRIDE && entry.number > last.number);
        if is_next {
            self.entries.push(entry);
        }
        is_next
    }

    /// Learns where a record is.
    pub(crate) fn note(&mut self, frame: &Frame) {
        self.push(Entry { number: frame.number, at: frame.at });
    }

    /// The last entry of this number or of one before it.
    pub(crate) fn before(&self, number: u64) -> Option<Entry> {
        let after = self.entries.partition_point(|entry| entry.number <= number);
        self.entries[..after].last().copied()
    }

    /// Forgets the last entry.
    pub(crate) fn pop(&mut self) {
        self.entries.pop();
    }

    /// Forgets all entries.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    pub(crate) const fn len(&self) -> usize {
        self.entries.len()
    }
}

/// An index file that is written.
#[derive(Debug)]
pub(crate) struct IndexFile {
    file: File,
    /// The number of entries that it has.
    written: usize,
}

impl IndexFile {
    /// Opens or creates it; its entries after those of the index are cut off.
    pub(crate) fn open(path: &Path, front: &Front, index: &Index) -> io::Result<Self> {
        let mut file = fs::OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(index.len() == 0)
            .open(path_of(path))?;
        file.write_all(&front.index_head())?;
        let written = index.len();
        let end = (INDEX_HEAD + written * ENTRY) as u64;
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(Self { file, written })
    }

    /// Writes the entries that it does not have.
    pub(crate) fn extend(&mut self, index: &Index) -> io::Result<()> {
        let new = &index.entries[self.written..];
        let bytes: Vec<u8> = new
            .iter()
            .flat_map(|entry| [entry.number.to_le_bytes(), entry.at.to_le_bytes()].concat())
            .collect();
        self.file.write_all(&bytes)?;
        self.written = index.len();
        Ok(())
    }
}
