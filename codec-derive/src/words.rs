//! Words that expressions know besides fields: `remaining` and `offset`.

use syn::Expr;

use crate::attr::{REMAINING, is_asked};
use crate::model::Field;

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
