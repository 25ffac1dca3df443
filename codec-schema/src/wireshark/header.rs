//! The frame header as a Lua table.

use codec_core::schema::{ConstantValue, HeaderShape, Part, Piece, Role};

use super::emit::Emitter;
use super::field::{constructor, first_paragraph, quoted};
use crate::plan::{Int, Plan, hex, snake};

/// `header = { … },`.
pub(super) fn write(emitter: &mut Emitter<'_>, plan: &Plan) -> String {
    let header = plan.header;
    let field = emitter.field("header", "none", header.name, &first_paragraph(header.doc));
    let parts: String = header.parts.iter().map(|one| part(emitter, one)).collect();
    let (size, max) = (header.size, header.max_payload);
    format!(
        "  header = {{\n    size = {size}, max = {max}, field = {field}, parts = {{\n{parts}    \
         }},\n  }},\n"
    )
}

fn part(emitter: &mut Emitter<'_>, part: &Part) -> String {
    let abbreviation = format!("header.{}", snake(part.name));
    let doc = first_paragraph(part.doc);
    let (kind, shape) = match part.shape {
        HeaderShape::Unsigned => (constructor(&int(part)), "unsigned"),
        HeaderShape::Signed => (constructor(&int(part)), "signed"),
        HeaderShape::Ascii => ("string", "ascii"),
        _ => ("bytes", "bytes"),
    };
    let is_number = matches!(part.role, Role::Id | Role::Flags | Role::Magic | Role::Pieces(_));
    let hex = is_number && shape == "unsigned";
    let field = if hex {
        emitter.field_with(&abbreviation, kind, part.name, "base.HEX", &doc)
    } else {
        emitter.field(&abbreviation, kind, part.name, &doc)
    };
    let (role, pieces) = match part.role {
        Role::Id => ("id", &[][..]),
        Role::PayloadLen => ("len", &[][..]),
        Role::Flags => ("flags", &[][..]),
        Role::Pieces(pieces) => ("own", pieces),
        _ => ("own", &[][..]),
    };
    let pieces: Vec<String> =
        pieces.iter().filter_map(|one| piece(emitter, one, &abbreviation, kind)).collect();
    let pieces = if pieces.is_empty() {
        String::new()
    } else {
        format!(", pieces = {{ {} }}", pieces.join(", "))
    };
    let magic = magic(part).map(|hex| format!(", magic = \"{hex}\"")).unwrap_or_default();
    let includes = match part.includes {
        0 => String::new(),
        bytes => format!(", includes = {bytes}"),
    };
    let (name, offset, size, big) = (quoted(part.name), part.offset, part.size, part.big_endian);
    format!(
        "      {{ name = {name}, offset = {offset}, size = {size}, shape = \"{shape}\", \
         big = {big}, role = \"{role}\", field = {field}{includes}{magic}{pieces} }},\n"
    )
}

fn piece(emitter: &mut Emitter<'_>, piece: &Piece, part: &str, kind: &str) -> Option<String> {
    let of = match piece.of {
        Role::Id => "id",
        Role::Flags => "flags",
        _ => return None,
    };
    let base = format!("base.HEX, nil, 0x{:x}", piece.mask);
    let field = emitter.field_with(&format!("{part}.{of}"), kind, of, &base, "");
    Some(format!(
        "{{ of = \"{of}\", mask = {}, shift = {}, field = {field} }}",
        piece.mask, piece.shift
    ))
}

fn int(part: &Part) -> Int {
    let signed = part.shape == HeaderShape::Signed;
    let [bytes, ..] = part.size.to_le_bytes();
    let number = crate::measure::Number::Fixed(bytes);
    Int { number, bytes, signed, big: part.big_endian, nonzero: false, max: None }
}

/// The bytes of the part's constant, in hex.
fn magic(part: &Part) -> Option<String> {
    let size = usize::try_from(part.size).ok()?;
    let integer = |value: u128| {
        let mut bytes = value.to_le_bytes().get(..size)?.to_vec();
        if part.big_endian {
            bytes.reverse();
        }
        Some(bytes)
    };
    let bytes = match (part.magic?.value)() {
        ConstantValue::Bytes(bytes, len) => bytes.get(..usize::from(len))?.to_vec(),
        ConstantValue::Unsigned(value) => integer(value)?,
        ConstantValue::Signed(value) => integer(value.cast_unsigned())?,
        _ => return None,
    };
    Some(hex(&bytes))
}
