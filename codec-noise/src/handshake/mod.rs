//! The handshake `Noise_NX_Secp256k1+EllSwift_ChaChaPoly_SHA256`, without input or output.
#![forbid(unsafe_code)]

mod agreed;
#[cfg(feature = "std")]
mod blocking;
mod foreign;
mod initiator;
mod message;
#[cfg(feature = "tokio")]
mod over_tokio;
#[cfg(all(feature = "alloc", target_has_atomic = "ptr"))]
mod responder;
mod symmetric;
mod trust;

use core::fmt;

use crate::authority::AuthorityKey;
use crate::cipher::{Cipher, DefaultCipher};
use crate::error::NoiseError;
use crate::key::Held;
use crate::secret::Secret;
use crate::transport::Session;
use agreed::Agreed;
#[cfg(all(feature = "pool", feature = "tokio"))]
pub(crate) use foreign::is_no_key;
use initiator::Initiator;
pub use message::{FIRST_MESSAGE, SECOND_MESSAGE};
#[cfg(all(feature = "alloc", target_has_atomic = "ptr"))]
use responder::Responder;
pub use trust::CLOCK_TOLERANCE;
use trust::Trust;

/// A side of a handshake, as a state machine: it takes bytes in pieces of any size, and
/// produces bytes.
///
/// Send what [`output`](Self::output) returns, and tell [`sent`](Self::sent) how many bytes
/// were sent; pass received bytes to [`input`](Self::input), which takes no more than
/// belong to the handshake. When both are done, [`finish`](Self::finish) returns the
/// session. All state is in the value, so the caller may stop at any byte and resume later.
///
/// ```
/// use std::sync::Arc;
/// use codec_noise::{AuthoritySecret, Handshake, Identity, NoiseError};
/// let authority = AuthoritySecret::generate()?;
/// let identity = Arc::new(Identity::issue(&authority, 1_000..=2_000)?);
/// let now = 1_500; // seconds since 1970
/// let mut miner: Handshake = Handshake::initiator(authority.public_key())?;
/// let mut pool: Handshake = Handshake::responder(identity)?;
///
/// for byte in miner.output().to_vec() {
///     assert_eq!(pool.input(&[byte], now)?, 1);
/// }
/// miner.sent(64);
/// let mut answer = pool.output().to_vec();
/// answer.extend([0; 22]); // the pool's first frame follows
/// assert_eq!(miner.input(&answer, now)?, 234); // and is not the handshake's
/// pool.sent(234);
///
/// let (miner, pool) = (miner.finish()?, pool.finish()?);
/// assert_eq!(miner.handshake_hash(), pool.handshake_hash());
/// # Ok::<(), NoiseError>(())
/// ```
pub struct Handshake<C = DefaultCipher> {
    state: State<C>,
    /// The bytes received so far.
    received: [u8; SECOND_MESSAGE],
    received_len: usize,
    /// The bytes to send, and how many of them were sent.
    to_send: [u8; SECOND_MESSAGE],
    to_send_len: usize,
    sent: usize,
}

enum State<C> {
    Initiator(Held<Initiator<C>>),
    #[cfg(all(feature = "alloc", target_has_atomic = "ptr"))]
    Responder(Responder),
    Done(Held<Agreed>),
    Failed(NoiseError),
}

impl<C: Cipher> Handshake<C> {
    /// The side that opens the connection, and accepts servers certified by this authority.
    ///
    /// # Errors
    /// [`NoEntropy`](NoiseError::NoEntropy).
    #[cfg(feature = "std")]
    pub fn initiator(authority: AuthorityKey) -> Result<Self, NoiseError> {
        Ok(Self::initiate(Secret::of_system()?, Some(authority)))
    }

    /// The side that opens the connection, and accepts any server: passive eavesdropping is
    /// prevented, but a man in the middle can impersonate either side. For connections that
    /// do not cross a network.
    ///
    /// # Errors
    /// [`NoEntropy`](NoiseError::NoEntropy).
    #[cfg(feature = "std")]
    pub fn initiator_trusting_anyone() -> Result<Self, NoiseError> {
        Ok(Self::initiate(Secret::of_system()?, None))
    }

