//! The parts around each generated implementation and function.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Generics;

use crate::expand::env::Env;

/// The types in the signatures of functions over a format.
pub(super) struct Signature {
    /// The place of these tokens.
    place: Span,
    /// The parameter of the format, with its bound.
    pub(super) over: TokenStream,
    /// A reader of any input.
    pub(super) reader: TokenStream,
    /// A reader of the input that is borrowed from.
    pub(super) input: TokenStream,
    /// A writer.
    pub(super) writer: TokenStream,
    /// The result of writing.
    pub(super) written: TokenStream,
}

impl Env<'_> {
    /// The types of functions at a place.
    pub(super) fn signature(&self, place: Span) -> Signature {
        let (krate, format, de) = (&self.krate, &self.format, &self.de);
        let result = quote_spanned!(place=> ::core::result::Result);
        Signature {
            place,
            over: quote_spanned!(place=> #format: #krate::Format),
            reader: quote_spanned!(place=> &mut #krate::Reader<'_, #format>),
            input: quote_spanned!(place=> &mut #krate::Reader<#de, #format>),
            writer: quote_spanned!(place=> &mut #krate::Writer<'_, #format>),
            written: quote_spanned!(place=> #result<(), #krate::EncodeError>),
        }
    }

    /// The result of reading a value of a type.
    pub(super) fn decoded(&self, ty: &TokenStream) -> TokenStream {
        let krate = &self.krate;
        quote!(::core::result::Result<#ty, #krate::DecodeError>)
    }
}

impl Signature {
    /// A function that reads through `reader` and passes the value to `__done`.
    pub(super) fn reads_with(
        &self,
        env: &Env<'_>,
        [inline, reader, body]: [&TokenStream; 3],
        name: &str,
    ) -> TokenStream {
        let (over, krate, name) = (&self.over, &env.krate, Ident::new(name, self.place));
        quote_spanned! {self.place=>
            #inline
            fn #name<#over, __D, __W: ::core::ops::FnOnce(Self) -> __D>(
                __r: #reader,
                __done: __W,
            ) -> ::core::result::Result<__D, #krate::DecodeError> {
                #body
            }
        }
    }
}

/// `impl TRAIT for TYPE`, with the parameters of the type.
pub(super) fn implement(
    generics: &Generics,
    of: &TokenStream,
    ident: &Ident,
    items: &TokenStream,
) -> TokenStream {
    implement_at(Span::call_site(), [generics; 2], of, ident, items)
}

/// The same at a place, with parameters of the implementation and those of the type.
pub(super) fn implement_at(
    place: Span,
    [own, of_type]: [&Generics; 2],
    of: &TokenStream,
    ident: &Ident,
    items: &TokenStream,
) -> TokenStream {
    let ((params, ..), (_, types, bounds)) = (own.split_for_impl(), of_type.split_for_impl());
    quote_spanned! {place=>
        #[automatically_derived]
        impl #params #of for #ident #types #bounds { #items }
    }
}

/// The constant of a type that is read or written by an outlined function.
pub(super) fn outlined(is: bool) -> Option<TokenStream> {
    is.then(|| {
        quote!(
            const OUTLINED: bool = true;
        )
    })
}
