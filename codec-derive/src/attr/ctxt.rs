//! Collects mistakes, so that all of a type are reported together.

use core::cell::RefCell;
use core::fmt::Display;

use quote::ToTokens;
use syn::Error;

use crate::attr::Attr;
use crate::diagnostics::Diagnostic;

/// The mistakes found so far.
pub(crate) struct Ctxt {
    /// `None` once they have been taken.
    errors: RefCell<Option<Vec<Error>>>,
}

impl Ctxt {
    /// Without mistakes.
    pub(crate) fn new() -> Self {
        Self { errors: RefCell::new(Some(Vec::new())) }
    }

    /// Adds a mistake.
    ///
    /// # Panics
    /// After [`finish`](Self::finish), which takes the value.
    pub(crate) fn push(&self, error: Error) {
        self.errors.borrow_mut().as_mut().expect("the context is still open").push(error);
    }

    /// Adds a mistake of the catalogue, at these tokens.
    pub(crate) fn refuse(&self, at: impl ToTokens, known: &Diagnostic, names: &[&dyn Display]) {
        self.push(Error::new_spanned(at, known.text(names)));
    }

    /// Adds one at the name of an attribute that is given, if that is `wrong`.
    pub(crate) fn refuse_given<T>(
        &self,
        attr: &Attr<T>,
        wrong: bool,
        known: &Diagnostic,
        names: &[&dyn Display],
    ) {
        if let Some(name) = attr.name().filter(|_| wrong) {
            self.refuse(name, known, names);
        }
    }

    /// All mistakes in one, if there are any.
    ///
    /// # Panics
    /// Never: it takes the value, so that it runs once.
    pub(crate) fn finish(self) -> Result<(), Error> {
        let errors = self.errors.borrow_mut().take().unwrap_or_default();
        let combined = errors.into_iter().reduce(|mut all, error| {
            all.combine(error);
            all
        });
        combined.map_or(Ok(()), Err)
    }
}

impl Drop for Ctxt {
    fn drop(&mut self) {
        // Unreported mistakes would lead to wrong generated code.
        let open = self.errors.borrow().is_some();
        assert!(!open || std::thread::panicking(), "the mistakes were not reported");
    }
}

#[cfg(test)]
mod tests {
    use super::Ctxt;
    use proc_macro2::Span;
    use syn::Error;

    #[test]
    fn reports_every_mistake_in_order() {
        let cx = Ctxt::new();
        cx.push(Error::new(Span::call_site(), "one"));
        cx.push(Error::new(Span::call_site(), "two"));
        let all = cx.finish().unwrap_err();
        assert_eq!(
            all.into_iter().map(|error| error.to_string()).collect::<Vec<_>>(),
            ["one", "two"]
        );
    }

    #[test]
    #[should_panic(expected = "were not reported")]
    fn panics_when_mistakes_are_not_reported() {
        drop(Ctxt::new());
    }
}
