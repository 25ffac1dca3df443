//! The element in the closure of `until`: what of it is compared with constants.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::{BinOp, Expr, ExprClosure, Member, Pat, Path};

use crate::expand::field::operators::peeled;
use crate::expand::schema::expression::{Matches, any_of, binary, number};
use crate::input::mapped;
use crate::model::unraw;

/// The name of the closure's parameter.
pub(super) fn parameter(closure: &ExprClosure) -> Option<&Ident> {
    fn name(pattern: &Pat) -> Option<&Ident> {
        match pattern {
            Pat::Ident(ident) if ident.subpat.is_none() => Some(&ident.ident),
            Pat::Reference(inner) => name(&inner.pat),
            Pat::Type(inner) => name(&inner.pat),
            Pat::Paren(inner) => name(&inner.pat),
            _ => None,
        }
    }
    let mut inputs = closure.inputs.iter();
    inputs.next().filter(|_| closure.inputs.len() == 1).and_then(name)
}

/// Code in which the parameter has the name `element`, so that its own name doesn't count.
pub(super) fn renamed(code: TokenStream, parameter: &Ident) -> TokenStream {
    mapped(code, &mut |tokens, index| {
        let before = index.checked_sub(1).map(|before| &tokens[before]);
        let is_field = matches!(before, Some(TokenTree::Punct(punct)) if punct.as_char() == '.');
        match &tokens[index] {
            TokenTree::Ident(ident) if ident == parameter && !is_field => {
                Some(Ident::new("element", ident.span()).into_token_stream())
            }
            _ => None,
        }
    })
}

/// The path of the element's field that an expression is: empty for the element itself.
fn path(expression: &Expr, element: &Ident) -> Option<String> {
    match peeled(expression) {
        Expr::Path(path) => path.path.is_ident(element).then(String::new),
        Expr::Field(field) => {
            let mut path = path(&field.base, element)?;
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(&match &field.member {
                Member::Named(name) => unraw(name),
                Member::Unnamed(index) => index.index.to_string(),
            });
            Some(path)
        }
        _ => None,
    }
}

/// A part of the element: its value, its length, or whether it is a variant.
pub(super) fn part(expression: &Expr, element: &Ident) -> Option<TokenStream> {
    if let Some(path) = path(expression, element) {
        return Some(quote!(__s::Node::Field(__s::Operand::Element(#path))));
    }
    match expression {
        Expr::MethodCall(call) if call.args.is_empty() => {
            let path = path(&call.receiver, element)?;
            let len = quote!(__s::Node::Field(__s::Operand::ElementLen(#path)));
            match &*call.method.to_string() {
                "len" => Some(len),
                "is_empty" => Some(binary("Eq", &len, &number(0))),
                _ => None,
            }
        }
        Expr::Binary(inner) => {
            let is_equal = match inner.op {
                BinOp::Eq(_) => true,
                BinOp::Ne(_) => false,
                _ => return None,
            };
            let (path, Expr::Path(variant)) = (path(&inner.left, element)?, &*inner.right) else {
                return None;
            };
            let is = is_variant(&path, &variant.path)?;
            Some(if is_equal { is } else { quote!(__s::Node::Not(&#is)) })
        }
        Expr::Macro(call) if call.mac.path.is_ident("matches") => {
            let Matches { value, pattern } = call.mac.parse_body().ok()?;
            let path = path(&value, element)?;
            any_of(&pattern, &|case| variant(&path, case))
        }
        _ => None,
    }
}

/// The condition that it is the variant of a pattern; `None` for any other pattern.
fn variant(place: &str, pattern: &Pat) -> Option<TokenStream> {
    match pattern {
        Pat::Reference(inner) => any_of(&inner.pat, &|case| variant(place, case)),
        Pat::Path(path) => is_variant(place, &path.path),
        Pat::TupleStruct(of) => {
            let any = of.elems.iter().all(|one| matches!(one, Pat::Wild(_) | Pat::Rest(_)));
            any.then(|| is_variant(place, &of.path)).flatten()
        }
        Pat::Struct(of) => of.fields.is_empty().then(|| is_variant(place, &of.path)).flatten(),
        _ => None,
    }
}

/// The condition that it is this variant; `None` unless the name is written like a variant's.
fn is_variant(place: &str, path: &Path) -> Option<TokenStream> {
    let name = unraw(&path.segments.last()?.ident);
    let is_variant = name.contains(|letter: char| letter.is_lowercase())
        && name.starts_with(|letter: char| letter.is_uppercase());
    is_variant.then(|| quote!(__s::Node::Field(__s::Operand::ElementIs(#place, #name))))
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Ident, Span};
    use syn::{ExprClosure, parse_quote};

    use super::{parameter, part, renamed};
    use crate::expand::schema::text::spelled;

    #[test]
    fn the_parameter_has_the_same_name_in_all_texts() {
        let closure: ExprClosure = parse_quote!(|&kind| kind.kind == 0 && f(kind));
        let name = parameter(&closure).unwrap();
        let body = quote::ToTokens::to_token_stream(&closure.body);
        assert_eq!(spelled(&renamed(body, name)), "element.kind == 0 && f(element)");
        assert!(parameter(&parse_quote!(|Label { len, .. }| *len == 0)).is_none());
    }

    #[test]
    fn constants_are_no_variants() {
        let element = Ident::new("e", Span::call_site());
        let found =
            |expression: syn::Expr| part(&expression, &element).map(|node| node.to_string());
        assert!(found(parse_quote!(matches!(e, Kind::End | Kind::Other(_)))).is_some());
        assert!(found(parse_quote!(e.kind == Kind::End)).is_some());
        assert!(found(parse_quote!(matches!(e.kind, Kind::END))).is_none());
        assert!(found(parse_quote!(matches!(e, Kind::Other(7)))).is_none());
        assert!(found(parse_quote!(e.is_last())).is_none());
        let len = "Node :: Field (__s :: Operand :: ElementLen (\"a.1\"))";
        assert!(found(parse_quote!(e.a.1.is_empty())).unwrap().contains(len));
    }
}
