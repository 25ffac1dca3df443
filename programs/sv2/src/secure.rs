//! Encrypted connections, and plaintext ones on request.

use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{fmt, fs};

use clap::Args;
use codec_noise::{
    AuthorityKey, AuthoritySecret, Handshake, KeyError, NoiseError, Opener, Sealer, Session,
};
use codec_pool::{Admitted, Budget, ConnectionLimits, Plain, Pool, Sealed};
use tokio::net::TcpStream;
use zeroize::Zeroizing;

use crate::counted::Counted;
use crate::failure::{Failure, say};
use crate::key_log::{KeyLog, KeyLogOption};
use crate::link::{Link, Trouble, within};

/// Keys with which a server authenticates itself.
#[derive(Debug, Args)]
pub(crate) struct ServerKeys {
    /// The authority's secret key that signs the server's certificates, in base58check, or
    /// `@` and the name of a file that holds it. Without it, a new one is made.
    #[arg(long, value_name = "KEY")]
    authority_secret: Option<SecretText>,
    /// Don't encrypt: for connections that do not cross a network.
    #[arg(long, conflicts_with = "authority_secret")]
    plaintext: bool,
    #[command(flatten)]
    key_log: KeyLogOption,
}

/// Key by which a client authenticates its server.
#[derive(Debug, Args)]
pub(crate) struct ClientKeys {
    /// The public key of the server's authority, in base58check.
    #[arg(long, value_name = "KEY", required_unless_present = "plaintext")]
    authority_key: Option<AuthorityKey>,
    /// Don't encrypt: for connections that do not cross a network.
    #[arg(long, conflicts_with = "authority_key")]
    plaintext: bool,
    #[command(flatten)]
    key_log: KeyLogOption,
}

/// Key by which a program between a client and a server authenticates the server.
#[derive(Debug, Clone, Args)]
pub(crate) struct UpstreamKeys {
    /// The public key of the upstream server's authority, in base58check.
    #[arg(long, value_name = "KEY", required_unless_present = "upstream_plaintext")]
    upstream_key: Option<AuthorityKey>,
    /// Don't encrypt the connection to the upstream server.
    #[arg(long, conflicts_with = "upstream_key")]
    upstream_plaintext: bool,
}

impl UpstreamKeys {
    /// The authority that has to have signed; `None` for plaintext.
    pub(crate) const fn key(&self) -> Option<AuthorityKey> {
        self.upstream_key
    }
}

/// Makes the keys of an authority: the secret, for `sv2 serve`, and the public key, for
/// `sv2 connect`.
#[derive(Debug, Args)]
pub(crate) struct Keygen {}

/// Seconds for which a certificate is valid; a new one is made after half of them.
const VALIDITY: u32 = 7200;

/// A secret as given by the user: itself, or `@` and the name of a file. No error message
/// shows it.
#[derive(Clone)]
pub(crate) struct SecretText(Zeroizing<String>);

impl From<String> for SecretText {
    fn from(text: String) -> Self {
        Self(Zeroizing::new(text))
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretText")
    }
}

impl SecretText {
    /// The secret, without the space around it.
    pub(crate) fn read(&self) -> Result<Zeroizing<String>, Failure> {
        let Some(name) = self.0.strip_prefix('@') else { return Ok(self.0.clone()) };
        let text = fs::read_to_string(name).map(Zeroizing::new);
        let text = text.map_err(|error| Failure::new(format!("can't read {name}"), error))?;
        Ok(Zeroizing::new(text.trim().to_owned()))
    }
}

/// Runs `sv2 keygen`.
pub(crate) fn keygen() -> Result<(), Failure> {
    let authority =
        AuthoritySecret::generate().map_err(|error| Failure::new("can't make a key", error))?;
    say(format_args!("authority key    {}", authority.public_key()))?;
    say(format_args!("authority secret {}", *authority.to_base58()))
}

