//! Rules on the names in expressions.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

use crate::attr::{Attr, Ctxt, Extent, Function, free_names};
use crate::diagnostics::{NO_SELF, NO_VALUE_YET};
use crate::gather::Gather as _;
use crate::model::{Field, Fields, Model, unraw};

/// An expression names fields that have a value at its place.
pub(super) fn check_names(cx: &Ctxt, fields: &Fields<'_>) {
    for field in &fields.list {
        let attrs = &field.attrs;
        let before = [
            &attrs.condition,
            &attrs.count,
            &attrs.max,
            &attrs.min,
            &attrs.tag,
            &attrs.until,
            &attrs.pad_before,
            &attrs.pad_after,
            &attrs.align,
        ];
        for expression in before.into_iter().filter_map(Attr::value) {
            check_values(cx, fields, field, field.index, expression);
        }
        if let Some(Extent::Expression(len)) = attrs.bytes.value() {
            check_values(cx, fields, field, field.index, len);
        }
        if let Some(check @ Function::Value(_)) = attrs.check.value() {
            check_values(cx, fields, field, field.index + 1, check);
        }
        if let Some(Some(default @ Function::Value(_))) = attrs.default.value() {
            check_values(cx, fields, field, field.index, default);
        }
    }
}

/// There is no value of the type while it is decoded.
pub(super) fn check_self(cx: &Ctxt, model: &Model<'_>) {
    if let Some(check) = model.attrs.check.value() {
        check_no_self(cx, check.to_token_stream());
    }
}

fn check_values(
    cx: &Ctxt,
    fields: &Fields<'_>,
    field: &Field<'_>,
    known: usize,
    expression: &impl ToTokens,
) {
    let tokens = expression.to_token_stream();
    let defaults = field.attrs.default.is_given();
    // What is bound in the expression itself may have the name of any field.
    if !binds(tokens.clone()) {
        for name in free_names(&tokens) {
            let named = fields.list.iter().find(|field| field.name() == unraw(&name));
            let unknown = |named: &&Field<'_>| {
                named.index >= known || !(defaults || named.travels() || named.index == field.index)
            };
            if named.as_ref().is_some_and(unknown) {
                cx.refuse(&name, &NO_VALUE_YET, &[&unraw(&name), &field.name()]);
            }
        }
    }
    check_no_self(cx, tokens);
}

fn check_no_self(cx: &Ctxt, tokens: TokenStream) {
    let tokens: Vec<TokenTree> = tokens.into_iter().gathered();
    for (index, token) in tokens.iter().enumerate() {
        match (token, tokens.get(index + 1), tokens.get(index + 2)) {
            (TokenTree::Group(group), ..) => check_no_self(cx, group.stream()),
            (TokenTree::Ident(own), Some(TokenTree::Punct(dot)), Some(TokenTree::Ident(name)))
                if own == "self" && dot.as_char() == '.' =>
            {
                cx.refuse(own, &NO_SELF, &[name]);
            }
            _ => {}
        }
    }
}

/// Returns true if a closure, a pattern or an item may bind names.
pub(super) fn binds(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => binds(group.stream()),
        TokenTree::Ident(word) => ["let", "match", "matches", "for", "fn", "const", "static"]
            .iter()
            .any(|known| word == known),
        TokenTree::Punct(punct) => {
            punct.as_char() == '|' && punct.spacing() == proc_macro2::Spacing::Alone
        }
        TokenTree::Literal(_) => false,
    })
}
