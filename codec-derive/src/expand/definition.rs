//! The definition of a generated form: the user's visibility and docs, with
//! the form's types.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Ident};

use crate::expand::env::Env;
use crate::expand::form::{Form, Way};
use crate::model::{Body, Style};

/// `struct FooRef<'de> { .. }` or `struct FooShared { .. }`.
pub(super) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let model = env.model;
    let (vis, ident) = (model.vis, &form.ident);
    let attrs = type_attrs(env, form.way);
    let params = &form.generics;
    let bounds = &form.generics.where_clause;
    let fields = form.fields.iter().map(|field| {
        let (attrs, vis, ty) = (carry(&field.field.carried), field.field.vis, &field.ty);
        match &field.field.member {
            syn::Member::Named(name) => quote!(#attrs #vis #name: #ty),
            syn::Member::Unnamed(_) => quote!(#attrs #vis #ty),
        }
    });
    match &model.data {
        Body::Struct(data) if data.style == Style::Tuple && !form.fields.is_empty() => {
            quote!(#attrs #vis struct #ident #params (#(#fields),*) #bounds;)
        }
        _ => {
            let marker = form.marker_definition(env);
            quote!(#attrs #vis struct #ident #params #bounds { #(#fields,)* #marker })
        }
    }
}

/// The user's docs, and what the form is.
pub(super) fn type_attrs(env: &Env<'_>, way: Way) -> TokenStream {
    let carried = carry(&env.model.carried);
    let what = match way {
        Way::Owned => return carried,
        Way::Borrowed => "that borrows from the input",
        Way::Shared => "that keeps the input alive by a count",
    };
    let doc = format!("The form of [`{}`] {what}.", env.name);
    let gap = (!carried.is_empty()).then(|| quote!(#[doc = ""]));
    // Of a private type, the user may need but one form.
    quote!(#carried #gap #[doc = #doc] #[allow(dead_code)])
}

/// Attributes for a generated form. What the user expects of the type need not
/// hold for the form; it is merely allowed there.
pub(super) fn carry(attrs: &[&Attribute]) -> TokenStream {
    let carried = attrs.iter().map(|attr| match &attr.meta {
        syn::Meta::List(list) if list.path.is_ident("expect") => {
            let allow = Ident::new("allow", proc_macro2::Span::call_site());
            let lints = &list.tokens;
            quote!(#[#allow(#lints)])
        }
        _ => quote!(#attr),
    });
    quote!(#(#carried)*)
}
