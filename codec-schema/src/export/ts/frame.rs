//! Frames in TypeScript.

use std::fmt::Write as _;

use crate::export::frame::{self, Check, Frame, Header, Piece, Step, Word, moved};

const READ: &str = "
// The id, the flags and the payload's length of the header at the beginning of bytes.
export function read_header(data: Uint8Array): readonly [number, number, number] {
  if (data.length < HEADER_SIZE) throw new DecodeError(\"UnexpectedEnd\", data.length);
";

const FRAMES: &str = "
// The id and the message of one whole frame; offsets of errors are those in the frame.
export function decode_frame(data: Uint8Array): readonly [number, any] {
  const [id, , size] = read_header(data);
  const end = HEADER_SIZE + size;
  if (data.length < end) throw new DecodeError(\"UnexpectedEnd\", data.length);
  if (data.length > end) throw new DecodeError(\"TrailingBytes\", end);
  try {
    return [id, decode_message(id, data.subarray(HEADER_SIZE))];
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new DecodeError(error.kind, HEADER_SIZE + error.offset);
  }
}

// A frame with this message.
export function encode_frame(id: number, message: any): Uint8Array {
  const payload = encode_message(id, message);
  const frame = new Uint8Array(HEADER_SIZE + payload.length);
  frame.set(write_header(id, FLAGS.get(id) ?? 0, payload.length));
  frame.set(payload, HEADER_SIZE);
  return frame;
}
";

fn read(word: Word) -> String {
    format!("unsigned(data.subarray({}, {}), {})", word.offset, word.end(), word.big)
}

fn differs(offset: u64, bytes: &[u8]) -> String {
    let all = bytes.iter().zip(offset..).map(|(byte, at)| format!("data[{at}] !== {byte}"));
    all.collect::<Vec<_>>().join(" || ")
}

fn value(pieces: &[Piece]) -> String {
    let all = frame::value(pieces, "n", read);
    all.map_or("0".to_owned(), |all| format!("Number({all})"))
}

fn set(word: Word, value: &str) -> String {
    let Word { offset, size, big } = word;
    format!("  put(data, {offset}, {size}, {big}, {value});\n")
}

/// The functions of a protocol's frames.
pub(super) fn write(frame: &Frame) -> String {
    let mut code = format!(
        "\nexport const HEADER_SIZE = {};\nexport const MAX_PAYLOAD = {};\n",
        frame.size, frame.max_payload
    );
    code.push_str("// Flags of messages that have some, by their ids.\n");
    let flags = frame.flags_of.iter().map(|(id, flags)| format!("[{id}, {flags}]"));
    let flags = flags.collect::<Vec<_>>().join(", ");
    let _ = writeln!(code, "export const FLAGS = new Map<number, number>([{flags}]);");
    code.push_str(include_str!("frame.ts"));
    code.push_str(READ);
    let header = Header { read, differs, suffix: "n", max_payload: "MAX_PAYLOAD" };
    for check in header.checks(frame) {
        let _ = match check {
            Check::Refuse(when, kind, offset) => {
                writeln!(code, "  if ({when}) throw new DecodeError(\"{kind}\", {offset});")
            }
            Check::Size(read, 0) => writeln!(code, "  const size = Number({read});"),
            Check::Size(read, more) => writeln!(code, "  const size = Number({read}) - {more};"),
        };
    }
    let (id, flags) = (value(&frame.ids), value(&frame.flags));
    let _ = writeln!(code, "  return [{id}, {flags}, size];\n}}");
    code.push_str("\n// The header of a payload of this size.\n");
    code.push_str(
        "export function write_header(id: number, flags: number, size: number): Uint8Array {\n",
    );
    code.push_str("  const data = new Uint8Array(HEADER_SIZE);\n");
    for step in &frame.steps {
        if let Step::Magic(offset, bytes) = step {
            let list = bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
            let _ = writeln!(code, "  data.set([{list}], {offset});");
        }
    }
    for (word, pieces) in frame.words() {
        let pieces = pieces.iter().map(|(is_id, piece)| {
            let of = moved(if *is_id { "BigInt(id)" } else { "BigInt(flags)" }, -piece.shift, "n");
            format!("({of} & {:#x}n)", piece.mask)
        });
        code.push_str(&set(word, &pieces.collect::<Vec<_>>().join(" | ")));
    }
    let _ = writeln!(
        code,
        "  if ({id} !== id || {flags} !== flags) throw new EncodeError(\"InvalidValue\");"
    );
    let (len, includes) = (frame.len, frame.includes);
    let _ = writeln!(
        code,
        "  if (size > MAX_PAYLOAD || size + {includes} > {}) throw new EncodeError(\"LengthOverLimit\");",
        len.most()
    );
    code.push_str(&set(len, &format!("BigInt(size + {includes})")));
    code.push_str("  return data;\n}\n");
    code + FRAMES
}
