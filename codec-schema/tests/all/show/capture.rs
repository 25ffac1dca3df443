//! Frames in captures of network traffic, by a lock.

use std::path::{Path, PathBuf};

use super::{FRAME, SUCCESS, lock, show};
use crate::wireshark::capture::Capture;

fn bytes(hex: &str) -> Vec<u8> {
    codec_capture::show::hex::parse(hex).unwrap().unwrap()
}

/// A connection whose second frame is in three segments, and one of another protocol.
fn two_streams() -> Capture {
    let (first, second) = (bytes(SUCCESS), bytes(FRAME));
    let segments = [&[&first, &second[..3]].concat()[..], &second[3..20], &second[20..]];
    let mut capture = Capture::new();
    capture.stream(segments);
    capture.stream([&b"GET / HTTP/1.1\r\n\r\n"[..]]);
    capture
}

fn file(name: &str, bytes: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

fn shown(options: &[&str], file: &str) -> (String, String, i32) {
    let lock = lock("stratum");
    show(&[&[&*lock, "--format", "Sv2"], options, &[file]].concat())
}

/// The packets of a capture in pcapng: a section, an interface, and blocks with the same packets.
fn pcapng(capture: &Capture) -> Vec<u8> {
    let block = |kind: u32, body: &[u8]| {
        let len = u32::try_from(12 + body.len().next_multiple_of(4)).unwrap();
        let mut block = [kind.to_le_bytes(), len.to_le_bytes()].concat();
        block.extend(body);
        block.resize(len as usize - 4, 0);
        block.extend(len.to_le_bytes());
        block
    };
    let section = [&[0x4d, 0x3c, 0x2b, 0x1a, 1, 0, 0, 0][..], &[0xff; 8]].concat();
    let mut all = block(0x0a0d_0d0a, &section);
    all.extend(block(1, &[101, 0, 0, 0, 0, 0, 4, 0]));
    let mut rest = &capture.bytes()[24..];
    while let Some((head, after)) = rest.split_at_checked(16) {
        let (packet, after) = after.split_at(usize::from(head[8]) | usize::from(head[9]) << 8);
        let ticks = u64::from(head[0]) * 1_000_000 + u64::from(head[4]);
        let [a, b, c, d, high @ ..] = ticks.to_le_bytes();
        let body = [&[0; 4][..], &high, &[a, b, c, d], &head[8..16], packet].concat();
        all.extend(block(6, &body));
        rest = after;
    }
    all
}

#[test]
fn frames_of_a_capture_have_their_time_and_direction() {
    let pcap = file("two.pcap", two_streams().bytes());
    let (text, error, status) = shown(&[], &pcap);
    let wanted = "\
1970-01-01T00:00:00.000001Z 10.0.0.0:1024 > 192.0.2.1:34254
       0..6  header
       0..2    extension_type 0
       2..3    msg_type 1
       3..6    msg_length 6
      6..12  SetupConnectionSuccess
       6..8    used_version 2
      8..12    flags 0
1970-01-01T00:00:00.000003Z 10.0.0.0:1024 > 192.0.2.1:34254
       0..6  header
";
    assert!(text.starts_with(wanted), "{text}");
    let last = "1970-01-01T00:00:00.000005Z 10.0.0.1:1024 > 192.0.2.1:34254       0  -- the rest left \
                out: it doesn't begin as connections do; another protocol or encrypted?\n";
    assert!(text.ends_with(last), "{text}");
    assert_eq!((error.as_str(), status), ("", 0));
    let (json, _, _) = shown(&["--json"], &pcap);
    let lines: Vec<_> = json.lines().collect();
    assert_eq!(lines.len(), 3, "{json}");
    assert_eq!(
        lines[0],
        r#"{"time":"1970-01-01T00:00:00.000001Z","source":"10.0.0.0:1024","destination":"192.0.2.1:34254","header":{"extension_type":0,"msg_type":1,"msg_length":6},"message":"SetupConnectionSuccess","value":{"used_version":2,"flags":0}}"#
    );
    assert!(lines[2].contains(r#""gap":null,"reason":"it doesn't begin"#), "{}", lines[2]);
    let (page, _, _) = shown(&["--html"], &pcap);
    let row = "1970-01-01T00:00:00.000003Z 10.0.0.0:1024 &gt; 192.0.2.1:34254 <b></b> \
               <small>12..47</small>";
    assert!(page.contains(row), "{page}");
}

#[test]
fn pcapng_and_what_gzip_has_compressed_are_the_same() {
    let capture = two_streams();
    let wanted = shown(&["--json"], &file("same.pcap", capture.bytes()));
    let pcapng = pcapng(&capture);
    assert_eq!(shown(&["--json"], &file("same.pcapng", &pcapng)), wanted);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gzip, &pcapng).unwrap();
    assert_eq!(shown(&["--json"], &file("same.gz", &gzip.finish().unwrap())), wanted);
    // Bytes that begin like gzip, in which is no capture.
    let (text, _, status) = shown(&[], &file("like.gz", &[0x1f, 0x8b, 8, 0, 0, 0]));
    assert!(text.contains("msg_type 8\n") && status == 1, "{text}");
}

#[test]
fn one_frame_of_many_is_shown_alone() {
    let pcap = file("one.pcap", two_streams().bytes());
    let frames = file("one.txt", format!("{SUCCESS}\n{FRAME}\n").as_bytes());
    for (name, offset) in [(pcap, 0), (frames, 12)] {
        let (text, _, status) = shown(&["--frame", "2"], &name);
        let wanted =
            format!("{:>11}    msg_length 29\n", format!("{}..{}", offset + 3, offset + 6));
        assert!(text.contains(&wanted) && !text.contains("SetupConnectionSuccess"), "{text}");
        assert_eq!(status, 0);
        let page = shown(&["--frame", "2", "--html"], &name).0;
        assert!(page.contains("<title>Frame 2</title>") && page.contains("device_id"), "{page}");
        for (number, wanted) in
            [("3", "there is no frame 3: there are 2"), ("0", "no frame 0"), ("x", "is no number")]
        {
            let (text, error, status) = shown(&["--frame", number], &name);
            assert!(error.contains(wanted) && status == 2 && text.is_empty(), "{error}");
        }
    }
}

#[test]
fn what_is_malformed_in_a_capture_is_marked_and_ends_with_1() {
    // The host is longer than the payload; then the header of a frame that never comes.
    let wrong = FRAME.replacen("00000000008a00", "00000000ff8a00", 1);
    let mut capture = Capture::new();
    capture.stream([&bytes(SUCCESS)[..], &bytes(&wrong), &[0, 0, 1, 9, 0, 0]]);
    let pcap = file("wrong.pcap", capture.bytes());
    let (text, _, status) = shown(&[], &pcap);
    assert!(text.contains(" !  endpoint_host ff8a0004"), "{text}");
    assert!(text.contains("\nmalformed: endpoint_host: unexpected end of input at byte 35\n"));
    assert!(text.ends_with("-- 6 bytes left out: the capture ends in the middle of a frame\n"));
    assert_eq!(status, 1);
    // Another length than Bitcoin's longest, and another network.
    let mut capture = Capture::new();
    let tx =
        |magic: &str, len: &str| bytes(&format!("{magic}747800000000000000000000{len}00000000"));
    capture.stream([&tx("f9beb4d9", "00000000")[..], &tx("f9beb4d9", "ffffff00")]);
    capture.stream([&tx("f9beb4da", "00000000")[..]]);
    let pcap = file("bitcoin.pcap", capture.bytes());
    let bitcoin = lock("bitcoin");
    let (text, _, status) = show(&[&bitcoin, "--format", "Consensus", "--json", &pcap]);
    assert!(
        text.contains(r#""problem":"no header at byte 24: length is over the limit"}"#),
        "{text}"
    );
    assert!(text.contains("it doesn't begin as connections do") && status == 1, "{text}");
}

#[test]
fn a_capture_that_holds_no_frames_is_an_error_that_says_why() {
    let empty = file("empty.pcap", Capture::new().bytes());
    let mut udp = two_streams().bytes().to_vec();
    // Link type 147, which is of nobody.
    udp[20] = 147;
    let udp = file("link.pcap", &udp);
    let mut cut = two_streams().bytes().to_vec();
    cut.truncate(cut.len() - 1);
    let cut = file("cut.pcap", &cut);
    let zstd = file("zstd.pcap", &[0x28, 0xb5, 0x2f, 0xfd, 0]);
    for (name, wanted) in [
        (&empty, "empty.pcap: there is no frame in it\n"),
        (&udp, "there is no frame in it; 6 packets skipped: link type 147\n"),
        (&cut, "cut.pcap: the capture ends in the middle of a packet\n"),
        (&zstd, "it is compressed with zstd: decompress it first\n"),
    ] {
        let (_, error, status) = shown(&[], name);
        assert!(error.ends_with(wanted) && status == 2, "{error}");
    }
    let arguments = ["--message", "SetupConnection"];
    assert!(
        shown(&arguments, &empty).1.contains("--message is one payload, and the file a capture")
    );
    let plain = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/service/1.lock");
    let arguments = [plain.to_str().unwrap(), "--format", "Postcard", &empty];
    let (_, error, status) = show(&arguments);
    assert!(error.contains("describes no header with a length") && status == 2, "{error}");
}
