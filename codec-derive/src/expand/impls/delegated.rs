//! A type with the encoding of another: a struct with that of its one field, in every form
//! (`transparent`), and a type that is converted (`from`, `try_from`, `into`).

use proc_macro2::{Span, TokenStream};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::field::adapter::function;
use crate::expand::field::place::Place;
use crate::expand::form::{Form, FormField, Kind};
use crate::expand::impls::encode::open;
use crate::expand::impls::{borrow, decode, message};
use crate::expand::items::{Signature, implement};
use crate::expand::location::at;
use crate::gather::Gather as _;
use crate::model::{Borrowing, Encoding};
use quote::{format_ident, quote, quote_spanned};

/// The field or the type that is on the wire in place of a value.
struct Wire<'f, 'a> {
    env: &'f Env<'a>,
    form: &'f Form<'a>,
    /// The field of a transparent struct.
    field: Option<&'f FormField<'a>>,
}

impl<'f, 'a> Wire<'f, 'a> {
    fn new(env: &'f Env<'a>, form: &'f Form<'a>) -> Self {
        let transparent = env.model.attrs.transparent.is_given();
        let field = form.fields().find(|field| transparent && field.field.is_on_wire());
        Self { env, form, field }
    }

    /// A function of a trait of the type on the wire, of the module that encodes the field, or of the
    /// adapter that converts.
    fn function(&self, of: &str, name: &str) -> Option<TokenStream> {
        let Env { krate, format, de, .. } = self.env;
        // Others have an argument of which the format is inferred.
        let sized = ["size", "len", "memory"].iter().any(|end| name.ends_with(end));
        let format = sized.then_some(format);
        if let Some(field) = self.field {
            let given = format.map(|format| quote!(#format));
            let by = function(self.env, field.field, name, &field.ty, given.as_ref());
            if let Some((by, _)) = by {
                return Some(by);
            }
            let (ty, de) = (&field.ty, (of == "DecodableRef").then(|| quote!(<#de>)));
            let (of, name) = (format_ident!("{of}"), format_ident!("{name}"));
            let format = format.map(|format| quote!(::<#format>));
            return Some(quote_spanned!(field.span()=> <#ty as #krate::#of #de>::#name #format));
        }
        let attrs = &self.env.model.attrs;
        let (wire, via, of) = match (of, attrs.from.value(), attrs.try_from.value()) {
            ("Encode", ..) => (attrs.into.value()?, quote!(Via), quote!(EncodeWith<Self>)),
            (_, Some(wire), _) => (wire, quote!(Via), quote!(DecodeWith<'_, Self>)),
            (_, None, wire) => (wire?, quote!(TryVia), quote!(DecodeWith<'_, Self>)),
        };
        let (name, format) = (format_ident!("{name}"), format.map(|format| quote!(::<#format>)));
        let by = quote_spanned!(at(wire)=> <#krate::field::#via<#wire> as #krate::field::#of>);
        Some(quote!(#by::#name #format))
    }

    /// The functions of these names.
    fn functions<const N: usize>(&self, of: &str, names: [&str; N]) -> Option<[TokenStream; N]> {
        let found = names.map(|name| self.function(of, name));
        found.iter().all(Option::is_some).then(|| found.map(Option::unwrap_or_default))
    }

    /// The attribute of its functions. A conversion may be long.
    fn inline(&self) -> TokenStream {
        if self.field.is_some() { quote!(#[inline(always)]) } else { quote!(#[inline]) }
    }

    /// A reference to it in `self`.
    fn access(&self) -> TokenStream {
        self.field.map(FormField::member).map_or_else(|| quote!(self), |own| quote!(&self.#own))
    }

    /// The value, as a `Result`, from a call that reads what is on the wire.
    fn read(&self, call: TokenStream) -> TokenStream {
        if self.field.is_none() {
            return call;
        }
        let value = self.value(&quote!(#call?));
        quote!(::core::result::Result::Ok(#value))
    }

    /// The value of a transparent struct, from that of its field.
    fn value(&self, inner: &TokenStream) -> TokenStream {
        let values = self.form.arms.iter().map(|arm| {
            let values = arm.fields.iter().map(|field| {
                let place = Place { env: self.env, arm, field };
                if field.field.is_on_wire() { inner.clone() } else { place.made() }
            });
            arm.value(&quote!(Self), &TokenStream::new(), &values.gathered::<Vec<_>>())
        });
        values.gathered()
    }
}

/// `impl Encode`.
pub(in crate::expand) fn encode(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    let (krate, wire) = (&env.krate, Wire::new(env, form));
    let [size, len, encode] =
        wire.functions("Encode", ["encoded_size", "encoded_len", "encode"])?;
    let (open, inline, access) =
        (wire.field.and_then(|_| open(env, form)), wire.inline(), wire.access());
    let Signature { over, writer, written, .. } = env.signature(Span::call_site());
    let items = quote! {
        #open

        #[inline(always)]
        fn encoded_size<#over>() -> #krate::Size { #size() }

        #inline
        fn encoded_len<#over>(&self) -> ::core::primitive::usize { #len(#access) }

        #inline
        fn encode<#over>(&self, __w: #writer) -> #written { #encode(#access, __w) }
    };
    Some(implement(
        &bounds::encodable(env, form.kind),
        &quote!(#krate::Encode),
        &form.ident,
        &items,
    ))
}

/// `impl Decodable` or `DecodableRef`, and `Borrowable` and `Shareable` with
/// the forms of the field.
pub(in crate::expand) fn decode(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    let (attrs, wire) = (&env.model.attrs, Wire::new(env, form));
    let borrowing = env.model.borrowing();
    let (field, message) = (wire.field, message::expand(env, form));
    let decode = match field.filter(|_| borrowing == Borrowing::Lifetime) {
        Some(field) => decode_ref(&wire, field)?,
        None => decode_owned(&wire)?,
    };
    let borrows = matches!(borrowing, Borrowing::Whole | Borrowing::Marked);
    let borrow = field.filter(|_| borrows).map(|field| borrow(&wire, field));
    let share = field.filter(|_| attrs.shared.is_given()).map(|field| share(&wire, field));
    Some(quote!(#decode #message #borrow #share))
}

fn decode_owned(wire: &Wire<'_, '_>) -> Option<TokenStream> {
    let (env, form, krate, inline) = (wire.env, wire.form, &wire.env.krate, wire.inline());
    let [size, decode] = wire.functions("Decodable", ["size", "decode"])?;
    let value = wire.read(quote!(#decode(__r)));
    let Signature { over, reader, .. } = env.signature(Span::call_site());
    let [result, nothing] = [quote!(Self), quote!(())].map(|ty| env.decoded(&ty));
    let plain = wire.field.is_some_and(|field| field.field.encoding() == Encoding::Plain);
    let names = ["decode_into", "skip", "memory"];
    let onto = wire.functions("Decodable", names).filter(|_| plain).map(|[into, skip, memory]| {
        let member = wire.field.map(FormField::member);
        quote! {
            #[inline(always)]
            fn decode_into<#over>(&mut self, __r: #reader) -> #nothing { #into(&mut self.#member, __r) }

            #[inline(always)]
            fn skip<#over>(__r: #reader) -> #nothing { #skip(__r) }

            fn memory<#over>(__walk: &mut #krate::MemoryWalk) { #memory(__walk); }
        }
    });
    let items = quote! {
        #[inline(always)]
        fn size<#over>() -> #krate::Size { #size() }

        #inline
        fn decode<#over>(__r: #reader) -> #result { #value }

        #onto
    };
    let (generics, by_ref) = (bounds::decodable(env, form.kind), decode::by_ref(env, form));
    let decode = implement(&generics, &quote!(#krate::Decodable), &form.ident, &items);
    Some(quote!(#decode #by_ref))
}

fn decode_ref(wire: &Wire<'_, '_>, field: &FormField<'_>) -> Option<TokenStream> {
    let (env, form, krate, de) = (wire.env, wire.form, &wire.env.krate, &wire.env.de);
    let (of, names) = match field.kind {
        Kind::Borrowed => ("DecodableRef", ["ref_size", "decode_ref"]),
        Kind::Owned | Kind::Shared => ("Decodable", ["size", "decode"]),
    };
    let [size, decode] = wire.functions(of, names)?;
    let value = wire.read(quote!(#decode(__r)));
    let Signature { over, input, .. } = env.signature(Span::call_site());
    let result = env.decoded(&quote!(Self));
    let items = quote! {
        #[inline(always)]
        fn ref_size<#over>() -> #krate::Size { #size() }

        #[inline(always)]
        fn decode_ref<#over>(__r: #input) -> #result { #value }
    };
    let of = quote!(#krate::DecodableRef<#de>);
    Some(implement(&bounds::decodable_ref(env, form.kind), &of, &form.ident, &items))
}

/// The place for the error of a form that is less visible than the type: `transparent`.
fn place(env: &Env<'_>) -> Span {
    env.model.attrs.transparent.name().map_or_else(Span::call_site, at)
}

fn borrow(wire: &Wire<'_, '_>, field: &FormField<'_>) -> TokenStream {
    let Wire { env, form, .. } = wire;
    let Env { krate, de, .. } = env;
    let (ty, member) = (&field.ty, field.member());
    let inner = quote_spanned!(field.span()=> <#ty as #krate::Borrowable>);
    let value = wire.value(&quote!(#inner::from_ref(__borrowed)));
    let generics = bounds::borrowable(env, form.generics.clone());
    let own = quote_spanned!(place(env)=> #inner::Ref<#de>);
    let convert = [quote!(#inner::to_ref(&self.#member)), value];
    borrow::implement(env, form, &generics, &own, &convert, place(env))
}

fn share(wire: &Wire<'_, '_>, field: &FormField<'_>) -> TokenStream {
    let env = wire.env;
    let (krate, ty, place) = (&env.krate, &field.ty, place(env));
    let generics = bounds::definition(env, Kind::Shared);
    let inner = quote_spanned!(field.span()=> <#ty as #krate::Shareable>);
    let value = wire.value(&quote!(#inner::from_shared(__shared)));
    let own = quote_spanned!(place=> #inner::Shared);
    borrow::implement_shared(env, &generics, &own, &value, place)
}
