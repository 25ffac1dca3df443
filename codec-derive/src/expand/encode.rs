//! `Encode`: one field after the other.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::Form;
use crate::expand::runs::{steps, total};

/// `impl Encode for` a form.
pub(super) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let Env { krate, format, .. } = env;
    let ident = &form.ident;
    let generics = bounds::fieldwise(env, form, &quote!(#krate::Encode));
    let (impls, types, bounds) = generics.split_for_impl();
    let sizes: Vec<_> = form
        .fields
        .iter()
        .map(|field| {
            let ty = &field.ty;
            quote_spanned!(field.span()=> <#ty as #krate::Encode>::encoded_size::<#format>())
        })
        .collect();
    let total = total(env, &sizes);
    let lens = form.fields.iter().map(|field| {
        let (ty, member) = (&field.ty, field.member());
        quote_spanned! {field.span()=>
            let __len = __len.wrapping_add(
                <#ty as #krate::Encode>::encoded_len::<#format>(&self.#member)
            );
        }
    });
    let writes = steps(env, &sizes, &quote!(__w), |index, run| {
        let field = &form.fields[index];
        let member = field.member();
        quote_spanned!(field.span()=> __w.field(&self.#member, #run)?;)
    });
    quote! {
        #[automatically_derived]
        impl #impls #krate::Encode for #ident #types #bounds {
            #[inline(always)]
            fn encoded_size<#format: #krate::Format>() -> #krate::Size {
                #total
            }

            #[inline]
            fn encoded_len<#format: #krate::Format>(&self) -> ::core::primitive::usize {
                let __len: ::core::primitive::usize = 0;
                #(#lens)*
                __len
            }

            #[inline]
            fn encode<#format: #krate::Format>(
                &self,
                __w: &mut #krate::Writer<'_, #format>,
            ) -> ::core::result::Result<(), #krate::EncodeError> {
                #writes
                ::core::result::Result::Ok(())
            }
        }
    }
}
