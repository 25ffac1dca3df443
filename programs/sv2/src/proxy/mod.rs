//! `sv2 proxy`: many miners over one connection to a server.

mod account;
mod exchange;
mod miner;
mod moved;
mod patched;
mod routes;
mod standard;
mod upstream;

use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

use clap::Args;
use codec_pool::{ConnectionLimits, OnUnknown, Pool};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::failure::{Failure, complain, note_closed, say};
use crate::link::{Trouble, block_on};
use crate::listen::{Door, Places, address};
use crate::secure::{AnyLink, ServerKeys, UpstreamKeys};
use crate::stop::Stop;
use exchange::Exchange;
use miner::{Inbox, Terms, converse};
use upstream::Upstream;

/// Forwards the channels of many miners over one connection to a server.
///
/// Channel and request ids are rewritten in the frames; nothing else of them is decoded. Each share
/// is accounted for. Messages of unknown extensions are forwarded to the channel that they are for, and
/// discarded if they are for none. When the server asks to reconnect, all channels are closed, and the
/// next one is opened where the server wants it. Prints a line for each miner that disconnects, and the sum at the end. Miners
/// that can only process standard jobs get one for each of their channels from a job of the group, which
/// takes a hash of the coinbase and a message each. Connects to the server at once, and again for
/// the next channel when the server has closed a connection without channels. Ends when the server
/// closes one that has channels, or can't be reached; after the requested number of miners; or on
/// Ctrl-C, when all shares are answered. The exit status is 3 when shares were refused.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Address to listen on, such as `127.0.0.1:3337`; port 0 picks a free one.
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    listen: String,
    /// The server, such as `127.0.0.1:3336`.
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    upstream: String,
    /// End when this many miners have connected and disconnected.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    connections: Option<u64>,
    /// The most channels that a miner may have open or have requested, so that none takes those of
    /// all others.
    #[arg(long, value_name = "N", default_value_t = 256)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    max_channels: u16,
    #[command(flatten)]
    places: Places,
    #[command(flatten)]
    keys: ServerKeys,
    #[command(flatten)]
    upstream_keys: UpstreamKeys,
}

/// The limits of miners: their longest message is a request for a channel.
const MINER: ConnectionLimits = ConnectionLimits::new()
    .max_payload(4 * 1024)
    .write_timeout(Duration::from_secs(30))
    .on_unknown(OnUnknown::Discard);

/// Messages of miners that wait for the server.
const WAITING: usize = 4096;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    block_on(proxy(arguments))
}

async fn proxy(arguments: &Arguments) -> Result<(), Failure> {
    let (stop, pool, address) = (Stop::on_signal(), Pool::default(), &arguments.upstream);
    let (key, memory) = (arguments.upstream_keys.key(), pool.clone());
    let flags = Arc::new(AtomicU32::new(0));
    let patience = arguments.places.patience();
    let terms = Arc::new(Terms { flags: Arc::clone(&flags), patience });
    let mut upstream =
        Upstream { address: address.clone(), moved: None, key, pool: memory, flags, patience };
    let (listen, keys) = (&arguments.listen, &arguments.keys);
    let door =
        Door::open(listen, keys, arguments.places, arguments.connections, stop.clone()).await?;
    let uplink = upstream.connect().await.map_err(|error| Failure::new(address, error))?;
    door.announce()?;
    let (inbox, from_miners) = mpsc::channel(WAITING);
    let miners = tokio::spawn(accept(door, pool, inbox, terms));
    let mut exchange = Exchange::new(upstream, uplink, arguments.max_channels.into());
    let outcome = exchange.run(from_miners, stop).await;
    let (total, misdirected) = (exchange.total(), exchange.misdirected);
    let discarded = exchange.discarded;
    let (joined, opened) = (exchange.joined, exchange.opened);
    drop(exchange);
    miners.abort();
    say(format_args!("total: {joined} miners, {opened} channels; {total}"))?;
    if misdirected > 0 {
        complain(&format!("sv2: {misdirected} shares were for channels that do not exist"));
    }
    if discarded > 0 {
        complain(&format!(
            "sv2: {discarded} frames of unknown or unwanted messages were discarded"
        ));
    }
    match outcome {
        Err(trouble) => Err(Failure::new(address, trouble)),
        Ok(()) if total.refused > 0 => {
            Err(Failure::Refused(format!("{address}: {} shares were refused", total.refused)))
        }
        Ok(()) => Ok(()),
    }
}

/// Lets miners in, and waits until all have left.
async fn accept(mut door: Door, pool: Pool, inbox: Inbox, terms: Arc<Terms>) {
    let (mut tasks, mut id) = (JoinSet::new(), 0);
    while let Some(client) = door.next().await {
        while tasks.try_join_next().is_some() {}
        id += 1;
        let (pool, inbox, terms) = (pool.clone(), inbox.clone(), Arc::clone(&terms));
        tasks.spawn(async move {
            let peer = client.peer.clone();
            let work = async {
                let (link, mut place) = client.link(&pool, MINER).await?;
                match link {
                    AnyLink::Plain(link) => converse(*link, &mut place, id, (&inbox, &terms)).await,
                    AnyLink::Noise(link) => converse(*link, &mut place, id, (&inbox, &terms)).await,
                }
            };
            let outcome: Result<(), Trouble> = work.await;
            if let Err(trouble) = outcome {
                note_closed(format_args!("miner {id}, {peer}"), trouble);
            }
        });
    }
    // A task that panicked has reported it.
    while tasks.join_next().await.is_some() {}
}
