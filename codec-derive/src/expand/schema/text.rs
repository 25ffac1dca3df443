//! Docs and code as strings.

use crate::gather::Gather as _;
use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// A doc comment, line by line; `None` without one. Docs that a macro makes are left out.
pub(super) fn docs(carried: &[&Attribute]) -> Option<String> {
    let lines = carried.iter().filter_map(|attr| match &attr.meta {
        Meta::NameValue(doc) if doc.path.is_ident("doc") => match &doc.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    let lines: Vec<String> = lines
        .flat_map(|text| {
            let lines = text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned());
            let lines: Vec<_> = lines.gathered();
            if lines.is_empty() { vec![String::new()] } else { lines }
        })
        .gathered();
    let text = lines.join("\n");
    (!text.trim().is_empty()).then(|| text.trim_end().to_owned())
}

/// The call that sets it, if there is one.
pub(super) fn doc(carried: &[&Attribute]) -> Option<TokenStream> {
    docs(carried).map(|doc| quote!(.doc(#doc)))
}

/// Code as a person would write it.
pub(super) fn spelled(code: &impl ToTokens) -> String {
    let mut speller = Speller::default();
    speller.all(code.to_token_stream());
    speller.text
}

/// Code that is being written.
#[derive(Default)]
struct Speller {
    text: String,
    /// `true` if a value or a type precedes, so that an operator is binary.
    after_operand: bool,
    /// `true` if a space is needed before the next token.
    spaced: bool,
    /// The number of `<` that are open.
    angles: usize,
}

impl Speller {
    fn all(&mut self, code: TokenStream) {
        let mut tokens = code.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => self.group(&group),
                TokenTree::Ident(_) | TokenTree::Literal(_) => {
                    self.push(self.spaced || self.after_operand, &token.to_string());
                    (self.spaced, self.after_operand) = (false, true);
                }
                TokenTree::Punct(punct) => {
                    let mut operator = String::from(punct.as_char());
                    let mut joint = punct.spacing() == Spacing::Joint;
                    while let Some(TokenTree::Punct(next)) = tokens.peek().filter(|_| joint) {
                        operator.push(next.as_char());
                        joint = next.spacing() == Spacing::Joint;
                        tokens.next();
                    }
                    let group = matches!(tokens.peek(), Some(TokenTree::Group(_)));
                    self.operator(&operator, group);
                }
            }
        }
    }

    fn push(&mut self, space: bool, text: &str) {
        if space && !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(text);
    }

    fn group(&mut self, group: &Group) {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => (" { ", " }"),
            Delimiter::None => ("", ""),
        };
        let mut inner = Self::default();
        inner.all(group.stream());
        self.push(self.spaced, &[open, &inner.text, close].concat());
        (self.spaced, self.after_operand) = (false, true);
    }

    fn operator(&mut self, operator: &str, before_group: bool) {
        let upper = |text: &str| {
            let name = text.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
            name.is_some_and(|name| name.starts_with(char::is_uppercase))
        };
        let (before, after, operand) = match operator {
            "." | "::" | ".." | "..=" => (false, false, false),
            "?" => (false, false, true),
            "!" if before_group && self.after_operand => (false, false, false),
            "," | ";" | ":" => (false, true, false),
            "<" if upper(&self.text) => {
                self.angles += 1;
                (false, false, false)
            }
            ">" | ">>" if self.angles >= operator.len() => {
                self.angles -= operator.len();
                (false, false, true)
            }
            _ => (self.spaced || self.after_operand, self.after_operand, false),
        };
        self.push(before, operator);
        (self.spaced, self.after_operand) = (after, operand);
    }
}

#[cfg(test)]
mod tests {
    use super::{docs, spelled};
    use syn::parse_quote;

    #[test]
    fn code_is_spelled_as_it_is_written() {
        for text in [
            "flags & 1 != 0",
            "a && !b || *c < -d >> 2",
            "flags & FLAG != 0 && !matches!(flags, 1..=3)",
            "usize::from(width) * usize::from(height)",
            "matches!(kind, 1..=3 | 7)",
            "b\"DIRT\"",
            "Vec<Option<u8>>",
            "[u8; 32]",
            "len as usize + 1",
            "self.len() - 1",
            "&'a str",
        ] {
            let code: proc_macro2::TokenStream = text.parse().unwrap();
            assert_eq!(spelled(&code), text);
        }
    }

    #[test]
    fn docs_keep_their_lines() {
        let attrs: [syn::Attribute; 3] = [
            parse_quote!(#[doc = " One."]),
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = " Two."]),
        ];
        assert_eq!(docs(&attrs.each_ref()).as_deref(), Some("One.\n\nTwo."));
        assert_eq!(docs(&[]), None);
    }
}
