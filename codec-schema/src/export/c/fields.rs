//! Fields of structs and of variants.

use codec_core::schema::{Kind, Operator, Padding};

use super::expression::{Scope, Value, binary, plain};
use super::{C, Lines, Result, address, member};
use crate::export::emit::{asks_for_bytes, noted};
use crate::export::refuse::ExportError;
use crate::plan::{Item, Shape, There};

impl<'p> C<'p> {
    fn enter(&mut self, path: &str, items: &'p [Item], of: &str, item: &Item) {
        let place = format!("{path}.{}", item.name);
        let computed = std::mem::take(&mut self.scope.computed);
        self.scope = Scope { place, items, of: of.to_owned(), element: None, computed };
    }

    /// Reads fields into the value at `place`.
    pub(super) fn reads(
        &mut self,
        path: &str,
        items: &'p [Item],
        place: &str,
        lines: &mut Lines,
    ) -> Result<()> {
        let noted = noted(items);
        self.scope.computed.clear();
        if items.iter().any(|item| item.padding.align > 1) {
            lines.add("size_t base = r->at;");
        }
        let needs = crate::plan::runs(self.plan, items);
        for (item, need) in items.iter().zip(needs) {
            self.enter(path, items, place, item);
            if need > 0 {
                lines.add(format!("codec_need(r, {need});"));
            }
            if noted.binary_search(&item.index).is_ok() {
                lines.add(format!("size_t begin{} = r->at;", item.index));
            }
            self.read_item(items, item, place, lines)?;
            if noted.binary_search(&item.index).is_ok() {
                lines.add(format!("size_t end{} = r->at;", item.index));
            }
        }
        for index in &noted {
            lines.add(format!("(void)begin{index};"));
            lines.add(format!("(void)end{index};"));
        }
        for item in items {
            let Some(computed) = &item.computed else { continue };
            self.enter(path, items, place, item);
            if !matches!(item.there, There::Always) {
                return self.refused("a computed field with a condition");
            }
            let mut value = self.value(computed)?;
            lines.add("{");
            let fails = self.failing(&mut value, lines);
            let found = plain(self.place(place, item), &item.shape);
            let same = found.and_then(|found| binary(Operator::Eq, &value, &found));
            let Some(same) = same else {
                return self.refused("a computed field of more than 64 bits");
            };
            let wrong = format!("!{}", same.code);
            let wrong = fails.map_or(wrong.clone(), |fails| format!("{wrong} || {fails}"));
            lines.add(format!(
                "if ({wrong}) codec_fail(r, CODEC_CHECK_FAILED, begin{});",
                item.index
            ));
            lines.add("}");
        }
        Ok(())
    }

    fn read_item(
        &mut self,
        items: &'p [Item],
        item: &'p Item,
        of: &str,
        lines: &mut Lines,
    ) -> Result<()> {
        let place = self.place(of, item);
        let since =
            item.since.filter(|since| *since > 1).map(|since| format!("version >= {since}"));
        let removed = item.removed.map(|removed| format!("version < {removed}"));
        let alive: Vec<_> = since.into_iter().chain(removed).collect();
        if !alive.is_empty() {
            if item.padding != Padding::NONE {
                return self.refused("padding of a field that some versions lack");
            }
            lines.add(format!("if ({}) {{", alive.join(" && ")));
            self.read(&item.shape, &place, lines)?;
            lines.add("} else {");
            lines.add(format!("memset({}, 0, sizeof {place});", address(&place)));
            lines.add("}");
            return Ok(());
        }
        let is_option = !matches!(item.there, There::Always);
        match &item.there {
            There::Always => {}
            There::Left => lines.add(format!("{} = r->at < r->end;", member(&place, "some"))),
            There::If(condition) => {
                self.within(lines, |c, lines| {
                    let (truth, fails) = c.truth(condition, lines)?;
                    lines.add(format!("{} = {truth};", member(&place, "some")));
                    if let Some(fails) = fails {
                        lines.add(format!(
                            "if ({fails}) codec_fail(r, CODEC_INTEGER_OUT_OF_RANGE, r->at);"
                        ));
                    }
                    Ok(())
                })?;
            }
        }
        let place = if is_option {
            lines.add(format!("if ({}) {{", member(&place, "some")));
            member(&place, "value")
        } else {
            place
        };
        let Padding { before, after, align, .. } = item.padding;
        if before > 0 {
            lines.add(format!("codec_take(r, {before});"));
        }
        if align > 1 {
            lines.add(format!("codec_align(r, base, {align});"));
        }
        if let Shape::Bits(bits) = &item.shape
            && bits.is_first
        {
            lines.add("{");
            lines.add(format!(
                "uint64_t word = codec_read_long(r, {}, {});",
                bits.len, !bits.little
            ));
        }
        self.read(&item.shape, &place, lines)?;
        if ends_word(items, item) {
            lines.add("}");
        }
        if after > 0 {
            lines.add(format!("codec_take(r, {after});"));
        }
        if is_option {
            lines.add("}");
        }
        Ok(())
    }

