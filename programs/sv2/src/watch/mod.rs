//! `sv2 watch`: shows the traffic between two programs.

mod observer;
mod relay;
#[cfg(feature = "view")]
mod view;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use codec_pool::{Admitted, Budget, BudgetLimits, ConnectionLimits, Pool};
use codec_stratum::FrameHeader;
use tokio::task::JoinSet;

#[cfg(feature = "nats")]
use crate::broker::Feed;
use crate::client::open;
use crate::failure::Failure;
use crate::link::{MUCH, block_on};
use crate::listen::{Door, Places, address};
use crate::secure::{AnyLink, ServerKeys, UpstreamKeys};
use crate::stop::Stop;
use observer::{Observer, Only, Show};

/// Sits between two programs that speak Stratum V2, and shows each frame that passes.
///
/// Clients connect here instead of to the server; each gets its own connection to it. Encryption is
/// terminated here on both sides: clients have to use the authority key that is printed. Frames are
/// forwarded byte for byte, whatever is in them.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Address to listen on, such as `127.0.0.1:3337`; port 0 picks a free one.
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    listen: String,
    /// The server, such as `127.0.0.1:3336`.
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    upstream: String,
    /// Form in which frames are shown.
    #[arg(long, value_enum, default_value_t = Show::Lines)]
    show: Show,
    /// Show frames in the terminal, to scroll through, to filter, and to see the fields of.
    #[cfg(feature = "view")]
    #[arg(long, conflicts_with = "show")]
    view: bool,
    /// Show these messages only, by the names in the output or of the library, such as
    /// `SetTarget,SubmitShares.Error`; `SetNewPrevHash` is both messages of that name.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = Only::named)]
    only: Vec<Only>,
    /// Write all frames to this file, which `sv2 decode` reads: a line each, with seconds,
    /// connection, direction, and the frame in hex.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Publish all frames to this broker, such as `nats://127.0.0.1:4222`, at least once and in
    /// order; `sv2 consume` reads them. Traffic waits when 64 MiB of frames wait for the broker.
    #[cfg(feature = "nats")]
    #[arg(long, value_name = "URL")]
    to: Option<String>,
    /// The broker's stream, which is made unless it exists. Each program that publishes needs a
    /// stream of its own.
    #[cfg(feature = "nats")]
    #[arg(long, value_name = "NAME", default_value = "sv2", requires = "to")]
    stream: String,
    /// End after this many connections.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    connections: Option<u64>,
    #[command(flatten)]
    places: Places,
    /// The maximum number of bytes that all connections together may hold; one that needs more is
    /// closed.
    #[arg(long, value_name = "BYTES", default_value_t = 256 * 1024 * 1024)]
    #[arg(value_parser = clap::value_parser!(u32).range(4096..))]
    budget: u32,
    #[command(flatten)]
    keys: ServerKeys,
    #[command(flatten)]
    upstream_keys: UpstreamKeys,
}

/// Whatever the protocol allows passes.
const LIMITS: ConnectionLimits = ConnectionLimits::new()
    .max_payload(<FrameHeader as codec_core::Header>::MAX_PAYLOAD)
    .max_pending(MUCH + 2 * <FrameHeader as codec_core::Header>::MAX_PAYLOAD)
    .write_timeout(Duration::from_secs(30));

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    block_on(watch(arguments))
}

