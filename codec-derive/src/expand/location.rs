//! Spans of generated code, for the compiler's messages: those of the user's tokens.

use crate::gather::Gather as _;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::spanned::Spanned;

/// The span of the user's tokens, for code that resolves as at the derive.
pub(super) fn at(tokens: &impl Spanned) -> Span {
    tokens.span().resolved_at(Span::call_site())
}

/// The same code, which resolves as it did, reported at another place.
pub(super) fn placed(code: TokenStream, place: Span) -> TokenStream {
    with_spans(code, &|token| token.span().located_at(place))
}

/// The same code, with another span of the user's. `$crate`, of a macro's `crate = ..`, means nothing there.
pub(super) fn located(code: TokenStream, place: Span) -> TokenStream {
    let of_macro = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name == "$crate");
    with_spans(code, &|token| if of_macro(token) { token.span().located_at(place) } else { place })
}

/// The same type, which ends where it begins: a mistake of the whole type is reported at its name, and
/// one of an argument at that argument.
pub(super) fn headed(ty: &syn::Type) -> TokenStream {
    let mut code: Vec<_> = ty.to_token_stream().into_iter().gathered();
    if let [first, .., last] = &mut *code {
        last.set_span(last.span().located_at(first.span()));
    }
    code.into_iter().gathered()
}

fn with_spans(code: TokenStream, span: &dyn Fn(&TokenTree) -> Span) -> TokenStream {
    let spanned = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), with_spans(group.stream(), span)).into();
        }
        token.set_span(span(&token));
        token
    };
    code.into_iter().map(spanned).gathered()
}
