//! The header of frames in a lock.

use std::fmt::Write as _;

use codec_core::schema::HeaderShape;

use super::parse;
use super::token::{Line, Token, Wrong};
use super::write;
use crate::model::{Header, Part};

/// The keywords of header shapes.
const SHAPES: [(&str, HeaderShape); 4] = [
    ("unsigned", HeaderShape::Unsigned),
    ("signed", HeaderShape::Signed),
    ("bytes", HeaderShape::Bytes),
    ("ascii", HeaderShape::Ascii),
];

pub(super) fn write(of: &Header) -> String {
    let mut text = format!("header {} size {} max {}\n", of.name, of.size, of.max_payload);
    for part in &of.parts {
        let shape = SHAPES.iter().find(|(_, shape)| *shape == part.shape);
        let shape = shape.map_or("bytes", |(word, _)| word);
        let Part { name, offset, size, role, .. } = part;
        let _ = write!(text, "    {name}: {shape} at {offset} size {size} role {role:?}");
        if part.big_endian {
            text.push_str(" be");
        }
        if let Some(of) = &part.magic {
            let _ = write!(text, " {}", write::magic(of));
        }
        text.push('\n');
    }
    text
}

/// The line of the header itself.
pub(super) fn head(line: &mut Line) -> Result<Header, Wrong> {
    let name = line.word()?;
    expect(line, "size")?;
    let size = line.number()?;
    if size == 0 {
        return Err("a header has at least one byte".to_owned());
    }
    expect(line, "max")?;
    let max_payload = line.number()?;
    line.end()?;
    Ok(Header { name, size, max_payload, parts: Vec::new() })
}

/// The line of a part of a header of this size.
pub(super) fn part(line: &mut Line, header: u64) -> Result<Part, Wrong> {
    let name = line.word()?;
    line.sign(':')?;
    let word = line.word()?;
    let shape = SHAPES.iter().find(|(known, _)| *known == word);
    let (_, shape) = *shape.ok_or_else(|| format!("`{word}` is no part of a header"))?;
    expect(line, "at")?;
    let offset: u64 = line.number()?;
    expect(line, "size")?;
    let size = line.number()?;
    if offset.checked_add(size).is_none_or(|end| end > header) {
        return Err(format!("{name} is not within the {header} bytes of the header"));
    }
    expect(line, "role")?;
    let mut part =
        Part { name, offset, size, shape, big_endian: false, role: line.text()?, magic: None };
    while let Some(token) = line.next() {
        match token {
            Token::Word(word) if word == "be" => part.big_endian = true,
            Token::Word(word) if word == "magic" => part.magic = Some(parse::magic(line)?),
            other => return Err(format!("`{other:?}` is no attribute of a part")),
        }
    }
    Ok(part)
}

fn expect(line: &mut Line, wanted: &str) -> Result<(), Wrong> {
    let word = line.word()?;
    if word == wanted { Ok(()) } else { Err(format!("`{wanted}` was expected, not `{word}`")) }
}
