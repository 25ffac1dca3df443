//! The expressions of a field over the fields before it, and the words that they know besides:
//! `remaining` and `offset`.

use syn::Expr;

use crate::attr::{Attr, Extent, FieldAttrs, Function, is_asked};
use crate::gather::Gather as _;
use crate::model::Field;

/// The rest of the input, or of the bounds in which the value is.
pub(crate) const REMAINING: &str = "remaining";

/// The begin of the field, counted from the first field.
pub(crate) const OFFSET: &str = "offset";

/// The words that no field has as its name.
pub(crate) fn free_words(fields: &[String]) -> Vec<&'static str> {
    [REMAINING, OFFSET].into_iter().filter(|word| fields.iter().all(|name| name != word)).gathered()
}

impl FieldAttrs {
    /// All of them but that of `check`, which sees the field itself as well.
    pub(crate) fn earlier(&self) -> Vec<&Expr> {
        let all = [
            &self.condition,
            &self.count,
            &self.max,
            &self.min,
            &self.tag,
            &self.until,
            &self.pad_before,
            &self.pad_after,
            &self.align,
            &self.bits,
        ];
        let default = self.default.value().and_then(Option::as_ref);
        let all = all.into_iter().filter_map(Attr::value).chain(self.extent());
        all.chain(default.and_then(Function::expression)).gathered()
    }

    /// The length in bytes, if it is an expression.
    pub(crate) fn extent(&self) -> Option<&Expr> {
        match self.bytes.value() {
            Some(Extent::Expression(len)) => Some(len),
            _ => None,
        }
    }

    /// The expression or closure of `check`.
    pub(crate) fn checked(&self) -> Option<&Expr> {
        self.check.value().and_then(Function::code)
    }
}

impl Field<'_> {
    /// Returns true if an expression asks for one of the words, which no field has as its name.
    pub(crate) fn asks_in(&self, expression: &Expr, word: &'static str) -> bool {
        self.words.contains(&word) && is_asked(expression, word)
    }

    /// Returns true if any of its expressions does.
    pub(crate) fn asks(&self, word: &'static str) -> bool {
        if self.attrs.is_empty() {
            return false;
        }
        let all = self.attrs.earlier().into_iter().chain(self.attrs.checked());
        all.into_iter().any(|expression| self.asks_in(expression, word))
    }

    /// Returns true if how many bytes it takes depends on how many there are.
    pub(crate) fn is_rest(&self) -> bool {
        let attrs = &self.attrs;
        let all = [attrs.condition.value(), attrs.count.value(), attrs.tag.value(), attrs.extent()];
        all.into_iter().flatten().any(|one| self.asks_in(one, REMAINING))
    }
}
