//! The extensions that the two ends of a connection have agreed on.

#[cfg(feature = "alloc")]
use codec_core::wire::Seq064K;

use crate::extensions::{NEGOTIATION, RequestExtensionsSuccessRef};
#[cfg(feature = "alloc")]
use crate::extensions::{RequestExtensionsError, RequestExtensionsRef, RequestExtensionsSuccess};

/// The extensions that the two ends of a connection have agreed on (specification, section 3.4.2).
///
/// Each end keeps it with the connection, and asks it which messages and which appended fields are
/// to be read: the others are to be ignored, as if they had not been sent.
///
/// ```
/// use codec_core::{Format, Sv2};
/// use codec_stratum::extensions::{RequestExtensionsRef, RequestExtensionsSuccessRef};
/// use codec_stratum::{Negotiated, WORKER_HASHRATE, extension};
/// let (mut client, mut server) = (Negotiated::new(), Negotiated::new());
///
/// let request = [7, 0, 2, 0, 1, 0x40, 2, 0]; // number 7, for extensions 0x4001 and 2
/// let request: RequestExtensionsRef<'_> = Sv2::from_slice_ref(&request)?;
/// let answer = server.answer(&request, &[WORKER_HASHRATE]).expect("one of them is known");
/// let answer = Sv2::to_vec(&answer)?;
/// assert_eq!(answer, [7, 0, 1, 0, 2, 0]);
///
/// let answer: RequestExtensionsSuccessRef<'_> = Sv2::from_slice_ref(&answer)?;
/// client.accept(&[0x4001, WORKER_HASHRATE], &answer).expect("it was requested");
/// assert_eq!(client, server);
/// assert!(client.has(WORKER_HASHRATE) && !client.has(0x4001));
/// assert!(client.has_message(0x1a) && !client.has_message(extension(0x4001) | 0x05));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Negotiated {
    /// In the order in which they were agreed on; 0 after the last.
    extensions: [u16; Self::MAX],
}

impl Negotiated {
    /// Maximum number of extensions, so that a peer can't have the other end remember more.
    pub const MAX: usize = 8;

    /// No extension but the one that negotiates the others.
    pub const fn new() -> Self {
        Self { extensions: [0; Self::MAX] }
    }

    /// Returns true if fields of this extension are to be read. Those of the core protocol (0) and of
    /// the negotiation (1) are at any time.
    pub fn has(&self, extension: u16) -> bool {
        extension <= NEGOTIATION || self.extensions.contains(&extension)
    }

    /// Returns true if messages with this id are to be read.
    pub fn has_message(&self, id: u32) -> bool {
        u16::try_from(id >> 8).is_ok_and(|extension| self.has(extension))
    }

    /// Adds an extension; false when [`MAX`](Self::MAX) others were agreed on.
    fn add(&mut self, extension: u16) -> bool {
        let free = |place: &&mut u16| **place == 0;
        self.has(extension)
            || self.extensions.iter_mut().find(free).map(|place| *place = extension).is_some()
    }

    /// Agrees on those of the requested extensions that the server supports, and returns the answer
    /// to send.
    ///
    /// # Errors
    /// The answer to send when it supports none of them.
    #[cfg(feature = "alloc")]
    pub fn answer(
        &mut self,
        request: &RequestExtensionsRef<'_>,
        supported: &[u16],
    ) -> Result<RequestExtensionsSuccess, RequestExtensionsError> {
        let request_id = request.request_id;
        // Neither list is longer than the request's.
        let list =
            |extensions: alloc::vec::Vec<u16>| Seq064K::try_from(extensions).unwrap_or_default();
        let (agreed, others) =
            request.requested_extensions.iter().partition::<alloc::vec::Vec<_>, _>(|extension| {
                supported.contains(extension) && self.add(*extension)
            });
        if agreed.is_empty() {
            let (unsupported_extensions, required_extensions) = (list(others), Seq064K::default());
            return Err(RequestExtensionsError {
                request_id,
                unsupported_extensions,
                required_extensions,
            });
        }
        Ok(RequestExtensionsSuccess { request_id, supported_extensions: list(agreed) })
    }

    /// Takes a server's answer to the request of these extensions.
    ///
    /// # Errors
    /// An extension that was not requested, or is one too many, and so can't be agreed on; those
    /// before it are.
    pub fn accept(
        &mut self,
        requested: &[u16],
        answer: &RequestExtensionsSuccessRef<'_>,
    ) -> Result<(), u16> {
        let mut refused = answer.supported_extensions.iter();
        match refused.find(|one| !requested.contains(one) || !self.add(*one)) {
            Some(extension) => Err(extension),
            None => Ok(()),
        }
    }
}
