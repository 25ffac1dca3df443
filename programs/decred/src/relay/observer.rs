//! Shows and records the frames that pass.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use codec_capture::show::{Printer, Recorder};
use codec_core::Header as _;
use codec_decred::{FrameHeader, Network};
use codec_pool::FrameRef;

use super::Unchecked;
use crate::failure::{Failure, note};
use crate::inspect::{Inspection, Place};
use crate::stop::Stop;

/// Form in which a frame is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Show {
    /// A line: seconds, connection, direction, and what `decred decode` prints.
    Lines,
    /// A JSON object on a line.
    Json,
    /// Nothing, and nothing is decoded.
    Nothing,
}

/// Direction of a frame.
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

/// Time that frames wait for the reader of the output.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows and records, for all connections.
#[derive(Debug)]
pub(super) struct Observer {
    since: Instant,
    show: Show,
    /// Commands to show; all when there are none.
    only: Vec<String>,
    record: Option<Mutex<Recorder>>,
    /// Ends the program when the reader of its output is gone.
    stop: Stop,
    /// Why standard output failed.
    output: Mutex<Option<io::Error>>,
}

impl Observer {
    pub(super) fn new(
        show: Show,
        only: Vec<String>,
        record: Option<&Path>,
        stop: Stop,
    ) -> Result<Self, Failure> {
        let record = record.map(Recorder::create).transpose();
        let record = record.map_err(|error| Failure::Because(error.to_string()))?.map(Mutex::new);
        let output = Mutex::new(None);
        let closed = stop.clone();
        Printer::stdout().on_failure(move || closed.stop());
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
            report(lock(record).write(label, frame.bytes()));
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
        let outcome = if self.show == Show::Json {
            let mut object = inspection.to_json();
            object["seconds"] = seconds.into();
            object["connection"] = connection.into();
            object["from"] = direction.sender().into();
            if let Some(complaint) = complaint {
                object["error"] = complaint.into();
            }
            print(object)
        } else {
            let arrow = direction.arrow();
            let line = format!("{seconds:>10.3} {connection:>4} {arrow} {inspection}");
            match complaint {
                Some(complaint) => print(format_args!("{line}\n{complaint}")),
                None => print(line),
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
            report(lock(record).flush());
        }
    }

    /// Outcome of the command: an error if recording or output has failed.
    pub(super) fn outcome(&self) -> Result<(), Failure> {
        if self.record.as_ref().is_some_and(|record| lock(record).is_broken()) {
            return Err(Failure::Reported);
        }
        match lock(&self.output).as_ref() {
            Some(error) => Err(Failure::output(error)),
            None => Ok(()),
        }
    }
}

/// Prints what a frame is; drops it when the reader of the output is not reading.
fn print(line: impl Display) -> io::Result<()> {
    Printer::stdout().offer_within(line, PATIENCE)
}

/// A panic elsewhere leaves what can be gone on with.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reports what went wrong with the record; frames pass on without it.
fn report(outcome: io::Result<()>) {
    if let Err(error) = outcome {
        note(&format!("decred: {error}"));
    }
}
