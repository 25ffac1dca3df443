//! Appending records, and what is done about a file that somebody stopped writing.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::ops::Range;
use std::path::{Path, PathBuf};

use codec_core::schema::Describe;
use codec_core::{Encode, Format};
use codec_schema::{Class, DescribeFormat};

use crate::error::{Fault, FileError};
use crate::file::{LIMIT, front_text, judge};
use crate::index::{Index, IndexFile};
use crate::layout::{Frame, Front, HEAD, seal, too_long};
use crate::source::{FileSource, Source};
use crate::walk::{Place, Step, Walk};

/// The bytes of a batch that are written at once.
const BATCH: usize = 64 << 10;

/// The findings of [`recover`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recovery {
    /// The number of whole records.
    pub records: u64,
    /// The bytes between records that are none, which were left where they are.
    pub damaged: u64,
    /// The first range of them.
    pub first: Option<Range<u64>>,
    /// The bytes after the last whole record, which were cut off.
    pub cut: u64,
}

/// Appends values of `T` in the format `F` to a file, which no other appender has at the same time.
///
/// A record is written by one call of the operating system and is there, for readers and after a
/// `kill -9`, when [`append`](Self::append) returns; a power failure may take what was appended since
/// the last [`sync`](Self::sync). After an error of the file system, the file ends with the last whole
/// record.
#[derive(Debug)]
pub struct Appender<T, F> {
    path: PathBuf,
    file: File,
    seed: u32,
    limit: u32,
    /// The length of the file, and the number of the next record.
    end: u64,
    next: u64,
    buffer: Vec<u8>,
    index: Index,
    index_file: IndexFile,
    /// Set when a part of a record could not be cut off.
    is_torn: bool,
    /// The folder, until its entry of the file is on the disk. Folders are files on Unix alone.
    folder: Option<File>,
    types: PhantomData<fn() -> (T, F)>,
}

/// The end of a file, which is cut after its last whole record.
struct Tail {
    index: Index,
    /// The entries of the index that were in its file.
    kept: usize,
    end: u64,
    next: u64,
    found: Recovery,
}

impl Tail {
    /// The end of a file without records.
    fn none(front: &Front) -> Self {
        let found = Recovery { records: 0, damaged: 0, first: None, cut: 0 };
        Self { index: Index::default(), kept: 0, end: front.len(), next: 0, found }
    }

    /// Reads the file from the last entry of the index that is right.
    fn settle(file: File, front: &Front, mut index: Index) -> io::Result<Self> {
        let mut walk = Walk::new(FileSource::new(file), front.seed(), u32::MAX >> 1);
        let mut place = index.place(u64::MAX, Place::new(front.len(), 0), &mut walk)?;
        let kept = index.len();
        let mut found = Self::none(front).found;
        let (mut end, mut next, mut lost) = (place.at, place.next, None);
        loop {
            match walk.step(&mut place, true)? {
                Step::Frame(frame) => {
                    if let Some(range) = lost.take() {
                        let Range { start, end } = range;
                        found.damaged += end - start;
                        found.first.get_or_insert(range);
                    }
                    index.note(&frame);
                    found.records += 1;
                    (end, next) = (place.at, place.next);
                }
                Step::Damage(range) => lost = Some(range),
                Step::End => break,
            }
        }
        let len = walk.source.size()?;
        if len > end {
            walk.source.file().set_len(end)?;
            found.cut = len - end;
        }
        Ok(Self { index, kept, end, next, found })
    }
}

/// Opens a file to write, and takes it from all other appenders.
fn take(path: &Path, create: bool) -> Result<File, Fault> {
    let file =
        OpenOptions::new().read(true).write(true).create(create).truncate(false).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Fault::Busy),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// Reads all of a file, cuts off what follows its last whole record, and writes its index anew.
///
/// Damage between records stays where it is: readers pass over it.
///
/// # Errors
/// [`Fault::Busy`] while an appender has the file; [`Fault::Foreign`], [`Fault::Cut`],
/// [`Fault::Front`], [`Fault::Io`].
pub fn recover(path: impl AsRef<Path>) -> Result<Recovery, FileError> {
    let path = path.as_ref();
    let done = || {
        let file = take(path, false)?;
        let front = Front::read(&mut FileSource::new(file.try_clone()?))?;
        let tail = Tail::settle(file.try_clone()?, &front, Index::default())?;
        IndexFile::open(path, &front, 0)?.extend(&tail.index)?;
        file.sync_all()?;
        Ok(tail.found)
    };
    done().map_err(|fault: Fault| FileError::new(path, fault))
}

