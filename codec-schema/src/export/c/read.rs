//! Reading a shape into its place.

use codec_core::schema::Kind;

use super::number::{check, holds, literal, number, text, unsigned, wide};
use super::types::integer;
use super::{C, Lines, Result, address, member};
use crate::export::refuse::ExportError;
use crate::plan::{Bits, Charset, Count, Int, Magic, Shape};

impl<'p> C<'p> {
    pub(super) fn refused<T>(&self, what: &str) -> Result<T> {
        Err(ExportError::of(&self.scope.place, what))
    }

    pub(super) fn start(&mut self, lines: &mut Lines) -> String {
        let start = self.variable("start");
        lines.add(format!("size_t {start} = r->at;"));
        start
    }

    pub(super) fn read_magic(&mut self, of: &Magic, lines: &mut Lines) {
        let Some((int, value)) = &of.number else {
            let (text, len) = (text(&of.bytes), of.bytes.len());
            lines.add(format!("codec_read_magic(r, {text}, {len});"));
            return;
        };
        lines.add("{");
        let start = self.start(lines);
        let code = number(int);
        let wrong = if int.bytes == 16 {
            lines.add(format!("codec_u128 found = {code};"));
            let [low, high] = wide(*value);
            format!("found.low != {low} || found.high != {high}")
        } else {
            format!("{code} != {}", literal(*value))
        };
        lines.add(format!("if ({wrong}) codec_fail(r, CODEC_INVALID_MAGIC, {start});"));
        lines.add("}");
    }

    /// The limits of a count.
    pub(super) fn limits(&mut self, count: &Count, lines: &mut Lines) -> Result<[String; 2]> {
        Ok(match count {
            Count::Prefix { min, max, .. } | Count::Expression { min, max, .. } => {
                [unsigned(*min), unsigned(max.unwrap_or(u64::MAX))]
            }
            Count::Within(inner, limits) => {
                let [mut min, mut max] = self.limits(inner, lines)?;
                if let Some(of) = &limits.least {
                    min = self.length(of, "UINT64_MAX", lines)?;
                }
                if let Some(of) = &limits.most {
                    max = self.length(of, "0", lines)?;
                }
                [min, max]
            }
            _ => [unsigned(0), unsigned(u64::MAX)],
        })
    }

    /// The number of elements, after statements that read it.
    pub(super) fn count(&mut self, count: &'p Count, lines: &mut Lines) -> Result<String> {
        let mut inner = count;
        while let Count::Within(of, _) = inner {
            inner = of;
        }
        Ok(match inner {
            Count::Fixed(count) => count.to_string(),
            Count::Prefix { int, .. } => {
                let [min, max] = self.limits(count, lines)?;
                let read = number(int);
                let has_limit = min != "0" || !holds(int, &max);
                if !has_limit {
                    return Ok(read);
                }
                let (start, number) = (self.start(lines), self.variable("count"));
                lines.add(format!("uint64_t {number} = {read};"));
                format!("codec_limit(r, {start}, {number}, {min}, {max})")
            }
            Count::Expression { of, .. } => {
                let (number, fails) = self.exact(of, lines)?;
                let [min, max] = self.limits(count, lines)?;
                format!("codec_read_counted(r, {fails}, {number}, {min}, {max})")
            }
            Count::Given => "given".to_owned(),
            Count::Left => "r->end - r->at".to_owned(),
            _ => return self.refused("a count that is told in another way"),
        })
    }

    /// Reads a value of this shape.
    pub(super) fn read(&mut self, shape: &'p Shape, place: &str, lines: &mut Lines) -> Result<()> {
        match shape {
            Shape::List(..) | Shape::Indexed(..) => self.read_list(shape, place, lines)?,
            Shape::Option(of) => {
                let some = member(place, "some");
                lines.add(format!("{some} = codec_read_option(r);"));
                self.some(of, place, lines)?;
            }
            Shape::Maybe(count, of) => {
                let some = member(place, "some");
                self.within(lines, |c, lines| {
                    let count = match count {
                        Count::Prefix { int, min, .. } => {
                            let (start, read) = (c.start(lines), number(int));
                            lines.add(format!("uint64_t number = {read};"));
                            format!(
                                "codec_limit(r, {start}, number, {}, UINT64_MAX)",
                                unsigned(*min)
                            )
                        }
                        count => c.count(count, lines)?,
                    };
                    lines.add(format!("uint64_t count = {count};"));
                    lines.add(format!("{some} = codec_read_maybe(r, count);"));
                    Ok(())
                })?;
                self.some(of, place, lines)?;
            }
            Shape::Nullable(count, of) => {
                let int = self.prefix_of(count)?;
                let read = number(&Int { signed: false, ..int });
                lines.add("{");
                let start = self.start(lines);
                lines.add(format!("uint64_t given = {read};"));
                let [min, max] = self.limits(count, lines)?;
                let (some, bits) = (member(place, "some"), 8 * u32::from(int.bytes));
                lines.add(format!(
                    "{some} = codec_read_nullable(r, {start}, given, {bits}, {min}, {max});"
                ));
                self.some(of, place, lines)?;
                lines.add("}");
            }
            Shape::Tuple(parts) => {
                let min = crate::plan::size_of(self.plan, shape).min;
                if min > 0 {
                    lines.add(format!("codec_need(r, {min});"));
                }
                for (index, part) in parts.iter().enumerate() {
                    self.read(part, &member(place, &format!("f{index}")), lines)?;
                }
            }
            Shape::Type(index) => {
                let name = &self.naming.types[*index];
                lines.add(format!("read_{name}(r, {});", address(place)));
            }
            Shape::Sized(count, of) => {
                let outer = self.variable("outer");
                lines.add("{");
                let count = self.count(count, lines)?;
                lines.add(format!("size_t {outer} = codec_open(r, {count});"));
                self.read(of, place, lines)?;
                lines.add("codec_finish(r);");
                lines.add(format!("r->end = {outer};"));
                lines.add("}");
            }
            Shape::Tagged(tag, index) => {
                let name = self.naming.types[*index].clone();
                lines.add("{");
                let (number, fails) = self.exact(tag, lines)?;
                if fails != "false" {
                    lines.add(format!("if ({fails}) codec_fail(r, CODEC_INVALID_TAG, r->at);"));
                }
                lines.add(format!("read_{name}_of(r, r->at, {number}, {});", address(place)));
                lines.add("}");
            }
            of => self.read_scalar(of, place, lines)?,
        }
        Ok(())
    }

