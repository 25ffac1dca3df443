//! The wire format as Kaitai attributes.

use std::fmt::Write as _;

use codec_core::schema::Padding;

use super::attribute::Attribute;
use super::expression::{self, Scope, Sort};
use super::number::reading;
use super::words::{Words, bytes};
use crate::plan::{Body, Charset, Count, Int, Item, Limits, Plan, Shape, There, snake};

/// Writes the parts of one type.
pub(super) struct Layout<'p> {
    pub(super) plan: &'p Plan,
    /// The names of types, by their index.
    pub(super) names: &'p [String],
    /// The names of all types.
    pub(super) words: &'p mut Words,
    /// The type's name in the specification.
    pub(super) owner: String,
    /// Helper types for parts of it.
    pub(super) parts: String,
    /// Other types of the plan that it uses.
    pub(super) uses: Vec<usize>,
    /// Enums of the plan that it uses.
    pub(super) enums: Vec<usize>,
    /// Helper types that are independent of the protocol.
    pub(super) shared: Vec<String>,
}

/// The destination of a value: its id, and its field index.
struct Place<'s> {
    id: String,
    index: Option<u16>,
    /// The count that was read before it.
    given: Option<String>,
    words: &'s mut Words,
    scope: &'s mut Scope,
}

type Outcome = Result<Vec<Attribute>, String>;

