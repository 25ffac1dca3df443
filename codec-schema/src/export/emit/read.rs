//! Reading a shape.

use codec_core::schema::Kind;

use super::Emitter;
use super::expression::Scope;
use crate::export::refuse::ExportError;
use crate::export::size;
use crate::export::syntax::Syntax;
use crate::measure::Number;
use crate::plan::{Bits, Charset, Count, Int, Magic, Shape};

type Code = Result<String, ExportError>;

impl<'p, S: Syntax> Emitter<'p, S> {
    fn lambda(&self, body: &str) -> String {
        self.syntax.lambda("r", body)
    }

    fn later(&self, body: &str) -> String {
        self.syntax.lambda("", body)
    }

    /// The exact integer that a number holds.
    pub(super) fn read_number(&self, int: &Int) -> String {
        let (bytes, signed) = (int.bytes, self.syntax.boolean(int.signed));
        match int.number {
            Number::Fixed(bytes) | Number::Little(bytes) => {
                format!("r.fixed({bytes}, {signed}, {})", self.syntax.boolean(int.big))
            }
            Number::Marked(_) => format!("r.marked({bytes}, {signed})"),
            Number::Leb128 { bytes, most } => format!("r.leb({bytes}, {most}, {signed})"),
            _ => "r.compact()".to_owned(),
        }
    }

    fn read_int(&self, int: &Int) -> String {
        let mut code = self.read_number(int);
        if let Some(max) = int.max.filter(|max| *max < u64::MAX) {
            let max = self.syntax.int(max.into());
            code = format!("r.most({max}, {})", self.later(&code));
        }
        if int.nonzero {
            code = format!("r.nonzero({})", self.later(&code));
        }
        self.syntax.narrow(&code, int.bytes)
    }

