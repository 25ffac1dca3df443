//! Writing a shape from its place.

use super::number::{literal, range, unsigned, write_int, write_magic, write_number};
use super::types::integer;
use super::{C, Lines, Result, address, member};
use crate::plan::{Charset, Count, Int, Shape};

/// A count, after statements that check it.
struct Before {
    /// The integer before the content, if there is one.
    prefix: Option<Int>,
    checks: Vec<String>,
}

impl<'p> C<'p> {
    /// The checks and the prefix before the content of `len` elements or bytes.
    fn before(&mut self, count: &'p Count, len: &str, lines: &mut Lines) -> Result<Before> {
        let [mut min, mut max] = self.limits(count, lines)?;
        let mut inner = count;
        while let Count::Within(of, _) = inner {
            inner = of;
        }
        let mut checks = Vec::new();
        let mut prefix = None;
        match inner {
            Count::Prefix { int, .. } => {
                let most = u64::MAX >> (64 - 8 * u32::from(int.bytes.min(8)));
                let has_limit = max.parse().is_ok_and(|max: u64| max <= most);
                if !has_limit && most < u64::MAX {
                    // A count over the limit and one over the integer's are the same error.
                    max = match max.as_str() {
                        "UINT64_MAX" => unsigned(most),
                        max => format!("{max} < {0} ? {max} : {0}", unsigned(most)),
                    };
                }
                prefix = Some(Int { signed: false, ..*int });
            }
            Count::Expression { of, .. } => {
                let (number, fails) = self.exact(of, lines)?;
                checks.push(format!("codec_write_equal(w, {fails}, {number}, {len});"));
            }
            Count::Fixed(count) => {
                checks.push(format!("if ({len} != {count}) codec_reject(w, CODEC_INVALID_VALUE);"));
                (min, max) = (unsigned(0), unsigned(u64::MAX));
            }
            Count::Left | Count::Last(_) | Count::Given | Count::Until(_) => {}
            Count::Within(..) => return self.refused("a count that is told in another way"),
        }
        if min != "0" || max != "UINT64_MAX" {
            checks.push(format!("codec_write_limit(w, {len}, {min}, {max});"));
        }
        Ok(Before { prefix, checks })
    }

    /// The count of content that is there.
    fn counted(&mut self, count: &'p Count, len: &str, lines: &mut Lines) -> Result<()> {
        let before = self.before(count, len, lines)?;
        before.checks.into_iter().for_each(|check| lines.add(check));
        if let Some(int) = before.prefix {
            let ty = integer(int.bytes, false);
            lines.add(write_number(&int, &format!("({ty}){len}")));
        }
        Ok(())
    }

