//! Limits of a server on those who connect.
#![forbid(unsafe_code)]

use core::time::Duration;

/// Limits of the number of connections that a server accepts, from all and from one network, and of
/// the time that a peer may take to establish one. What is not set has a default that bounds it.
///
/// ```
/// use std::time::Duration;
/// use codec_pool::AcceptLimits;
/// let limits = AcceptLimits::new()
///     .connections(100_000)
///     .per_network(20_000)
///     .pending(2_000)
///     .time(Duration::from_secs(5));
/// assert_ne!(limits, AcceptLimits::default());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AcceptLimits {
    pub(super) connections: usize,
    pub(super) per_network: usize,
    pub(super) pending: usize,
    pub(super) prefix: u8,
    pub(super) time: Duration,
}

impl AcceptLimits {
    /// 4,096 connections, 1,024 of one network, 512 that are not established, each for 10 seconds at
    /// most. A network is an IPv4 address or the 64 bits of an IPv6 prefix.
    pub const fn new() -> Self {
        let time = Duration::from_secs(10);
        Self { connections: 4096, per_network: 1024, pending: 512, prefix: 64, time }
    }

    /// Sets how many connections may be open. While they are, others are refused.
    #[must_use]
    pub const fn connections(mut self, count: usize) -> Self {
        self.connections = count;
        self
    }

    /// Sets how many connections of one network may be open. While they are, others of that network
    /// are refused. Miners behind one router are one network.
    #[must_use]
    pub const fn per_network(mut self, count: usize) -> Self {
        self.per_network = count;
        self
    }

    /// Sets how many connections may be open that are not established, at least one. While they are,
    /// a new one takes the place of the oldest of the network that has the most of them, so that
    /// silent peers keep no others out.
    #[must_use]
    pub const fn pending(mut self, count: usize) -> Self {
        self.pending = if count == 0 { 1 } else { count };
        self
    }

    /// Sets how many bits of an IPv6 address are its network's, at most 128.
    #[must_use]
    pub const fn ipv6_prefix(mut self, bits: u8) -> Self {
        self.prefix = if bits > 128 { 128 } else { bits };
        self
    }

    /// Sets how long a connection may take until it is established.
    #[must_use]
    pub const fn time(mut self, time: Duration) -> Self {
        self.time = time;
        self
    }
}

impl Default for AcceptLimits {
    fn default() -> Self {
        Self::new()
    }
}
