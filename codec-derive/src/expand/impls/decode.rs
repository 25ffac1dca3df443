//! `Decodable`: one field after another, into owned values.

use proc_macro2::TokenStream;

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::field::body::{Body, keeps_tag};
use crate::expand::field::field_group::FieldGroup;
use crate::expand::field::place::Place;
use crate::expand::form::{Form, allowed};
use crate::expand::form_kind::Kind;
use crate::expand::impls::decode_with;
use crate::gather::Gather as _;
use quote::{quote, quote_spanned};

/// `impl Decodable for` a form that does not borrow.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let Env { krate, format, .. } = env;
    let ident = &form.ident;
    let generics = bounds::decodable(env, form.kind);
    let (impls, types, bounds) = generics.split_for_impl();
    let body = Body { env, form };
    let size = body.size();
    let by_ref = by_ref(env, form);
    let decode = decode_with::methods(&body, Kind::Owned);
    let into = body.decode_into().map(|into| {
        quote! {
            #[inline]
            fn decode_into<#format: #krate::Format>(
                &mut self,
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<(), #krate::DecodeError> {
                #into
            }
        }
    });
    let skip = body.skip().map(|skip| {
        quote! {
            #[inline]
            fn skip<#format: #krate::Format>(
                __r: &mut #krate::Reader<'_, #format>,
            ) -> ::core::result::Result<(), #krate::DecodeError> {
                #skip
            }
        }
    });
    let memory = memory(env, form);
    let outlined = decode_with::outlined(env, form).then(|| {
        quote!(
            const OUTLINED: bool = true;
        )
    });
    let allowed = allowed();
    quote_spanned! {form.place()=>
        #[automatically_derived]
        #allowed
        impl #impls #krate::Decodable for #ident #types #bounds {
            #outlined

            #[inline(always)]
            fn size<#format: #krate::Format>() -> #krate::Size {
                #size
            }

            #decode
            #into
            #skip
            #memory
        }

        #by_ref
    }
}

/// Reports to a walk what the fields of all arms allocate.
pub(in crate::expand) fn memory(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let Env { krate, format, .. } = env;
    let parts = form.arms.iter().map(|arm| {
        if let Some(fields) = FieldGroup::new(env, arm) {
            return fields.memory();
        }
        // A tag that is kept is no field of the wire.
        let fields = arm.fields.iter().skip(usize::from(keeps_tag(arm)));
        fields.filter_map(|field| Place { env, arm, field }.memory()).tokens()
    });
    let parts = parts.tokens();
    let walk = if parts.is_empty() { quote!(_) } else { quote!(__walk) };
    quote! {
        fn memory<#format: #krate::Format>(#walk: &mut #krate::MemoryWalk) {
            #parts
        }
    }
}

/// `impl DecodableRef for` the same form, through its `Decodable`, so that one bound covers owned
/// and borrowed types.
pub(in crate::expand) fn by_ref(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let Env { krate, format, de, .. } = env;
    let ident = &form.ident;
    let generics = bounds::decodable(env, form.kind);
    let (_, types, bounds) = generics.split_for_impl();
    let input = bounds::with_input(env, generics.clone());
    let (impls, _, _) = input.split_for_impl();
    let result = form.placed(quote!(::core::result::Result<Self, #krate::DecodeError>));
    quote_spanned! {form.place()=>
        #[automatically_derived]
        impl #impls #krate::DecodableRef<#de> for #ident #types #bounds {
            #[inline(always)]
            fn ref_size<#format: #krate::Format>() -> #krate::Size {
                <Self as #krate::Decodable>::size::<#format>()
            }

            #[inline(always)]
            fn decode_ref<#format: #krate::Format>(__r: &mut #krate::Reader<#de, #format>) -> #result {
                <Self as #krate::Decodable>::decode(__r)
            }

            #[inline]
            fn decode_ref_with<#format: #krate::Format, __D, __W: ::core::ops::FnOnce(Self) -> __D>(
                __r: &mut #krate::Reader<#de, #format>,
                __done: __W,
            ) -> ::core::result::Result<__D, #krate::DecodeError> {
                <Self as #krate::Decodable>::decode_with(__r, __done)
            }
        }
    }
}
