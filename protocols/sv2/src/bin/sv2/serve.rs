//! `sv2 serve`: a server that hands out work and accepts shares.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use codec_pool::Pool;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::failure::{Failure, complain, say};
use crate::host;
use crate::link::{Link, Traffic, block_on};
use crate::measure::float;

/// Serves miners: answers `SetupConnection` and `OpenExtendedMiningChannel`,
/// sends jobs and accepts shares.
///
/// Prints the address that it listens on, and at the end what it has done.
/// A client that breaks the protocol loses its connection, and nobody else.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Where to listen, such as `127.0.0.1:3336`; port 0 takes a free one.
    address: String,
    /// End after so many connections.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    connections: Option<u64>,
}

/// Connections that are attended to at the same time, each by a task.
const AT_ONCE: usize = 16 * 1024;

/// What all connections have done together.
#[derive(Debug, Clone, Copy, Default)]
struct Total {
    shares: u64,
    traffic: Traffic,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    block_on(serve(arguments))
}

async fn serve(arguments: &Arguments) -> Result<(), Failure> {
    let refuse = |error| Failure::new(format!("can't listen on {}", arguments.address), error);
    let listener = TcpListener::bind(&arguments.address).await.map_err(refuse)?;
    say(format_args!("listening on {}", listener.local_addr().map_err(refuse)?))?;

    let pool = Pool::default();
    let total = Arc::new(Mutex::new(Total::default()));
    let mut first = None;
    let mut tasks = JoinSet::new();
    let mut left = arguments.connections;
    while left != Some(0) {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                complain(&format!("sv2: can't accept a connection: {error}"));
                // Out of file descriptors, most likely: some will close.
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        left = left.map(|left| left - 1);
        first.get_or_insert_with(Instant::now);
        while tasks.try_join_next().is_some() {}
        if tasks.len() >= AT_ONCE {
            complain(&format!("sv2: {peer}: {AT_ONCE} others are connected; connection closed"));
            continue;
        }
        let (pool, total) = (pool.clone(), Arc::clone(&total));
        tasks.spawn(async move { attend(stream, &peer.to_string(), &pool, &total).await });
    }
    // A task that panicked has said so.
    while tasks.join_next().await.is_some() {}
    let seconds = first.map_or(0.0, |first| first.elapsed().as_secs_f64());
    let Total { shares, traffic } = *total.lock().unwrap_or_else(PoisonError::into_inner);
    say(format_args!("total: {}; {traffic}", rate(shares, seconds)))?;
    say(format_args!("pool\n{}", pool.stats()))
}

/// Talks with one client.
async fn attend(stream: TcpStream, peer: &str, pool: &Pool, total: &Mutex<Total>) {
    let mut link = match Link::new(stream, pool) {
        Ok(link) => link,
        Err(error) => return complain(&format!("sv2: {peer}: {error}")),
    };
    let mut shares = 0;
    let outcome = host::converse(&mut link, &mut shares).await;
    let (traffic, seconds) = link.so_far();
    if let Err(trouble) = outcome {
        complain(&format!("sv2: {peer}: {trouble}; connection closed"));
    }
    // Without anybody to read it, the line is of no use, but the work goes on.
    let _ = say(format_args!("{peer}: {}; {traffic}", rate(shares, seconds)));
    let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
    total.shares += shares;
    total.traffic = total.traffic.and(traffic);
}

/// Shares, and shares a second.
pub(crate) fn rate(shares: u64, seconds: f64) -> String {
    let count = usize::try_from(shares).map_or(f64::INFINITY, float);
    let per_second = if seconds > 0.0 { count / seconds } else { 0.0 };
    format!("{shares} shares in {seconds:.3} s, {per_second:.0} shares/s")
}
