//! `sv2 template-provider`: templates of a synthetic chain.

mod chain;
mod client;
mod transaction;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::Args;
use codec_core::wire::Target;
use codec_pool::{ConnectionLimits, OnUnknown, Pool};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use crate::failure::{Failure, note_closed, tell};
use crate::link::{Trouble, block_on};
use crate::listen::{Door, Places, address};
use crate::secure::{AnyLink, ServerKeys};
use crate::stop::Stop;
use chain::{Chain, Growth};
use client::{Given, Source, converse};

/// Provides templates of a synthetic chain, for tests of pools.
///
/// Blocks come on a timer, and new templates between them, with invented transactions that hash to
/// the Merkle path that is sent. A solution that meets the target becomes a block, too.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Address to listen on, such as `127.0.0.1:8442`; port 0 picks a free one.
    #[arg(value_parser = address)]
    address: String,
    /// Seconds from block to block.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    block_every: f64,
    /// Seconds from template to template.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    template_every: f64,
    /// Number of transactions of a template.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    transactions: u16,
    /// The difficulty of the blocks in hex, as `nBits` of a header.
    #[arg(long, value_name = "NBITS", default_value = "1d00ffff", value_parser = difficulty)]
    nbits: (u32, Target),
    /// End after this many connections.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    connections: Option<u64>,
    #[command(flatten)]
    places: Places,
    #[command(flatten)]
    keys: ServerKeys,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.01..1e9).contains(&number) => Ok(number),
        _ => Err("not between 0.01 and 1e9 seconds".to_owned()),
    }
}

fn difficulty(text: &str) -> Result<(u32, Target), String> {
    let bits = u32::from_str_radix(text, 16).map_err(|error| error.to_string())?;
    Target::from_compact(bits).map(|target| (bits, target)).ok_or_else(|| "no target".to_owned())
}

/// The limits of a pool: its longest message is a solution with its coinbase transaction.
const LIMITS: ConnectionLimits = ConnectionLimits::new()
    .max_payload(128 * 1024)
    .write_timeout(Duration::from_secs(30))
    .on_unknown(OnUnknown::Discard);

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    block_on(provide(arguments))
}

async fn provide(arguments: &Arguments) -> Result<(), Failure> {
    let stop = Stop::on_signal();
    let (address, keys) = (&arguments.address, &arguments.keys);
    let mut door =
        Door::open(address, keys, arguments.places, arguments.connections, stop.clone()).await?;
    door.announce()?;
    let (nbits, target) = arguments.nbits;
    let growth = Growth { transactions: arguments.transactions, nbits, target };
    let chain = Chain::new(growth);
    let latest = watch::Sender::new(chain.latest());
    let source = Arc::new(Source {
        chain: Mutex::new(chain),
        latest,
        patience: arguments.places.patience(),
    });
    let clock = tokio::spawn(tick(
        Arc::clone(&source),
        Duration::from_secs_f64(arguments.block_every),
        Duration::from_secs_f64(arguments.template_every),
    ));
    let pool = Pool::default();
    let mut tasks = JoinSet::new();
    while let Some(client) = door.next().await {
        while tasks.try_join_next().is_some() {}
        let (source, pool, mut stop) = (Arc::clone(&source), pool.clone(), stop.clone());
        tasks.spawn(async move {
            let (peer, mut given) = (client.peer.clone(), Given::default());
            let work = async {
                let (link, mut place) = client.link(&pool, LIMITS).await?;
                match link {
                    AnyLink::Plain(link) => converse(*link, &mut place, &source, &mut given).await,
                    AnyLink::Noise(link) => converse(*link, &mut place, &source, &mut given).await,
                }
            };
            let outcome: Result<(), Trouble> = tokio::select! {
                outcome = work => outcome,
                () = stop.stopped() => Ok(()),
            };
            if let Err(trouble) = outcome {
                note_closed(&peer, trouble);
            }
            // If the output is closed, the line is lost, but work continues.
            let Given { templates, requests, blocks, refused, unwanted, .. } = given;
            let unwanted = match unwanted {
                0 => String::new(),
                count => format!(", {count} unwanted messages discarded"),
            };
            tell(format_args!(
                "{peer}: {templates} templates, {requests} requests, {blocks} blocks, \
                 {refused} solutions refused{unwanted}"
            ));
        });
    }
    // A task that panicked has reported it.
    while tasks.join_next().await.is_some() {}
    clock.abort();
    Ok(())
}

/// Lets the chain grow, for as long as the program runs.
async fn tick(source: Arc<Source>, block: Duration, template: Duration) {
    let (mut blocks, mut templates) = (interval(block), interval(template));
    for ticks in [&mut blocks, &mut templates] {
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // The first tick fires immediately.
        ticks.tick().await;
    }
    loop {
        tokio::select! {
            _ = blocks.tick() => source.change(Chain::grow),
            _ = templates.tick() => source.change(Chain::renew),
        }
    }
}
