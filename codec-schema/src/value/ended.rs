//! Sequences that end with an element: elements that are not the last, and one that is.

use crate::measure::Encoding;
use codec_core::schema::{Node, Operand, Operator};

use super::generate::{DEPTH, Known, Making, evaluate_over};
use crate::model::{Seq, Until};

/// The most times that an element is made anew until it is the last, or until it isn't.
const ATTEMPTS: usize = 60;

/// A part of an element, by its path, and what it has to be.
#[derive(Debug, Clone)]
pub(super) struct Wish {
    path: String,
    is: Wanted,
}

#[derive(Debug, Clone, Copy)]
enum Wanted {
    Value(i128),
    Len(i128),
    Variant(&'static str),
}

/// The parts that were made while a sequence is to be ended.
#[derive(Default)]
pub(super) struct Watch {
    /// The number of sequences around that are to be ended.
    sequences: usize,
    /// Fields by their paths.
    fields: Vec<(String, Known)>,
    /// The variants of enums, by the paths of the enums.
    variants: Vec<(String, String)>,
    wishes: Vec<Wish>,
}

impl<'m> Making<'_, 'm> {
    /// Elements up to the last; and whether there is one, after which more may follow.
    pub(super) fn ended(
        &mut self,
        seq: &'m Seq,
        until: &'m Until,
        known: &[Known],
        encoding: &Encoding,
    ) -> Option<(Known, bool)> {
        let most = if self.depth > DEPTH { 0 } else { self.generator.most.min(3) };
        let before = self.generator.dice.between(0, most);
        let has_last = !until.open || self.generator.dice.below(4) > 0;
        for _ in 0..before {
            self.element(seq, until, known, (false, encoding))?;
        }
        if has_last {
            self.element(seq, until, known, (true, encoding))?;
        }
        let len = before + u64::from(has_last);
        Some((Known { len: Some(len.into()), ..Known::default() }, has_last))
    }

    /// An element that is the last, or isn't.
    fn element(
        &mut self,
        seq: &'m Seq,
        until: &'m Until,
        known: &[Known],
        (is_last, encoding): (bool, &Encoding),
    ) -> Option<()> {
        let node = until.end.node?;
        let prefix = self.path.join(".");
        let (len, noted) = (self.bytes.len(), self.fields.len());
        let (made, path) = (self.choices.made, self.choices.path.clone());
        for _ in 0..ATTEMPTS {
            let outer = std::mem::take(&mut self.watch);
            self.watch.sequences = outer.sequences + 1;
            if is_last {
                self.wish(node, &prefix);
            }
            let own = self.ty(&seq.item, encoding);
            let watched = std::mem::replace(&mut self.watch, outer);
            let found = evaluate_over(node, known, &|operand| {
                watched.find(operand, &prefix, own.unwrap_or_default())
            });
            own?;
            if found.is_some_and(|found| (found != 0) == is_last) {
                return Some(());
            }
            self.bytes.truncate(len);
            self.fields.truncate(noted);
            (self.choices.made, self.choices.path) = (made, path.clone());
        }
        None
    }

    /// Sets what makes an element the last.
    fn wish(&mut self, node: &'static Node, prefix: &str) {
        let place = |path: &str| match path {
            "" => prefix.to_owned(),
            path => format!("{prefix}.{path}"),
        };
        match node {
            Node::Binary(Operator::And, left, right) => {
                self.wish(left, prefix);
                self.wish(right, prefix);
            }
            Node::Binary(Operator::Or, left, right) => {
                let chosen = if self.generator.dice.below(2) == 0 { left } else { right };
                self.wish(chosen, prefix);
            }
            Node::Binary(Operator::Eq, Node::Field(operand), value) => {
                let Some(value) = value.evaluate(&|_| None) else { return };
                let (path, is) = match operand {
                    Operand::Element(path) => (path, Wanted::Value(value)),
                    Operand::ElementLen(path) => (path, Wanted::Len(value)),
                    _ => return,
                };
                self.watch.wishes.push(Wish { path: place(path), is });
            }
            Node::Field(Operand::ElementIs(path, name)) => {
                self.watch.wishes.push(Wish { path: place(path), is: Wanted::Variant(name) });
            }
            _ => {}
        }
    }

    /// The wishes for the part that is being made.
    fn wished(&self) -> impl Iterator<Item = Wanted> {
        let path = if self.watch.wishes.is_empty() { String::new() } else { self.path.join(".") };
        self.watch.wishes.iter().filter(move |wish| wish.path == path).map(|wish| wish.is)
    }

    /// The number that an integer has to be, in two's complement.
    pub(super) fn wished_value(&self, bits: u32) -> Option<u128> {
        let value = self.wished().find_map(|wanted| match wanted {
            Wanted::Value(value) => Some(value),
            _ => None,
        });
        value.map(|value| value.cast_unsigned() & (u128::MAX >> (128 - bits)))
    }

    /// The count that a sequence has to have.
    pub(super) fn wished_len(&self) -> Option<u64> {
        self.wished().find_map(|wanted| match wanted {
            Wanted::Len(len) => len.try_into().ok(),
            _ => None,
        })
    }

    /// The variant that an enum has to be.
    pub(super) fn wished_variant(&self) -> Option<&'static str> {
        self.wished().find_map(|wanted| match wanted {
            Wanted::Variant(name) => Some(name),
            _ => None,
        })
    }

    /// Notes a field, where a condition may ask for it.
    pub(super) fn note_field(&mut self, known: Known) {
        if self.watch.sequences > 0 {
            self.watch.fields.push((self.path.join("."), known));
        }
    }

    /// Notes the variant of an enum.
    pub(super) fn note_variant(&mut self, name: &str) {
        if self.watch.sequences > 0 {
            self.watch.variants.push((self.path.join("."), name.to_owned()));
        }
    }
}

impl Watch {
    /// The value of an element that a condition asks for.
    fn find(&self, operand: Operand, prefix: &str, own: Known) -> Option<i128> {
        let place = |path: &str| format!("{prefix}.{path}");
        let field = |path: &str| match path {
            "" => Some(own),
            path => {
                let wanted = place(path);
                self.fields.iter().rev().find(|(path, _)| *path == wanted).map(|(_, known)| *known)
            }
        };
        match operand {
            Operand::Element(path) => field(path)?.value,
            Operand::ElementLen(path) => field(path)?.len,
            Operand::ElementIs(path, name) => {
                let wanted = if path.is_empty() { prefix.to_owned() } else { place(path) };
                let found = self.variants.iter().rev().find(|(path, _)| *path == wanted);
                Some((found?.1 == name).into())
            }
            _ => None,
        }
    }
}