impl Layout<'_> {
    /// The `seq` of a type with these fields; errors name the field.
    pub(super) fn fields(
        &mut self,
        items: &[Item],
        version: Option<&str>,
    ) -> Result<Vec<Attribute>, (String, String)> {
        let mut words = Words::fields_of(&self.owner);
        let (mut scope, mut all) = (Scope::default(), Vec::new());
        let ids: Vec<_> = items.iter().map(|item| words.take(&snake(item.name))).collect();
        for (item, id) in items.iter().zip(ids) {
            let refused = |reason| (format!(".{}", item.name), reason);
            let mut conditions = Vec::new();
            if let Some(version) = version {
                conditions.extend(item.since.map(|since| format!("{version} >= {since}")));
                conditions.extend(item.removed.map(|removed| format!("{version} < {removed}")));
            }
            match &item.there {
                There::Always => {}
                There::Left => conditions.push(String::from("not _io.eof")),
                There::If(of) => {
                    conditions.push(expression::condition(of, &scope).map_err(refused)?);
                }
            }
            let (index, words, scope) = (Some(item.index), &mut words, &mut scope);
            let place = Place { id, index, given: None, words: &mut *words, scope };
            let mut list = self.attributes(&item.shape, place).map_err(refused)?;
            let Padding { before, after, align, .. } = item.padding;
            if align > 1 {
                return Err(refused(format!("a field that begins at a multiple of {align}")));
            }
            let mut padding = |size: u64| {
                let id = words.take(&format!("padding_{}", snake(item.name)));
                Attribute::new(&id, &[&format!("size: {size}")])
            };
            if before > 0 {
                list.insert(0, padding(before));
            }
            for attribute in &mut list {
                attribute.condition.splice(0..0, conditions.iter().cloned());
            }
            if let Some(last) = list.last_mut() {
                item.doc.clone_into(&mut last.doc);
            }
            if after > 0 {
                let mut padding = padding(after);
                padding.condition.splice(0..0, conditions.iter().cloned());
                list.push(padding);
            }
            all.extend(list);
        }
        all.extend(computed(items, &scope));
        Ok(all)
    }

    fn attributes(&mut self, shape: &Shape, place: Place<'_>) -> Outcome {
        let id = place.id.clone();
        Ok(match shape {
            Shape::Nothing => Vec::new(),
            Shape::Bool(by_bit) => {
                let ty = if *by_bit { "bool_bit" } else { "bool_byte" };
                self.shared.push(ty.to_owned());
                if let Some(index) = place.index {
                    place.scope.values.insert(index, (format!("{id}.value"), Sort::Bool));
                }
                vec![Attribute::new(&id, &[&format!("type: {ty}")])]
            }
            Shape::Int(int) => {
                let (attribute, value) = self.int(int, &id)?;
                let bits = int.max.map_or(8 * u32::from(int.bytes), |max| 64 - max.leading_zeros());
                let bits = Sort::Number(bits, int.signed);
                if let Some(index) = place.index {
                    place.scope.values.insert(index, (value, bits));
                }
                vec![attribute]
            }
            Shape::Float(bytes, big) => {
                let end = if *big { "be" } else { "le" };
                vec![Attribute::new(&id, &[&format!("type: f{bytes}{end}")])]
            }
            Shape::Utf8Char => return Err(String::from("a character in UTF-8")),
            Shape::Magic(magic) if magic.bytes.is_empty() => Vec::new(),
            Shape::Magic(magic) => {
                vec![Attribute::new(&id, &[&format!("contents: {}", bytes(&magic.bytes))])]
            }
            Shape::Bytes(Count::Until(end)) => {
                vec![Attribute::new(&id, &[&format!("terminator: {end}")])]
            }
            Shape::Text(Count::Until(end), charset) => {
                let end = format!("terminator: {end}");
                let text: &[&str] = match charset {
                    Charset::Utf8 => &["type: strz", "encoding: UTF-8", &end],
                    _ => &[&end],
                };
                vec![Attribute::new(&id, text)]
            }
            Shape::Char(of) | Shape::Unordered(of) => return self.attributes(of, place),
            Shape::Sized(count, item) => self.delimited(count, item, place)?,
            Shape::Tagged(..) => return Err(String::from("a tag that another field holds")),
            Shape::Bits(_) => return Err(String::from("bits of shared bytes")),
            Shape::Bytes(count) => self.sized(count, None, place)?,
            Shape::Text(count, charset) => self.sized(count, Some(*charset), place)?,
            Shape::List(count, item) => self.list(count, item, place)?,
            Shape::Indexed(count, item) => self.indexed(count, item, place)?,
            Shape::Option(item) => {
                let there = place.words.take(&format!("opt_{id}"));
                let first = Attribute::new(&there, &["type: u1"]).valid(String::from("_ <= 1"));
                let inner = self.attributes(item, Place { index: None, ..place })?;
                under(first, &format!("{there} == 1"), inner)
            }
            Shape::Maybe(count, item) => {
                let mut place = place;
                let (mut all, count) = self.count(count, "num", &mut place)?;
                let count = count.ok_or("an option of all that is left")?;
                let inner = self.attributes(item, Place { index: None, ..place })?;
                let condition = format!("{count} == 1");
                all.extend(inner.into_iter().map(|one| one.when(&condition)));
                all
            }
            Shape::Nullable(count, item) => {
                let mut place = place;
                let (all, count) = self.count(count, "len", &mut place)?;
                let count = count.ok_or("a length that nothing tells")?;
                let condition = format!("{count} != -1");
                let inner = Place { index: None, given: Some(count), ..place };
                let inner = self.attributes(item, inner)?;
                all.into_iter().chain(inner.into_iter().map(|one| one.when(&condition))).collect()
            }
            Shape::Tuple(parts) => {
                let (mut words, mut scope) = (Words::fields(), Scope::default());
                let mut all = Vec::new();
                for (part, at) in parts.iter().zip(0..) {
                    let id = words.take(&format!("f{at}"));
                    let (words, scope) = (&mut words, &mut scope);
                    let place = Place { id, index: None, given: None, words, scope };
                    all.extend(self.attributes(part, place)?);
                }
                vec![self.part(&id, &all)]
            }
            Shape::Type(index) => vec![self.reference(*index, &id)?],
            Shape::Opaque(words) => return Err(format!("{words}: the description has no more")),
        })
    }

    /// An integer, and the expression for its value.
    pub(super) fn int(&mut self, int: &Int, id: &str) -> Result<(Attribute, String), String> {
        let reading = reading(int, self.plan.encoding.rules.strict)?;
        let (value, element) = if reading.is_inside {
            (format!("{id}.value"), "_.value")
        } else {
            (id.to_owned(), "_")
        };
        let mut attribute = Attribute::new(id, &[&format!("type: {}", reading.ty)]);
        if reading.is_inside {
            self.shared.push(reading.ty);
        }
        if int.nonzero {
            attribute = attribute.valid(format!("{element} != 0"));
        }
        if let Some(max) = int.max {
            attribute = attribute.valid(format!("{element} <= {max}"));
        }
        Ok((attribute, value))
    }

    /// A count, and the expression for it; `None` if it extends to the end.
    fn count(
        &mut self,
        count: &Count,
        kind: &str,
        place: &mut Place<'_>,
    ) -> Result<(Vec<Attribute>, Option<String>), String> {
        Ok(match count {
            Count::Fixed(count) => (Vec::new(), Some(count.to_string())),
            Count::Left | Count::Until(_) | Count::Last(_) => (Vec::new(), None),
            Count::Given => (Vec::new(), place.given.take()),
            Count::Within(count, limits) => {
                let (mut all, count) = self.count(count, kind, place)?;
                all.extend(limited(count.as_deref(), limits, place.scope)?);
                (all, count)
            }
            Count::Prefix { int, min, max } => {
                let id = place.words.take(&format!("{kind}_{}", place.id));
                let (mut attribute, value) = self.int(int, &id)?;
                let element = if value == id { "_" } else { "_.value" };
                // In a signed count, -1 means none.
                if int.signed {
                    attribute = attribute.valid(format!("{element} == -1 or {element} >= {min}"));
                } else if *min > 0 {
                    attribute = attribute.valid(format!("{element} >= {min}"));
                }
                let own = int.number.largest();
                if let Some(max) = max.filter(|max| u128::from(*max) < own) {
                    attribute = attribute.valid(format!("{element} <= {max}"));
                }
                if let Some(index) = place.index {
                    place.scope.lens.insert(index, value.clone());
                }
                (vec![attribute], Some(value))
            }
            Count::Expression { of, min, max } => {
                let value = expression::number(of, place.scope)?;
                let mut limits =
                    Attribute { lines: vec![String::from("size: 0")], ..Attribute::default() };
                if *min > 0 {
                    limits = limits.valid(format!("{value} >= {min}"));
                }
                if let Some(max) = max {
                    limits = limits.valid(format!("{value} <= {max}"));
                }
                if let Some(index) = place.index {
                    place.scope.lens.insert(index, value.clone());
                }
                (if limits.valid.is_empty() { Vec::new() } else { vec![limits] }, Some(value))
            }
        })
    }

    /// Bytes or a string, with a count.
    fn sized(&mut self, count: &Count, charset: Option<Charset>, mut place: Place<'_>) -> Outcome {
        let (mut all, count) = self.count(count, "len", &mut place)?;
        let mut lines = Vec::new();
        match charset {
            Some(Charset::Utf8) => lines.extend(["type: str", "encoding: UTF-8"]),
            Some(Charset::Utf16) => lines.extend(["type: str", "encoding: UTF-16LE"]),
            // Bytes that aren't UTF-8 are valid too.
            _ => {}
        }
        let units = if charset == Some(Charset::Utf16) { " * 2" } else { "" };
        let size = match count {
            Some(count) => format!("size: {count}{units}"),
            None => String::from("size-eos: true"),
        };
        lines.push(&size);
        all.push(Attribute::new(&place.id, &lines));
        Ok(all)
    }

    /// A value with a length in bytes, which it must use up.
    fn delimited(&mut self, count: &Count, item: &Shape, mut place: Place<'_>) -> Outcome {
        let (mut all, count) = self.count(count, "size", &mut place)?;
        let count = count.ok_or("a length in bytes that nothing tells")?;
        let mut part = self.whole(&place.id, item)?;
        part.lines.insert(0, format!("size: {count}"));
        all.push(part);
        Ok(all)
    }

    fn list(&mut self, told: &Count, item: &Shape, mut place: Place<'_>) -> Outcome {
        let (mut all, count) = self.count(told, "num", &mut place)?;
        let (mut words, mut scope) = (Words::fields(), Scope::default());
        let inside = Place {
            id: String::from("item"),
            index: None,
            given: None,
            words: &mut words,
            scope: &mut scope,
        };
        let inner = self.attributes(item, inside)?;
        let mut one = match &inner[..] {
            [] => return Err(String::from("a list of values of no bytes")),
            [one] if !one.repeats => Attribute { id: Some(place.id.clone()), ..one.clone() },
            _ => self.part(&place.id, &inner),
        };
        one.repeats = true;
        if let Count::Last(until) = told {
            all.push(self.until(one, until, item, place.scope)?);
            return Ok(all);
        }
        match count {
            Some(count) => {
                one.lines.extend([String::from("repeat: expr"), format!("repeat-expr: {count}")]);
            }
            None => one.lines.push(String::from("repeat: eos")),
        }
        all.push(one);
        Ok(all)
    }

    /// A list after a table of where its elements end: each is as long as the table says, and has
    /// to use that up, so that only the right table is valid.
    fn indexed(&mut self, told: &Count, item: &Shape, mut place: Place<'_>) -> Outcome {
        let (mut all, count) = self.count(told, "num", &mut place)?;
        let count = count.ok_or("a table of as many entries as nothing tells")?;
        let ends = place.words.take(&format!("ends_{}", place.id));
        let repeat = ["repeat: expr", &format!("repeat-expr: {count}")];
        let mut table = Attribute::new(&ends, &["type: u4le", repeat[0], repeat[1]]);
        table.doc = String::from("Where each element ends, from the first byte of the elements.");
        table.repeats = true;
        let before = format!("(_index == 0 ? 0 : {ends}[_index - 1])");
        let size = format!("size: '{ends}[_index] - {before}'");
        let mut one = self.whole(&place.id, item)?;
        one.lines.insert(0, size);
        one.lines.extend(repeat.map(str::to_owned));
        one.repeats = true;
        all.extend([table, one]);
        Ok(all)
    }

    /// A value in a helper type, which has to use up its bytes.
    fn whole(&mut self, id: &str, item: &Shape) -> Result<Attribute, String> {
        let (mut words, mut scope) = (Words::fields(), Scope::default());
        let inside = Place {
            id: String::from("value"),
            index: None,
            given: None,
            words: &mut words,
            scope: &mut scope,
        };
        let mut inner = self.attributes(item, inside)?;
        inner.push(Attribute::unnamed("size: 0").valid(String::from("_io.eof")));
        Ok(self.part(id, &inner))
    }

    /// A helper type for a part of this one.
    fn part(&mut self, id: &str, seq: &[Attribute]) -> Attribute {
        let name = self.words.take(&format!("{}_{id}", self.owner));
        let seq: String = seq.iter().map(Attribute::written).collect();
        let _ = write!(self.parts, "  {name}:\n    seq:\n{seq}");
        Attribute::new(id, &[&format!("type: {name}")])
    }

    /// Returns `true` if a type is a number with an enum of Kaitai.
    pub(super) fn is_number(&self, index: usize) -> bool {
        let of = &self.plan.types[index];
        let Body::Enum { tag, .. } = &of.body else { return false };
        of.body.is_plain_enum()
            && of.magic.is_none()
            && reading(tag, false).is_ok_and(|reading| !reading.is_inside && tag.bytes != 3)
    }

    /// A struct or an enum.
    fn reference(&mut self, index: usize, id: &str) -> Result<Attribute, String> {
        let of = &self.plan.types[index];
        if let Body::Enum { tag, variants } = &of.body
            && self.is_number(index)
        {
            let (mut attribute, _) = self.int(tag, id)?;
            attribute.lines.push(format!("enum: {}", self.names[index]));
            if variants.iter().all(|variant| variant.tag.is_some()) {
                attribute.lines.push(String::from("valid:\n          in-enum: true"));
            }
            self.enums.push(index);
            return Ok(attribute);
        }
        self.uses.push(index);
        Ok(Attribute::new(id, &[&format!("type: {}", self.names[index])]))
    }
}

