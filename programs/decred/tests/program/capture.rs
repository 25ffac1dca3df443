//! `decred decode` of captures.

use serde_json::Value;

use crate::decode::PING;
use crate::process::{Outcome, run_with};

/// A capture in pcap of one direction of a connection: an opening packet, and then these parts of
/// the stream, one packet per second from the year 2000 on.
fn pcap(stream: &[u8], parts: &[(usize, usize)]) -> Vec<u8> {
    let opening = std::iter::once((0, 2, &[][..]));
    let rest = parts.iter().map(|&(at, len)| (1 + at, 0x18, &stream[at..at + len]));
    let mut file = Vec::new();
    file.extend(0xa1b2_c3d4_u32.to_le_bytes());
    file.extend([2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 101, 0, 0, 0]);
    for ((sequence, flags, payload), second) in opening.chain(rest).zip(946_684_800_u32..) {
        let len = u16::try_from(40 + payload.len()).unwrap();
        file.extend(second.to_le_bytes());
        file.extend(7_u32.to_le_bytes());
        file.extend(u32::from(len).to_le_bytes());
        file.extend(u32::from(len).to_le_bytes());
        file.extend([0x45, 0]);
        file.extend(len.to_be_bytes());
        file.extend([0, 0, 0, 0, 64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2, 0x9c, 0x40, 0x23, 0x94]);
        file.extend(u32::try_from(sequence).unwrap().to_be_bytes());
        file.extend([0, 0, 0, 0, 0x50, flags, 0, 0, 0, 0, 0, 0]);
        file.extend(payload);
    }
    file
}

fn decode(stream: &[u8], parts: &[(usize, usize)]) -> Outcome {
    run_with(&["decode", "-"], &pcap(stream, parts))
}

#[test]
fn frames_are_shown_with_time_direction_and_addresses() {
    let stream = [PING, PING].concat();
    let outcome = decode(&stream, &[(0, 40), (40, 24)]);
    outcome.assert_success();
    let lines: Vec<_> = outcome.stdout.lines().collect();
    assert_eq!(
        lines[1],
        "2000-01-01T00:00:02.000007Z 10.0.0.1:40000 > 10.0.0.2:9108      \
         32  ping                8  nonce=7"
    );
    let json = run_with(&["decode", "-", "--format", "json"], &pcap(&stream, &[(0, 64)]));
    json.assert_success();
    let last: Value = serde_json::from_str(json.stdout.lines().last().unwrap()).unwrap();
    assert_eq!((&last["destination"], &last["offset"]), (&"10.0.0.2:9108".into(), &32.into()));
    assert_eq!(last["fields"]["nonce"], 7);
}

#[test]
fn segments_in_any_order_make_the_same_stream() {
    let stream = [PING, PING].concat();
    let in_order = decode(&stream, &[(0, 64)]);
    for parts in [&[(40, 24), (0, 40)][..], &[(0, 30), (10, 54)], &[(0, 32), (0, 32), (32, 32)]] {
        let shown = decode(&stream, parts);
        shown.assert_success();
        let fields = |outcome: &Outcome| -> Vec<String> {
            outcome.stdout.lines().map(|line| line[60..].to_owned()).collect()
        };
        assert_eq!(fields(&shown), fields(&in_order), "{parts:?}");
    }
}

#[test]
fn a_gap_is_marked_and_never_shows_another_frame() {
    let stream = [PING, PING, PING].concat();
    for start in 1..stream.len() {
        for len in [1, 8, 33] {
            let end = (start + len).min(stream.len());
            let outcome = decode(&stream, &[(0, start), (end, stream.len() - end)]);
            let (gaps, frames): (Vec<_>, Vec<_>) =
                outcome.stdout.lines().partition(|line| line.contains(" left out: "));
            assert!(frames.iter().all(|frame| frame.ends_with("nonce=7")), "{outcome:?}");
            let is_whole = end == stream.len() && start % PING.len() == 0;
            assert!(!gaps.is_empty() || is_whole, "{start} {len} {outcome:?}");
        }
    }
}

#[test]
fn other_traffic_is_left_out_and_bytes_without_a_header_are_reported() {
    let outcome = decode(b"GET / HTTP/1.1\r\nHost: example\r\n\r\n", &[(0, 33)]);
    outcome.assert_refused(&["there is no frame in it"]);
    assert!(outcome.stdout.contains("another protocol or encrypted?"), "{outcome:?}");
    let stream = [PING, &[0xaa; 40]].concat();
    let outcome = decode(&stream, &[(0, 72)]);
    outcome.assert_refused(&["10.0.0.1:40000", "no frame at byte 32"]);
    assert_eq!(outcome.stdout.lines().count(), 1, "{outcome:?}");
}

#[test]
fn a_capture_that_is_cut_shows_the_frames_before_and_says_so() {
    let capture = pcap(&[PING, PING].concat(), &[(0, 32), (32, 32)]);
    for len in 4..capture.len() {
        let outcome = run_with(&["decode", "-"], &capture[..len]);
        assert!(!outcome.stderr.contains("panicked"), "{outcome:?}");
        assert!(outcome.stdout.lines().count() < 2, "{len} {outcome:?}");
        let is_told = outcome.stdout.lines().count() == 1 || outcome.status.code() == Some(1);
        assert!(is_told, "{len} {outcome:?}");
    }
}
