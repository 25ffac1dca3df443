//! Positions of fields, recorded while reading, for `span`.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Member;

use crate::attr::SpanRun;
use crate::expand::env::Env;
use crate::expand::form::{Arm, FormField};
use crate::gather::Gather as _;
use crate::model::Encoding;

fn is(field: &FormField<'_>, name: &Ident) -> bool {
    matches!(&field.field.member, Member::Named(own) if own == name)
}

impl<'a> Arm<'a> {
    fn runs(&self) -> impl Iterator<Item = &'a SpanRun> {
        let spans = self.fields.iter().filter_map(|field| field.field.attrs.span.value());
        spans.filter_map(Option::as_ref)
    }

    /// Returns `true` if any field is a span.
    pub(in crate::expand) fn has_spans(&self) -> bool {
        self.fields.iter().any(|field| field.field.encoding() == Encoding::Span)
    }

    /// The names under which the offsets of a field are recorded, if they are.
    pub(in crate::expand) fn offsets(&self, field: &FormField<'_>) -> Option<(Ident, Ident)> {
        let spans = self.runs().any(|run| is(field, &run.first) || is(field, &run.last));
        let noted = spans || self.is_asked_about(field);
        noted.then(|| (field.binding("begin"), field.binding("end")))
    }

    /// The statements before the first field is read.
    pub(in crate::expand) fn before_fields(&self) -> TokenStream {
        let bits = self.before_bits();
        let base = self.has_base().then(|| quote!(let __base = __r.offset();));
        let spans = (self.has_spans() || self.has_computed()).then(|| {
            let noted = self.fields.iter().filter_map(|field| self.offsets(field));
            let names = noted.flat_map(|(begin, end)| [begin, end]).map(
                |name| quote!(#[allow(unused_assignments, unused_variables)] let mut #name = 0;),
            );
            let names = names.tokens();
            quote!(let __from = ::core::clone::Clone::clone(__r.cursor()); #names)
        });
        quote!(#spans #base #bits)
    }

    /// The value of a field that is a span, after the last field is read.
    pub(in crate::expand) fn span(&self, env: &Env<'_>, field: &FormField<'_>) -> TokenStream {
        let kept = self.span_into(env, field, &quote_spanned!(field.span()=> &mut __span));
        quote_spanned! {field.span()=> {
            let mut __span = ::core::default::Default::default();
            #kept
            __span
        }}
    }

    /// Keeps that value `over` another one.
    pub(in crate::expand) fn span_into(
        &self,
        env: &Env<'_>,
        field: &FormField<'_>,
        over: &impl ToTokens,
    ) -> TokenStream {
        let (door, (begin, end)) = (&env.door, self.place(field));
        quote_spanned!(field.span()=> #door::keep_span(__r, #over, &__from, #begin, #end)?;)
    }

    /// The positions where the fields of a span begin and end.
    fn place(&self, field: &FormField<'_>) -> (TokenStream, TokenStream) {
        match field.field.attrs.span.value().and_then(Option::as_ref) {
            Some(run) => {
                let (first, last) = run.ends(&self.names()).unwrap_or_default();
                let (begin, end) = (format_ident!("__begin{first}"), format_ident!("__end{last}"));
                (quote!(#begin), quote!(#end))
            }
            None => (quote!(__from.offset()), quote!(__r.offset())),
        }
    }
}
