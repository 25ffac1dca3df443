//! The packets of a capture file: pcap or pcapng.

use std::io::BufRead;
use std::ops::ControlFlow;

use pcap_parser::traits::{PcapNGPacketBlock as _, PcapReaderIterator};
use pcap_parser::{Block, LegacyPcapReader, Linktype, PcapBlockOwned, PcapError, PcapNGReader};

use super::packet::Packet;
use super::time::Time;

/// The longest block that is read, enough for a packet of any realistic length with its options.
const LONGEST: usize = 16 << 20;

/// Returns true if a file that starts with these bytes is a capture. Four bytes suffice for pcap and
/// pcapng; [`read`](super::read) refuses by its name one that is of another kind or compressed by
/// another program than gzip, for which there is [`decompress`](super::decompress).
///
/// ```
/// assert!(codec_capture::is_capture(&[0x0a, 0x0d, 0x0d, 0x0a]));
/// assert!(!codec_capture::is_capture(b"text"));
/// ```
pub fn is_capture(start: &[u8]) -> bool {
    is_pcapng(start)
        || unread(start).is_some()
        || [0xa1b2_c3d4_u32, 0xa1b2_3c4d, MODIFIED].iter().any(|magic| {
            start.starts_with(&magic.to_le_bytes()) || start.starts_with(&magic.to_be_bytes())
        })
}

/// The first number of pcap with eight bytes more before each packet, which some kernels wrote.
const MODIFIED: u32 = 0xa1b2_cd34;

/// The first bytes of files that are not read, and what these are.
const UNREAD: [(&[u8], &str); 6] = [
    (&[0x1f, 0x8b, 8], "it is compressed with gzip: decompress it first"),
    (&[0x28, 0xb5, 0x2f, 0xfd], "it is compressed with zstd: decompress it first"),
    (&[0x04, 0x22, 0x4d, 0x18], "it is compressed with lz4: decompress it first"),
    (&[0xfd, b'7', b'z', b'X', b'Z', 0], "it is compressed with xz: decompress it first"),
    (b"snoop\0\0\0", "it is a capture of snoop: convert it, as by `editcap -F pcap`"),
    (
        &MODIFIED.to_be_bytes(),
        "it is a modified pcap of a big-endian machine: convert it, as by `editcap -F pcap`",
    ),
];

fn unread(start: &[u8]) -> Option<&'static str> {
    UNREAD.iter().find(|(magic, _)| start.starts_with(magic)).map(|(_, what)| *what)
}

fn is_pcapng(start: &[u8]) -> bool {
    start.starts_with(&[0x0a, 0x0d, 0x0d, 0x0a])
}

/// An interface, or the whole file if it is pcap.
#[derive(Clone, Copy)]
struct Interface {
    link: Linktype,
    /// Units per second, and seconds to add.
    resolution: u64,
    offset: i64,
}

/// Called for each packet.
type Take<'t> = dyn FnMut(Time, Linktype, Packet<'_>) -> ControlFlow<()> + 't;

