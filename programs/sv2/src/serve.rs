//! `sv2 serve`: a server that hands out work and accepts shares.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use codec_pool::{
    Admitted, Budget, BudgetLimits, ConnectionLimits, Layers, OnUnknown, OverBudget, Policy, Pool,
    PoolError,
};
use tokio::task::JoinSet;

use crate::failure::{Failure, note_closed, say, tell};
use crate::hashing::target_of;
use crate::host::{self, Ledger, Shares, Space, Terms};
use crate::link::{Link, Traffic, block_on};
use crate::listen::{Door, Places, address, bind};
use crate::metrics::{Counts, Page, Tally};
use crate::secure::{AnyLink, ServerKeys};
use crate::stop::Stop;

/// Serves miners: answers `SetupConnection`, opens standard and extended channels, sends jobs
/// and accepts shares.
///
/// Prints the address that it listens on, and at the end a summary. A client that breaks the
/// protocol, or keeps the server waiting, is disconnected, without effect on others; standard error
/// reports which client and why. Lines that are not read in time are dropped, and counted: they
/// never hold up the server. A connection takes at most 256 KiB of memory for its frames, and
/// none while it is idle.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Address to listen on, such as `127.0.0.1:3336`; port 0 picks a free one.
    #[arg(value_parser = address)]
    address: String,
    /// End after this many connections.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    connections: Option<u64>,
    #[command(flatten)]
    places: Places,
    /// Time that a client may take from one complete message to the next, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    idle_timeout: u32,
    /// Time that a client may take to read what it was sent, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    write_timeout: u32,
    /// The maximum number of bytes that the server holds for one client, for frames and for
    /// channels each; the client is disconnected when its frames need more.
    #[arg(long, value_name = "BYTES", default_value_t = 256 * 1024)]
    #[arg(value_parser = clap::value_parser!(u32).range(16_384..))]
    connection_budget: u32,
    /// The maximum number of bytes that the server holds for all clients together, for frames and
    /// for channels each; nothing more is read while it is used up.
    #[arg(long, value_name = "BYTES", default_value_t = 64 * 1024 * 1024)]
    #[arg(value_parser = clap::value_parser!(u32).range(16_384..))]
    budget: u32,
    /// Check each share: the hash of its header has to begin with this many zero bits. Without this
    /// option, shares are not hashed.
    #[arg(long, value_name = "N")]
    zero_bits: Option<u8>,
    /// Address on which a page of counts in Prometheus's text format is served, `/metrics`, to anybody.
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    metrics: Option<String>,
    #[command(flatten)]
    keys: ServerKeys,
}

/// The longest payload that a client has to send: a `SetupConnection` with five
/// strings of 255 bytes is the longest message of this conversation.
const MAX_PAYLOAD: usize = 4 * 1024;

/// The most memory that the frames of one connection take: a reader moves a partial frame
/// from one chunk to the next, and so does a writer.
const CHUNKS_A_CONNECTION: usize = 4;

/// The limits of the clients.
#[derive(Debug, Clone, Copy)]
struct Rules {
    connections: usize,
    terms: Terms,
    limits: ConnectionLimits,
    /// Limits of what one client may have the server hold, and of what all may.
    budgets: (BudgetLimits, BudgetLimits),
}

impl Arguments {
    fn rules(&self) -> Rules {
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        Rules {
            connections: self.places.max_connections.into(),
            terms: Terms {
                patience: self.places.patience(),
                target: self.zero_bits.map(target_of),
            },
            limits: ConnectionLimits::new()
                .max_payload(MAX_PAYLOAD)
                .idle_timeout(seconds(self.idle_timeout))
                .write_timeout(seconds(self.write_timeout))
                .on_unknown(OnUnknown::Discard),
            budgets: (
                BudgetLimits::new()
                    .max_bytes(usize::try_from(self.connection_budget).unwrap_or(usize::MAX))
                    .policy(OverBudget::Close),
                BudgetLimits::new()
                    .max_bytes(usize::try_from(self.budget).unwrap_or(usize::MAX))
                    .policy(OverBudget::Wait { timeout: seconds(self.idle_timeout) }),
            ),
        }
    }
}

