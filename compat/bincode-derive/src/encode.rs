//! `Encode`.
#![forbid(unsafe_code)]

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Path};

use crate::attributes::Container;
use crate::generics::Head;
use crate::shape::{Shape, Shapes};

pub(crate) fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let attributes = Container::parse(&input.attrs)?;
    let path = &attributes.path;
    let body = match Shapes::of(input)? {
        Shapes::Struct(shape) => {
            let (pattern, fields) = (shape.pattern(), fields(&shape, path));
            quote! {
                let #pattern = self;
                #fields
                ::core::result::Result::Ok(())
            }
        }
        Shapes::Enum(shapes) if shapes.is_empty() => quote!(match *self {}),
        Shapes::Enum(shapes) => {
            let arms = (0u32..).zip(&shapes).map(|(index, shape)| {
                let (pattern, fields) = (shape.pattern(), fields(shape, path));
                quote! {
                    #pattern => {
                        #path::Encode::encode(&#index, __encoder)?;
                        #fields
                        ::core::result::Result::Ok(())
                    }
                }
            });
            quote!(match self { #(#arms)* })
        }
    };
    let head = Head {
        name: &input.ident,
        generics: &input.generics,
        trait_path: quote!(#path::Encode),
        bounds: attributes.encode_bounds.as_ref().or(attributes.bounds.as_ref()),
        open_context: false,
        borrows: false,
    };
    Ok(head.impl_of(&quote! {
        #[inline]
        fn encode<__E: #path::enc::Encoder>(
            &self,
            __encoder: &mut __E,
        ) -> ::core::result::Result<(), #path::error::EncodeError> {
            #body
        }
    }))
}

fn fields(shape: &Shape, path: &Path) -> TokenStream {
    let calls = shape.fields.iter().map(|field| {
        let binding = &field.binding;
        if field.with_serde {
            quote!(#path::Encode::encode(&#path::serde::Compat(#binding), __encoder)?;)
        } else {
            quote!(#path::Encode::encode(#binding, __encoder)?;)
        }
    });
    quote!(#(#calls)*)
}
