//! Packets that are not read, and why.

use std::collections::BTreeMap;
use std::fmt;

/// The reason for which a packet has no segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    /// The link type, by its number.
    Link(i32),
    /// The type of an Ethernet frame.
    Ethernet(u16),
    /// It is neither IPv4 nor IPv6.
    NoIp,
    /// Part of an IP packet.
    Fragment,
    /// The protocol in an IP packet.
    Transport(u8),
    /// The capture or the packet ends within the headers.
    Cut,
}

impl Reason {
    /// Returns false if it is certain that no TCP is in it.
    const fn may_hold_frames(self) -> bool {
        match self {
            Self::Ethernet(..0x600 | 0x0806 | 0x8035 | 0x88cc) => false,
            Self::Transport(number) => matches!(number, 4 | 41 | 47 | 50 | 51 | 97 | 137),
            Self::Link(_) | Self::Ethernet(_) | Self::NoIp | Self::Fragment | Self::Cut => true,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Link(9 | 50 | 166) => "PPP",
            Self::Link(51) | Self::Ethernet(0x8863 | 0x8864) => "PPPoE",
            Self::Link(105 | 119 | 127 | 163) => "Wi-Fi (802.11)",
            Self::Link(219) | Self::Ethernet(0x8847 | 0x8848) | Self::Transport(137) => "MPLS",
            Self::Link(other) => return write!(f, "link type {other}"),
            Self::Ethernet(..0x600) => "802.3 without a type",
            Self::Ethernet(0x0806 | 0x8035) => "ARP",
            Self::Ethernet(0x88cc) => "LLDP",
            Self::Ethernet(other) => return write!(f, "Ethernet type {other:#06x}"),
            Self::NoIp => "neither IPv4 nor IPv6",
            Self::Fragment => "IP fragments",
            Self::Transport(1 | 58) => "ICMP",
            Self::Transport(2) => "IGMP",
            Self::Transport(4 | 41) => "IP in IP",
            Self::Transport(17) => "UDP",
            Self::Transport(47) => "GRE",
            Self::Transport(50 | 51) => "IPsec",
            Self::Transport(other) => return write!(f, "IP protocol {other}"),
            Self::Cut => "the capture ends within their headers",
        })
    }
}

/// Packets in which [`read`](super::read) looks for no frames: how many, and why.
///
/// `Display` is a line without its end: `14 packets skipped: PPP`, and more after `;`. Packets in which
/// there is certainly no TCP, such as those of UDP, are in it only if all packets are such.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Skipped(BTreeMap<Reason, u64>);

impl Skipped {
    pub(super) fn add(&mut self, reason: Reason) {
        *self.0.entry(reason).or_default() += 1;
    }

    /// Returns true if no packet was skipped.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns true if frames may have been missed.
    #[must_use]
    pub fn may_hold_frames(&self) -> bool {
        self.0.keys().any(|reason| reason.may_hold_frames())
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_shown = |reason: Reason| reason.may_hold_frames() || !self.may_hold_frames();
        let shown = self.0.iter().filter(|(reason, _)| is_shown(**reason));
        for (position, (reason, count)) in shown.enumerate() {
            let start = if position == 0 { "" } else { "; " };
            let s = if *count == 1 { "" } else { "s" };
            write!(f, "{start}{count} packet{s} skipped: {reason}")?;
        }
        Ok(())
    }
}
