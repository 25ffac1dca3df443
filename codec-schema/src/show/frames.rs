//! Frames, one after another or in a capture.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::ops::ControlFlow;

use codec_capture::show::{Dissection, Printable, Row};
use codec_capture::{Event, Found, decompress, read_with};
use codec_schema::read::{Description, Frame};
use serde_json::json;

use super::Form;

/// The most rows of a page: it is written when all of them are known.
const MOST_ROWS: usize = 1 << 20;

/// Why frames are not shown, or not to their end.
pub(super) enum Failure {
    Output(io::Error),
    Words(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Shows frames, and counts them.
pub(super) struct Frames<'f> {
    of: &'f Description,
    form: Form,
    /// The number of the only frame that is shown, from 1.
    only: Option<u64>,
    out: &'f mut dyn Write,
    count: u64,
    is_valid: bool,
    /// The bytes and the rows of a page.
    bytes: Vec<u8>,
    rows: Vec<Row>,
    problems: Vec<(usize, String)>,
}

impl<'f> Frames<'f> {
    pub(super) fn new(
        of: &'f Description,
        form: Form,
        only: Option<u64>,
        out: &'f mut dyn Write,
    ) -> Self {
        let (bytes, rows, problems) = (Vec::new(), Vec::new(), Vec::new());
        Self { of, form, only, out, count: 0, is_valid: true, bytes, rows, problems }
    }

    /// Shows the frames in these bytes, and returns whether all that are shown are valid.
    pub(super) fn bytes(mut self, bytes: &[u8]) -> Result<bool, Failure> {
        let mut at = 0;
        loop {
            match self.of.frame(&bytes[at..]) {
                Err(error) if at == 0 => return Err(Failure::Words(error.to_string())),
                Err(error) => {
                    let words = format!("after the last frame, at byte {at}: {error}");
                    self.rest(&bytes[at..], at, words)?;
                    break;
                }
                Ok(frame) => {
                    self.frame(&frame, at, None)?;
                    at += frame.end();
                }
            }
            if at >= bytes.len() {
                break;
            }
        }
        self.end()
    }

    /// Shows the frames in a capture, and returns whether all that are shown are valid. What is not
    /// read of it is said on standard error.
    pub(super) fn capture(
        mut self,
        mut file: BufReader<File>,
        name: &str,
    ) -> Result<bool, Failure> {
        let of = self.of;
        if of.frames().is_none() {
            let words = "the lock describes no header with a length, by which frames are found";
            return Err(Failure::Words(format!("{name} is a capture; {words}")));
        }
        let cannot = |error: io::Error| Failure::Words(format!("{name}: {error}"));
        let mut input = decompress(&mut file).map_err(cannot)?;
        let mut outcome = Ok(());
        let mut take = |found: Found| {
            outcome = self.found(&found);
            if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let frames = &mut |_| of.frames().expect("it was there above");
        let skipped = read_with(&mut *input, frames, &mut take);
        outcome?;
        let skipped = skipped.map_err(|words| Failure::Words(format!("{name}: {words}")))?;
        if self.count == 0 && self.is_valid {
            let why = if skipped.is_empty() { String::new() } else { format!("; {skipped}") };
            return Err(Failure::Words(format!("{name}: there is no frame in it{why}")));
        }
        if skipped.may_hold_frames() {
            eprintln!("{name}: {skipped}");
        }
        self.end()
    }

    fn found(&mut self, found: &Found) -> Result<(), Failure> {
        match &found.event {
            Event::Frame(bytes) => {
                // Its header was parsed.
                let Ok(frame) = self.of.frame(bytes) else { return Ok(()) };
                self.frame(&frame, 0, Some((found, bytes)))
            }
            Event::Malformed(error) => {
                let words = format!("no header at byte {}: {}", found.offset, error.kind());
                self.is_valid = false;
                self.aside(found, Some(&words))
            }
            _ => self.aside(found, None),
        }
    }

    /// Shows a gap, or where frames end.
    fn aside(&mut self, found: &Found, problem: Option<&str>) -> Result<(), Failure> {
        if self.only.is_some() {
            return Ok(());
        }
        let line = problem.map_or_else(|| found.to_string(), |words| format!("{found} {words}"));
        match self.form {
            Form::Text => writeln!(self.out, "{}", Printable(line))?,
            Form::Json => {
                let object = found.to_json(problem.map(|words| json!({ "problem": words })));
                writeln!(self.out, "{}", Printable(object))?;
            }
            Form::Html => {
                let at = self.bytes.len();
                let row = Row::new(0, at..at, &line, String::new());
                self.rows.push(if problem.is_some() { row.wrong() } else { row });
                self.problems.extend(problem.map(|words| (at, words.to_owned())));
            }
        }
        Ok(())
    }

    /// Shows a frame that begins at this offset of the bytes, or of a capture.
    fn frame(
        &mut self,
        frame: &Frame<'_>,
        at: usize,
        found: Option<(&Found, &[u8])>,
    ) -> Result<(), Failure> {
        self.count += 1;
        if self.only.is_some_and(|only| only != self.count) {
            return Ok(());
        }
        self.is_valid &= frame.problem().is_none();
        match self.form {
            Form::Text => {
                if let Some((found, _)) = found {
                    writeln!(self.out, "{}", Printable(found))?;
                }
                let mut of = Dissection::new(&[], "frame");
                frame.add_to(&mut of, at);
                write!(self.out, "{of}")?;
            }
            Form::Json => {
                let object = frame.json();
                let object = match found {
                    Some((found, _)) => found.to_json(Some(object)),
                    None => object,
                };
                writeln!(self.out, "{}", Printable(object))?;
            }
            Form::Html => {
                let start = self.bytes.len();
                let mut of = Dissection::new(&[], "frame");
                frame.add_to(&mut of, start);
                if let Some((found, bytes)) = found {
                    let row =
                        Row::new(0, start..start + bytes.len(), &found.to_string(), String::new());
                    self.rows.push(row);
                    of.rows.iter_mut().for_each(|row| row.depth += 1);
                }
                self.bytes.extend_from_slice(frame.bytes());
                self.rows.append(&mut of.rows);
                self.problems.append(&mut of.problems);
                if self.rows.len() > MOST_ROWS {
                    let words = "a page of all frames is too long: --frame NUMBER shows one";
                    return Err(Failure::Words(words.to_owned()));
                }
            }
        }
        Ok(())
    }

    /// Shows bytes after the last frame.
    fn rest(&mut self, bytes: &[u8], at: usize, words: String) -> Result<(), Failure> {
        if self.only.is_some() {
            return Ok(());
        }
        self.is_valid = false;
        match self.form {
            Form::Text => writeln!(self.out, "malformed: {}", Printable(words))?,
            Form::Json => writeln!(self.out, "{}", json!({ "problem": words }))?,
            Form::Html => {
                self.bytes.extend_from_slice(bytes);
                self.problems.push((at, words));
            }
        }
        Ok(())
    }

    fn end(self) -> Result<bool, Failure> {
        if let Some(only) = self.only.filter(|only| *only == 0 || *only > self.count) {
            let count = self.count;
            return Err(Failure::Words(format!("there is no frame {only}: there are {count}")));
        }
        if self.form == Form::Html {
            let title =
                self.only.map_or_else(|| "Frames".to_owned(), |only| format!("Frame {only}"));
            let mut of = Dissection::new(&self.bytes, &title);
            (of.rows, of.problems) = (self.rows, self.problems);
            self.out.write_all(of.html().as_bytes())?;
        }
        Ok(self.is_valid)
    }
}
