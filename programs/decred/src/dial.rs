//! Streams to nodes, and the runtime for them.

use std::io;
use std::time::Duration;

use codec_decred::AnyNetwork;
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;

use crate::failure::{Failure, flush};

/// Time that a node may take to accept a connection, and for each answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The address of a node: with the network's port, where the user has given none.
pub(crate) fn address(node: &str, network: AnyNetwork) -> String {
    let is_bare_ipv6 = node.matches(':').count() > 1 && !node.starts_with('[');
    if is_bare_ipv6 {
        return format!("[{node}]:{}", network.port());
    }
    let has_port = node.rsplit_once(':').is_some_and(|(_, port)| !port.contains(']'));
    if has_port { node.to_owned() } else { format!("{node}:{}", network.port()) }
}

/// An address to listen on as an argument: a name or an IP address, and a port.
///
/// # Errors
/// The part that is missing.
pub(crate) fn listening(text: &str) -> Result<String, String> {
    let (host, port) = text.rsplit_once(':').ok_or("no port, as in `127.0.0.1:19108`")?;
    port.parse::<u16>().map_err(|_| format!("{port:?} is no port"))?;
    if host.is_empty() { Err("no host".to_owned()) } else { Ok(text.to_owned()) }
}

/// Opens a stream to the first of the name's addresses that accepts it.
pub(crate) async fn dial(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for candidate in lookup_host(address).await? {
        match timeout(PATIENCE, TcpStream::connect(candidate)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(error)) => last = error,
            Err(_) => last = io::ErrorKind::TimedOut.into(),
        }
    }
    Err(last)
}

/// Runs the network side of a command to its end.
pub(crate) fn block_on<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| Failure::new("can't start", error))?.block_on(async {
        let outcome = work.await;
        // Here a second signal still ends the program.
        let printed = flush();
        outcome.and_then(|done| printed.map(|()| done))
    })
}

#[cfg(test)]
mod tests {
    use super::address;
    use codec_decred::AnyNetwork::{MainNet, SimNet};

    #[test]
    fn the_port_is_that_of_the_network_unless_given() {
        assert_eq!(address("localhost", MainNet), "localhost:9108");
        assert_eq!(address("127.0.0.1:7", SimNet), "127.0.0.1:7");
        assert_eq!(address("::1", SimNet), "[::1]:18555");
        assert_eq!(address("[::1]", SimNet), "[::1]:18555");
        assert_eq!(address("[::1]:7", SimNet), "[::1]:7");
    }
}