impl ServerKeys {
    /// Prepares to meet clients: with what signs certificates, and the log of keys, if any.
    pub(crate) fn welcome(&self) -> Result<Welcome, Failure> {
        let authority = match &self.authority_secret {
            _ if self.plaintext => None,
            Some(text) => Some(
                text.read()?
                    .parse()
                    .map_err(|error: KeyError| Failure::usage("--authority-secret", error))?,
            ),
            None => Some(
                AuthoritySecret::generate()
                    .map_err(|error| Failure::new("can't make a key", error))?,
            ),
        };
        let noise = authority.map(|authority| codec_noise::Acceptor::new(authority, VALIDITY));
        // Last, so that wrong usage leaves no file.
        Ok(Welcome { noise, key_log: self.key_log.open()? })
    }
}

/// Begins the connections of a server to its clients.
pub(crate) struct Welcome {
    /// The handshakes; nothing is encrypted without.
    noise: Option<codec_noise::Acceptor>,
    pub(crate) key_log: Option<KeyLog>,
}

impl Welcome {
    /// The key that clients have to know.
    pub(crate) fn authority_key(&self) -> Option<AuthorityKey> {
        self.noise.as_ref().map(codec_noise::Acceptor::authority_key)
    }

    /// A connection to a client that has a place.
    pub(crate) async fn link(
        &self,
        stream: TcpStream,
        peer: &str,
        place: &mut Admitted,
        (pool, limits): (&Pool, ConnectionLimits),
    ) -> Result<AnyLink, Trouble> {
        stream.set_nodelay(true)?;
        let mut stream = Counted::new(stream);
        let Some(noise) = &self.noise else {
            return Ok(AnyLink::Plain(Box::new(Link::new(stream, peer, pool, limits))));
        };
        let session: Session = noise.accept(&mut stream, place).await?;
        if let Some(key_log) = &self.key_log {
            key_log.append(&session).map_err(Trouble::KeyLog)?;
        }
        Ok(AnyLink::Noise(Box::new(session.async_connection(stream, peer, pool, limits))))
    }
}

impl ClientKeys {
    /// The authority that has to have signed; `None` for plaintext.
    pub(crate) const fn key(&self) -> Option<AuthorityKey> {
        self.authority_key
    }

    /// Opens the log of keys, if they are logged.
    pub(crate) fn key_log(&self) -> Result<Option<KeyLog>, Failure> {
        self.key_log.open()
    }
}

/// The start of a connection to the server of this authority; `None` for plaintext.
pub(crate) fn initiate(key: Option<AuthorityKey>) -> Result<Option<Handshake>, Trouble> {
    key.map(Handshake::initiator).transpose().map_err(failed)
}

fn failed(error: NoiseError) -> Trouble {
    Trouble::Handshake(error.into())
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// A connection of either kind.
pub(crate) enum AnyLink {
    Plain(Box<Link<Plain>>),
    Noise(Box<Link<Sealed<(Sealer, Opener)>>>),
}

impl AnyLink {
    /// Charges a budget with what the peer sends, and what waits for it.
    pub(crate) fn with_budget(self, budget: &Budget) -> Self {
        match self {
            Self::Plain(link) => Self::Plain(Box::new(link.with_budget(budget))),
            Self::Noise(link) => Self::Noise(Box::new(link.with_budget(budget))),
        }
    }
}

/// Beginning of a connection to a server.
pub(crate) struct Beginning {
    /// Nothing for plaintext.
    pub(crate) handshake: Option<Handshake>,
    /// Maximum time that it takes.
    pub(crate) patience: Duration,
    pub(crate) key_log: Option<KeyLog>,
}

/// Makes a connection of a stream to a server, after a handshake if there is to be one.
pub(crate) async fn link(
    stream: TcpStream,
    peer: &str,
    pool: &Pool,
    limits: ConnectionLimits,
    beginning: Beginning,
) -> Result<AnyLink, Trouble> {
    let Beginning { handshake, patience, key_log } = beginning;
    stream.set_nodelay(true)?;
    let mut stream = Counted::new(stream);
    let Some(mut handshake) = handshake else {
        let link = Link::new(stream, peer, pool, limits);
        return Ok(AnyLink::Plain(Box::new(link)));
    };
    let work = handshake.run_async(&mut stream, now());
    within(patience, "the peer made no handshake", work).await??;
    let session = handshake.finish().map_err(failed)?;
    if let Some(key_log) = key_log {
        key_log.append(&session).map_err(Trouble::KeyLog)?;
    }
    Ok(AnyLink::Noise(Box::new(session.async_connection(stream, peer, pool, limits))))
}
