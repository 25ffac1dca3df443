//! The bytes of a file of records: a file, read through a window, or memory.

use std::fs::File;
use std::io;

/// The bytes that a window reads at once where reading begins.
const LEAST: usize = 4 << 10;
/// The most that it reads at once where reading goes on: what a processor's second cache keeps.
const MOST: usize = 64 << 10;

/// The bytes of a file of records: those of a [`FileSource`], or a slice, such as a file that is
/// mapped into memory.
pub trait Source {
    /// The number of bytes now.
    ///
    /// # Errors
    /// The errors of the operating system.
    fn size(&mut self) -> io::Result<u64>;

    /// The bytes from `at` on: at least `len`, or all that there are.
    ///
    /// # Errors
    /// The errors of the operating system.
    fn bytes(&mut self, at: u64, len: usize) -> io::Result<&[u8]>;

    /// Forgets bytes that may have changed since they were read.
    fn forget(&mut self) {}
}

impl Source for &[u8] {
    fn size(&mut self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn bytes(&mut self, at: u64, _: usize) -> io::Result<&[u8]> {
        Ok(usize::try_from(at).ok().and_then(|at| self.get(at..)).unwrap_or_default())
    }
}

/// A file that is read through a window: positioned reads into one buffer, which has at most the
/// longest record or 64 KiB.
#[derive(Debug)]
pub struct FileSource {
    file: File,
    /// The window: these bytes of the buffer are those of the file from `start` on.
    buffer: Vec<u8>,
    filled: usize,
    start: u64,
    chunk: usize,
}

impl FileSource {
    pub(crate) const fn new(file: File) -> Self {
        Self { file, buffer: Vec::new(), filled: 0, start: 0, chunk: LEAST }
    }

    pub(crate) const fn file(&self) -> &File {
        &self.file
    }

    /// Moves the window to `at`; what it has from there on stays.
    #[inline(never)]
    fn fill(&mut self, at: u64, len: usize) -> io::Result<()> {
        let kept = at.checked_sub(self.start).and_then(|skip| usize::try_from(skip).ok());
        if let Some(skip) = kept.filter(|skip| *skip <= self.filled) {
            if skip >= self.filled / 2 {
                self.chunk = (2 * self.chunk).min(MOST);
            }
            self.buffer.copy_within(skip..self.filled, 0);
            self.filled -= skip;
        } else {
            (self.filled, self.chunk) = (0, LEAST);
        }
        self.start = at;
        let wanted = len.max(self.chunk);
        if self.buffer.len() < wanted {
            self.buffer.resize(wanted, 0);
        }
        while self.filled < len {
            let from = at + self.filled as u64;
            match read_at(&self.file, &mut self.buffer[self.filled..wanted], from) {
                Ok(0) => break,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl Source for FileSource {
    fn size(&mut self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    #[inline]
    fn bytes(&mut self, at: u64, len: usize) -> io::Result<&[u8]> {
        let end = self.start + self.filled as u64;
        if at < self.start || at.checked_add(len as u64).is_none_or(|wanted| wanted > end) {
            self.fill(at, len)?;
        }
        let skip = usize::try_from(at - self.start).unwrap_or(usize::MAX);
        Ok(self.buffer[..self.filled].get(skip..).unwrap_or_default())
    }

    fn forget(&mut self) {
        self.filled = 0;
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

#[cfg(not(any(unix, windows)))]
fn read_at(mut file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    use std::io::{Read, Seek};
    file.seek(io::SeekFrom::Start(at))?;
    file.read(buffer)
}
