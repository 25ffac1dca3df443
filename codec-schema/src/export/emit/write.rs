//! Writing a shape.

use super::Emitter;
use super::expression::Scope;
use crate::export::refuse::ExportError;
use crate::export::size;
use crate::export::syntax::Syntax;
use crate::measure::Number;
use crate::plan::{Charset, Count, Int, Magic, Shape};

type Code = Result<String, ExportError>;

impl<'p, S: Syntax> Emitter<'p, S> {
    fn into(&self, parameters: &str, body: &str) -> String {
        self.syntax.lambda(parameters, body)
    }

    /// Writes an exact integer.
    pub(super) fn write_number(&self, int: &Int, value: &str) -> String {
        let (bytes, signed) = (int.bytes, self.syntax.boolean(int.signed));
        match int.number {
            Number::Fixed(bytes) | Number::Little(bytes) => {
                format!("w.fixed({value}, {bytes}, {signed}, {})", self.syntax.boolean(int.big))
            }
            Number::Marked(_) => format!("w.marked({value}, {bytes}, {signed})"),
            Number::Leb128 { bytes, .. } => format!("w.leb({value}, {bytes}, {signed})"),
            _ => format!("w.compact({value})"),
        }
    }

    fn write_int(&self, int: &Int, value: &str) -> String {
        let mut value = self.syntax.wide(value);
        if let Some(max) = int.max.filter(|max| *max < u64::MAX) {
            value = format!("w.most({value}, {})", self.syntax.int(max.into()));
        }
        if int.nonzero {
            value = format!("w.nonzero({value})");
        }
        self.write_number(int, &value)
    }

    pub(super) fn write_magic(&self, of: &Magic) -> String {
        format!("w.raw({})", self.syntax.bytes(&of.bytes))
    }

    /// The head of a call that writes a count: by a prefix, by an expression that has to be equal,
    /// or not at all.
    fn counted(&self, count: &'p Count, scope: Scope<'p>) -> Code {
        let [min, max] = self.limits(count, scope, "w")?;
        let mut inner = count;
        while let Count::Within(of, _) = inner {
            inner = of;
        }
        Ok(match inner {
            Count::Prefix { int, .. } => {
                let write = self.into("w, n", &self.write_number(int, "n"));
                format!("w.prefix({write}, {min}, {max})")
            }
            Count::Expression { of, .. } => {
                let of = self.into("", &self.number(of, scope)?);
                format!("w.equal({of}, {min}, {max})")
            }
            Count::Fixed(count) => format!("w.exactly({count})"),
            Count::Left | Count::Last(_) | Count::Given | Count::Until(_) => "w.bare()".to_owned(),
            Count::Within(..) => {
                return Err(ExportError::of(scope.place, "a count that is told in another way"));
            }
        })
    }

