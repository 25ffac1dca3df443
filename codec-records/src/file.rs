//! Records by number and in order.

use std::fs::File;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use codec_core::schema::Describe;
use codec_core::{Borrowable, Decodable, Format};
use codec_schema::{DescribeFormat, Model, Verdict, compare, read_lock, write_lock};

use crate::error::{Fault, FileError};
use crate::index::{Index, STRIDE};
use crate::layout::{Frame, Front};
use crate::source::{FileSource, Source};
use crate::walk::{Place, Step, Walk};

/// The most bytes of a value that are read and written, unless the caller says otherwise.
pub(crate) const LIMIT: u32 = 16 << 20;

/// A file of records, to read: values of `T` in the format `F`.
///
/// Reading needs no right to write and excludes no [`Appender`](crate::Appender): what that has
/// appended is found by the next call. Where bytes are damaged, the records there are
/// [`Fault::Damaged`], and all others are read. `S` is where the bytes are: [`open`](Self::open) reads
/// a file through a window, of which one read gets many small records; [`over`](RecordFile::over) takes
/// them from memory, such as a map of the file.
#[derive(Debug)]
pub struct RecordFile<T, F, S = FileSource> {
    walk: Walk<S>,
    path: PathBuf,
    index: Index,
    start: Place,
    /// The place before the record that was looked for last.
    last: Place,
    verdict: Verdict,
    types: PhantomData<fn() -> (T, F)>,
}

/// The text of the front for a type.
pub(crate) fn front_text<T: Describe, F: DescribeFormat>() -> Result<String, Fault> {
    let model = Model::of::<T>().map_err(Fault::Model)?;
    let (encoding, lock) = (F::ENCODING, write_lock(&model));
    Ok(format!("{} {}\n{lock}", encoding.name, model.fingerprint(&encoding)))
}

/// Compares the type that wrote a file with `T`.
pub(crate) fn judge<T: Describe, F: DescribeFormat>(front: &Front) -> Result<Verdict, Fault> {
    let (line, lock) = front.text.split_once('\n').unwrap_or_default();
    let old = read_lock(lock).map_err(Fault::Lock)?;
    let new = Model::of::<T>().map_err(Fault::Model)?;
    if line != format!("{} {}", F::ENCODING.name, old.fingerprint(&F::ENCODING)) {
        return Err(Fault::Format(line.chars().take(100).collect()));
    }
    let verdict = compare(&old, &new, &F::ENCODING);
    if !verdict.class.new_reads_old() {
        return Err(Fault::Refused(Box::new(verdict)));
    }
    Ok(verdict)
}

impl<T: Describe, F: Format + DescribeFormat> RecordFile<T, F> {
    /// Opens a file. Its index, the file of this name with `.index` after it, makes `get` of a far
    /// record one read; without it, or if it is not right, the file is read up to there once.
    ///
    /// # Errors
    /// [`Fault::Refused`] if the type that wrote the file does not fit, with each field and the reason;
    /// [`Fault::Foreign`], [`Fault::Cut`], [`Fault::Front`], [`Fault::Lock`], [`Fault::Format`] if
    /// the front is not one of such a file; [`Fault::Io`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|error| FileError::new(path, error))?;
        Self::of(FileSource::new(file), path)
    }
}

impl<'b, T: Describe, F: Format + DescribeFormat> RecordFile<T, F, &'b [u8]> {
    /// Reads the bytes of a file in memory. There is no index beside them: it is made as records are
    /// read.
    ///
    /// # Errors
    /// The same as [`open`](RecordFile::open), but [`Fault::Io`].
    pub fn over(bytes: &'b [u8]) -> Result<Self, FileError> {
        Self::of(bytes, Path::new(""))
    }
}

