//! `codec-schema show`: bytes by a lock, as a user of the program sees them.

mod capture;

use std::path::PathBuf;
use std::process::{Command, Output};

use codec_schema::{read_lock, write_lock};

fn lock(protocol: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("../protocols").join(protocol).join("tests/data/protocol.lock");
    path.to_str().unwrap().to_owned()
}

fn show(arguments: &[&str]) -> (String, String, i32) {
    let program = env!("CARGO_BIN_EXE_codec-schema");
    let Output { stdout, stderr, status } =
        Command::new(program).arg("show").args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(stdout), text(stderr), status.code().unwrap())
}

const FRAME: &str = "0000001d000000\
                     5e00800000000000008a0004f1aa2b57029c44039fb9aa0427cd5b44";

/// A `SetupConnectionSuccess` of version 2.
const SUCCESS: &str = "000001060000020000000000";

#[test]
fn frames_are_trees_with_offsets_and_names_of_values() {
    let (text, _, status) = show(&[&lock("stratum"), "--format", "Sv2", FRAME]);
    let wanted = "       0..6  header
       0..2    extension_type 0
       2..3    msg_type 0
       3..6    msg_length 29
      6..35  SetupConnection
       6..7    protocol Mining (0)
       7..9    min_version 94
      9..11    max_version 128
     11..15    flags 0
     15..16    endpoint_host \"\"
     16..18    endpoint_port 138
     18..23    vendor f1aa2b57
     23..26    hardware_version 9c44
     26..30    firmware 9fb9aa
     30..35    device_id 27cd5b44
";
    assert_eq!((text.as_str(), status), (wanted, 0));
}

#[test]
fn the_field_that_fails_is_marked_and_what_follows_is_shown() {
    // The host is longer than the payload.
    let wrong = FRAME.replacen("00000000008a00", "00000000ff8a00", 1);
    let (text, _, status) = show(&[&lock("stratum"), "--format", "Sv2", &wrong]);
    let wanted = "     15..35 !  endpoint_host \
                  ff8a0004f1aa2b57029c44039fb9aa0427cd5b44\n\
                  malformed: endpoint_host: unexpected end of input at byte 35\n";
    assert!(text.ends_with(wanted) && status == 1, "{text}");
    let lock = lock("industrial");
    // `Time` is the seventh value; there is no 99th.
    let write =
        "969f7405ffffffff01000000ff7fffffa96687000e00ff7f397f0000f2834b68e05c1de363000000000000";
    let shown = show(&[&lock, "--format", "Bincode", "--message", "Write", write]);
    let text = shown.0;
    assert!(text.contains(" !  value 63\n") && text.contains("  not decoded "), "{text}");
    assert!(text.ends_with("malformed: value: unknown variant tag at byte 36\n"), "{text}");
    assert_eq!(shown.2, 1);
}

#[test]
fn json_has_a_line_for_each_frame() {
    let two = format!("{}{}", FRAME, "000001060000000000000000");
    let (text, _, status) = show(&["--json", &lock("stratum"), "--format", "Sv2", &two]);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((lines.len(), status), (2, 0), "{text}");
    assert_eq!(
        lines[1],
        r#"{"header":{"extension_type":0,"msg_type":1,"msg_length":6},"message":"SetupConnectionSuccess","value":{"used_version":0,"flags":0}}"#
    );
    let (text, _, status) = show(&["--json", &lock("stratum"), "--format", "Sv2", &FRAME[..68]]);
    let problem = r#""problem":"the header says 29 bytes of payload, there are 28"}"#;
    assert!(text.trim_end().ends_with(problem) && status == 1, "{text}");
}

#[test]
fn a_page_links_bytes_and_fields() {
    let (text, _, status) = show(&[&lock("stratum"), "--format", "Sv2", "--html", FRAME]);
    assert!(text.starts_with("<!DOCTYPE html>") && status == 0);
    assert!(text.contains("protocol <b>Mining (0)</b> <small>6..7</small>"), "{text}");
}

#[test]
fn a_part_that_is_not_described_is_no_error_of_the_bytes() {
    let bitcoin = lock("bitcoin");
    let arguments = [&*bitcoin, "--format", "Consensus", "--message", "tx", "0100000001ff"];
    let (text, _, status) = show(&arguments);
    let wanted = "       0..4    version 1
       4..4 !  is_segwit
       4..6    not described (the bytes 0 and 1 if there are witnesses): 01ff
";
    assert_eq!((text.as_str(), status), (wanted, 1));
}

