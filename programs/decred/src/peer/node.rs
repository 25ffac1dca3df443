//! A connection to a node: its handshake, and the frames that it sends.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use codec_core::{Consensus, Format as _, Header as _, ToPayload};
use codec_decred::address::NetAddress;
use codec_decred::connection::{Ping, Pong, Relay, VerAck, Version};
use codec_decred::{Ascii, DecredProtocol, FrameHeader, Network, PROTOCOL_VERSION, Refused};
use codec_pool::{AsyncConnection, ConnectionLimits, Frame, Pool};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::report::Report;
use crate::dial::{PATIENCE, dial};
use crate::failure::Failure;

/// Time limits of a node; the header checks how long a message of each kind may be.
const LIMITS: ConnectionLimits = ConnectionLimits::unlimited().write_timeout(PATIENCE);

/// Messages of unknown commands that a node may send before the handshake's end.
const STRANGE: u32 = 64;

/// Time that a node may be silent before it is asked whether it is alive.
const SILENCE: Duration = Duration::from_secs(60);

/// A frame of a node, kept.
pub(super) struct Kept<N: Network> {
    frame: Frame<DecredProtocol<N>>,
    /// Offset of its first byte in the stream.
    pub(super) offset: u64,
}

impl<N: Network> Kept<N> {
    pub(super) fn header(&self) -> FrameHeader<N> {
        self.frame.header()
    }

    pub(super) fn payload(&self) -> &[u8] {
        self.frame.payload()
    }
}

/// A node that has accepted our version.
pub(super) struct Node<N: Network> {
    link: AsyncConnection<DecredProtocol<N>, TcpStream>,
    /// The version of the protocol that both speak.
    pub(super) version: u32,
}

impl<N: Network> Node<N> {
    /// Connects, and agrees on a version of at most `highest`.
    pub(super) async fn connect(
        address: &str,
        highest: u32,
        report: &mut Report,
    ) -> Result<Self, Failure> {
        let stream = dial(address).await;
        let stream =
            stream.map_err(|error| Failure::new(format!("can't connect to {address}"), error))?;
        let refuse = |error| Failure::new(address, error);
        let (local, remote) =
            (stream.local_addr().map_err(refuse)?, stream.peer_addr().map_err(refuse)?);
        let link = AsyncConnection::new(stream, address, &Pool::default(), LIMITS);
        let mut node = Self { link, version: highest };
        let shaken = timeout(PATIENCE, node.shake_hands(introduction(highest, local, remote)));
        let theirs = shaken.await.map_err(|_| late(address, "no handshake"))??;
        let software = theirs.user_agent.as_ref().map_or("", |agent| agent.as_str());
        report.print(
            || {
                format!(
                    "connected  {address} {} protocol {} (it speaks {}), services {:#x}, \
                     {}, height {}",
                    N::NAME,
                    node.version,
                    theirs.protocol,
                    theirs.services,
                    software.escape_debug(),
                    theirs.last_block.unwrap_or_default(),
                )
            },
            || {
                json!({
                    "event": "connected",
                    "address": address,
                    "network": N::NAME,
                    "protocol": node.version,
                    "their_protocol": theirs.protocol,
                    "services": theirs.services,
                    "software": software,
                    "height": theirs.last_block,
                })
            },
        )?;
        Ok(node)
    }

    async fn shake_hands(&mut self, ours: Version) -> Result<Version, Failure> {
        self.send(&ours).await?;
        let mut theirs = None;
        let (mut is_accepted, mut strange) = (false, 0);
        while theirs.is_none() || !is_accepted {
            let frame = self.frame().await?;
            match frame.header().id() {
                "version" => {
                    let version: Version = self.decode(&frame)?;
                    let protocol = u32::try_from(version.protocol).unwrap_or(0);
                    if protocol == 0 {
                        return Err(self.broken(&format!("it speaks version {}", version.protocol)));
                    }
                    self.version = self.version.min(protocol);
                    theirs = Some(version);
                    self.send(&VerAck {}).await?;
                }
                "verack" => is_accepted = true,
                // A newer node may say more.
                _ if frame.header().known().is_none() && strange < STRANGE => strange += 1,
                other => {
                    return Err(self.broken(&format!("{other:?} before the handshake's end")));
                }
            }
        }
        theirs.ok_or_else(|| self.broken("no version"))
    }

