//! Options together: each does what it does alone.

use std::fs;
use std::io::Write as _;

use serde_json::Value;

use crate::labels::hex;
use crate::process::{run, started};
use crate::watch::{file, passed};

/// Frames of different messages, the second of which is malformed.
const FRAMES: [&[u8]; 3] = [
    b"\0\0\x04\x06\0\0\x03x.y\x08\x0d",
    b"\0\0\x01\x01\0\0\x07",
    b"\0\0\x04\x05\0\0\x02ab\x08\x0d",
];

/// `--only` and `--show` choose what is shown, and what is not shown is not decoded; all is recorded.
#[test]
fn watch_shows_and_records_whatever_else_is_chosen() {
    let record = file("options.txt");
    let name = record.to_str().expect("it is text");
    for (show, marks) in
        [("lines", [" > ", " < "]), ("json", ["\"error\""; 2]), ("nothing", ["", ""])]
    {
        for (only, frames) in [
            (&[][..], 4),
            (&["--only", "SetupConnection"], 2),
            (&["--only", "SetTarget,SetupConnection"], 2),
            (&["--only", "SetTarget"], 0),
        ] {
            for recorded in [&[][..], &["--record", name]] {
                let options = [&["--show", show], only, recorded].concat();
                let shown = passed(&options);
                let expected = if show == "nothing" { 0 } else { frames };
                let lines: Vec<&str> = shown
                    .lines()
                    .filter(|line| marks.iter().any(|mark| line.contains(mark)))
                    .collect();
                assert_eq!(lines.len(), expected, "{options:?}: {shown}");
                if show == "json" {
                    let objects = lines.iter().map(|line| serde_json::from_str::<Value>(line));
                    assert!(
                        objects.into_iter().all(|object| object.is_ok()),
                        "{options:?}: {shown}"
                    );
                }
                if !recorded.is_empty() {
                    let lines = fs::read_to_string(&record).expect("it was written");
                    let frames = lines.lines().filter(|line| !line.starts_with('#')).count();
                    assert_eq!(frames, 4, "two frames and their echoes: {options:?}: {lines}");
                    fs::remove_file(&record).expect("it is there");
                }
            }
        }
    }
}

/// The same messages and status from a raw file and from hex, compressed or not, in each format.
#[test]
fn decode_reads_the_same_from_every_kind_of_file_in_every_format() {
    let raw = FRAMES.concat();
    let lines = FRAMES.map(hex);
    let input = file("options.frames");
    let name = input.to_str().expect("it is text");
    for content in [&raw[..], lines.join("\n").as_bytes()] {
        for content in [content.to_vec(), gzip(content)] {
            fs::write(&input, &content).expect("the folder is there");
            for format in ["text", "json"] {
                for keep_going in [false, true] {
                    let options = ["decode", name, "--format", format, "--keep-going"];
                    let outcome = run(&options[..4 + usize::from(keep_going)]);
                    assert_eq!(outcome.status.code(), Some(1), "{options:?} {outcome:?}");
                    let names = ["Reconnect", "SetupConnection.Success"]
                        .map(|name| outcome.stdout.matches(name).count());
                    assert_eq!(names[0], if keep_going { 2 } else { 1 }, "{options:?} {outcome:?}");
                    assert!(outcome.stderr.contains("SetupConnection.Success"), "{outcome:?}");
                }
            }
        }
    }
    fs::remove_file(&input).expect("it is there");
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    writer.write_all(content).expect("it is memory");
    writer.finish().expect("it is memory")
}

/// So many miners with so many shares each, on every kind of channel, encrypted or not.
#[test]
fn mine_submits_what_all_its_options_ask_for() {
    for plaintext in [true, false] {
        for channels in ["standard", "extended", "both"] {
            for (miners, shares) in [(1, 3), (3, 2)] {
                let serve = ["serve", "127.0.0.1:0", "--zero-bits", "4", "--plaintext"];
                let (server, address, key) = started(&serve[..4 + usize::from(plaintext)]);
                let [count, each] = [miners, shares].map(|number: u32| number.to_string());
                let mine = ["mine", &address, "--channels", channels, "--miners", &count];
                let trust = ["--authority-key", &key];
                let trust = if plaintext { &["--plaintext"][..] } else { &trust };
                let more = ["--shares", &each, "--rate", "200", "--user", "options"];
                let options = [&mine[..], trust, &more].concat();
                let outcome = run(&options);
                outcome.assert_success();
                let expected = format!("{} accepted, 0 refused, 0 unanswered", miners * shares);
                assert!(outcome.stdout.contains(&expected), "{options:?} {outcome:?}");
                drop(server);
            }
        }
    }
}
