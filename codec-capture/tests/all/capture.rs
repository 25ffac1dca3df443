//! Packets without segments, and files of other kinds.

use std::io::Write as _;
use std::ops::ControlFlow;

use codec_capture::{decompress, is_capture, read};
use codec_stratum::FrameHeader;

/// IPv4 and TCP: a SYN, and a segment with a header of six bytes.
fn segments() -> [Vec<u8>; 2] {
    [(0, 2, &[][..]), (1, 24, &[0; 6])].map(|(sequence, flags, payload)| {
        let len = 40 + u8::try_from(payload.len()).unwrap();
        let mut packet = vec![0x45, 0, 0, len, 0, 0, 0, 0, 64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2];
        packet.extend([0, 80, 0, 81, 0, 0, 0, sequence, 0, 0, 0, 0, 0x50, flags, 0, 0, 0, 0, 0, 0]);
        packet.extend(payload);
        packet
    })
}

/// A capture in pcap, with bytes before each packet that the kind of pcap has.
fn pcap(magic: u32, before: &[u8], link: u32, packets: &[Vec<u8>]) -> Vec<u8> {
    let mut file = magic.to_le_bytes().to_vec();
    file.extend([2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0]);
    file.extend(link.to_le_bytes());
    for packet in packets {
        let len = u32::try_from(packet.len()).unwrap().to_le_bytes();
        file.extend([[0; 4], [0; 4], len, len].concat());
        file.extend(before);
        file.extend(packet);
    }
    file
}

const MAGIC: u32 = 0xa1b2_c3d4;

/// Counts frames, and returns what was skipped.
fn found(mut file: &[u8]) -> Result<(usize, String), String> {
    let mut frames = 0;
    let skipped = read::<FrameHeader>(&mut file, |_| true, &mut |_| {
        frames += 1;
        ControlFlow::Continue(())
    })?;
    assert_eq!(skipped.is_empty(), skipped.to_string().is_empty());
    Ok((frames, skipped.to_string()))
}

/// Returns what is skipped of such packets, of which nothing else is found.
fn skipped(link: u32, packets: &[Vec<u8>]) -> String {
    let (frames, skipped) = found(&pcap(MAGIC, &[], link, packets)).unwrap();
    assert_eq!(frames, 0);
    skipped
}

/// The segments in Ethernet frames of a type.
fn ethernet(kind: u16) -> Vec<Vec<u8>> {
    segments().map(|packet| [&[0; 12][..], &kind.to_be_bytes(), &packet].concat()).to_vec()
}

#[test]
fn packets_that_are_not_read_are_counted_by_their_reason() {
    let whole = segments().to_vec();
    assert_eq!(found(&pcap(MAGIC, &[], 101, &whole)), Ok((1, String::new())));
    assert_eq!(found(&pcap(MAGIC, &[], 1, &ethernet(0x0800))), Ok((1, String::new())));
    assert_eq!(skipped(9, &whole), "2 packets skipped: PPP");
    assert_eq!(skipped(219, &whole[..1]), "1 packet skipped: MPLS");
    assert_eq!(skipped(147, &whole), "2 packets skipped: link type 147");
    assert_eq!(skipped(1, &ethernet(0x8847)), "2 packets skipped: MPLS");
    assert_eq!(skipped(1, &ethernet(0x8864)), "2 packets skipped: PPPoE");
    assert_eq!(skipped(1, &ethernet(0x9999)), "2 packets skipped: Ethernet type 0x9999");
    let mut fragments = whole.clone();
    (fragments[0][6], fragments[1][7]) = (0x20, 9);
    assert_eq!(skipped(101, &fragments), "2 packets skipped: IP fragments");
    let cut: Vec<_> = whole.iter().map(|packet| packet[..30].to_vec()).collect();
    assert_eq!(skipped(101, &cut), "2 packets skipped: the capture ends within their headers");
    let mixed = [ethernet(0x8847), ethernet(0x0806), ethernet(0x8863)].concat();
    assert_eq!(skipped(1, &mixed), "2 packets skipped: MPLS; 2 packets skipped: PPPoE");
}

#[test]
fn packets_of_other_protocols_are_reported_only_when_there_are_no_others() {
    let mut others = ethernet(0x0806);
    others.extend(ethernet(0x0800));
    (others[2][23], others[3][23]) = (17, 1);
    let all = "2 packets skipped: ARP; 1 packet skipped: ICMP; 1 packet skipped: UDP";
    assert_eq!(skipped(1, &others), all);
    others.extend(ethernet(0x8847));
    assert_eq!(skipped(1, &others), "2 packets skipped: MPLS");
}

/// IPv6 with a header of fragments before the segment.
#[test]
fn a_whole_packet_may_have_the_header_of_fragments() {
    let packets = |offset: u8| {
        segments().map(|packet| {
            let tcp = &packet[20..];
            let mut packet = vec![0x60, 0, 0, 0, 0, u8::try_from(8 + tcp.len()).unwrap(), 44, 9];
            packet.extend([&[1; 16][..], &[2; 16], &[6, 0, 0, offset, 0, 0, 0, 7], tcp].concat());
            packet
        })
    };
    assert_eq!(found(&pcap(MAGIC, &[], 101, &packets(0))), Ok((1, String::new())));
    for offset in [1, 8] {
        assert_eq!(skipped(101, &packets(offset)), "2 packets skipped: IP fragments");
    }
}

#[test]
fn captures_of_all_kinds_are_read_or_refused_by_their_name() {
    let modified = pcap(0xa1b2_cd34, &[0; 8], 101, &segments());
    assert!(is_capture(&modified[..4]));
    assert_eq!(found(&modified), Ok((1, String::new())));
    let starts: [(&[u8], &str); 6] = [
        (&[0xa1, 0xb2, 0xcd, 0x34], "modified pcap of a big-endian machine"),
        (&[0x1f, 0x8b, 8, 0], "compressed with gzip"),
        (&[0x28, 0xb5, 0x2f, 0xfd], "compressed with zstd"),
        (&[4, 0x22, 0x4d, 0x18], "compressed with lz4"),
        (b"\xfd7zXZ\0", "compressed with xz"),
        (b"snoop\0\0\0\0\0\0\x02", "a capture of snoop"),
    ];
    for (start, name) in starts {
        assert!(is_capture(start), "{name}");
        let refused = found(start).unwrap_err();
        assert!(refused.contains(name), "{refused}");
    }
}

#[test]
fn what_gzip_has_compressed_is_read() {
    let file = pcap(MAGIC, &[], 101, &segments());
    let mut compressed = Vec::new();
    // Two members, as `cat` of two files makes them.
    for part in file.chunks(50) {
        let mut encoder =
            flate2::write::GzEncoder::new(&mut compressed, flate2::Compression::fast());
        encoder.write_all(part).unwrap();
        encoder.finish().unwrap();
    }
    let mut plain = Vec::new();
    decompress(&mut &compressed[..]).unwrap().read_to_end(&mut plain).unwrap();
    assert_eq!(plain, file);
    assert_eq!(found(&plain), Ok((1, String::new())));
    compressed.truncate(compressed.len() - 4);
    assert!(decompress(&mut &compressed[..]).unwrap().read_to_end(&mut plain).is_err());
    plain.clear();
    decompress(&mut &file[..]).unwrap().read_to_end(&mut plain).unwrap();
    assert_eq!(plain, file);
}
