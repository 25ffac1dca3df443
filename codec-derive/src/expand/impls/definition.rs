//! The definition of a generated form: the user's visibility and docs, with
//! the form's types.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Attribute, Expr, ExprLit, Ident, Lit, Member, Meta};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::{Arm, Form, Kind};
use crate::expand::location::located;
use crate::gather::Gather as _;
use crate::model::{Body, Style};

/// `struct FooRef<'de> { .. }` or `enum FooShared { .. }`, and that it has a size.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let any = &env.any;
    let formed = bounds::formed(env, form.kind).zip(form.fields().last()).map(|(own, last)| {
        let (own, of) = (located(own.0, last.own()), located(own.1, last.own()));
        quote_spanned!(last.own()=> #[automatically_derived] impl<#any> #of for #own {})
    });
    let definition = defined(env, form);
    quote!(#definition #formed)
}

fn defined(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let model = env.model;
    let (vis, ident) = (model.vis, &form.ident);
    let attrs = type_attrs(env, form.kind);
    let params = &bounds::definition(env, form.kind);
    let bounds = &params.where_clause;
    if let Body::Enum(..) = &model.data {
        let variants = form.arms.iter().map(|arm| {
            let variant = arm.variant.map(|variant| (variant.ident, carry(&variant.carried)));
            let (name, attrs) = variant.unzip();
            let fields = fields(arm, false).iter().between(',');
            let content = match arm.style {
                Style::Unit => TokenStream::new(),
                Style::Tuple => quote!((#fields)),
                Style::Named => quote!({ #fields }),
            };
            quote!(#attrs #name #content,)
        });
        let variants = variants.tokens();
        return quote!(#attrs #vis enum #ident #params #bounds { #variants });
    }
    let fields = form.arms.iter().map(|arm| {
        let mut list = fields(arm, true);
        if let Body::Struct(fields) = &model.data
            && let Some(last) = bounds::defined_last(env, form.kind, fields)
        {
            list[last..].rotate_left(1);
        }
        list.iter().ended(',')
    });
    let fields = fields.tokens();
    let marker = form.marker_member().map(|member| {
        let de = &env.de;
        let ty = quote!(::core::marker::PhantomData<&#de ()>);
        match member {
            Member::Named(name) => quote!(#name: #ty,),
            Member::Unnamed(_) => quote!(#ty,),
        }
    });
    if let Some(Arm { style: Style::Tuple, .. }) = form.arms.first()
        && (marker.is_none() || !fields.is_empty())
    {
        quote!(#attrs #vis struct #ident #params (#fields #marker) #bounds;)
    } else {
        quote!(#attrs #vis struct #ident #params #bounds { #fields #marker })
    }
}

/// The fields of a form, with the user's visibility unless they are a variant's.
fn fields(arm: &Arm<'_>, visible: bool) -> Vec<TokenStream> {
    let field = |field: &crate::expand::form::FormField<'_>| {
        let (attrs, ty) = (carry(&field.field.carried), &field.ty);
        let vis = visible.then_some(field.field.vis);
        match &field.field.member {
            Member::Named(name) => quote!(#attrs #vis #name: #ty),
            Member::Unnamed(_) => quote!(#attrs #vis #ty),
        }
    };
    arm.fields.iter().map(field).gathered()
}

/// The user's docs, what the form is, and the derives that were chosen for it.
pub(in crate::expand) fn type_attrs(env: &Env<'_>, kind: Kind) -> TokenStream {
    let carried = carry(&env.model.carried);
    let what = match kind {
        Kind::Owned => return carried,
        Kind::Borrowed => "that borrows from the input",
        Kind::Shared => "that keeps the input alive by reference counting",
    };
    let doc = format!("The form of [`{}`] {what}.", env.name);
    let gap = (!carried.is_empty()).then(|| quote!(#[doc = ""]));
    let derives = chosen_derives(env, kind);
    // The user may need only one form of a private type, and chooses whether it is `Eq`.
    let allowed = quote!(dead_code, clippy::derive_partial_eq_without_eq, clippy::type_complexity);
    quote!(#carried #gap #[doc = #doc] #derives #[allow(#allowed)])
}

/// The derives that the user chooses for a generated form.
pub(in crate::expand) fn chosen_derives(env: &Env<'_>, kind: Kind) -> Option<TokenStream> {
    let attrs = &env.model.attrs;
    let options = if kind == Kind::Borrowed { attrs.borrow.value() } else { attrs.shared.value() }?;
    let derives = options.derives.as_ref()?.iter().between(',');
    Some(quote!(#[derive(#derives)]))
}

/// Attributes for a generated form. Lints that the user expects of the type need not fire for the
/// form; they are merely allowed there. Examples stay with the type: they are about it, and would
/// be run once more for each form.
pub(in crate::expand) fn carry(attrs: &[&Attribute]) -> TokenStream {
    let mut in_example = false;
    let mut carried = TokenStream::new();
    for attr in attrs {
        match &attr.meta {
            Meta::List(list) if list.path.is_ident("expect") => {
                let allow = Ident::new("allow", proc_macro2::Span::call_site());
                let lints = &list.tokens;
                carried.extend(quote!(#[#allow(#lints)]));
            }
            Meta::NameValue(pair) if pair.path.is_ident("doc") => {
                let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &pair.value else {
                    carried.extend(quote!(#attr));
                    continue;
                };
                let text = text.value();
                let fences = text.lines().filter(|line| line.trim_start().starts_with("```"));
                let fences = fences.count();
                if !in_example && fences == 0 {
                    carried.extend(quote!(#attr));
                }
                in_example ^= fences % 2 == 1;
            }
            _ => carried.extend(quote!(#attr)),
        }
    }
    carried
}