impl<T: Describe + Encode, F: Format + DescribeFormat> Appender<T, F> {
    /// Opens a file of records, or creates it. Where its last writer was stopped within a record, or
    /// within the front, that part is cut off; what is damaged before the last whole record stays.
    ///
    /// # Errors
    /// [`Fault::Busy`] if another appender has the file; [`Fault::Refused`] if it was written by
    /// another version of the type, even by one that fits: a file is of one version, and records of
    /// another go to a new file. All of [`RecordFile::open`](crate::RecordFile::open).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        Self::opened(path).map_err(|fault| FileError::new(path, fault))
    }

    fn opened(path: &Path) -> Result<Self, Fault> {
        let mut file = take(path, true)?;
        let mut source = FileSource::new(file.try_clone()?);
        let len = source.size()?;
        let new = Front::new(front_text::<T, F>()?);
        let (front, tail) = match Front::read(&mut source) {
            // Whoever created it was stopped: there is no record yet.
            Err(Fault::Cut(len)) if len < new.len() => {
                create(&mut file, &new)?;
                let tail = Tail::none(&new);
                (new, tail)
            }
            found => {
                let front = found?;
                let verdict = judge::<T, F>(&front)?;
                if verdict.class != Class::Identical {
                    return Err(Fault::Refused(Box::new(verdict)));
                }
                let index = Index::load(path, &front, len);
                let tail = Tail::settle(file.try_clone()?, &front, index)?;
                (front, tail)
            }
        };
        let Tail { index, kept, end, next, .. } = tail;
        file.seek(SeekFrom::Start(end))?;
        Ok(Self {
            path: path.to_owned(),
            seed: front.seed(),
            limit: LIMIT,
            end,
            next,
            buffer: Vec::new(),
            index_file: IndexFile::open(path, &front, kept)?,
            index,
            is_torn: false,
            folder: cfg!(unix).then(|| folder_of(path)).transpose()?,
            file,
            types: PhantomData,
        })
    }

    /// Sets the most bytes of a value, 16 MiB by default and below 2 GiB. Readers have the same limit.
    pub const fn set_limit(&mut self, limit: u32) {
        self.limit = if limit < u32::MAX >> 1 { limit } else { u32::MAX >> 1 };
    }

    /// Appends a record, and returns its number: 0, 1, 2 and so on.
    ///
    /// # Errors
    /// [`Fault::Encode`], [`Fault::TooLong`], [`Fault::Io`]; then the record is not in the file.
    pub fn append(&mut self, value: &T) -> Result<u64, FileError> {
        self.append_all([value]).map(|numbers| numbers.start)
    }

    /// Appends records by one call of the operating system for 64 KiB, and returns their numbers.
    ///
    /// # Errors
    /// The same as [`append`](Self::append). The values before the one that has no encoding are in the
    /// file, and before [`Fault::Io`] some of them may be.
    pub fn append_all<'v>(
        &mut self,
        values: impl IntoIterator<Item = &'v T>,
    ) -> Result<Range<u64>, FileError>
    where
        T: 'v,
    {
        let first = self.next;
        let done = self.put_all(values).map(|()| first..self.next);
        done.map_err(|fault| FileError::new(&self.path, fault))
    }

    fn put_all<'v>(&mut self, values: impl IntoIterator<Item = &'v T>) -> Result<(), Fault>
    where
        T: 'v,
    {
        for (number, value) in (self.next..).zip(values) {
            if let Err(fault) = self.put(value, number) {
                self.write()?;
                return Err(fault);
            }
            if self.buffer.len() >= BATCH {
                self.write()?;
            }
        }
        self.write()
    }

    /// Encodes a record into the buffer.
    fn put(&mut self, value: &T, number: u64) -> Result<(), Fault> {
        let start = self.buffer.len();
        self.buffer.resize(start + HEAD, 0);
        let encoded = F::encode_into(value, &mut self.buffer).map_err(Fault::Encode);
        let limit = self.limit;
        let len = encoded.and_then(|len| match u32::try_from(len) {
            Ok(len) if len <= limit => Ok(len),
            _ => Err(Fault::TooLong { number, len: len as u64, limit }),
        });
        match len {
            Ok(len) => seal(&mut self.buffer[start..], len, number, self.seed),
            Err(_) => self.buffer.truncate(start),
        }
        len.map(|_| ())
    }

    /// Writes the records in the buffer.
    fn write(&mut self) -> Result<(), Fault> {
        if self.is_torn {
            self.buffer.clear();
            return Err(io::Error::other("a part of a record could not be cut off").into());
        }
        let written = self.file.write_all(&self.buffer);
        if written.is_ok() {
            let (mut at, mut number) = (0, self.next);
            while at < self.buffer.len() {
                let head = self.buffer[at..].first_chunk().expect("a sealed record");
                let frame = Frame::fields(head, self.end + at as u64);
                self.index.note(&frame);
                number += 1;
                at += HEAD + frame.len as usize;
            }
            self.next = number;
            self.end += at as u64;
        } else {
            let cut = self.file.set_len(self.end);
            self.is_torn = cut.and_then(|()| self.file.seek(SeekFrom::Start(self.end))).is_err();
        }
        self.buffer.clear();
        Ok(written?)
    }

    /// Waits until all records are on the disk, and writes the index.
    ///
    /// # Errors
    /// [`Fault::Io`]: the system may have dropped what was not on the disk yet, and the file is to be
    /// opened again.
    pub fn sync(&mut self) -> Result<(), FileError> {
        let synced = self.on_disk().and_then(|()| self.index_file.extend(&self.index));
        synced.map_err(|error| FileError::new(&self.path, error))
    }

    fn on_disk(&mut self) -> io::Result<()> {
        self.file.sync_data()?;
        if let Some(folder) = &self.folder {
            folder.sync_all()?;
        }
        self.folder = None;
        Ok(())
    }
}

fn folder_of(path: &Path) -> io::Result<File> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))
}

/// Writes the front of a new file.
fn create(file: &mut File, front: &Front) -> Result<(), Fault> {
    let bytes = front.bytes().ok_or_else(|| too_long(&front.text))?;
    file.set_len(0)?;
    Ok(file.write_all(&bytes)?)
}
