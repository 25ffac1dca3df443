//! The TCP segment in a packet.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use pcap_parser::Linktype;

use super::skipped::Reason;

/// A packet as captured: `data` may be less than the `len` bytes that it had.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packet<'b> {
    pub(super) data: &'b [u8],
    pub(super) len: usize,
}

/// The two ends of one direction of a connection.
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
    /// `true` if it opens the connection: a SYN.
    pub(super) opens: bool,
    /// The captured part of its payload.
    pub(super) data: &'b [u8],
    /// The length of its payload.
    pub(super) len: usize,
}

impl Packet<'_> {
    /// The packet without its first bytes.
    fn after(self, header: usize) -> Result<Self, Reason> {
        let data = self.data.get(header..).ok_or(Reason::Cut)?;
        Ok(Self { data, len: self.len.checked_sub(header).ok_or(Reason::Cut)? })
    }

    /// The packet, truncated to this length.
    fn within(self, len: usize) -> Self {
        let data = &self.data[..self.data.len().min(len)];
        Self { data, len: self.len.min(len) }
    }

    fn bytes<const N: usize>(self, at: usize) -> Result<[u8; N], Reason> {
        let bytes = self.data.get(at..).and_then(|rest| rest.first_chunk());
        bytes.copied().ok_or(Reason::Cut)
    }

    fn u16(self, at: usize) -> Result<u16, Reason> {
        self.bytes(at).map(u16::from_be_bytes)
    }

    fn byte(self, at: usize) -> Result<u8, Reason> {
        self.bytes(at).map(|[byte]| byte)
    }
}

/// The TCP segment in a packet of this link type, or why there is none.
pub(super) fn segment(link: Linktype, packet: Packet<'_>) -> Result<Segment<'_>, Reason> {
    let packet = match link.0 {
        // Loopback: the family of the address, four bytes.
        0 | 108 => packet.after(4)?,
        1 => typed(packet, 12)?,
        12 | 14 | 101 | 228 | 229 => packet,
        // Linux cooked capture, which the `any` device uses.
        113 => typed(packet, 14)?,
        276 => typed(packet, 0).and(packet.after(20))?,
        other => return Err(Reason::Link(other)),
    };
    match packet.byte(0)? >> 4 {
        4 => ipv4(packet),
        6 => ipv6(packet),
        _ => Err(Reason::NoIp),
    }
}

/// Returns what follows the type of an Ethernet frame, which is at `at`.
fn typed(packet: Packet<'_>, mut at: usize) -> Result<Packet<'_>, Reason> {
    // VLAN tags come before the type.
    while matches!(packet.u16(at)?, 0x8100 | 0x88a8 | 0x9100) {
        at += 4;
    }
    match packet.u16(at)? {
        0x0800 | 0x86dd => packet.after(at + 2),
        other => Err(Reason::Ethernet(other)),
    }
}

fn ipv4(packet: Packet<'_>) -> Result<Segment<'_>, Reason> {
    let header = usize::from(packet.byte(0)? & 0x0f) * 4;
    let total = usize::from(packet.u16(2)?);
    // With segmentation offload, the length is 0 until the network card splits the packet.
    let packet = if total == 0 { packet } else { packet.within(total) };
    match packet.byte(9)? {
        _ if header < 20 => return Err(Reason::Cut),
        6 if packet.u16(6)? & 0x3fff != 0 => return Err(Reason::Fragment),
        6 => {}
        other => return Err(Reason::Transport(other)),
    }
    let address = |at: usize| Ok(IpAddr::V4(Ipv4Addr::from(packet.bytes::<4>(at)?)));
    tcp(packet.after(header)?, address(12)?, address(16)?)
}

fn ipv6(packet: Packet<'_>) -> Result<Segment<'_>, Reason> {
    let len = usize::from(packet.u16(4)?);
    let address = |at: usize| Ok(IpAddr::V6(Ipv6Addr::from(packet.bytes::<16>(at)?)));
    let (source, destination) = (address(8)?, address(24)?);
    let mut next = packet.byte(6)?;
    let mut rest = packet.after(40)?;
    if len > 0 {
        rest = rest.within(len);
    }
    // Extension headers come before the segment.
    while matches!(next, 0 | 43 | 44 | 60) {
        // A packet may have the header of fragments, and be whole.
        if next == 44 && rest.u16(2)? & 0xfff9 != 0 {
            return Err(Reason::Fragment);
        }
        let len = if next == 44 { 8 } else { 8 + usize::from(rest.byte(1)?) * 8 };
        next = rest.byte(0)?;
        rest = rest.after(len)?;
    }
    if next == 6 { tcp(rest, source, destination) } else { Err(Reason::Transport(next)) }
}

fn tcp(packet: Packet<'_>, source: IpAddr, destination: IpAddr) -> Result<Segment<'_>, Reason> {
    let sequence = u32::from_be_bytes(packet.bytes(4)?);
    let (offset, flags) = (packet.byte(12)? >> 4, packet.byte(13)?);
    let ends = Ends {
        source: SocketAddr::new(source, packet.u16(0)?),
        destination: SocketAddr::new(destination, packet.u16(2)?),
    };
    // If the capture truncates the options, the whole payload is missing.
    let header = usize::from(offset) * 4;
    let len = packet.len.checked_sub(header).ok_or(Reason::Cut)?;
    let data = packet.data.get(header..).unwrap_or_default();
    if header < 20 {
        return Err(Reason::Cut);
    }
    Ok(Segment { ends, sequence, opens: flags & 2 != 0, data, len })
}
