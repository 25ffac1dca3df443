//! `DecodeDetached`: an enum after a tag that another field holds.

use proc_macro2::TokenStream;

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::field::body::Body;
use crate::expand::form::Form;
use crate::expand::form_kind::Kind;
use crate::model::Borrowing;
use quote::quote;

/// `impl DecodeDetached for` a form, or `DecodeDetachedRef` for one that borrows.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    if !env.model.attrs.detached.is_given() {
        return None;
    }
    let Env { krate, format, de, .. } = env;
    let ident = &form.ident;
    let borrowed = form.kind == Kind::Borrowed || env.model.borrowing() == Borrowing::Lifetime;
    let (generics, of, method, input) = if borrowed {
        let generics = bounds::decodable_ref(env, form.kind);
        (generics, quote!(DecodeDetachedRef<#de>), quote!(decode_detached_ref), quote!(#de))
    } else {
        let generics = bounds::decodable(env, form.kind);
        (generics, quote!(DecodeDetached), quote!(decode_detached), quote!('_))
    };
    let (impls, types, bounds) = generics.split_for_impl();
    let decode = Body { env, form }.detached()?;
    Some(quote! {
        #[automatically_derived]
        impl #impls #krate::field::#of for #ident #types #bounds {
            #[inline]
            fn #method<#format: #krate::Format>(
                __r: &mut #krate::Reader<#input, #format>,
                __tag: ::core::primitive::u64,
            ) -> ::core::result::Result<Self, #krate::DecodeError> {
                #decode
            }
        }
    })
}

/// The same for an enum that is its own borrowed form.
pub(in crate::expand) fn own_form(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    let attrs = &env.model.attrs;
    let own = env.model.is_own_form() && (attrs.plain.is_given() || attrs.borrow.is_given());
    if !attrs.detached.is_given() || !own {
        return None;
    }
    let Env { krate, format, de, .. } = env;
    let ident = &form.ident;
    let generics = bounds::decodable(env, form.kind);
    let input = bounds::with_input(env, generics.clone());
    let ((impls, _, _), (_, types, bounds)) = (input.split_for_impl(), generics.split_for_impl());
    Some(quote! {
        #[automatically_derived]
        impl #impls #krate::field::DecodeDetachedRef<#de> for #ident #types #bounds {
            #[inline]
            fn decode_detached_ref<#format: #krate::Format>(
                __r: &mut #krate::Reader<#de, #format>,
                __tag: ::core::primitive::u64,
            ) -> ::core::result::Result<Self, #krate::DecodeError> {
                <Self as #krate::field::DecodeDetached>::decode_detached(__r, __tag)
            }
        }
    })
}
