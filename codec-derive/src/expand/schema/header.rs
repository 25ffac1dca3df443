//! `DescribeHeader`: the layout of a frame header, as a constant.

use proc_macro2::{Ident, Span, TokenStream};

use crate::expand::env::Env;
use crate::expand::impls::header::{Role, order, size};
use crate::expand::location::at;
use crate::expand::schema::Sheet;
use crate::expand::schema::record::called;
use crate::expand::schema::text::{doc, docs};
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
    let (ty, attrs, name) = (field.ty, &field.attrs, field.name());
    let role = Ident::new(&format!("{:?}", Role::of(field)), Span::call_site());
    let shape = if let Some(magic) = attrs.magic.value() {
        called("magic", &Sheet::constant(magic))
    } else {
        quote_spanned!(at(ty)=> .shape(<#ty as __s::DescribeHeaderField>::SHAPE))
    };
    let (size, order) = (size(env, field), Sheet::order(order(env, field)));
    let includes = attrs.includes.value();
    let includes = includes.map(|bytes| quote_spanned!(at(bytes)=> .includes({ #bytes })));
    let doc = doc(&field.carried);
    quote! {
        {
            let __size = #size;
            __end += __size;
            __s::Part::new(#name, __end - __size, __size, __s::Role::#role) #shape #order #includes #doc
        }
    }
}
