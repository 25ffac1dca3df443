//! Forwards frames from one connection to another.

use std::future::ready;

use codec_decred::{DecredProtocol, Network};
use codec_pool::{AsyncConnection, AsyncReceiver, AsyncSender};
use tokio::io::{ReadHalf, WriteHalf};
use tokio::net::TcpStream;

use super::Unchecked;
use super::observer::{Direction, Observer};

/// While this many bytes are queued, nothing more is read.
const MUCH: usize = 256 * 1024;

type Link<N> = AsyncConnection<Unchecked<N>, TcpStream>;
type Receiver<N> = AsyncReceiver<DecredProtocol<N, false>, ReadHalf<TcpStream>>;
type Sender<N> = AsyncSender<DecredProtocol<N, false>, WriteHalf<TcpStream>>;

/// Passes on the frames of both sides until both have closed.
pub(super) async fn between<N: Network>(
    node: Link<N>,
    upstream: Link<N>,
    observer: &Observer,
    connection: u64,
) -> Result<(), String> {
    let (from_node, to_node) = node.split();
    let (from_upstream, to_upstream) = upstream.split();
    let up = pass::<N>(from_node, to_upstream, observer, connection, Direction::ToUpstream);
    let down = pass::<N>(from_upstream, to_node, observer, connection, Direction::FromUpstream);
    tokio::try_join!(up, down).map(|((), ())| ())
}

/// Passes on frames until there are no more. Those that came together are written together.
async fn pass<N: Network>(
    mut from: Receiver<N>,
    mut to: Sender<N>,
    observer: &Observer,
    connection: u64,
    direction: Direction,
) -> Result<(), String> {
    loop {
        let waits = to.pending_len();
        let frame = tokio::select! {
            biased;
            frame = from.next_frame(), if waits < MUCH => frame.map_err(|error| error.to_string())?,
            () = ready(()), if waits > 0 => {
                to.flush().await.map_err(|error| error.to_string())?;
                observer.settle();
                continue;
            }
        };
        let Some(frame) = frame else {
            observer.settle();
            return to.close().await.map_err(|error| error.to_string());
        };
        observer.see::<N>(connection, direction, &frame);
        to.push(frame.detach()).map_err(|error| error.to_string())?;
    }
}
