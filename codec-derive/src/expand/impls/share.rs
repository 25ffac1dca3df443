//! `Shareable`, and the conversion from the form that shares.

use proc_macro2::TokenStream;

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::Form;
use crate::expand::impls::borrow::{form_type, from_form};
use crate::expand::items::implement_at;
use crate::expand::location::located;
use crate::gather::Gather as _;
use quote::{quote, quote_spanned};

/// `impl Shareable` and `From` for a type with a form that shares.
pub(in crate::expand) fn expand(env: &Env<'_>, owned: &Form<'_>, shared: &Form<'_>) -> TokenStream {
    let place = shared.place();
    let (krate, ident) = (located(env.krate.clone(), place), &owned.ident);
    let (generics, to_owned) = (bounds::decodable(env, shared.kind), from_form(env, shared));
    let (form_type, value) = (form_type(shared), shared.placed(quote!(__shared)));
    let share = quote_spanned! {place=>
        type Shared = #form_type;

        #[inline]
        fn from_shared(__shared: Self::Shared) -> Self {
            match __shared { #to_owned }
        }
    };
    let element = quote_spanned!(place=> type SharedSeq = #krate::SeqShared<#form_type>;);
    let from = quote_spanned! {place=>
        #[inline]
        fn from(#value: #form_type) -> Self {
            <Self as #krate::Shareable>::from_shared(#value)
        }
    };
    let impls = [
        (quote_spanned!(place=> #krate::Shareable), share),
        (quote_spanned!(place=> #krate::ShareableElement), element),
        (quote_spanned!(place=> ::core::convert::From<#form_type>), from),
    ];
    let impls = impls.iter();
    impls.map(|(of, items)| implement_at(place, [&generics; 2], of, ident, items)).tokens()
}
