//! One attribute, which is given once or not at all.

use syn::Path;

use crate::attr::Ctxt;
use crate::diagnostics::DUPLICATE_ATTRIBUTE;
use crate::gather::Gather as _;

/// An attribute's value, and its name as the user wrote it.
pub(crate) struct Attr<T> {
    given: Option<(Path, T)>,
}

impl<T> Default for Attr<T> {
    fn default() -> Self {
        Self { given: None }
    }
}

impl<T> Attr<T> {
    /// Sets the value; setting it twice is a mistake.
    pub(crate) fn set(&mut self, cx: &Ctxt, name: &Path, value: T) {
        if self.given.is_some() {
            cx.refuse(name, &DUPLICATE_ATTRIBUTE, &[&spelled(name)]);
        } else {
            self.given = Some((name.clone(), value));
        }
    }

    /// The value, when the attribute is given.
    pub(crate) fn value(&self) -> Option<&T> {
        self.given.as_ref().map(|(_, value)| value)
    }

    /// The name where the user wrote it, when the attribute is given.
    pub(crate) fn name(&self) -> Option<&Path> {
        self.given.as_ref().map(|(name, _)| name)
    }

    /// The names that are given in one place of the table: at most this one.
    pub(crate) fn names(&self) -> [Option<&Path>; 2] {
        [self.name(), None]
    }

    /// Returns `true` if the attribute is given.
    pub(crate) const fn is_given(&self) -> bool {
        self.given.is_some()
    }
}

/// An attribute's name as a string.
pub(crate) fn spelled(name: &Path) -> String {
    let segments: Vec<_> = name.segments.iter().map(|segment| segment.ident.to_string()).gathered();
    segments.join("::")
}
