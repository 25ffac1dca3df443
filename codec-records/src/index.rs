//! Offsets of records: the first that begins in each 2 KiB of a file, in memory and in a file beside it.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::layout::{Frame, Front, INDEX_HEAD, u64_at};
use crate::source::Source;
use crate::walk::{Place, Walk};

/// The bytes of a file that have one entry.
pub(crate) const STRIDE: u64 = 2 << 10;
/// The bytes of an entry: the number and the offset of a record.
const ENTRY: usize = 16;

/// A record with its offset, which is a hint until its header was read.
#[derive(Debug, Clone, Copy)]
struct Entry {
    number: u64,
    at: u64,
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
    #[inline]
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
    #[inline]
    pub(crate) fn note(&mut self, frame: &Frame) {
        self.push(Entry { number: frame.number, at: frame.at });
    }

    /// The last entry of this number or of one before it.
    fn before(&self, number: u64) -> Option<Entry> {
        let after = self.entries.partition_point(|entry| entry.number <= number);
        self.entries[..after].last().copied()
    }

    /// Forgets this entry and those after it.
    fn forget_from(&mut self, entry: Entry) {
        let kept = self.entries.partition_point(|other| other.number < entry.number);
        self.entries.truncate(kept);
    }

    /// The last known place before this number or at it. Entries without a record's header, which
    /// somebody changed or cut off, are forgotten with those behind them.
    pub(crate) fn place<S: Source>(
        &mut self,
        number: u64,
        start: Place,
        walk: &mut Walk<S>,
    ) -> io::Result<Place> {
        while let Some(entry) = self.before(number) {
            if let Some(frame) = walk.head(entry.at, entry.number)?
                && frame.number == entry.number
            {
                return Ok(Place::new(entry.at, entry.number));
            }
            self.forget_from(entry);
        }
        Ok(start)
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
    /// Opens or creates it; all but its first entries are cut off.
    pub(crate) fn open(path: &Path, front: &Front, written: usize) -> io::Result<Self> {
        let mut file = fs::OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(written == 0)
            .open(path_of(path))?;
        file.write_all(&front.index_head())?;
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
