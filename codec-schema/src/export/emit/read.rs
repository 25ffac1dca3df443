//! Reading a shape.

use codec_core::schema::{Expression, Kind};

use super::Emitter;
use super::expression::Scope;
use crate::export::refuse::ExportError;
use crate::export::syntax::{Syntax, Ty};
use crate::measure::Number;
use crate::plan::{Bits, Charset, Count, Int, Magic, Shape};

type Code = Result<String, ExportError>;

impl<'p, S: Syntax> Emitter<'p, S> {
    /// A function that reads a value of this shape.
    fn lambda(&self, shape: &'p Shape, scope: Scope<'p>) -> Code {
        Ok(self.syntax.lambda("r", &self.ty(shape), &self.read(shape, scope)?))
    }

    /// A function that reads an integer.
    pub(super) fn later(&self, int: &Int) -> String {
        self.syntax.lambda("", &Ty::Number(int.bytes), &self.read_number(int))
    }

    /// A function that computes a number.
    pub(super) fn exactly(&self, of: &Expression, scope: Scope<'p>) -> Code {
        Ok(self.syntax.lambda("", &Ty::Exact, &self.number(of, scope)?))
    }

    /// A function that computes a truth.
    pub(super) fn truly(&self, of: &Expression, scope: Scope<'p>) -> Code {
        Ok(self.syntax.lambda("", &Ty::Bool, &self.truth(of, scope)?))
    }

    /// The function that reads or writes a type, or returns its tag.
    pub(super) fn verb(&self, verb: &str, index: usize) -> String {
        (self.naming.spell.verb)(verb, &self.naming.types[index])
    }

    /// The exact integer that a number holds.
    pub(super) fn read_number(&self, int: &Int) -> String {
        let (bytes, signed) = (int.bytes, self.syntax.boolean(int.signed));
        let width = self.syntax.width(bytes);
        match int.number {
            Number::Fixed(bytes) | Number::Little(bytes) => {
                format!("r.fixed{width}({bytes}, {signed}, {})", self.syntax.boolean(int.big))
            }
            Number::Marked(_) => format!("r.marked{width}({bytes}, {signed})"),
            Number::Leb128 { bytes, most } => format!("r.leb{width}({bytes}, {most}, {signed})"),
            _ => "r.compact()".to_owned(),
        }
    }

    fn read_int(&self, int: &Int) -> String {
        let mut code = self.read_number(int);
        if let Some(max) = int.max.filter(|max| *max < u64::MAX) {
            let max = self.syntax.int(max.into());
            let later = self.syntax.lambda("", &Ty::Number(int.bytes), &code);
            code = format!("r.most({max}, {later})");
        }
        if int.nonzero {
            let later = self.syntax.lambda("", &Ty::Number(int.bytes), &code);
            code = self.syntax.call("r", "nonzero", &later);
        }
        self.syntax.narrow(&code, &Ty::Int(int.bytes, int.signed))
    }

    pub(super) fn read_magic(&self, of: &Magic) -> String {
        match &of.number {
            Some((int, value)) => {
                let value = self.syntax.number(*value, int.bytes);
                self.syntax.call("r", "constant", &format!("{value}, {}", self.later(int)))
            }
            None => format!("r.magic({})", self.syntax.bytes(&of.bytes)),
        }
    }

    /// The limits of a count: constants, or expressions.
    pub(super) fn limits(
        &self,
        count: &Count,
        scope: Scope<'p>,
        side: &str,
    ) -> Result<[String; 2], ExportError> {
        let (min, max) = match count {
            Count::Prefix { min, max, .. } | Count::Expression { min, max, .. } => (*min, *max),
            Count::Within(inner, limits) => {
                let [mut min, mut max] = self.limits(inner, scope, side)?;
                if let Some(of) = &limits.least {
                    min = format!("{side}.least({})", self.exactly(of, scope)?);
                }
                if let Some(of) = &limits.most {
                    max = format!("{side}.largest({})", self.exactly(of, scope)?);
                }
                return Ok([min, max]);
            }
            _ => (0, None),
        };
        let max = max.map_or(self.syntax.unlimited().to_owned(), |max| self.syntax.int(max.into()));
        Ok([self.syntax.int(min.into()), max])
    }

