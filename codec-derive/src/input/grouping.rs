//! Parentheses for groups without delimiters. A `macro_rules!` passes `$value:expr` on in such a
//! group, which the compiler drops from the tokens that a derive returns: `2 * $value` would become
//! `2 * 1 + 1`. Groups that parentheses make no difference to are left.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::buffer::Cursor;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::{Expr, ExprParen};

/// Parses an input, without groups that have no delimiters.
pub(crate) fn parse<T: Parse>(input: TokenStream) -> syn::Result<T> {
    let parser = |input: ParseStream<'_>| {
        // Most inputs have none.
        if has_bare(input.cursor()) {
            syn::parse2(all(input.parse()?, false))
        } else {
            input.parse()
        }
    };
    parser.parse2(input)
}

fn has_bare(mut cursor: Cursor<'_>) -> bool {
    while !cursor.eof() {
        cursor = match cursor.any_group() {
            Some((_, Delimiter::None, _, _)) => return true,
            Some((inner, _, _, _)) if has_bare(inner) => return true,
            Some((_, _, _, rest)) => rest,
            None => match cursor.token_tree() {
                Some((_, rest)) => rest,
                None => return false,
            },
        };
    }
    false
}

/// In an attribute or a discriminant, which is `all` of expressions, every group; elsewhere the
/// lengths of arrays.
fn all(tokens: TokenStream, expressions: bool) -> TokenStream {
    let mut attribute = false;
    let mut discriminant = false;
    let mut grouped = TokenStream::new();
    for token in tokens {
        let inside = expressions || attribute || discriminant;
        attribute = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == '=' => discriminant = true,
            TokenTree::Punct(punct) if punct.as_char() == ',' => discriminant = false,
            _ => {}
        }
        let TokenTree::Group(group) = token else {
            grouped.extend([token]);
            continue;
        };
        let inner = all(group.stream(), inside);
        let delimiter = match group.delimiter() {
            Delimiter::None if !is_one(&inner, inside) => Delimiter::Parenthesis,
            // One operand needs no parentheses; of types and visibilities, syn needs the group.
            Delimiter::None if inside => {
                grouped.extend(inner);
                continue;
            }
            delimiter => delimiter,
        };
        let mut around = Group::new(delimiter, inner);
        around.set_span(group.span());
        grouped.extend([TokenTree::Group(around)]);
    }
    grouped
}

/// Returns true if tokens mean the same in an expression with parentheses and without.
fn is_one(tokens: &TokenStream, prefixed: bool) -> bool {
    match syn::parse2::<Expr>(tokens.clone()) {
        Ok(Expr::Binary(_) | Expr::Cast(_)) => false,
        Ok(
            Expr::Break(_)
            | Expr::Closure(_)
            | Expr::Range(_)
            | Expr::RawAddr(_)
            | Expr::Reference(_)
            | Expr::Return(_)
            | Expr::Unary(_)
            | Expr::If(_)
            | Expr::Match(_)
            | Expr::Struct(_),
        ) => !prefixed,
        _ => true,
    }
}

/// An expression without the parentheses around all of it.
pub(crate) fn bare(mut expression: Expr) -> Expr {
    loop {
        expression = match expression {
            Expr::Group(group) => *group.expr,
            Expr::Paren(ExprParen { expr, attrs, .. }) if attrs.is_empty() => *expr,
            other => return other,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::parse;
    use proc_macro2::{Delimiter, Group, TokenStream};
    use quote::quote;

    #[test]
    fn groups_of_fragments_have_parentheses_where_they_make_a_difference() {
        let of = |tokens: TokenStream| Group::new(Delimiter::None, tokens);
        let (sum, name, negative) = (of(quote!(a + b)), of(quote!(a)), of(quote!(-1)));
        let (ty, meta) = (of(quote!(&'static str)), of(quote!(doc = "a")));
        let given = quote! {
            #[#meta]
            #[codec(count = 2 * #sum, if = !#sum, max = #name, min = #negative)]
            enum E { A([u8; 2 * #sum], #ty), B = 2 * #sum, C(Of<#negative>) }
        };
        let wanted = quote! {
            #[doc = "a"]
            #[codec(count = 2 * (a + b), if = !(a + b), max = a, min = (-1))]
            enum E { A([u8; 2 * (a + b)], &'static str), B = 2 * (a + b), C(Of< -1 >) }
        };
        let grouped: TokenStream = parse(given).unwrap();
        assert_eq!(grouped.to_string(), wanted.to_string());
    }
}
