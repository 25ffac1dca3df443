//! The address that clients connect to, and the command that starts one.

use std::cell::RefCell;
use std::io::{self, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use codec_noise::{AuthoritySecret, Identity, NoiseError};

use crate::link::{Silence, Target};

/// Seconds for which a certificate is valid, before and after its handshake.
const VALIDITY: u32 = 3600;
/// Time between two looks at what has no call that waits.
const STEP: Duration = Duration::from_millis(2);

/// Listens for the client under test, which connects by itself or is started for each connection.
#[derive(Debug)]
pub struct Door {
    listener: TcpListener,
    target: Target,
    keys: Option<Keys>,
    /// The words of the command; the client is started by its user where there are none.
    command: Vec<String>,
    child: RefCell<Option<Child>>,
}

/// The authority that signs certificates.
struct Keys {
    authority: AuthoritySecret,
}

impl Keys {
    /// A second one of the same secret.
    fn copy(&self) -> io::Result<AuthoritySecret> {
        let secret = AuthoritySecret::from_bytes(*self.authority.to_bytes());
        secret.map_err(|error| io::Error::new(ErrorKind::InvalidInput, error))
    }
}

/// Shows no secret.
impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keys").finish_non_exhaustive()
    }
}

/// The certificate of a handshake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Certificate {
    /// Signed by the authority that the client knows, for now.
    #[default]
    Valid,
    /// Signed by another authority.
    Foreign,
    /// Valid until ten minutes ago.
    Expired,
}

impl Door {
    /// Listens on this address, with certificates of this authority, or without encryption.
    ///
    /// In the words of the command, `{address}` is replaced by the address and `{key}` by the authority's
    /// public key.
    ///
    /// # Errors
    /// The address can't be listened on, or the secret is none.
    pub fn open(
        address: &str,
        authority: Option<AuthoritySecret>,
        command: &str,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?.to_string();
        let key = authority.as_ref().map(AuthoritySecret::public_key);
        let keys = authority.map(|authority| Keys { authority });
        let fill = |word: &str| {
            let word = word.replace("{address}", &address);
            key.map_or_else(|| word.clone(), |key| word.replace("{key}", &key.to_string()))
        };
        let command = command.split_whitespace().map(fill).collect();
        let target = Target { address, authority: key };
        Ok(Self { listener, target, keys, command, child: RefCell::default() })
    }

    /// The address that is listened on, and the authority that clients have to know.
    pub const fn target(&self) -> &Target {
        &self.target
    }

    /// The identity of a handshake; `None` without encryption.
    pub(crate) fn identity(&self, which: Certificate) -> Result<Option<Arc<Identity>>, NoiseError> {
        let Some(keys) = &self.keys else { return Ok(None) };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let seconds = u32::try_from(now).unwrap_or(u32::MAX);
        // The client's clock may be behind.
        let valid = seconds.saturating_sub(VALIDITY)..=seconds.saturating_add(VALIDITY);
        let identity = match which {
            Certificate::Valid => Identity::issue(&keys.authority, valid)?,
            Certificate::Foreign => Identity::issue(&AuthoritySecret::generate()?, valid)?,
            Certificate::Expired => {
                Identity::issue(&keys.authority, 0..=seconds.saturating_sub(600))?
            }
        };
        Ok(Some(Arc::new(identity)))
    }

    /// The next connection on which a client says something. The command is started if the client is
    /// to be, and does not run.
    pub(crate) fn accept(&self, until: Instant, is_started: bool) -> Result<TcpStream, Silence> {
        if is_started {
            self.begin()?;
        }
        let (mut is_heard, mut may_start) = (false, is_started);
        loop {
            if let Some(stream) = self.poll(until, &mut is_heard)? {
                return Ok(stream);
            }
            let says = if is_heard {
                "a client connected, and said nothing"
            } else {
                "no client connected in time"
            };
            if Instant::now() >= until {
                return Err(Silence::Broken(says.to_owned()));
            }
            // A command that was about to end, for its last connection had, is started once more.
            if let Some(status) = self.status() {
                if !may_start {
                    return Err(Silence::Broken(format!("the command ended: {status}")));
                }
                may_start = false;
                let started = self.start();
                started.map_err(|error| Silence::Broken(error.to_string()))?;
            }
        }
    }

    /// Starts the command, unless it runs.
    pub(crate) fn begin(&self) -> Result<(), Silence> {
        self.start().map_err(|error| {
            Silence::Broken(format!("can't start {}: {error}", self.command.join(" ")))
        })
    }

    /// A connection that waits, and on which something is said; looks for one for a short time. `is_heard`
    /// becomes true with any connection.
    pub(crate) fn poll(
        &self,
        until: Instant,
        is_heard: &mut bool,
    ) -> Result<Option<TcpStream>, Silence> {
        match self.listener.accept() {
            Ok((stream, _)) => {
                *is_heard = true;
                Ok(begun(stream, until))
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                sleep(STEP);
                Ok(None)
            }
            Err(error) => Err(Silence::Broken(format!("can't accept: {error}"))),
        }
    }

    /// The process of the command, if one was started.
    pub(crate) fn pid(&self) -> Option<u32> {
        self.child.borrow().as_ref().map(Child::id)
    }

    /// The status of a command that has ended.
    pub(crate) fn status(&self) -> Option<ExitStatus> {
        self.child.borrow_mut().as_mut()?.try_wait().ok()?
    }

    /// A second door to the same authority's server, on another port.
    pub(crate) fn beside(&self) -> io::Result<Self> {
        let mut address = self.listener.local_addr()?;
        address.set_port(0);
        let authority = match &self.keys {
            Some(keys) => Some(keys.copy()?),
            None => None,
        };
        Self::open(&address.to_string(), authority, "")
    }

    /// The port that is listened on.
    pub(crate) fn port(&self) -> u16 {
        self.listener.local_addr().map_or(0, |address| address.port())
    }

    /// Starts the command, unless it runs.
    fn start(&self) -> io::Result<()> {
        let Some((program, words)) = self.command.split_first() else { return Ok(()) };
        let mut child = self.child.borrow_mut();
        if let Some(running) = &mut *child
            && running.try_wait()?.is_none()
        {
            return Ok(());
        }
        // Connections of the one before, which may have had several.
        while self.listener.accept().is_ok() {}
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        *child = Some(command.spawn()?);
        Ok(())
    }

    /// Ends the command, if it runs; the way in which it has ended by itself, if that was an error.
    pub(crate) fn end_command(&self) -> Option<String> {
        let mut child = self.child.borrow_mut().take()?;
        if let Ok(Some(status)) = child.try_wait() {
            return (!status.success()).then(|| status.to_string());
        }
        // One that has ended since is no concern.
        let _ = child.kill();
        let _ = child.wait();
        None
    }
}

/// The stream once something has come on it; `None` if it ends before.
fn begun(stream: TcpStream, until: Instant) -> Option<TcpStream> {
    stream.set_nonblocking(false).ok()?;
    stream.set_nodelay(true).ok()?;
    let left = until.saturating_duration_since(Instant::now()).max(STEP);
    stream.set_read_timeout(Some(left)).ok()?;
    (stream.peek(&mut [0]).ok()? == 1).then_some(stream)
}

impl Drop for Door {
    fn drop(&mut self) {
        self.end_command();
    }
}
