//! Both directions of a connection.
#![forbid(unsafe_code)]

use core::fmt;

use zeroize::Zeroizing;

use super::opener::Opener;
use super::sealer::Sealer;
use crate::certificate::Certificate;
use crate::cipher::{Cipher, DefaultCipher};

/// The result of a [`Handshake`](crate::Handshake): a key for each direction.
pub struct Session<C = DefaultCipher> {
    sealer: Sealer<C>,
    opener: Opener<C>,
    certificate: Certificate,
    static_key: [u8; 32],
    hash: [u8; 32],
}

impl<C: Cipher> Session<C> {
    /// A session with a key for what it sends and one for what it receives.
    pub(crate) fn new(
        (send, receive): (&[u8; 32], &[u8; 32]),
        (certificate, static_key): (Certificate, [u8; 32]),
        hash: [u8; 32],
    ) -> Self {
        let (sealer, opener) = (Sealer::new(send), Opener::new(receive));
        Self { sealer, opener, certificate, static_key, hash }
    }

    /// The two directions, for separate use: the one that sends, and the one that receives.
    pub fn split(self) -> (Sealer<C>, Opener<C>) {
        (self.sealer, self.opener)
    }

    /// The keys of what is sent and of what is received: for decrypting a recording of the
    /// connection later, as `sv2 decode --session-key` does. Anyone who has them can read
    /// and forge all of its frames.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use codec_noise::{AuthoritySecret, Handshake, Identity, NoiseError, Opener};
    /// # let authority = AuthoritySecret::generate()?;
    /// # let mut a: Handshake = Handshake::initiator(authority.public_key())?;
    /// # let mut b: Handshake = Handshake::responder(Arc::new(Identity::issue(&authority, 0..=9)?))?;
    /// # b.input(a.output(), 5)?;
    /// # a.input(b.output(), 5)?;
    /// # let (client, server) = (a.finish()?, b.finish()?);
    /// let (sent, _) = client.secret_keys();
    /// let (mut sealer, _) = client.split();
    /// let mut recorded = [0; 22];
    /// recorded[16..].copy_from_slice(&[0, 0, 0x1c, 0, 0, 0]);
    /// sealer.seal_frame(&mut recorded, 0)?;
    /// let mut opener: Opener = Opener::new(&sent);
    /// assert_eq!(opener.open_header(&mut recorded)?, [0, 0, 0x1c, 0, 0, 0]);
    /// # Ok::<(), NoiseError>(())
    /// ```
    pub fn secret_keys(&self) -> (Zeroizing<[u8; 32]>, Zeroizing<[u8; 32]>) {
        (Zeroizing::new(**self.sealer.key()), Zeroizing::new(**self.opener.key()))
    }

    /// The certificate that the responder has sent.
    pub const fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The x coordinate of the responder's static key, which the certificate is for: with it, and
    /// another authority, [`Certificate::check`] checks whether that one has signed as well.
    pub const fn static_key(&self) -> &[u8; 32] {
        &self.static_key
    }

    /// The hash over all bytes of the handshake: it is the same at both ends, and unique to
    /// this session.
    pub const fn handshake_hash(&self) -> &[u8; 32] {
        &self.hash
    }
}

/// Shows the certificate and how much was sent and received; no key.
impl<C: Cipher> fmt::Debug for Session<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("certificate", &self.certificate)
            .field("sealer", &self.sealer)
            .field("opener", &self.opener)
            .finish_non_exhaustive()
    }
}
