//! Lists: a view of elements that are in the input, or an array of the program.

use super::{C, Lines, Result};
use crate::export::refuse::ExportError;
use crate::export::size;
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
        let size = size::shape(self.plan, item);
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
}