#[test]
fn files_are_raw_or_hex() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (raw, hex) = (folder.join("show.bin"), folder.join("show.txt"));
    std::fs::write(&raw, [0, 0, 1, 6, 0, 0, 2, 0, 0, 0, 0, 0]).unwrap();
    std::fs::write(&hex, "000001 060000 # a header\n0200 00000000\n").unwrap();
    let lock = lock("stratum");
    let hex = hex.to_str().unwrap();
    let one = show(&[&lock, "--format", "Sv2", raw.to_str().unwrap()]);
    assert!(one.0.contains("used_version 2\n") && one.2 == 0, "{}", one.0);
    assert_eq!(show(&[&lock, "--format", "Sv2", hex]), one);
    assert_eq!(show(&[&lock, "--format", "Sv2", &format!("@{hex}")]), one);
}

#[test]
fn a_wrong_argument_is_an_error_that_says_which() {
    let stratum = lock("stratum");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let binary = folder.join("binary.lock");
    std::fs::write(&binary, b"codec \xff").unwrap();
    let binary = binary.to_str().unwrap().to_owned();
    let edited = folder.join("edited.lock");
    let text = std::fs::read_to_string(&stratum).unwrap();
    std::fs::write(&edited, text.replace("root", "boot")).unwrap();
    let later = folder.join("later.lock");
    std::fs::write(&later, text.replace("version 1\n", "version 2\n")).unwrap();
    let folder = folder.to_str().unwrap();
    let cases: [(&[&str], &str); 14] = [
        (&[&stratum, "00"], "needs --format"),
        (&[&stratum, "--format", "Sv3", "00"], "there is no format Sv3; write one of Bincode"),
        (&[&stratum, "--format", "Sv2", "0g"], "is no file, and no hex: 'g' is no hex digit"),
        (&[&stratum, "--format", "Sv2", "000"], "3 hex digits, an odd number"),
        (&[&stratum, "--format", "Sv2", "00"], "1 bytes are no header of 6"),
        (
            &[&stratum, "--format", "Sv2", "--message", "Nothing", "00"],
            "none of the messages Setup",
        ),
        (&[&stratum, "--format", "Sv2", "--json", "--html", "00"], "exclude each other"),
        (&[&stratum, "--format", "Sv2", "--jsno", "00"], "--jsno is no option"),
        (&[&stratum, "--format", "Sv2", "--frame", "1", "--message", "1", "00"], "no meaning"),
        (&[&stratum, "--format", "Sv2", folder], "Is a directory"),
        (&[folder, "--format", "Sv2", "00"], "Is a directory"),
        (&[&binary, "--format", "Sv2", "00"], "it is no text: the byte at 6 is not UTF-8"),
        (&[edited.to_str().unwrap(), "--format", "Sv2", "00"], "edited by hand or cut"),
        (&[later.to_str().unwrap(), "--format", "Sv2", "00"], "no lock of this version"),
    ];
    for (arguments, wanted) in cases {
        let (text, error, status) = show(arguments);
        assert!(error.contains(wanted) && status == 2 && text.is_empty(), "{arguments:?}: {error}");
    }
}

#[test]
fn a_header_that_no_frame_has_is_refused_with_its_line() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("header.lock");
    let stratum = read_lock(&std::fs::read_to_string(lock("stratum")).unwrap()).unwrap();
    let outside = "line 8 of the lock: msg_length is not within the 6 bytes of the header";
    let none = "line 5 of the lock: a header has at least one byte";
    for (size, offset, wanted) in [(0, 3, none), (6, 4, outside), (6, u64::MAX, outside)] {
        let mut model = stratum.clone();
        let header = model.header.as_mut().unwrap();
        (header.size, header.parts[2].offset) = (size, offset);
        std::fs::write(&path, write_lock(&model)).unwrap();
        let (_, error, status) = show(&[path.to_str().unwrap(), "--format", "Sv2", FRAME]);
        assert!(error.contains(wanted) && status == 2, "{error}");
    }
}

/// The name of a message, which a peer sends, has a line end and what a terminal obeys.
#[test]
fn no_name_of_a_peer_makes_a_line_or_moves_a_cursor() {
    let bitcoin = lock("bitcoin");
    let frame = "f9beb4d9 0a1b5b324a3e3c6200000000 00000000 5df6e0e2".replace(' ', "");
    let arguments = [&*bitcoin, "--format", "Consensus", &frame];
    let (text, _, status) = show(&arguments);
    assert!(text.contains("    command \\u000a\\u001b[2J><b\n") && status == 1, "{text}");
    assert!(
        text.ends_with("malformed: unknown message \"\\n\\u{1b}[2J><b\" at byte 0\n"),
        "{text}"
    );
    let page = show(&[&["--html"][..], &arguments].concat()).0;
    assert!(page.contains("command <b>\n\\u001b[2J&gt;&lt;b</b>"), "{page}");
}

