//! `sv2 decode` of captures: reassembled streams, and gaps that are marked.

use std::io::Write as _;

use serde_json::Value;

use crate::process::{Outcome, run_with};

/// `SetupConnection` without strings, and `Reconnect` to the host `x.y`.
const SETUP: &[u8] = b"\0\0\0\x10\0\0\0\x02\0\x02\0\0\0\0\0\0\0\0\0\0\0\0";
const RECONNECT: &[u8] = b"\0\0\x04\x06\0\0\x03x.y\x08\x0d";

/// A packet of IPv4 and TCP.
fn packet(sequence: u32, flags: u8, payload: &[u8]) -> Vec<u8> {
    packet_of((1, 40000), (2, 34254), sequence, flags, payload)
}

/// One between these: last bytes of addresses, and ports.
pub(crate) fn packet_of(
    (source, from): (u8, u16),
    (destination, to): (u8, u16),
    sequence: u32,
    flags: u8,
    payload: &[u8],
) -> Vec<u8> {
    let len = u16::try_from(40 + payload.len()).unwrap();
    let mut packet = vec![0x45, 0];
    packet.extend(len.to_be_bytes());
    packet.extend([0, 0, 0, 0, 64, 6, 0, 0, 10, 0, 0, source, 10, 0, 0, destination]);
    packet.extend([from.to_be_bytes(), to.to_be_bytes()].concat());
    packet.extend(sequence.to_be_bytes());
    packet.extend([0; 4]);
    packet.extend([0x50, flags, 0, 0, 0, 0, 0, 0]);
    packet.extend(payload);
    packet
}

/// The sequence number of the streams' first byte, so that numbers wrap around.
const FIRST: u32 = u32::MAX - 20;

/// The stream of two or more frames in these segments: offset and length.
fn segments(stream: &[u8], parts: &[(usize, usize)]) -> Vec<Vec<u8>> {
    let mut packets = vec![packet(FIRST.wrapping_sub(1), 2, &[])];
    for &(at, len) in parts {
        let sequence = FIRST.wrapping_add(u32::try_from(at).unwrap());
        packets.push(packet(sequence, 0x18, &stream[at..at + len]));
    }
    packets
}

/// A capture in pcap, one packet per second from the year 2000 on, with at most `most` bytes of
/// each.
pub(crate) fn pcap(packets: &[Vec<u8>], most: usize) -> Vec<u8> {
    let mut file = Vec::new();
    file.extend(0xa1b2_c3d4_u32.to_le_bytes());
    file.extend([2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 101, 0, 0, 0]);
    for (packet, second) in packets.iter().zip(946_684_800_u32..) {
        let data = &packet[..packet.len().min(most)];
        file.extend(second.to_le_bytes());
        file.extend(7_u32.to_le_bytes());
        file.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
        file.extend(u32::try_from(packet.len()).unwrap().to_le_bytes());
        file.extend(data);
    }
    file
}

/// The same in pcapng, on Ethernet, in microseconds.
pub(crate) fn pcapng(packets: &[Vec<u8>]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut block = |kind: u32, body: &[u8]| {
        let padded = body.len().div_ceil(4) * 4;
        let len = u32::try_from(padded + 12).unwrap();
        file.extend(kind.to_le_bytes());
        file.extend(len.to_le_bytes());
        file.extend(body);
        file.resize(file.len() + padded - body.len(), 0);
        file.extend(len.to_le_bytes());
    };
    block(0x0a0d_0d0a, b"\x4d\x3c\x2b\x1a\x01\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff");
    block(1, &[1, 0, 0, 0, 0, 0, 4, 0]);
    for (packet, second) in packets.iter().zip(946_684_800_u64..) {
        let frame = [&[0; 12][..], &[0x81, 0, 0, 5, 8, 0], packet].concat();
        let ticks = second * 1_000_000 + 7;
        // The upper half comes first.
        let ticks = ticks.rotate_left(32).to_le_bytes();
        let len = u32::try_from(frame.len()).unwrap().to_le_bytes();
        let head = [&[0; 4], &ticks[..], &len, &len].concat();
        block(6, &[head, frame].concat());
    }
    file
}

fn decode(capture: &[u8]) -> Outcome {
    run_with(&["decode", "-"], capture)
}

fn both() -> Vec<u8> {
    [SETUP, RECONNECT].concat()
}

const WHOLE: [(usize, usize); 1] = [(0, 34)];

/// The message and the fields of each line.
fn shown(outcome: &Outcome) -> Vec<String> {
    let lines = outcome.stdout.lines();
    lines.map(|line| line.splitn(5, ' ').nth(4).unwrap().trim().to_owned()).collect()
}

