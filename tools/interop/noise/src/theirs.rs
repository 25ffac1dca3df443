//! The other end: `NoiseTcpStream` of `stratum-apps`.

use std::net::TcpStream;
use std::time::Duration;

use stratum_apps::network_helpers::noise_stream::NoiseTcpStream;
use stratum_apps::stratum_core::noise_sv2::{Initiator, Responder};

use crate::messages::FRAMES;

/// Time that a handshake may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// The role of the peer.
pub(crate) enum Side {
    Initiator(Box<Initiator>),
    Responder(Box<Responder>),
}

/// Opens all frames that come, and sends each back.
pub(crate) async fn echo(stream: TcpStream, side: Side) {
    stream.set_nonblocking(true).expect("a socket");
    let stream = tokio::net::TcpStream::from_std(stream).expect("a socket");
    let connected = match side {
        Side::Initiator(initiator) => NoiseTcpStream::connect(stream, initiator, PATIENCE).await,
        Side::Responder(responder) => NoiseTcpStream::accept(stream, responder, PATIENCE).await,
    };
    let (mut reader, mut writer) = connected.expect("a handshake").into_split();
    for number in 0..FRAMES {
        let frame = reader.read_frame().await.unwrap_or_else(|error| panic!("{number}: {error:?}"));
        writer.write_frame(frame).await.expect("it is taken");
    }
    writer.shutdown().await.expect("it is open");
}
