//! A page before it is written: headings, paragraphs and tables.

use std::fmt::Write as _;

use codec_core::schema::{HeaderShape, Id, Padding, Part, Role};

use super::measure::{self, Bytes};
use super::prose::{int, shape};
use crate::plan::{Body, Item, Plan, Shape, There, Type};
use crate::text::paragraphs;

/// A block of a page. Strings are single-line Markdown: code in backticks, and links.
#[derive(Debug)]
pub(super) enum Block {
    /// The level, from 1, and its text.
    Heading(u8, String),
    Paragraph(String),
    /// Column headings, and rows.
    Table(Vec<&'static str>, Vec<Vec<String>>),
}

use Block::{Heading, Paragraph, Table};

/// The anchor that Markdown generates for a heading.
pub(super) fn anchor(heading: &str) -> String {
    let kept =
        heading.chars().filter(|one| one.is_alphanumeric() || matches!(one, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn link(plan: &Plan, index: usize) -> String {
    let name = &plan.types[index].name;
    format!("[{name}](#{})", anchor(name))
}

/// The page of a protocol.
pub(super) fn document(plan: &Plan) -> Vec<Block> {
    let mut blocks = vec![
        Heading(1, format!("{} on the wire", plan.name)),
        Paragraph(String::from(
            "Generated from the description of the types. Numbers are little-endian unless stated \
             otherwise. Offsets and sizes are in bytes; an offset is given where it is the same in \
             all messages.",
        )),
    ];
    header(plan, &mut blocks);
    messages(plan, &mut blocks);
    if let Some(single) = &plan.single {
        blocks.push(Heading(2, String::from("Payload")));
        let link = |index| link(plan, index);
        blocks.push(Paragraph(format!("Every payload is: {}.", shape(single, &link))));
    }
    if let Some(trailer) = &plan.trailer {
        let link = |index| link(plan, index);
        blocks.push(Heading(2, String::from("After a message")));
        blocks.push(Paragraph(format!(
            "What is left of the payload after a message is any number of {}.",
            shape(trailer, &link)
        )));
    }
    let is_message = |index: usize| {
        plan.messages.iter().any(|one| matches!(one.shape, Shape::Type(of) if of == index))
    };
    let parts = [(true, "Messages in full"), (false, "Types in messages")];
    for (of_messages, title) in parts {
        let types = (0..plan.types.len()).filter(|index| is_message(*index) == of_messages);
        for (position, index) in types.enumerate() {
            if position == 0 {
                blocks.push(Heading(2, title.to_owned()));
            }
            type_of(plan, &plan.types[index], &mut blocks);
        }
    }
    blocks
}

fn header(plan: &Plan, blocks: &mut Vec<Block>) {
    let header = plan.header;
    blocks.push(Heading(2, String::from("Frame")));
    blocks.extend(paragraphs(header.doc).into_iter().map(Paragraph));
    blocks.push(Paragraph(format!(
        "A header of {} bytes, and a payload of {} at most.",
        header.size, header.max_payload
    )));
    let rows = header.parts.iter().map(|part| {
        let (offset, size) = (part.offset.to_string(), part.size.to_string());
        vec![offset, size, format!("`{}`", part.name), part_type(part), part_meaning(part)]
    });
    blocks.push(Table(vec!["offset", "size", "part", "type", "meaning"], rows.collect()));
}

fn part_type(part: &Part) -> String {
    let order = if part.big_endian && part.size > 1 { " big-endian" } else { "" };
    match part.shape {
        HeaderShape::Unsigned => format!("`u{}`{order}", 8 * part.size),
        HeaderShape::Signed => format!("`i{}`{order}", 8 * part.size),
        HeaderShape::Ascii => String::from("ASCII, zeros after it"),
        _ => format!("{} bytes", part.size),
    }
}

fn part_meaning(part: &Part) -> String {
    let mut meaning = paragraphs(part.doc).join(" ");
    match part.role {
        Role::Pieces(pieces) => {
            for piece in pieces {
                let of = if piece.of == Role::Id { "the message's id" } else { "the flags" };
                let _ = write!(meaning, " Bits `0x{:x}` are of {of}.", piece.mask);
            }
        }
        Role::Magic => {
            if let Some(magic) = part.magic {
                let _ = write!(meaning, " `{}`.", magic.text);
            }
        }
        _ if part.includes > 0 => {
            let _ =
                write!(meaning, " It counts {} bytes more than the payload has.", part.includes);
        }
        _ => {}
    }
    meaning.trim().to_owned()
}

fn messages(plan: &Plan, blocks: &mut Vec<Block>) {
    if plan.messages.is_empty() {
        return;
    }
    blocks.push(Heading(2, String::from("Messages")));
    let has_flags = plan.messages.iter().any(|message| message.flags != 0);
    let rows = plan.messages.iter().map(|message| {
        let id = match message.id {
            Id::Number(id) => format!("`0x{id:02x}`"),
            Id::Name(id) => format!("`{id}`"),
            _ => String::new(),
        };
        let name = match message.shape {
            Shape::Type(index) => link(plan, index),
            _ => message.name.to_owned(),
        };
        let mut size = measure::shape(plan, &message.shape, 0);
        size.max = size.max.map(|max| max.min(plan.header.max_payload));
        let mut row = vec![id, name, sizes(size)];
        if has_flags {
            let flags = message.flags;
            row.push(if flags == 0 { String::new() } else { format!("`0x{flags:x}`") });
        }
        row.push(paragraphs(message.doc).into_iter().next().unwrap_or_default());
        row
    });
    let heads = if has_flags {
        vec!["id", "message", "size", "flags", "meaning"]
    } else {
        vec!["id", "message", "size", "meaning"]
    };
    blocks.push(Table(heads, rows.collect()));
}

/// `4`, `4 to 8`, `4 or more`.
fn sizes(of: Bytes) -> String {
    match of.max {
        Some(max) if max == of.min => max.to_string(),
        Some(max) => format!("{} to {max}", of.min),
        None => format!("{} or more", of.min),
    }
}

fn type_of(plan: &Plan, of: &Type, blocks: &mut Vec<Block>) {
    blocks.push(Heading(3, of.name.clone()));
    blocks.extend(paragraphs(of.doc).into_iter().map(Paragraph));
    if let Some(check) = of.check {
        blocks.push(Paragraph(format!("A value must pass `{check}`.")));
    }
    let mut rows = Vec::new();
    let mut offset = Some(0);
    if let Some(magic) = &of.magic {
        let size = magic.bytes.len() as u64;
        let row = ["0", &size.to_string(), "", &format!("constant `{}`", magic.hex()), ""];
        rows.push(row.map(str::to_owned).to_vec());
        offset = Some(size);
    }
    match &of.body {
        Body::Struct { version, items } => {
            if let Some(version) = version {
                let row = |name: &str, one: &crate::plan::Int, meaning: String| {
                    let size = sizes(measure::int(one, 0, None));
                    vec![String::new(), size, name.to_owned(), int(one), meaning]
                };
                let known = format!("The version: {} is described here.", version.known);
                if let Some(oldest) = version.readable_since {
                    let zero = format!("0, which no version before {oldest} reads.");
                    rows.push(row("mark", &version.number, zero));
                    rows.push(row("version", &version.number, known));
                    let meaning = format!("{oldest}, the oldest version that reads it.");
                    rows.push(row("readable since", &version.number, meaning));
                } else {
                    rows.push(row("version", &version.number, known));
                }
                let meaning = String::from("The length of what follows; newer versions add to it.");
                rows.push(row("length", &version.len, meaning));
                offset = None;
            }
            fields(plan, items, offset, &mut rows);
            if rows.is_empty() {
                blocks.push(Paragraph(String::from("No bytes.")));
            } else {
                let heads = vec!["offset", "size", "field", "type", "meaning"];
                blocks.push(Table(heads, rows));
            }
        }
        Body::Enum { tag, variants } => {
            blocks.push(Paragraph(format!("A tag, {}, and what belongs to it.", int(tag))));
            let mut table = Vec::new();
            let link = |index| link(plan, index);
            for variant in variants {
                let tag =
                    variant.tag.map_or_else(|| String::from("any other"), |tag| tag.to_string());
                let holds = variant.items.iter().map(|item| {
                    let what = shape(&item.shape, &link);
                    let is_numbered = item.name.starts_with(|first: char| first.is_ascii_digit());
                    if is_numbered { what } else { format!("`{}`: {what}", item.name) }
                });
                let holds = holds.collect::<Vec<_>>().join("; ");
                let meaning = paragraphs(variant.doc).join(" ");
                table.push(vec![tag, format!("`{}`", variant.name), holds, meaning]);
            }
            if !rows.is_empty() {
                blocks.push(Table(vec!["offset", "size", "field", "type", "meaning"], rows));
            }
            blocks.push(Table(vec!["tag", "name", "holds", "meaning"], table));
        }
    }
}

fn fields(plan: &Plan, items: &[Item], mut offset: Option<u64>, rows: &mut Vec<Vec<String>>) {
    let link = |index| link(plan, index);
    for item in items {
        let at = offset.filter(|_| item.padding.align < 2);
        let at = at.map(|at| (at + item.padding.before).to_string()).unwrap_or_default();
        let own = measure::shape(plan, &item.shape, 0);
        let size = measure::item(plan, item, 0);
        offset = offset.zip(size.fixed()).map(|(at, size)| at + size);
        let mut meaning = paragraphs(item.doc).join(" ");
        let mut add = |words: String| {
            if !meaning.is_empty() {
                meaning.push(' ');
            }
            meaning.push_str(&words);
        };
        match &item.there {
            There::Always => {}
            There::If(condition) => add(format!("Only if `{}`.", condition.text)),
            There::Left => add(String::from("Only if anything is left.")),
        }
        let Padding { before, after, align, .. } = item.padding;
        for (bytes, place) in [(before, "before"), (after, "after")] {
            if bytes > 0 {
                add(format!("{bytes} bytes of padding stand {place} it."));
            }
        }
        if align > 1 {
            add(format!("Padding before it: it begins at a multiple of {align}."));
        }
        if let Some(since) = item.since {
            add(format!("Since version {since}."));
        }
        if let Some(removed) = item.removed {
            add(format!("Before version {removed}."));
        }
        if let Some(computed) = &item.computed {
            add(format!("It is `{}`.", computed.text));
        }
        if let Some(check) = item.check {
            add(format!("Must pass `{check}`."));
        }
        let (name, ty) = (format!("`{}`", item.name), shape(&item.shape, &link));
        rows.push(vec![at, sizes(own), name, ty, meaning]);
    }
}