    /// Writes a value of this shape.
    pub(super) fn write(&mut self, shape: &'p Shape, place: &str, lines: &mut Lines) -> Result<()> {
        match shape {
            Shape::List(..) | Shape::Indexed(..) => self.write_list(shape, place, lines)?,
            Shape::Option(of) => {
                let some = member(place, "some");
                lines.add(format!("codec_write_int(w, {some} ? 1 : 0, 1, false);"));
                self.write_some(of, place, lines)?;
            }
            Shape::Maybe(count, of) => {
                let some = format!("({} ? 1u : 0u)", member(place, "some"));
                self.within(lines, |c, lines| c.counted(count, &some, lines))?;
                self.write_some(of, place, lines)?;
            }
            Shape::Nullable(count, of) => self.write_nullable(count, of, place, lines)?,
            Shape::Tuple(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    self.write(part, &member(place, &format!("f{index}")), lines)?;
                }
            }
            Shape::Type(index) => {
                let name = &self.naming.types[*index];
                lines.add(format!("write_{name}(w, {});", address(place)));
            }
            Shape::Sized(count, of) => {
                let [start, middle] = ["start", "middle"].map(|name| self.variable(name));
                lines.add("{");
                lines.add(format!("size_t {start} = w->len, {middle};"));
                self.write(of, place, lines)?;
                lines.add(format!("{middle} = w->len;"));
                self.counted(count, &format!("({middle} - {start})"), lines)?;
                lines.add(format!("codec_swap(w, {start}, {middle});"));
                lines.add("}");
            }
            Shape::Tagged(tag, index) => {
                let name = self.naming.types[*index].clone();
                lines.add("{");
                let (number, fails) = self.exact(tag, lines)?;
                let own = format!("tag_{name}(w, {})", address(place));
                lines.add(format!("codec_write_equal(w, {fails}, {number}, {own});"));
                lines.add(format!("write_{name}_of(w, {});", address(place)));
                lines.add("}");
            }
            of => self.write_scalar(of, place, lines)?,
        }
        Ok(())
    }

    fn write_scalar(&mut self, shape: &'p Shape, place: &str, lines: &mut Lines) -> Result<()> {
        match shape {
            Shape::Nothing => {}
            Shape::Bool(_) => lines.add(format!("codec_write_int(w, {place} ? 1 : 0, 1, false);")),
            Shape::Int(int) => write_int(int, place, lines),
            Shape::Float(bytes, big) => {
                if self.plan.encoding.rules.refuses_nan {
                    lines.add(format!(
                        "if ({place} != {place}) codec_reject(w, CODEC_INVALID_VALUE);"
                    ));
                }
                let name = if *bytes == 4 { "float" } else { "double" };
                lines.add(format!("codec_write_{name}(w, {place}, {big});"));
            }
            Shape::Utf8Char => lines.add(format!("codec_write_char(w, {place});")),
            Shape::Char(of) => match &**of {
                Shape::Int(int) => {
                    let scalar = format!("codec_check_char(w, {place})");
                    lines.add(write_number(int, &scalar));
                }
                Shape::Text(Count::Prefix { int, .. }, _) => {
                    let ty = integer(int.bytes, false);
                    let len = format!("({ty})codec_char_len({place})");
                    lines.add(write_number(int, &len));
                    lines.add(format!("codec_write_char(w, {place});"));
                }
                _ => return self.refused("a character"),
            },
            Shape::Magic(of) => write_magic(of, lines),
            Shape::Bytes(Count::Fixed(count)) => {
                lines.add(format!("codec_write_raw(w, {}, {count});", member(place, "bytes")));
            }
            Shape::Bytes(count) | Shape::Text(count, _) => {
                if matches!(shape, Shape::Text(_, Charset::Utf8)) {
                    lines.add(format!("codec_check_text(w, {place});"));
                }
                let (data, len) = (member(place, "data"), member(place, "len"));
                if let Count::Until(end) = count {
                    lines.add(format!("codec_write_until(w, {data}, {len}, {end});"));
                    return Ok(());
                }
                self.within(lines, |c, lines| {
                    c.counted(count, &len, lines)?;
                    lines.add(format!("codec_write_raw(w, {data}, {len});"));
                    Ok(())
                })?;
            }
            _ => return self.refused("opaque"),
        }
        Ok(())
    }

    fn write_list(&mut self, shape: &'p Shape, place: &str, lines: &mut Lines) -> Result<()> {
        match shape {
            Shape::List(Count::Fixed(count), item) => {
                let at = self.variable("i");
                lines.add(format!("for (size_t {at} = 0; {at} < {count}; {at}++) {{"));
                self.write(item, &format!("{}[{at}]", member(place, "items")), lines)?;
                lines.add("}");
            }
            Shape::List(Count::Last(until), item) => {
                let ended = self.variable("ended");
                lines.add("{");
                lines.add(format!("bool {ended} = false;"));
                self.each(item, place, lines, |c, lines, one| {
                    lines.add(format!("if ({ended}) codec_reject(w, CODEC_INVALID_VALUE);"));
                    c.scope.element = Some((item, one.to_owned()));
                    let (end, fails) = c.truth(&until.end, lines)?;
                    c.scope.element = None;
                    if fails.is_some() {
                        return c.refused("an end that may have no value");
                    }
                    let end = crate::export::syntax::bare(&end);
                    lines.add(format!("if ({end}) {ended} = true;"));
                    Ok(())
                })?;
                if !until.open {
                    lines.add(format!("if (!{ended}) codec_reject(w, CODEC_INVALID_VALUE);"));
                }
                lines.add("}");
                self.each(item, place, lines, |c, lines, one| c.write(item, one, lines))?;
            }
            Shape::List(count, item) => {
                let len = member(place, "count");
                self.within(lines, |c, lines| c.counted(count, &len, lines))?;
                self.each(item, place, lines, |c, lines, one| c.write(item, one, lines))?;
            }
            Shape::Indexed(count, item) => {
                let len = member(place, "count");
                let [table, begin, at] = ["table", "begin", "i"].map(|name| self.variable(name));
                lines.add("{");
                self.counted(count, &len, lines)?;
                lines.add(format!("size_t {table} = w->len, {begin}, {at} = 0;"));
                lines.add(format!("codec_write_zeros(w, {len} * 4);"));
                lines.add(format!("{begin} = w->len;"));
                self.each(item, place, lines, |c, lines, one| {
                    c.write(item, one, lines)?;
                    lines.add(format!("codec_write_end(w, {table}, {at}++, w->len - {begin});"));
                    Ok(())
                })?;
                lines.add("}");
            }
            _ => return self.refused("opaque"),
        }
        Ok(())
    }

    fn write_some(&mut self, of: &'p Shape, place: &str, lines: &mut Lines) -> Result<()> {
        lines.add(format!("if ({}) {{", member(place, "some")));
        self.write(of, &member(place, "value"), lines)?;
        lines.add("}");
        Ok(())
    }

    fn write_nullable(
        &mut self,
        count: &'p Count,
        of: &'p Shape,
        place: &str,
        lines: &mut Lines,
    ) -> Result<()> {
        let int = Int { signed: false, ..self.prefix_of(count)? };
        let value = member(place, "value");
        let len = match of {
            Shape::List(..) | Shape::Indexed(..) => member(&value, "count"),
            _ => member(&value, "len"),
        };
        let most = u64::MAX >> (64 - 8 * u32::from(int.bytes));
        let [min, max] = self.limits(count, lines)?;
        let ty = integer(int.bytes, false);
        lines.add(format!("if ({}) {{", member(place, "some")));
        lines.add(format!("codec_write_limit(w, {len}, {min}, {max});"));
        lines.add(format!(
            "if ((uint64_t){len} > {}) codec_reject(w, CODEC_LENGTH_OVER_LIMIT);",
            unsigned(most / 2)
        ));
        lines.add(write_number(&int, &format!("({ty}){len}")));
        self.write(of, &value, lines)?;
        lines.add("} else {");
        lines.add(write_number(&int, &format!("({ty}){}", unsigned(most))));
        lines.add("}");
        Ok(())
    }

    /// Writes the variable of a computed field.
    pub(super) fn write_computed(
        &mut self,
        int: &Int,
        value: &super::expression::Value,
        lines: &mut Lines,
    ) -> Result<()> {
        if int.bytes == 16 {
            return self.refused("a computed integer of 128 bits");
        }
        let (low, high) = range(int.bytes, int.signed);
        let name = &value.code;
        let mut out = Vec::new();
        out.extend((value.low < low).then(|| format!("{name} < {}", literal(low))));
        out.extend((value.high > high).then(|| format!("{name} > {}", literal(high))));
        if !out.is_empty() {
            let out = out.join(" || ");
            lines.add(format!("if ({out}) codec_reject(w, CODEC_INTEGER_OUT_OF_RANGE);"));
        }
        let ty = integer(int.bytes, int.signed);
        write_int(int, &format!("({ty}){name}"), lines);
        Ok(())
    }
}