async fn watch(arguments: &Arguments) -> Result<(), Failure> {
    let (stop, stopper) = Stop::on_signal().or_by_hand();
    let stopper = Arc::new(stopper);
    let Arguments { listen, upstream, show, only, record, connections, .. } = arguments;
    #[cfg(feature = "view")]
    if arguments.view {
        view::View::check()?;
    }
    let mut door =
        Door::open(listen, &arguments.keys, arguments.places, *connections, stop.clone()).await?;
    let only = only.iter().flat_map(|only| &only.0).copied().collect();
    // Last, for it empties the file that an earlier run has recorded.
    #[cfg_attr(
        not(any(feature = "view", feature = "nats")),
        expect(unused_mut, reason = "frames go nowhere else")
    )]
    let mut observer = Observer::new(*show, only, record.as_deref(), Arc::clone(&stopper))?;
    #[cfg(feature = "view")]
    let log = arguments.view.then(view::SharedLog::default);
    #[cfg(feature = "view")]
    {
        observer.log.clone_from(&log);
    }
    // There is a stream to consume when clients may connect.
    #[cfg(feature = "nats")]
    if let Some(url) = &arguments.to {
        observer.feed = Some(Feed::open(url, &arguments.stream, observer.complaints()).await?);
    }
    match show {
        Show::Json => door.announce_json()?,
        Show::Lines | Show::Nothing => door.announce()?,
    }
    #[cfg(feature = "view")]
    let view = match log {
        None => None,
        Some(log) => {
            // On the screen that comes back at the end, before the other one is taken.
            crate::failure::flush()?;
            Some(view::View::open(log, door.words()?, stopper)?)
        }
    };
    let observer = Arc::new(observer);
    let key = arguments.upstream_keys.key();
    let bytes = usize::try_from(arguments.budget).unwrap_or(usize::MAX);
    let budget = Budget::new(BudgetLimits::new().max_bytes(bytes));
    let pool = Pool::default();
    let mut tasks = JoinSet::new();
    let mut number = 0;
    while let Some(client) = door.next().await {
        while tasks.try_join_next().is_some() {}
        number += 1;
        let (pool, upstream, key_log) = (pool.clone(), upstream.clone(), door.key_log());
        let (observer, mut stop) = (Arc::clone(&observer), stop.clone());
        let budget = budget.clone();
        tasks.spawn(async move {
            let peer = client.peer.clone();
            let work = async {
                let client = client.link(&pool, LIMITS).await;
                let (client, mut place) = client.map_err(|error| format!("{peer}: {error}"))?;
                let server = open(&upstream, (key, key_log), &pool, LIMITS).await;
                let (server, _) = server.map_err(|error| format!("{upstream}: {error}"))?;
                let [client, server] = [client, server].map(|link| link.with_budget(&budget));
                converse(client, server, &mut place, (&observer, number)).await
            };
            let outcome = tokio::select! {
                outcome = work => outcome,
                () = stop.stopped() => Ok(()),
            };
            observer.settle();
            if let Err(trouble) = outcome {
                let line = format!("sv2: connection {number}: {trouble}; both sides closed");
                observer.complain(&line);
            }
        });
    }
    // A task that panicked has reported it.
    while tasks.join_next().await.is_some() {}
    #[cfg(feature = "nats")]
    let published = match Arc::into_inner(observer).and_then(|observer| observer.feed) {
        Some(feed) => feed.finish().await,
        None => Ok(()),
    };
    #[cfg(feature = "view")]
    if let Some(view) = view {
        // Recorded traffic can be viewed after all connections have closed.
        stop.clone().stopped().await;
        view.close()?;
    }
    #[cfg(feature = "nats")]
    published?;
    Ok(())
}

/// Connects a client to the server.
async fn converse(
    client: AnyLink,
    server: AnyLink,
    place: &mut Admitted,
    observer: (&Observer, u64),
) -> Result<(), String> {
    match (client, server) {
        (AnyLink::Plain(client), AnyLink::Plain(server)) => {
            relay::between(*client, *server, place, observer).await
        }
        (AnyLink::Plain(client), AnyLink::Noise(server)) => {
            relay::between(*client, *server, place, observer).await
        }
        (AnyLink::Noise(client), AnyLink::Plain(server)) => {
            relay::between(*client, *server, place, observer).await
        }
        (AnyLink::Noise(client), AnyLink::Noise(server)) => {
            relay::between(*client, *server, place, observer).await
        }
    }
}
