//! Structs and enums: their classes, readers and writers.

use codec_core::schema::{Node, Operand, Padding};

use super::expression::Scope;
use super::{Emitter, has_value, is_number};
use crate::export::refuse::ExportError;
use crate::export::syntax::{Class, Function, Line, Member, Syntax, Ty};
use crate::plan::{Body, Int, Item, Shape, There, Type, Variant, Version};

type Lines = Result<Vec<Line>, ExportError>;

impl<'p, S: Syntax> Emitter<'p, S> {
    /// The classes of a type, its reader and its writer.
    pub(super) fn of_type(&self, index: usize, file: &mut String) -> Result<(), ExportError> {
        let of = &self.plan.types[index];
        match &of.body {
            Body::Struct { version, items } => self.structure(index, of, *version, items, file),
            Body::Enum { tag, variants } => self.enumeration(index, of, tag, variants, file),
        }
    }

    /// The reader and the writer of a type.
    pub(super) fn functions(
        &self,
        (name, ty): (&str, &str),
        read: Vec<Line>,
        write: Vec<Line>,
        file: &mut String,
    ) {
        let [reader, writer, nothing, ..] = self.syntax.words();
        let function = Function {
            name: (self.naming.spell.verb)("read", name),
            parameters: vec![("r", reader.to_owned())],
            result: ty.to_owned(),
            body: read,
        };
        file.push_str(&self.syntax.function(&function));
        let function = Function {
            name: (self.naming.spell.verb)("write", name),
            parameters: vec![("w", writer.to_owned()), ("v", ty.to_owned())],
            result: nothing.to_owned(),
            body: write,
        };
        file.push_str(&self.syntax.function(&function));
    }

    fn structure(
        &self,
        index: usize,
        of: &'p Type,
        version: Option<Version>,
        items: &'p [Item],
        file: &mut String,
    ) -> Result<(), ExportError> {
        let (name, doc, variant) = (self.naming.types[index].clone(), of.doc.to_owned(), None);
        let class = Class { name: name.clone(), doc, variant, members: self.members(items) };
        file.push_str(&self.syntax.class(&class));
        let (mut read, mut write) = (Vec::new(), Vec::new());
        if let Some(magic) = &of.magic {
            read.push(Line::Do(self.read_magic(magic)));
            write.push(Line::Do(self.write_magic(magic)));
        }
        let syntax = &self.syntax;
        let mut body = self.reads(&of.name, items)?;
        if let Some(version) = version {
            let (int, len) = (self.later(&version.number), self.later(&version.len));
            let (known, oldest) = (version.known, version.readable_since.unwrap_or(0));
            let open = format!("r.version({known}, {oldest}, {int}, {len})");
            read.push(Line::Let("version".to_owned(), open));
            body.push(Line::Do("r.close()".to_owned()));
            let (number, len) = (self.into(&version.number), self.into(&version.len));
            write.push(Line::Do(format!("w.version({known}, {oldest}, {number})")));
            write.push(Line::Let("outer".to_owned(), "w.open()".to_owned()));
            write.extend(self.writes(&of.name, items, Some(version.known))?);
            write.push(Line::Do(format!("w.shut(outer, {len})")));
        } else {
            write.extend(self.writes(&of.name, items, None)?);
        }
        read.push(Line::Let("v".to_owned(), syntax.blank(&class)));
        read.extend(body);
        read.push(Line::Return("v".to_owned()));
        self.functions((&name, &name), read, write, file);
        Ok(())
    }

