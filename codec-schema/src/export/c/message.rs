//! Messages by their ids, and the type that is no message.

use std::collections::HashSet;
use std::fmt::Write as _;

use codec_core::schema::Id;

use super::{C, Lines, Result};
use crate::export::emit::is_printable;
use crate::export::refuse::ExportError;
use crate::plan::Shape;

impl C<'_> {
    pub(super) fn messages(&mut self) -> Result<()> {
        let plan = self.plan;
        if let Some(shape) = &plan.single {
            return self.root(shape);
        }
        let (mut rows, mut ids) = (Vec::<(String, String)>::new(), HashSet::new());
        let mut is_text = false;
        for message in &plan.messages {
            let Shape::Type(index) = message.shape else {
                return Err(ExportError::of(message.name, "a message that is no struct"));
            };
            let id = match message.id {
                Id::Number(id) => super::number::unsigned(id),
                Id::Name(name) if is_printable(name) => {
                    is_text = true;
                    format!("\"{name}\"")
                }
                _ => return Err(ExportError::of(message.name, "an id that is not known here")),
            };
            // The first of two with one id is decoded.
            if ids.insert(id.clone()) {
                rows.push((id, self.naming.types[index].clone()));
            }
        }
        let ty = if is_text { "const char *" } else { "uint32_t " };
        let is = |of: &str, id: &str| {
            if is_text { format!("strcmp({of}, {id}) == 0") } else { format!("{of} == {id}") }
        };
        let (mut members, mut read, mut write) =
            (String::new(), Lines::default(), Lines::default());
        let (mut seen, mut union) = (HashSet::new(), String::new());
        for (id, name) in &rows {
            if seen.insert(name) {
                let _ = writeln!(union, "        {name} {name}; /* {id} */");
            }
        }
        if rows.is_empty() {
            union.push_str("        char nothing;\n");
        }
        let _ = write!(
            members,
            "\n/* A message, with its id in a frame's header. */\ntypedef struct {{\n    {ty}id;\n    \
             union {{\n{union}    }} of;\n}} Message;\n"
        );
        self.declarations.push_str(&members);
        read.add("static const uint8_t nothing[1] = {0};");
        read.add("codec_reader reader = {payload ? payload : nothing, 0, len, {CODEC_OK, 0}}, *r = &reader;");
        read.add("v->id = id;");
        write.add("codec_writer writer = {buffer, capacity, 0, CODEC_OK}, *w = &writer;");
        let mut is_first = true;
        for (id, name) in &rows {
            let word = if is_first { "if" } else { "} else if" };
            is_first = false;
            read.add(format!("{word} ({}) {{", is("id", id)));
            read.add(format!("read_{name}(r, &v->of.{name});"));
            write.add(format!("{word} ({}) {{", is("v->id", id)));
            write.add(format!("write_{name}(w, &v->of.{name});"));
        }
        let unknown =
            ["codec_fail(r, CODEC_UNKNOWN_MESSAGE, 0);", "codec_reject(w, CODEC_INVALID_VALUE);"];
        for (lines, unknown) in [&mut read, &mut write].into_iter().zip(unknown) {
            if is_first {
                lines.add(unknown);
            } else {
                lines.add("} else {");
                lines.add(unknown);
                lines.add("}");
            }
        }
        read.add("codec_finish(r);");
        read.add("return reader.error;");
        write.add("*len = writer.len;");
        write.add("return writer.error;");
        self.prototypes.push_str("/* Reads the message with this id. */\n");
        let head = format!(
            "codec_error decode_message({ty}id, const uint8_t *payload, size_t len, Message *v)"
        );
        self.function(&head, &read);
        self.prototypes.push_str("/* Writes the payload of a message, and sets its length. */\n");
        let head = "codec_kind encode_message(const Message *v, uint8_t *buffer, size_t capacity, size_t *len)";
        self.function(head, &write);
        Ok(())
    }

    /// The type that is not one of several messages.
    fn root(&mut self, shape: &'_ Shape) -> Result<()> {
        let plan = self.plan;
        let Some(Shape::Type(_)) = &plan.single else {
            return Err(ExportError::of("the root", "a type that is no struct or enum"));
        };
        let _ = shape;
        Ok(())
    }
}
