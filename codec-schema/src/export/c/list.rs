//! Lists: a view of elements that are in the input, or an array of the program.

use super::{C, Lines, Result, address, member};
use crate::export::refuse::ExportError;
use crate::measure::Number;
use crate::plan::{Count, Int, Shape};

impl<'p> C<'p> {
    /// Returns whether all bytes of the size of an element are one.
    fn is_any(&self, item: &Shape) -> bool {
        match item {
            Shape::Int(Int {
                number: Number::Fixed(_) | Number::Little(_), nonzero, max, ..
            }) => !nonzero && max.is_none(),
            Shape::Float(..) => !self.plan.encoding.rules.refuses_nan,
            Shape::Bytes(Count::Fixed(_)) | Shape::Bool(true) => true,
            _ => false,
        }
    }

    /// The function that goes over a list, and those that read and write one of so many elements.
    pub(super) fn list_functions(&mut self, item: &'p Shape, name: &str, of: &str) -> Result<()> {
        let (scope, next) = (std::mem::take(&mut self.scope), self.next);
        self.list_parts(item, name, of)?;
        (self.scope, self.next) = (scope, next);
        Ok(())
    }

    fn list_parts(&mut self, item: &'p Shape, name: &str, of: &str) -> Result<()> {
        let size = crate::plan::size_of(self.plan, item);
        if size.min == 0 {
            return Err(ExportError::of(name, "a list of elements that may have no bytes"));
        }
        let one =
            if size.fixed { format!("r->end = r->at + {};", size.min) } else { String::new() };
        let mut lines = Lines::default();
        lines.add("codec_reader at = {v->view.data, 0, v->view.len, {CODEC_OK, 0}}, *r = &at;");
        lines.add("if (v->count == 0) return false;");
        lines.add("if (v->items) {");
        lines.add("*item = *v->items++;");
        lines.add("v->count--;");
        lines.add("return true;");
        lines.add("}");
        if size.fixed {
            lines.add(format!("if (v->view.len >= {}) {one}", size.min));
        }
        self.read(item, "(*item)", &mut lines)?;
        lines.add("if (at.error.kind != CODEC_OK) return false;");
        lines.add("v->view.data += at.at;");
        lines.add("v->view.len -= at.at;");
        lines.add("v->count--;");
        lines.add("return true;");
        self.function(&format!("bool next_{name}({name} *v, {of} *item)"), &lines);

        let mut lines = Lines::default();
        let min = size.min;
        lines.add("v->items = NULL;");
        lines.add(format!("v->count = codec_there(r, count, {min}) ? (size_t)count : 0;"));
        lines.add("v->view.data = r->data + r->at;");
        if size.fixed && self.is_any(item) {
            lines.add(format!("codec_take(r, v->count * {min});"));
        } else {
            if size.fixed {
                lines.add("size_t outer = r->end;");
            }
            lines.add("for (size_t i = 0; i < v->count && r->error.kind == CODEC_OK; i++) {");
            lines.add(format!("{of} item;"));
            if size.fixed {
                lines.add(one);
            }
            self.read(item, "item", &mut lines)?;
            lines.add("(void)item;");
            if size.fixed {
                lines.add("r->end = outer;");
            }
            lines.add("}");
        }
        lines.add("v->view.len = (size_t)(r->data + r->at - v->view.data);");
        self.own(&format!("void list_{name}(codec_reader *r, uint64_t count, {name} *v)"), &lines);
        Ok(())
    }

    /// Writes the elements of a list, which is at `place`.
    pub(super) fn each(
        &mut self,
        item: &'p Shape,
        place: &str,
        lines: &mut Lines,
        between: impl FnOnce(&mut Self, &mut Lines, &str) -> Result<()>,
    ) -> Result<()> {
        let (name, of) = (self.list(item)?, self.element(item)?);
        let (rest, one) = (self.variable("rest"), self.variable("item"));
        lines.add("{");
        lines.add(format!("{name} {rest} = {place};"));
        lines.add(format!("{of} {one};"));
        lines.add(format!("while (next_{name}(&{rest}, &{one})) {{"));
        between(self, lines, &one)?;
        lines.add("}");
        lines.add(format!("if ({rest}.count > 0) codec_reject(w, CODEC_INVALID_VALUE);"));
        lines.add("}");
        Ok(())
    }

