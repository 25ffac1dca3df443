//! `decred relay`: shows the traffic between two nodes.

mod observer;
mod pass;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use codec_decred::{AnyNetwork, Command, DecredProtocol, Network, NetworkVisitor};
use codec_pool::{AsyncConnection, ConnectionLimits, Pool};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::dial::{address, block_on, dial, listening};
use crate::failure::{Failure, note, say};
use crate::stop::Stop;
use observer::{Observer, Show};

/// Sits between two nodes, and shows each frame that passes.
///
/// Nodes connect here instead of to the upstream node; each gets its own connection to it. Frames
/// are forwarded byte for byte, whatever is in them, as long as their headers are of the network
/// and within the limits of their commands. Prints its address first.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Address to listen on, such as `127.0.0.1:19108`; port 0 picks a free one.
    #[arg(long, value_name = "ADDRESS", value_parser = listening)]
    listen: String,
    /// The upstream node, with a port unless it is the network's.
    #[arg(long, value_name = "HOST")]
    upstream: String,
    /// The network: `mainnet`, `testnet3`, `simnet` or `regnet`.
    #[arg(long, default_value_t = AnyNetwork::MainNet)]
    network: AnyNetwork,
    /// Form in which frames are shown.
    #[arg(long, value_enum, default_value_t = Show::Lines)]
    show: Show,
    /// Show these commands only, such as `tx,mixpairreq`.
    #[arg(long, value_name = "COMMANDS", value_delimiter = ',', value_parser = command)]
    only: Vec<String>,
    /// Write all frames to this file, which `decred decode` reads: a line each, with seconds,
    /// connection, direction, and the frame in hex.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// End after this many connections.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    connections: Option<u64>,
}

/// A command as an argument.
fn command(name: &str) -> Result<String, String> {
    Command::named(name)
        .map(|_| name.to_owned())
        .ok_or_else(|| format!("there is no command {name}"))
}

/// A frame with a wrong checksum is forwarded as well: the nodes decide how to handle it.
type Unchecked<N> = DecredProtocol<N, false>;

/// A node that does not read what it is sent blocks the other for at most this long. How long a
/// message of each kind may be, the header checks.
const LIMITS: ConnectionLimits =
    ConnectionLimits::unlimited().write_timeout(Duration::from_secs(30));

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.network.visit(Relay(arguments))
}

struct Relay<'a>(&'a Arguments);

impl NetworkVisitor for Relay<'_> {
    type Output = Result<(), Failure>;

    fn visit<N: Network>(self) -> Result<(), Failure> {
        block_on(relay::<N>(self.0))
    }
}

async fn relay<N: Network>(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { listen, upstream, network, show, only, record, connections } = arguments;
    let mut stop = Stop::on_signal();
    let refuse = |error| Failure::new(format!("can't listen on {listen}"), error);
    let listener = TcpListener::bind(listen).await.map_err(refuse)?;
    // Last, for it empties the file that an earlier run has recorded.
    let observer = Observer::new(*show, only.clone(), record.as_deref(), stop.clone())?;
    let (observer, upstream) = (Arc::new(observer), address(upstream, *network));
    say(format_args!("listening on {}", listener.local_addr().map_err(refuse)?))?;
    let mut tasks = JoinSet::new();
    let mut number = 0;
    while connections.is_none_or(|most| number < most) {
        let (stream, node) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    note(&format!("decred: can't accept a connection: {error}"));
                    // Probably out of file descriptors: some will be closed.
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = stop.stopped() => break,
        };
        while tasks.try_join_next().is_some() {}
        number += 1;
        let (observer, upstream) = (Arc::clone(&observer), upstream.clone());
        let mut stop = stop.clone();
        tasks.spawn(async move {
            let outcome = tokio::select! {
                outcome = converse::<N>((stream, node), &upstream, &observer, number) => outcome,
                () = stop.stopped() => Ok(()),
            };
            observer.settle();
            if let Err(trouble) = outcome {
                note(&format!("decred: connection {number}: {trouble}; both sides closed"));
            }
        });
    }
    // A task that panicked has reported it.
    while tasks.join_next().await.is_some() {}
    observer.outcome()
}

/// Connects a node to the upstream one.
async fn converse<N: Network>(
    (stream, node): (TcpStream, SocketAddr),
    upstream: &str,
    observer: &Observer,
    number: u64,
) -> Result<(), String> {
    let further = dial(upstream).await.map_err(|error| format!("{upstream}: {error}"))?;
    // Don't delay small frames.
    for stream in [&stream, &further] {
        stream.set_nodelay(true).map_err(|error| error.to_string())?;
    }
    let pool = Pool::default();
    let (from, to) = (node.to_string(), upstream);
    let node = AsyncConnection::<Unchecked<N>, _>::new(stream, &from, &pool, LIMITS);
    let further = AsyncConnection::<Unchecked<N>, _>::new(further, to, &pool, LIMITS);
    pass::between(node, further, observer, number).await
}
