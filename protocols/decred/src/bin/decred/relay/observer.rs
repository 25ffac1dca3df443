//! Shows and records the frames that pass.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use clap::ValueEnum;
use codec_core::Header as _;
use codec_decred::{Command, FrameHeader, Network};
use codec_pool::FrameRef;

use super::Unchecked;
use crate::failure::{Failure, complain};
use crate::inspect::{Inspection, Place};
use crate::stop::Stop;

/// How a frame is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Show {
    /// A line: seconds, connection, direction, and what `decred decode` prints.
    Lines,
    /// A JSON object on a line.
    Json,
    /// Nothing, and nothing is decoded.
    Nothing,
}

/// Where a frame goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    ToUpstream,
    FromUpstream,
}

impl Direction {
    const fn arrow(self) -> char {
        match self {
            Self::ToUpstream => '>',
            Self::FromUpstream => '<',
        }
    }

    const fn sender(self) -> &'static str {
        match self {
            Self::ToUpstream => "node",
            Self::FromUpstream => "upstream",
        }
    }
}

/// Shows and records, for all connections.
#[derive(Debug)]
pub(super) struct Observer {
    since: Instant,
    show: Show,
    /// Commands to show; all when there are none.
    only: Vec<String>,
    record: Option<Mutex<Record>>,
    /// Ends the program when the reader of its output is gone.
    stop: Stop,
    /// Why standard output failed.
    output: Mutex<Option<io::Error>>,
}

#[derive(Debug)]
struct Record {
    name: PathBuf,
    file: BufWriter<File>,
    is_broken: bool,
}

impl Observer {
    pub(super) fn new(
        show: Show,
        only: Vec<String>,
        record: Option<&Path>,
        stop: Stop,
    ) -> Result<Self, Failure> {
        if let Some(name) = only.iter().find(|name| Command::named(name).is_none()) {
            return Err(Failure::new("--only", format!("there is no command {name}")));
        }
        let open = |name: &Path| match File::create(name) {
            Ok(file) => {
                let (name, file) = (name.to_owned(), BufWriter::new(file));
                Ok(Mutex::new(Record { name, file, is_broken: false }))
            }
            Err(error) => Err(Failure::new(format!("can't write {}", name.display()), error)),
        };
        let record = record.map(open).transpose()?;
        let output = Mutex::new(None);
        Ok(Self { since: Instant::now(), show, only, record, stop, output })
    }

    /// Takes note of a frame of the connection with this number.
    pub(super) fn see<N: Network>(
        &self,
        connection: u64,
        direction: Direction,
        frame: &FrameRef<'_, Unchecked<N>>,
    ) {
        let header = frame.header();
        let is_shown = self.show != Show::Nothing
            && (self.only.is_empty() || self.only.iter().any(|only| only == header.command()));
        let seconds = self.since.elapsed().as_secs_f64();
        if let Some(record) = &self.record {
            let label = format!("{seconds:.6} {connection} {}", direction.arrow());
            lock(record).write(&label, frame.bytes());
        }
        // The header was parsed before, so its network is right.
        if is_shown && let Ok(header) = FrameHeader::<N>::parse(&frame.bytes()[..24]) {
            let place = Place::Byte(frame.offset());
            let inspection = Inspection::new(place, header, frame.payload());
            self.show(seconds, connection, direction, &inspection);
        }
    }

    fn show<N: Network>(
        &self,
        seconds: f64,
        connection: u64,
        direction: Direction,
        inspection: &Inspection<'_, N>,
    ) {
        let complaint = inspection.complaint();
        let mut out = io::stdout().lock();
        let outcome = if self.show == Show::Json {
            let mut object = inspection.to_json();
            object["seconds"] = seconds.into();
            object["connection"] = connection.into();
            object["from"] = direction.sender().into();
            if let Some(complaint) = complaint {
                object["error"] = complaint.into();
            }
            writeln!(out, "{object}")
        } else {
            let arrow = direction.arrow();
            let line = writeln!(out, "{seconds:>10.3} {connection:>4} {arrow} {inspection}");
            match complaint {
                Some(complaint) => line.and_then(|()| writeln!(out, "{complaint}")),
                None => line,
            }
        };
        if let Err(error) = outcome {
            lock(&self.output).get_or_insert(error);
            self.stop.stop();
        }
    }

    /// Writes what is recorded to the file: for the time when there is nothing else to do.
    pub(super) fn settle(&self) {
        if let Some(record) = &self.record {
            let mut record = lock(record);
            let outcome = record.file.flush();
            record.judge(outcome);
        }
    }

    /// How the command ends.
    pub(super) fn outcome(&self) -> Result<(), Failure> {
        if self.record.as_ref().is_some_and(|record| lock(record).is_broken) {
            return Err(Failure::Reported);
        }
        match lock(&self.output).as_ref() {
            Some(error) => Err(Failure::output(error)),
            None => Ok(()),
        }
    }
}

/// A panic elsewhere leaves what can be gone on with.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Record {
    /// A frame in hex after a label, as `decred decode` reads it.
    fn write(&mut self, label: &str, frame: &[u8]) {
        if self.is_broken {
            return;
        }
        let mut line = String::with_capacity(label.len() + 2 * frame.len() + 4);
        line.push_str(label);
        line.push_str(" | ");
        for byte in frame {
            for digit in [byte >> 4, byte & 0xf] {
                line.extend(char::from_digit(digit.into(), 16));
            }
        }
        line.push('\n');
        let outcome = self.file.write_all(line.as_bytes());
        self.judge(outcome);
    }

    /// Reports the first error; frames pass on without a record.
    fn judge(&mut self, outcome: io::Result<()>) {
        if let Err(error) = outcome
            && !std::mem::replace(&mut self.is_broken, true)
        {
            complain(&format!("decred: can't write {}: {error}", self.name.display()));
        }
    }
}
