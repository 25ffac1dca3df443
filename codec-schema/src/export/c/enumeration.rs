//! Readers and writers of enums.

use super::number::{number, unsigned, write_magic, write_number};
use super::types::integer;
use super::{C, Lines, Result, member};
use crate::measure::Number;
use crate::plan::{Int, Type, Variant};

impl<'p> C<'p> {
    pub(super) fn enumeration(
        &mut self,
        index: usize,
        of: &'p Type,
        tag: &Int,
        variants: &'p [Variant],
    ) -> Result<()> {
        let name = self.naming.types[index].clone();
        let is = self.variant_of(index, "(*v)");
        let [mut read, mut tags, mut contents] =
            [Lines::default(), Lines::default(), Lines::default()];
        let mut other = Lines::default();
        other.add(format!("{is} = {};", self.naming.variant(index, 0).1));
        other.add("codec_fail(r, CODEC_INVALID_TAG, start);");
        let mut known = Vec::new();
        for (at, variant) in variants.iter().enumerate() {
            let (_, word) = self.naming.variant(index, at);
            let place = member(&member("(*v)", "of"), &self.content(index, at));
            let path = format!("{}::{}", of.name, variant.name);
            let mut inner = Lines::default();
            inner.add(format!("{is} = {word};"));
            if let Some(kept) = variant.kept {
                if kept < 8 {
                    inner.add(format!(
                        "if (tag >> {}) codec_fail(r, CODEC_INVALID_TAG, start);",
                        8 * kept
                    ));
                }
                inner.add(format!("{place}.tag = ({})tag;", integer(kept, false)));
            }
            self.reads(&path, &variant.items, &place, &mut inner)?;
            contents.add(format!("case {word}: {{"));
            self.writes(&path, &variant.items, &place, None, &mut contents)?;
            contents.add("return;");
            contents.add("}");
            tags.add(format!("case {word}:"));
            if let Some(number) = variant.tag {
                known.push(number);
                read.add(format!("if (tag == {}) {{", unsigned(number)));
                read.0.append(&mut inner.0);
                read.add("return;");
                read.add("}");
                tags.add(format!("return {};", unsigned(number)));
            } else {
                other = inner;
                tags.add("break;");
            }
        }
        read.0.append(&mut other.0);
        let mut head = Lines::default();
        if let Some((at, _)) = variants.iter().enumerate().find(|(_, of)| of.tag.is_none()) {
            let (_, word) = self.naming.variant(index, at);
            let place = member(&member("(*v)", "of"), &self.content(index, at));
            let taken: Vec<_> =
                known.iter().map(|tag| format!("{place}.tag == {}", unsigned(*tag))).collect();
            head.add(format!("if ({is} == {word}) {{"));
            if !taken.is_empty() {
                head.add(format!(
                    "if ({}) codec_reject(w, CODEC_INVALID_VALUE);",
                    taken.join(" || ")
                ));
            }
            head.add(format!("return {place}.tag;"));
            head.add("}");
        }
        head.add(format!("switch ({is}) {{"));
        head.0.append(&mut tags.0);
        head.add("}");
        head.add("codec_reject(w, CODEC_INVALID_VALUE);");
        head.add("return 0;");
        let mut write = Lines::default();
        write.add(format!("switch ({is}) {{"));
        write.0.append(&mut contents.0);
        write.add("}");
        write.add("codec_reject(w, CODEC_INVALID_VALUE);");
        if !read.0.iter().any(|line| line.contains("start")) {
            read.add("(void)start;");
        }
        if !read.0.iter().any(|line| line.contains("(r") || line.contains("r->")) {
            read.add("(void)r;");
        }
        self.own(
            &format!("void read_{name}_of(codec_reader *r, size_t start, uint64_t tag, {name} *v)"),
            &read,
        );
        self.own(&format!("uint64_t tag_{name}(codec_writer *w, const {name} *v)"), &head);
        self.own(&format!("void write_{name}_of(codec_writer *w, const {name} *v)"), &write);
        let (mut read, mut write) = (Lines::default(), Lines::default());
        if let Some(magic) = &of.magic {
            self.read_magic(magic, &mut read);
            write_magic(magic, &mut write);
        }
        if !matches!(tag.number, Number::None) {
            let ty = integer(tag.bytes, false);
            read.add("size_t start = r->at;");
            read.add(format!("read_{name}_of(r, start, {}, v);", number(tag)));
            write.add(write_number(tag, &format!("({ty})tag_{name}(w, v)")));
            write.add(format!("write_{name}_of(w, v);"));
            let heads = self.heads(index);
            self.function(&heads[0], &read);
            self.function(&heads[1], &write);
        }
        Ok(())
    }
}
