//! Shows and records the frames that pass.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use codec_capture::show::{Printer, Recorder};
use codec_core::{Header as _, MessageInfo as _};
#[cfg(feature = "nats")]
use codec_pool::Frame;
use codec_pool::FrameRef;
use codec_stratum::{AnyMessage, FrameHeader, Sv2TlvProtocol, extension, message_name};
use session::{Inspection, Place};

#[cfg(feature = "nats")]
use crate::broker::{Complain, Feed, Origin};
use crate::failure::{Failure, note};
use crate::json;
use crate::stop::Stopper;
#[cfg(feature = "view")]
use crate::watch::view::{Seen, SharedLog};

/// Form in which a frame is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Show {
    /// A line: seconds, connection, direction, and what `sv2 decode` prints.
    Lines,
    /// A JSON object on a line.
    Json,
    /// Nothing, and nothing is decoded.
    Nothing,
}

/// Direction of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    ToServer,
    ToClient,
}

impl Direction {
    pub(super) const fn arrow(self) -> char {
        match self {
            Self::ToServer => '>',
            Self::ToClient => '<',
        }
    }

    const fn sender(self) -> &'static str {
        match self {
            Self::ToServer => "client",
            Self::ToClient => "server",
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
    /// Ids of the messages to show; all when there are none.
    only: Vec<u32>,
    record: Option<Mutex<Recorder>>,
    /// Ends the program when the reader of its output is gone.
    stopper: Arc<Stopper>,
    /// Frames that are shown in a terminal.
    #[cfg(feature = "view")]
    pub(super) log: Option<SharedLog>,
    /// Publishes frames.
    #[cfg(feature = "nats")]
    pub(super) feed: Option<Feed>,
}

impl Observer {
    pub(super) fn new(
        show: Show,
        only: Vec<u32>,
        record: Option<&Path>,
        stopper: Arc<Stopper>,
    ) -> Result<Self, Failure> {
        let record = record.map(Recorder::create).transpose();
        let record = record.map_err(|error| Failure::Because(error.to_string()))?.map(Mutex::new);
        let closed = Arc::clone(&stopper);
        Printer::stdout().on_failure(move || closed.stop());
        let since = Instant::now();
        Ok(Self {
            since,
            show,
            only,
            record,
            stopper,
            #[cfg(feature = "view")]
            log: None,
            #[cfg(feature = "nats")]
            feed: None,
        })
    }

    /// Takes note of a frame of the connection with this number.
    pub(super) fn see(
        &self,
        connection: u64,
        direction: Direction,
        frame: &FrameRef<'_, Sv2TlvProtocol>,
    ) {
        let header = frame.header();
        let is_shown = self.show != Show::Nothing
            && (self.only.is_empty() || self.only.contains(&header.id()));
        if self.record.is_none() && !is_shown {
            return;
        }
        let seconds = self.since.elapsed().as_secs_f64();
        if let Some(record) = &self.record {
            let label = format!("{seconds:.6} {connection} {}", direction.arrow());
            let outcome = lock(record).write(label, frame.bytes());
            self.report(outcome);
        }
        #[cfg(feature = "view")]
        if let Some(log) = self.log.as_ref().filter(|_| is_shown) {
            let (offset, payload) = (frame.offset(), frame.payload().into());
            log.push(Seen { seconds, connection, direction, offset, header, payload });
            return;
        }
        if is_shown {
            let place = Place::Byte(frame.offset());
            self.show(seconds, connection, direction, place, header, frame.payload());
        }
    }

    /// Publishes a frame, if frames are published.
    #[cfg(feature = "nats")]
    pub(super) async fn publish(
        &self,
        connection: u64,
        direction: Direction,
        offset: u64,
        frame: &Frame<Sv2TlvProtocol>,
    ) {
        if let Some(feed) = &self.feed {
            let (sender, seconds) = (direction.sender(), self.since.elapsed().as_secs_f64());
            // Another owner of the same bytes.
            feed.give(Origin { connection, sender, seconds, offset }, frame.clone().into()).await;
        }
    }

    /// Returns a function that reports trouble as [`complain`](Self::complain) does.
    #[cfg(feature = "nats")]
    pub(super) fn complaints(&self) -> Complain {
        #[cfg(feature = "view")]
        if let Some(log) = self.log.clone() {
            return Box::new(move |line| log.note(line.to_owned()));
        }
        Box::new(note)
    }

    fn show(
        &self,
        seconds: f64,
        connection: u64,
        direction: Direction,
        place: Place,
        header: FrameHeader,
        payload: &[u8],
    ) {
        let inspection = Inspection::new(place, header, payload);
        let outcome = if self.show == Show::Json {
            let mut object = json::frame(&inspection);
            object["seconds"] = seconds.into();
            object["connection"] = connection.into();
            object["from"] = direction.sender().into();
            if let Some(error) = inspection.error() {
                object["error"] = error.to_string().into();
            }
            print(object)
        } else {
            let arrow = direction.arrow();
            let line = format!("{seconds:>10.3} {connection:>4} {arrow} {inspection}");
            match inspection.error() {
                Some(error) => print(format_args!("{line}\n{}", inspection.complaint(error))),
                None => print(line),
            }
        };
        if let Err(error) = outcome {
            // The reader of the output has closed it.
            if error.kind() != io::ErrorKind::BrokenPipe {
                self.complain(&format!("sv2: can't write to standard output: {error}"));
            }
            self.stopper.stop();
        }
    }

    /// Tells of what went wrong: on standard error, or on the terminal that is in use.
    #[cfg_attr(
        not(feature = "view"),
        expect(clippy::unused_self, reason = "standard error is for all")
    )]
    pub(super) fn complain(&self, line: &str) {
        #[cfg(feature = "view")]
        if let Some(log) = &self.log {
            log.note(line.to_owned());
            return;
        }
        note(line);
    }

    /// Writes what is recorded to the file: for the time when there is nothing else to do.
    pub(super) fn settle(&self) {
        if let Some(record) = &self.record {
            let outcome = lock(record).flush();
            self.report(outcome);
        }
    }

    /// Tells what went wrong with the record; frames pass on without it.
    fn report(&self, outcome: io::Result<()>) {
        if let Err(error) = outcome {
            self.complain(&format!("sv2: {error}"));
        }
    }
}

/// Prints what a frame is; drops it when the reader of the output is not reading.
fn print(line: impl Display) -> io::Result<()> {
    Printer::stdout().offer_within(line, PATIENCE)
}

/// A panic elsewhere leaves a record that can be written on.
fn lock(record: &Mutex<Recorder>) -> std::sync::MutexGuard<'_, Recorder> {
    record.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The ids of the messages that have a name: of two, where two subprotocols share it.
#[derive(Debug, Clone)]
pub(super) struct Only(pub(super) Vec<u32>);

impl Only {
    /// The name as an argument: the specification's, also without its subprotocol, or the library's.
    pub(super) fn named(name: &str) -> Result<Self, String> {
        let is_it = |id: &u32| {
            let whole = message_name(*id);
            let short = whole.and_then(|whole| whole.split(" (").next());
            [whole, short, AnyMessage::name_of(*id)].contains(&Some(name))
        };
        // The core protocol, and extension 1.
        let ids: Vec<_> = (0..extension(2)).filter(is_it).collect();
        if ids.is_empty() { Err(format!("there is no message {name}")) } else { Ok(Self(ids)) }
    }
}
