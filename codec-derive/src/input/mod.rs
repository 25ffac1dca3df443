//! The input of a derive, before it is read: groups without delimiters get parentheses, and `Self`
//! becomes the type's name.

pub(crate) mod grouping;
pub(crate) mod own_name;

use proc_macro2::{Group, TokenStream, TokenTree};

use crate::gather::Gather as _;

/// The code with what `map` returns for a token, given its neighbours and its index among them, in
/// place of it; `None` leaves a token, and what is in a group is mapped in turn.
pub(crate) fn mapped(
    code: TokenStream,
    map: &mut dyn FnMut(&[TokenTree], usize) -> Option<TokenStream>,
) -> TokenStream {
    let tokens: Vec<TokenTree> = code.into_iter().gathered();
    let one = |index| match (map(&tokens, index), &tokens[index]) {
        (Some(code), _) => code,
        (None, TokenTree::Group(group)) => {
            let mut around = Group::new(group.delimiter(), mapped(group.stream(), map));
            around.set_span(group.span());
            TokenTree::from(around).into()
        }
        (None, token) => token.clone().into(),
    };
    (0..tokens.len()).map(one).gathered()
}

/// Returns true if a token outside of groups is `such`, or one in them.
pub(crate) fn any_token(code: TokenStream, such: &dyn Fn(&TokenTree) -> bool) -> bool {
    code.into_iter().any(|token| match token {
        TokenTree::Group(group) => any_token(group.stream(), such),
        token => such(&token),
    })
}
