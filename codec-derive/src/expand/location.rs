//! Spans of generated code, for the compiler's messages: those of the user's tokens.

use crate::gather::Gather as _;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use syn::spanned::Spanned;

/// The span of the user's tokens, for code that resolves as at the derive.
pub(super) fn at(tokens: &impl Spanned) -> Span {
    tokens.span().resolved_at(Span::call_site())
}

/// The same code, which resolves as it did, reported at another place.
pub(super) fn placed(code: TokenStream, place: Span) -> TokenStream {
    let at = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), placed(group.stream(), place)).into();
        }
        token.set_span(token.span().located_at(place));
        token
    };
    code.into_iter().map(at).gathered()
}

/// The same code, with another span of the user's.
pub(super) fn located(code: TokenStream, place: Span) -> TokenStream {
    let at = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), located(group.stream(), place)).into();
        }
        token.set_span(place);
        token
    };
    code.into_iter().map(at).gathered()
}