impl<T: Describe, F: Format + DescribeFormat, S: Source> RecordFile<T, F, S> {
    fn of(mut source: S, path: &Path) -> Result<Self, FileError> {
        let mut open = || {
            let front = Front::read(&mut source)?;
            let verdict = judge::<T, F>(&front)?;
            let mut index = Index::default();
            if !path.as_os_str().is_empty() {
                index = Index::load(path, &front, source.size()?);
            }
            Ok((front, verdict, index))
        };
        let (front, verdict, index) = open().map_err(|fault: Fault| FileError::new(path, fault))?;
        let start = Place::new(front.len(), 0);
        let walk = Walk::new(source, front.seed(), LIMIT);
        let path = path.to_owned();
        Ok(Self { walk, path, index, start, last: start, verdict, types: PhantomData })
    }

    /// Sets the most bytes of a value that are read, 16 MiB by default. A buffer has as many, if a
    /// record does.
    pub const fn set_limit(&mut self, limit: u32) {
        self.walk.limit = limit;
    }

    /// The verdict on the type that wrote the file: what differs, and fields that were not judged.
    pub const fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// The number after that of the last record. All records before it are there, but those that were
    /// damaged.
    ///
    /// # Errors
    /// [`Fault::Io`].
    pub fn end(&mut self) -> Result<u64, FileError> {
        let known = self.place(u64::MAX).map(|place| place.next);
        let found = known.and_then(|known| match self.find(u64::MAX) {
            Ok(_) | Err(Fault::Damaged(_)) => Ok(known.max(self.last.next)),
            Err(fault) => Err(fault),
        });
        found.map_err(|fault| FileError::new(&self.path, fault))
    }

    /// The place of the last known record that is not after this one.
    fn place(&mut self, number: u64) -> Result<Place, Fault> {
        let place = self.index.place(number, self.start, &mut self.walk)?;
        let is_nearer = self.last.next <= number && self.last.at >= place.at;
        Ok(if is_nearer { self.last } else { place })
    }

    /// The record with this number, if the file goes on so far.
    fn find(&mut self, number: u64) -> Result<Option<Frame>, Fault> {
        let mut place = self.place(number)?;
        if let Some(frame) = self.walk.skim(place, number, 2 * STRIDE)? {
            return self.proved(frame);
        }
        let mut lost = None;
        loop {
            match self.walk.step(&mut place, false)? {
                Step::Frame(frame) => {
                    self.index.note(&frame);
                    if frame.number == number {
                        return self.proved(frame);
                    }
                    if frame.number > number {
                        return Err(Fault::Damaged(lost.unwrap_or(frame.at..frame.at)));
                    }
                    self.last = place;
                    lost = None;
                }
                Step::Damage(range) => lost = Some(range),
                Step::End => return lost.map_or(Ok(None), |range| Err(Fault::Damaged(range))),
            }
        }
    }

    /// The record, if its value is within the limit.
    const fn limited(&self, frame: Frame) -> Result<Frame, Fault> {
        let Frame { number, len, .. } = frame;
        if len > self.walk.limit {
            return Err(Fault::TooLong { number, len: len as u64, limit: self.walk.limit });
        }
        Ok(frame)
    }

    /// The record, if its value is whole and within the limit; `None` if it is not complete.
    fn proved(&mut self, frame: Frame) -> Result<Option<Frame>, Fault> {
        let frame = self.limited(frame)?;
        if self.walk.is_whole(&frame)? {
            return Ok(Some(frame));
        }
        self.walk.forget();
        if !self.walk.reaches(frame.end())? {
            return Ok(None);
        }
        let is_whole = self.walk.is_whole(&frame)?;
        is_whole.then_some(Some(frame)).ok_or(Fault::Damaged(frame.at..frame.end()))
    }

    /// Decodes the value of a record by this function.
    #[inline]
    fn value<'s, V>(
        &'s mut self,
        frame: &Frame,
        decode: impl FnOnce(&'s [u8]) -> Result<V, codec_core::DecodeError>,
    ) -> Result<V, FileError> {
        let Self { walk, path, .. } = self;
        let value = walk.value(frame).map_err(|error| FileError::new(path, error))?;
        decode(value).map_err(|error| {
            let (number, at) = (frame.number, frame.value());
            FileError::new(path, Fault::Decode { number, at, error })
        })
    }

