//! The client's side of setting up a connection.

use std::io;
use std::time::Duration;

use codec_core::wire::Str0255;
use codec_noise::AuthorityKey;
use codec_pool::{ConnectionLimits, Layers, OnUnknown, Pool};
use codec_stratum::common::{SetupConnection, VERSION};
use codec_stratum::{AnyMessageRef, Subprotocol};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;

use crate::failure::Failure;
use crate::host::unexpected;
use crate::key_log::KeyLog;
use crate::link::{Link, Trouble, expect};
use crate::secure::{AnyLink, Beginning, initiate, link};

/// Longest wait for a connection.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// Time that the answers to the last shares may take.
pub(crate) const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// The limits of a server that may have nothing to say for a long time.
pub(crate) const QUIET: ConnectionLimits = ConnectionLimits::new()
    .max_payload(MAX_PAYLOAD)
    .write_timeout(Duration::from_secs(30))
    .on_unknown(OnUnknown::Discard);

/// The longest payload of mining: an extended job with two long parts of a coinbase
/// transaction.
const MAX_PAYLOAD: usize = 256 * 1024;

/// A server, by the name that the user has given it.
#[derive(Debug, Clone)]
pub(crate) struct Server {
    host: String,
    port: u16,
}

/// Opens a stream to the first of the name's addresses that accepts it.
pub(crate) async fn connect(address: &str) -> Result<TcpStream, Failure> {
    dial(address).await.map_err(|error| Failure::new(format!("can't connect to {address}"), error))
}

/// Like [`connect`], with the error as the system has it.
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

/// Opens a connection, encrypted unless the user said otherwise.
pub(crate) async fn open(
    address: &str,
    (key, key_log): (Option<AuthorityKey>, Option<KeyLog>),
    pool: &Pool,
    limits: ConnectionLimits,
) -> Result<(AnyLink, Server), Trouble> {
    let stream = dial(address).await?;
    let server = Server::of(address, &stream)?;
    let beginning = Beginning { handshake: initiate(key)?, patience: PATIENCE, key_log };
    let link = link(stream, address, pool, limits, beginning).await?;
    Ok((link, server))
}

/// Asks a server for a connection for this subprotocol, and returns its flags.
pub(crate) async fn set_up<L: Layers>(
    link: &mut Link<L>,
    server: &Server,
    protocol: Subprotocol,
    flags: u32,
) -> Result<u32, Trouble> {
    let setup = SetupConnection {
        protocol,
        min_version: VERSION,
        max_version: VERSION,
        flags,
        endpoint_host: Str0255::try_from(server.host.as_str())?,
        endpoint_port: server.port,
        vendor: Str0255::try_from("codec-stratum")?,
        hardware_version: Str0255::default(),
        firmware: Str0255::try_from(env!("CARGO_PKG_VERSION"))?,
        device_id: Str0255::default(),
    };
    link.send(&setup).await?;
    match expect(link).await? {
        AnyMessageRef::SetupConnectionSuccess(answer) => {
            let flags = answer.flags;
            setup.accept(answer.into()).map_err(Trouble::Version)?;
            Ok(flags)
        }
        AnyMessageRef::SetupConnectionError(error) => Err(Trouble::Refused {
            message: "SetupConnection.Error",
            code: error.error_code.to_string(),
        }),
        other => Err(unexpected(&other, "SetupConnection.Success")),
    }
}

impl Server {
    /// The server at the other end of a stream.
    pub(crate) fn of(address: &str, stream: &TcpStream) -> io::Result<Self> {
        let host = address.rsplit_once(':').map_or(address, |(host, _)| host).to_owned();
        Ok(Self { host, port: stream.peer_addr()?.port() })
    }

    /// The address that `Reconnect` names (section 3.6.4): where no authority is checked, on the same host
    /// alone.
    pub(crate) fn moved(&self, host: &str, port: u16, is_checked: bool) -> Option<String> {
        let is_same = host.is_empty() || host == self.host.trim_matches(['[', ']']);
        let port = if port == 0 { self.port } else { port };
        match is_same {
            true => Some(format!("{}:{port}", self.host)),
            false if !is_checked => None,
            false if host.contains(':') && !host.starts_with('[') => {
                Some(format!("[{host}]:{port}"))
            }
            false => Some(format!("{host}:{port}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_moves_to_another_host_where_its_authority_is_checked() {
        let server = |host: &str| Server { host: host.to_owned(), port: 34254 };
        let moved = |host, port, is_checked| server("pool.example").moved(host, port, is_checked);
        for (host, port, wanted) in [
            ("", 0, "pool.example:34254"),
            ("", 7, "pool.example:7"),
            ("pool.example", 0, "pool.example:34254"),
        ] {
            assert_eq!(moved(host, port, false).as_deref(), Some(wanted));
        }
        assert_eq!(moved("10.0.0.1", 0, false), None);
        assert_eq!(moved("10.0.0.1", 0, true).as_deref(), Some("10.0.0.1:34254"));
        assert_eq!(moved("::1", 7, true).as_deref(), Some("[::1]:7"));
        assert_eq!(server("[::1]").moved("::1", 7, false).as_deref(), Some("[::1]:7"));
    }
}
