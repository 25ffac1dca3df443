//! One message has one name, in every kind of output.

use serde_json::Value;

use crate::process::{run, run_with, started};

/// `SetupConnection.Success`, `SetNewPrevHash` of both subprotocols, and a frame that no message is.
fn frames() -> Vec<Vec<u8>> {
    let frame = |id: u8, extension: [u8; 2], payload: &[u8]| {
        let len = u8::try_from(payload.len()).expect("it is short");
        [&extension[..], &[id, len, 0, 0], payload].concat()
    };
    vec![
        frame(0x01, [0, 0], &[2, 0, 0, 0, 0, 0]),
        frame(0x20, [0, 0x80], &[0; 48]),
        frame(0x72, [0, 0], &[0; 80]),
        frame(0x05, [1, 0x40], &[7; 3]),
    ]
}

const LABELS: [&str; 4] = [
    "SetupConnection.Success",
    "SetNewPrevHash (Mining)",
    "SetNewPrevHash (Template Distribution)",
    "unknown 0x05 of extension 0x4001",
];

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

#[test]
fn decode_and_inspect_call_a_message_by_the_same_name() {
    for (frame, label) in frames().iter().zip(LABELS) {
        let text = run_with(&["decode", "-"], frame);
        let lines = format!("{}{}", text.stdout, text.stderr);
        assert!(lines.contains(&format!(" {label}")), "{text:?}");
        let json = run_with(&["decode", "-", "--format", "json"], frame);
        if json.status.success() {
            let json: Value = serde_json::from_str(&json.stdout).expect("one object");
            assert_eq!(json["message"], label);
        }
        let rows = run(&["inspect", &hex(frame)]).stdout;
        assert!(rows.lines().any(|row| row.ends_with(&format!("  {label}"))), "{rows}");
        let page = run(&["inspect", "--html", &hex(frame)]).stdout;
        assert!(page.contains(&format!("<h1>{label}</h1>")), "{page}");
    }
    let cut = run_with(&["decode", "-"], b"\0\0\x01\x01\0\0\x02");
    cut.assert_refused(&[
        "message   SetupConnection.Success 0x01",
        "problem   SetupConnection.Success.used_version",
    ]);
}

/// The labels of the frames that `watch` shows of those above, forwarded in one direction.
fn watched(how: &[&str]) -> Vec<String> {
    use std::io::{Read as _, Write as _};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let upstream = listener.local_addr().expect("it is bound").to_string();
    let watch = ["watch", "--listen", "127.0.0.1:0", "--plaintext", "--upstream", &upstream];
    let more = ["--upstream-plaintext", "--connections", "1"];
    let (watch, address, _) = started(&[&watch[..], &more, how].concat());
    let mut client = std::net::TcpStream::connect(address).expect("it listens");
    let (mut server, _) = listener.accept().expect("it connects");
    let time = Some(std::time::Duration::from_mins(1));
    server.set_read_timeout(time).expect("not zero");
    let bytes = frames().concat();
    client.write_all(&bytes).expect("it is taken");
    server.read_exact(&mut vec![0; bytes.len()]).expect("it is forwarded");
    drop((client, server));
    let outcome = watch.finish();
    let shown =
        outcome.stdout.lines().filter_map(|line| LABELS.iter().find(|label| line.contains(*label)));
    shown.map(|label| (*label).to_owned()).collect()
}

#[test]
fn only_takes_the_names_that_are_shown_and_a_short_one_is_all_that_have_it() {
    for (only, labels) in [
        ("SetNewPrevHash (Mining)", &LABELS[1..2]),
        ("SetNewPrevHash (Template Distribution)", &LABELS[2..3]),
        ("SetNewPrevHash", &LABELS[1..3]),
        ("SetupConnection.Success", &LABELS[..1]),
        ("SetupConnectionSuccess,SetNewPrevHash", &LABELS[..3]),
        ("RequestExtensions.Success", &[]),
    ] {
        assert_eq!(watched(&["--only", only]), labels, "{only}");
    }
    // The name is printed twice where a frame is malformed.
    assert!(watched(&[]).starts_with(&LABELS.map(str::to_owned)));
}
