//! Frames in Go.

use std::fmt::Write as _;

use crate::export::frame::{Check, Frame, Header, Piece, Step, Word};

/// The bits of an integer.
fn masked(value: &str, mask: u64, shift: i8) -> String {
    format!("masked({value}, {mask:#x}, {shift})")
}

fn read(word: Word) -> String {
    format!("unsigned(data[{}:{}], {})", word.offset, word.end(), word.big)
}

fn differs(offset: u64, bytes: &[u8]) -> String {
    let all = bytes.iter().zip(offset..).map(|(byte, at)| format!("data[{at}] != {byte}"));
    all.collect::<Vec<_>>().join(" || ")
}

fn value(pieces: &[Piece]) -> String {
    let all = pieces.iter().map(|piece| masked(&read(piece.word), piece.mask, piece.shift));
    all.reduce(|one, other| format!("{one} | {other}")).unwrap_or_else(|| "0".to_owned())
}

fn set(word: Word, value: &str) -> String {
    format!("\tput(data[{}:{}], {value}, {})\n", word.offset, word.end(), word.big)
}

/// The functions of a protocol's frames.
pub(super) fn write(frame: &Frame) -> String {
    let mut code = format!(
        "\n// HeaderSize is the size of a frame's header.\nconst HeaderSize = {}\n\n// MaxPayload is \
         the longest payload.\nconst MaxPayload = {}\n",
        frame.size, frame.max_payload
    );
    code.push_str(
        "\n// The flags of messages that have some.\nfunc flagsOf(id MessageID) uint64 {\n",
    );
    code.push_str("\tswitch id {\n");
    for (id, flags) in &frame.flags_of {
        let _ = writeln!(code, "\tcase {id}:\n\t\treturn {flags}");
    }
    code.push_str("\t}\n\treturn 0\n}\n");
    code.push_str(include_str!("frame.go"));
    let refuse = |code: &mut String, when: &str, kind: &str, offset: &str| {
        let error = format!("&DecodeError{{\"{kind}\", {offset}}}");
        let _ = writeln!(code, "\tif {when} {{\n\t\treturn 0, 0, 0, {error}\n\t}}");
    };
    code.push_str(
        "\n// ReadHeader returns the id, the flags and the payload's length of the header at the \
         beginning of bytes.\nfunc ReadHeader(data []byte) (id MessageID, flags uint64, size int, err \
         error) {\n",
    );
    refuse(&mut code, "len(data) < HeaderSize", "UnexpectedEnd", "len(data)");
    let header = Header { read, differs, suffix: "", max_payload: "MaxPayload" };
    for check in header.checks(frame) {
        match check {
            Check::Refuse(when, kind, offset) => {
                refuse(&mut code, &when, kind, &offset.to_string());
            }
            Check::Size(read, more) => {
                let _ = writeln!(code, "\tsize = lengthLess({read}, {more})");
            }
        }
    }
    let (id, flags) = (value(&frame.ids), value(&frame.flags));
    code.push_str("\tid, flags = partsOf(data)\n\treturn id, flags, size, nil\n}\n");
    let _ = writeln!(
        code,
        "\nfunc partsOf(data []byte) (id MessageID, flags uint64) {{\n\tid = {id}\n\tflags = \
         {flags}\n\treturn id, flags\n}}"
    );
    code.push_str(
        "\n// WriteHeader returns the header of a payload of this size.\nfunc WriteHeader(id MessageID, \
         flags uint64, size int) ([]byte, error) {\n\tdata := make([]byte, HeaderSize)\n",
    );
    for step in &frame.steps {
        if let Step::Magic(offset, bytes) = step {
            for (byte, at) in bytes.iter().zip(*offset..) {
                let _ = writeln!(code, "\tdata[{at}] = {byte}");
            }
        }
    }
    for (word, pieces) in frame.words() {
        let pieces = pieces.iter().map(|(is_id, piece)| {
            // The bits of the word that these are, moved back.
            let of = if *is_id { "id" } else { "flags" };
            format!("moved({of}, {})&{:#x}", -piece.shift, piece.mask)
        });
        code.push_str(&set(word, &pieces.collect::<Vec<_>>().join("|")));
    }
    code.push_str("\tif one, other := partsOf(data); one != id || other != flags {\n");
    code.push_str("\t\treturn nil, invalid()\n\t}\n");
    let (len, includes) = (frame.len, frame.includes);
    let most = frame.max_payload.min(len.most() - includes);
    let _ = writeln!(
        code,
        "\tif uint64(size) > {most} {{\n\t\treturn nil, rejected(\"LengthOverLimit\")\n\t}}"
    );
    code.push_str(&set(len, &format!("uint64(size)+{includes}")));
    code.push_str("\treturn data, nil\n}\n");
    code
}