    /// Writes a value of this shape.
    pub(super) fn write(&self, shape: &'p Shape, value: &str, scope: Scope<'p>) -> Code {
        let syntax = &self.syntax;
        let item = |of: &'p Shape| -> Code { Ok(self.into("w, x", &self.write(of, "x", scope)?)) };
        Ok(match shape {
            Shape::Nothing => "w.nothing()".to_owned(),
            Shape::Bool(_) => format!("w.bool({value})"),
            Shape::Int(int) => self.write_int(int, value),
            Shape::Float(bytes, big) => {
                let refused = syntax.boolean(self.plan.encoding.rules.refuses_nan);
                format!("w.float({value}, {bytes}, {}, {refused})", syntax.boolean(*big))
            }
            Shape::Utf8Char => format!("w.raw(character({value}))"),
            Shape::Char(of) => match &**of {
                Shape::Int(int) => self.write_number(int, &format!("scalar({value})")),
                Shape::Text(Count::Prefix { int, .. }, _) => {
                    let write = self.into("w, n", &self.write_number(int, "n"));
                    let any = format!("w.prefix({write}, {}, {})", syntax.int(1), syntax.null());
                    format!("w.block(character({value}), {any})")
                }
                _ => return Err(ExportError::of(scope.place, "a character")),
            },
            Shape::Magic(of) => self.write_magic(of),
            Shape::Bytes(Count::Until(end)) => format!("w.until({value}, {end})"),
            Shape::Text(Count::Until(end), charset) => {
                let is_text = *charset == Charset::Utf8;
                let value = if is_text { format!("utf8({value})") } else { value.to_owned() };
                format!("w.until({value}, {end})")
            }
            Shape::Bytes(count) | Shape::Text(count, _) => {
                let is_text = matches!(shape, Shape::Text(_, Charset::Utf8));
                let value = if is_text { format!("utf8({value})") } else { value.to_owned() };
                format!("w.block({value}, {})", self.counted(count, scope)?)
            }
            Shape::List(Count::Last(until), of) => {
                let inner = Scope { element: Some(of), ..scope };
                let end = self.into("x", &self.truth(&until.end, inner)?);
                let open = syntax.boolean(until.open);
                format!("w.to_last({value}, {}, {end}, {open})", item(of)?)
            }
            Shape::List(count, of) => {
                format!("w.list({value}, {}, {})", self.counted(count, scope)?, item(of)?)
            }
            Shape::Indexed(count, of) => {
                format!("w.indexed({value}, {}, {})", self.counted(count, scope)?, item(of)?)
            }
            Shape::Option(of) => format!("w.option({value}, {})", item(of)?),
            Shape::Maybe(count, of) => {
                format!("w.maybe({value}, {}, {})", self.counted(count, scope)?, item(of)?)
            }
            Shape::Nullable(count, of) => {
                let int = Int { signed: false, ..Self::prefix_of(count, scope)? };
                let write = self.into("w, n", &self.write_number(&int, "n"));
                let [min, max] = self.limits(count, scope, "w")?;
                let content = item(of)?;
                format!("w.nullable({value}, {write}, {}, {min}, {max}, {content})", int.bytes)
            }
            Shape::Tuple(parts) => {
                let parts = parts.iter().zip(0..);
                let parts = parts
                    .map(|(part, index)| self.write(part, &format!("{value}[{index}]"), scope));
                format!("w.all({})", parts.collect::<Result<Vec<_>, _>>()?.join(", "))
            }
            Shape::Type(index) => format!("write_{}(w, {value})", self.naming.types[*index]),
            Shape::Sized(count, of) => {
                let content = self.into("w", &self.write(of, value, scope)?);
                format!("w.sized({}, {content})", self.counted(count, scope)?)
            }
            Shape::Tagged(tag, index) => {
                let (tag, name) = (self.number(tag, scope)?, &self.naming.types[*index]);
                let tag = self.into("", &tag);
                format!("w.all(w.same({tag}, tag_{name}({value})), write_{name}_of(w, {value}))")
            }
            Shape::Bits(_) | Shape::Unordered(..) | Shape::Opaque(_) => {
                return Err(ExportError::of(scope.place, "opaque"));
            }
        })
    }

    /// The value of a field that is absent.
    pub(super) fn zero(&self, shape: &Shape) -> String {
        let syntax = &self.syntax;
        match shape {
            Shape::Bool(_) => syntax.boolean(false).to_owned(),
            Shape::Int(int) => syntax.narrow(&syntax.int(0), int.bytes),
            Shape::Float(..) => "0.0".to_owned(),
            Shape::Text(_, Charset::Utf8) => "\"\"".to_owned(),
            Shape::Text(..) | Shape::Bytes(_) => syntax.bytes(&[]),
            Shape::List(..) => "[]".to_owned(),
            _ => syntax.null().to_owned(),
        }
    }

    pub(super) fn run_of(&self, items: &[crate::plan::Item]) -> Vec<usize> {
        size::runs(self.plan, items)
    }
}