    fn enumeration(
        &self,
        index: usize,
        of: &'p Type,
        tag: &Int,
        variants: &'p [Variant],
        file: &mut String,
    ) -> Result<(), ExportError> {
        let (name, syntax) = (&self.naming.types[index], &self.syntax);
        let [reader, writer, nothing, offset, wide] = syntax.words();
        let [read_name, write_name, tag_of] =
            ["read", "write", "tag"].map(|verb| self.verb(verb, index));
        let tag_name = (self.naming.spell.name)("tag");
        let mut classes = Vec::new();
        let (mut arms, mut other) =
            (Vec::new(), vec![Line::Do(syntax.call("r", "no_variant", "start"))]);
        let (mut contents, mut tags) = (Vec::new(), Vec::new());
        for (at, variant) in variants.iter().enumerate() {
            let (word, class) = self.naming.variant(index, at);
            let mut members = self.members(&variant.items);
            if let Some(kept) = variant.kept {
                let doc = "The tag, which no variant has.".to_owned();
                members.insert(0, Member { name: tag_name.clone(), doc, ty: Ty::Int(kept, false) });
            }
            let class = Class {
                name: class.clone(),
                doc: variant.doc.to_owned(),
                variant: Some(word.to_owned()),
                members,
            };
            file.push_str(&syntax.class(&class));
            let place = format!("{}::{}", of.name, variant.name);
            let mut read = vec![Line::Let("v".to_owned(), syntax.blank(&class))];
            if let Some(kept) = variant.kept {
                let tag = format!("r.kept(start, tag, {kept})");
                let tag = syntax.narrow(&tag, &Ty::Int(kept, false));
                read.push(Line::Do(format!("v.{tag_name} = {tag}")));
            }
            read.extend(self.reads(&place, &variant.items)?);
            read.push(Line::Return("v".to_owned()));
            let is = syntax.arm(word, &class.name);
            contents.push((is.clone(), self.writes(&place, &variant.items, None)?));
            if let Some(number) = variant.tag {
                let number = syntax.int(number.into());
                arms.push((syntax.equal("tag", &number), read));
                tags.push((is, vec![Line::Return(number)]));
            } else {
                let known = variants.iter().filter_map(|one| one.tag);
                let known: Vec<_> = known.map(|one| syntax.int(one.into())).collect();
                let ty = Ty::Int(variant.kept.unwrap_or(8), false);
                let tag = syntax.raw(&format!("v.{tag_name}"), &ty);
                let tag = format!("unknown({tag}, {})", syntax.ints(&known));
                tags.push((is, vec![Line::Return(tag)]));
                other = read;
            }
            classes.push(class.name);
        }
        file.push_str(&syntax.union(name, of.doc, &classes));
        let function = Function {
            name: format!("{read_name}_of"),
            parameters: vec![
                ("r", reader.to_owned()),
                ("start", offset.to_owned()),
                ("tag", wide.to_owned()),
            ],
            result: name.clone(),
            body: vec![Line::Match(arms, other)],
        };
        file.push_str(&syntax.function(&function));
        let function = Function {
            name: tag_of.clone(),
            parameters: vec![("v", name.clone())],
            result: wide.to_owned(),
            body: vec![Line::Match(tags, vec![Line::Do("invalid()".to_owned())])],
        };
        file.push_str(&syntax.function(&function));
        let function = Function {
            name: format!("{write_name}_of"),
            parameters: vec![("w", writer.to_owned()), ("v", name.clone())],
            result: nothing.to_owned(),
            body: vec![Line::Match(contents, vec![Line::Do("invalid()".to_owned())])],
        };
        file.push_str(&syntax.function(&function));
        let (mut read, mut write) = (Vec::new(), Vec::new());
        if let Some(magic) = &of.magic {
            read.push(Line::Do(self.read_magic(magic)));
            write.push(Line::Do(self.write_magic(magic)));
        }
        if is_number(tag) {
            read.push(Line::Let("start".to_owned(), "r.at".to_owned()));
            let number = self.read_number(tag);
            read.push(Line::Return(format!("{read_name}_of(r, start, {number})")));
            write.push(Line::Do(self.write_number(tag, &format!("{tag_of}(v)"))));
            write.push(Line::Do(format!("{write_name}_of(w, v)")));
            self.functions((name, name), read, write, file);
        }
        Ok(())
    }

    /// Reads fields into `v`.
    fn reads(&self, place: &str, items: &'p [Item]) -> Lines {
        let (mut lines, noted, syntax) = (Vec::new(), noted(items), &self.syntax);
        let is_aligned = items.iter().any(|item| item.padding.align > 1);
        if is_aligned {
            lines.push(Line::Let("base".to_owned(), "r.at".to_owned()));
        }
        let needs = self.run_of(items);
        for (item, need) in items.iter().zip(needs) {
            let of = Self::place(place, item);
            let scope = Scope { place: of, items, element: None };
            if need > 0 {
                lines.push(Line::Do(format!("r.need({need})")));
            }
            if noted.binary_search(&item.index).is_ok() {
                lines.push(Line::Let(format!("begin{}", item.index), "r.at".to_owned()));
            }
            let alive = self.alive(item);
            if let Some(alive) = alive {
                let read = self.read(&item.shape, scope)?;
                if item.padding != Padding::NONE {
                    return Err(ExportError::of(of, "padding of a field that some versions lack"));
                }
                lines.push(Line::When {
                    condition: alive,
                    place: Some(format!("v.{}", self.naming.member(item))),
                    value: read,
                    otherwise: Some(self.zero(&item.shape)),
                });
                continue;
            }
            if let Shape::Bits(bits) = &item.shape
                && bits.is_first
            {
                self.word.set(self.word.get() + 1);
            }
            let read = self.padded(item, self.read(&item.shape, scope)?);
            let condition = match &item.there {
                There::Always => None,
                There::Left => Some(syntax.call("r", "has_more", "")),
                There::If(of) => Some(format!("r.test({})", self.truly(of, scope)?)),
            };
            if let Shape::Bits(bits) = &item.shape
                && bits.is_first
            {
                let word = format!("r.word({}, {})", bits.len, syntax.boolean(bits.little));
                lines.push(Line::Let(format!("word{}", self.word.get()), word));
            }
            let place = has_value(item).then(|| format!("v.{}", self.naming.member(item)));
            lines.push(match (condition, place) {
                (Some(condition), place) => {
                    Line::When { condition, place, value: read, otherwise: None }
                }
                (None, Some(place)) => Line::Do(format!("{place} = {read}")),
                (None, None) => Line::Do(read),
            });
            if noted.binary_search(&item.index).is_ok() {
                lines.push(Line::Let(format!("end{}", item.index), "r.at".to_owned()));
            }
        }
        for item in items {
            let Some(computed) = &item.computed else { continue };
            let of = Self::place(place, item);
            let scope = Scope { place: of, items, element: None };
            let code = self.exactly(computed, scope)?;
            let (begin, member) = (format!("begin{}", item.index), self.naming.member(item));
            let found = if matches!(item.there, There::Always) {
                syntax.wide(&format!("v.{member}"))
            } else {
                return Err(ExportError::of(of, "a computed field with a condition"));
            };
            lines.push(Line::Do(format!("r.computed({begin}, {found}, {code})")));
        }
        Ok(lines)
    }

