//! The encrypted connections of a server.
#![forbid(unsafe_code)]

use core::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::authority::{AuthorityKey, AuthoritySecret};
use crate::error::NoiseError;
use crate::identity::Identity;

/// The responder's side of all handshakes of a server: its identity, which is made once and again
/// before its certificate ends, and, with the features `pool` and `tokio`, the handshakes
/// themselves. To be shared in an `Arc`.
///
/// ```
/// use std::sync::Arc;
/// use codec_noise::{Acceptor, AuthoritySecret};
/// let acceptor = Acceptor::new(AuthoritySecret::generate()?, 3600);
/// let identity = acceptor.identity(1_000_000)?;
/// assert!(Arc::ptr_eq(&identity, &acceptor.identity(1_001_799)?));
/// let next = acceptor.identity(1_001_801)?;
/// assert_ne!(identity.static_key(), next.static_key());
/// assert_eq!(next.certificate().not_valid_after(), 1_001_801 + 3600);
/// # Ok::<(), codec_noise::NoiseError>(())
/// ```
pub struct Acceptor {
    authority: AuthoritySecret,
    validity: u32,
    identity: Mutex<Option<Arc<Identity>>>,
    #[cfg(all(feature = "pool", feature = "tokio"))]
    computing: tokio::sync::Semaphore,
}

impl Acceptor {
    /// An acceptor whose certificates this authority signs, each valid for so many seconds, of which
    /// it is used for half.
    pub fn new(authority: AuthoritySecret, validity: u32) -> Self {
        Self {
            authority,
            validity,
            identity: Mutex::new(None),
            #[cfg(all(feature = "pool", feature = "tokio"))]
            computing: tokio::sync::Semaphore::new(over_tokio::half_of_all_cpus()),
        }
    }

    /// The key that initiators have to know.
    pub fn authority_key(&self) -> AuthorityKey {
        self.authority.public_key()
    }

    /// The identity for handshakes at this time, in seconds since 1970.
    ///
    /// # Errors
    /// [`NoEntropy`](NoiseError::NoEntropy).
    pub fn identity(&self, now: u64) -> Result<Arc<Identity>, NoiseError> {
        let now = u32::try_from(now).unwrap_or(u32::MAX);
        // Nothing under this lock panics half-way.
        let mut current = self.identity.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(identity) = &*current {
            let from = identity.certificate().valid_from();
            if (from..=from.saturating_add(self.validity / 2)).contains(&now) {
                return Ok(Arc::clone(identity));
            }
        }
        let valid = now..=now.saturating_add(self.validity);
        let identity = Arc::new(Identity::issue(&self.authority, valid)?);
        *current = Some(Arc::clone(&identity));
        Ok(identity)
    }
}

#[cfg(all(feature = "pool", feature = "tokio"))]
mod over_tokio {
    use std::time::{SystemTime, UNIX_EPOCH};

    use codec_pool::{Admitted, EstablishError};
    use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
    use tokio::sync::Semaphore;

    use super::Acceptor;
    use crate::cipher::Cipher;
    use crate::error::NoiseError;
    use crate::handshake::{FIRST_MESSAGE, Handshake};
    use crate::stream_error::HandshakeError;
    use crate::transport::Session;

    /// The number of threads that may compute handshakes at once: half of the processors.
    pub(super) fn half_of_all_cpus() -> usize {
        std::thread::available_parallelism().map_or(1, |cpus| (cpus.get() / 2).max(1))
    }

    impl Acceptor {
        /// Sets how many handshakes may be computed at once, at least one: by default as many as half
        /// of the processors. While they are, others wait.
        #[must_use]
        pub fn handshakes(mut self, count: usize) -> Self {
            self.computing = Semaphore::new(count.clamp(1, Semaphore::MAX_PERMITS));
            self
        }

        /// Makes a handshake with a peer that was admitted, within its limits, and establishes its
        /// connection. Nothing is computed, and no place among those that compute is taken, before
        /// the peer's key has arrived.
        ///
        /// ```
        /// use std::sync::Arc;
        /// use codec_noise::{Acceptor, AuthoritySecret, Handshake};
        /// use codec_pool::AcceptLimits;
        /// # let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
        /// # runtime.block_on(async {
        /// let places = codec_pool::Acceptor::new(AcceptLimits::new());
        /// let acceptor = Arc::new(Acceptor::new(AuthoritySecret::generate()?, 3600));
        /// let (mut stream, mut theirs) = tokio::io::duplex(1024); // or an accepted socket
        /// # let key = acceptor.authority_key();
        /// # let miner = tokio::spawn(async move {
        /// #     let mut miner: Handshake = Handshake::initiator(key).expect("entropy");
        /// #     let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        /// #     miner.run_async(&mut theirs, now.expect("it is later").as_secs()).await.expect("trusted");
        /// # });
        /// let mut place = places.admit([192, 0, 2, 1].into())?;
        /// let session = acceptor.accept::<codec_noise::DefaultCipher, _>(&mut stream, &mut place).await?;
        /// assert_eq!(places.counts().established, 1);
        /// # drop(session);
        /// # miner.await?;
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// # })?;
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// # Errors
        /// Why there is no session; the stream is to be closed.
        pub async fn accept<C: Cipher, S: AsyncRead + AsyncWrite + Unpin>(
            &self,
            stream: &mut S,
            place: &mut Admitted,
        ) -> Result<Session<C>, EstablishError<HandshakeError>> {
            place.establish(self.respond(stream)).await
        }

        async fn respond<C: Cipher, S: AsyncRead + AsyncWrite + Unpin>(
            &self,
            stream: &mut S,
        ) -> Result<Session<C>, HandshakeError> {
            let (mut first, mut received) = ([0; FIRST_MESSAGE], 0);
            while received < FIRST_MESSAGE {
                match stream.read(&mut first[received..]).await? {
                    0 => {
                        let needed = FIRST_MESSAGE;
                        return Err(NoiseError::Truncated { received, needed }.into());
                    }
                    len => received += len,
                }
                if crate::handshake::is_no_key(&first[..received]) {
                    return Err(NoiseError::NotEncrypted.into());
                }
            }
            let permit = self.computing.acquire().await;
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
            let mut handshake = Handshake::<C>::responder(self.identity(now)?)?;
            handshake.input(&first, now)?;
            drop(permit);
            stream.write_all(handshake.output()).await?;
            stream.flush().await?;
            Ok(handshake.finish()?)
        }
    }
}

/// Shows the authority's public key.
impl fmt::Debug for Acceptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Acceptor")
            .field("authority_key", &self.authority_key())
            .finish_non_exhaustive()
    }
}
