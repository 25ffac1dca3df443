//! Expressions over fields. Operators are expanded here, so that arithmetic neither panics nor wraps
//! and an operand that is the name of a field is that field; all other code is the user's, and the
//! fields that it names are bound around it by `let`, as Rust's scopes have it.

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::{Expr, ExprBinary, ExprIndex, ExprLit, ExprRange, Member, RangeLimits, UnOp};

use crate::attr::{any_name, is_asked, words_of};
use crate::expand::env::Env;
use crate::expand::field::operators::{
    arithmetic, converted, has_float, is_bitwise, is_comparison, is_logical, is_wide,
};
use crate::expand::field::read::Earlier;
use crate::expand::field::runs::Through;
use crate::expand::form::{Arm, FormField};
use crate::expand::location::{at, located};
use crate::gather::Gather as _;
use crate::input::grouping::bare;
use crate::input::mapped;
use crate::model::unraw;
use crate::tags::integer;

/// The names that an expression sees.
#[derive(Clone, Copy)]
pub(in crate::expand) struct Scope<'s> {
    pub(in crate::expand) env: &'s Env<'s>,
    pub(in crate::expand) arm: &'s Arm<'s>,
    /// The fields before this one, and whether it has those that are not on the wire: they are made last.
    pub(in crate::expand) before: usize,
    pub(in crate::expand) has_made: bool,
    /// A function from each of them to its place.
    pub(in crate::expand) place: Earlier<'s>,
}

/// An expanded expression: `code` after the statements `lets`.
struct Walk<'s> {
    scope: Scope<'s>,
    door: TokenStream,
    /// Words besides fields, each of which is a variable.
    words: Vec<&'static str>,
    /// Fields that code of the user's names, and as what.
    bound: Vec<(String, TokenStream)>,
    /// Set when it may be impossible to compute, so that `?` may be in it.
    fails: bool,
    /// Set when it is an option itself.
    optional: bool,
}

/// An expanded expression.
pub(in crate::expand) enum Expanded {
    /// Its value.
    Sure(TokenStream),
    /// A closure that returns `None` of what can't be computed.
    Tried(TokenStream),
}

