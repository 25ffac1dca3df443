//! The frames of a capture of network traffic, with time and addresses.

use std::fmt::Display;
use std::io::{self, BufRead, Write as _};
use std::ops::ControlFlow;

use codec_capture::show::Printable;
use codec_capture::{self as capture, Event, Found};
use codec_core::Header as _;
use codec_stratum::FrameHeader;
use session::{Inspection, Place};

use crate::failure::{Failure, complain};
use crate::json;
use crate::key_log::Keys;
use crate::sealed::{CHANGED, Direction};

/// The longest first frame: a `SetupConnection` with all strings at their limits, and fields
/// of extensions.
const LONGEST_FIRST: usize = 4096;

/// Options for showing a capture.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options {
    /// One object per line.
    pub(crate) json: bool,
    /// Continue after a malformed frame.
    pub(crate) keep_going: bool,
}

/// Returns whether a frame is one that connections begin with: one of the first three
/// messages (Stratum V2 specification, section 3.6).
pub(crate) fn begins(header: FrameHeader) -> bool {
    header.id() <= 2 && !header.is_channel() && header.payload_len() <= LONGEST_FIRST
}

/// Prints the frames of a capture, with keys also encrypted ones.
pub(crate) fn run(
    name: &str,
    input: &mut dyn BufRead,
    options: Options,
    keys: Option<&Keys>,
) -> Result<(), Failure> {
    let mut report = Report { out: io::stdout().lock(), options, frames: 0, malformed: 0 };
    let mut outcome = Ok(());
    let take: &mut dyn FnMut(Found) -> ControlFlow<()> = &mut |found| {
        outcome = report.found(&found);
        let is_over = report.malformed > 0 && !options.keep_going;
        if is_over || outcome.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let file = match keys {
        None => capture::read(input, begins, take),
        Some(keys) => capture::read_with(input, &mut |_| Direction::new(keys), take),
    };
    outcome?;
    let skipped = file.map_err(|problem| Failure::new(name, problem))?;
    if skipped.may_hold_frames() {
        complain(&format!("sv2: {name}: {skipped}"));
    }
    match (report.frames, report.malformed) {
        (0, 0) if skipped.is_empty() || skipped.may_hold_frames() => {
            Err(Failure::new(name, "there is no frame in it"))
        }
        (0, 0) => Err(Failure::new(name, format!("there is no frame in it; {skipped}"))),
        (_, 0) => Ok(()),
        _ if !options.keep_going => Err(Failure::Reported),
        (frames, malformed) => {
            Err(Failure::new(name, format!("{malformed} of {} malformed", frames + malformed)))
        }
    }
}

/// Prints what streams hold.
struct Report {
    out: io::StdoutLock<'static>,
    options: Options,
    frames: u64,
    malformed: u64,
}

impl Report {
    fn found(&mut self, found: &Found) -> Result<(), Failure> {
        match &found.event {
            Event::Frame(bytes) => self.frame(found, bytes),
            Event::Gap { reason, .. } if *reason == CHANGED => {
                self.malformed += 1;
                complain(&format!("sv2: {found}"));
                Ok(())
            }
            Event::Gap { .. } if self.options.json => self.print(found.to_json(None)),
            Event::Gap { .. } => self.print(found),
            // Never malformed: any six bytes are a header of Stratum V2.
            _ => Ok(()),
        }
    }

    fn frame(&mut self, found: &Found, bytes: &[u8]) -> Result<(), Failure> {
        let (head, payload) = bytes.split_at(bytes.len().min(FrameHeader::SIZE));
        let Ok(header) = FrameHeader::parse(head) else { return Ok(()) };
        let inspection = Inspection::new(Place::Byte(found.offset), header, payload);
        if let Some(error) = inspection.error() {
            self.malformed += 1;
            complain(&format!("sv2: {found}\n{}", inspection.complaint(error)));
            return Ok(());
        }
        self.frames += 1;
        if self.options.json {
            return self.print(found.to_json(Some(json::frame(&inspection))));
        }
        self.print(format_args!("{found} {inspection}"))
    }

    fn print(&mut self, line: impl Display) -> Result<(), Failure> {
        writeln!(self.out, "{}", Printable(line)).map_err(|error| Failure::output(&error))
    }
}
