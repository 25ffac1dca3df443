//! `decred decode`: prints the frames of a file.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::ValueEnum;
use codec_capture::show::{Printable, hex};
use codec_capture::{self as capture, Event, Found, Skipped};
use codec_core::Header as _;
use codec_decred::{AnyNetwork, FrameHeader, Network, NetworkVisitor};

use crate::failure::{Failure, complain};
use crate::inspect::{Inspection, Place};

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
    /// The network whose frames are read: `mainnet`, `testnet3`, `simnet` or `regnet`.
    #[arg(long, default_value_t = AnyNetwork::MainNet)]
    network: AnyNetwork,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Continue after a malformed frame; the exit status still reports it.
    #[arg(long)]
    keep_going: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Offset (or line), command, length, fields; long ones shortened.
    Text,
    /// One object per line, with nothing left out.
    Json,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let name = arguments.file.display().to_string();
    if name == "-" {
        return read(arguments, "standard input", &mut io::stdin().lock());
    }
    let refuse = |error: io::Error| Failure::new(format!("can't read {name}"), error);
    let file = File::open(&arguments.file).map_err(refuse)?;
    if file.metadata().map_err(refuse)?.is_dir() {
        return Err(Failure::new(format!("can't read {name}"), "it is a directory"));
    }
    read(arguments, &name, &mut BufReader::new(file))
}

fn read(arguments: &Arguments, name: &str, input: &mut dyn BufRead) -> Result<(), Failure> {
    let Arguments { format, keep_going, .. } = *arguments;
    let out = io::stdout().lock();
    let report = Report { out, format, keep_going, frames: 0, malformed: 0 };
    arguments.network.visit(Reading { report, name, input })
}

/// A report of an input, on a network.
struct Reading<'a> {
    report: Report,
    name: &'a str,
    input: &'a mut dyn BufRead,
}

impl NetworkVisitor for Reading<'_> {
    type Output = Result<(), Failure>;

    fn visit<N: Network>(mut self) -> Result<(), Failure> {
        self.report.input::<N>(self.name, self.input)
    }
}

/// Prints frames, and counts what it prints.
struct Report {
    out: io::StdoutLock<'static>,
    format: Format,
    keep_going: bool,
    frames: u64,
    malformed: u64,
}

/// Outcome of a frame: go on with the next one, or end.
type Next = Result<ControlFlow<()>, Failure>;

impl Report {
    fn input<N: Network>(&mut self, name: &str, input: &mut dyn BufRead) -> Result<(), Failure> {
        let refuse = |error: io::Error| Failure::new(format!("can't read {name}"), error);
        let mut input = capture::decompress(input).map_err(refuse)?;
        let input = &mut *input;
        let start = input.fill_buf().map_err(refuse)?;
        if start.is_empty() {
            return Err(Failure::new(name, "it is empty, there is no frame in it"));
        }
        let mut skipped = Skipped::default();
        if capture::is_capture(start) {
            skipped = self.capture::<N>(name, input)?;
        } else if hex::is_text(start) {
            self.lines::<N>(input, refuse)?;
        } else {
            self.stream::<N>(input, refuse)?;
        }
        match (self.frames, self.malformed) {
            (0, 0) if skipped.is_empty() || skipped.may_hold_frames() => {
                Err(Failure::new(name, "there is no frame in it"))
            }
            (0, 0) => Err(Failure::new(name, format!("there is no frame in it; {skipped}"))),
            (_, 0) => Ok(()),
            (frames, malformed) if self.keep_going => {
                Err(Failure::new(name, format!("{malformed} of {} malformed", frames + malformed)))
            }
            _ => Err(Failure::Reported),
        }
    }

    fn capture<N: Network>(
        &mut self,
        name: &str,
        input: &mut dyn BufRead,
    ) -> Result<Skipped, Failure> {
        let mut outcome = Ok(());
        let file = capture::read::<FrameHeader<N>>(input, |_| true, &mut |found| {
            self.found::<N>(&found).unwrap_or_else(|error| {
                outcome = Err(error);
                ControlFlow::Break(())
            })
        });
        outcome?;
        let skipped = file.map_err(|problem| Failure::new(name, problem))?;
        if skipped.may_hold_frames() {
            complain(&format!("decred: {name}: {skipped}"));
        }
        Ok(skipped)
    }

