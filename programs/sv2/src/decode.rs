//! `sv2 decode`: prints the frames of a file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write as _};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::ValueEnum;
use codec_capture::show::{Printable, hex};
use codec_capture::{decompress, is_capture};
use codec_core::Header as _;
use codec_noise::{NoiseReader, SEALED_HEADER};
use codec_pool::{FrameReadError, FrameReader, Pool, ReadLayer};
use codec_stratum::FrameHeader;
use session::{Inspection, Place};

use crate::capture;
use crate::failure::{Failure, complain};
use crate::json;
use crate::key_log::Keys;
use crate::secure::SecretText;

/// Prints the frames of a file, one per line.
///
/// The file holds concatenated raw frames, or text: one frame per line in hex; or it is a
/// capture of network traffic, pcap or pcapng, whose frames are shown with time and addresses,
/// and its gaps. Each may be compressed with gzip. Ends with an error at the first malformed frame,
/// and reports where and why.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The file, or `-` for standard input.
    file: PathBuf,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Continue after a malformed frame; the exit status still reports it.
    #[arg(long)]
    keep_going: bool,
    /// The key of an encrypted recording: 64 hex digits, or `@` and the name of a file that holds
    /// them. The recording is one direction of a connection, from its first frame on, or a capture
    /// of its traffic.
    #[arg(long, value_name = "KEY")]
    session_key: Option<SecretText>,
    /// A log of keys that `--key-log` of another command has written: a recording is decrypted by
    /// the key that opens its first frame. In a capture, both directions of all connections are
    /// decrypted whose keys are in the log, after their handshakes.
    #[arg(long, value_name = "FILE", conflicts_with = "session_key")]
    key_log: Option<PathBuf>,
}

