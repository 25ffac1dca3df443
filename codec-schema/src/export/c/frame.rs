//! Frames in C.

use std::fmt::Write as _;

use super::number::unsigned;
use super::{C, Lines};
use crate::export::frame::{self, Frame, Piece, Step, Word, moved};

fn read(word: Word) -> String {
    format!("codec_word(data + {}, {}, {})", word.offset, word.size, word.big)
}

fn value(pieces: &[Piece]) -> String {
    let all = frame::value(pieces, "", read);
    all.map_or("0".to_owned(), |all| format!("(uint32_t)({all})"))
}

impl C<'_> {
    /// The functions of a protocol's frames.
    pub(super) fn frames(&mut self, frame: &Frame) {
        let size = frame.size;
        let _ = write!(
            self.declarations,
            "\n/* The size of a frame's header, and the longest payload. */\nenum {{ HEADER_SIZE = {size} }};\n\
             #define MAX_PAYLOAD {}\n\n/* The header of a frame. */\ntypedef struct {{\n    uint32_t \
             id;\n    uint32_t flags;\n    size_t size; /* of the payload */\n}} Header;\n",
            unsigned(frame.max_payload)
        );
        self.read_header(frame);
        self.write_header(frame);
        self.prototypes.push_str(
            "/* Reads one whole frame; the offset of an error is that in the frame. */\n",
        );
        let mut lines = Lines::default();
        for line in [
            "Header header = {0, 0, 0};",
            "codec_error error = read_header(frame, len, &header);",
            "if (error.kind != CODEC_OK) return error;",
            "if (len - HEADER_SIZE != header.size) {",
            "bool more = len - HEADER_SIZE > header.size;",
            "error.kind = more ? CODEC_TRAILING_BYTES : CODEC_UNEXPECTED_END;",
            "error.offset = more ? HEADER_SIZE + header.size : len;",
            "return error;",
            "}",
            "error = decode_message(header.id, frame + HEADER_SIZE, header.size, v);",
            "if (error.kind != CODEC_OK) error.offset += HEADER_SIZE;",
            "return error;",
        ] {
            lines.add(line);
        }
        self.function(
            "codec_error decode_frame(const uint8_t *frame, size_t len, Message *v)",
            &lines,
        );
        self.prototypes.push_str("/* Writes a frame, and sets its length. */\n");
        let mut lines = Lines::default();
        lines.add("Header header = {v->id, 0, 0};");
        lines.add("codec_kind kind;");
        lines.add("*len = 0;");
        lines.add("if (capacity < HEADER_SIZE) return CODEC_BUFFER_TOO_SMALL;");
        lines.add(
            "kind = encode_message(v, buffer + HEADER_SIZE, capacity - HEADER_SIZE, &header.size);",
        );
        lines.add("if (kind != CODEC_OK) return kind;");
        if !frame.flags_of.is_empty() {
            lines.add("switch (v->id) {");
            let mut rows = frame.flags_of.clone();
            rows.sort_unstable_by_key(|(id, flags)| (*flags, *id));
            rows.dedup_by_key(|(id, _)| *id);
            for (at, (id, flags)) in rows.iter().enumerate() {
                lines.add(format!("case {}:", unsigned(*id)));
                if rows.get(at + 1).is_none_or(|(_, next)| next != flags) {
                    lines.add(format!("header.flags = {};", unsigned((*flags).into())));
                    lines.add("break;");
                }
            }
            lines.add("}");
        }
        lines.add("*len = HEADER_SIZE + header.size;");
        lines.add("return write_header(&header, buffer);");
        let head = "codec_kind encode_frame(const Message *v, uint8_t *buffer, size_t capacity, size_t *len)";
        self.function(head, &lines);
    }

    fn read_header(&mut self, frame: &Frame) {
        let mut lines = Lines::default();
        lines.add("codec_reader reader = {data, 0, len, {CODEC_OK, 0}}, *r = &reader;");
        lines.add("uint64_t size;");
        lines.add("if (!codec_need(r, HEADER_SIZE)) return reader.error;");
        let refuse = |lines: &mut Lines, when: &str, kind: &str, offset: u64| {
            lines.add(format!("if ({when}) codec_fail(r, CODEC_{kind}, {offset});"));
        };
        for step in &frame.steps {
            match step {
                Step::Magic(offset, bytes) => {
                    let differs = bytes.iter().zip(*offset..);
                    let differs = differs.map(|(byte, at)| format!("data[{at}] != {byte}"));
                    let differs = differs.collect::<Vec<_>>().join(" || ");
                    refuse(&mut lines, &differs, "INVALID_MAGIC", *offset);
                }
                Step::Id(word) if word.size > 4 => {
                    let over = format!("{} >> 32", read(*word));
                    refuse(&mut lines, &over, "INVALID_VALUE", word.offset);
                }
                Step::Len(word, includes) => {
                    lines.add(format!("size = {};", read(*word)));
                    if *includes > 0 {
                        refuse(
                            &mut lines,
                            &format!("size < {includes}"),
                            "INVALID_VALUE",
                            word.offset,
                        );
                        lines.add(format!("size -= {includes};"));
                    }
                    // A `size_t` may be shorter.
                    let is_over = frame.may_be_over();
                    let over = if is_over { "size > MAX_PAYLOAD" } else { "size != (size_t)size" };
                    if frame.may_be_over() || word.size > 4 {
                        refuse(&mut lines, over, "LENGTH_OVER_LIMIT", word.offset);
                    }
                }
                Step::Id(_) | Step::Other => {}
            }
        }
        lines.add(format!("header->id = {};", value(&frame.ids)));
        lines.add(format!("header->flags = {};", value(&frame.flags)));
        lines.add("header->size = (size_t)size;");
        lines.add("return reader.error;");
        self.prototypes.push_str("/* Reads the header at the beginning of these bytes. */\n");
        let head = "codec_error read_header(const uint8_t *data, size_t len, Header *header)";
        self.function(head, &lines);
    }

    fn write_header(&mut self, frame: &Frame) {
        let mut lines = Lines::default();
        lines.add("uint32_t id = header->id, flags = header->flags;");
        for step in &frame.steps {
            if let Step::Magic(offset, bytes) = step {
                for (byte, at) in bytes.iter().zip(*offset..) {
                    lines.add(format!("data[{at}] = {byte};"));
                }
            }
        }
        let put = |lines: &mut Lines, word: Word, value: &str| {
            let Word { offset, size, big } = word;
            lines.add(format!("codec_put(data + {offset}, {value}, {size}, {big});"));
        };
        for (word, pieces) in frame.words() {
            let pieces = pieces.iter().map(|(is_id, piece)| {
                let of = moved(
                    if *is_id { "(uint64_t)id" } else { "(uint64_t)flags" },
                    -piece.shift,
                    "",
                );
                format!("({of} & {:#x})", piece.mask)
            });
            put(&mut lines, word, &pieces.collect::<Vec<_>>().join(" | "));
        }
        let (id, flags) = (value(&frame.ids), value(&frame.flags));
        lines.add(format!("if ({id} != id || {flags} != flags) return CODEC_INVALID_VALUE;"));
        let (len, includes) = (frame.len, frame.includes);
        let most = frame.max_payload.min(len.most() - includes);
        lines.add(format!(
            "if ((uint64_t)header->size > {}) return CODEC_LENGTH_OVER_LIMIT;",
            unsigned(most)
        ));
        put(&mut lines, len, &format!("(uint64_t)header->size + {includes}"));
        lines.add("return CODEC_OK;");
        self.prototypes.push_str("/* Writes a header to HEADER_SIZE bytes. */\n");
        self.function("codec_kind write_header(const Header *header, uint8_t *data)", &lines);
    }
}