    fn read_scalar(&mut self, shape: &'p Shape, place: &str, lines: &mut Lines) -> Result<()> {
        match shape {
            Shape::Nothing => {}
            Shape::Bool(false) => lines.add(format!("{place} = codec_read_bool(r);")),
            Shape::Bool(true) => lines.add(format!("{place} = codec_read_int(r, 1, false) & 1;")),
            Shape::Int(int) => {
                let code = number(int);
                if int.nonzero || int.max.is_some_and(|max| max < u64::MAX) {
                    lines.add("{");
                    let start = self.start(lines);
                    lines.add(format!("{place} = {code};"));
                    check(int, place, &start, lines);
                    lines.add("}");
                } else {
                    lines.add(format!("{place} = {code};"));
                }
            }
            Shape::Float(bytes, big) => {
                let name = if *bytes == 4 { "float" } else { "double" };
                let read = format!("{place} = codec_read_{name}(r, {big});");
                if self.plan.encoding.rules.refuses_nan {
                    lines.add("{");
                    let start = self.start(lines);
                    lines.add(read);
                    lines.add(format!(
                        "if ({place} != {place}) codec_fail(r, CODEC_INVALID_VALUE, {start});"
                    ));
                    lines.add("}");
                } else {
                    lines.add(read);
                }
            }
            Shape::Utf8Char => lines.add(format!("{place} = codec_read_char(r);")),
            Shape::Char(of) => {
                let (int, name) = match &**of {
                    Shape::Int(int) => (int, "scalar"),
                    Shape::Text(Count::Prefix { int, .. }, _) => (int, "char_text"),
                    _ => return self.refused("a character"),
                };
                let read = number(int);
                lines.add("{");
                let start = self.start(lines);
                lines.add(format!("uint64_t number = {read};"));
                lines.add(format!("{place} = codec_read_{name}(r, {start}, number);"));
                lines.add("}");
            }
            Shape::Magic(of) => self.read_magic(of, lines),
            Shape::Bytes(Count::Fixed(count)) => {
                lines.add(format!("codec_copy(r, {}, {count});", member(place, "bytes")));
            }
            Shape::Bytes(count) | Shape::Text(count, _) => {
                let is_text = matches!(shape, Shape::Text(_, Charset::Utf8));
                let name = if is_text { "text" } else { "bytes" };
                if let Count::Until(end) = count {
                    let name = if is_text { "text_until" } else { "until" };
                    lines.add(format!("{place} = codec_read_{name}(r, {end});"));
                    return Ok(());
                }
                self.within(lines, |c, lines| {
                    let count = c.count(count, lines)?;
                    lines.add(format!("{place} = codec_read_{name}(r, {count});"));
                    Ok(())
                })?;
            }
            Shape::Bits(bits) => self.read_bits(bits, place, lines)?,
            _ => return self.refused("opaque"),
        }
        Ok(())
    }

    /// Adds statements, in braces if they declare something.
    pub(super) fn within(
        &mut self,
        lines: &mut Lines,
        add: impl FnOnce(&mut Self, &mut Lines) -> Result<()>,
    ) -> Result<()> {
        let mut inner = Lines::default();
        add(self, &mut inner)?;
        let is_one = inner.0.len() < 2;
        lines.0.extend((!is_one).then(|| "{".to_owned()));
        lines.0.append(&mut inner.0);
        lines.0.extend((!is_one).then(|| "}".to_owned()));
        Ok(())
    }

    /// Reads the value of an option, if there is some.
    fn some(&mut self, of: &'p Shape, place: &str, lines: &mut Lines) -> Result<()> {
        lines.add(format!("if ({}) {{", member(place, "some")));
        self.read(of, &member(place, "value"), lines)?;
        lines.add("}");
        Ok(())
    }

    fn read_bits(&self, bits: &Bits, place: &str, lines: &mut Lines) -> Result<()> {
        let (shift, width, len) = (bits.shift, bits.width, bits.len);
        if len > 8 {
            return self.refused("bits of a word of more than 64");
        }
        let value = format!("codec_mask(word >> {shift}, {width})");
        let Kind::Int(int) = bits.kind else {
            lines.add(format!("{place} = {value} != 0;"));
            return Ok(());
        };
        let ty = integer(int.bytes, int.signed);
        let value = if int.signed { format!("codec_signed({value}, {width})") } else { value };
        lines.add(format!("{place} = ({ty}){value};"));
        if width > 8 * u32::from(int.bytes) {
            let sign = if int.signed { "(int64_t)" } else { "(uint64_t)" };
            lines.add(format!(
                "if ({sign}{place} != {value}) codec_fail(r, CODEC_INVALID_VALUE, r->at - {len});"
            ));
        }
        Ok(())
    }

    /// The number before the content.
    pub(super) fn prefix_of(&self, count: &Count) -> Result<Int> {
        match count {
            Count::Prefix { int, .. } => Ok(*int),
            Count::Within(inner, _) => self.prefix_of(inner),
            _ => self.refused("a count that is told in another way"),
        }
    }
}