    /// Like `initiator`, without an operating system: `fill` fills its argument with random bytes, from
    /// a source for keys, or fails.
    ///
    /// ```
    /// use codec_noise::{AuthorityKey, Handshake, NoiseError};
    /// let authority: AuthorityKey = "9bXiEd8boQVhq7WddEcERUL5tyyJVFYdU8th3HfbNXK3Yw6GRXh".parse()?;
    /// let fill = |bytes: &mut [u8]| Err("the generator is not ready");
    /// let handshake = Handshake::<codec_noise::DefaultCipher>::initiator_with_random(authority, fill);
    /// assert_eq!(handshake.err(), Some(NoiseError::NoEntropy));
    /// # Ok::<(), codec_noise::KeyError>(())
    /// ```
    ///
    /// # Errors
    /// [`NoEntropy`](NoiseError::NoEntropy) when `fill` fails, or fills in what is no key, such as
    /// zeros.
    pub fn initiator_with_random<E>(
        authority: AuthorityKey,
        fill: impl FnOnce(&mut [u8]) -> Result<(), E>,
    ) -> Result<Self, NoiseError> {
        Ok(Self::initiate(Secret::random(fill)?, Some(authority)))
    }

    /// Like [`initiator_with_random`](Self::initiator_with_random), with a given ephemeral key: for test vectors.
    /// Using the same key twice compromises the session.
    ///
    /// # Errors
    /// [`SecretOutOfRange`](NoiseError::SecretOutOfRange).
    pub fn initiator_with_key(
        authority: AuthorityKey,
        ephemeral: [u8; 32],
    ) -> Result<Self, NoiseError> {
        Ok(Self::initiate(Secret::new(ephemeral)?, Some(authority)))
    }

    fn initiate(ephemeral: Secret, authority: Option<AuthorityKey>) -> Self {
        let initiator = Initiator::new(ephemeral, Trust::new(authority));
        let message = *initiator.message();
        let mut this = Self::in_state(State::Initiator(Held::<Initiator<C>>::from(initiator)));
        this.send(&message);
        this
    }

    const fn in_state(state: State<C>) -> Self {
        let (received, to_send) = ([0; SECOND_MESSAGE], [0; SECOND_MESSAGE]);
        Self { state, received, received_len: 0, to_send, to_send_len: 0, sent: 0 }
    }

    fn send(&mut self, message: &[u8]) {
        self.to_send[..message.len()].copy_from_slice(message);
        self.to_send_len = message.len();
    }

    /// Sets by how many seconds an initiator's clock may differ from that of the
    /// certificate's signer; the default is [`CLOCK_TOLERANCE`].
    #[must_use]
    pub const fn with_clock_tolerance(mut self, seconds: u32) -> Self {
        if let State::Initiator(initiator) = &mut self.state {
            initiator.trust().tolerance = seconds;
        }
        self
    }

