//! Expressions over earlier fields.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::{Expr, Member};

use crate::expand::env::Env;
use crate::expand::form::{Arm, FormField};
use crate::expand::location::{at, located};
use crate::gather::Gather as _;
use crate::model::unraw;

/// The expression with the names of fields before `index` replaced by `place` of the field, and
/// `context` by the value from outside. It works on tokens, so that macros are no obstacle; a name
/// after a dot, in a path, or before a colon is not that of a field.
pub(in crate::expand) fn over_fields(
    env: &Env<'_>,
    expression: &Expr,
    arm: &Arm<'_>,
    index: usize,
    place: &dyn Fn(&FormField<'_>) -> TokenStream,
) -> TokenStream {
    over_tokens(env, expression.to_token_stream(), arm, index, place)
}

/// As [`over_fields`], for an expression in tokens.
pub(in crate::expand) fn over_tokens(
    env: &Env<'_>,
    expression: TokenStream,
    arm: &Arm<'_>,
    index: usize,
    place: &dyn Fn(&FormField<'_>) -> TokenStream,
) -> TokenStream {
    replace(expression, &|name| {
        let named = |field: &&FormField<'_>| match field.member() {
            Member::Named(own) => unraw(own) == name,
            Member::Unnamed(_) => false,
        };
        if let Some(field) = arm.fields[..index].iter().find(named) {
            return Some(place(field));
        }
        if name != "context" || arm.fields.iter().any(|field| named(&field)) {
            return None;
        }
        let (door, format, ty) = (&env.door, &env.format, env.model.attrs.context.value()?);
        Some(quote!(#door::context::<#format, #ty>()))
    })
}

fn replace(tokens: TokenStream, of: &dyn Fn(&str) -> Option<TokenStream>) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().gathered();
    let mut replaced = TokenStream::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        if let Some(length) = closure_head(&tokens[index..]).filter(|_| starts(&tokens, index)) {
            // The parameters of a closure shadow the fields of the same names.
            let (head, body) = tokens[index..].split_at(length);
            let end = body.iter().position(is_comma).unwrap_or(body.len());
            let hidden = names(head);
            let visible =
                |name: &str| if hidden.iter().any(|own| own == name) { None } else { of(name) };
            replaced.extend(head.iter().cloned());
            replaced.extend(replace(body[..end].iter().cloned().gathered(), &visible));
            index += length + end;
            continue;
        }
        match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replace(group.stream(), of));
                inner.set_span(group.span());
                replaced.extend([TokenTree::Group(inner)]);
            }
            TokenTree::Ident(ident) if !is_foreign(&tokens, index) => match of(&unraw(ident)) {
                Some(place) => replaced.extend(located(place, at(ident))),
                None => replaced.extend([token.clone()]),
            },
            _ => replaced.extend([token.clone()]),
        }
        index += 1;
    }
    replaced
}

fn is_punct(token: &TokenTree, char: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == char)
}

fn is_comma(token: &TokenTree) -> bool {
    is_punct(token, ',')
}

/// Length of a closure's parameters, pipes included, if one starts here.
fn closure_head(tokens: &[TokenTree]) -> Option<usize> {
    let (first, rest) = tokens.split_first()?;
    if !is_punct(first, '|') {
        return None;
    }
    rest.iter().position(|token| is_punct(token, '|')).map(|end| end + 2)
}

/// Whether a value is expected here, so that a pipe starts a closure.
fn starts(tokens: &[TokenTree], index: usize) -> bool {
    match index.checked_sub(1).map(|before| &tokens[before]) {
        None | Some(TokenTree::Punct(_)) => true,
        Some(TokenTree::Ident(ident)) => ident == "move" || ident == "return",
        Some(TokenTree::Group(_) | TokenTree::Literal(_)) => false,
    }
}

/// All names in some tokens.
fn names(tokens: &[TokenTree]) -> Vec<String> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => found.push(unraw(ident)),
            TokenTree::Group(group) => {
                let inner: Vec<_> = group.stream().into_iter().gathered();
                found.extend(names(&inner));
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

/// Whether the name is a member, part of a path, a lifetime, a function that is
/// called, or names a field of a struct expression.
fn is_foreign(tokens: &[TokenTree], index: usize) -> bool {
    let punct = |at: Option<usize>| match at.and_then(|at| tokens.get(at)) {
        Some(TokenTree::Punct(punct)) => Some((punct.as_char(), punct.spacing())),
        _ => None,
    };
    let before = punct(index.checked_sub(1)).map(|(char, _)| char);
    let earlier = punct(index.checked_sub(2));
    // `0..len` and `0..=len` are ranges, `a.len` is not.
    let is_range = matches!(earlier, Some(('.', Spacing::Joint)));
    match before {
        Some('.') if !is_range => return true,
        Some('\'') => return true,
        Some(':') if matches!(earlier, Some((':', Spacing::Joint))) => return true,
        _ => {}
    }
    let called = matches!(
        tokens.get(index + 1),
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis
    );
    called || matches!(punct(Some(index + 1)), Some((':', _)))
}

#[cfg(test)]
mod tests {
    use super::replace;
    use quote::quote;

    #[test]
    fn names_of_others_are_left_alone() {
        let of = |name: &str| (name == "len").then(|| quote!(X));
        let cases = [
            (quote!(len * 2), "X * 2"),
            (quote!(a.len() + len), "a . len () + X"),
            (quote!(len.len()), "X . len ()"),
            (quote!(Self::len(len)), "Self :: len (X)"),
            (quote!(len::MAX), "len :: MAX"),
            (quote!(matches!(len, 1..=9)), "matches ! (X , 1 ..= 9)"),
            (quote!((0..len).contains(&r#len)), "(0 .. X) . contains (& X)"),
            (quote!((0..=len).len), "(0 ..= X) . len"),
            (quote!(Size { len: len }), "Size { len : X }"),
            (quote!(a.map(|len| len + 1) + len), "a . map (| len | len + 1) + X"),
            (quote!(a.fold(len, |(len, b), c| len)), "a . fold (X , | (len , b) , c | len)"),
            (quote!(a | len | b), "a | X | b"),
            (quote!(len(len)), "len (X)"),
        ];
        for (given, wanted) in cases {
            assert_eq!(replace(given, &of).to_string(), wanted);
        }
    }
}