impl Rules {
    /// A pool with memory for all connections, and no more.
    fn pool(&self) -> Result<Pool, PoolError> {
        let chunks = self.connections * CHUNKS_A_CONNECTION;
        Pool::builder().max_chunks(chunks).policy(Policy::Fail).build()
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    block_on(serve(arguments))
}

async fn serve(arguments: &Arguments) -> Result<(), Failure> {
    let stop = Stop::on_signal();
    let (address, connections) = (&arguments.address, arguments.connections);
    let rules = arguments.rules();
    let pool = rules.pool().map_err(|error| Failure::new("no memory for frames", error))?;
    let mut door =
        Door::open(address, &arguments.keys, arguments.places, connections, stop.clone()).await?;
    let metrics = match &arguments.metrics {
        Some(address) => Some(bind(address).await?),
        None => None,
    };
    door.announce()?;
    // Room to read into is granted as far as there is any; channels have their own.
    let [budget, channels] = [(); 2].map(|()| Budget::new(rules.budgets.1));
    let counts = Arc::new(Counts::default());
    if let Some(listener) = metrics {
        let (counts, places, pool) = (Arc::clone(&counts), door.places(), pool.clone());
        let budgets = [("frames", budget.clone()), ("channels", channels.clone())];
        Page { counts, places, pool, budgets }.serve(listener)?;
    }
    let (mut first, is_encrypted, space) = (None, door.encrypts(), Space::default());
    let mut tasks = JoinSet::new();
    while let Some(client) = door.next().await {
        first.get_or_insert_with(Instant::now);
        while tasks.try_join_next().is_some() {}
        let (pool, counts, stop) = (pool.clone(), Arc::clone(&counts), stop.clone());
        let space = space.clone();
        let [budget, channels] = [&budget, &channels].map(|group| group.member(rules.budgets.0));
        tasks.spawn(async move {
            let peer = client.peer.clone();
            let linked = client.link(&pool, rules.limits).await;
            if is_encrypted {
                counts.handshake(linked.as_ref().err());
            }
            let (link, mut place) = match linked {
                Ok(linked) => linked,
                Err(trouble) => {
                    counts.trouble(&trouble);
                    return note_closed(peer, trouble);
                }
            };
            let ledger = Ledger::new(rules.terms.target, channels, space.part());
            match link.with_budget(&budget) {
                AnyLink::Plain(mut link) => {
                    attend(&mut link, &mut place, ledger, stop, rules, counts).await;
                }
                AnyLink::Noise(mut link) => {
                    attend(&mut link, &mut place, ledger, stop, rules, counts).await;
                }
            }
        });
    }
    // A task that panicked has reported it.
    while tasks.join_next().await.is_some() {}
    let seconds = first.map_or(0.0, |first| first.elapsed().as_secs_f64());
    let (shares, traffic) = counts.total();
    let others = Others(shares);
    say(format_args!("total: {}{others}; {traffic}", rate(shares.accepted, seconds)))?;
    say(format_args!("budget: {}", budget.usage()))?;
    say(format_args!("channels: {}", channels.usage()))?;
    say(format_args!("pool\n{}", pool.stats()))
}

/// Talks with one client, until it or the user of the program ends that.
async fn attend<L: Layers>(
    link: &mut Link<L>,
    place: &mut Admitted,
    ledger: Ledger,
    mut stop: Stop,
    rules: Rules,
    counts: Arc<Counts>,
) {
    let since = Instant::now();
    let mut tally = Tally::new(Arc::clone(&counts));
    let outcome = tokio::select! {
        outcome = host::converse(link, place, ledger, rules.terms, &mut tally) => outcome,
        () = stop.stopped() => Ok(()),
    };
    let (traffic, seconds) = (Traffic::of(link), since.elapsed().as_secs_f64());
    tally.publish(traffic);
    let shares = tally.shares;
    let (peer, others) = (link.peer(), Others(shares));
    if let Err(trouble) = outcome {
        counts.trouble(&trouble);
        note_closed(peer, trouble);
    }
    tell(format_args!("{peer}: {}{others}; {traffic}", rate(shares.accepted, seconds)));
}

/// Prints how many shares were refused, how many named their workers, and how many messages no client
/// has to send, if any.
struct Others(Shares);

impl fmt::Display for Others {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shares { refused, named, unwanted, .. } = self.0;
        if refused > 0 {
            write!(f, ", {refused} refused")?;
        }
        if named > 0 {
            write!(f, ", {named} with a worker's name")?;
        }
        if unwanted > 0 {
            write!(f, ", {unwanted} unwanted messages discarded")?;
        }
        Ok(())
    }
}

/// Shares, and shares per second.
#[expect(clippy::cast_precision_loss, reason = "for printing a few digits of it")]
pub(crate) fn rate(shares: u64, seconds: f64) -> String {
    let per_second = if seconds > 0.0 { shares as f64 / seconds } else { 0.0 };
    format!("{shares} shares in {seconds:.3} s, {per_second:.0} shares/s")
}
