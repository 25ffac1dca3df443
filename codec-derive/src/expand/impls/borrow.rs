//! `Borrowable` and `Shareable`, and conversions between a type and its forms.

use proc_macro2::{Span, TokenStream};

use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::form::{Form, FormField, Kind, form_trait};
use crate::expand::items::implement_at;
use crate::expand::location::{headed, located};
use crate::gather::Gather as _;
use quote::{quote, quote_spanned};
use syn::Generics;

/// `impl Borrowable`, `to_ref` and `From` for a type with a form that borrows.
pub(in crate::expand) fn expand(
    env: &Env<'_>,
    owned: &Form<'_>,
    borrowed: &Form<'_>,
) -> TokenStream {
    let Env { de, model, .. } = env;
    let krate = located(env.krate.clone(), borrowed.place());
    let (ident, vis, form) = (&owned.ident, model.vis, &borrowed.ident);
    let (form_type, borrowable) = (form_type(borrowed), borrowable(env, owned, borrowed));
    let value = borrowed.placed(quote!(__borrowed));

    let generics =
        bounds::borrowable(env, bounds::sized(env, Kind::Borrowed, owned.generics.clone()));
    let (impls, types, bounds) = generics.split_for_impl();
    let from_generics = bounds::borrowable(env, borrowed.generics.clone());
    let (from_impls, _, from_bounds) = from_generics.split_for_impl();
    let doc = format!("Borrows from the value: what decoding its bytes as [`{form}`] yields.");
    quote_spanned! {borrowed.place()=>
        #borrowable

        #[automatically_derived]
        impl #impls #ident #types #bounds {
            #[doc = #doc]
            #[inline]
            #[must_use]
            #[allow(dead_code, clippy::same_name_method)]
            #vis fn to_ref<#de>(&#de self) -> #form_type {
                <Self as #krate::Borrowable>::to_ref(self)
            }
        }

        #[automatically_derived]
        impl #from_impls ::core::convert::From<#form_type> for #ident #types #from_bounds {
            #[inline]
            fn from(#value: #form_type) -> Self {
                <Self as #krate::Borrowable>::from_ref(#value)
            }
        }
    }
}

