//! The body of a decode: byte order, constant, version, tag, fields, check.

use proc_macro2::{Ident, TokenStream};

use crate::expand::env::{Env, Order};
use crate::expand::field::field_group::FieldGroup;
use crate::expand::field::place::Place;
use crate::expand::field::runs::{Through, reads, steps, total};
use crate::expand::field::tag::{Tags, alike, valid};
use crate::expand::field::verdict::{asks_what_is_left, of_type};
use crate::expand::form::{Arm, Form, FormField, Kind};
use crate::expand::location::{at, located};
use crate::gather::Gather as _;
use crate::model::Variant;
use quote::{quote, quote_spanned};

/// The type and the form that a body is generated for.
pub(in crate::expand) struct Body<'f, 'a> {
    pub(in crate::expand) env: &'f Env<'a>,
    pub(in crate::expand) form: &'f Form<'a>,
}

/// The fields of an arm that are on the wire.
pub(in crate::expand) fn on_wire<'f, 'a>(env: &'f Env<'a>, arm: &'f Arm<'a>) -> Vec<Place<'f, 'a>> {
    // The first field of the variant for unknown tags is the tag.
    let fields = arm.fields.iter().skip(usize::from(keeps_tag(arm)));
    let fields = fields.filter(|field| field.field.is_on_wire());
    fields.map(|field| Place { env, arm, field }).gathered()
}

/// Returns `true` if an attribute of another field names one of the arm's fields.
fn is_named(arm: &Arm<'_>) -> bool {
    arm.has_spans() || arm.has_computed() || arm.has_defaults() || arm.has_expressions_over()
}

/// Returns whether the first field of the arm is the tag.
pub(in crate::expand) fn keeps_tag(arm: &Arm<'_>) -> bool {
    arm.variant.is_some_and(Variant::keeps_tag)
}

