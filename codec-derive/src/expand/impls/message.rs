//! `Message`: the id of a struct and of its forms.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit};

use crate::expand::env::Env;
use crate::expand::form::Form;
use crate::expand::items::implement;

/// `impl Message for` a form, if the struct has an id.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let Env { krate, name, model, .. } = env;
    let Some(id) = model.attrs.id.value() else { return TokenStream::new() };
    let id_type = if let Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) = id {
        quote!(&'static ::core::primitive::str)
    } else {
        quote!(::core::primitive::u32)
    };
    let id_type = quote_spanned!(id.span()=> #id_type);
    let flags = model.attrs.flags.value();
    let flags = flags.map(|flags| quote!(const FLAGS: ::core::primitive::u32 = #flags;));
    let items = quote! {
        type Id = #id_type;
        const ID: #id_type = #id;
        #flags
        const NAME: &'static ::core::primitive::str = #name;
    };
    implement(&form.generics, &quote!(#krate::Message), &form.ident, &items)
}
