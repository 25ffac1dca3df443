//! The encoding of one field: the parts that reading and writing share.

use proc_macro2::{Ident, Span, TokenStream};

use crate::attr::{Function, OFFSET, REMAINING, Width, any_name};
use crate::expand::env::{Env, Order};
use crate::expand::field::expression::{Expanded, Scope};
use crate::expand::field::read::Earlier;
use crate::expand::field::runs::Through;
use crate::expand::form::{Arm, FormField, borrows, shares};
use crate::expand::location::{at, located};
use crate::model::{Borrowing, Encoding};
use quote::{ToTokens as _, quote, quote_spanned};

/// A field, with the arm and the type that it belongs to.
pub(in crate::expand) struct Place<'f, 'a> {
    pub(in crate::expand) env: &'f Env<'a>,
    pub(in crate::expand) arm: &'f Arm<'a>,
    pub(in crate::expand) field: &'f FormField<'a>,
}

/// The type of a width in the runtime.
pub(in crate::expand) fn width(env: &Env<'_>, width: Option<Width>) -> TokenStream {
    let krate = &env.krate;
    match width {
        None => quote!(#krate::field::FormatWidth),
        Some(Width::U24) => quote!(#krate::wire::U24),
        Some(Width::Varint) => quote!(#krate::field::Varint),
        Some(fixed) => {
            let name = Ident::new(fixed.name(), Span::call_site());
            quote!(::core::primitive::#name)
        }
    }
}

impl Arm<'_> {
    /// The value of a field that is not on the wire, if fields before it are named in it.
    pub(in crate::expand) fn default_over(&self, field: &FormField<'_>) -> Option<syn::Expr> {
        let function = field.field.attrs.default.value()?.as_ref()?;
        let value = match function {
            Function::Path(path) => syn::Expr::Path(path.clone()),
            Function::Value(value) if field.field.asks_in(value, REMAINING) => {
                return Some(value.clone());
            }
            Function::Value(value) if field.field.asks_in(value, OFFSET) => {
                return Some(value.clone());
            }
            Function::Value(value) => value.clone(),
            Function::Closure(_) => return None,
        };
        self.is_over(field, &value).then_some(value)
    }

    /// Returns true if an expression of a field names one before it.
    pub(in crate::expand) fn is_over(&self, field: &FormField<'_>, value: &syn::Expr) -> bool {
        let before = &self.fields[..field.field.index];
        let named = |name: &str| before.iter().any(|field| field.field.name() == name);
        any_name(&value.to_token_stream(), &named)
    }

    /// Returns true if a value that is not on the wire depends on other fields.
    pub(in crate::expand) fn has_defaults(&self) -> bool {
        self.fields.iter().any(|field| self.default_over(field).is_some())
    }
}

impl Place<'_, '_> {
    /// The byte order that the field's own attributes set.
    pub(in crate::expand) fn order(&self) -> Order {
        let attrs = &self.field.field.attrs;
        Order::of(&attrs.be, &attrs.le)
    }

    /// The format that the field is in.
    pub(in crate::expand) fn format(&self) -> TokenStream {
        self.order().format(&self.env.krate, &self.env.inner)
    }

    /// Its type in this form.
    pub(in crate::expand) fn ty(&self) -> &TokenStream {
        &self.field.ty
    }

    /// The scope of its expressions: earlier fields, each found by `place`.
    pub(in crate::expand) fn scope<'s>(&'s self, place: Earlier<'s>) -> Scope<'s> {
        let has_made = !self.field.field.is_on_wire();
        Scope { env: self.env, arm: self.arm, before: self.field.field.index, has_made, place }
    }

    /// Code that reads, for which the words that the field asks for are variables.
    pub(in crate::expand) fn knowing(&self, read: TokenStream) -> TokenStream {
        let field = self.field.field;
        let offset = field.asks(OFFSET);
        let offset = offset.then(|| quote!(let __offset = __r.offset().wrapping_sub(__base);));
        match (self.left(field.asks(REMAINING)), offset) {
            (None, None) => read,
            (left, offset) => quote!({ #left #offset #read }),
        }
    }

    /// A statement for what is left, if that is asked for.
    pub(in crate::expand) fn left(&self, asked: bool) -> Option<TokenStream> {
        let door = &self.env.door;
        asked.then(|| quote!(let __remaining = #door::remaining(__r);))
    }

    /// Returns true if the value of an expression is known while the field is written, too.
    pub(in crate::expand) fn is_known(&self, expression: &syn::Expr) -> bool {
        !self.field.field.asks_in(expression, REMAINING)
    }

    /// Returns whether its presence depends on other fields or the version.
    pub(in crate::expand) fn is_conditional(&self) -> bool {
        let field = self.field.field;
        field.attrs.condition.is_given() || field.may_be_absent()
    }

    /// The limits of its count, unless they are on its bytes.
    pub(in crate::expand) fn count_limits(
        &self,
        earlier: Earlier<'_>,
        through: Through,
    ) -> TokenStream {
        let krate = &self.env.krate;
        if self.field.field.attrs.bytes.is_given() {
            return quote!(#krate::field::CountLimits::NONE);
        }
        self.limits(earlier, through)
    }

    /// The limits that are given, and known where it is read or written.
    pub(in crate::expand) fn limits(&self, earlier: Earlier<'_>, through: Through) -> TokenStream {
        let (krate, attrs) = (&self.env.krate, &self.field.field.attrs);
        let known = |limit: &syn::Expr| matches!(through, Through::Reader) || self.is_known(limit);
        let [min, max] =
            [&attrs.min, &attrs.max].map(|limit| limit.value().filter(|limit| known(limit)));
        if min.is_none() && max.is_none() {
            return quote!(#krate::field::CountLimits::NONE);
        }
        let min = min.map_or_else(|| quote!(0), |min| self.limit(min, "least", earlier));
        let max = max.map_or_else(
            || quote!(::core::primitive::usize::MAX),
            |max| self.limit(max, "most", earlier),
        );
        quote!(#krate::field::CountLimits { min: #min, max: #max })
    }

    /// One limit: a `usize`, or an expression over other fields of any integer type.
    fn limit(&self, limit: &syn::Expr, which: &str, earlier: Earlier<'_>) -> TokenStream {
        let scope = self.scope(earlier);
        let over = scope.number(limit);
        if !scope.is_named_in(limit) {
            return over;
        }
        let (span, which) = (at(limit), Ident::new(which, at(limit)));
        let door = located(self.env.door.clone(), span);
        quote_spanned!(span=> #door::#which(#over))
    }

    /// The type of its length prefix.
    pub(in crate::expand) fn prefix(&self) -> TokenStream {
        width(self.env, self.field.field.attrs.len.value().map(|len| len.width))
    }

    /// Its size when it is present, as far as the type alone determines it. `of` is the size of its
    /// type by a trait.
    pub(in crate::expand) fn size(&self, of: &TokenStream) -> TokenStream {
        let krate = &self.env.krate;
        // A field that is not on the wire does not interrupt a run.
        if !self.field.field.is_on_wire() {
            return quote!(#krate::Size::ZERO);
        }
        if self.is_conditional() {
            return quote!(#krate::Size::UNKNOWN);
        }
        self.padded_size(self.delimited_size().unwrap_or_else(|| self.content_size(of)))
    }

    /// The size of its content.
    fn content_size(&self, of: &TokenStream) -> TokenStream {
        let (krate, attrs) = (&self.env.krate, &self.field.field.attrs);
        let (ty, format) = (self.ty(), self.format());
        let unknown = quote!(#krate::Size::UNKNOWN);
        match self.field.field.encoding() {
            Encoding::Plain => quote_spanned!(self.field.own()=> <#ty as #krate::#of<#format>()),
            Encoding::Bits => self.bits_size(),
            Encoding::With | Encoding::Adapted | Encoding::Terminated => {
                let encoded = of.to_string().starts_with("Encode");
                let name = if encoded { "encoded_size" } else { "size" };
                self.by(name, [ty, &TokenStream::new()], Some(&format)).unwrap_or_default()
            }
            Encoding::Counted if attrs.count.is_given() => unknown,
            Encoding::Counted => {
                let prefix = self.prefix();
                quote! {
                    #krate::Size::at_least(
                        <#prefix as #krate::field::Prefix>::size::<#format>().min
                    )
                }
            }
            Encoding::Tail | Encoding::Ended | Encoding::Detached => unknown,
            Encoding::Magic => {
                let magic = attrs.magic.value();
                quote_spanned! {at(&magic)=>
                    <_ as #krate::field::Magic>::size::<#format>(&(#magic))
                }
            }
            Encoding::Skip | Encoding::Span => quote!(#krate::Size::ZERO),
        }
    }

    /// Reports to a walk what it allocates; nothing for a field that is not read.
    pub(in crate::expand) fn memory(&self) -> Option<TokenStream> {
        let (krate, ty, format) = (&self.env.krate, self.ty(), self.format());
        match self.field.field.encoding() {
            Encoding::Plain
            | Encoding::Counted
            | Encoding::Tail
            | Encoding::Ended
            | Encoding::Terminated => {
                let part = quote_spanned!(self.field.span()=> part::<#format, #ty>());
                Some(quote!(__walk.#part;))
            }
            Encoding::With | Encoding::Adapted | Encoding::Detached => {
                Some(quote!(__walk.unknown();))
            }
            Encoding::Span => {
                let keeps =
                    quote_spanned!(self.field.span()=> <#ty as #krate::field::FromSpan<'_>>);
                Some(quote!(__walk.span(#keeps::COPIES);))
            }
            Encoding::Skip | Encoding::Magic | Encoding::Bits => None,
        }
    }

    /// Returns `true` if it has another type in a generated form.
    fn has_forms(&self) -> bool {
        let (model, field) = (self.env.model, self.field.field);
        let borrowed = matches!(model.borrowing(), Borrowing::Whole | Borrowing::Marked);
        (borrowed && borrows(self.env, field)) || (model.attrs.shared.is_given() && shares(field))
    }

    /// Its value when it is not on the wire, as an expression that may have a `?`, where `earlier`
    /// finds the fields before it.
    pub(in crate::expand) fn default_over(&self, earlier: Earlier<'_>) -> TokenStream {
        let Some(value) = self.arm.default_over(self.field) else { return self.default() };
        let (ty, place) = (self.ty(), at(&value));
        match self.scope(earlier).computed(&value) {
            Expanded::Sure(code) if self.has_forms() => {
                quote_spanned!(place=> <_ as ::core::convert::Into<#ty>>::into(#code))
            }
            Expanded::Sure(code) => code,
            Expanded::Tried(code) => {
                let door = located(self.env.door.clone(), place);
                quote_spanned!(place=> #door::made::<_, #ty, _>(__r, #code)?)
            }
        }
    }

    /// Its value when it is not on the wire.
    pub(in crate::expand) fn default(&self) -> TokenStream {
        let ty = self.ty();
        match self.field.field.attrs.default.value() {
            // One function makes the values for all forms.
            Some(Some(function)) if self.has_forms() && !function.is_literal() => {
                let made = function.made();
                quote_spanned!(at(function)=> <_ as ::core::convert::Into<#ty>>::into(#made))
            }
            Some(Some(function)) => function.made(),
            _ => quote_spanned!(self.field.span()=> <#ty as ::core::default::Default>::default()),
        }
    }

    /// The condition that the version being read has only a default in the field's place; `None` if
    /// this does not depend on the version.
    pub(in crate::expand) fn retired(&self) -> Option<TokenStream> {
        let retired = self.field.field.attrs.retired.value()?.0;
        Some(quote!(__version >= #retired))
    }

    /// The tail before this one, if there are several.
    pub(in crate::expand) fn tail_before(&self) -> Option<&FormField<'_>> {
        let before = &self.arm.fields[..self.field.field.index];
        before.iter().rfind(|field| field.field.is_open_tail())
    }

    /// The condition that the version has the field; `None` if every version has it.
    pub(in crate::expand) fn alive(&self) -> Option<TokenStream> {
        let attrs = &self.field.field.attrs;
        let since = attrs.since.value().filter(|since| since.0 > 1).map(|since| since.0);
        let removed = attrs.removed.value().map(|removed| removed.0);
        match (since, removed) {
            (None, None) => None,
            (Some(since), None) => Some(quote!(__version >= #since)),
            (None, Some(removed)) => Some(quote!(__version < #removed)),
            (Some(since), Some(removed)) => {
                Some(quote!(::core::matches!(__version, #since..#removed)))
            }
        }
    }
}