impl Attribute {
    /// Unused bytes.
    fn unnamed(line: &str) -> Self {
        Self { lines: vec![line.to_owned()], ..Self::default() }
    }

    /// Present under this condition, which is checked before all others.
    fn when(mut self, condition: &str) -> Self {
        self.condition.insert(0, condition.to_owned());
        self
    }
}

/// Checks a count against limits over earlier fields.
fn limited(
    count: Option<&str>,
    limits: &Limits,
    scope: &Scope,
) -> Result<Option<Attribute>, String> {
    let Some(count) = count else { return Ok(None) };
    let mut limit = Attribute::unnamed("size: 0");
    for (of, operator) in [(&limits.least, ">="), (&limits.most, "<=")] {
        if let Some(of) = of {
            let of = expression::number(of, scope)?;
            limit = limit.valid(format!("{count} == -1 or {count} {operator} {of}"));
        }
    }
    Ok(Some(limit))
}

/// Checks fields against their computed values. An expression that Kaitai can't express is skipped,
/// as `check` functions are.
fn computed(items: &[Item], scope: &Scope) -> Vec<Attribute> {
    let of = |item: &Item| {
        let is = expression::number(item.computed.as_ref()?, scope).ok()?;
        let (value, sort) = scope.values.get(&item.index)?;
        let is_number = *sort != Sort::Bool && matches!(item.there, There::Always);
        let holds = format!("{value} == {is}");
        is_number.then(|| Attribute::unnamed("size: 0").valid(holds))
    };
    items.iter().filter_map(of).collect()
}

/// An attribute, followed by others under a condition.
fn under(first: Attribute, condition: &str, inner: Vec<Attribute>) -> Vec<Attribute> {
    let inner = inner.into_iter().map(|one| one.when(condition));
    std::iter::once(first).chain(inner).collect()
}