    /// Sends a message.
    pub(super) async fn send<M>(&mut self, message: &M) -> Result<(), Failure>
    where
        M: ToPayload<codec_core::ById, &'static str>,
    {
        Ok(self.link.send(message).await?)
    }

    /// The next frame, whatever is in it. A frame that is not in the version of the protocol
    /// breaks it; one of an unknown command does not.
    async fn frame(&mut self) -> Result<Kept<N>, Failure> {
        let frame = self.link.next_frame().await?;
        let Some(frame) = frame else {
            return Err(Failure::new(self.link.peer(), "the node closed the connection"));
        };
        let (command, admitted) = (frame.header(), frame.header().admit(self.version));
        match admitted {
            Ok(()) | Err(Refused::Unknown) => {
                Ok(Kept { offset: frame.offset(), frame: frame.detach() })
            }
            Err(refused) => {
                let name = command.command().to_owned();
                let version = self.version;
                Err(self.broken(&format!("{name:?}: {refused} (version {version})")))
            }
        }
    }

    /// The next frame that needs an answer of the caller: those that keep the connection alive
    /// are dealt with here.
    pub(super) async fn next(&mut self) -> Result<Kept<N>, Failure> {
        let mut is_asked = false;
        loop {
            let Ok(frame) = timeout(SILENCE, self.frame()).await else {
                if is_asked {
                    return Err(late(self.link.peer(), "no answer to a ping"));
                }
                is_asked = true;
                self.send(&Ping { nonce: random() }).await?;
                continue;
            };
            let frame = frame?;
            is_asked = false;
            match frame.header().id() {
                "ping" => {
                    let Ping { nonce } = self.decode(&frame)?;
                    self.send(&Pong { nonce }).await?;
                }
                "pong" => {}
                _ => return Ok(frame),
            }
        }
    }

    /// Like [`next`](Self::next), after a request to the node: fails if the answer is late.
    pub(super) async fn answer(&mut self) -> Result<Kept<N>, Failure> {
        let answer = timeout(PATIENCE, self.next()).await;
        answer.map_err(|_| late(self.link.peer(), "no answer"))?
    }

    /// The message of this type in a frame that has its command.
    pub(super) fn decode<T: codec_core::Decodable>(&self, frame: &Kept<N>) -> Result<T, Failure> {
        Consensus::from_slice(frame.payload())
            .map_err(|error| self.broken(&format!("{:?}: {error}", frame.header().command())))
    }

    /// The node broke the protocol.
    pub(super) fn broken(&self, how: &str) -> Failure {
        Failure::Broken(format!("{}: {how}", self.link.peer()))
    }
}

fn late(node: &str, what: &str) -> Failure {
    Failure::new(node, format!("{what} in {} s", PATIENCE.as_secs()))
}

/// Our version.
fn introduction(highest: u32, local: SocketAddr, remote: SocketAddr) -> Version {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let agent = concat!("/codec-decred:", env!("CARGO_PKG_VERSION"), "/");
    Version {
        protocol: i32::try_from(highest).unwrap_or(i32::MAX),
        services: 0,
        time: i64::try_from(since.as_secs()).unwrap_or_default(),
        to: net_address(remote),
        from: Some(net_address(local)),
        nonce: Some(random()),
        user_agent: Ascii::new(agent),
        last_block: Some(0),
        relay: Some(Relay(1)),
    }
}

fn net_address(address: SocketAddr) -> NetAddress {
    let ip = match address.ip() {
        IpAddr::V4(ip) => ip.to_ipv6_mapped(),
        IpAddr::V6(ip) => ip,
    };
    NetAddress { services: 0, ip: ip.octets(), port: address.port() }
}

/// A number that no other program picks: the standard library seeds its hashers so.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

const _: () = assert!(PROTOCOL_VERSION <= i32::MAX as u32);
