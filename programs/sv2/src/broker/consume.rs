//! `sv2 consume`: decodes the frames that `sv2 watch --to` publishes.

use std::future::poll_fn;
use std::io::{self, Write as _};
use std::pin::Pin;
use std::str::FromStr;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::pull::{Ordered, OrderedConfig};
use async_nats::jetstream::{Message, stream};
use clap::ValueEnum;
use codec_capture::show::Printable;
use codec_core::Header as _;
use codec_stratum::FrameHeader;
use futures_core::Stream as _;
use session::{Inspection, Place};
use tokio::time::sleep;

use super::{Broker, OFFSET, PAUSE, SECONDS};
use crate::failure::{Failure, complain};
use crate::json;
use crate::link::block_on;
use crate::stop::Stop;

/// Prints the frames that `sv2 watch --to` has published to a broker, one per line, in order, from
/// the first that it keeps, and then as they come.
///
/// A line begins with the frame's number in the stream, seconds, connection and direction. When the
/// broker is lost, waits for it, and continues where it was. Ends on Ctrl-C; the exit status is 1
/// when a frame was malformed.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The broker, such as `nats://127.0.0.1:4222`.
    url: String,
    /// The stream.
    #[arg(long, value_name = "NAME", default_value = "sv2")]
    stream: String,
    /// Begin after the frame with this number.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    after: u64,
    /// End after this many frames.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The line that `sv2 watch` prints, after the number in the stream.
    Text,
    /// An object on a line.
    Json,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    block_on(consume(arguments))
}

async fn consume(arguments: &Arguments) -> Result<(), Failure> {
    let mut stop = Stop::on_signal();
    let Arguments { url, stream, .. } = arguments;
    let mut broker = Broker::connect(url).await?;
    let found = broker.jetstream.get_stream(stream).await;
    let found = found.map_err(|error| Failure::new(format!("{url}: stream {stream}"), error))?;
    let mut report = Report::new(arguments);
    let outcome = tokio::select! {
        outcome = report.follow(&mut broker, &found) => outcome,
        () = stop.stopped() => Ok(()),
    };
    outcome.and_then(|()| match report.malformed {
        0 => Ok(()),
        bad => Err(Failure::new(url, format!("{bad} of {} frames malformed", report.frames))),
    })
}

/// Arguments, and counts of what was printed.
struct Report<'a> {
    arguments: &'a Arguments,
    /// The number in the stream of the last frame.
    last: u64,
    frames: u64,
    malformed: u64,
}

impl<'a> Report<'a> {
    const fn new(arguments: &'a Arguments) -> Self {
        Self { arguments, last: arguments.after, frames: 0, malformed: 0 }
    }

    fn is_done(&self) -> bool {
        self.arguments.count.is_some_and(|count| self.frames >= count)
    }

    /// Prints what comes, until there is enough.
    async fn follow(
        &mut self,
        broker: &mut Broker,
        stream: &stream::Stream<stream::Info>,
    ) -> Result<(), Failure> {
        let mut is_broken = false;
        while !self.is_done() {
            broker.connections.mark_unchanged();
            let trouble = match self.messages(stream).await {
                Ok(mut messages) => loop {
                    let next = poll_fn(|cx| Pin::new(&mut messages).poll_next(cx));
                    let next = tokio::select! {
                        next = next => next,
                        // Messages are delivered to a connection that is no more.
                        _ = broker.connections.changed() => None,
                    };
                    match next {
                        Some(Ok(message)) => self.print(&message)?,
                        Some(Err(error)) => break error.to_string(),
                        None => break "the connection was lost".to_owned(),
                    }
                    is_broken = false;
                    if self.is_done() {
                        return Ok(());
                    }
                },
                Err(error) => error,
            };
            // Once for each time that the broker is away.
            if !std::mem::replace(&mut is_broken, true) {
                complain(&format!("sv2: {}: {trouble}; waiting", self.arguments.url));
            }
            sleep(PAUSE).await;
        }
        Ok(())
    }

    /// The messages after the last that was printed, in order and without gaps.
    async fn messages(&self, stream: &stream::Stream<stream::Info>) -> Result<Ordered, String> {
        let start_sequence = self.last + 1;
        let deliver_policy = DeliverPolicy::ByStartSequence { start_sequence };
        let config = OrderedConfig { deliver_policy, ..OrderedConfig::default() };
        let consumer = stream.create_consumer(config).await.map_err(|error| error.to_string())?;
        consumer.messages().await.map_err(|error| error.to_string())
    }

    fn print(&mut self, message: &Message) -> Result<(), Failure> {
        let refuse = |reason: &str| Failure::new(&self.arguments.url, reason);
        let info = message.info().map_err(|error| refuse(&error.to_string()))?;
        let sequence = info.stream_sequence;
        if sequence <= self.last {
            return Ok(());
        }
        let seconds: f64 = header(message, SECONDS).unwrap_or_default();
        let place = Place::Byte(header(message, OFFSET).unwrap_or_default());
        let mut parts = message.subject.as_str().rsplit('.');
        let (sender, connection) = (parts.next().unwrap_or("?"), parts.next().unwrap_or("?"));
        let (head, payload) =
            message.payload.split_at(message.payload.len().min(FrameHeader::SIZE));
        let header = FrameHeader::parse(head);
        let header = header.map_err(|_| refuse("the stream has a message that is no frame"))?;
        let inspection = Inspection::new(place, header, payload);
        let mut out = io::stdout().lock();
        let line = if self.arguments.format == Format::Json {
            let mut object = json::frame(&inspection);
            object["sequence"] = sequence.into();
            object["seconds"] = seconds.into();
            object["connection"] = connection.into();
            object["from"] = sender.into();
            writeln!(out, "{}", Printable(object))
        } else {
            let arrow = if sender == "client" { '>' } else { '<' };
            let line =
                format!("{sequence:>8} {seconds:>10.3} {connection:>4} {arrow} {inspection}");
            writeln!(out, "{}", Printable(line))
        };
        line.map_err(|error| Failure::output(&error))?;
        drop(out);
        if let Some(error) = inspection.error() {
            self.malformed += 1;
            complain(&format!("sv2: frame {sequence}: {}", inspection.complaint(error)));
        }
        self.frames += 1;
        self.last = sequence;
        Ok(())
    }
}

/// Value of a message's header; `None` without it, as in messages of other programs.
fn header<T: FromStr>(message: &Message, name: &str) -> Option<T> {
    message.headers.as_ref()?.get(name)?.as_str().parse().ok()
}
