//! Runs tshark, and parses its output.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use super::capture::{Capture, PORT};

/// A frame as the dissector shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The message's name.
    pub(crate) message: String,
    /// The fields of the payload without subfields.
    pub(crate) leaves: Vec<Leaf>,
    /// The fields of the header, by name and displayed value.
    pub(crate) header: Vec<(String, String)>,
    /// The strings of expert infos.
    pub(crate) infos: Vec<String>,
}

/// A field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Leaf {
    /// Its name, without the protocol's name.
    pub(crate) name: String,
    /// Its offset from the start of the frame's header.
    pub(crate) at: usize,
    pub(crate) size: usize,
    /// The text that tshark shows.
    pub(crate) show: String,
    /// Its bytes in hex.
    pub(crate) bytes: String,
}

/// A folder for files of this test.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wireshark").join(test);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The frames that the dissector finds in the capture; `test` names the files.
pub(crate) fn frames(test: &str, proto: &str, lua: &str, capture: &Capture) -> Vec<Frame> {
    let shown = ["-T", "pdml", "-J", &format!("tcp {proto}")];
    let pdml = run(test, (proto, lua), capture, &shown);
    assert!(
        !pdml.contains("Lua Error"),
        "{}",
        pdml.lines().find(|line| line.contains("Lua Error")).unwrap()
    );
    parse(&pdml, proto)
}

/// The values of these fields, with tabs between them, in each packet that the filter takes.
pub(crate) fn values(
    test: &str,
    dissector: (&str, &str),
    capture: &Capture,
    filter: &str,
    fields: &[&str],
) -> Vec<String> {
    let fields = fields.iter().flat_map(|field| ["-e", field]);
    let shown: Vec<_> = ["-Y", filter, "-T", "fields"].into_iter().chain(fields).collect();
    run(test, dissector, capture, &shown).lines().map(str::to_owned).collect()
}

/// The output of tshark for a capture.
fn run(test: &str, (proto, lua): (&str, &str), capture: &Capture, shown: &[&str]) -> String {
    let folder = folder(test);
    let (script, file) = (folder.join("dissector.lua"), folder.join("capture.pcap"));
    std::fs::write(&script, lua).unwrap();
    std::fs::write(&file, capture.bytes()).unwrap();
    let output = Command::new("tshark")
        .arg("-r")
        .arg(&file)
        .args(["-X", &format!("lua_script:{}", script.display())])
        .args(["-d", &format!("tcp.port=={PORT},{proto}")])
        .args(["-o", "tcp.desegment_tcp_streams:TRUE", "-o", "tcp.check_checksum:FALSE"])
        .args(shown)
        .output()
        .unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr);
    // Tshark warns when it is run as root.
    let complaints: Vec<_> =
        complaints.lines().filter(|line| !line.contains("could be dangerous")).collect();
    assert!(output.status.success() && complaints.is_empty(), "{complaints:#?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The value of an attribute in an element.
fn attribute(line: &str, name: &str) -> String {
    let key = format!(" {name}=\"");
    let Some(start) = line.find(&key) else { return String::new() };
    let rest = &line[start + key.len()..];
    let text = &rest[..rest.find('"').unwrap()];
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

fn parse(text: &str, proto: &str) -> Vec<Frame> {
    let (mut frames, mut inside, mut start) = (Vec::<Frame>::new(), false, 0);
    let (opening, prefix) = (format!("<proto name=\"{proto}\""), format!("{proto}."));
    // A string with a line break also breaks the line of its element.
    let text = text.replace(">\n", ">\0").replace('\n', " ");
    for line in text.split('\0').map(str::trim_start) {
        if line.starts_with(&opening) {
            inside = true;
            start = attribute(line, "pos").parse().unwrap();
            frames.push(Frame::default());
        } else if line.starts_with("</proto>") {
            inside = false;
        }
        let (true, Some(frame)) = (inside && line.starts_with("<field"), frames.last_mut()) else {
            continue;
        };
        let name = attribute(line, "name");
        if name == "_ws.expert.message" {
            frame.infos.push(attribute(line, "show"));
        }
        let Some(name) = name.strip_prefix(&prefix) else { continue };
        // The field of several messages with the same value.
        if name.starts_with("expert.") || attribute(line, "hide") == "yes" {
            continue;
        }
        let show = attribute(line, "show");
        if name == "message" {
            frame.message = show;
        } else if name.starts_with("header.") {
            frame.header.push((name.to_owned(), show));
        } else if line.ends_with("/>") && name != "header" {
            let number = |name| attribute(line, name).parse::<usize>().unwrap();
            let (name, bytes) = (name.to_owned(), attribute(line, "value"));
            let (at, size) = (number("pos") - start, number("size"));
            frame.leaves.push(Leaf { name, at, size, show, bytes });
        }
    }
    frames
}

/// Leaves, one per line, for messages of failed assertions.
pub(crate) fn listed(leaves: &[Leaf]) -> String {
    leaves.iter().fold(String::new(), |mut text, leaf| {
        let Leaf { name, at, size, show, .. } = leaf;
        let _ = writeln!(text, "{at}+{size} {name} = {show}");
        text
    })
}
