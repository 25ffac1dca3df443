//! A connection that was admitted.
#![forbid(unsafe_code)]

use core::fmt;
#[cfg(feature = "tokio")]
use core::{future::Future, pin::pin, task::Poll, time::Duration};
use std::sync::Arc;
use std::time::Instant;

use crate::accept::acceptor::{End, Shared};
use crate::accept::evicted::Evicted;
use crate::accept::network::Network;

/// A connection's place among those of an [`Acceptor`](crate::Acceptor), until it is dropped.
///
/// Until it is established, it may have to give way to another.
pub struct Admitted {
    shared: Arc<Shared>,
    network: Network,
    id: u64,
    evicted: Arc<Evicted>,
    since: Instant,
    is_pending: bool,
}

impl Admitted {
    pub(super) const fn new(
        shared: Arc<Shared>,
        network: Network,
        id: u64,
        evicted: Arc<Evicted>,
        since: Instant,
    ) -> Self {
        Self { shared, network, id, evicted, since, is_pending: true }
    }

    /// Counts the connection among those that are established, which give way to no others. Returns
    /// false if it had given way before: then it is to be closed.
    pub fn set_established(&mut self) -> bool {
        self.end(End::Established)
    }

    /// Returns true if the connection gave way to another, and is to be closed.
    pub fn is_evicted(&self) -> bool {
        self.evicted.is_set()
    }

    /// Returns when the time ends in which the connection is to be established: for a thread that sets the
    /// time-outs of a socket. `None` if that is further away than an `Instant` can say.
    pub fn deadline(&self) -> Option<Instant> {
        self.since.checked_add(self.shared.limits.time)
    }

    #[cfg(all(test, loom))]
    pub(super) fn poll_evicted(&self, cx: &core::task::Context<'_>) -> core::task::Poll<()> {
        self.evicted.poll(cx)
    }

    fn end(&mut self, end: End) -> bool {
        if self.is_pending {
            self.is_pending = false;
            return self.shared.settle(self.network, self.id, end);
        }
        !self.is_evicted()
    }
}

/// Why a connection was not established.
#[cfg(feature = "tokio")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EstablishError<E> {
    /// The peer took longer than this.
    Late(Duration),
    /// The connection gave way to another.
    Evicted,
    /// The work failed.
    Failed(E),
}

#[cfg(feature = "tokio")]
impl Admitted {
    /// Does what establishes the connection, a handshake for example, within the limit of time and
    /// until the connection has to give way; then the connection is established. One that is already has
    /// no limits here.
    ///
    /// ```
    /// use std::{convert::Infallible, future::pending, time::Duration};
    /// use codec_pool::{AcceptLimits, Acceptor, EstablishError};
    /// # let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    /// # runtime.block_on(async {
    /// let time = Duration::from_millis(10);
    /// let acceptor = Acceptor::new(AcceptLimits::new().time(time));
    /// let mut silent = acceptor.admit([192, 0, 2, 1].into())?;
    /// let outcome = silent.establish(pending::<Result<(), Infallible>>()).await;
    /// assert_eq!(outcome, Err(EstablishError::Late(time)));
    /// assert_eq!(acceptor.counts().late, 1);
    /// # Ok::<(), codec_pool::NotAdmitted>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why the connection is not established, and is to be closed.
    pub async fn establish<T, E>(
        &mut self,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, EstablishError<E>> {
        let evicted = Arc::clone(&self.evicted);
        let mut work = pin!(work);
        let work = core::future::poll_fn(|cx| match evicted.poll(cx) {
            Poll::Ready(()) => Poll::Ready(None),
            Poll::Pending => work.as_mut().poll(cx).map(Some),
        });
        let outcome = match self.deadline().filter(|_| self.is_pending) {
            Some(end) => tokio::time::timeout_at(end.into(), work).await,
            None => Ok(work.await),
        };
        match outcome {
            Ok(Some(Ok(done))) if self.end(End::Established) => Ok(done),
            Ok(None | Some(Ok(_))) => Err(EstablishError::Evicted),
            Ok(Some(Err(error))) => {
                self.end(End::Failed);
                Err(EstablishError::Failed(error))
            }
            Err(_) => {
                self.end(End::Late);
                Err(EstablishError::Late(self.shared.limits.time))
            }
        }
    }
}

#[cfg(feature = "tokio")]
impl<E: fmt::Display> fmt::Display for EstablishError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late(time) => write!(f, "no connection was established in {time:?}"),
            Self::Evicted => {
                f.write_str("closed for others: too many connections had made no handshake")
            }
            Self::Failed(error) => error.fmt(f),
        }
    }
}

#[cfg(feature = "tokio")]
impl<E: core::error::Error> core::error::Error for EstablishError<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Failed(error) => error.source(),
            Self::Late(_) | Self::Evicted => None,
        }
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.end(End::Failed);
        self.shared.leave(self.network);
    }
}

impl fmt::Debug for Admitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Admitted")
            .field("is_pending", &self.is_pending)
            .field("is_evicted", &self.is_evicted())
            .finish_non_exhaustive()
    }
}