/// One that contains itself.
#[derive(codec_core::Encode, codec_core::Decode)]
#[codec(schema)]
enum Tree {
    Leaf(u8),
    Branch(Vec<Self>),
}

#[test]
fn a_type_that_contains_itself_is_shown_level_by_level() {
    codec_schema::assert_locked!("tests/all/show/tree.lock", Tree);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/show/tree.lock");
    let (text, _, status) = show(&[path, "--format", "Postcard", "01 02 00 07 01 01 00 08"]);
    let wanted = "       1..8    0 (2)
       2..4      [0] Leaf (0)
       3..4        0 7
       4..8      [1] Branch (1)
       5..8        0 (1)
       6..8          [0] Leaf (0)
       7..8            0 8
";
    assert_eq!((text.as_str(), status), (wanted, 0));
    let deep = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("deep.bin");
    std::fs::write(&deep, vec![1; 1 << 16]).unwrap();
    let (text, _, status) = show(&[path, "--format", "Postcard", "--json", deep.to_str().unwrap()]);
    assert!(text.contains(": nested too deep at byte ") && status == 1, "{}", &text[..80]);
}

fn run(arguments: &[&str]) -> (String, String, i32) {
    let program = env!("CARGO_BIN_EXE_codec-schema");
    let Output { stdout, stderr, status } = Command::new(program).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(stdout), text(stderr), status.code().unwrap())
}

#[test]
fn help_tells_the_way() {
    let (all, _, status) = run(&["--help"]);
    assert_eq!((run(&[]).1, status), (all.clone(), 0));
    for command in ["new", "show", "diff", "fingerprint", "export", "vectors"] {
        assert!(all.contains(&format!("\ncodec-schema {command} ")), "{all}");
        let (text, _, status) = run(&[command, "--help"]);
        assert!(text.contains(&format!("codec-schema {command} ")) && status == 0, "{text}");
        let (_, error, status) = run(&[command]);
        assert!(
            error.contains(&format!("`codec-schema {command} --help`")) && status == 2,
            "{error}"
        );
    }
    let (_, error, status) = run(&["inspect\u{1b}[2J"]);
    assert!(error.starts_with("there is no command inspect\\u001b[2J") && status == 2, "{error}");
}

/// A disk that is full is an error of each command, and a reader that has seen enough is none.
#[test]
#[cfg(target_os = "linux")]
fn an_output_that_ends_is_no_panic() {
    use std::io::Read;
    use std::process::Stdio;
    let lock = concat!(env!("CARGO_MANIFEST_DIR"), "/src/make/new/package/protocol.lock");
    let commands: [&[&str]; 6] = [
        &["--help"],
        &["fingerprint", lock],
        &["diff", lock, lock, "--format", "Postcard"],
        &["export", "python", lock, "--format", "Postcard"],
        &["vectors", lock, "--format", "Postcard"],
        &["show", lock, "--format", "Postcard", "01000600000001046e6f6465"],
    ];
    for arguments in commands {
        let command = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_codec-schema"));
            command.args(arguments).stderr(Stdio::piped());
            command
        };
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let Output { stderr, status, .. } = command().stdout(full).output().unwrap();
        let error = String::from_utf8(stderr).unwrap();
        assert!(error.starts_with("the output: "), "{arguments:?}: {error}");
        assert_eq!(status.code(), Some(2), "{arguments:?}");
        let mut child = command().stdout(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut error = String::new();
        child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        assert_eq!((&*error, child.wait().unwrap().code()), ("", Some(0)), "{arguments:?}");
    }
}

#[test]
#[cfg(unix)]
fn an_argument_that_is_no_text_is_named() {
    use std::os::unix::ffi::OsStrExt;
    let argument = std::ffi::OsStr::from_bytes(b"a\xff");
    let program = env!("CARGO_BIN_EXE_codec-schema");
    let output = Command::new(program).arg("fingerprint").arg(argument).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((&*error, output.status.code()), ("an argument is not UTF-8: a\u{fffd}\n", Some(2)));
}
