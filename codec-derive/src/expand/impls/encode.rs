//! `Encode`: one field after another, after the tag in an enum.

use proc_macro2::{Span, TokenStream};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::field::body::{after_magic, keeps_tag, on_wire, tagged_size};
use crate::expand::field::field_group::FieldGroup;
use crate::expand::field::place::Place;
use crate::expand::field::runs::{Through, steps, total};
use crate::expand::field::tag::Tags;
use crate::expand::field::verdict::of_written;
use crate::expand::form::{Arm, Form, Kind, allowed, inline_always};
use crate::expand::items::{Signature, implement, outlined};
use crate::expand::known::is_certain;
use crate::expand::location::at;
use crate::gather::Gather as _;
use crate::model::{Body, Encoding};
use quote::{quote, quote_spanned};

/// `impl Encode for` a form.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let (krate, generics) = (&env.krate, bounds::encodable(env, form.kind));
    let Signature { over, writer, written, .. } = env.signature(Span::call_site());
    let (size, len) = (size(env, form), len(env, form));
    let inline = inline_always();
    let (writes, slice, open) = (writes(env, form), slice(env, form), open(env, form));
    let long = form.is_long() || form.allocates() || form.nests(env.model.ident);
    let (outlined, allowed) = (outlined(long), allowed());
    let items = quote! {
        #outlined
        #open

        #[inline(always)]
        fn encoded_size<#over>() -> #krate::Size { #size }

        #[inline]
        fn encoded_len<#over>(&self) -> ::core::primitive::usize { #len }

        #inline
        fn encode<#over>(&self, __w: #writer) -> #written { #writes }

        #slice
    };
    let implemented = implement(&generics, &quote!(#krate::Encode), &form.ident, &items);
    quote!(#allowed #implemented)
}

/// Says whether a value takes the rest of the input: its last field does, or may by its type.
pub(super) fn open(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    let door = &env.door;
    let last = |arm: &'_ Arm<'_>| {
        if arm.fields.iter().any(|field| field.field.is_rest()) {
            return Some(quote!(true));
        }
        let mut fields = arm.fields.iter().rev();
        let last = fields.find(|field| Place { env, arm, field }.is_written())?;
        let (field, ty) = (last.field, &last.ty);
        let known = field.attrs.bytes.is_given() || is_certain(field.ty) || field.mentions.lifetime;
        match field.encoding() {
            _ if field.is_open_tail() => Some(quote!(true)),
            // A form that is generated has the encoding of the user's type.
            Encoding::Plain if !known && form.kind == Kind::Owned => {
                Some(quote!(#door::carried::KindOf::<#ty>::OPEN))
            }
            _ => None,
        }
    };
    // The body of a versioned struct has a length.
    if env.model.attrs.version.is_given() {
        return None;
    }
    let ends: Vec<_> = form.arms.iter().filter_map(last).gathered();
    let (first, others) = ends.split_first()?;
    Some(quote! {
        const OPEN: ::core::primitive::bool = {
            #[allow(unused_imports)]
            use #door::carried::AnyKind as _;
            #first #(|| #others)*
        };
    })
}

/// The method that writes values in a row, where the type has a defined layout in memory: if that
/// is the one on the wire, and the type is `Copy`, as one copy of all. The method called depends
/// on `Copy`: that of the value itself comes before that of a reference to it.
fn slice(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    let (door, model) = (&env.door, env.model);
    let plain = model.laid_out
        && !model.attrs.check.is_given()
        && !model.fields().any(|field| field.attrs.check.is_given())
        && matches!(form.kind, Kind::Owned)
        && matches!(model.data, Body::Struct(_))
        && model.generics.params.is_empty();
    let Signature { over, writer, written, .. } = env.signature(Span::call_site());
    plain.then(|| {
        quote! {
            #[inline]
            fn encode_slice<#over>(__items: &[Self], __w: #writer) -> #written {
                use #door::copied::*;
                (&Items(__items)).encode_items(__w)
            }
        }
    })
}

/// The fields of an arm that are written.
fn written<'f, 'a>(env: &'f Env<'a>, arm: &'f Arm<'a>) -> Vec<Place<'f, 'a>> {
    let mut places = on_wire(env, arm);
    places.retain(Place::is_written);
    places
}

fn size(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let krate = &env.krate;
    if env.model.attrs.version.is_given() {
        return quote!(#krate::Size::UNKNOWN);
    }
    let arms = form.arms.iter().map(|arm| {
        if let Some(fields) = FieldGroup::new(env, arm) {
            return fields.encoded_size();
        }
        let places = written(env, arm);
        total(env, &places.iter().map(Place::encoded_size).gathered::<Vec<_>>())
    });
    after_magic(env, tagged_size(env, arms.gathered()))
}

pub(in crate::expand) fn len(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    len_after(env, form, Tags::new(env).as_ref())
}

/// The length of a value after its tag, if that is written.
fn len_after(env: &Env<'_>, form: &Form<'_>, tags: Option<&Tags>) -> TokenStream {
    let door = &env.door;
    let (krate, format, attrs) = (&env.krate, &env.inner, &env.model.attrs);
    let number = tags.and_then(|tags| number(form, tags));
    let len = match (tags, number) {
        (Some(tags), Some(number)) => tags.len_of(env, &number),
        _ => arms_len(env, form, tags),
    };
    let constants = tags.map(|tags| &tags.constants);
    let len = quote!({ #constants #len });
    let len = match env.versions() {
        Some(versions) => quote!(#door::versioned_len::<#format>(#versions, #len)),
        None => len,
    };
    match attrs.magic.value() {
        Some(magic) => quote_spanned! {at(magic)=>
            <_ as #krate::field::Magic>::size::<#format>(&(#magic)).min.wrapping_add(#len)
        },
        None => len,
    }
}

pub(in crate::expand) fn writes(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    writes_after(env, form, Tags::new(env).as_ref())
}

/// Writes a value, after its tag, if that is written.
fn writes_after(env: &Env<'_>, form: &Form<'_>, tags: Option<&Tags>) -> TokenStream {
    let door = &env.door;
    let (krate, attrs) = (&env.krate, &env.model.attrs);
    let number = tags.and_then(|tags| number(form, tags));
    let arms = form.arms.iter().enumerate().map(|(index, arm)| {
        let pattern = arm.pattern(&quote!(Self), "a");
        let tag = tags.map(|tags| tags.write(env, index));
        let check = of_written(env, arm);
        if let Some(fields) = FieldGroup::new(env, arm) {
            let write = fields.write();
            return quote!(#pattern => { #tag #check #write?; });
        }
        let writes = steps(env, &written(env, arm), Through::Writer, Place::write);
        let base = arm.has_base().then(|| quote!(let __base = __w.written();));
        let (before, after) = (arm.computed_before(env), arm.computed_after(env));
        quote!(#pattern => { #tag #before #check #base #writes #after })
    });
    let writes = match (tags, number) {
        (Some(tags), Some(number)) => {
            let (check, write) = (of_written(env, &form.arms[0]), tags.write_of(env, &number));
            quote!(#check #write)
        }
        _ => matched(&arms.gathered(), form),
    };
    let constants = tags.map(|tags| &tags.constants);
    let assertions = tags.map(|tags| &tags.assertions);
    let mut writes = quote!(#constants #assertions #writes);
    if let Some(versions) = env.versions() {
        let body = quote!(|__w| {
            #writes
            ::core::result::Result::Ok(())
        });
        writes = if form.kind == Kind::Owned {
            let len = arms_len(env, form, None);
            quote! {
                let __len: ::core::primitive::usize = #len;
                #door::write_versioned(__w, #versions, __len, #body)?;
            }
        } else {
            quote!(#door::write_versioned_by_writing(__w, #versions, #body)?;)
        };
    }
    if let Some(magic) = attrs.magic.value() {
        writes = quote_spanned! {at(magic)=>
            <_ as #krate::field::Magic>::write(&(#magic), __w)?;
            #writes
        };
    }
    // Without variants, there is nothing after the `match`.
    let end = (!form.arms.is_empty()).then(|| quote!(::core::result::Result::Ok(())));
    env.order().write(&env.door, quote!(#writes #end))
}

/// The length of the fields of a value, and of the tag before them, if that is written.
fn arms_len(env: &Env<'_>, form: &Form<'_>, tags: Option<&Tags>) -> TokenStream {
    let arms = form.arms.iter().enumerate().map(|(index, arm)| {
        let pattern = arm.pattern(&quote!(Self), "a");
        let lens = written(env, arm)
            .into_iter()
            .map(|place| {
                let len = place.len();
                quote!(let __len = __len.wrapping_add(#len);)
            })
            .tokens();
        let start = tags.map_or_else(|| quote!(0), |tags| tags.len(env, index));
        if let Some(fields) = FieldGroup::new(env, arm) {
            let len = fields.len();
            let len = if tags.is_some() { quote!(#len.wrapping_add(#start)) } else { len };
            return quote!(#pattern => #len,);
        }
        let base = arm.has_base().then(|| quote!(let __base = __len;));
        let computed = arm.computed_len(env);
        quote! {
            #pattern => {
                #computed
                let __len: ::core::primitive::usize = #start;
                #base
                #lens
                __len
            }
        }
    });
    matched(&arms.gathered(), form)
}

/// The number of the value of an enum whose variants are all empty, so that the
/// tag is written in one place. `None` for other enums.
fn number(form: &Form<'_>, tags: &Tags) -> Option<TokenStream> {
    if form.arms.is_empty() || !form.arms.iter().all(|arm| arm.fields.is_empty() && !keeps_tag(arm))
    {
        return None;
    }
    Some(numbers(form, tags))
}

/// The number of the value of an enum.
fn numbers(form: &Form<'_>, tags: &Tags) -> TokenStream {
    let numbers = form.arms.iter().enumerate().map(|(index, arm)| {
        let (pattern, number) = (arm.pattern(&quote!(Self), "a"), tags.number_or_kept(index));
        quote!(#pattern => #number,)
    });
    matched(&numbers.gathered(), form)
}

/// A `match` on the value; one without variants does not exist.
fn matched(arms: &TokenStream, form: &Form<'_>) -> TokenStream {
    if form.arms.is_empty() { quote!(match *self {}) } else { quote!(match self { #arms }) }
}

/// `impl EncodeDetached for` a form of an enum whose tag another field may hold.
pub(in crate::expand) fn detached(env: &Env<'_>, form: &Form<'_>) -> Option<TokenStream> {
    if !env.model.attrs.detached.is_given() {
        return None;
    }
    let (krate, tags) = (&env.krate, Tags::new(env)?);
    let Signature { over, writer, written, .. } = env.signature(Span::call_site());
    let generics = bounds::encodable(env, form.kind);
    let (len, writes) = (len_after(env, form, None), writes_after(env, form, None));
    let (constants, number) = (&tags.numbered, numbers(form, &tags));
    let known = form.arms.iter().enumerate().filter_map(|(index, arm)| {
        let (pattern, refuse) = (arm.pattern(&quote!(Self), "a"), tags.refuse_kept(env, index)?);
        Some(quote!(if let #pattern = self { #refuse }))
    });
    let known = known.tokens();
    let known = (!known.is_empty()).then(|| quote!(#constants #known));
    let inline = quote!(#[inline] #[allow(unused_variables)]);
    let items = quote! {
        #inline
        fn tag(&self) -> ::core::primitive::u64 { #constants #number }

        #inline
        fn content_len<#over>(&self) -> ::core::primitive::usize { #len }

        #inline
        fn encode_content<#over>(&self, __w: #writer) -> #written { #known #writes }
    };
    Some(implement(&generics, &quote!(#krate::field::EncodeDetached), &form.ident, &items))
}
