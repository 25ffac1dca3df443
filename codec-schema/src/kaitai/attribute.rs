//! The parts of a type's `seq`.

use super::words;

/// One attribute: an id and its properties.
#[derive(Debug, Clone, Default)]
pub(super) struct Attribute {
    /// `None` if nothing refers to it.
    pub(super) id: Option<String>,
    pub(super) doc: String,
    /// `type`, `size`, `contents` and so on, as lines.
    pub(super) lines: Vec<String>,
    pub(super) condition: Vec<String>,
    /// Conditions on each element, as expressions over `_`.
    pub(super) valid: Vec<String>,
    /// `true` if it is repeated: repeating it again needs a separate type.
    pub(super) repeats: bool,
}

impl Attribute {
    /// An attribute with this id and these lines.
    pub(super) fn new(id: &str, lines: &[&str]) -> Self {
        let lines = lines.iter().map(|line| (*line).to_owned()).collect();
        Self { id: Some(id.to_owned()), lines, ..Self::default() }
    }

    /// With this validity condition, where `_` is the value.
    pub(super) fn valid(mut self, expression: String) -> Self {
        self.valid.push(expression);
        self
    }

    /// The YAML list item.
    pub(super) fn written(&self) -> String {
        let mut lines = Vec::new();
        if let Some(id) = &self.id {
            lines.push(format!("id: {id}"));
        }
        lines.extend(self.lines.iter().cloned());
        if !self.condition.is_empty() {
            let all = self.condition.iter().map(|one| format!("({one})")).collect::<Vec<_>>();
            lines.push(format!("if: {}", words::text(&all.join(" and "))));
        }
        if !self.valid.is_empty() {
            let all = self.valid.iter().map(|one| format!("({one})")).collect::<Vec<_>>();
            lines.push(format!("valid:\n          expr: {}", words::text(&all.join(" and "))));
        }
        if !self.doc.is_empty() {
            lines.push(format!("doc: {}", words::text(&self.doc)));
        }
        format!("      - {}\n", lines.join("\n        "))
    }
}
