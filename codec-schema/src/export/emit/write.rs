//! Writing a shape.

use super::Emitter;
use super::expression::Scope;
use crate::export::refuse::ExportError;
use crate::export::syntax::{Syntax, Ty};
use crate::measure::Number;
use crate::plan::{Charset, Count, Int, Magic, Shape};

type Code = Result<String, ExportError>;

impl<'p, S: Syntax> Emitter<'p, S> {
    /// A function that writes a value `x` of this shape.
    pub(super) fn item(&self, of: &'p Shape, scope: Scope<'p>) -> Code {
        Ok(self.syntax.lambda("w, x", &self.ty(of), &self.write(of, "x", scope)?))
    }

    /// A function that writes an integer `n`.
    pub(super) fn into(&self, int: &Int) -> String {
        self.syntax.lambda("w, n", &Ty::Number(8), &self.write_number(int, "n"))
    }

    /// Writes an exact integer.
    pub(super) fn write_number(&self, int: &Int, value: &str) -> String {
        let (bytes, signed) = (int.bytes, self.syntax.boolean(int.signed));
        let width = self.syntax.width(bytes);
        match int.number {
            Number::Fixed(bytes) | Number::Little(bytes) => {
                format!(
                    "w.fixed{width}({value}, {bytes}, {signed}, {})",
                    self.syntax.boolean(int.big)
                )
            }
            Number::Marked(_) => format!("w.marked{width}({value}, {bytes}, {signed})"),
            Number::Leb128 { bytes, .. } => format!("w.leb{width}({value}, {bytes}, {signed})"),
            _ => format!("w.compact({value})"),
        }
    }

    fn write_int(&self, int: &Int, value: &str) -> String {
        let mut value = self.syntax.raw(value, &Ty::Int(int.bytes, int.signed));
        if let Some(max) = int.max.filter(|max| *max < u64::MAX) {
            value = format!("w.most({value}, {})", self.syntax.int(max.into()));
        }
        if int.nonzero {
            value = self.syntax.call("w", "nonzero", &value);
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
                format!("w.prefix({}, {min}, {max})", self.into(int))
            }
            Count::Expression { of, .. } => {
                format!("w.equal({}, {min}, {max})", self.exactly(of, scope)?)
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
        let item = |of: &'p Shape| self.item(of, scope);
        Ok(match shape {
            Shape::Nothing => "w.nothing()".to_owned(),
            Shape::Bool(_) => format!("w.bool({value})"),
            Shape::Int(int) => self.write_int(int, value),
            Shape::Float(bytes, big) => {
                let refused = syntax.boolean(self.plan.encoding.rules.refuses_nan);
                let name = syntax.float(*bytes);
                format!("w.{name}({value}, {bytes}, {}, {refused})", syntax.boolean(*big))
            }
            Shape::Utf8Char => format!("w.raw(character({value}))"),
            Shape::Char(of) => match &**of {
                Shape::Int(int) => self.write_number(int, &format!("scalar({value})")),
                Shape::Text(Count::Prefix { int, .. }, _) => {
                    let (write, unlimited) = (self.into(int), syntax.unlimited());
                    let any = format!("w.prefix({write}, {}, {unlimited})", syntax.int(1));
                    format!("w.block(character({value}), {any})")
                }
                _ => return Err(ExportError::of(scope.place, "a character")),
            },
            Shape::Magic(of) => self.write_magic(of),
            Shape::Bytes(Count::Until(end)) => format!("w.until({value}, {end})"),
            Shape::Text(Count::Until(end), charset) => {
                let is_text = *charset == Charset::Utf8;
                let value = if is_text { syntax.utf8(value) } else { value.to_owned() };
                format!("w.until({value}, {end})")
            }
            Shape::Bytes(count) | Shape::Text(count, _) => {
                let is_text = matches!(shape, Shape::Text(_, Charset::Utf8));
                let value = if is_text { syntax.utf8(value) } else { value.to_owned() };
                format!("w.block({value}, {})", self.counted(count, scope)?)
            }
            Shape::List(Count::Last(until), of) => {
                let inner = Scope { element: Some(of), ..scope };
                let end = syntax.lambda("x", &self.ty(of), &self.truth(&until.end, inner)?);
                let open = syntax.boolean(until.open);
                syntax.call("w", "to_last", &format!("{value}, {}, {end}, {open}", item(of)?))
            }
            Shape::List(count, of) => {
                let all = format!("{value}, {}, {}", self.counted(count, scope)?, item(of)?);
                syntax.call("w", "list", &all)
            }
            Shape::Indexed(count, of) => {
                let all = format!("{value}, {}, {}", self.counted(count, scope)?, item(of)?);
                syntax.call("w", "indexed", &all)
            }
            Shape::Option(of) => syntax.call("w", "option", &format!("{value}, {}", item(of)?)),
            Shape::Maybe(count, of) => {
                let all = format!("{value}, {}, {}", self.counted(count, scope)?, item(of)?);
                syntax.call("w", "maybe", &all)
            }
            Shape::Nullable(count, of) => {
                let int = Int { signed: false, ..Self::prefix_of(count, scope)? };
                let write = self.into(&int);
                let [min, max] = self.limits(count, scope, "w")?;
                let content = item(of)?;
                let all = format!("{value}, {write}, {}, {min}, {max}, {content}", int.bytes);
                syntax.call("w", "nullable", &all)
            }
            Shape::Tuple(parts) => {
                let parts = parts.iter().zip(0..);
                let parts =
                    parts.map(|(part, index)| self.write(part, &syntax.part(value, index), scope));
                syntax.all(&parts.collect::<Result<Vec<_>, _>>()?)
            }
            Shape::Type(index) => format!("{}(w, {value})", self.verb("write", *index)),
            Shape::Sized(count, of) => {
                let content = syntax.lambda("w", &Ty::Null, &self.write(of, value, scope)?);
                format!("w.sized({}, {content})", self.counted(count, scope)?)
            }
            Shape::Tagged(tag, index) => {
                let [own, write] = ["tag", "write"].map(|verb| self.verb(verb, *index));
                let tag = self.exactly(tag, scope)?;
                let same = format!("w.same({tag}, {own}({value}))");
                syntax.all(&[same, format!("{write}_of(w, {value})")])
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
            Shape::Int(int) => syntax.narrow(&syntax.int(0), &Ty::Int(int.bytes, int.signed)),
            Shape::Float(..) => "0.0".to_owned(),
            Shape::Text(_, Charset::Utf8) => "\"\"".to_owned(),
            Shape::Text(..) | Shape::Bytes(_) => syntax.bytes(&[]),
            Shape::List(..) => "[]".to_owned(),
            _ => syntax.null().to_owned(),
        }
    }

    pub(super) fn run_of(&self, items: &[crate::plan::Item]) -> Vec<usize> {
        crate::plan::runs(self.plan, items)
    }
}