/// Calls `take` for each packet until it returns `Break`. An error says what is wrong at the end of
/// the file; all packets before it were passed to `take`.
pub(super) fn packets(input: &mut dyn BufRead, take: &mut Take<'_>) -> Result<(), String> {
    let start = input.fill_buf().map_err(|error| format!("it can't be read: {error}"))?;
    if let Some(what) = unread(start) {
        return Err(what.to_owned());
    }
    let refuse = |error: PcapError<&[u8]>| format!("this is no capture: {}", said(&error));
    // There, `pcap-parser` 0.17 takes the type of every block for another one.
    if is_pcapng(start) && cfg!(target_endian = "big") {
        return Err(String::from(
            "pcapng can't be read on a big-endian machine, pcap can: convert it, as by `editcap -F pcap`",
        ));
    }
    let mut reader: Box<dyn PcapReaderIterator + '_> = if is_pcapng(start) {
        Box::new(PcapNGReader::new(1 << 16, input).map_err(refuse)?)
    } else {
        Box::new(LegacyPcapReader::new(1 << 16, input).map_err(refuse)?)
    };
    let mut interfaces = Vec::new();
    loop {
        match reader.next() {
            Ok((len, block)) => {
                if let Some((time, link, packet)) = packet(&block, &mut interfaces)
                    && take(time, link, packet).is_break()
                {
                    return Ok(());
                }
                drop(block);
                reader.consume(len);
            }
            Err(PcapError::Eof) => return Ok(()),
            Err(PcapError::Incomplete(_)) => {
                let before = reader.data().len();
                if reader.reader_exhausted() {
                    let cut = "the capture ends in the middle of a packet";
                    return if before > 0 { Err(String::from(cut)) } else { Ok(()) };
                }
                if reader.refill().is_err() {
                    return Err(String::from("it can't be read"));
                }
                let has_room = reader.data().len() > before;
                let is_at_end = reader.reader_exhausted();
                let grow = |reader: &mut dyn PcapReaderIterator| {
                    before < LONGEST && reader.grow(before.max(1 << 16) * 2)
                };
                if !(has_room || is_at_end || grow(&mut *reader)) {
                    return Err(String::from("a packet is longer than any"));
                }
            }
            Err(PcapError::BufferTooSmall) => {
                let len = reader.data().len();
                if len >= LONGEST || !reader.grow(len.max(1 << 16) * 2) {
                    return Err(String::from("a packet is longer than any"));
                }
            }
            Err(PcapError::UnexpectedEof) => {
                return Err(String::from("the capture ends in the middle of a packet"));
            }
            Err(error) => return Err(said(&error)),
        }
    }
}

/// Formats an error without the bytes that it holds.
fn said(error: &PcapError<&[u8]>) -> String {
    match error {
        PcapError::ReadError => String::from("it can't be read"),
        PcapError::HeaderNotRecognized => String::from("its header is not that of a capture"),
        PcapError::NomError(_, _) | PcapError::OwnedNomError(_, _) => {
            String::from("a block of the capture is malformed")
        }
        _ => String::from("the capture ends in the middle of a packet"),
    }
}

/// The packet in a block, if it has one.
fn packet<'b>(
    block: &'b PcapBlockOwned<'_>,
    interfaces: &mut Vec<Interface>,
) -> Option<(Time, Linktype, Packet<'b>)> {
    match block {
        PcapBlockOwned::LegacyHeader(header) => {
            let resolution =
                if header.is_nanosecond_precision() { 1_000_000_000 } else { 1_000_000 };
            interfaces.push(Interface { link: header.network, resolution, offset: 0 });
            None
        }
        PcapBlockOwned::Legacy(block) => {
            let interface = interfaces.first()?;
            let ticks = u64::from(block.ts_usec);
            let time = time(u64::from(block.ts_sec) * interface.resolution + ticks, interface);
            let data = block.data.get(..block.caplen as usize)?;
            Some((time, interface.link, Packet { data, len: block.origlen as usize }))
        }
        PcapBlockOwned::NG(Block::SectionHeader(_)) => {
            interfaces.clear();
            None
        }
        PcapBlockOwned::NG(Block::InterfaceDescription(block)) => {
            let resolution = block.ts_resolution().filter(|one| *one > 0).unwrap_or(1_000_000);
            interfaces.push(Interface {
                link: block.linktype,
                resolution,
                offset: block.ts_offset(),
            });
            None
        }
        PcapBlockOwned::NG(Block::EnhancedPacket(block)) => {
            let interface = interfaces.get(block.if_id as usize)?;
            let time = time(u64::from(block.ts_high) << 32 | u64::from(block.ts_low), interface);
            let data = block.data.get(..block.caplen as usize)?;
            Some((time, interface.link, Packet { data, len: block.origlen as usize }))
        }
        PcapBlockOwned::NG(Block::SimplePacket(block)) => {
            let interface = interfaces.first()?;
            let len = block.origlen as usize;
            let data = block.packet_data();
            let data = data.get(..len.min(data.len()))?;
            Some((Time::default(), interface.link, Packet { data, len }))
        }
        PcapBlockOwned::NG(_) => None,
    }
}

fn time(ticks: u64, interface: &Interface) -> Time {
    let Interface { resolution, offset, .. } = *interface;
    let seconds = (ticks / resolution).saturating_add_signed(offset);
    let nanos = u128::from(ticks % resolution) * 1_000_000_000 / u128::from(resolution);
    Time { seconds, nanos: u32::try_from(nanos).unwrap_or(0) }
}