    /// Returns the record with this number, or `None` if it was not appended yet.
    ///
    /// # Errors
    /// [`Fault::Damaged`] if it is lost, [`Fault::TooLong`], [`Fault::Decode`], [`Fault::Io`].
    pub fn get(&mut self, number: u64) -> Result<Option<T>, FileError>
    where
        T: Decodable,
    {
        match self.find(number) {
            Ok(Some(frame)) => self.value(&frame, F::from_slice).map(Some),
            Ok(None) => Ok(None),
            Err(fault) => Err(FileError::new(&self.path, fault)),
        }
    }

    /// Lends the record with this number, borrowed from the window or from memory.
    ///
    /// # Errors
    /// The same as [`get`](Self::get).
    pub fn get_ref(&mut self, number: u64) -> Result<Option<T::Ref<'_>>, FileError>
    where
        T: Borrowable + 'static,
    {
        match self.find(number) {
            Ok(Some(frame)) => self.value(&frame, |value| F::from_slice_ref(value)).map(Some),
            Ok(None) => Ok(None),
            Err(fault) => Err(FileError::new(&self.path, fault)),
        }
    }

    /// Iterates over all records from this number on, in order.
    pub fn iter_from(&mut self, number: u64) -> Iter<'_, T, F, S> {
        Iter { file: self, place: None, from: number }
    }
}

/// The records of a file in order, each with its number: an iterator over owned values, and
/// [`next_ref`](Self::next_ref) for borrowed ones.
///
/// Damage is one error, [`Fault::Damaged`], and the call after it goes on behind the damage: numbers
/// show how many records are lost. `None` is the end for now: what is appended later, the same call
/// finds.
#[derive(Debug)]
pub struct Iter<'f, T, F, S = FileSource> {
    file: &'f mut RecordFile<T, F, S>,
    place: Option<Place>,
    from: u64,
}

impl<T: Describe, F: Format + DescribeFormat, S: Source> Iter<'_, T, F, S> {
    fn frame(&mut self) -> Result<Option<Frame>, Fault> {
        let mut place = match self.place {
            Some(place) => place,
            None => self.file.place(self.from)?,
        };
        loop {
            let step = self.file.walk.step(&mut place, true)?;
            self.place = Some(place);
            match step {
                Step::Frame(frame) => {
                    self.file.index.note(&frame);
                    if frame.number >= self.from {
                        return self.file.limited(frame).map(Some);
                    }
                }
                Step::Damage(range) => return Err(Fault::Damaged(range)),
                Step::End => return Ok(None),
            }
        }
    }

    /// Lends the next record with its number; `None` at the end.
    ///
    /// # Errors
    /// The same as [`RecordFile::get`]; the next call goes on behind the record.
    pub fn next_ref(&mut self) -> Result<Option<(u64, T::Ref<'_>)>, FileError>
    where
        T: Borrowable + 'static,
    {
        match self.frame() {
            Ok(Some(frame)) => {
                let value = self.file.value(&frame, |value| F::from_slice_ref(value))?;
                Ok(Some((frame.number, value)))
            }
            Ok(None) => Ok(None),
            Err(fault) => Err(FileError::new(&self.file.path, fault)),
        }
    }
}

impl<T: Describe + Decodable, F: Format + DescribeFormat, S: Source> Iterator
    for Iter<'_, T, F, S>
{
    type Item = Result<(u64, T), FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let frame = self.frame().map_err(|fault| FileError::new(&self.file.path, fault));
        let frame = match frame.transpose()? {
            Ok(frame) => frame,
            Err(error) => return Some(Err(error)),
        };
        let value = self.file.value(&frame, F::from_slice);
        Some(value.map(|value| (frame.number, value)))
    }
}