    /// Makes an initiator accept servers that another authority has certified as well: while a pool
    /// changes its authority, its miners know both. No effect on other handshakes.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use codec_noise::{AuthoritySecret, Handshake, Identity, NoiseError};
    /// let (old, new) = (AuthoritySecret::generate()?, AuthoritySecret::generate()?);
    /// let mut miner: Handshake = Handshake::initiator(old.public_key())?;
    /// miner = miner.or_authority(new.public_key());
    /// let identity = Arc::new(Identity::issue(&new, 0..=99)?);
    /// let mut pool: Handshake = Handshake::responder(Arc::clone(&identity))?;
    /// pool.input(miner.output(), 50)?;
    /// miner.input(pool.output(), 50)?;
    /// let session = miner.finish()?;
    /// assert_eq!(session.static_key(), &identity.static_key());
    /// let (key, old) = (session.static_key(), old.public_key());
    /// assert_eq!(session.certificate().check(key, &old, 50, 0), Err(NoiseError::WrongAuthority));
    /// # Ok::<(), NoiseError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn or_authority(mut self, authority: AuthorityKey) -> Self {
        if let State::Initiator(initiator) = &mut self.state {
            initiator.trust().add(authority);
        }
        self
    }

    /// The bytes that are still to be sent. They precede any frame.
    pub fn output(&self) -> &[u8] {
        self.to_send.get(self.sent..self.to_send_len).unwrap_or_default()
    }

    /// Notes that the first `len` bytes of [`output`](Self::output) were sent; all of them,
    /// when there were fewer.
    pub fn sent(&mut self, len: usize) {
        self.sent += len.min(self.output().len());
    }

    /// Number of bytes of the other side that are still missing.
    pub const fn missing(&self) -> usize {
        self.expected() - self.received_len
    }

    const fn expected(&self) -> usize {
        match &self.state {
            State::Initiator(_) => SECOND_MESSAGE,
            #[cfg(all(feature = "alloc", target_has_atomic = "ptr"))]
            State::Responder(_) => FIRST_MESSAGE,
            State::Done(_) | State::Failed(_) => self.received_len,
        }
    }

    /// Takes bytes of the other side and returns how many it took, at most
    /// [`missing`](Self::missing): the remaining bytes belong to the first frame. `now` is
    /// in seconds since 1970, and only used by an initiator.
    ///
    /// # Errors
    /// For an initiator, [`TagMismatch`](NoiseError::TagMismatch) and the errors of a
    /// [certificate's check](crate::Certificate::check); every later call returns the same
    /// error. A responder accepts any 64 bytes: only the first frame shows whether they
    /// arrived unchanged.
    pub fn input(&mut self, bytes: &[u8], now: u64) -> Result<usize, NoiseError> {
        if let State::Failed(error) = self.state {
            return Err(error);
        }
        let len = bytes.len().min(self.missing());
        // Without a slice, whose bounds a small device would check by code that panics.
        let room = self.received.iter_mut().skip(self.received_len);
        room.zip(bytes).take(len).for_each(|(to, from)| *to = *from);
        self.received_len += len;
        if foreign::is_no_key(self.received.get(..self.received_len).unwrap_or_default()) {
            self.state = State::Failed(NoiseError::NotEncrypted);
            return Err(NoiseError::NotEncrypted);
        }
        if len > 0 && self.missing() == 0 {
            self.complete(now)?;
        }
        Ok(len)
    }

    /// Takes the whole message of the other side.
    fn complete(&mut self, now: u64) -> Result<(), NoiseError> {
        // A state is zeroized where it is, when another takes its place.
        let result = match &mut self.state {
            State::Initiator(initiator) => initiator.finish(self.received, now),
            #[cfg(all(feature = "alloc", target_has_atomic = "ptr"))]
            State::Responder(responder) => {
                let first = core::array::from_fn(|i| self.received[i]);
                responder.finish::<C>(&first).map(|(message, agreed)| {
                    (self.to_send, self.to_send_len) = (message, SECOND_MESSAGE);
                    agreed
                })
            }
            State::Done(_) => return Ok(()),
            State::Failed(error) => return Err(*error),
        };
        match result {
            Ok(agreed) => {
                self.state = State::Done(Held::<Agreed>::from(agreed));
                Ok(())
            }
            Err(error) => {
                self.state = State::Failed(error);
                Err(error)
            }
        }
    }

    /// Returns whether all has been received and sent.
    pub fn is_done(&self) -> bool {
        matches!(self.state, State::Done(_)) && self.output().is_empty()
    }

    /// The session. The rest of [`output`](Self::output) is dropped with the handshake, so
    /// send or copy it first.
    ///
    /// # Errors
    /// [`Truncated`](NoiseError::Truncated) when the other side has not sent all of its
    /// message, and the error that ended the handshake.
    pub fn finish(self) -> Result<Session<C>, NoiseError> {
        let truncated =
            NoiseError::Truncated { received: self.received_len, needed: self.expected() };
        match self.state {
            State::Done(agreed) => Ok(agreed.session()),
            State::Failed(error) => Err(error),
            State::Initiator(_) => Err(truncated),
            #[cfg(all(feature = "alloc", target_has_atomic = "ptr"))]
            State::Responder(_) => Err(truncated),
        }
    }
}

/// Shows the progress; no key and no received byte.
impl<C: Cipher> fmt::Debug for Handshake<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handshake")
            .field("missing", &self.missing())
            .field("to_send", &self.output().len())
            .field("is_done", &self.is_done())
            .finish_non_exhaustive()
    }
}