#[test]
fn frames_are_shown_with_time_direction_and_addresses() {
    let packets = segments(&both(), &WHOLE);
    for capture in [pcap(&packets, 999), pcapng(&packets)] {
        let outcome = decode(&capture);
        if cfg!(target_endian = "big") && capture[0] == 0x0a {
            outcome.assert_refused(&["pcapng can't be read", "editcap -F pcap"]);
            continue;
        }
        outcome.assert_success();
        let lines: Vec<_> = outcome.stdout.lines().collect();
        let start = "2000-01-01T00:00:01.000007Z 10.0.0.1:40000 > 10.0.0.2:34254 ";
        assert!(lines.iter().all(|line| line.starts_with(start)), "{lines:#?}");
        assert!(lines[0].contains("SetupConnection"), "{lines:#?}");
        assert!(lines[1].ends_with(r#"new_host="x.y" new_port=3336"#), "{lines:#?}");
    }
}

#[test]
fn json_has_the_same_before_the_frame() {
    let capture = pcap(&segments(&both(), &WHOLE), 999);
    let outcome = run_with(&["decode", "-", "--format", "json"], &capture);
    outcome.assert_success();
    let last: Value = serde_json::from_str(outcome.stdout.lines().last().unwrap()).unwrap();
    assert_eq!(last["time"], "2000-01-01T00:00:01.000007Z");
    assert_eq!(last["destination"], "10.0.0.2:34254");
    assert_eq!((&last["message"], &last["offset"]), (&"Reconnect".into(), &22.into()));
}

#[test]
fn segments_in_any_order_overlapping_and_twice_make_the_same_stream() {
    let whole = shown(&decode(&pcap(&segments(&both(), &WHOLE), 999)));
    assert_eq!(whole.len(), 2);
    let orders: [&[(usize, usize)]; 5] = [
        &[(20, 14), (0, 20)],
        &[(30, 4), (10, 20), (0, 10)],
        &[(0, 10), (5, 20), (0, 34)],
        &[(0, 22), (0, 22), (22, 12), (22, 12)],
        &[(10, 5), (10, 15), (25, 9), (0, 10)],
    ];
    for parts in orders {
        assert_eq!(shown(&decode(&pcap(&segments(&both(), parts), 999))), whole, "{parts:?}");
    }
    let bytes: Vec<_> = (0..34).map(|at| (at, 1)).collect();
    assert_eq!(shown(&decode(&pcap(&segments(&both(), &bytes), 999))), whole);
    let backwards: Vec<_> = bytes.into_iter().rev().collect();
    assert_eq!(shown(&decode(&pcap(&segments(&both(), &backwards), 999))), whole);
}

#[test]
fn a_gap_inside_a_frame_is_marked_and_the_next_frame_is_shown() {
    let stream = [SETUP, RECONNECT, RECONNECT].concat();
    // The host of the first `Reconnect` is missing.
    let outcome = decode(&pcap(&segments(&stream, &[(0, 29), (32, 14)]), 999));
    outcome.assert_success();
    let lines = shown(&outcome);
    assert_eq!(lines.len(), 4, "{lines:#?}");
    assert_eq!(lines[1], "29  -- 3 bytes left out: it is not in the capture");
    assert_eq!(lines[2], "22  -- 12 bytes left out: a frame with a gap");
    assert!(lines[3].starts_with("34  Reconnect"), "{lines:#?}");
}

#[test]
fn a_gap_of_any_bytes_never_shows_another_frame() {
    let stream = [SETUP, RECONNECT, RECONNECT, RECONNECT].concat();
    let whole = shown(&decode(&pcap(&segments(&stream, &[(0, stream.len())]), 999)));
    assert_eq!(whole.len(), 4);
    for start in 0..stream.len() {
        for len in [1, 2, 5, 12, 13] {
            let end = (start + len).min(stream.len());
            let parts = [(0, start), (end, stream.len() - end)];
            let parts: Vec<_> = parts.into_iter().filter(|part| part.1 > 0).collect();
            let outcome = decode(&pcap(&segments(&stream, &parts), 999));
            let lines = shown(&outcome);
            let (gaps, frames): (Vec<_>, Vec<_>) =
                lines.iter().partition(|line| line.contains(" left out: "));
            assert!(frames.iter().all(|frame| whole.contains(frame)), "{start} {len} {lines:#?}");
            // At the end of a stream, nothing indicates that bytes are missing.
            let is_whole = end == stream.len() && [22, 34, 46].contains(&start);
            assert!(!gaps.is_empty() || is_whole || start == 0, "{start} {len} {lines:#?}");
        }
    }
}

#[test]
fn packets_captured_in_part_are_gaps() {
    let stream = [SETUP, RECONNECT, RECONNECT].concat();
    let packets = segments(&stream, &[(0, 22), (22, 12), (34, 12)]);
    // The last two bytes of the second segment and the third are missing.
    let outcome = decode(&pcap(&packets, 40 + 10));
    let lines = shown(&outcome);
    assert!(lines.iter().all(|line| line.contains(" left out: ")), "{lines:#?}");
    let packets = segments(&stream, &[(0, 10), (10, 10), (20, 2), (22, 12), (34, 12)]);
    let outcome = decode(&pcap(&packets, 40 + 10));
    let lines = shown(&outcome);
    assert!(lines[0].contains("SetupConnection"), "{lines:#?}");
    assert!(lines[1..].iter().all(|line| line.contains(" left out: ")), "{lines:#?}");
    assert_eq!(lines[1], "32  -- 2 bytes left out: the capture holds packets in part");
}

#[test]
fn a_file_cut_anywhere_shows_the_frames_before_and_says_so() {
    let packets = segments(&both(), &[(0, 22), (22, 12)]);
    for capture in [pcap(&packets, 999), pcapng(&packets)] {
        for len in 4..capture.len() {
            let outcome = decode(&capture[..len]);
            assert!(outcome.stdout.lines().count() <= 2, "{len} {outcome:?}");
            assert!(!outcome.stderr.contains("panicked"), "{outcome:?}");
            let is_told = outcome.stdout.lines().count() == 1 || !outcome.status.success();
            assert!(is_told, "{len} {outcome:?}");
        }
    }
}

#[test]
fn connections_that_began_before_and_encrypted_ones_are_left_out() {
    let late: Vec<_> = segments(&both(), &WHOLE).into_iter().skip(1).collect();
    let outcome = decode(&pcap(&late, 999));
    outcome.assert_refused(&["there is no frame in it"]);
    assert!(outcome.stdout.contains("begins in the middle of the connection"), "{outcome:?}");
    let noise: Vec<u8> =
        (0..200).map(|at: u32| at.wrapping_mul(37).to_le_bytes()[0] ^ 0x5a).collect();
    let outcome = decode(&pcap(&segments(&noise, &[(0, 100), (100, 100)]), 999));
    outcome.assert_refused(&["there is no frame in it"]);
    let words = "       0  -- the rest left out: it doesn't begin as connections do; another protocol or encrypted?";
    assert!(outcome.stdout.contains(words), "{outcome:?}");
}

/// The capture without its link type: PPP, or Ethernet whose type is ARP.
fn on_link(link: u8, packets: &[Vec<u8>]) -> Vec<u8> {
    let mut capture = pcap(packets, 999);
    capture[20] = link;
    capture
}

#[test]
fn packets_that_are_not_read_are_counted_by_their_reason() {
    let packets = segments(&both(), &WHOLE);
    let outcome = decode(&on_link(9, &packets));
    outcome.assert_refused(&["2 packets skipped: PPP", "there is no frame in it"]);
    let frames: Vec<_> =
        packets.iter().map(|packet| [&[0; 12][..], &[8, 6], packet].concat()).collect();
    let outcome = decode(&on_link(1, &frames));
    outcome.assert_refused(&["there is no frame in it; 2 packets skipped: ARP"]);
    let mut some = packets.clone();
    some.push(packet(0, 0x18, b"part"));
    some[2][6] = 0x20;
    let outcome = decode(&pcap(&some, 999));
    assert!(outcome.status.success(), "{outcome:?}");
    assert_eq!(outcome.stderr, "sv2: standard input: 1 packet skipped: IP fragments\n");
}

#[test]
fn compressed_and_modified_captures_are_no_frames() {
    let packets = segments(&both(), &WHOLE);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&pcap(&packets, 999)).unwrap();
    let gzip = gzip.finish().unwrap();
    let outcome = decode(&gzip);
    outcome.assert_success();
    assert_eq!(shown(&outcome).len(), 2);
    decode(&gzip[..gzip.len() - 9]).assert_refused(&["standard input"]);
    let mut modified = pcap(&packets, 999);
    modified[..4].copy_from_slice(&0xa1b2_cd34_u32.to_be_bytes());
    decode(&modified).assert_refused(&["modified pcap", "editcap"]);
}

#[test]
fn a_malformed_frame_is_reported_with_its_connection() {
    let stream = [SETUP, b"\0\0\x04\x05\0\0\x03x.y\x08", RECONNECT].concat();
    let capture = pcap(&segments(&stream, &[(0, stream.len())]), 999);
    decode(&capture).assert_refused(&["10.0.0.1:40000 > 10.0.0.2:34254", "Reconnect.new_port"]);
    let outcome = run_with(&["decode", "-", "--keep-going"], &capture);
    outcome.assert_refused(&["1 of 3 malformed"]);
    assert_eq!(outcome.stdout.lines().count(), 2);
}
