//! `decred peer`: talks to a node, and shows its data.

mod blocks;
mod follow;
mod headers;
mod node;
mod report;

use std::str::FromStr;
use std::time::Duration;

use codec_decred::{AnyNetwork, Network, NetworkVisitor, PROTOCOL_VERSION};

use crate::dial::{address, block_on};
use crate::failure::Failure;
use crate::stop::Stop;
use node::Node;
use report::{Format, Report};

/// Talks to a node: the handshake, the headers of its chain, blocks, and then transactions, mixing
/// messages and everything else that it announces, as it arrives.
///
/// Each header is checked against the one before it; each block against its header: its hash, its
/// size and the roots of its transactions, and it must re-encode to the bytes received. The exit
/// status is 3 when one of these checks fails, or when the node sends something that is not a
/// message.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The node: a name or an address, with a port unless it is the network's.
    host: String,
    /// The network: `mainnet`, `testnet3`, `simnet` or `regnet`.
    #[arg(long, default_value_t = AnyNetwork::MainNet)]
    network: AnyNetwork,
    /// The highest version of the protocol to speak.
    #[arg(long, value_name = "N", default_value_t = PROTOCOL_VERSION)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(PROTOCOL_VERSION)))]
    protocol_version: u32,
    /// Number of the newest blocks to fetch, or `all`.
    #[arg(long, value_name = "N", default_value = "16")]
    blocks: Wanted,
    /// Keep following the node for this many seconds after that; 0 requests nothing more. Without
    /// it, runs until a signal.
    #[arg(long, value_name = "SECONDS")]
    follow: Option<u64>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Number of wanted blocks.
#[derive(Debug, Clone, Copy)]
struct Wanted(usize);

impl FromStr for Wanted {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "all" { Ok(Self(usize::MAX)) } else { text.parse().map(Self) }
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.network.visit(Peer(arguments))
}

struct Peer<'a>(&'a Arguments);

impl NetworkVisitor for Peer<'_> {
    type Output = Result<(), Failure>;

    fn visit<N: Network>(self) -> Result<(), Failure> {
        block_on(speak::<N>(self.0))
    }
}

async fn speak<N: Network>(arguments: &Arguments) -> Result<(), Failure> {
    let mut stop = Stop::on_signal();
    let mut report = Report::new(arguments.format);
    let outcome = tokio::select! {
        outcome = converse::<N>(arguments, &mut report) => outcome,
        () = stop.stopped() => Ok(()),
    };
    match outcome {
        Ok(()) => report.done(),
        Err(Failure::BrokenPipe) => Err(Failure::BrokenPipe),
        // The summary is printed in any case.
        Err(failure) => report.done().and(Err(failure)),
    }
}

async fn converse<N: Network>(arguments: &Arguments, report: &mut Report) -> Result<(), Failure> {
    let address = address(&arguments.host, arguments.network);
    let mut node = Node::<N>::connect(&address, arguments.protocol_version, report).await?;
    let chain = headers::fetch(&mut node, report).await?;
    blocks::fetch(&mut node, report, &chain, arguments.blocks.0).await?;
    match arguments.follow {
        Some(0) => Ok(()),
        Some(seconds) => {
            let work = follow::follow(&mut node, report);
            tokio::time::timeout(Duration::from_secs(seconds), work).await.unwrap_or(Ok(()))
        }
        None => follow::follow(&mut node, report).await,
    }
}