impl Expanded {
    /// The result of `then` with the answer of a condition. One that can't be computed is an error
    /// of `through`, a reader or a writer.
    pub(in crate::expand) fn and_then(
        self,
        env: &Env<'_>,
        through: Through,
        then: impl FnOnce(&TokenStream) -> TokenStream,
    ) -> TokenStream {
        let code = match self {
            Self::Sure(code) => return then(&code),
            Self::Tried(code) => code,
        };
        let then = then(&quote!(__present));
        let Env { krate, door, .. } = env;
        let (through, kind) = match through {
            Through::Reader => (quote!(__r), quote!(DecodeErrorKind)),
            Through::Writer => (quote!(__w), quote!(EncodeErrorKind)),
        };
        quote! {
            #door::tried(#code)
                .ok_or_else(|| #through.error(#krate::#kind::IntegerOutOfRange))
                .and_then(|__present| #then)
        }
    }
}

impl<'s> Scope<'s> {
    /// The place of the field of this name, or of the context.
    fn find(&self, name: &str) -> Option<TokenStream> {
        let named = |field: &&FormField<'_>| match field.member() {
            Member::Named(own) => unraw(&own) == name,
            Member::Unnamed(_) => false,
        };
        let field = self.arm.fields[..self.before].iter().find(named);
        if let Some(field) = field.filter(|it| self.has_made || it.field.is_on_wire()) {
            return Some((self.place)(field));
        }
        if name != "context" || self.arm.fields.iter().any(|field| named(&field)) {
            return None;
        }
        let Env { door, format, model, .. } = self.env;
        let ty = model.attrs.context.value()?;
        Some(quote!(#door::context::<#format, #ty>()))
    }

    /// Returns true if it depends on the value that is decoded or encoded.
    pub(in crate::expand) fn is_named_in(&self, expression: &Expr) -> bool {
        let known = |name: &str| name.starts_with("__run") || self.find(name).is_some();
        any_name(&expression.to_token_stream(), &known) || !self.words(expression).is_empty()
    }

    /// The words besides fields for which it asks.
    fn words(&self, expression: &Expr) -> Vec<&'static str> {
        let known = self.arm.fields.first().map(|field| &field.field.words);
        let known = known.into_iter().flatten().copied();
        known.filter(|word| is_asked(expression, word)).gathered()
    }

    fn expanded(
        self,
        expression: &Expr,
        expand: impl FnOnce(&mut Walk<'s>) -> TokenStream,
    ) -> Expanded {
        let (door, words) = (self.env.door.clone(), self.words(expression));
        let (bound, fails, optional) = (Vec::new(), false, false);
        let mut walk = Walk { scope: self, door, words, bound, fails, optional };
        let code = expand(&mut walk);
        let lets = walk.lets();
        match (walk.fails, lets.is_empty()) {
            (true, true) if walk.optional => Expanded::Tried(quote!(|| #code)),
            (true, _) if walk.optional => Expanded::Tried(quote!(|| { #lets #code })),
            (true, _) => Expanded::Tried(quote!(|| { #lets ::core::option::Option::Some(#code) })),
            (false, true) => Expanded::Sure(code),
            (false, false) => Expanded::Sure(quote!({ #lets #code })),
        }
    }

    /// A number. Where there is arithmetic over fields, it is that of all integers.
    pub(in crate::expand) fn computed(self, expression: &Expr) -> Expanded {
        let expression = &bare(expression.clone());
        self.expanded(expression, |walk| {
            if walk.computes(expression) { walk.whole(expression) } else { walk.plain(expression) }
        })
    }

    /// A number for a length; what can't be computed is one that fits none.
    pub(in crate::expand) fn number(self, expression: &Expr) -> TokenStream {
        self.fitting(expression, "number")
    }

    /// A tag; one that can't be computed is a number that no variant has.
    pub(in crate::expand) fn tag(self, expression: &Expr) -> TokenStream {
        self.fitting(expression, "tag")
    }

    fn fitting(self, expression: &Expr, function: &str) -> TokenStream {
        let door = located(self.env.door.clone(), at(expression));
        if let Expanded::Sure(code) = self.computed(expression) {
            return code;
        }
        match self.expanded(expression, |walk| walk.whole(expression)) {
            Expanded::Sure(code) | Expanded::Tried(code) => {
                let function = Ident::new(function, at(expression));
                quote_spanned!(at(expression)=> #door::#function(#code))
            }
        }
    }

    /// A condition, or whatever else is no number.
    pub(in crate::expand) fn condition(self, expression: &Expr) -> Expanded {
        self.expanded(expression, |walk| walk.plain(expression))
    }

    /// The result of a check: whether `own` is in a range, or what the expression says.
    pub(in crate::expand) fn verdict(self, expression: &Expr, own: &TokenStream) -> TokenStream {
        let expanded = self.expanded(expression, |walk| match expression {
            Expr::Range(range) => walk.within(range, own),
            _ => walk.plain(expression),
        });
        match expanded {
            Expanded::Sure(code) => quote_spanned!(at(expression)=> { #code }),
            Expanded::Tried(code) => {
                let door = located(self.env.door.clone(), at(expression));
                quote_spanned!(at(expression)=> #door::verdict(#code))
            }
        }
    }

    /// A closure, which keeps the fields that it names.
    pub(in crate::expand) fn closure(self, closure: &Expr) -> TokenStream {
        let expanded = self.expanded(closure, |walk| {
            let code = walk.opaque(closure);
            match closure {
                Expr::Closure(own) if own.capture.is_none() && !walk.bound.is_empty() => {
                    quote_spanned!(at(closure)=> move #code)
                }
                _ => code,
            }
        });
        match expanded {
            Expanded::Sure(code) | Expanded::Tried(code) => code,
        }
    }
}

impl Walk<'_> {
    /// Finds the place of a field, of the context or of another word.
    fn find(&self, name: &str) -> Option<TokenStream> {
        if self.words.contains(&name) {
            let word = format_ident!("__{name}");
            return Some(quote!(#word));
        }
        self.scope.find(name)
    }

    /// Returns true if it has arithmetic over fields, outside of calls, macros, closures and blocks.
    fn computes(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Paren(inner) => self.computes(&inner.expr),
            Expr::Cast(inner) => self.computes(&inner.expr),
            Expr::Unary(inner) => match inner.op {
                UnOp::Neg(_) => {
                    !matches!(*inner.expr, Expr::Lit(_)) && self.scope.is_named_in(&inner.expr)
                }
                UnOp::Not(_) => self.computes(&inner.expr),
                _ => false,
            },
            Expr::Binary(binary) if arithmetic(binary.op).is_some() => {
                !has_float(expression) && self.scope.is_named_in(expression)
            }
            Expr::Binary(binary) if is_bitwise(binary.op) => {
                self.computes(&binary.left) || self.computes(&binary.right)
            }
            Expr::Call(call) => converted(call).is_some_and(|(_, value)| self.computes(value)),
            _ => false,
        }
    }

    /// An `i128`, after a `?` of what can't be computed.
    fn wide(&mut self, expression: &Expr) -> TokenStream {
        let span = at(expression);
        match expression {
            Expr::Paren(inner) => self.wide(&inner.expr),
            // A number that would not fit is no length, either.
            Expr::Cast(cast) if is_wide(&cast.ty) && self.computes(&cast.expr) => {
                self.wide(&cast.expr)
            }
            Expr::Lit(ExprLit { lit, .. }) if integer(lit).is_some() => {
                let mut number = Literal::i128_suffixed(integer(lit).unwrap_or(0));
                number.set_span(span);
                number.into_token_stream()
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                let inner = self.wide(&unary.expr);
                self.fails = true;
                quote_spanned!(span=> ::core::primitive::i128::checked_neg(#inner)?)
            }
            Expr::Unary(unary)
                if matches!(unary.op, UnOp::Not(_)) && self.computes(&unary.expr) =>
            {
                let inner = self.wide(&unary.expr);
                quote_spanned!(span=> !#inner)
            }
            Expr::Binary(ExprBinary { left, op, right, .. }) if is_bitwise(*op) => {
                let (left, right) = (self.wide(left), self.wide(right));
                quote_spanned!(span=> (#left #op #right))
            }
            Expr::Binary(ExprBinary { left, op, right, .. }) => match arithmetic(*op) {
                Some(function) => {
                    let (left, right) = (self.wide(left), self.wide(right));
                    self.fails = true;
                    let function = if function.starts_with("sh") {
                        let door = located(self.door.clone(), span);
                        let function = Ident::new(&function, span);
                        quote_spanned!(span=> #door::#function)
                    } else {
                        let function = Ident::new(&format!("checked_{function}"), span);
                        quote_spanned!(span=> ::core::primitive::i128::#function)
                    };
                    quote_spanned!(span=> #function(#left, #right)?)
                }
                None => self.leaf(expression),
            },
            Expr::Call(call) => match converted(call) {
                Some((_, value)) if self.computes(value) => self.wide(value),
                _ => self.leaf(expression),
            },
            _ => self.leaf(expression),
        }
    }

    /// The same of a whole expression, without the last `?`: an option, then.
    fn whole(&mut self, expression: &Expr) -> TokenStream {
        let mut tokens: Vec<TokenTree> = self.wide(expression).into_iter().gathered();
        let last =
            tokens.pop_if(|last| matches!(last, TokenTree::Punct(end) if end.as_char() == '?'));
        self.optional = last.is_some();
        tokens.into_iter().gathered()
    }

    /// An operand of arithmetic.
    fn leaf(&mut self, expression: &Expr) -> TokenStream {
        let (span, leaf) = (at(expression), self.plain(expression));
        self.integer(&leaf, span)
    }

    fn integer(&mut self, value: &TokenStream, span: Span) -> TokenStream {
        let door = located(self.door.clone(), span);
        self.fails = true;
        quote_spanned!(span=> #door::Integer::wide(#value)?)
    }

    /// A value of the type that Rust gives it.
    fn plain(&mut self, expression: &Expr) -> TokenStream {
        let span = at(expression);
        match expression {
            Expr::Paren(inner) => {
                let value = self.plain(&inner.expr);
                quote_spanned!(span=> (#value))
            }
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) if path.qself.is_none() => self
                    .find(&unraw(name))
                    .map_or_else(|| expression.to_token_stream(), |place| located(place, at(name))),
                _ => expression.to_token_stream(),
            },
            Expr::Unary(unary) => match (unary.op, &*unary.expr) {
                (UnOp::Deref(star), Expr::Path(path)) if self.is_field(path) => {
                    let (place, door) = (self.plain(&unary.expr), located(self.door.clone(), span));
                    quote_spanned!(span=> (#star #door::bound(&#place).star()))
                }
                (op, inner) => {
                    let inner = self.plain(inner);
                    quote!(#op #inner)
                }
            },
            Expr::Reference(reference) if reference.mutability.is_none() => {
                let (and, inner) = (reference.and_token, self.plain(&reference.expr));
                quote!(#and #inner)
            }
            Expr::Cast(cast) => {
                let (ty, computes) = (&cast.ty, self.computes(&cast.expr));
                let value = if computes { self.wide(&cast.expr) } else { self.plain(&cast.expr) };
                quote_spanned!(span=> (#value as #ty))
            }
            Expr::Binary(ExprBinary { left, op, right, .. }) => {
                let compared = is_comparison(*op);
                if compared && (self.computes(left) || self.computes(right)) {
                    let (left, right) = (self.wide(left), self.wide(right));
                    let door = located(self.door.clone(), span);
                    return quote_spanned! {span=>
                        (#door::compare(#left, #right) #op ::core::cmp::Ordering::Equal)
                    };
                }
                let (left, right) = if compared || is_bitwise(*op) || is_logical(*op) {
                    (self.plain(left), self.plain(right))
                } else {
                    return self.opaque(expression);
                };
                quote!(#left #op #right)
            }
            Expr::Call(call) => match converted(call) {
                Some((from, value)) => {
                    let value = self.plain(value);
                    quote_spanned!(span=> #from(#value))
                }
                None => self.opaque(expression),
            },
            Expr::Index(index) => self.element(index),
            Expr::Field(field) if self.is_chain(&field.base) => {
                let (base, dot, member) = (self.plain(&field.base), field.dot_token, &field.member);
                quote!(#base #dot #member)
            }
            Expr::MethodCall(call) if call.args.is_empty() && self.is_chain(&call.receiver) => {
                let (receiver, dot, method, turbofish) =
                    (self.plain(&call.receiver), call.dot_token, &call.method, &call.turbofish);
                let mut arguments =
                    Group::new(proc_macro2::Delimiter::Parenthesis, TokenStream::new());
                arguments.set_span(call.paren_token.span.join());
                quote!(#receiver #dot #method #turbofish #arguments)
            }
            _ => self.opaque(expression),
        }
    }

    fn is_field(&self, path: &syn::ExprPath) -> bool {
        path.path.get_ident().is_some_and(|name| self.find(&unraw(name)).is_some())
    }

    /// A field, or members and elements of one.
    fn is_chain(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Path(path) => self.is_field(path),
            Expr::Field(field) => self.is_chain(&field.base),
            Expr::Index(index) => self.is_chain(&index.expr),
            Expr::MethodCall(call) => call.args.is_empty() && self.is_chain(&call.receiver),
            _ => false,
        }
    }

    /// An element, if there is one.
    fn element(&mut self, ExprIndex { expr, index, bracket_token, .. }: &ExprIndex) -> TokenStream {
        if !self.is_chain(expr) {
            return self.opaque(&quote!(#expr [ #index ]));
        }
        let (list, place) = (self.plain(expr), bracket_token.span.join());
        let place = place.resolved_at(Span::call_site());
        self.fails = true;
        let index = match &**index {
            Expr::Range(_) | Expr::Reference(_) => self.opaque(index),
            Expr::Lit(_) => index.to_token_stream(),
            index => {
                let index = self.wide(index);
                quote_spanned! {place=>
                    <::core::primitive::usize as ::core::convert::TryFrom<_>>::try_from(#index).ok()?
                }
            }
        };
        quote_spanned!(place=> (*(#list).get(#index)?))
    }

    /// Tests that `own` is in a range.
    fn within(&mut self, range: &ExprRange, own: &TokenStream) -> TokenStream {
        let ends = [&range.start, &range.end].map(|end| end.as_deref());
        let span = at(range);
        let wide = ends.into_iter().flatten().any(|end| self.computes(end));
        let [start, end] =
            ends.map(|end| end.map(|end| if wide { self.wide(end) } else { self.plain(end) }));
        let limits: RangeLimits = range.limits;
        let range = quote_spanned!(span=> (#start #limits #end));
        let own = if wide { self.integer(own, span) } else { own.clone() };
        quote_spanned!(span=> ::core::ops::RangeBounds::contains(&#range, &#own))
    }

    /// Code of the user's, for which the fields that it names are bound.
    fn opaque(&mut self, code: &impl quote::ToTokens) -> TokenStream {
        let code = code.to_token_stream();
        let visible = self.scope.arm.fields[..self.scope.before].iter();
        let mut names: Vec<String> = visible.map(|field| field.field.name()).gathered();
        names.extend(self.words.iter().copied().chain(["context"]).map(str::to_owned));
        names.retain(|name| any_name(&code, &|word| word == name));
        names.retain(|name| self.find(name).is_some());
        let code = resolved(code, &names);
        for name in names {
            if self.bound.iter().all(|(bound, _)| *bound != name)
                && let Some(place) = self.find(&name)
            {
                self.bound.push((name, place));
            }
        }
        code
    }

    /// Statements that bind names.
    fn lets(&self) -> TokenStream {
        let door = &self.door;
        let bind = |(name, place): &(String, TokenStream)| {
            let raw = syn::parse_str::<Ident>(name).is_err();
            let span = Span::call_site();
            let ident = if raw { Ident::new_raw(name, span) } else { Ident::new(name, span) };
            if name == "context"
                && self.scope.arm.fields.iter().all(|field| field.field.name() != *name)
            {
                return quote!(#[allow(unused_variables)] let #ident = #place;);
            }
            quote!(#[allow(unused_variables)] let #ident = #door::bound(&#place).get();)
        };
        self.bound.iter().map(bind).tokens()
    }
}

/// The same code, in which these names are those of the derive.
fn resolved(code: TokenStream, names: &[String]) -> TokenStream {
    mapped(code, &mut |tokens, index| {
        let mut token = tokens[index].clone();
        let own = match &token {
            TokenTree::Ident(ident) => names.contains(&unraw(ident)),
            TokenTree::Literal(text) => words_of(text).iter().any(|word| names.contains(word)),
            TokenTree::Group(_) | TokenTree::Punct(_) => false,
        };
        token.set_span(token.span().resolved_at(Span::call_site()));
        own.then(|| token.into())
    })
}
