//! Decoding from pieces: `Steps`, from field to field, and `PushDecode`.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Generics;

use crate::attr::Function;
use crate::expand::bounds;
use crate::expand::env::Env;
use crate::expand::field::body::{keeps_tag, on_wire};
use crate::expand::field::place::Place;
use crate::expand::field::tag::Tags;
use crate::expand::field::verdict::of_type;
use crate::expand::form::{Arm, Form};
use crate::expand::items::implement;
use crate::expand::location::{at, located};
use crate::gather::Gather as _;
use crate::model::Encoding;

/// `impl PushDecode for` the user's type, when it has the attribute.
pub(in crate::expand) fn expand(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    if !env.model.attrs.push.is_given() {
        return TokenStream::new();
    }
    // The body of a versioned struct has a known length and is collected as a whole.
    let whole = env.model.attrs.version.is_given()
        || env.model.is_converted()
        || form.arms.iter().any(Arm::is_placed);
    let code = if whole { collected(env, form) } else { Push::new(env, form).expand() };
    let door = &env.door;
    quote!(#door::push! { #code })
}

/// A type that is collected.
fn collected(env: &Env<'_>, form: &Form<'_>) -> TokenStream {
    decoded_by(env, form, &bounds::decodable(env, form.kind), &quote!(Collected))
}

/// `impl PushDecode`, by one of the machines of the runtime.
fn decoded_by(
    env: &Env<'_>,
    form: &Form<'_>,
    generics: &Generics,
    machine: &TokenStream,
) -> TokenStream {
    let Env { krate, format, .. } = env;
    let items =
        quote!(type Decoder<#format: #krate::Format> = #krate::push::#machine<#format, Self>;);
    implement(generics, &quote!(#krate::push::PushDecode), &form.ident, &items)
}

/// A type that resumes at the field that was cut.
struct Push<'f, 'a> {
    env: &'f Env<'a>,
    form: &'f Form<'a>,
    /// Generics of the type.
    generics: Generics,
    /// Generics of its state, which has the format as a parameter.
    of_state: Generics,
    tags: Option<Tags>,
}

/// The name of an arm's state.
fn arm_ident(index: usize) -> Ident {
    format_ident!("__A{index}")
}

impl<'f, 'a> Push<'f, 'a> {
    fn new(env: &'f Env<'a>, form: &'f Form<'a>) -> Self {
        let generics = bounds::resumable(env, form.kind);
        let (krate, format) = (&env.krate, &env.format);
        let mut of_state = generics.clone();
        let param = syn::parse2(quote!(#format: #krate::Format));
        of_state.params.push(param.expect("a parameter"));
        Self { env, form, generics, of_state, tags: Tags::new(env) }
    }

    fn expand(&self) -> TokenStream {
        let Env { krate, format, .. } = self.env;
        let (_, state_types, _) = self.of_state.split_for_impl();
        let (state, step, build, open) = (self.state(), self.step(), self.build(), self.is_open());
        let steps = quote! {
            type State<#format: #krate::Format> = __Push #state_types;

            fn step<#format: #krate::Format>(
                __push: &mut __Push #state_types,
                __feed: &mut #krate::push::Feed<'_>,
            ) -> ::core::result::Result<::core::primitive::bool, #krate::DecodeError> {
                #step
            }

            fn build<#format: #krate::Format>(
                __push: &mut __Push #state_types,
                __end: ::core::primitive::usize,
            ) -> ::core::result::Result<Self, #krate::DecodeError> {
                #build
            }

            fn is_open<#format: #krate::Format>(
                __fuel: &mut #krate::push::Fuel,
            ) -> ::core::primitive::bool {
                let _ = &__fuel;
                #open
            }
        };
        let of = quote!(#krate::push::Steps);
        let steps = implement(&self.generics, &of, &self.form.ident, &steps);
        // The value of a span is made from the bytes, once all have arrived.
        let machine = if self.has_spans() { quote!(Kept) } else { quote!(Machine) };
        let decode = decoded_by(self.env, self.form, &self.generics, &machine);
        quote!(#state #steps #decode)
    }

    fn has_spans(&self) -> bool {
        self.form.arms.iter().any(Arm::has_spans)
    }

    /// Returns true if positions are counted from the first field.
    fn is_aligned(&self) -> bool {
        self.form.arms.iter().any(Arm::has_base)
    }

    /// The check of the type. Where there are spans, the value that the steps build is not checked
    /// but dropped: the value is checked when it is decoded.
    fn check(&self) -> Option<&'a Function> {
        self.env.model.attrs.check.value().filter(|_| !self.has_spans())
    }

    fn places<'p>(&self, arm: &'p Arm<'a>) -> Vec<Place<'p, 'a>>
    where
        'f: 'p,
    {
        on_wire(self.env, arm)
    }

    /// The state that is kept while a value is cut: the constant, where the value begins, and the
    /// fields of the arm.
    fn state(&self) -> TokenStream {
        let Env { krate, format, .. } = self.env;
        let (ident, attrs) = (&self.form.ident, &self.env.model.attrs);
        let (_, of_type, _) = self.generics.split_for_impl();
        let (impls, state_types, bounds) = self.of_state.split_for_impl();
        let arms = self.form.arms.iter().enumerate().map(|(index, arm)| {
            let (name, places) = (arm_ident(index), self.places(arm));
            let fields = places.iter().map(|place| {
                let (ty, state) = (place.ty(), place.state());
                self.part(place, &quote_spanned!(place.field.own()=> <#ty, #state>))
            });
            let fields = fields.tokens();
            let kept = arm.fields.first().filter(|_| keeps_tag(arm)).map(|kept| &kept.ty);
            let kept = kept.map(|ty| quote!(__kept: #ty,));
            quote!(#name { #kept #fields },)
        });
        let arms = arms.tokens();
        let first = if let (None, [arm]) = (&self.tags, &*self.form.arms) {
            self.start(0, arm)
        } else {
            quote!(__Arm::__Tag)
        };
        let offset = quote!(::core::option::Option<::core::primitive::usize>);
        let none = quote!(::core::option::Option::None);
        let start = quote!(#krate::push::Field::Start);
        let kept = [
            (attrs.magic.is_given(), quote!(__magic), quote!(#krate::push::Field<(), ()>), start),
            (self.check().is_some(), quote!(__begin), offset.clone(), none.clone()),
            (self.is_aligned(), quote!(__base), offset, none),
        ];
        let kept = kept.iter().filter(|(is_kept, ..)| *is_kept);
        let types = kept.clone().map(|(_, name, ty, _)| quote!(#name: #ty,)).tokens();
        let starts = kept.map(|(_, name, _, start)| quote!(#name: #start,)).tokens();
        quote! {
            #[allow(missing_docs, missing_debug_implementations, unreachable_pub)]
            pub struct __Push #impls #bounds {
                #types
                __arm: __Arm #state_types,
            }

            #[allow(clippy::all, clippy::pedantic, dead_code, variant_size_differences)]
            enum __Arm #impls #bounds {
                __Tag,
                #arms
                __Of(::core::marker::PhantomData<fn() -> (#ident #of_type, #format)>),
            }

            #[automatically_derived]
            impl #impls ::core::default::Default for __Push #state_types #bounds {
                #[inline]
                fn default() -> Self {
                    Self { #starts __arm: #first }
                }
            }
        }
    }

    /// The state of an arm before its first byte.
    fn start(&self, index: usize, arm: &Arm<'a>) -> TokenStream {
        let name = arm_ident(index);
        let parts = self.parts(&self.places(arm));
        quote!(__Arm::#name { #parts })
    }

    /// The states of fields before their first bytes.
    fn parts(&self, places: &[Place<'_, '_>]) -> TokenStream {
        let start = |place: &Place<'_, '_>| quote_spanned!(place.field.own()=> ::Start);
        places.iter().map(|place| self.part(place, &start(place))).tokens()
    }

    /// The part of a field that is kept, by its type or value.
    fn part(&self, place: &Place<'_, '_>, of: &TokenStream) -> TokenStream {
        let (part, span) = (place.field.binding("p"), place.field.own());
        let krate = located(self.env.krate.clone(), span);
        quote_spanned!(span=> #part: #krate::push::Field #of,)
    }

    fn is_open(&self) -> TokenStream {
        let arms = self.form.arms.iter();
        let open = arms.map(|arm| {
            let open = self.places(arm);
            open.iter().map(Place::is_open).map(|open| quote!(|| #open)).tokens()
        });
        let open = open.tokens();
        quote!(false #open)
    }

    /// The steps of a value: constant, tag, fields, check.
    fn step(&self) -> TokenStream {
        let (krate, inner, attrs) = (&self.env.krate, &self.env.inner, &self.env.model.attrs);
        let wait = quote!(return ::core::result::Result::Ok(false));
        let magic = attrs.magic.value().map(|magic| {
            let of = quote_spanned!(at(magic)=> <_ as #krate::field::Magic>);
            quote_spanned! {at(magic)=>
                let __magic = __push.__magic.by(
                    __feed,
                    |_: &mut (), __feed: &mut #krate::push::Feed<'_>| {
                        __feed.leaf::<#inner, ()>(
                            #of::size::<#inner>(&(#magic)).min,
                            |__r| #of::expect(&(#magic), __r),
                        )
                    },
                    |_, ()| ::core::result::Result::Ok(()),
                )?;
                if __magic.is_none() { #wait; }
            }
        });
        let begin = self.check().map(|_| quote!(__push.__begin.get_or_insert(__feed.offset());));
        let constants = self.tags.as_ref().map(|tags| &tags.constants);
        let tag = self.tags.as_ref().map(|tags| self.tagged(tags));
        let steps =
            self.form.arms.iter().enumerate().map(|(index, arm)| self.arm(index, arm)).tokens();
        let base = quote!(let __base = *__push.__base.get_or_insert(__feed.offset()););
        let base = self.is_aligned().then_some(base);
        quote! {
            #magic
            #begin
            #constants
            #tag
            #base
            match &mut __push.__arm {
                #steps
                __Arm::__Tag | __Arm::__Of(_) => {}
            }
            ::core::result::Result::Ok(true)
        }
    }

    /// The value, from the state of its fields, and its check.
    fn build(&self) -> TokenStream {
        let krate = &self.env.krate;
        let values =
            self.form.arms.iter().enumerate().map(|(index, arm)| self.value(index, arm)).tokens();
        let take = quote! {
            match ::core::mem::replace(&mut __push.__arm, __Arm::__Tag) {
                #values
                _ => {
                    return ::core::result::Result::Err(#krate::DecodeError::new(
                        #krate::DecodeErrorKind::InvalidValue,
                        __end,
                    ));
                }
            }
        };
        match self.check() {
            None => quote!(::core::result::Result::Ok(#take)),
            Some(check) => {
                let owner = quote_spanned!(at(check)=> __value);
                let verdict = of_type(self.env, &self.form.arms, check, &owner);
                let checked = quote_spanned! {at(check)=>
                    #krate::push::checked(__begin, #verdict)?;
                };
                quote! {
                    let __begin = ::core::option::Option::unwrap_or(__push.__begin, __end);
                    let __value = #take;
                    #checked
                    ::core::result::Result::Ok(__value)
                }
            }
        }
    }

    /// Reads the tag, and begins its variant.
    fn tagged(&self, tags: &Tags) -> TokenStream {
        let (krate, read) = (&self.env.krate, tags.resume(self.env));
        let each = |index: usize, arm: &Arm<'a>| {
            if !keeps_tag(arm) {
                let start = self.start(index, arm);
                return quote!(#start,);
            }
            let (name, parts) = (arm_ident(index), self.parts(&self.places(arm)));
            quote!(__Arm::#name { __kept, #parts })
        };
        let unknown = quote! {
            return ::core::result::Result::Err(#krate::DecodeError::new(
                #krate::DecodeErrorKind::InvalidTag,
                __start,
            ))
        };
        let dispatch = tags.dispatch(self.env, &self.form.arms, &each, &unknown);
        quote! {
            if let __Arm::__Tag = &__push.__arm {
                #read
                let ::core::option::Option::Some(__tag) = __tag else {
                    return ::core::result::Result::Ok(false);
                };
                __push.__arm = #dispatch;
            }
        }
    }

    /// The steps of an arm, field by field.
    fn arm(&self, index: usize, arm: &Arm<'a>) -> TokenStream {
        let (name, places) = (arm_ident(index), self.places(arm));
        if places.is_empty() {
            return quote!(__Arm::#name { .. } => {});
        }
        let parts = places.iter().map(|place| place.field.binding("p")).ended(',');
        let steps = places.iter().map(Place::step).tokens();
        let names = places.iter().map(|place| {
            let name = place.field.binding("f");
            quote!(let _ = #name;)
        });
        let names = names.tokens();
        let kept = keeps_tag(arm).then(|| quote!(..));
        quote!(__Arm::#name { #parts #kept } => { #steps #names })
    }

    /// The value of an arm whose fields were read.
    fn value(&self, index: usize, arm: &Arm<'a>) -> TokenStream {
        let (name, places) = (arm_ident(index), self.places(arm));
        let parts = places.iter().map(|place| {
            let name = place.field.binding("f");
            self.part(place, &quote_spanned!(place.field.own()=> ::Read(#name)))
        });
        let parts = parts.tokens();
        let values = arm.fields.iter().map(|field| {
            if keeps_tag(arm) && field.field.index == 0 {
                return quote!(__kept);
            }
            if field.field.is_on_wire() {
                let name = field.binding("f");
                return quote!(#name);
            }
            if field.field.encoding() == Encoding::Span {
                return quote!(::core::default::Default::default());
            }
            Place { env: self.env, arm, field }.made()
        });
        let values: Vec<_> = values.gathered();
        let value = arm.value(&quote!(Self), &TokenStream::new(), &values);
        let kept = keeps_tag(arm).then(|| quote!(__kept,));
        quote!(__Arm::#name { #kept #parts } => #value,)
    }
}
