//! The TCP segment in a packet.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use pcap_parser::Linktype;

/// A packet as captured: `data` may be less than the `len` bytes that it had.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packet<'b> {
    pub(super) data: &'b [u8],
    pub(super) len: usize,
}

/// One direction of a connection.
///
/// ```
/// use codec_capture::Ends;
/// let ends = Ends { source: ([10, 0, 0, 1], 80).into(), destination: ([10, 0, 0, 2], 81).into() };
/// assert_eq!(ends.to_string(), "10.0.0.1:80 > 10.0.0.2:81");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ends {
    /// The sender.
    pub source: SocketAddr,
    /// The receiver.
    pub destination: SocketAddr,
}

impl fmt::Display for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} > {}", self.source, self.destination)
    }
}

/// A segment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment<'b> {
    pub(super) ends: Ends,
    pub(super) sequence: u32,
    /// Whether it opens the connection: a SYN.
    pub(super) opens: bool,
    /// The captured part of its payload.
    pub(super) data: &'b [u8],
    /// The length of its payload.
    pub(super) len: usize,
}

impl Packet<'_> {
    /// The packet without its first bytes.
    fn after(self, header: usize) -> Option<Self> {
        Some(Self { data: self.data.get(header..)?, len: self.len.checked_sub(header)? })
    }

    /// The packet, truncated to this length.
    fn within(self, len: usize) -> Self {
        let data = &self.data[..self.data.len().min(len)];
        Self { data, len: self.len.min(len) }
    }

    fn u16(self, at: usize) -> Option<u16> {
        let bytes = self.data.get(at..at + 2)?;
        Some(u16::from_be_bytes(bytes.try_into().ok()?))
    }

    fn byte(self, at: usize) -> Option<u8> {
        self.data.get(at).copied()
    }
}

/// The TCP segment in a packet of this link type; `None` for all other packets.
pub(super) fn segment(link: Linktype, packet: Packet<'_>) -> Option<Segment<'_>> {
    let packet = match link.0 {
        // Loopback: the family of the address, four bytes.
        0 | 108 => packet.after(4)?,
        1 => ethernet(packet)?,
        12 | 14 | 101 | 228 | 229 => packet,
        // Linux cooked capture, which the `any` device uses.
        113 => packet.after(16)?,
        276 => packet.after(20)?,
        _ => return None,
    };
    match packet.byte(0)? >> 4 {
        4 => ipv4(packet),
        6 => ipv6(packet),
        _ => None,
    }
}

fn ethernet(packet: Packet<'_>) -> Option<Packet<'_>> {
    let mut at = 12;
    // VLAN tags come before the type.
    while matches!(packet.u16(at)?, 0x8100 | 0x88a8 | 0x9100) {
        at += 4;
    }
    matches!(packet.u16(at)?, 0x0800 | 0x86dd).then(|| packet.after(at + 2))?
}

fn ipv4(packet: Packet<'_>) -> Option<Segment<'_>> {
    let header = usize::from(packet.byte(0)? & 0x0f) * 4;
    let total = usize::from(packet.u16(2)?);
    // With segmentation offload, the length is 0 until the network card splits the packet.
    let packet = if total == 0 { packet } else { packet.within(total) };
    // Fragments are ignored.
    if packet.u16(6)? & 0x3fff != 0 || packet.byte(9)? != 6 || header < 20 {
        return None;
    }
    let address = |at: usize| {
        let bytes: [u8; 4] = packet.data.get(at..at + 4)?.try_into().ok()?;
        Some(IpAddr::V4(Ipv4Addr::from(bytes)))
    };
    tcp(packet.after(header)?, address(12)?, address(16)?)
}

fn ipv6(packet: Packet<'_>) -> Option<Segment<'_>> {
    let len = usize::from(packet.u16(4)?);
    let address = |at: usize| {
        let bytes: [u8; 16] = packet.data.get(at..at + 16)?.try_into().ok()?;
        Some(IpAddr::V6(Ipv6Addr::from(bytes)))
    };
    let (source, destination) = (address(8)?, address(24)?);
    let mut next = packet.byte(6)?;
    let mut rest = packet.after(40)?;
    if len > 0 {
        rest = rest.within(len);
    }
    // Extension headers come before the segment.
    while matches!(next, 0 | 43 | 60) {
        next = rest.byte(0)?;
        rest = rest.after(8 + usize::from(rest.byte(1)?) * 8)?;
    }
    if next == 6 { tcp(rest, source, destination) } else { None }
}

fn tcp(packet: Packet<'_>, source: IpAddr, destination: IpAddr) -> Option<Segment<'_>> {
    let sequence = u32::from_be_bytes(packet.data.get(4..8)?.try_into().ok()?);
    let (offset, flags) = (packet.byte(12)? >> 4, packet.byte(13)?);
    let ends = Ends {
        source: SocketAddr::new(source, packet.u16(0)?),
        destination: SocketAddr::new(destination, packet.u16(2)?),
    };
    // If the capture truncates the options, the whole payload is missing.
    let header = usize::from(offset) * 4;
    let len = packet.len.checked_sub(header)?;
    let data = packet.data.get(header..).unwrap_or_default();
    (header >= 20).then_some(Segment { ends, sequence, opens: flags & 2 != 0, data, len })
}
