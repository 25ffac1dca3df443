//! `DescribeHeader`: the layout of a frame header, as a constant.

use proc_macro2::TokenStream;

use crate::expand::env::{Env, Order};
use crate::expand::location::at;
use crate::expand::schema::Sheet;
use crate::expand::schema::text::docs;
use crate::gather::Gather as _;
use crate::model::{Body, Field};
use quote::{quote, quote_spanned};

/// `impl DescribeHeader for` a header with `schema`.
pub(in crate::expand) fn expand(env: &Env<'_>) -> TokenStream {
    let Body::Struct(fields) = &env.model.data else { return TokenStream::new() };
    if !env.model.attrs.schema.is_given() {
        return TokenStream::new();
    }
    let (krate, ident, name) = (&env.krate, env.model.ident, &env.name);
    let doc = docs(&env.model.carried).unwrap_or_default();
    let parts = fields.list.iter().map(|field| part(env, field)).between(',');
    let door = &env.door;
    quote! {
        #door::schema! {
            #[automatically_derived]
            impl #krate::schema::DescribeHeader for #ident {
                const HEADER: &'static #krate::schema::HeaderSchema = {
                    use #krate::schema as __s;
                    const __PARTS: &[__s::Part] = {
                        let mut __end = 0;
                        let __parts = [#parts];
                        &{ __parts }
                    };
                    &__s::HeaderSchema::new::<#ident>(#name, #doc, __PARTS)
                };
            }
        }
    }
}

/// One part; `__end` is where the previous one ends.
fn part(env: &Env<'_>, field: &Field<'_>) -> TokenStream {
    let (krate, ty, attrs, name) = (&env.krate, field.ty, &field.attrs, field.name());
    let size = if let Some(magic) = attrs.magic.value() {
        quote_spanned!(at(magic)=> #krate::__private_0_1::header::part_size(&(#magic)))
    } else {
        quote_spanned!(at(ty)=> <#ty as #krate::header::HeaderPart>::SIZE)
    };
    let role = if attrs.id.is_given() {
        quote!(Id)
    } else if attrs.payload_len.is_given() {
        quote!(PayloadLen)
    } else if attrs.flags.is_given() {
        quote!(Flags)
    } else if attrs.magic.is_given() {
        quote!(Magic)
    } else {
        quote!(Own)
    };
    let shape = if let Some(magic) = attrs.magic.value() {
        let magic = Sheet::constant(magic);
        quote!(.magic(#magic))
    } else {
        quote_spanned!(at(ty)=> .shape(<#ty as __s::DescribeHeaderField>::SHAPE))
    };
    let order = match Order::of(&attrs.be, &attrs.le) {
        Order::Format => env.order(),
        own => own,
    };
    let order = Sheet::order(order);
    let includes = attrs.includes.value();
    let includes = includes.map(|bytes| quote_spanned!(at(bytes)=> .includes({ #bytes })));
    let doc = docs(&field.carried).map(|doc| quote!(.doc(#doc)));
    quote! {
        {
            let __size = #size;
            __end += __size;
            __s::Part::new(#name, __end - __size, __size, __s::Role::#role) #shape #order #includes #doc
        }
    }
}