impl Arguments {
    /// The keys that open the frames, if they are encrypted.
    fn keys(&self) -> Result<Option<Keys>, Failure> {
        if let Some(log) = &self.key_log {
            return Keys::read(log).map(Some);
        }
        let Some(text) = &self.session_key else { return Ok(None) };
        let key = Keys::one(&text.read()?);
        key.map(Some).ok_or_else(|| Failure::usage("--session-key", "not 64 hex digits"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Offset (or line), message, channel bit, length, fields; long ones shortened.
    Text,
    /// One object per line, with nothing left out.
    Json,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let name = arguments.file.display().to_string();
    let mut report = Report {
        out: io::stdout().lock(),
        format: arguments.format,
        keep_going: arguments.keep_going,
        keys: arguments.keys()?,
        frames: 0,
        malformed: 0,
    };
    if name == "-" {
        report.input("standard input", &mut io::stdin().lock())
    } else {
        let refuse = |error: io::Error| Failure::new(format!("can't read {name}"), error);
        let file = File::open(&arguments.file).map_err(refuse)?;
        if file.metadata().map_err(refuse)?.is_dir() {
            return Err(Failure::new(format!("can't read {name}"), "it is a directory"));
        }
        report.input(&name, &mut BufReader::new(file))
    }
}

/// Prints frames, and counts what it prints.
struct Report {
    out: io::StdoutLock<'static>,
    format: Format,
    keep_going: bool,
    /// Keys for encrypted frames.
    keys: Option<Keys>,
    frames: u64,
    malformed: u64,
}

/// Outcome of a frame: go on with the next one, or end.
type Next = Result<ControlFlow<()>, Failure>;

impl Report {
    fn input(&mut self, name: &str, input: &mut dyn BufRead) -> Result<(), Failure> {
        let refuse = |error: io::Error| Failure::new(format!("can't read {name}"), error);
        let mut plain = decompress(input).map_err(refuse)?;
        let input = &mut *plain;
        let start = input.fill_buf().map_err(refuse)?;
        if start.is_empty() {
            return Err(Failure::new(name, "it is empty, there is no frame in it"));
        }
        if is_capture(start) {
            let options =
                capture::Options { json: self.format == Format::Json, keep_going: self.keep_going };
            return capture::run(name, input, options, self.keys.as_ref());
        }
        if let Some(keys) = &self.keys {
            let Some(header) = start.first_chunk::<SEALED_HEADER>() else {
                return Err(Failure::new("the recording", "it is shorter than a frame"));
            };
            let reason = "no key that is known opens the first frame";
            let opener = keys.opener(header).ok_or_else(|| Failure::new(name, reason))?;
            self.stream(name, input, NoiseReader::sealed(Pool::default(), opener))?;
        } else if hex::is_text(start) {
            self.lines(name, input)?;
        } else {
            self.stream(name, input, FrameReader::new(Pool::default()))?;
        }
        match (self.frames, self.malformed) {
            (0, 0) => Err(Failure::new(name, "there is no frame in it")),
            (_, 0) => Ok(()),
            (frames, malformed) if self.keep_going => {
                Err(Failure::new(name, format!("{malformed} of {} malformed", frames + malformed)))
            }
            _ => Err(Failure::Reported),
        }
    }

    /// Raw frames.
    fn stream<L: ReadLayer>(
        &mut self,
        name: &str,
        mut input: &mut dyn BufRead,
        mut reader: FrameReader<FrameHeader, L>,
    ) -> Result<(), Failure> {
        loop {
            let next = match reader.read_frame(&mut input) {
                Ok(None) => return Ok(()),
                Ok(Some(frame)) => {
                    self.frame(Place::Byte(frame.offset()), frame.header(), frame.payload())?
                }
                Err(FrameReadError::Frame(error)) if error.is_fatal() => {
                    // In both cases nothing follows.
                    let place = Place::Byte(error.offset());
                    // Encrypted bytes are not shown.
                    let part = if self.keys.is_some() { &[] } else { reader.pending() };
                    let _ = self.cut(&error, place, part);
                    return Ok(());
                }
                Err(error) => return Err(Failure::new(format!("can't read {name}"), error)),
            };
            if next.is_break() {
                return Ok(());
            }
        }
    }

    /// Hex, one frame per line.
    fn lines(&mut self, name: &str, input: &mut dyn BufRead) -> Result<(), Failure> {
        for (line, number) in input.lines().zip(1..) {
            let line = line.map_err(|error| Failure::new(format!("can't read {name}"), error))?;
            let place = Place::Line(number);
            let next = match hex::parse(&line) {
                Ok(None) => continue,
                Ok(Some(bytes)) => self.line(place, &bytes)?,
                Err(reason) => self.refuse(&format!("malformed frame at {place}: {reason}")),
            };
            if next.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn line(&mut self, place: Place, bytes: &[u8]) -> Next {
        let (head, payload) = bytes.split_at(bytes.len().min(FrameHeader::SIZE));
        let Ok(header) = FrameHeader::parse(head) else {
            let reason = format!("{} bytes are no header of 6", head.len());
            return Ok(self.cut(&reason, place, bytes));
        };
        let (declared, there) = (header.payload_len(), payload.len());
        if there == declared {
            return self.frame(place, header, payload);
        }
        let reason = format!("the header says {declared} bytes of payload, the line has {there}");
        if there < declared {
            return Ok(self.cut(&reason, place, bytes));
        }
        Ok(self.refuse(&format!("malformed frame at {place}: {reason}")))
    }

    fn frame(&mut self, place: Place, header: FrameHeader, payload: &[u8]) -> Next {
        let inspection = Inspection::new(place, header, payload);
        if let Some(error) = inspection.error() {
            return Ok(self.refuse(&inspection.complaint(error).to_string()));
        }
        self.frames += 1;
        match self.format {
            Format::Text => writeln!(self.out, "{}", Printable(inspection)),
            Format::Json => writeln!(self.out, "{}", Printable(json::frame(&inspection))),
        }
        .map_err(|error| Failure::output(&error))?;
        Ok(ControlFlow::Continue(()))
    }

    /// The input ends inside a frame, of which there is `part`.
    fn cut(
        &mut self,
        reason: &dyn std::fmt::Display,
        place: Place,
        part: &[u8],
    ) -> ControlFlow<()> {
        let (head, payload) = part.split_at(part.len().min(FrameHeader::SIZE));
        let inspection = FrameHeader::parse(head).ok();
        let inspection = inspection.map(|header| Inspection::new(place, header, payload));
        let complaint = inspection
            .as_ref()
            .and_then(|inspection| Some(inspection.complaint(inspection.error()?).to_string()))
            .unwrap_or_else(|| format!("malformed frame at {place}"));
        self.refuse(&format!("{complaint}\n  cut       {reason}"))
    }

    fn refuse(&mut self, complaint: &str) -> ControlFlow<()> {
        self.malformed += 1;
        complain(&format!("sv2: {complaint}"));
        self.onward()
    }

    const fn onward(&self) -> ControlFlow<()> {
        if self.keep_going { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
