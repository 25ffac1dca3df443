//! Rules on the names in expressions.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Expr;

use crate::attr::{Attr, Ctxt, Function, OFFSET, REMAINING, free_names};
use crate::check::bits::first_of_run;
use crate::diagnostics::{NO_SELF, NO_VALUE_YET, REMAINING_IN_PIECES, WORD_UNKNOWN};
use crate::gather::Gather as _;
use crate::input::any_token;
use crate::model::{Field, Fields, Model, unraw};

/// An expression names fields that have a value at its place.
pub(super) fn check_names(cx: &Ctxt, fields: &Fields<'_>) {
    for field in &fields.list {
        let attrs = &field.attrs;
        // A bit field's width is known before its run.
        let known = if attrs.bits.is_given() { first_of_run(fields, field) } else { field.index };
        for expression in attrs.earlier() {
            check_values(cx, fields, field, known, expression);
        }
        if let Some(check) = attrs.checked() {
            check_values(cx, fields, field, field.index + 1, check);
        }
    }
}

/// There is no value of the type while it is decoded.
pub(super) fn check_self(cx: &Ctxt, model: &Model<'_>) {
    if let Some(check) = model.attrs.check.value() {
        check_no_self(cx, check.to_token_stream());
    }
}

/// Refuses `remaining` and `offset` where they are not known.
pub(super) fn check_words(cx: &Ctxt, model: &Model<'_>, fields: &Fields<'_>) {
    let refuse = |field: &Field<'_>, asking: &Expr, word, name: &str| {
        if field.asks_in(asking, word) {
            let names = free_names(&asking.to_token_stream());
            let at = names.iter().find(|name| *name == word).map(ToTokens::to_token_stream);
            cx.refuse(at.unwrap_or(asking.to_token_stream()), &WORD_UNKNOWN, &[&word, &name]);
        }
    };
    for field in &fields.list {
        let (attrs, name) = (&field.attrs, field.name());
        let padding = [&attrs.pad_before, &attrs.pad_after, &attrs.align].map(Attr::value);
        let chosen = field.is_defaulted() || attrs.computed.is_given();
        let condition = attrs.condition.value().filter(|_| chosen);
        let default = attrs.default.value().and_then(Option::as_ref).filter(|_| chosen);
        let default = default.and_then(Function::expression);
        let neither = [condition, attrs.until.value(), attrs.bits.value(), attrs.computed.value()];
        for asking in neither.into_iter().flatten() {
            refuse(field, asking, OFFSET, &name);
        }
        for asking in neither.into_iter().chain(padding).chain([default]).flatten() {
            refuse(field, asking, REMAINING, &name);
        }
        if let Some(push) = model.attrs.push.name()
            && field.asks(REMAINING)
            && !model.attrs.version.is_given()
        {
            cx.refuse(push, &REMAINING_IN_PIECES, &[&name]);
        }
    }
    let check = model.attrs.check.value().and_then(Function::code);
    if let (Some(check), Some(first)) = (check, fields.list.first()) {
        refuse(first, check, OFFSET, &unraw(model.ident));
        if model.attrs.push.is_given() {
            refuse(first, check, REMAINING, &unraw(model.ident));
        }
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
    // Names bound in the expression itself may be those of any field.
    if !binds(tokens.clone()) {
        for name in free_names(&tokens) {
            let named = fields.list.iter().find(|field| field.name() == unraw(&name));
            let unknown = |named: &&Field<'_>| {
                named.index >= known || field.is_on_wire() && !named.is_on_wire()
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
    const WORDS: [&str; 7] = ["let", "match", "matches", "for", "fn", "const", "static"];
    any_token(tokens, &|token| match token {
        TokenTree::Ident(word) => WORDS.iter().any(|known| word == known),
        TokenTree::Punct(punct) => {
            punct.as_char() == '|' && punct.spacing() == proc_macro2::Spacing::Alone
        }
        TokenTree::Literal(_) | TokenTree::Group(_) => false,
    })
}