    fn place(of: &str, item: &Item) -> &'p str {
        Box::leak(format!("{of}.{}", item.name).into_boxed_str())
    }

    /// The condition under which a version has the field.
    fn alive(&self, item: &Item) -> Option<String> {
        let since =
            item.since.filter(|since| *since > 1).map(|since| format!("version >= {since}"));
        let removed = item.removed.map(|removed| format!("version < {removed}"));
        match (since, removed) {
            (Some(since), Some(removed)) => Some(self.syntax.and(&since, &removed)),
            (since, removed) => since.or(removed),
        }
    }

    fn padded(&self, item: &Item, read: String) -> String {
        let Padding { before, after, align, .. } = item.padding;
        if item.padding == Padding::NONE {
            return read;
        }
        let base = if align > 1 { "base" } else { "0" };
        let read = self.syntax.lambda("", &self.ty(&item.shape), &read);
        let all = format!("{before}, {base}, {align}, {after}, {read}");
        self.syntax.call("r", "padded", &all)
    }

    /// Writes the fields of `v`.
    fn writes(&self, place: &str, items: &'p [Item], version: Option<u32>) -> Lines {
        let (mut lines, noted, syntax) = (Vec::new(), noted(items), &self.syntax);
        if items.iter().any(|item| item.padding.align > 1) {
            lines.push(Line::Let("base".to_owned(), "w.len".to_owned()));
        }
        let mut skip = 0;
        for (at, item) in items.iter().enumerate() {
            let of = Self::place(place, item);
            let scope = Scope { place: of, items, element: None };
            let is_dead = version.is_some_and(|own| {
                item.since.is_some_and(|since| own < since)
                    || item.removed.is_some_and(|removed| own >= removed)
            });
            if is_dead {
                continue;
            }
            if noted.binary_search(&item.index).is_ok() {
                lines.push(Line::Let(format!("begin{}", item.index), "w.len".to_owned()));
            }
            let Padding { before, after, align, .. } = item.padding;
            if before > 0 {
                lines.push(Line::Do(format!("w.zeros({before})")));
            }
            if align > 1 {
                lines.push(Line::Do(format!("w.align(base, {align})")));
            }
            let member = format!("v.{}", self.naming.member(item));
            if let Shape::Bits(bits) = &item.shape {
                if bits.is_first {
                    let (mut parts, mut left) = (Vec::new(), bits.len * 8);
                    for one in &items[at..] {
                        let Shape::Bits(bits) = &one.shape else { break };
                        if left == 0 {
                            break;
                        }
                        left -= bits.width;
                        let value = format!("v.{}", self.naming.member(one));
                        let signed = match bits.kind {
                            codec_core::schema::Kind::Int(int) => int.signed,
                            _ => false,
                        };
                        let value = syntax.wide(&value);
                        let (shift, width) = (bits.shift, bits.width);
                        let signed = syntax.boolean(signed);
                        parts.push(format!("field({value}, {shift}, {width}, {signed})"));
                    }
                    let little = syntax.boolean(bits.little);
                    let word = syntax.together(&parts);
                    lines.push(Line::Do(format!("w.word({word}, {}, {little})", bits.len)));
                }
            } else {
                let write = match &item.there {
                    There::Always => self.write(&item.shape, &member, scope)?,
                    There::Left => {
                        let before = std::mem::replace(&mut skip, 1) > 0;
                        let before = before.then(|| self.left_before(&items[..at]));
                        let before = before.flatten();
                        let before = before.unwrap_or_else(|| syntax.boolean(true).to_owned());
                        let item = self.item(&item.shape, scope)?;
                        syntax.call("w", "left", &format!("{member}, {before}, {item}"))
                    }
                    There::If(condition) => {
                        let truth = self.truly(condition, scope)?;
                        let item = self.item(&item.shape, scope)?;
                        syntax.call("w", "present", &format!("{member}, {truth}, {item}"))
                    }
                };
                lines.push(Line::Do(write));
            }
            if after > 0 {
                lines.push(Line::Do(format!("w.zeros({after})")));
            }
            if noted.binary_search(&item.index).is_ok() {
                lines.push(Line::Let(format!("end{}", item.index), "w.len".to_owned()));
            }
        }
        self.settled(place, items, lines)
    }

    /// The last field before that is there if any bytes are left.
    fn left_before(&self, before: &[Item]) -> Option<String> {
        let item = before.iter().rfind(|item| matches!(item.there, There::Left))?;
        let member = format!("v.{}", self.naming.member(item));
        Some(self.syntax.not(&self.syntax.equal(&member, self.syntax.null())))
    }

    /// Fields are written until those that are computed of others have their values.
    fn settled(&self, place: &str, items: &'p [Item], lines: Vec<Line>) -> Lines {
        let syntax = &self.syntax;
        let mut all = Vec::new();
        for item in items {
            let Some(computed) = &item.computed else { continue };
            let scope = Scope { place: Self::place(place, item), items, element: None };
            let (code, member) = (self.exactly(computed, scope)?, self.naming.member(item));
            all.push((code, format!("v.{member}"), item));
        }
        if all.is_empty() {
            return Ok(lines);
        }
        let mut body = vec![Line::Let("mark".to_owned(), "w.len".to_owned())];
        let copy = syntax.copy("v").map(|copy| Line::Do(format!("v = {copy}")));
        let mut first: Vec<_> = copy.into_iter().collect();
        for (code, member, item) in &all {
            // Fields that depend on the length of written parts are known once these are written.
            let asks = item.computed.is_some_and(|of| of.node.is_some_and(asks_for_bytes));
            let value = match &item.shape {
                Shape::Int(int) if !asks => {
                    let ty = Ty::Int(int.bytes, int.signed);
                    syntax.narrow_exact(&format!("w.computed({code})"), &ty)
                }
                shape => self.zero(shape),
            };
            first.push(Line::Do(format!("{member} = {value}")));
        }
        body.extend(lines);
        let mut same = syntax.boolean(true).to_owned();
        for (at, (code, member, _)) in all.iter().enumerate() {
            body.push(Line::Let(format!("computed{at}"), format!("w.computed({code})")));
            same = syntax.and(&same, &syntax.equal(&format!("computed{at}"), &syntax.wide(member)));
        }
        body.push(Line::Leave(same));
        for (at, (_, member, item)) in all.iter().enumerate() {
            let ty = match &item.shape {
                Shape::Int(int) => Ty::Int(int.bytes, int.signed),
                _ => return Err(ExportError::of(item.name, "a computed field that is no integer")),
            };
            let value = syntax.narrow_exact(&format!("computed{at}"), &ty);
            body.push(Line::Do(format!("{member} = {value}")));
        }
        body.push(Line::Do("w.back(mark)".to_owned()));
        first.push(Line::Loop(body));
        Ok(first)
    }
}

/// The fields that some `encoded_len` or check of a computed field asks about.
pub(in super::super) fn noted(items: &[Item]) -> Vec<u16> {
    let mut noted = Vec::new();
    for item in items {
        let Some(of) = &item.computed else { continue };
        noted.push(item.index);
        let mut open: Vec<&Node> = of.node.into_iter().collect();
        while let Some(node) = open.pop() {
            match node {
                Node::Field(Operand::Encoded(first, last)) => noted.extend([*first, *last]),
                Node::Not(of) => open.push(of),
                Node::Binary(_, left, right) => open.extend([*left, *right]),
                _ => {}
            }
        }
    }
    noted.sort_unstable();
    noted.dedup();
    noted
}

/// Returns whether an expression asks for the encoded length of fields.
pub(in super::super) fn asks_for_bytes(node: &Node) -> bool {
    match node {
        Node::Field(operand) => matches!(operand, Operand::Encoded(..)),
        Node::Not(of) => asks_for_bytes(of),
        Node::Binary(_, left, right) => asks_for_bytes(left) || asks_for_bytes(right),
        _ => false,
    }
}
