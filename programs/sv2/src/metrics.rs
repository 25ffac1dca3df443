//! The counts of a server, as a page for Prometheus.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use codec_noise::{HandshakeError, NoiseError};
use codec_pool::{
    AcceptLimits, Acceptor, Budget, ConnectionErrorKind, Metric, MetricKind, Pool, prometheus,
};
use codec_stratum::message_name;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::failure::{Failure, note_closed, say};
use crate::host::Shares;
use crate::link::{Traffic, Trouble};

/// The longest request for the page.
const REQUEST: usize = 8 * 1024;

/// Readers of the page at once, and the time that each has to ask for it.
const READERS: AcceptLimits = AcceptLimits::new().connections(16).time(Duration::from_secs(5));

/// Counts of all connections of a server, open ones included.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    total: Mutex<Total>,
    /// The connections that ended with an error, by its kind.
    troubles: Mutex<BTreeMap<&'static str, u64>>,
    /// The handshakes, by their outcomes.
    handshakes: Mutex<BTreeMap<&'static str, u64>>,
}

#[derive(Debug, Default)]
struct Total {
    shares: Shares,
    traffic: Traffic,
    received: BTreeMap<u32, u64>,
    sent: BTreeMap<u32, u64>,
}

/// Numbers of messages by their ids. The protocol has all of these, so that a client can't make it
/// long.
#[derive(Debug, Default)]
struct Messages(Vec<(u32, u64)>);

impl Messages {
    /// Counts a message, if the protocol has one with this id.
    fn count(&mut self, id: u32) {
        match self.0.iter_mut().find(|(other, _)| *other == id) {
            Some((_, count)) => *count += 1,
            None if message_name(id).is_some() => self.0.push((id, 1)),
            None => {}
        }
    }

