//! The listener that clients connect to.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use codec_pool::{AcceptLimits, Acceptor, Admitted, ConnectionLimits, Pool};
use serde_json::json;
use tokio::net::{TcpListener, TcpSocket, TcpStream, lookup_host};
use tokio::time::sleep;

use crate::failure::{Failure, note, note_closed, say};
use crate::key_log::KeyLog;
use crate::link::Trouble;
use crate::secure::{AnyLink, ServerKeys, Welcome};
use crate::stop::Stop;

/// Bytes that the operating system buffers for a client that does not read; by default it
/// would buffer megabytes of answers, and writing them would take time.
const SEND_BUFFER: u32 = 64 * 1024;

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1024;

/// Limits of the number of clients.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct Places {
    /// Close new connections while this many are open.
    #[arg(long, value_name = "N", default_value_t = 4096)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) max_connections: u16,
    /// Close new connections of an address, or of an IPv6 prefix of 64 bits, while this many of it are
    /// open.
    #[arg(long, value_name = "N", default_value_t = 1024)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    max_per_address: u16,
    /// Time in seconds that a client may take to set up its connection and to open a channel; of a
    /// template provider, to send its constraints.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    handshake_timeout: u32,
}

impl Places {
    /// Time that a client may take to begin.
    pub(crate) fn patience(self) -> Duration {
        Duration::from_secs(self.handshake_timeout.into())
    }

    /// Half of all places may be taken by clients that have set up no connection.
    fn limits(self) -> AcceptLimits {
        AcceptLimits::new()
            .connections(self.max_connections.into())
            .per_network(self.max_per_address.into())
            .pending(usize::from(self.max_connections / 2))
            .time(self.patience())
    }
}

/// An address as an argument: a name or an IP address, and a port.
///
/// # Errors
/// The part that is missing.
pub(crate) fn address(text: &str) -> Result<String, String> {
    let (host, port) = text.rsplit_once(':').ok_or("no port, as in `127.0.0.1:3336`")?;
    port.parse::<u16>().map_err(|_| format!("{port:?} is no port"))?;
    if host.contains(':') && !(host.starts_with('[') && host.ends_with(']')) {
        return Err("an IPv6 address needs brackets, as in `[::1]:3336`".to_owned());
    }
    if host.is_empty() { Err("no host".to_owned()) } else { Ok(text.to_owned()) }
}

/// A listening socket.
pub(crate) struct Door {
    listener: TcpListener,
    /// Connections that are still to be accepted; any number when there is none.
    left: Option<u64>,
    stop: Stop,
    places: Acceptor,
    welcome: Arc<Welcome>,
}

/// A client that has connected, and said nothing yet.
pub(crate) struct Client {
    /// Its address.
    pub(crate) peer: String,
    stream: TcpStream,
    place: Admitted,
    welcome: Arc<Welcome>,
}

impl Client {
    /// Its connection, after a handshake unless the user said otherwise, and its place, to be kept as
    /// long. Its first message [establishes](Admitted::establish) it.
    pub(crate) async fn link(
        self,
        pool: &Pool,
        limits: ConnectionLimits,
    ) -> Result<(AnyLink, Admitted), Trouble> {
        let mut place = self.place;
        let link = self.welcome.link(self.stream, &self.peer, &mut place, (pool, limits)).await?;
        Ok((link, place))
    }
}

impl Door {
    /// Listens on an address.
    pub(crate) async fn open(
        address: &str,
        keys: &ServerKeys,
        places: Places,
        connections: Option<u64>,
        stop: Stop,
    ) -> Result<Self, Failure> {
        let welcome = Arc::new(keys.welcome()?);
        let listener = bind(address).await?;
        let places = Acceptor::new(places.limits());
        Ok(Self { listener, left: connections, stop, places, welcome })
    }

    /// The connections, and those who asked for one.
    pub(crate) fn places(&self) -> Acceptor {
        self.places.clone()
    }

    /// Prints the address that clients connect to, and the key that they need.
    pub(crate) fn announce(&self) -> Result<(), Failure> {
        say(format_args!("listening on {}", self.address()?))?;
        self.welcome.authority_key().map_or(Ok(()), |key| say(format_args!("authority key {key}")))
    }

    /// Prints the same as one JSON object.
    pub(crate) fn announce_json(&self) -> Result<(), Failure> {
        let key = self.welcome.authority_key().map(|key| key.to_string());
        let address = self.address()?.to_string();
        say(json!({ "event": "listening", "address": address, "authority_key": key }))
    }

    /// The address, and the key if there is one, on a line.
    #[cfg(feature = "view")]
    pub(crate) fn words(&self) -> Result<String, Failure> {
        let key = self.welcome.authority_key();
        let key = key.map_or_else(String::new, |key| format!("  authority key {key}"));
        Ok(format!("listening on {}{key}", self.address()?))
    }

    fn address(&self) -> Result<SocketAddr, Failure> {
        let refuse = |error| Failure::new("can't use the listening socket", error);
        self.listener.local_addr().map_err(refuse)
    }

    /// Returns true if connections begin with a handshake.
    pub(crate) fn encrypts(&self) -> bool {
        self.welcome.authority_key().is_some()
    }

    /// Returns the log of the sessions' keys, if they are logged.
    pub(crate) fn key_log(&self) -> Option<KeyLog> {
        self.welcome.key_log.clone()
    }

    /// The next client; `None` when there is to be no more.
    pub(crate) async fn next(&mut self) -> Option<Client> {
        while self.left != Some(0) {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = self.stop.stopped() => return None,
            };
            match accepted {
                Ok((stream, address)) => {
                    self.left = self.left.map(|left| left - 1);
                    let (peer, welcome) = (address.to_string(), Arc::clone(&self.welcome));
                    match self.places.admit(address.ip()) {
                        Ok(place) => return Some(Client { peer, stream, place, welcome }),
                        Err(refusal) => note_closed(&peer, refusal),
                    }
                }
                Err(error) => {
                    note(&format!("sv2: can't accept a connection: {error}"));
                    // Probably out of file descriptors: some will be closed.
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
        None
    }
}

/// Listens on the first usable address of that name.
pub(crate) async fn bind(address: &str) -> Result<TcpListener, Failure> {
    let refuse = |error| Failure::new(format!("can't listen on {address}"), error);
    listen(address).await.map_err(refuse)
}

async fn listen(name: &str) -> io::Result<TcpListener> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for address in lookup_host(name).await? {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        // Accepted connections inherit it.
        socket.set_send_buffer_size(SEND_BUFFER)?;
        match socket.bind(address).and_then(|()| socket.listen(BACKLOG)) {
            Ok(listener) => return Ok(listener),
            Err(error) => last = error,
        }
    }
    Err(last)
}
