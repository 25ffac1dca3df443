//! The expressions of a field over the fields before it, and the words that they know besides:
//! `remaining` and `offset`.

use syn::Expr;

use crate::attr::{Attr, Extent, FieldAttrs, Function};
use crate::gather::Gather as _;

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
