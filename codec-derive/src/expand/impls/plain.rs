//! A type that holds nothing of the input is its own borrowed and shared form.

use proc_macro2::TokenStream;

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::Form;
use crate::expand::impls::borrow::convert;
use quote::{quote, quote_spanned};

/// The forms of a type that is its own form.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let (model, attrs) = (env.model, &env.model.attrs);
    if !model.is_own_form() {
        return TokenStream::new();
    }
    let plain = attrs.plain.is_given();
    let borrow = (plain || attrs.borrow.is_given()).then(|| borrow(env, form));
    let share = (plain || attrs.shared.is_given()).then(|| share(env, form));
    quote!(#borrow #share)
}

/// `Borrowable`, with `Self` as the form.
fn borrow(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let Env { krate, de, .. } = env;
    let ident = &form.ident;
    let generics = bounds::borrowable(env, form.generics.clone());
    let (impls, types, bounds) = generics.split_for_impl();
    let element = bounds::element(env, generics.clone());
    let (_, _, element_bounds) = element.split_for_impl();
    let own = quote!(Self);
    let copy = convert(form, &own, &own, &TokenStream::new(), |field| {
        let (ty, name) = (&field.ty, field.binding("a"));
        quote_spanned!(field.span()=> <#ty as ::core::clone::Clone>::clone(#name))
    });
    let copy =
        if form.arms.is_empty() { quote!(match *self {}) } else { quote!(match self { #copy }) };
    quote! {
        #[automatically_derived]
        impl #impls #krate::Borrowable for #ident #types #bounds {
            type Ref<#de> = Self where Self: #de;

            #[inline]
            fn to_ref(&self) -> Self {
                #copy
            }

            #[inline]
            fn from_ref<#de>(__borrowed: Self) -> Self
            where
                Self: #de,
            {
                __borrowed
            }
        }

        #[automatically_derived]
        impl #impls #krate::BorrowableElement for #ident #types #element_bounds {
            type Seq<#de> = #krate::SeqRef<#de, Self> where Self: #de;
        }
    }
}

/// `Shareable`, with `Self` as the form, where the runtime has shared forms.
fn share(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let krate = &env.krate;
    let ident = &form.ident;
    let generics = bounds::decodable(env, form.way);
    let (impls, types, bounds) = generics.split_for_impl();
    quote!(#krate::__impl_plain_shared! { [#impls] [#ident #types] [#bounds] })
}