/// The form, as a type that is reported where its fields are.
fn form_type(form: &Form<'_>) -> TokenStream {
    let ident = &form.ident;
    let (_, types, _) = form.generics.split_for_impl();
    form.placed(quote!(#ident #types))
}

/// From the user's type to the form that borrows.
pub(in crate::expand) fn to_form(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let ident = &form.ident;
    let name = form.placed(quote!(#ident));
    convert(form, &quote!(Self), &name, &form.marker(), |field| {
        let (ty, name) = (headed(field.field.ty), field.binding("a"));
        let of = form_trait(env, field.field, Kind::Borrowed);
        match field.kind {
            Kind::Borrowed => {
                called(field, &quote_spanned!(field.own()=> <#ty as #of>::to_ref), &["a"])
            }
            Kind::Owned | Kind::Shared => quote_spanned! {field.span()=>
                <#ty as ::core::clone::Clone>::clone(#name)
            },
        }
    })
}

/// From a form to the user's type.
pub(in crate::expand) fn from_form(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let ident = &form.ident;
    let name = form.placed(quote!(#ident));
    convert(form, &name, &quote!(Self), &TokenStream::new(), |field| {
        let (ty, name) = (headed(field.field.ty), field.binding("a"));
        let of = form_trait(env, field.field, form.kind);
        match field.kind {
            Kind::Borrowed => {
                called(field, &quote_spanned!(field.own()=> <#ty as #of>::from_ref), &["a"])
            }
            Kind::Shared => {
                called(field, &quote_spanned!(field.own()=> <#ty as #of>::from_shared), &["a"])
            }
            Kind::Owned => quote!(#name),
        }
    })
}

/// A call of a function whose type the user wrote, reported as the type itself is: once for all.
pub(super) fn called(field: &FormField<'_>, function: &TokenStream, names: &[&str]) -> TokenStream {
    let names = names.iter().map(|name| field.binding(name)).between(',');
    quote_spanned!(field.own()=> #function(#names))
}

/// From each arm of one form to the same arm of another.
pub(in crate::expand) fn convert(
    form: &Form<'_>,
    from: &TokenStream,
    to: &TokenStream,
    marker: &TokenStream,
    each: impl Fn(&FormField<'_>) -> TokenStream,
) -> TokenStream {
    let arms = form.arms.iter().map(|arm| {
        let fields: Vec<_> = arm.fields.iter().map(&each).gathered();
        let (pattern, value) = (arm.pattern(from, "a"), arm.value(to, marker, &fields));
        quote!(#pattern => #value)
    });
    arms.between(',')
}

fn borrowable(env: &Env<'_>, owned: &Form<'_>, borrowed: &Form<'_>) -> TokenStream {
    let (to_ref, from_ref) = (to_form(env, borrowed), from_form(env, borrowed));
    let generics = bounds::sized(env, Kind::Borrowed, owned.generics.clone());
    let convert = [quote!(match self { #to_ref }), quote!(match __borrowed { #from_ref })];
    implement(
        env,
        owned,
        &bounds::borrowable(env, generics),
        &form_type(borrowed),
        &convert,
        borrowed.place(),
    )
}

/// `Borrowable` and `BorrowableElement`, with the form, and the bodies of the conversions to it and back.
pub(super) fn implement(
    env: &Env<'_>,
    owned: &Form<'_>,
    generics: &Generics,
    form: &TokenStream,
    [to_ref, from_ref]: &[TokenStream; 2],
    place: Span,
) -> TokenStream {
    let (de, ident, krate) = (&env.de, &owned.ident, located(env.krate.clone(), place));
    let element = bounds::element(env, generics.clone());
    let borrowable = quote_spanned! {place=>
        type Ref<#de> = #form where Self: #de;

        #[inline]
        fn to_ref(&self) -> Self::Ref<'_> { #to_ref }

        #[inline]
        fn from_ref<#de>(__borrowed: Self::Ref<#de>) -> Self where Self: #de, { #from_ref }
    };
    let seq = quote_spanned!(place=> type Seq<#de> = #krate::SeqRef<#de, #form> where Self: #de;);
    let impls = [
        (generics, quote_spanned!(place=> #krate::Borrowable), borrowable),
        (&element, quote_spanned!(place=> #krate::BorrowableElement), seq),
    ];
    let impls = impls.iter();
    impls.map(|(own, of, items)| implement_at(place, [own; 2], of, ident, items)).tokens()
}

/// `impl Shareable` and `From` for a type with a form that shares.
pub(in crate::expand) fn share(env: &Env<'_>, owned: &Form<'_>, shared: &Form<'_>) -> TokenStream {
    let place = shared.place();
    let (krate, ident) = (located(env.krate.clone(), place), &owned.ident);
    let (generics, to_owned) = (bounds::decodable(env, shared.kind), from_form(env, shared));
    let (form_type, value) = (form_type(shared), shared.placed(quote!(__shared)));
    let share =
        implement_shared(env, &generics, &form_type, &quote!(match __shared { #to_owned }), place);
    let from = quote_spanned! {place=>
        #[inline]
        fn from(#value: #form_type) -> Self {
            <Self as #krate::Shareable>::from_shared(#value)
        }
    };
    let of = quote_spanned!(place=> ::core::convert::From<#form_type>);
    let from = implement_at(place, [&generics; 2], &of, ident, &from);
    quote!(#share #from)
}

/// `Shareable` and `ShareableElement`, with the form, and the body of the conversion from it.
pub(super) fn implement_shared(
    env: &Env<'_>,
    generics: &Generics,
    form: &TokenStream,
    from_shared: &TokenStream,
    place: Span,
) -> TokenStream {
    let (krate, ident) = (located(env.krate.clone(), place), env.model.ident);
    let share = quote_spanned! {place=>
        type Shared = #form;

        #[inline]
        fn from_shared(__shared: Self::Shared) -> Self { #from_shared }
    };
    let seq = quote_spanned!(place=> type SharedSeq = #krate::SeqShared<#form>;);
    let impls = [
        (quote_spanned!(place=> #krate::Shareable), share),
        (quote_spanned!(place=> #krate::ShareableElement), seq),
    ];
    let impls = impls.iter();
    impls.map(|(of, items)| implement_at(place, [generics; 2], of, ident, items)).tokens()
}

/// The forms of a type that is its own form.
pub(in crate::expand) fn plain(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let (model, attrs) = (env.model, &env.model.attrs);
    if !model.is_own_form() {
        return TokenStream::new();
    }
    let own = attrs.plain.is_given();
    let borrow = (own || attrs.borrow.is_given()).then(|| borrow_plain(env, form));
    let share = (own || attrs.shared.is_given()).then(|| share_plain(env, form));
    quote!(#borrow #share)
}

/// `Borrowable`, with `Self` as the form.
fn borrow_plain(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let own = quote!(Self);
    let copy = convert(form, &own, &own, &TokenStream::new(), |field| {
        let (ty, name) = (&field.ty, field.binding("a"));
        quote_spanned!(field.span()=> <#ty as ::core::clone::Clone>::clone(#name))
    });
    let copy =
        if form.arms.is_empty() { quote!(match *self {}) } else { quote!(match self { #copy }) };
    let generics = bounds::borrowable(env, form.generics.clone());
    implement(env, form, &generics, &own, &[copy, quote!(__borrowed)], Span::call_site())
}

/// `Shareable`, with `Self` as the form, where the runtime has shared forms.
fn share_plain(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    let krate = &env.krate;
    let ident = &form.ident;
    let generics = bounds::decodable(env, form.kind);
    let (impls, types, bounds) = generics.split_for_impl();
    quote!(#krate::__impl_plain_shared! { [#impls] [#ident #types] [#bounds] })
}
