//! The connections of a server: how many there are, of whom, and which are not established yet.
#![forbid(unsafe_code)]

use core::fmt;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::accept::admitted::Admitted;
use crate::accept::evicted::Evicted;
use crate::accept::limits::AcceptLimits;
use crate::accept::network::Network;

/// Limits and counts the connections of a server. Cheap to clone; all clones are the same.
///
/// A server asks before it does anything for a peer, and keeps the [`Admitted`] as long as the
/// connection. A connection is pending until it is [established](Admitted::set_established): after its
/// handshake, or its first message.
///
/// ```
/// use codec_pool::{AcceptLimits, Acceptor, NotAdmitted};
/// let acceptor = Acceptor::new(AcceptLimits::new().per_network(1));
/// let (one, other) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
/// let mut first = acceptor.admit(one)?;
/// assert_eq!(acceptor.admit(one).unwrap_err(), NotAdmitted::Network);
/// first.set_established();
/// let _second = acceptor.admit(other)?;
/// let counts = acceptor.counts();
/// assert_eq!((counts.open, counts.pending, counts.established), (2, 1, 1));
/// drop(first);
/// assert!(acceptor.admit(one).is_ok());
/// # Ok::<(), NotAdmitted>(())
/// ```
#[derive(Clone)]
pub struct Acceptor {
    shared: Arc<Shared>,
}

/// Why a peer is not served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NotAdmitted {
    /// The limit on open connections is reached.
    Full,
    /// The limit on open connections of the peer's network is reached.
    Network,
}

/// Counts of an [`Acceptor`], of now and so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct AcceptCounts {
    /// Connections that are open.
    pub open: usize,
    /// Connections that are open and not established.
    pub pending: usize,
    /// Connections that were established so far.
    pub established: u64,
    /// Connections that ended before: their peers left, or their handshakes failed.
    pub failed: u64,
    /// Connections that were not established in time.
    pub late: u64,
    /// Connections that gave way to others before they were established.
    pub evicted: u64,
    /// Peers that were refused since too many connections were open.
    pub refused: u64,
    /// Peers that were refused since too many connections of their networks were open.
    pub refused_of_network: u64,
}

pub(super) struct Shared {
    pub(super) limits: AcceptLimits,
    state: Mutex<State>,
}

struct State {
    counts: AcceptCounts,
    /// In the order of their arrival; no more than `limits.pending`.
    pending: Vec<Pending>,
    networks: HashMap<Network, Connections>,
    next: u64,
}

struct Pending {
    id: u64,
    network: Network,
    evicted: Arc<Evicted>,
}

/// The connections of a network.
#[derive(Default)]
struct Connections {
    open: usize,
    pending: usize,
}

/// How a connection stops being pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Established,
    #[cfg(feature = "tokio")]
    Late,
    Failed,
}

impl Acceptor {
    /// An acceptor without connections.
    pub fn new(limits: AcceptLimits) -> Self {
        let (counts, networks) = (AcceptCounts::default(), HashMap::new());
        let state = State { counts, pending: Vec::new(), networks, next: 0 };
        Self { shared: Arc::new(Shared { limits, state: Mutex::new(state) }) }
    }

    /// Counts a connection of this address, from now on until the value is dropped.
    ///
    /// # Errors
    /// Which limit leaves no place for it.
    pub fn admit(&self, address: IpAddr) -> Result<Admitted, NotAdmitted> {
        let limits = &self.shared.limits;
        let network = Network::of(address, limits.prefix);
        let mut state = self.shared.lock();
        if state.counts.open >= limits.connections {
            state.counts.refused += 1;
            return Err(NotAdmitted::Full);
        }
        let connections = state.networks.entry(network).or_default();
        if connections.open >= limits.per_network {
            state.counts.refused_of_network += 1;
            return Err(NotAdmitted::Network);
        }
        connections.open += 1;
        connections.pending += 1;
        state.counts.open += 1;
        let gives_way = (state.pending.len() >= limits.pending).then(|| state.evict());
        let (id, evicted) = (state.next, Arc::new(Evicted::default()));
        state.next += 1;
        state.pending.push(Pending { id, network, evicted: Arc::clone(&evicted) });
        drop(state);
        if let Some(evicted) = gives_way {
            evicted.set();
        }
        Ok(Admitted::new(Arc::clone(&self.shared), network, id, evicted, Instant::now()))
    }

    /// The counts of now and so far.
    pub fn counts(&self) -> AcceptCounts {
        let state = self.shared.lock();
        AcceptCounts { pending: state.pending.len(), ..state.counts }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing under this lock panics half-way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the time in which a connection is pending. Returns false if it had given way.
    pub(super) fn settle(&self, id: u64, end: End) -> bool {
        let mut state = self.lock();
        let Some(at) = state.pending.iter().position(|pending| pending.id == id) else {
            return false;
        };
        state.take(at);
        *match end {
            End::Established => &mut state.counts.established,
            #[cfg(feature = "tokio")]
            End::Late => &mut state.counts.late,
            End::Failed => &mut state.counts.failed,
        } += 1;
        true
    }

    /// Forgets a connection, which is not pending.
    pub(super) fn leave(&self, network: Network) {
        let mut state = self.lock();
        state.counts.open -= 1;
        if let Some(connections) = state.networks.get_mut(&network) {
            connections.open -= 1;
            if connections.open == 0 {
                state.networks.remove(&network);
            }
        }
    }
}

impl State {
    /// Takes out the oldest that is pending of the network with the most.
    fn evict(&mut self) -> Arc<Evicted> {
        let count = |network| self.networks.get(network).map_or(0, |network| network.pending);
        let most = self.pending.iter().map(|pending| count(&pending.network)).max();
        let oldest = self.pending.iter().position(|it| Some(count(&it.network)) == most);
        self.counts.evicted += 1;
        self.take(oldest.unwrap_or(0)).evicted
    }

    fn take(&mut self, at: usize) -> Pending {
        let pending = self.pending.remove(at);
        if let Some(connections) = self.networks.get_mut(&pending.network) {
            connections.pending -= 1;
        }
        pending
    }
}

impl fmt::Display for NotAdmitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "too many connections are open",
            Self::Network => "too many connections of the peer's network are open",
        })
    }
}

impl core::error::Error for NotAdmitted {}

impl fmt::Debug for Acceptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut f = f.debug_struct("Acceptor");
        f.field("limits", &self.shared.limits).field("counts", &self.counts()).finish()
    }
}