    pub(super) fn read_list(
        &mut self,
        shape: &'p Shape,
        place: &str,
        lines: &mut Lines,
    ) -> Result<()> {
        match shape {
            Shape::List(Count::Fixed(count), item) => {
                let (min, at) = (crate::plan::size_of(self.plan, item).min, self.variable("i"));
                lines.add(format!("codec_there(r, {count}, {min});"));
                lines.add(format!("for (size_t {at} = 0; {at} < {count}; {at}++) {{"));
                self.read(item, &format!("{}[{at}]", member(place, "items")), lines)?;
                lines.add("}");
            }
            Shape::List(Count::Last(until), item) => {
                let (of, one) = (self.element(item)?, self.variable("item"));
                let (items, count) = (member(place, "items"), member(place, "count"));
                let view = member(place, "view");
                self.list(item)?;
                lines.add(format!("{items} = NULL;"));
                lines.add(format!("{count} = 0;"));
                lines.add(format!("{view}.data = r->data + r->at;"));
                lines.add("while (r->error.kind == CODEC_OK) {");
                lines.add(format!("{of} {one};"));
                if until.open {
                    lines.add("if (r->at == r->end) break;");
                }
                let start = self.start(lines);
                self.read(item, &one, lines)?;
                lines.add(format!("{count}++;"));
                lines.add("if (r->error.kind != CODEC_OK) break;");
                self.scope.element = Some((item, one));
                let (end, fails) = self.truth(&until.end, lines)?;
                self.scope.element = None;
                if fails.is_some() {
                    return self.refused("an end that may have no value");
                }
                let end = crate::export::syntax::bare(&end);
                lines.add(format!("if ({end}) break;"));
                lines.add(format!(
                    "if (r->at == {start}) codec_fail(r, CODEC_TOO_MANY_EMPTY_ELEMENTS, r->at);"
                ));
                lines.add("}");
                lines.add(format!("{view}.len = (size_t)(r->data + r->at - {view}.data);"));
            }
            Shape::List(Count::Left, item) if crate::plan::size_of(self.plan, item).fixed => {
                let (name, min) = (self.list(item)?, crate::plan::size_of(self.plan, item).min);
                let count = match min {
                    1 => "r->end - r->at".to_owned(),
                    min => format!("(r->end - r->at + {}) / {min}", min - 1),
                };
                lines.add(format!("list_{name}(r, {count}, {});", address(place)));
            }
            Shape::List(Count::Left, item) => {
                let (of, one) = (self.element(item)?, self.variable("item"));
                let (items, count) = (member(place, "items"), member(place, "count"));
                let view = member(place, "view");
                self.list(item)?;
                lines.add(format!("{items} = NULL;"));
                lines.add(format!("{view}.data = r->data + r->at;"));
                lines.add(format!(
                    "for ({count} = 0; r->at < r->end && r->error.kind == CODEC_OK; {count}++) {{"
                ));
                lines.add(format!("{of} {one};"));
                self.read(item, &one, lines)?;
                lines.add(format!("(void){one};"));
                lines.add("}");
                lines.add(format!("{view}.len = (size_t)(r->data + r->at - {view}.data);"));
            }
            Shape::List(count, item) => {
                let name = self.list(item)?;
                self.within(lines, |c, lines| {
                    let count = c.count(count, lines)?;
                    lines.add(format!("list_{name}(r, {count}, {});", address(place)));
                    Ok(())
                })?;
            }
            Shape::Indexed(count, item) => self.read_indexed(count, item, place, lines)?,
            _ => {}
        }
        Ok(())
    }

    fn read_indexed(
        &mut self,
        count: &'p Count,
        item: &'p Shape,
        place: &str,
        lines: &mut Lines,
    ) -> Result<()> {
        let size = crate::plan::size_of(self.plan, item);
        let (name, of) = (self.list(item)?, self.element(item)?);
        let [table, begin, one, at] =
            ["table", "begin", "item", "i"].map(|name| self.variable(name));
        lines.add("{");
        let count = self.count(count, lines)?;
        lines.add(format!("uint64_t count = {count};"));
        lines.add(format!("size_t {table} = r->at;"));
        lines.add("codec_there(r, count, 4);");
        lines.add("codec_take(r, (size_t)count * 4);");
        if size.fixed {
            lines.add(format!("list_{name}(r, count, {});", address(place)));
            let all = member(place, "count");
            lines.add(format!("for (size_t {at} = 0; {at} < {all}; {at}++) {{"));
            lines.add(format!("codec_read_end(r, {table}, {at}, ({at} + 1) * {});", size.min));
            lines.add("}");
        } else {
            let view = member(place, "view");
            lines.add(format!("size_t {begin} = r->at;"));
            lines.add(format!("{} = NULL;", member(place, "items")));
            lines.add(format!(
                "{} = codec_there(r, count, {}) ? (size_t)count : 0;",
                member(place, "count"),
                size.min
            ));
            lines.add(format!("{view}.data = r->data + r->at;"));
            lines.add(format!(
                "for (size_t {at} = 0; {at} < count && r->error.kind == CODEC_OK; {at}++) {{"
            ));
            lines.add(format!("{of} {one};"));
            self.read(item, &one, lines)?;
            lines.add(format!("(void){one};"));
            lines.add(format!("codec_read_end(r, {table}, {at}, r->at - {begin});"));
            lines.add("}");
            lines.add(format!("{view}.len = (size_t)(r->data + r->at - {view}.data);"));
        }
        lines.add("}");
        Ok(())
    }
}
