//! The keys of a session as text, for a log of keys.
#![forbid(unsafe_code)]

use core::fmt;

use super::Session;
use crate::cipher::Cipher;

/// The keys of a session as two lines of a key log: [`Session::key_log`] makes it.
///
/// It shows the keys by [`Display`](fmt::Display) alone, and nothing by `Debug`.
pub struct KeyLog<'a, C> {
    session: &'a Session<C>,
}

impl<C: Cipher> Session<C> {
    /// The keys of what is sent and of what is received, one line each, for a log from which
    /// `sv2 decode --key-log` opens recordings: `SENT` or `RECEIVED`, the
    /// [hash of the handshake](Self::handshake_hash), which is the same at both ends and says
    /// which session it is, and the key, the last two in hex.
    ///
    /// Anyone who can read the log can read all that the connection carries, and until it ends,
    /// forge it: there is no forward secrecy left for what was logged. Nothing writes such a
    /// log by itself.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use codec_noise::{AuthoritySecret, Handshake, Identity};
    /// # let authority = AuthoritySecret::generate()?;
    /// # let mut a: Handshake = Handshake::initiator(authority.public_key())?;
    /// # let mut b: Handshake = Handshake::responder(Arc::new(Identity::issue(&authority, 0..=9)?))?;
    /// # b.input(a.output(), 5)?;
    /// # a.input(b.output(), 5)?;
    /// # let (client, server) = (a.finish()?, b.finish()?);
    /// let (ours, theirs) = (client.key_log().to_string(), server.key_log().to_string());
    /// let (sent, received) = (ours.lines().next(), theirs.lines().nth(1));
    /// assert_eq!(
    ///     sent.and_then(|line| line.strip_prefix("SENT ")),
    ///     received.and_then(|line| line.strip_prefix("RECEIVED ")),
    /// );
    /// assert_eq!(format!("{:?}", client.key_log()), "KeyLog");
    /// # Ok::<(), codec_noise::NoiseError>(())
    /// ```
    pub const fn key_log(&self) -> KeyLog<'_, C> {
        KeyLog { session: self }
    }
}

impl<C: Cipher> fmt::Display for KeyLog<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sent, received) = self.session.secret_keys();
        for (direction, key) in [("SENT", sent), ("RECEIVED", received)] {
            write!(f, "{direction} ")?;
            self.session.handshake_hash().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
            f.write_str(" ")?;
            key.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// Nothing of the keys.
impl<C> fmt::Debug for KeyLog<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyLog")
    }
}
