//! The listener that clients connect to.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use codec_noise::AuthoritySecret;
use tokio::net::{TcpListener, TcpSocket, TcpStream, lookup_host};
use tokio::time::sleep;

use crate::failure::{Failure, note, say};
use crate::key_log::KeyLog;
use crate::secure::ServerKeys;
use crate::stop::Stop;

/// Bytes that the operating system buffers for a client that does not read; by default it
/// would buffer megabytes of answers, and writing them would take time.
const SEND_BUFFER: u32 = 64 * 1024;

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1024;

/// A listening socket.
pub(crate) struct Door {
    listener: TcpListener,
    /// Connections that are still to be accepted; any number when there is none.
    left: Option<u64>,
    stop: Stop,
    /// What signs the server's certificates; nothing is encrypted without.
    pub(crate) authority: Option<AuthoritySecret>,
    /// Where the keys of sessions are logged, if anywhere.
    pub(crate) key_log: Option<KeyLog>,
}

impl Door {
    /// Listens on an address, and prints it with the key that clients need.
    pub(crate) async fn open(
        address: &str,
        keys: &ServerKeys,
        connections: Option<u64>,
        stop: Stop,
    ) -> Result<Self, Failure> {
        let refuse = |error| Failure::new(format!("can't listen on {address}"), error);
        let listener = listen(address).await.map_err(refuse)?;
        say(format_args!("listening on {}", listener.local_addr().map_err(refuse)?))?;
        let (authority, key_log) = (keys.authority()?, keys.key_log()?);
        if let Some(authority) = &authority {
            say(format_args!("authority key {}", authority.public_key()))?;
        }
        Ok(Self { listener, left: connections, stop, authority, key_log })
    }

    /// The next client; `None` when there is to be no more.
    pub(crate) async fn next(&mut self) -> Option<(TcpStream, SocketAddr)> {
        while self.left != Some(0) {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = self.stop.stopped() => return None,
            };
            match accepted {
                Ok(client) => {
                    self.left = self.left.map(|left| left - 1);
                    return Some(client);
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
