//! `Describe`: the wire format of a type, as a constant.

mod element;
mod expression;
mod header;
mod leaf;
mod record;
mod text;

use proc_macro2::TokenStream;
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Generics, Lit, Type};

use crate::expand::bounds;
use crate::expand::env::{Env, Order};
use crate::expand::form::Kind;
use crate::expand::location::at;
use crate::expand::schema::record::{Plain, found};
use crate::expand::schema::text::{doc, docs, spelled};
use crate::gather::Gather as _;
use crate::input::own_name::{named, says};
use crate::model::{Body, Style, Variant, unraw};

pub(super) use header::expand as header;

/// The type to describe, for the functions that write the parts of its description.
struct Sheet<'e, 'a> {
    env: &'e Env<'a>,
    /// `true` if the description is that of a generic type, which no `static` may hold.
    generic: bool,
}

/// `impl Describe for` a type with `schema`.
pub(super) fn expand(env: &Env<'_>) -> TokenStream {
    let model = env.model;
    if !model.attrs.schema.is_given() {
        return TokenStream::new();
    }
    let (door, code) = (&env.door, described(env));
    quote!(#door::schema! { #code })
}

fn described(env: &Env<'_>) -> TokenStream {
    let model = env.model;
    let sheet = Sheet { env, generic: !model.generics.params.is_empty() };
    let (krate, ident) = (&env.krate, model.ident);
    let generics = if model.attrs.messages.is_given() {
        Generics::default()
    } else if !sheet.generic {
        model.generics.clone()
    } else {
        bounds::fieldwise(env, Kind::Owned, &quote!(#krate::schema::Describe))
    };
    let (impls, types, bounds) = generics.split_for_impl();
    if let Some(described) = sheet.plain_struct() {
        return described;
    }
    let schema = sheet.schema();
    // A `static` may be part of a cycle; a generic type can't have its own.
    let schema = if sheet.generic {
        quote!(__s::SchemaRef::new(const { &#schema }))
    } else {
        let schema =
            if sheet.may_say_self() { named(schema, ident, &TokenStream::new()) } else { schema };
        quote!(static __SCHEMA: __s::Root = __s::Root::new(#schema); __SCHEMA.reference())
    };
    quote! {
        #[automatically_derived]
        impl #impls #krate::schema::Describe for #ident #types #bounds {
            const SCHEMA: #krate::schema::SchemaRef = {
                use #krate::schema as __s;
                #schema
            };
        }
    }
}

impl Sheet<'_, '_> {
    /// Returns `true` if the user's code in the description may name `Self`.
    fn may_say_self(&self) -> bool {
        let (attrs, model) = (&self.env.model.attrs, self.env.model);
        let fields = model.fields().any(|field| !field.attrs.is_empty());
        let mut variants = model.variants().iter();
        let variants =
            variants.any(|variant| variant.discriminant.is_some() || !variant.attrs.is_empty());
        fields || variants || attrs.magic.is_given() || model.is_converted()
    }

    /// Returns `true` if a type's description doesn't contain itself through a parameter.
    fn is_settled(&self, ty: &Type) -> bool {
        !self.generic || !says(ty.to_token_stream(), &self.env.model.ident.to_string())
    }

    /// The impl of a struct of named fields, without attributes that one call has no room for.
    fn plain_struct(&self) -> Option<TokenStream> {
        let (model, krate, name) = (self.env.model, &self.env.krate, &self.env.name);
        let (Body::Struct(fields), attrs) = (&model.data, &model.attrs) else { return None };
        let more = self.generic
            || model.is_converted()
            || attrs.transparent.is_given()
            || attrs.version.is_given()
            || attrs.magic.is_given()
            || attrs.check.is_given()
            || !matches!(self.env.order(), Order::Format)
            || fields.style == Style::Tuple
            || self.may_say_self();
        if more {
            return None;
        }
        let Plain { module, types, text } = self.plain(&fields.list)?;
        let (ident, doc) = (model.ident, docs(&model.carried).unwrap_or_default());
        if fields.list.iter().all(|field| leaf::is_leaf(field.ty)) {
            let message = self.id().map(|(id, flags)| {
                quote! {
                    const __MESSAGE: ::core::option::Option<(#krate::schema::Id, ::core::primitive::u32)> = {
                        use #krate::schema as __s;
                        ::core::option::Option::Some((#id, #flags))
                    };
                }
            });
            return Some(quote! {
                #[automatically_derived]
                impl #krate::schema::Describe for #ident {
                    const __PLAIN: #krate::schema::Plain =
                        #krate::schema::#module::plain::<#types>(#name, #doc, #text);
                    #message
                }
            });
        }
        let message = self.message();
        let short = message.is_some().then(|| quote!(use #krate::schema as __s;));
        Some(quote! {
            #[automatically_derived]
            impl #krate::schema::Describe for #ident {
                const SCHEMA: #krate::schema::SchemaRef = {
                    #short
                    static __SCHEMA: #krate::schema::Root =
                        #krate::schema::#module::root::<#types>(#name, #doc, #text) #message;
                    __SCHEMA.reference()
                };
            }
        })
    }

    /// The whole description.
    fn schema(&self) -> TokenStream {
        let (model, name) = (self.env.model, &self.env.name);
        let doc = docs(&model.carried).map(|doc| quote!(.with_doc(#doc)));
        let message = self.message();
        let kind = match &model.data {
            _ if model.is_converted() => self.converted(),
            Body::Struct(fields) if model.attrs.transparent.is_given() => {
                let field = fields.list.iter().find(|field| field.is_on_wire());
                let ty = field.map(|field| self.ty(field));
                quote!(__s::Kind::Same(#ty))
            }
            Body::Struct(fields) => {
                let of = self.structure(fields);
                return quote!(__s::structure(#name, #of) #doc #message);
            }
            Body::Enum(variants) if model.attrs.messages.is_given() => self.messages(variants),
            Body::Enum(variants) => {
                let of = self.enumeration(variants);
                quote!(__s::Kind::Enum(#of))
            }
            Body::Union(_) => quote!(__s::Kind::Unit),
        };
        quote!(__s::Schema::new(#name, #kind) #doc #message)
    }

    /// The description of a type that is encoded as another one.
    fn converted(&self) -> TokenStream {
        let attrs = &self.env.model.attrs;
        let (from, tried, into) = (attrs.from.value(), attrs.try_from.value(), attrs.into.value());
        let Some(wire) = from.or(tried).or(into) else { return TokenStream::new() };
        let name = spelled(wire);
        if let Some(written) = into.map(spelled).filter(|written| *written != name) {
            let words = format!("read as {name}, and written as {written}");
            return quote!(__s::Kind::Opaque(#words));
        }
        let of = quote!(Described::<#wire>);
        let found = found(at(wire), &quote!(Undescribed), &of, &name, &name);
        if from.is_some() || tried.is_none() {
            return quote!(__s::Kind::Same(#found));
        }
        let check = format!("TryFrom<{name}>");
        quote! {
            __s::Kind::Struct(
                __s::Struct::new(const { &[__s::Field::new("0", #found)] }).tuple().check(#check)
            )
        }
    }

    /// The id and flags of a message.
    fn id(&self) -> Option<(TokenStream, TokenStream)> {
        let krate = &self.env.krate;
        let id = self.env.model.attrs.id.value()?;
        let kind = if let Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) = id {
            format_ident!("Name")
        } else {
            format_ident!("number")
        };
        // `Self` can't be used in a `static`.
        let own = if self.generic { quote!(Self) } else { self.env.model.ident.to_token_stream() };
        let place = id.span().resolved_at(proc_macro2::Span::call_site());
        Some((
            quote_spanned!(place=> __s::Id::#kind(<#own as #krate::Message>::ID)),
            quote_spanned!(place=> <#own as #krate::Message>::FLAGS),
        ))
    }

    /// The call that sets the id and flags of a message.
    fn message(&self) -> Option<TokenStream> {
        self.id().map(|(id, flags)| quote!(.with_message(#id, #flags)))
    }

    fn messages(&self, variants: &[Variant<'_>]) -> TokenStream {
        let messages = variants.iter().filter_map(|variant| {
            if variant.attrs.other.is_given() {
                return None;
            }
            let (name, ty) = (unraw(variant.ident), self.reference(variant.message()?));
            let doc = doc(&variant.carried);
            Some(quote!(__s::MessageVariant::new(#name, #ty) #doc))
        });
        let messages = messages.between(',');
        let other = variants.iter().find(|variant| variant.attrs.other.is_given());
        let other = optional(other.map(|variant| {
            let name = unraw(variant.ident);
            quote!(#name)
        }));
        quote!(__s::Kind::Messages(__s::Messages::new(const { &[#messages] }, #other)))
    }

    /// The description of a type of a field.
    fn reference(&self, ty: &Type) -> TokenStream {
        let schema = quote_spanned!(at(ty)=> <#ty as __s::Describe>::SCHEMA);
        if self.is_settled(ty) {
            return schema;
        }
        let name = spelled(ty);
        quote! {
            __s::SchemaRef::new(const {
                &__s::Schema::new(#name, __s::Kind::Deferred(|| #schema))
            })
        }
    }

    /// The call that sets a byte order, unless it is the surrounding one.
    fn order(order: Order) -> Option<TokenStream> {
        let order = match order {
            Order::Format => return None,
            Order::Big => format_ident!("Big"),
            Order::Little => format_ident!("Little"),
        };
        Some(quote!(.order(__s::Order::#order)))
    }

    /// A constant on the wire.
    fn constant(value: &Expr) -> TokenStream {
        let text = spelled(value);
        quote_spanned! {at(value)=>
            __s::Constant::new(&(#value), #text, || __s::DescribeConstant::value(&(#value)))
        }
    }
}

fn optional(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(
        || quote!(::core::option::Option::None),
        |value| quote!(::core::option::Option::Some(#value)),
    )
}