    pub(super) fn read_magic(&self, of: &Magic) -> String {
        match &of.number {
            Some((int, value)) => {
                let value = self.syntax.int(*value);
                format!("r.constant({value}, {})", self.later(&self.read_number(int)))
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
                    min = format!("{side}.least({})", self.later(&self.number(of, scope)?));
                }
                if let Some(of) = &limits.most {
                    max = format!("{side}.largest({})", self.later(&self.number(of, scope)?));
                }
                return Ok([min, max]);
            }
            _ => (0, None),
        };
        let max = max.map_or(self.syntax.null().to_owned(), |max| self.syntax.int(max.into()));
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
                format!("r.count({}, {min}, {max})", self.later(&self.read_number(int)))
            }
            Count::Expression { of, .. } => {
                format!("r.counted({}, {min}, {max})", self.later(&self.number(of, scope)?))
            }
            Count::Given => "count".to_owned(),
            Count::Left => "r.left()".to_owned(),
            Count::Until(end) => format!("r.before({end})"),
            _ => return Err(ExportError::of(scope.place, "a count that is told in another way")),
        })
    }

    fn element(&self, item: &'p Shape, scope: Scope<'p>) -> Result<(String, String), ExportError> {
        let of = size::shape(self.plan, item);
        if of.min == 0 {
            return Err(ExportError::of(scope.place, "a list of elements that may have no bytes"));
        }
        let fixed = self.syntax.boolean(of.fixed);
        Ok((format!("{}, {fixed}", of.min), self.lambda(&self.read(item, scope)?)))
    }

    /// Reads a value of this shape.
    pub(super) fn read(&self, shape: &'p Shape, scope: Scope<'p>) -> Code {
        let syntax = &self.syntax;
        Ok(match shape {
            Shape::Nothing => syntax.null().to_owned(),
            Shape::Bool(false) => "r.bool()".to_owned(),
            Shape::Bool(true) => "r.bit()".to_owned(),
            Shape::Int(int) => self.read_int(int),
            Shape::Float(bytes, big) => {
                let refused = syntax.boolean(self.plan.encoding.rules.refuses_nan);
                format!("r.float({bytes}, {}, {refused})", syntax.boolean(*big))
            }
            Shape::Utf8Char => "r.char_utf8()".to_owned(),
            Shape::Char(of) => match &**of {
                Shape::Int(int) => format!("r.char_scalar({})", self.later(&self.read_number(int))),
                Shape::Text(Count::Prefix { int, .. }, _) => {
                    format!("r.char_text({})", self.later(&self.read_number(int)))
                }
                _ => return Err(ExportError::of(scope.place, "a character")),
            },
            Shape::Magic(of) => self.read_magic(of),
            Shape::Bytes(count) | Shape::Text(count, _) => {
                let len = self.read_count(count, scope)?;
                let is_text = matches!(shape, Shape::Text(_, Charset::Utf8));
                let method = if is_text { "text" } else { "bytes" };
                match count {
                    Count::Until(_) => format!("r.ended(r.{method}({len}))"),
                    _ => format!("r.{method}({len})"),
                }
            }
            Shape::List(count, item) => self.read_list(count, item, scope)?,
            Shape::Indexed(count, item) => {
                let ((size, read), count) =
                    (self.element(item, scope)?, self.read_count(count, scope)?);
                format!("r.indexed({count}, {size}, {read})")
            }
            Shape::Option(of) => format!("r.option({})", self.lambda(&self.read(of, scope)?)),
            Shape::Maybe(count, of) => {
                let read = self.lambda(&self.read(of, scope)?);
                let count = match count {
                    Count::Prefix { int, min, .. } => {
                        let read = self.later(&self.read_number(int));
                        let min = syntax.int((*min).into());
                        format!("r.count({read}, {min}, {})", syntax.null())
                    }
                    count => self.read_count(count, scope)?,
                };
                format!("r.maybe({count}, {read})")
            }
            Shape::Nullable(count, of) => {
                let [min, max] = self.limits(count, scope, "r")?;
                let int = Self::prefix_of(count, scope)?;
                let word = self.later(&self.read_number(&Int { signed: false, ..int }));
                let read = syntax.lambda("r, count", &self.read(of, scope)?);
                format!("r.nullable({word}, {}, {min}, {max}, {read})", int.bytes)
            }
            Shape::Tuple(parts) => {
                let min = size::shape(self.plan, shape).min;
                let parts = parts.iter().map(|part| self.read(part, scope));
                let parts = syntax.tuple(&parts.collect::<Result<Vec<_>, _>>()?);
                format!("r.after(r.need({min}), {})", self.later(&parts))
            }
            Shape::Type(index) => format!("read_{}(r)", self.naming.types[*index]),
            Shape::Sized(count, of) => {
                let read = self.lambda(&self.read(of, scope)?);
                format!("r.sized({}, {read})", self.read_count(count, scope)?)
            }
            Shape::Tagged(tag, index) => {
                let tag = self.later(&self.number(tag, scope)?);
                format!("read_{}_of(r, r.at, r.tag({tag}))", self.naming.types[*index])
            }
            Shape::Bits(bits) => self.read_bits(bits),
            Shape::Unordered(..) | Shape::Opaque(_) => {
                return Err(ExportError::of(scope.place, "opaque"));
            }
        })
    }

    fn read_list(&self, count: &'p Count, item: &'p Shape, scope: Scope<'p>) -> Code {
        Ok(match count {
            Count::Fixed(count) => {
                let min = size::shape(self.plan, item).min;
                let read = self.lambda(&self.read(item, scope)?);
                format!("r.array({count}, {min}, {read})")
            }
            Count::Left => {
                let (size, read) = self.element(item, scope)?;
                format!("r.items({size}, {read})")
            }
            Count::Last(until) => {
                let read = self.lambda(&self.read(item, scope)?);
                let inner = Scope { element: Some(item), ..scope };
                let end = self.syntax.lambda("x", &self.truth(&until.end, inner)?);
                format!("r.to_last({read}, {end}, {})", self.syntax.boolean(until.open))
            }
            count => {
                let (size, read) = self.element(item, scope)?;
                format!("r.list({}, {size}, {read})", self.read_count(count, scope)?)
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
                self.syntax.narrow(&code, bytes)
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
