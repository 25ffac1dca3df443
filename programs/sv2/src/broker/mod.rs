//! Frames through a broker: NATS, with its persistent streams (`JetStream`).
//!
//! The message of a frame is the frame itself, header and payload. Its subject is
//! `STREAM.CONNECTION.SENDER`, where the sender is `client` or `server`. Headers have the seconds
//! since the start of the program that published it, and the byte offset of the frame in what the
//! sender has sent.

mod consume;
mod publish;

use std::time::Duration;

use async_nats::jetstream::context::ContextBuilder;
use async_nats::jetstream::{Context, stream};
use async_nats::{ConnectOptions, Event};
use tokio::sync::watch;

use crate::failure::Failure;

pub(crate) use consume::{Arguments as ConsumeArguments, run as consume};
pub(crate) use publish::{Complain, Feed, Origin};

/// The header with the seconds since the publisher's start.
const SECONDS: &str = "Sv2-Seconds";

/// The header with the frame's byte offset in its direction of the connection.
const OFFSET: &str = "Sv2-Offset";

/// Time that an answer of the broker may take before the request is made again.
const PATIENCE: Duration = Duration::from_secs(2);

/// The pause before a request is made again.
const PAUSE: Duration = Duration::from_millis(200);

/// A connection to the broker, which is made again whenever it is lost.
struct Broker {
    jetstream: Context,
    /// Changes with each new connection.
    connections: watch::Receiver<u64>,
}

impl Broker {
    /// Connects; an error when the broker can't be reached now.
    async fn connect(url: &str) -> Result<Self, Failure> {
        let (changed, connections) = watch::channel(0);
        let options = ConnectOptions::new().name("sv2").event_callback(move |event| {
            if matches!(event, Event::Connected) {
                changed.send_modify(|count| *count += 1);
            }
            std::future::ready(())
        });
        let client = options.connect(url).await.map_err(|error| Failure::new(url, error))?;
        let jetstream = ContextBuilder::new().timeout(PATIENCE).ack_timeout(PATIENCE).build(client);
        Ok(Self { jetstream, connections })
    }
}

/// The stream that frames are kept in: in files, until its limits, which the user may set.
fn stream_config(name: &str) -> stream::Config {
    stream::Config {
        name: name.to_owned(),
        subjects: vec![format!("{name}.>")],
        storage: stream::StorageType::File,
        ..stream::Config::default()
    }
}