    /// Adds them to the counts of all.
    fn publish(&mut self, total: &mut BTreeMap<u32, u64>) {
        for (id, count) in &mut self.0 {
            // A count of 0 has a place already.
            if *count > 0 {
                *total.entry(*id).or_default() += std::mem::take(count);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing under these locks panics.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts of a connection.
pub(crate) struct Tally {
    counts: Arc<Counts>,
    pub(crate) shares: Shares,
    /// The messages that were received and sent since the last time.
    received: Messages,
    sent: Messages,
    /// The part that was added to the counts of all.
    published: (Shares, Traffic),
}

impl Tally {
    pub(crate) fn new(counts: Arc<Counts>) -> Self {
        let (shares, received, sent) =
            (Shares::default(), Messages::default(), Messages::default());
        Self { counts, shares, received, sent, published: (shares, Traffic::default()) }
    }

    /// Counts a message that was received, if the protocol has one with this id.
    pub(crate) fn received(&mut self, id: u32) {
        self.received.count(id);
    }

    /// Counts a message that is queued for the client.
    pub(crate) fn sent(&mut self, id: u32) {
        self.sent.count(id);
    }

    /// Adds what it has counted since the last time to the counts of all.
    pub(crate) fn publish(&mut self, traffic: Traffic) {
        let (shares, last) = (self.shares, self.published);
        let mut total = lock(&self.counts.total);
        total.shares = total.shares.plus(shares, last.0);
        total.traffic = total.traffic.plus(traffic, last.1);
        self.received.publish(&mut total.received);
        self.sent.publish(&mut total.sent);
        self.published = (shares, traffic);
    }
}

impl Counts {
    /// Counts a connection that ended with this error.
    pub(crate) fn trouble(&self, trouble: &Trouble) {
        *lock(&self.troubles).entry(kind(trouble)).or_default() += 1;
    }

    /// Counts a handshake that ended so.
    pub(crate) fn handshake(&self, trouble: Option<&Trouble>) {
        let outcome = match trouble {
            None => "done",
            Some(Trouble::Handshake(HandshakeError::Noise(NoiseError::NotEncrypted))) => {
                "not_encrypted"
            }
            Some(Trouble::Handshake(HandshakeError::Noise(NoiseError::Truncated { .. }))) => {
                "truncated"
            }
            Some(Trouble::Handshake(_)) => "failed",
            Some(Trouble::Late { .. }) => "late",
            Some(Trouble::Nonsense(_)) => "evicted",
            Some(other) => kind(other),
        };
        *lock(&self.handshakes).entry(outcome).or_default() += 1;
    }

    /// The sums over all connections so far.
    pub(crate) fn total(&self) -> (Shares, Traffic) {
        let total = lock(&self.total);
        (total.shares, total.traffic)
    }

    fn metrics(&self) -> Vec<Metric> {
        let counter = |name, help, label, value| {
            let mut metric = Metric::new(name, help, MetricKind::Counter, value);
            metric.label = Some(label);
            metric
        };
        let total = lock(&self.total);
        let share = |outcome, value| {
            counter("sv2_shares_total", "Shares by outcome.", ("outcome", outcome), value)
        };
        let Shares { accepted, refused, .. } = total.shares;
        let mut metrics = vec![share("accepted", accepted), share("refused", refused)];
        for (messages, name, help) in [
            (&total.received, "sv2_messages_in_total", "Messages received, by name."),
            (&total.sent, "sv2_messages_out_total", "Messages queued to be sent, by name."),
        ] {
            metrics.extend(messages.iter().filter_map(|(id, count)| {
                Some(counter(name, help, ("message", message_name(*id)?), *count))
            }));
        }
        metrics.extend(total.traffic.frames.metrics());
        drop(total);
        metrics.extend(lock(&self.handshakes).iter().map(|(outcome, count)| {
            let help = "Handshakes of clients, by outcome.";
            counter("sv2_handshakes_total", help, ("outcome", outcome), *count)
        }));
        metrics.extend(lock(&self.troubles).iter().map(|(kind, count)| {
            let help = "Connections that ended with an error, by its kind.";
            counter("sv2_errors_total", help, ("kind", kind), *count)
        }));
        metrics
    }
}

/// The kind of an error, as the value of a label.
fn kind(trouble: &Trouble) -> &'static str {
    match trouble {
        Trouble::Connection(kind) => ConnectionErrorKind::name(kind),
        Trouble::Handshake(_) => "handshake",
        Trouble::KeyLog(_) => "key_log",
        Trouble::Late { .. } => "late",
        Trouble::Closed => "closed",
        Trouble::Version(_) => "version",
        Trouble::Unexpected { .. } => "unexpected",
        Trouble::Refused { .. } | Trouble::Moved { .. } => "refused",
        Trouble::Dismissed(_) => "dismissed",
        Trouble::Nonsense(_) => "nonsense",
    }
}

/// All that the page shows.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    pub(crate) counts: Arc<Counts>,
    pub(crate) places: Acceptor,
    pub(crate) pool: Pool,
    /// The budgets by name.
    pub(crate) budgets: [(&'static str, Budget); 2],
}

impl Page {
    fn text(&self) -> String {
        let mut metrics = self.counts.metrics();
        metrics.extend(self.places.counts().metrics());
        // Metrics of one name are to be together.
        let budgets = self.budgets.each_ref().map(|(name, budget)| {
            budget.usage().metrics().map(|metric| {
                let mut metric = metric;
                metric.label = Some(("budget", name));
                metric
            })
        });
        let [frames, channels] = budgets;
        metrics.extend(frames.into_iter().zip(channels).flat_map(|(one, other)| [one, other]));
        metrics.extend(self.pool.stats().metrics());
        prometheus(metrics)
    }

    /// Says where it is, and answers those who ask for it, as long as the program runs.
    pub(crate) fn serve(self, listener: TcpListener) -> Result<(), Failure> {
        let refuse = |error| Failure::new("can't use the listening socket", error);
        say(format_args!("metrics on http://{}/metrics", listener.local_addr().map_err(refuse)?))?;
        let readers = Acceptor::new(READERS);
        tokio::spawn(async move {
            loop {
                let Ok((stream, peer)) = listener.accept().await else {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                };
                let Ok(mut place) = readers.admit(peer.ip()) else { continue };
                let page = self.clone();
                tokio::spawn(async move {
                    if let Err(error) = place.establish(page.answer(stream)).await {
                        note_closed(peer, error);
                    }
                });
            }
        });
        Ok(())
    }

    /// Answers one request of HTTP/1.1, and closes the connection.
    async fn answer(&self, mut stream: TcpStream) -> io::Result<()> {
        let (mut request, mut len) = (vec![0; REQUEST], 0);
        while !request[..len].windows(4).any(|end| end == b"\r\n\r\n") {
            match stream.read(&mut request[len..]).await? {
                // The request ends too early, or is too long.
                0 => return Err(io::ErrorKind::InvalidData.into()),
                read => len += read,
            }
        }
        let (status, text) = if request.starts_with(b"GET /metrics ") {
            ("200 OK", self.text())
        } else {
            ("404 Not Found", "the page is /metrics\n".to_owned())
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            text.len()
        );
        stream.write_all((head + &text).as_bytes()).await?;
        stream.shutdown().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client may send frames of any id.
    #[test]
    fn unknown_ids_take_no_memory() {
        let counts = Arc::new(Counts::default());
        let mut tally = Tally::new(Arc::clone(&counts));
        for id in 0..200_000 {
            tally.received(id);
        }
        // 44 messages, and those of extension 1.
        let count = tally.received.0.len();
        assert!((40..50).contains(&count), "{count}");
        tally.publish(Traffic::default());
        assert_eq!(lock(&counts.total).received.len(), count);
    }
}
