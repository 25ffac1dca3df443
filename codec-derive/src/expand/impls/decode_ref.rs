//! `DecodableRef`: one field after another, borrowing where the form does.

use proc_macro2::TokenStream;

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::field::body::Body;
use crate::expand::form::{Form, allowed};
use crate::expand::form_kind::Kind;
use crate::expand::impls::decode_with;
use quote::quote_spanned;

/// `impl DecodableRef<'de> for` a form that borrows, or a type with a lifetime.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let Env { krate, format, de, .. } = env;
    let ident = &form.ident;
    let generics = bounds::decodable_ref(env, form.kind);
    let (impls, types, bounds) = generics.split_for_impl();
    let body = Body { env, form };
    let (size, decode) = (body.size(), decode_with::methods(&body, Kind::Borrowed));
    let allowed = allowed();
    quote_spanned! {form.place()=>
        #[automatically_derived]
        #allowed
        impl #impls #krate::DecodableRef<#de> for #ident #types #bounds {
            #[inline(always)]
            fn ref_size<#format: #krate::Format>() -> #krate::Size {
                #size
            }

            #decode
        }
    }
}
