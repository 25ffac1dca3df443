//! The connections of a server: how many there are, of whom, and which are not established yet.
#![forbid(unsafe_code)]

use core::cmp::Reverse;
use core::fmt;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use crate::accept::admitted::Admitted;
use crate::accept::evicted::Evicted;
use crate::accept::limits::AcceptLimits;
use crate::accept::network::Network;
use crate::memory::sync::{Mutex, MutexGuard};

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
    /// The number of those that are pending is `counts.pending`, no more than `limits.pending`.
    counts: AcceptCounts,
    networks: HashMap<Network, Connections>,
    /// The networks with pending connections: by their number, and where that is the same, by the
    /// oldest.
    ranks: BTreeMap<Rank, Network>,
    next: u64,
}

type Rank = (usize, Reverse<u64>);

/// The connections of a network.
#[derive(Default)]
struct Connections {
    open: usize,
    /// The connections that are not established, in the order of their arrival.
    pending: BTreeMap<u64, Arc<Evicted>>,
}

impl Connections {
    /// The place among those with pending connections, if there are any.
    fn rank(&self) -> Option<Rank> {
        let (oldest, _) = self.pending.first_key_value()?;
        Some((self.pending.len(), Reverse(*oldest)))
    }
}

/// The ways in which a connection stops being pending.
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
        let state = State { counts, networks, ranks: BTreeMap::new(), next: 0 };
        Self { shared: Arc::new(Shared { limits, state: Mutex::new(state) }) }
    }

    /// Counts a connection of this address, from now on until the value is dropped.
    ///
    /// # Errors
    /// The limit that leaves no place for it.
    pub fn admit(&self, address: IpAddr) -> Result<Admitted, NotAdmitted> {
        let limits = &self.shared.limits;
        let network = Network::of(address, limits.prefix);
        let mut state = self.shared.lock();
        if state.counts.open >= limits.connections {
            state.counts.refused += 1;
            return Err(NotAdmitted::Full);
        }
        let open = state.networks.get(&network).map_or(0, |connections| connections.open);
        if open >= limits.per_network {
            state.counts.refused_of_network += 1;
            return Err(NotAdmitted::Network);
        }
        let (id, evicted) = (state.next, Arc::new(Evicted::new()));
        state.next += 1;
        state.counts.open += 1;
        state.networks.entry(network).or_default().open += 1;
        state.change(network, |pending| pending.insert(id, Arc::clone(&evicted)));
        state.counts.pending += 1;
        let gives_way = if state.counts.pending > limits.pending { state.evict(id) } else { None };
        drop(state);
        if let Some(evicted) = gives_way {
            evicted.set();
        }
        Ok(Admitted::new(Arc::clone(&self.shared), network, id, evicted, Instant::now()))
    }

    /// The counts of now and so far.
    pub fn counts(&self) -> AcceptCounts {
        self.shared.lock().counts
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing under this lock panics half-way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the time in which a connection is pending. Returns false if it had given way.
    pub(super) fn settle(&self, network: Network, id: u64, end: End) -> bool {
        let mut state = self.lock();
        if state.take(network, id).is_none() {
            return false;
        }
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
    /// Changes the pending connections of a network, and its rank.
    fn change<T>(
        &mut self,
        network: Network,
        change: impl FnOnce(&mut BTreeMap<u64, Arc<Evicted>>) -> T,
    ) -> Option<T> {
        let connections = self.networks.get_mut(&network)?;
        let before = connections.rank();
        let changed = change(&mut connections.pending);
        let after = connections.rank();
        if let Some(rank) = before {
            self.ranks.remove(&rank);
        }
        if let Some(rank) = after {
            self.ranks.insert(rank, network);
        }
        Some(changed)
    }

    /// Takes out the oldest that is pending, but not the one that has just come, of the network with
    /// the most.
    fn evict(&mut self, newest: u64) -> Option<Arc<Evicted>> {
        let mut ranks = self.ranks.iter().rev().map(|(rank, network)| (rank.1.0, *network));
        let (oldest, network) = ranks.find(|(oldest, _)| *oldest != newest)?;
        self.counts.evicted += 1;
        self.take(network, oldest)
    }

    fn take(&mut self, network: Network, id: u64) -> Option<Arc<Evicted>> {
        let taken = self.change(network, |pending| pending.remove(&id))??;
        self.counts.pending -= 1;
        Some(taken)
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
