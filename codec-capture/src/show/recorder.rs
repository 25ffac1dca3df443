//! A file of frames as text.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// Writes frames to a file as [`hex::parse`](super::hex::parse) reads them: a line each, with a
/// label before the hex.
///
/// ```
/// use codec_capture::show::{Recorder, hex};
/// let file = std::env::temp_dir().join(format!("codec-schema-{}.txt", std::process::id()));
/// let mut record = Recorder::create(&file)?;
/// record.write("0.5 1 >", &[0x00, 0x80, 0x1b])?;
/// record.flush()?;
/// let text = std::fs::read_to_string(&file)?;
/// assert_eq!(text, "0.5 1 > | 00801b\n");
/// assert_eq!(hex::parse(text.trim()), Ok(Some(vec![0x00, 0x80, 0x1b])));
/// # std::fs::remove_file(&file)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Recorder {
    name: PathBuf,
    file: BufWriter<File>,
    is_broken: bool,
}

impl Recorder {
    /// Creates the file, or empties it.
    ///
    /// # Errors
    /// The errors of the file system; the message names the file.
    pub fn create(name: &Path) -> io::Result<Self> {
        match File::create(name) {
            Ok(file) => {
                let (name, file) = (name.to_owned(), BufWriter::new(file));
                Ok(Self { name, file, is_broken: false })
            }
            Err(error) => Err(unwritten(name, &error)),
        }
    }

    /// Writes a frame after a label, which has no `|` and no `#`.
    ///
    /// # Errors
    /// The first error of the file, whose message names it. Nothing is written after that, and
    /// no other error is returned, so that what is recorded can go on without its record.
    pub fn write(&mut self, label: impl Display, frame: &[u8]) -> io::Result<()> {
        if self.is_broken {
            return Ok(());
        }
        let mut line = format!("{label} | ");
        line.reserve(2 * frame.len() + 1);
        for byte in frame {
            for digit in [byte >> 4, byte & 0xf] {
                line.extend(char::from_digit(digit.into(), 16));
            }
        }
        line.push('\n');
        let outcome = self.file.write_all(line.as_bytes());
        self.first(outcome)
    }

    /// Writes to the file what is buffered.
    ///
    /// # Errors
    /// The same as [`write`](Self::write).
    pub fn flush(&mut self) -> io::Result<()> {
        let outcome = self.file.flush();
        self.first(outcome)
    }

    /// Returns whether there was an error, so that frames are missing.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    fn first(&mut self, outcome: io::Result<()>) -> io::Result<()> {
        match outcome {
            Err(error) if !std::mem::replace(&mut self.is_broken, true) => {
                Err(unwritten(&self.name, &error))
            }
            _ => Ok(()),
        }
    }
}

fn unwritten(name: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("can't write {}: {error}", name.display()))
}
