//! Frames in Python.

use std::fmt::Write as _;

use crate::export::frame::{self, Check, Frame, Header, Piece, Step, Word, moved};

const READ: &str = "

def read_header(data: bytes) -> Tuple[int, int, int]:
    \"\"\"The id, the flags and the payload's length of the header at the beginning of bytes.\"\"\"
    if len(data) < HEADER_SIZE:
        raise DecodeError(\"UnexpectedEnd\", len(data))
";

const FRAMES: &str = "

def decode_frame(data: bytes) -> Tuple[int, Any]:
    \"\"\"The id and the message of one whole frame; offsets of errors are those in the frame.\"\"\"
    id, _, size = read_header(data)
    if len(data) < HEADER_SIZE + size:
        raise DecodeError(\"UnexpectedEnd\", len(data))
    if len(data) > HEADER_SIZE + size:
        raise DecodeError(\"TrailingBytes\", HEADER_SIZE + size)
    try:
        return id, decode_message(id, data[HEADER_SIZE:])
    except DecodeError as error:
        raise DecodeError(error.kind, HEADER_SIZE + error.offset) from None


def encode_frame(id: int, message: Any) -> bytes:
    \"\"\"A frame with this message.\"\"\"
    payload = encode_message(id, message)
    return write_header(id, FLAGS.get(id, 0), len(payload)) + payload
";

fn order(word: Word) -> &'static str {
    if word.big { "\"big\"" } else { "\"little\"" }
}

fn read(word: Word) -> String {
    format!("int.from_bytes(data[{}:{}], {})", word.offset, word.end(), order(word))
}

fn differs(offset: u64, bytes: &[u8]) -> String {
    let (end, hex) = (offset + bytes.len() as u64, crate::plan::hex(bytes));
    format!("data[{offset}:{end}] != bytes.fromhex(\"{hex}\")")
}

fn value(pieces: &[Piece]) -> String {
    frame::value(pieces, "", read).unwrap_or_else(|| "0".to_owned())
}

/// The functions of a protocol's frames.
pub(super) fn write(frame: &Frame) -> String {
    let mut code =
        format!("\n\nHEADER_SIZE = {}\nMAX_PAYLOAD = {}\n", frame.size, frame.max_payload);
    code.push_str("# Flags of messages that have some, by their ids.\nFLAGS = {");
    let flags = frame.flags_of.iter().map(|(id, flags)| format!("{id}: {flags}"));
    code.push_str(&flags.collect::<Vec<_>>().join(", "));
    code.push_str("}\n");
    code.push_str(READ);
    let header = Header { read, differs, suffix: "", max_payload: "MAX_PAYLOAD" };
    for check in header.checks(frame) {
        let _ = match check {
            Check::Refuse(when, kind, offset) => {
                writeln!(code, "    if {when}:\n        raise DecodeError(\"{kind}\", {offset})")
            }
            Check::Size(read, 0) => writeln!(code, "    size = {read}"),
            Check::Size(read, more) => writeln!(code, "    size = {read} - {more}"),
        };
    }
    let (id, flags) = (value(&frame.ids), value(&frame.flags));
    let _ = writeln!(code, "    id = {id}\n    flags = {flags}\n    return id, flags, size");
    code.push_str("\n\ndef write_header(id: int, flags: int, size: int) -> bytes:\n");
    code.push_str("    \"\"\"The header of a payload of this size.\"\"\"\n");
    let _ = writeln!(code, "    data = bytearray(HEADER_SIZE)");
    for step in &frame.steps {
        if let Step::Magic(offset, bytes) = step {
            let (end, hex) = (offset + bytes.len() as u64, crate::plan::hex(bytes));
            let _ = writeln!(code, "    data[{offset}:{end}] = bytes.fromhex(\"{hex}\")");
        }
    }
    for (word, pieces) in frame.words() {
        let pieces = pieces.iter().map(|(is_id, piece)| {
            let of = moved(if *is_id { "id" } else { "flags" }, -piece.shift, "");
            format!("{of} & {:#x}", piece.mask)
        });
        let all = pieces.collect::<Vec<_>>().join(" | ");
        let Word { offset, size, .. } = word;
        let end = word.end();
        let _ =
            writeln!(code, "    data[{offset}:{end}] = ({all}).to_bytes({size}, {})", order(word));
    }
    let _ = writeln!(
        code,
        "    if ({id}) != id or ({flags}) != flags:\n        raise EncodeError(\"InvalidValue\")"
    );
    let (len, includes) = (frame.len, frame.includes);
    let _ = writeln!(code, "    if size > MAX_PAYLOAD or size + {includes} > {}:", len.most());
    let _ = writeln!(code, "        raise EncodeError(\"LengthOverLimit\")");
    let _ = writeln!(
        code,
        "    data[{}:{}] = (size + {includes}).to_bytes({}, {})\n    return bytes(data)",
        len.offset,
        len.end(),
        len.size,
        order(len)
    );
    code + FRAMES
}