    /// Writes the fields of the value at `place`.
    pub(super) fn writes(
        &mut self,
        path: &str,
        items: &'p [Item],
        place: &str,
        version: Option<u32>,
        lines: &mut Lines,
    ) -> Result<()> {
        self.scope.computed.clear();
        // Values that need no bytes are known first; they may be of each other.
        let mut open: Vec<&Item> = items.iter().filter(|item| item.computed.is_some()).collect();
        let asks = open
            .iter()
            .any(|item| item.computed.is_some_and(|of| of.node.is_some_and(asks_for_bytes)));
        open.retain(|item| !item.computed.is_some_and(|of| of.node.is_some_and(asks_for_bytes)));
        for item in open {
            self.enter(path, items, place, item);
            let Some(computed) = &item.computed else { continue };
            let mut value = self.value(computed)?;
            if let Some(fails) = self.failing(&mut value, lines) {
                let name = format!("computed{}", item.index);
                lines.add(format!("int64_t {name} = {};", value.code));
                lines.add(format!("if ({fails}) codec_reject(w, CODEC_INTEGER_OUT_OF_RANGE);"));
                value = Value { code: name, fails: false, ..value };
            } else {
                let ty = if value.is_signed() { "int64_t" } else { "uint64_t" };
                let name = format!("computed{}", item.index);
                lines.add(format!("{ty} {name} = {};", value.code));
                value = Value { code: name, ..value };
            }
            self.scope.computed.insert(item.index, value);
        }
        if asks {
            return self.writes_twice(path, items, place, version, lines);
        }
        self.write_items(path, items, place, version, lines)
    }

    /// Writes fields of which some have the length of what is written: until that stays as it is.
    fn writes_twice(
        &mut self,
        path: &str,
        items: &'p [Item],
        place: &str,
        version: Option<u32>,
        lines: &mut Lines,
    ) -> Result<()> {
        let mut asking = Vec::new();
        for item in items {
            let Some(of) = item.computed.filter(|of| of.node.is_some_and(asks_for_bytes)) else {
                continue;
            };
            self.enter(path, items, place, item);
            let mut value = self.value(&of)?;
            if value.fails {
                return self.refused("a length that may have no value");
            }
            let name = format!("computed{}", item.index);
            lines.add(format!("int64_t {name} = 0;"));
            let code = std::mem::replace(&mut value.code, name);
            self.scope.computed.insert(item.index, value);
            asking.push((item.index, code));
        }
        lines.add("size_t mark = w->len;");
        lines.add("while (w->error == CODEC_OK) {");
        self.write_items(path, items, place, version, lines)?;
        let same = asking.iter().map(|(index, code)| format!("computed{index} == {code}"));
        lines.add(format!("if ({}) break;", same.collect::<Vec<_>>().join(" && ")));
        for (index, code) in &asking {
            lines.add(format!("computed{index} = {code};"));
        }
        lines.add("if (w->error == CODEC_OK) w->len = mark;");
        lines.add("}");
        Ok(())
    }