    fn found<N: Network>(&mut self, found: &Found) -> Next {
        match &found.event {
            Event::Frame(bytes) => self.frame::<N>(Place::Byte(found.offset), bytes, Some(found)),
            Event::Malformed(error) => {
                let complaint = format!("{found}\nno frame at byte {}: {error}", found.offset);
                Ok(self.refuse(&complaint))
            }
            _ if self.format == Format::Json => self.print(found.to_json(None)),
            _ => self.print(found),
        }
    }

    /// Raw frames.
    fn stream<N: Network>(
        &mut self,
        mut input: &mut dyn BufRead,
        refuse: impl Fn(io::Error) -> Failure,
    ) -> Result<(), Failure> {
        let (mut frame, mut at) = (Vec::new(), 0);
        loop {
            frame.clear();
            let size = FrameHeader::<N>::SIZE;
            (&mut input).take(size as u64).read_to_end(&mut frame).map_err(&refuse)?;
            if frame.is_empty() {
                return Ok(());
            }
            let place = Place::Byte(at);
            // Without a header, the start of the next frame is unknown.
            let Ok(header) = FrameHeader::<N>::parse(&frame) else {
                return self.frame::<N>(place, &frame, None).map(|_| ());
            };
            let len = header.payload_len();
            (&mut input).take(len as u64).read_to_end(&mut frame).map_err(&refuse)?;
            at += frame.len() as u64;
            if self.frame::<N>(place, &frame, None)?.is_break() {
                return Ok(());
            }
        }
    }

    /// Hex, one frame per line.
    fn lines<N: Network>(
        &mut self,
        input: &mut dyn BufRead,
        refuse: impl Fn(io::Error) -> Failure,
    ) -> Result<(), Failure> {
        for (line, number) in input.lines().zip(1..) {
            let place = Place::Line(number);
            let next = match hex::parse(&line.map_err(&refuse)?) {
                Ok(None) => continue,
                Ok(Some(bytes)) => self.frame::<N>(place, &bytes, None)?,
                Err(reason) => self.refuse(&format!("malformed frame at {place}: {reason}")),
            };
            if next.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// A frame, which may be cut.
    fn frame<N: Network>(&mut self, place: Place, bytes: &[u8], found: Option<&Found>) -> Next {
        let (head, payload) = bytes.split_at(bytes.len().min(FrameHeader::<N>::SIZE));
        let header = match FrameHeader::<N>::parse(head) {
            Ok(header) => header,
            Err(error) => {
                return Ok(self.refuse(&format!("malformed frame at {place}: its header: {error}")));
            }
        };
        let (declared, there) = (header.payload_len(), payload.len());
        if there != declared {
            let reason = format!("the header says {declared} bytes of payload, there are {there}");
            return Ok(self.refuse(&format!("malformed frame at {place}: {reason}")));
        }
        let inspection = Inspection::new(place, header, payload);
        if let Some(complaint) = inspection.complaint() {
            let whose = found.map(|found| format!("{found}\n")).unwrap_or_default();
            return Ok(self.refuse(&format!("{whose}{complaint}")));
        }
        self.frames += 1;
        match (self.format, found) {
            (Format::Text, None) => self.print(inspection),
            (Format::Text, Some(found)) => self.print(format_args!("{found} {inspection}")),
            (Format::Json, None) => self.print(inspection.to_json()),
            (Format::Json, Some(found)) => self.print(found.to_json(Some(inspection.to_json()))),
        }
    }

    fn print(&mut self, line: impl Display) -> Next {
        writeln!(self.out, "{}", Printable(line)).map_err(|error| Failure::output(&error))?;
        Ok(ControlFlow::Continue(()))
    }

    fn refuse(&mut self, complaint: &str) -> ControlFlow<()> {
        self.malformed += 1;
        complain(&format!("decred: {complaint}"));
        if self.keep_going { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
