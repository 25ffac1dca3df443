//! Publishes frames, at least once and in order.
//!
//! Each message has an id, `RUN-NUMBER`, and names the id of the one before it: the broker refuses
//! a message whose predecessor it does not have. So what is published is at any time a prefix of
//! what was seen, whatever was lost on the way, and everything after the first message that was
//! not acknowledged is published again. The broker recognizes ids that it has (for two minutes,
//! unless the stream is configured otherwise).

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_nats::jetstream::Context;
use async_nats::jetstream::context::PublishAckFuture;
use async_nats::jetstream::message::PublishMessage;
use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::{Broker, OFFSET, PAUSE, SECONDS, stream_config};
use crate::failure::Failure;

/// Bytes of frames that may wait for the broker; traffic waits when there are more.
const ROOM: u32 = 64 * 1024 * 1024;

/// Bytes that a frame counts for in addition to its own.
const OVERHEAD: u32 = 256;

/// Room for headers and subject in the longest message that the broker accepts.
const HEADERS: usize = 1024;

/// Messages that may wait for their acknowledgements.
const WINDOW: usize = 256;

/// Time that the broker may take for the last frames when the program ends.
const LAST_FRAMES: Duration = Duration::from_mins(1);

/// Takes frames that are to be published.
#[derive(Debug)]
pub(crate) struct Feed {
    url: String,
    stream: String,
    inbox: mpsc::UnboundedSender<Item>,
    room: Arc<Semaphore>,
    publisher: JoinHandle<u64>,
}

/// Origin of a frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin {
    pub(crate) connection: u64,
    /// `client` or `server`.
    pub(crate) sender: &'static str,
    /// Since the start of the program.
    pub(crate) seconds: f64,
    /// Offset of its first byte in the sender's stream.
    pub(crate) offset: u64,
}

/// A frame to be published.
#[derive(Debug)]
struct Item {
    subject: String,
    origin: Origin,
    frame: Bytes,
    /// Returned when the broker has the frame.
    _room: OwnedSemaphorePermit,
}

/// Reports trouble to the user, a line each.
pub(crate) type Complain = Box<dyn Fn(&str) + Send + Sync>;

impl Feed {
    /// Connects to the broker, and makes the stream unless it exists.
    pub(crate) async fn open(url: &str, stream: &str, complain: Complain) -> Result<Self, Failure> {
        let broker = Broker::connect(url).await?;
        let made = broker.jetstream.get_or_create_stream(stream_config(stream)).await;
        made.map_err(|error| Failure::new(format!("{url}: stream {stream}"), error))?;
        let (inbox, items) = mpsc::unbounded_channel();
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let run = format!("{:x}-{:x}", since.as_nanos(), std::process::id());
        let publisher = Publisher {
            longest: broker.jetstream.client().server_info().max_payload.saturating_sub(HEADERS),
            jetstream: broker.jetstream,
            name: url.to_owned(),
            run,
            window: VecDeque::new(),
            last: 0,
            refused: 0,
            complain,
        };
        Ok(Self {
            url: url.to_owned(),
            stream: stream.to_owned(),
            inbox,
            room: Arc::new(Semaphore::new(usize::try_from(ROOM).unwrap_or(usize::MAX))),
            publisher: tokio::spawn(publisher.run(items)),
        })
    }

    /// Hands in a frame; waits while too many wait for the broker.
    pub(crate) async fn give(&self, origin: Origin, frame: Bytes) {
        let weight = u32::try_from(frame.len()).unwrap_or(ROOM).saturating_add(OVERHEAD).min(ROOM);
        let room = Arc::clone(&self.room).acquire_many_owned(weight).await;
        // The semaphore is never closed.
        let Ok(room) = room else { return };
        let subject = format!("{}.{}.{}", self.stream, origin.connection, origin.sender);
        // The publisher ends after this, unless it panicked, which it reported.
        let _ = self.inbox.send(Item { subject, origin, frame, _room: room });
    }

    /// Waits until the broker has all frames.
    pub(crate) async fn finish(self) -> Result<(), Failure> {
        drop(self.inbox);
        match timeout(LAST_FRAMES, self.publisher).await {
            Ok(Ok(0)) => Ok(()),
            Ok(Ok(refused)) => Err(Failure::new(
                self.url,
                format!("{refused} frames are longer than the broker accepts, and are missing"),
            )),
            Ok(Err(error)) => Err(Failure::new(self.url, error)),
            Err(_) => Err(Failure::new(self.url, "the last frames were not acknowledged")),
        }
    }
}

/// A message on its way.
struct Sent {
    number: u64,
    item: Item,
    /// None when it could not be sent.
    ack: Option<PublishAckFuture>,
}

struct Publisher {
    jetstream: Context,
    name: String,
    /// Differs between runs of the program.
    run: String,
    /// The longest frame that the broker accepts.
    longest: usize,
    /// Messages that are not acknowledged, in order.
    window: VecDeque<Sent>,
    /// The number of the newest message.
    last: u64,
    /// Frames that were too long.
    refused: u64,
    complain: Complain,
}

impl Publisher {
    /// Publishes until there are no more; returns how many were refused.
    async fn run(mut self, mut items: mpsc::UnboundedReceiver<Item>) -> u64 {
        let mut is_broken = false;
        loop {
            while self.window.len() < WINDOW {
                let next =
                    if self.window.is_empty() { items.recv().await } else { items.try_recv().ok() };
                let Some(item) = next else { break };
                self.take(item).await;
            }
            let Some(oldest) = self.window.front_mut() else {
                if items.is_closed() && items.is_empty() {
                    return self.refused;
                }
                continue;
            };
            let outcome = match oldest.ack.take() {
                Some(ack) => ack.await.map(drop).map_err(|error| error.to_string()),
                None => Err("it can't be reached".to_owned()),
            };
            match outcome {
                Ok(()) => {
                    is_broken = false;
                    self.window.pop_front();
                }
                Err(error) => {
                    // Once for each time that the broker is away.
                    if !std::mem::replace(&mut is_broken, true) {
                        (self.complain)(&format!("sv2: {}: {error}; frames wait", self.name));
                    }
                    sleep(PAUSE).await;
                    self.send_again().await;
                }
            }
        }
    }

    async fn take(&mut self, item: Item) {
        if item.frame.len() > self.longest {
            self.refused += 1;
            let (len, longest) = (item.frame.len(), self.longest);
            let reason = format!("a frame of {len} bytes, {longest} at most are accepted");
            (self.complain)(&format!("sv2: {}: {reason}", self.name));
            return;
        }
        self.last += 1;
        let number = self.last;
        let ack = self.send(&item, number, number > 1).await;
        self.window.push_back(Sent { number, item, ack });
    }

    /// Sends all that is not acknowledged. The broker has everything before the first of them.
    async fn send_again(&mut self) {
        let mut window = std::mem::take(&mut self.window);
        for (at, sent) in window.iter_mut().enumerate() {
            sent.ack = self.send(&sent.item, sent.number, at > 0).await;
        }
        self.window = window;
    }

    async fn send(&self, item: &Item, number: u64, after_last: bool) -> Option<PublishAckFuture> {
        let id = |number: u64| format!("{}-{number}", self.run);
        let message = PublishMessage::build().payload(item.frame.clone());
        let Origin { seconds, offset, .. } = item.origin;
        let message = message
            .message_id(id(number))
            .header(SECONDS, seconds.to_string())
            .header(OFFSET, offset.to_string());
        let message =
            if after_last { message.expected_last_message_id(id(number - 1)) } else { message };
        self.jetstream.send_publish(item.subject.clone(), message).await.ok()
    }
}