    fn write_items(
        &mut self,
        path: &str,
        items: &'p [Item],
        of: &str,
        version: Option<u32>,
        lines: &mut Lines,
    ) -> Result<()> {
        let noted = noted(items);
        if items.iter().any(|item| item.padding.align > 1) {
            lines.add("size_t base = w->len;");
        }
        for (at, item) in items.iter().enumerate() {
            self.enter(path, items, of, item);
            let is_dead = version.is_some_and(|own| {
                item.since.is_some_and(|since| own < since)
                    || item.removed.is_some_and(|removed| own >= removed)
            });
            if is_dead {
                continue;
            }
            if noted.binary_search(&item.index).is_ok() {
                lines.add(format!("size_t begin{} = w->len;", item.index));
            }
            let Padding { before, after, align, .. } = item.padding;
            if before > 0 {
                lines.add(format!("codec_write_zeros(w, {before});"));
            }
            if align > 1 {
                lines.add(format!("codec_write_align(w, base, {align});"));
            }
            self.write_item(items, at, of, lines)?;
            if after > 0 {
                lines.add(format!("codec_write_zeros(w, {after});"));
            }
            if noted.binary_search(&item.index).is_ok() {
                lines.add(format!("size_t end{} = w->len;", item.index));
            }
        }
        for index in &noted {
            lines.add(format!("(void)begin{index};"));
            lines.add(format!("(void)end{index};"));
        }
        Ok(())
    }

    fn write_item(
        &mut self,
        items: &'p [Item],
        at: usize,
        of: &str,
        lines: &mut Lines,
    ) -> Result<()> {
        let item = &items[at];
        let place = self.place(of, item);
        if let Shape::Bits(bits) = &item.shape {
            if !bits.is_first {
                return Ok(());
            }
            let word = self.variable("word");
            lines.add(format!("uint64_t {word} = 0;"));
            for one in &items[at..] {
                let Shape::Bits(part) = &one.shape else { break };
                let (shift, width) = (part.shift, part.width);
                let signed = matches!(part.kind, Kind::Int(int) if int.signed);
                let name = if signed { "signed_bits" } else { "bits" };
                let value = self.place(of, one);
                lines.add(format!("{word} |= codec_{name}(w, {value}, {shift}, {width});"));
                if ends_word(items, one) {
                    break;
                }
            }
            lines.add(format!("codec_write_long(w, {word}, {}, {});", bits.len, !bits.little));
            return Ok(());
        }
        if let Some(value) = self.scope.computed.get(&item.index).cloned() {
            let Shape::Int(int) = &item.shape else {
                return Err(ExportError::of(item.name, "a computed field that is no integer"));
            };
            return self.write_computed(int, &value, lines);
        }
        let some = member(&place, "some");
        match &item.there {
            There::Always => return self.write(&item.shape, &place, lines),
            There::Left => {
                let before = items[..at].iter().rfind(|item| matches!(item.there, There::Left));
                lines.add(format!("if ({some}) {{"));
                if let Some(before) = before {
                    let before = member(&self.place(of, before), "some");
                    lines
                        .add(format!("if (!{before}) codec_reject(w, CODEC_INCONSISTENT_FIELDS);"));
                }
            }
            There::If(condition) => {
                self.within(lines, |c, lines| {
                    let (truth, fails) = c.truth(condition, lines)?;
                    let truth = match fails {
                        Some(fails) => {
                            lines.add(format!("bool wanted = {truth};"));
                            lines.add(format!(
                                "if ({fails}) codec_reject(w, CODEC_INTEGER_OUT_OF_RANGE);"
                            ));
                            "wanted".to_owned()
                        }
                        None => truth,
                    };
                    lines.add(format!(
                        "if ({truth} != {some}) codec_reject(w, CODEC_INCONSISTENT_FIELDS);"
                    ));
                    Ok(())
                })?;
                lines.add(format!("if ({some}) {{"));
            }
        }
        self.write(&item.shape, &member(&place, "value"), lines)?;
        lines.add("}");
        Ok(())
    }
}

/// Returns whether a field is the last of its word of bits.
fn ends_word(items: &[Item], item: &Item) -> bool {
    let Shape::Bits(_) = &item.shape else { return false };
    let next = items.iter().skip_while(|one| one.index != item.index).nth(1);
    !matches!(next, Some(Item { shape: Shape::Bits(bits), .. }) if !bits.is_first)
}
