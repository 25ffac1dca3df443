//! `DecodableRef`: one field after the other, borrowing where the form does.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::{Form, FormField, Way};
use crate::expand::runs::{reads, total};

/// `impl DecodableRef<'de> for` a form that borrows, or a struct with a lifetime.
pub(super) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let Env { krate, format, name, de, .. } = env;
    let ident = &form.ident;
    let generics = bounds::decodable_ref(env, form);
    let (impls, types, bounds) = generics.split_for_impl();
    let sizes: Vec<_> = form
        .fields
        .iter()
        .map(|field| {
            let ty = &field.ty;
            let decodable = match field.way {
                Way::Borrowed => quote!(#krate::DecodableRef<#de>),
                Way::Owned | Way::Shared => quote!(#krate::Decodable),
            };
            quote_spanned!(field.span()=> <#ty as #decodable>::size::<#format>())
        })
        .collect();
    let total = total(env, &sizes);
    let members = form.fields.iter().map(FormField::member);
    let (prelude, values) = reads(env, &sizes, |index, run| {
        let (field, ty) = (&form.fields[index], &form.fields[index].ty);
        let text = field.field.name();
        let method = match field.way {
            Way::Borrowed => quote!(field_ref),
            Way::Owned | Way::Shared => quote!(field),
        };
        quote_spanned!(field.span()=> __r.#method::<#ty>(#name, #text, #run)?)
    });
    let marker = form.marker();
    quote! {
        #[automatically_derived]
        impl #impls #krate::DecodableRef<#de> for #ident #types #bounds {
            #[inline(always)]
            fn size<#format: #krate::Format>() -> #krate::Size {
                #total
            }

            #[inline]
            fn decode_ref<#format: #krate::Format>(
                __r: &mut #krate::Reader<#de, #format>,
            ) -> ::core::result::Result<Self, #krate::DecodeError> {
                #prelude
                ::core::result::Result::Ok(Self { #(#members: #values,)* #marker })
            }
        }
    }
}
