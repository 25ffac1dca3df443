//! Readers and writers of structs and enums.

use super::number::{number, write_magic, write_number};
use super::types::integer;
use super::{C, Lines, Result};
use crate::plan::{Body, Item, Type, Version};

impl<'p> C<'p> {
    /// The declaration, reader and writer of a type.
    pub(super) fn record(&mut self, index: usize) -> Result<()> {
        self.declare(index)?;
        self.next = 0;
        let plan = self.plan;
        let of = &plan.types[index];
        match &of.body {
            Body::Struct { version, items } => self.structure(index, of, *version, items),
            Body::Enum { tag, variants } => self.enumeration(index, of, tag, variants),
        }
    }

    pub(super) fn heads(&self, index: usize) -> [String; 2] {
        let name = &self.naming.types[index];
        [
            format!("void read_{name}(codec_reader *r, {name} *v)"),
            format!("void write_{name}(codec_writer *w, const {name} *v)"),
        ]
    }

    fn structure(
        &mut self,
        index: usize,
        of: &'p Type,
        version: Option<Version>,
        items: &'p [Item],
    ) -> Result<()> {
        let (mut read, mut write) = (Lines::default(), Lines::default());
        if let Some(magic) = &of.magic {
            self.read_magic(magic, &mut read);
            write_magic(magic, &mut write);
        }
        if let Some(version) = version {
            let (number, len) = (number(&version.number), number(&version.len));
            let oldest = version.readable_since.unwrap_or(0);
            read.add("size_t start = r->at, outer;");
            read.add(format!("uint64_t version = {number};"));
            read.add("if (version == 0) {");
            read.add(format!("version = {number};"));
            read.add("if (version == 0) codec_fail(r, CODEC_INVALID_VERSION, start);");
            read.add("size_t at = r->at;");
            read.add(format!(
                "codec_readable(r, start, at, {}, version, {number});",
                version.known
            ));
            read.add("}");
            read.add(format!("outer = codec_open(r, {len});"));
            let numbers = match oldest {
                0 => vec![version.known],
                oldest => vec![0, version.known, oldest],
            };
            for number in numbers {
                write.add(write_number(&version.number, &number.to_string()));
            }
            write.add("size_t start = w->len, middle;");
        }
        self.reads(&of.name, items, "(*v)", &mut read)?;
        self.writes(&of.name, items, "(*v)", version.map(|of| of.known), &mut write)?;
        if let Some(version) = version {
            read.add("r->at = r->end;");
            read.add("r->end = outer;");
            write.add("middle = w->len;");
            let ty = integer(version.len.bytes, false);
            write.add(write_number(&version.len, &format!("({ty})(middle - start)")));
            write.add("codec_swap(w, start, middle);");
        }
        if self.members_of(items)? == 0 {
            read.add("v->nothing = 0;");
            write.add("(void)v;");
        }
        if !write.0.iter().any(|line| line.contains("w,") || line.contains("w->")) {
            write.add("(void)w;");
        }
        if !read.0.iter().any(|line| line.contains("(r") || line.contains("r->")) {
            read.add("(void)r;");
        }
        let heads = self.heads(index);
        self.function(&heads[0], &read);
        self.function(&heads[1], &write);
        Ok(())
    }

    fn members_of(&mut self, items: &'p [Item]) -> Result<usize> {
        let mut count = 0;
        for item in items {
            count += usize::from(self.item(item)?.is_some());
        }
        Ok(count)
    }
}