    /// The number of elements.
    pub(super) fn read_count(&self, count: &'p Count, scope: Scope<'p>) -> Code {
        let [min, max] = self.limits(count, scope, "r")?;
        let mut inner = count;
        while let Count::Within(of, _) = inner {
            inner = of;
        }
        Ok(match inner {
            Count::Fixed(count) => count.to_string(),
            Count::Prefix { int, .. } => {
                format!("r.count({}, {min}, {max})", self.later(int))
            }
            Count::Expression { of, .. } => {
                format!("r.counted({}, {min}, {max})", self.exactly(of, scope)?)
            }
            Count::Given => "count".to_owned(),
            Count::Left => "r.left()".to_owned(),
            Count::Until(end) => format!("r.before({end})"),
            _ => return Err(ExportError::of(scope.place, "a count that is told in another way")),
        })
    }

    fn element(&self, item: &'p Shape, scope: Scope<'p>) -> Result<(String, String), ExportError> {
        let of = crate::plan::size_of(self.plan, item);
        if of.min == 0 {
            return Err(ExportError::of(scope.place, "a list of elements that may have no bytes"));
        }
        let fixed = self.syntax.boolean(of.fixed);
        Ok((format!("{}, {fixed}", of.min), self.lambda(item, scope)?))
    }

    /// Reads a value of this shape.
    pub(super) fn read(&self, shape: &'p Shape, scope: Scope<'p>) -> Code {
        let syntax = &self.syntax;
        Ok(match shape {
            Shape::Nothing => syntax.unit().to_owned(),
            Shape::Bool(false) => "r.bool()".to_owned(),
            Shape::Bool(true) => "r.bit()".to_owned(),
            Shape::Int(int) => self.read_int(int),
            Shape::Float(bytes, big) => {
                let refused = syntax.boolean(self.plan.encoding.rules.refuses_nan);
                let name = syntax.float(*bytes);
                format!("r.{name}({bytes}, {}, {refused})", syntax.boolean(*big))
            }
            Shape::Utf8Char => syntax.call("r", "char_utf8", ""),
            Shape::Char(of) => match &**of {
                Shape::Int(int) => syntax.call("r", "char_scalar", &self.later(int)),
                Shape::Text(Count::Prefix { int, .. }, _) => {
                    syntax.call("r", "char_text", &self.later(int))
                }
                _ => return Err(ExportError::of(scope.place, "a character")),
            },
            Shape::Magic(of) => self.read_magic(of),
            Shape::Bytes(count) | Shape::Text(count, _) => {
                let len = self.read_count(count, scope)?;
                let is_text = matches!(shape, Shape::Text(_, Charset::Utf8));
                let method = if is_text { "text" } else { "bytes" };
                match count {
                    Count::Until(_) => syntax.call("r", "ended", &format!("r.{method}({len})")),
                    _ => format!("r.{method}({len})"),
                }
            }
            Shape::List(count, item) => self.read_list(count, item, scope)?,
            Shape::Indexed(count, item) => {
                let ((size, read), count) =
                    (self.element(item, scope)?, self.read_count(count, scope)?);
                syntax.call("r", "indexed", &format!("{count}, {size}, {read}"))
            }
            Shape::Option(of) => syntax.call("r", "option", &self.lambda(of, scope)?),
            Shape::Maybe(count, of) => {
                let read = self.lambda(of, scope)?;
                let count = match count {
                    Count::Prefix { int, min, .. } => {
                        let read = self.later(int);
                        let min = syntax.int((*min).into());
                        format!("r.count({read}, {min}, {})", syntax.unlimited())
                    }
                    count => self.read_count(count, scope)?,
                };
                syntax.call("r", "maybe", &format!("{count}, {read}"))
            }
            Shape::Nullable(count, of) => {
                let [min, max] = self.limits(count, scope, "r")?;
                let int = Self::prefix_of(count, scope)?;
                let word = self.later(&Int { signed: false, ..int });
                let read = syntax.lambda("r, count", &self.ty(of), &self.read(of, scope)?);
                let all = format!("{word}, {}, {min}, {max}, {read}", int.bytes);
                syntax.call("r", "nullable", &all)
            }
            Shape::Tuple(parts) if parts.len() > syntax.longest_tuple() => {
                return Err(ExportError::of(scope.place, "a tuple of more than 16 parts"));
            }
            Shape::Tuple(parts) => {
                let min = crate::plan::size_of(self.plan, shape).min;
                let parts = parts.iter().map(|part| self.read(part, scope));
                let ty = self.ty(shape);
                let parts = syntax.tuple(&parts.collect::<Result<Vec<_>, _>>()?, &ty);
                syntax.after(min, &ty, &parts)
            }
            Shape::Type(index) => format!("{}(r)", self.verb("read", *index)),
            Shape::Sized(count, of) => {
                let read = self.lambda(of, scope)?;
                syntax.call("r", "sized", &format!("{}, {read}", self.read_count(count, scope)?))
            }
            Shape::Tagged(tag, index) => {
                let tag = self.exactly(tag, scope)?;
                format!("{}_of(r, r.at, r.tag({tag}))", self.verb("read", *index))
            }
            Shape::Bits(bits) if bits.len > syntax.widest_word() => {
                return Err(ExportError::of(scope.place, "bits of a word of more than 64"));
            }
            Shape::Bits(bits) => self.read_bits(bits),
            Shape::Unordered(..) | Shape::Opaque(_) => {
                return Err(ExportError::of(scope.place, "opaque"));
            }
        })
    }