/// A value, or the call of `done` with it.
fn apply(done: Option<&TokenStream>, value: TokenStream) -> TokenStream {
    match done {
        Some(done) => quote!(#done(#value)),
        None => value,
    }
}

/// The size of the tag, of an enum, and of what follows it.
pub(in crate::expand) fn tagged_size(env: &Env<'_>, arms: Vec<TokenStream>) -> TokenStream {
    match Tags::new(env) {
        Some(tags) => tags.size(env, arms),
        None => arms.iter().tokens(),
    }
}

/// This size after that of the constant of the type.
pub(in crate::expand) fn after_magic(env: &Env<'_>, size: TokenStream) -> TokenStream {
    let (krate, format) = (&env.krate, &env.inner);
    let Some(magic) = env.model.attrs.magic.value() else { return size };
    quote_spanned! {at(magic)=>
        <_ as #krate::field::Magic>::size::<#format>(&(#magic)).and({ #size })
    }
}

impl Body<'_, '_> {
    /// The size of what is decoded.
    pub(in crate::expand) fn size(&self) -> TokenStream {
        let door = &self.env.door;
        let (format, attrs) = (&self.env.inner, &self.env.model.attrs);
        let arms = self.form.arms.iter().map(|arm| {
            if let Some(fields) = FieldGroup::new(self.env, arm) {
                return fields.decoded_size();
            }
            let places = on_wire(self.env, arm);
            total(self.env, &places.iter().map(Place::decoded_size).gathered::<Vec<_>>())
        });
        let fields = if attrs.version.is_given() {
            quote!(#door::versioned_size::<#format>())
        } else {
            tagged_size(self.env, arms.gathered())
        };
        after_magic(self.env, fields)
    }

    /// Decodes a value: an expression, a `Result`.
    pub(in crate::expand) fn decode(&self) -> TokenStream {
        self.around(self.versioned(self.tagged(None)), &quote!(__value))
    }

    /// Decodes a value and passes it to `done` where its fields are; otherwise it would not be
    /// built in its final place. `None` when it is needed afterwards.
    pub(in crate::expand) fn decode_with(&self, done: &TokenStream) -> Option<TokenStream> {
        let attrs = &self.env.model.attrs;
        let late = attrs.check.is_given() || attrs.version.is_given();
        (!late).then(|| self.around(self.tagged(Some(done)), &TokenStream::new()))
    }

    /// The variant that the tag selects, or the struct.
    fn tagged(&self, done: Option<&TokenStream>) -> TokenStream {
        let value = |arm: &Arm<'_>| self.valued(arm, done);
        let Some(tags) = Tags::new(self.env) else {
            return self.form.arms.iter().map(value).gathered();
        };
        if let Some(listed) = self.listed(&tags, done) {
            return listed;
        }
        let (read, assertions) = (tags.read(self.env), &tags.assertions);
        self.matched(&tags, &quote!(#read #assertions), done)
    }

    /// The variant of a tag that another field holds: an expression, a `Result`.
    pub(in crate::expand) fn detached(&self) -> Option<TokenStream> {
        let tags = Tags::new(self.env)?;
        let constants = &tags.numbered;
        let begin = quote!(#constants let __start = __r.offset(););
        Some(self.around(self.matched(&tags, &begin, None), &quote!(__value)))
    }

    /// A `match` on the tag that `read` reads.
    fn matched(&self, tags: &Tags, read: &TokenStream, done: Option<&TokenStream>) -> TokenStream {
        let door = &self.env.door;
        let each = |_, arm: &Arm<'_>| {
            let value = self.valued(arm, done);
            let keeps = keeps_tag(arm);
            match arm.fields.len() {
                0 => quote!({ #value }),
                1 if keeps => value,
                _ => {
                    let end = (!keeps).then(|| quote!(,));
                    quote!(#door::read_scope(__r, |__r| { #value }) #end)
                }
            }
        };
        let dispatch = tags.dispatch(self.env, &self.form.arms, &each, &self.unknown());
        quote!(#read #dispatch)
    }

    /// Returns `true` if one call reads all fields, through a local reader.
    pub(in crate::expand) fn hoists_itself(&self) -> bool {
        let attrs = &self.env.model.attrs;
        let around = attrs.magic.is_given() || attrs.check.is_given() || attrs.version.is_given();
        let [arm @ Arm { variant: None, .. }] = &*self.form.arms else { return false };
        let alone = !around && self.env.order() == Order::Format && self.form.is_hoisted();
        alone && self.form.kind != Kind::Borrowed && FieldGroup::new(self.env, arm).is_some()
    }

    /// Reads an arm, or passes it to `done`.
    fn valued(&self, arm: &Arm<'_>, done: Option<&TokenStream>) -> TokenStream {
        if let Some(group) = FieldGroup::new(self.env, arm) {
            let fields: Vec<_> = arm.fields.iter().map(|field| field.binding("f")).gathered();
            let fields: Vec<_> = fields.iter().map(|field| quote!(#field)).gathered();
            let value = arm.value(&quote!(Self), &self.form.marker(), &fields);
            return group.read(self.hoists_itself(), &apply(done, value));
        }
        let (statements, value) = self.value(arm);
        let value = apply(done, value);
        quote!(#statements ::core::result::Result::Ok(#value))
    }

    /// Looks up the variant of a tag in a table, when none has a field and they are numbered from
    /// zero. A `match` becomes a branch that depends on the input; for up to three variants, the
    /// compiler makes a comparison and a conditional move.
    fn listed(&self, tags: &Tags, done: Option<&TokenStream>) -> Option<TokenStream> {
        let door = &self.env.door;
        let arms = &self.form.arms;
        if !(4..=64).contains(&arms.len()) || !tags.from_zero {
            return None;
        }
        let bare = |arm: &Arm<'_>| arm.fields.is_empty();
        let variants = arms.iter().map(|arm| bare(arm).then(|| self.value(arm).1));
        let variants = variants.collect::<Option<Vec<_>>>()?.iter().between(',');
        let (read, unknown) = (tags.read(self.env), self.unknown());
        let value = apply(done, quote!(__value));
        Some(quote! {
            #read
            match #door::variant_at([#variants], __tag) {
                ::core::option::Option::Some(__value) => ::core::result::Result::Ok(#value),
                ::core::option::Option::None => #unknown,
            }
        })
    }

    /// The version that the fields are of.
    fn versioned(&self, decode: TokenStream) -> TokenStream {
        let door = &self.env.door;
        match self.env.versions() {
            Some(versions) => {
                quote!(#door::read_versioned(__r, #versions, |__r, __version| { #decode }))
            }
            None => decode,
        }
    }

    /// A statement for what is left behind the value, if its check asks for that.
    fn left(&self) -> Option<TokenStream> {
        let (env, arm) = (self.env, self.form.arms.first()?);
        let field = arm.fields.first()?;
        Place { env, arm, field }.left(asks_what_is_left(env, arm))
    }

    /// The code around the fields: constant, check of `value`, byte order.
    fn around(&self, decode: TokenStream, value: &TokenStream) -> TokenStream {
        self.around_if(decode, value, None)
    }

    /// The same, where the value is checked on a condition.
    fn around_if(
        &self,
        decode: TokenStream,
        value: &TokenStream,
        condition: Option<TokenStream>,
    ) -> TokenStream {
        let door = &self.env.door;
        let (krate, attrs) = (&self.env.krate, &self.env.model.attrs);
        let magic = attrs.magic.value().map(|magic| {
            quote_spanned!(at(magic)=> <_ as #krate::field::Magic>::expect(&(#magic), __r)?;)
        });
        let decode = match attrs.check.value() {
            Some(check) => {
                let verdict = of_type(self.env, &self.form.arms, check, value);
                let (left, of) = (self.left(), located(door.clone(), at(check)));
                let checked =
                    quote_spanned!(at(check)=> #left #of::check_value(__r, __begin, #verdict)?;);
                let checked = match condition {
                    Some(condition) => quote!(if #condition { #checked }),
                    None => checked,
                };
                quote! {
                    let __begin = __r.offset();
                    let __value = #door::read_scope(__r, |__r| { #decode })?;
                    #checked
                    ::core::result::Result::Ok(__value)
                }
            }
            None => decode,
        };
        let decode = quote!(#magic #decode);
        match self.env.order() {
            Order::Format => decode,
            order => order.read(&self.env.door, decode),
        }
    }

    /// The error of a tag that no variant has.
    fn unknown(&self) -> TokenStream {
        let (door, valid) = (&self.env.door, valid(self.env));
        quote!(::core::result::Result::Err(#door::unknown_tag(__r, __start, #valid)))
    }

    /// Statements that read the fields of an arm, and its value.
    fn value(&self, arm: &Arm<'_>) -> (TokenStream, TokenStream) {
        let places = on_wire(self.env, arm);
        let sizes: Vec<_> = places.iter().map(Place::decoded_size).gathered();
        let names: Vec<Ident> = places.iter().map(|place| place.field.binding("f")).gathered();
        let at_once = is_named(arm);
        let (reads, values) =
            reads(self.env, &sizes, &names, at_once, |index, run| places[index].read(run));
        // Fields that are not on the wire may depend on values that would be moved into place.
        let (mut values, mut makes, over) =
            (values.into_iter(), TokenStream::new(), arm.has_defaults() || arm.has_computed());
        let fields = arm.fields.iter().map(|field| {
            let place = Place { env: self.env, arm, field };
            if keeps_tag(arm) && field.field.index == 0 {
                return quote!(__kept);
            }
            let read = if field.field.is_on_wire() { values.next() } else { None };
            read.unwrap_or_else(|| {
                let made = place.made();
                if !over {
                    return made;
                }
                let (name, ty) = (field.binding("f"), &field.ty);
                makes.extend(quote!(let #name: #ty = #made;));
                quote!(#name)
            })
        });
        let fields: Vec<_> = fields.gathered();
        let before = arm.before_fields();
        let computed = arm.check_computed(self.env, &|field| {
            let name = field.binding("f");
            quote!(#name)
        });
        let value = arm.value(&quote!(Self), &self.form.marker(), &fields);
        (quote!(#before #reads #makes #computed), value)
    }

    /// Decodes over the value of an arm, whose fields are bound.
    fn over(&self, arm: &Arm<'_>) -> TokenStream {
        if let Some(fields) = FieldGroup::new(self.env, arm) {
            return fields.read_into();
        }
        let places = on_wire(self.env, arm);
        let reads = steps(self.env, &places, Through::Reader, Place::read_into);
        let made = arm
            .fields
            .iter()
            .filter(|field| !field.field.is_on_wire())
            .map(|field| Place { env: self.env, arm, field }.made_into(&field.binding("a")))
            .tokens();
        let before = arm.before_fields();
        let computed = arm.check_computed(self.env, &|field| {
            let name = field.binding("a");
            quote!((*#name))
        });
        quote!(#before #reads #made #computed ::core::result::Result::Ok(()))
    }

    /// Decodes over `self`: an expression, a `Result` of nothing. `None` when nothing can be kept.
    pub(in crate::expand) fn decode_into(&self) -> Option<TokenStream> {
        let door = &self.env.door;
        let arm = |arm: &Arm<'_>| (arm.pattern(&quote!(Self), "a"), self.over(arm));
        let Some(tags) = Tags::new(self.env) else {
            let fields = self.form.arms.iter().map(|fields| {
                let (pattern, over) = arm(fields);
                quote!(let #pattern = &mut *self; #over)
            });
            return Some(self.around(self.versioned(fields.gathered()), &quote!(*self)));
        };
        let kept = self.form.arms.iter().enumerate().filter_map(|(index, fields)| {
            let number = tags.number(index).filter(|_| !keeps_tag(fields))?;
            let (pattern, over) = arm(fields);
            let over = quote!(#door::read_scope(__r, |__r| { #over })?);
            let done = quote!({ #over; ::core::result::Result::Ok(true) });
            (!fields.fields.is_empty()).then(|| quote!((#number, #pattern) => #done))
        });
        let kept = kept.tokens();
        if kept.is_empty() {
            return None;
        }
        let (krate, read) = (&self.env.krate, tags.read(self.env));
        let same = quote! {
            #read
            let _ = __start;
            match (__tag, &mut *self) {
                #kept
                _ => ::core::result::Result::Ok(false),
            }
        };
        let same = self.around_if(same, &quote!((*self)), Some(quote!(__value)));
        // Nothing of another variant can be kept: it is read from the start.
        Some(quote! {
            let __before = ::core::clone::Clone::clone(__r.cursor());
            if #door::read_scope(__r, |__r| { #same })? {
                return ::core::result::Result::Ok(());
            }
            *__r.cursor_mut() = __before;
            *self = <Self as #krate::Decodable>::decode(__r)?;
            ::core::result::Result::Ok(())
        })
    }

    /// Checks a value and skips it: a `Result` of nothing. `None` when that needs the values of
    /// fields.
    pub(in crate::expand) fn skip(&self) -> Option<TokenStream> {
        let door = &self.env.door;
        let attrs = &self.env.model.attrs;
        let simple = |field: &FormField<'_>| field.field.is_plain() || !field.field.is_on_wire();
        if attrs.check.is_given()
            || attrs.version.is_given()
            || !self.form.fields().all(simple)
            || self.form.arms.iter().any(|arm| is_named(arm) || keeps_tag(arm))
        {
            return None;
        }
        let fields = |arm: &Arm<'_>| {
            if let Some(fields) = FieldGroup::new(self.env, arm) {
                return fields.skip();
            }
            let skips = steps(self.env, &on_wire(self.env, arm), Through::Reader, Place::skip);
            quote!(#skips ::core::result::Result::Ok(()))
        };
        let skip = match Tags::new(self.env) {
            None => self.form.arms.iter().map(fields).gathered(),
            Some(tags) => {
                let arms = self.form.arms.iter().enumerate();
                let arms = alike(arms.filter_map(|(index, arm)| {
                    let (number, skip) = (tags.number(index)?, fields(arm));
                    Some((number.clone(), quote!(#door::read_scope(__r, |__r| { #skip }))))
                }));
                let arms = arms.iter().map(|(numbers, skip)| {
                    let numbers = numbers.iter().between('|');
                    quote!(#numbers => #skip,)
                });
                let arms = arms.tokens();
                let (read, unknown) = (tags.read(self.env), self.unknown());
                quote!(#read match __tag { #arms _ => #unknown, })
            }
        };
        Some(self.around(skip, &TokenStream::new()))
    }
}
