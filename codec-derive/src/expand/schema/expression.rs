//! Expressions over earlier fields, as data: where they consist of fields, numbers, constants and
//! operators.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::{BinOp, Expr, ExprClosure, Lit, Member, Pat, RangeLimits, Token, Type, UnOp};

use crate::attr::{OFFSET, REMAINING, SpanRun};
use crate::expand::field::operators::{
    converted, is_comparison, is_logical, is_wide, operator, peeled,
};
use crate::expand::location::at;
use crate::expand::schema::text::spelled;
use crate::expand::schema::{element, optional};
use crate::model::{Field, unraw};
use crate::tags::integer;

/// An expression over fields: in most attributes the earlier ones, in `computed` all.
pub(super) fn expand(expression: &Expr, earlier: &[Field<'_>]) -> TokenStream {
    let (text, node) = (spelled(expression), node(expression, Scope { earlier, element: None }));
    let node = optional(node.map(|node| quote!(const { &#node })));
    quote!(__s::Expression::new(#text, #node))
}

/// The condition of a closure over an element, as it is called in texts, and the earlier fields.
pub(super) fn last(closure: &ExprClosure, earlier: &[Field<'_>]) -> TokenStream {
    let Some(element) = element::parameter(closure) else {
        let text = spelled(closure);
        return quote!(__s::Expression::new(#text, ::core::option::Option::None));
    };
    let node = condition(&closure.body, Scope { earlier, element: Some(element) });
    let node = optional(node.map(|node| quote!(const { &#node })));
    let text = spelled(&element::renamed(closure.body.to_token_stream(), element));
    quote!(__s::Expression::new(#text, #node))
}

/// The names that an expression may use.
#[derive(Clone, Copy)]
pub(super) struct Scope<'f> {
    pub(super) earlier: &'f [Field<'f>],
    /// The parameter of a closure.
    pub(super) element: Option<&'f Ident>,
}

/// A condition: in it, `!` is that of booleans.
fn condition(expression: &Expr, scope: Scope<'_>) -> Option<TokenStream> {
    let both = |operator, inner: &syn::ExprBinary| {
        let (left, right) = (condition(&inner.left, scope)?, condition(&inner.right, scope)?);
        Some(binary(operator, &left, &right))
    };
    match expression {
        Expr::Paren(inner) => condition(&inner.expr, scope),
        Expr::Unary(inner) if matches!(inner.op, UnOp::Not(_)) => {
            let inner = condition(&inner.expr, scope)?;
            Some(quote!(__s::Node::Not(&#inner)))
        }
        Expr::Binary(inner) if matches!(inner.op, BinOp::And(_)) => both("And", inner),
        Expr::Binary(inner) if matches!(inner.op, BinOp::Or(_)) => both("Or", inner),
        other => node(other, scope),
    }
}

pub(super) fn number(value: i128) -> TokenStream {
    let value = Literal::i128_suffixed(value);
    quote!(__s::Node::Number(#value))
}

pub(super) fn binary(operator: &str, left: &TokenStream, right: &TokenStream) -> TokenStream {
    let operator = Ident::new(operator, Span::call_site());
    quote!(__s::Node::Binary(__s::Operator::#operator, &#left, &#right))
}

/// `None` for what the description can't express.
fn node(expression: &Expr, scope: Scope<'_>) -> Option<TokenStream> {
    if let Some(part) = scope.element.and_then(|element| element::part(expression, element)) {
        return Some(part);
    }
    let (node, earlier) = (|expression: &Expr| node(expression, scope), scope.earlier);
    Some(match expression {
        Expr::Paren(_) | Expr::Reference(_) => return node(peeled(expression)),
        Expr::Unary(inner) => match inner.op {
            UnOp::Deref(_) => return node(peeled(expression)),
            UnOp::Neg(_) => binary("Sub", &number(0), &node(&inner.expr)?),
            UnOp::Not(_) if is_boolean(&inner.expr, earlier) => {
                let inner = node(&inner.expr)?;
                quote!(__s::Node::Not(&#inner))
            }
            _ => return None,
        },
        Expr::Lit(literal) => number(literal_value(&literal.lit)?),
        Expr::Path(path) if is_outside(path, earlier) => return None,
        // A field, where the closure has bound the same name.
        Expr::Path(path) if scope.element.is_some_and(|own| path.path.is_ident(own)) => {
            return None;
        }
        Expr::Path(path) => named(path, earlier),
        Expr::Binary(inner) => {
            binary(operator(inner.op)?, &node(&inner.left)?, &node(&inner.right)?)
        }
        Expr::Cast(cast) if is_wide(&cast.ty) => return node(&cast.expr),
        Expr::MethodCall(call) if call.method == "into" && call.args.is_empty() => {
            return node(&call.receiver);
        }
        Expr::MethodCall(call) if call.method == "len" && call.args.is_empty() => {
            let Expr::Path(path) = &*call.receiver else { return None };
            let index = index(path, earlier)?;
            quote!(__s::Node::Field(__s::Operand::Len(#index)))
        }
        Expr::Call(call) => match (converted(call), &*call.func) {
            (Some((_, value)), _) => return node(value),
            (None, Expr::Path(path)) if path.path.is_ident("encoded_len") => {
                let run: SpanRun = syn::parse2(call.args.to_token_stream()).ok()?;
                let (first, last) = (place(&run.first, earlier)?, place(&run.last, earlier)?);
                quote!(__s::Node::Field(__s::Operand::Encoded(#first, #last)))
            }
            _ => return None,
        },
        Expr::Macro(call) if call.mac.path.is_ident("matches") => {
            let Matches { value, pattern } = call.mac.parse_body().ok()?;
            let value = node(&value)?;
            return any_of(&pattern, &|case| matching(&value, case));
        }
        _ => return None,
    })
}

/// Returns whether it is the context or a position, which is no constant.
fn is_outside(path: &syn::ExprPath, earlier: &[Field<'_>]) -> bool {
    let words = ["context", REMAINING, OFFSET];
    words.iter().any(|word| path.path.is_ident(word)) && index(path, earlier).is_none()
}

/// The index of the field with this name.
fn index(path: &syn::ExprPath, earlier: &[Field<'_>]) -> Option<u16> {
    place(path.path.get_ident()?, earlier)
}

fn place(name: &Ident, earlier: &[Field<'_>]) -> Option<u16> {
    let name = unraw(name);
    let named =
        |field: &&Field<'_>| matches!(&field.member, Member::Named(own) if unraw(own) == name);
    u16::try_from(earlier.iter().find(named)?.index).ok()
}

/// A field, or a constant.
fn named(path: &syn::ExprPath, earlier: &[Field<'_>]) -> TokenStream {
    if let Some(index) = index(path, earlier) {
        return quote!(__s::Node::Field(__s::Operand::Value(#index)));
    }
    let text = spelled(path);
    quote_spanned! {at(path)=>
        __s::Node::Named(#text, || {
            #[allow(unused_imports)]
            use __s::{ProbeNone as _, ProbeNumber as _};
            (&&__s::Probe(&#path)).probe()
        })
    }
}

fn literal_value(value: &Lit) -> Option<i128> {
    let boolean = if let Lit::Bool(boolean) = value { Some(boolean.value.into()) } else { None };
    integer(value).or(boolean)
}

/// Returns `true` if `!` of it is the boolean one.
fn is_boolean(expression: &Expr, earlier: &[Field<'_>]) -> bool {
    match expression {
        Expr::Paren(inner) => is_boolean(&inner.expr, earlier),
        Expr::Unary(inner) => is_boolean(&inner.expr, earlier),
        Expr::Macro(call) => call.mac.path.is_ident("matches"),
        Expr::Binary(inner) => is_comparison(inner.op) || is_logical(inner.op),
        Expr::Path(path) => path.path.get_ident().is_some_and(|ident| {
            let field = earlier.iter().find(|field| field.name() == unraw(ident));
            let ty = field.map(|field| field.ty);
            matches!(ty, Some(Type::Path(ty)) if ty.path.is_ident("bool"))
        }),
        _ => false,
    }
}

/// The contents of a `matches!`.
pub(super) struct Matches {
    pub(super) value: Expr,
    pub(super) pattern: Pat,
}

impl Parse for Matches {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let value = input.parse()?;
        input.parse::<Token![,]>()?;
        let pattern = input.call(Pat::parse_multi_with_leading_vert)?;
        input.parse::<Option<Token![,]>>()?;
        if input.is_empty() { Ok(Self { value, pattern }) } else { Err(input.error("a guard")) }
    }
}

/// The condition that a pattern matches, or one of several.
pub(super) fn any_of(
    pattern: &Pat,
    case: &dyn Fn(&Pat) -> Option<TokenStream>,
) -> Option<TokenStream> {
    match pattern {
        Pat::Or(any) => {
            let mut all = any.cases.iter().map(|one| any_of(one, case));
            let first = all.next()??;
            all.try_fold(first, |one, other| Some(binary("Or", &one, &other?)))
        }
        Pat::Paren(inner) => any_of(&inner.pat, case),
        one => case(one),
    }
}

/// The condition that a value matches a pattern of numbers, constants and ranges.
fn matching(value: &TokenStream, pattern: &Pat) -> Option<TokenStream> {
    match pattern {
        Pat::Lit(literal) => Some(binary("Eq", value, &number(literal_value(&literal.lit)?))),
        Pat::Path(path) => Some(binary("Eq", value, &named(path, &[]))),
        Pat::Range(range) => {
            let end = |limit: &Option<Box<Expr>>, operator| match limit {
                None => Some(None),
                Some(limit) => {
                    let scope = Scope { earlier: &[], element: None };
                    Some(Some(binary(operator, value, &node(limit, scope)?)))
                }
            };
            let last = match range.limits {
                RangeLimits::HalfOpen(_) => "Lt",
                RangeLimits::Closed(_) => "Le",
            };
            match (end(&range.start, "Ge")?, end(&range.end, last)?) {
                (Some(start), Some(end)) => Some(binary("And", &start, &end)),
                (one, other) => one.or(other),
            }
        }
        _ => None,
    }
}
