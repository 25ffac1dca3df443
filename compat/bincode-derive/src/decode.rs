//! `Decode` and `BorrowDecode`.
#![forbid(unsafe_code)]

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::{DeriveInput, Path, Type};

use crate::attributes::Container;
use crate::generics::{Head, context};
use crate::shape::{Field, Shape, Shapes};

/// Both traits.
pub(crate) fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let (owned, borrowed) = (one(input, false)?, one(input, true)?);
    Ok(quote!(#owned #borrowed))
}

/// `BorrowDecode` alone.
pub(crate) fn expand_borrow(input: &DeriveInput) -> syn::Result<TokenStream> {
    one(input, true)
}

/// Returns `true` if a type names a lifetime.
fn mentions_lifetime(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '\'',
        TokenTree::Group(group) => mentions_lifetime(group.stream()),
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}

/// Returns `true` if the type of a field may be asked for its constants.
fn asked(field: &Field) -> bool {
    !field.with_serde && !mentions_lifetime(field.ty.to_token_stream())
}

/// Returns `true` if a field's type has the name of a number. A struct of such fields is always
/// inlined: one that is returned is stored in parts, and slow to load again.
fn is_number(field: &Field) -> bool {
    const NUMBERS: &str = " u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool ";
    let Type::Path(ty) = &field.ty else { return false };
    let name = ty.path.get_ident().map(ToString::to_string);
    !field.with_serde && name.is_some_and(|name| NUMBERS.contains(&format!(" {name} ")))
}

/// The way in which fields are read.
struct Way<'a> {
    path: &'a Path,
    context: Type,
    borrows: bool,
}

fn one(input: &DeriveInput, borrows: bool) -> syn::Result<TokenStream> {
    let attributes = Container::parse(&input.attrs)?;
    let path = &attributes.path;
    let open_context = attributes.context.is_none();
    let way = Way { path, context: attributes.context.clone().unwrap_or_else(context), borrows };
    let (body, constants, inline) = match Shapes::of(input)? {
        Shapes::Struct(shape) => {
            let (never_empty, sizes) = (way.never_empty(&shape), way.sizes(&shape));
            let inline = if shape.fields.iter().all(is_number) {
                quote!(#[inline(always)])
            } else {
                quote!(#[inline])
            };
            let constants = quote!(const NEVER_EMPTY: bool = #never_empty; #sizes);
            (way.literal(&shape), constants, inline)
        }
        Shapes::Enum(shapes) => {
            let constants = quote!(
                const NEVER_EMPTY: bool = true;
            );
            (way.variants(&shapes), constants, quote!(#[inline]))
        }
    };
    let bounds = if borrows { &attributes.borrow_decode_bounds } else { &attributes.decode_bounds };
    let head = Head {
        name: &input.ident,
        generics: &input.generics,
        trait_path: way.trait_path(),
        bounds: bounds.as_ref().or(attributes.bounds.as_ref()),
        open_context,
        borrows,
    };
    let context = &way.context;
    let (method, decoder) = if borrows {
        (quote!(borrow_decode), quote!(#path::de::BorrowDecoder<'__de, Context = #context>))
    } else {
        (quote!(decode), quote!(#path::de::Decoder<Context = #context>))
    };
    Ok(head.impl_of(&quote! {
        #constants

        #inline
        fn #method<__D: #decoder>(
            __decoder: &mut __D,
        ) -> ::core::result::Result<Self, #path::error::DecodeError> {
            #body
        }
    }))
}

impl Way<'_> {
    fn trait_path(&self) -> TokenStream {
        let Self { path, context, borrows } = self;
        if *borrows {
            quote!(#path::BorrowDecode<'__de, #context>)
        } else {
            quote!(#path::Decode<#context>)
        }
    }

    /// `Ok` of a struct or variant, its fields read in order.
    fn literal(&self, shape: &Shape) -> TokenStream {
        let Self { path, borrows, .. } = self;
        let (type_path, trait_path) = (&shape.path, self.trait_path());
        let method = if *borrows { quote!(borrow_decode) } else { quote!(decode) };
        let wrapper = if *borrows { quote!(BorrowCompat) } else { quote!(Compat) };
        let fields = shape.fields.iter().map(|field| {
            let member = &field.member;
            if field.with_serde {
                quote!(#member: <#path::serde::#wrapper<_> as #trait_path>::#method(__decoder)?.0)
            } else {
                quote!(#member: <_ as #trait_path>::#method(__decoder)?)
            }
        });
        quote!(::core::result::Result::Ok(#type_path { #(#fields),* }))
    }

    /// The condition that a field always has bytes. One with a lifetime isn't asked: its type may
    /// implement the trait for another lifetime alone, of which a value is then converted.
    fn never_empty(&self, shape: &Shape) -> TokenStream {
        let trait_path = self.trait_path();
        let fields = shape.fields.iter().filter(|field| asked(field)).map(|field| {
            let ty = &field.ty;
            quote!(|| <#ty as #trait_path>::NEVER_EMPTY)
        });
        quote!(false #(#fields)*)
    }

    /// The length of each value, if all fields have one.
    fn sizes(&self, shape: &Shape) -> TokenStream {
        if self.borrows || !shape.fields.iter().all(asked) {
            return TokenStream::new();
        }
        let (path, trait_path) = (self.path, self.trait_path());
        let fields = shape.fields.iter().map(|field| {
            let ty = &field.ty;
            quote!(.and(<#ty as #trait_path>::SIZES))
        });
        quote!(const SIZES: #path::de::Sizes = #path::de::Sizes::always(0) #(#fields)*;)
    }

    fn variants(&self, shapes: &[Shape]) -> TokenStream {
        let Self { path, context, .. } = self;
        let Some(last) = shapes.len().checked_sub(1) else {
            return quote! {
                ::core::result::Result::Err(#path::error::DecodeError::EmptyEnum {
                    type_name: ::core::any::type_name::<Self>(),
                })
            };
        };
        let last = u32::try_from(last).unwrap_or(u32::MAX);
        let arms = (0u32..).zip(shapes).map(|(index, shape)| {
            let literal = self.literal(shape);
            quote!(#index => #literal,)
        });
        quote! {
            match <u32 as #path::Decode<#context>>::decode(__decoder)? {
                #(#arms)*
                __found => ::core::result::Result::Err(
                    #path::error::DecodeError::UnexpectedVariant {
                        found: __found,
                        type_name: ::core::any::type_name::<Self>(),
                        allowed: &#path::error::AllowedEnumVariants::Range { min: 0, max: #last },
                    },
                ),
            }
        }
    }
}