    fn read_list(&self, count: &'p Count, item: &'p Shape, scope: Scope<'p>) -> Code {
        let syntax = &self.syntax;
        Ok(match count {
            Count::Fixed(count) => {
                let min = crate::plan::size_of(self.plan, item).min;
                let read = self.lambda(item, scope)?;
                syntax.call("r", "array", &format!("{count}, {min}, {read}"))
            }
            Count::Left => {
                let (size, read) = self.element(item, scope)?;
                syntax.call("r", "items", &format!("{size}, {read}"))
            }
            Count::Last(until) => {
                let read = self.lambda(item, scope)?;
                let inner = Scope { element: Some(item), ..scope };
                let end = syntax.lambda("x", &self.ty(item), &self.truth(&until.end, inner)?);
                let all = format!("{read}, {end}, {}", syntax.boolean(until.open));
                syntax.call("r", "to_last", &all)
            }
            count => {
                let (size, read) = self.element(item, scope)?;
                let count = self.read_count(count, scope)?;
                syntax.call("r", "list", &format!("{count}, {size}, {read}"))
            }
        })
    }

    fn read_bits(&self, bits: &Bits) -> String {
        let (shift, width, len) = (bits.shift, bits.width, bits.len);
        let word = format!("word{}", self.word.get());
        match bits.kind {
            Kind::Int(int) => {
                let (bytes, signed) = (int.bytes, self.syntax.boolean(int.signed));
                let code = format!("r.bits({word}, {shift}, {width}, {bytes}, {signed}, {len})");
                self.syntax.narrow(&code, &Ty::Int(bytes, int.signed))
            }
            _ => format!("r.flag({word}, {shift}, {width})"),
        }
    }

    /// The number before the content.
    pub(super) fn prefix_of(count: &Count, scope: Scope<'p>) -> Result<Int, ExportError> {
        match count {
            Count::Prefix { int, .. } => Ok(*int),
            Count::Within(inner, _) => Self::prefix_of(inner, scope),
            _ => Err(ExportError::of(scope.place, "a count that is told in another way")),
        }
    }
}
