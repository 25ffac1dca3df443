//! Fields that are computed when they are written: from values before anything is written, so that
//! other expressions see them, and from bytes once all fields are written. When they are read, the
//! value read is checked against the computed one.

use proc_macro2::{Ident, Span, TokenStream};

use crate::attr::{Computed, Question, Run, any_name};
use crate::expand::env::Env;
use crate::expand::field::expression::{Expanded, Scope};
use crate::expand::field::place::Place;
use crate::expand::field::read::Earlier;
use crate::expand::field::write::written;
use crate::expand::form::{Arm, FormField};
use crate::expand::location::{at, located};
use crate::gather::Gather as _;
use quote::{ToTokens, quote, quote_spanned};

/// A field that is computed.
struct Step<'f, 'a> {
    field: &'f FormField<'a>,
    computed: Computed,
}

impl Step<'_, '_> {
    fn condition(&self) -> Option<&syn::Expr> {
        self.field.field.attrs.condition.value()
    }

    /// Returns `true` if another field has to be computed first.
    fn needs(&self, other: &FormField<'_>, names: &[String]) -> bool {
        let index = other.field.index;
        let is_other = |name: &str| name == names[index];
        let condition = self.condition().map(ToTokens::to_token_stream);
        self.computed.mentions(index, names)
            || condition.is_some_and(|condition| any_name(&condition, &is_other))
    }
}

impl<'a> Arm<'a> {
    pub(super) fn names(&self) -> Vec<String> {
        self.fields.iter().map(|field| field.field.name()).gathered()
    }

    fn steps(&self) -> Vec<Step<'_, 'a>> {
        let computed = |field: &FormField<'_>| field.field.computed();
        let steps = self.fields.iter().filter_map(|field| Some((field, computed(field)?)));
        steps.map(|(field, computed)| Step { field, computed }).gathered()
    }

    /// Returns `true` if any field is computed.
    pub(in crate::expand) fn has_computed(&self) -> bool {
        self.fields.iter().any(|field| field.field.attrs.computed.is_given())
    }

    /// Returns `true` if the position of a field must be known while reading, for what is computed.
    pub(in crate::expand) fn is_asked_about(&self, field: &FormField<'_>) -> bool {
        field.field.attrs.computed.is_given() || self.ends_run(field, None)
    }

    /// Returns `true` if a run begins or ends with the field.
    fn ends_run(&self, field: &FormField<'_>, question: Option<Question>) -> bool {
        let (names, index) = (self.names(), field.field.index);
        self.steps().iter().flat_map(|step| &step.computed.runs).any(|run| {
            question.is_none_or(|question| question == run.question)
                && run
                    .fields
                    .ends(&names)
                    .is_some_and(|(first, last)| [first, last].contains(&index))
        })
    }

    /// The variables for where the field begins and ends while writing, if that is noted.
    pub(in crate::expand) fn written_offsets(
        &self,
        field: &FormField<'_>,
    ) -> Option<(Ident, Ident)> {
        let noted = field.field.is_late() || self.ends_run(field, Some(Question::Bytes));
        noted.then(|| (field.binding("begin"), field.binding("end")))
    }

    /// The fields that are computed from values, each after those that it depends on.
    fn early(&self) -> Vec<Step<'_, 'a>> {
        let mut waiting = self.steps();
        waiting.retain(|step| !step.computed.is_late());
        let mut ordered = Vec::new();
        while !waiting.is_empty() {
            let waits = |step: &Step<'_, '_>| {
                waiting.iter().any(|other| {
                    other.field.field.index != step.field.field.index
                        && step.needs(other.field, &self.names())
                })
            };
            // In a cycle, the first is computed from the values that the others had.
            let next = waiting.iter().position(|step| !waits(step)).unwrap_or(0);
            ordered.push(waiting.remove(next));
        }
        ordered
    }

    /// Returns true if the encoded length of the field, without padding, is in a variable, because
    /// what is computed may depend on it: measured twice at each level, a type that contains itself would
    /// be measured `2^depth` times. A field that is computed has another length afterwards.
    pub(in crate::expand) fn is_measured(&self, field: &FormField<'_>) -> bool {
        let (names, index) = (self.names(), field.field.index);
        let is_in = |run: &Run| {
            let ends = run.fields.ends(&names).filter(|_| run.question == Question::Len);
            ends.is_some_and(|(first, last)| (self.measured_from(first)..=last).contains(&index))
        };
        !field.field.attrs.computed.is_given()
            && self.steps().iter().flat_map(|step| &step.computed.runs).any(is_in)
    }

    /// The field from which a run is measured.
    fn measured_from(&self, first: usize) -> usize {
        // Alignment depends on everything before the field.
        if self.has_base() { 0 } else { first }
    }

    /// Statements that bind the encoded lengths of fields.
    fn measures(&self, env: &Env<'_>) -> TokenStream {
        let measured = self.fields.iter().filter(|field| self.is_measured(field));
        let places = measured.map(|field| Place { env, arm: self, field });
        let lens = places.filter(Place::is_written).map(|place| {
            let (name, len) = (place.field.binding("c"), place.bare_len());
            quote!(let #name: ::core::primitive::usize = #len;)
        });
        lens.tokens()
    }

    /// Statements that bind the names of computed fields to what is written, for the length.
    pub(in crate::expand) fn computed_len(&self, env: &Env<'_>) -> TokenStream {
        let (early, names, measures) = (self.early(), self.names(), self.measures(env));
        let steps = early.iter().map(|step| {
            let (name, ty, span) = (step.field.binding("a"), &step.field.ty, step.field.span());
            let (kept, value) = (step.field.binding("v"), self.computed_value(env, step));
            let size = Place { env, arm: self, field: step.field }.encoded_size();
            // A field of fixed size that no other depends on is not computed for a length.
            let needed = early.iter().any(|other| other.needs(step.field, &names));
            let value = if needed {
                value
            } else {
                quote_spanned! {span=>
                    if (#size).fixed { ::core::option::Option::None } else { #value }
                }
            };
            quote_spanned! {span=>
                let #kept: ::core::option::Option<#ty> = #value;
                let #name = ::core::option::Option::unwrap_or(#kept.as_ref(), #name);
            }
        });
        let steps = steps.tokens();
        quote!(#measures #steps)
    }

    /// The same for writing, with the variables for the positions of fields.
    pub(in crate::expand) fn computed_before(&self, env: &Env<'_>) -> TokenStream {
        let early = self.early();
        let steps = early.iter().map(|step| {
            let (name, ty, span) = (step.field.binding("a"), &step.field.ty, step.field.span());
            let kept = step.field.binding("v");
            let (door, value) = (located(env.door.clone(), span), self.computed_value(env, step));
            quote_spanned! {span=>
                let #kept: ::core::option::Option<#ty> = #value;
                let #kept = #door::computed(__w, #kept)?;
                let #name = &#kept;
            }
        });
        let steps = steps.tokens();
        // Cells: fields may be written in groups, by closures that share what is around them.
        let noted = self.fields.iter().filter_map(|field| self.written_offsets(field));
        let names = noted.map(|(begin, end)| {
            let cell = quote!(::core::cell::Cell::new(0));
            quote!(let (#begin, #end) = (#cell, #cell);)
        });
        let names = names.tokens();
        let measures = self.measures(env);
        quote! {
            #measures
            #steps
            #names
        }
    }

    /// Statements that write what is computed from bytes over its place.
    pub(in crate::expand) fn computed_after(&self, env: &Env<'_>) -> TokenStream {
        let steps = self.steps();
        let late = steps.iter().filter(|step| step.computed.is_late()).map(|step| {
            let (field, span) = (step.field, step.field.span());
            let (door, ty) = (located(env.door.clone(), span), &field.ty);
            let (kept, begin, end) =
                (field.binding("v"), field.binding("begin"), field.binding("end"));
            let (value, place) = (self.written_value(env, step), Place { env, arm: self, field });
            let write = place.in_order(&quote!(&#kept));
            let check = place.check_written(&quote!(#kept));
            quote_spanned! {span=>
                let #kept: ::core::option::Option<#ty> = {
                    let __all = #door::written(__w)?;
                    #value
                };
                let #kept = #door::computed(__w, #kept)?;
                #check
                #door::write_over(__w, #begin, #end, |__w| #write)?;
            }
        });
        let noted = self.fields.iter().filter_map(|field| self.written_offsets(field));
        let names = noted.map(|(begin, end)| {
            quote!(#[allow(unused_variables)] let (#begin, #end) = (#begin.get(), #end.get());)
        });
        names.chain(late).gathered()
    }

    /// The computed value, as an option of what fits the field.
    fn computed_value(&self, env: &Env<'_>, step: &Step<'_, '_>) -> TokenStream {
        let (span, value) = (step.field.span(), self.written_value(env, step));
        let door = located(env.door.clone(), span);
        let Some(condition) = step.condition() else { return value };
        let place = Place { env, arm: self, field: step.field };
        let present = match place.scope(&written).condition(condition) {
            Expanded::Sure(code) => quote!(::core::option::Option::Some(#code)),
            Expanded::Tried(code) => quote!(#door::tried(#code)),
        };
        quote_spanned!(span=> #door::computed_if(#present, || #value))
    }

    /// The expression over what is written, as an option of what fits.
    fn written_value(&self, env: &Env<'_>, step: &Step<'_, '_>) -> TokenStream {
        let door = located(env.door.clone(), step.field.span());
        let runs = self.runs_of(step, &|question, first, last, [begin, end]| match question {
            Question::Bytes => quote!(#door::run_of(__all, #begin, #end)),
            Question::Len => self.run_len(env, first, last),
        });
        let value = self.value_of(env, step, &written);
        let value = fitted(&door, value, step.field.span());
        quote!({ #runs #value })
    }

    /// Statements that bind what an expression asks about runs, from their first and last fields, and
    /// the variables for where they begin and end.
    fn runs_of(
        &self,
        step: &Step<'_, '_>,
        answer: &dyn Fn(Question, usize, usize, [Ident; 2]) -> TokenStream,
    ) -> TokenStream {
        let runs = step.computed.runs.iter().filter_map(|run| {
            let (first, last) = run.fields.ends(&self.names())?;
            let ends = [self.fields[first].binding("begin"), self.fields[last].binding("end")];
            let (name, answer) = (&run.name, answer(run.question, first, last, ends));
            let len = (run.question == Question::Len).then(|| quote!(: ::core::primitive::usize));
            Some(quote!(let #name #len = #answer;))
        });
        runs.tokens()
    }

    fn value_of(&self, env: &Env<'_>, step: &Step<'_, '_>, place: Earlier<'_>) -> Expanded {
        let tokens = &step.computed.tokens;
        let value = syn::parse2(tokens.clone());
        let value = value.unwrap_or_else(|_| syn::Expr::Verbatim(tokens.clone()));
        Scope { env, arm: self, before: self.fields.len(), has_made: true, place }.computed(&value)
    }

    /// The encoded length of a run of fields.
    fn run_len(&self, env: &Env<'_>, first: usize, last: usize) -> TokenStream {
        let lens = (self.measured_from(first)..=last)
            .map(|index| {
                let place = Place { env, arm: self, field: &self.fields[index] };
                let begin = (index == first).then(|| quote!(let __first = __len;));
                let len = if place.is_written() { place.len() } else { quote!(0) };
                quote!(#begin let __len = __len.wrapping_add(#len);)
            })
            .tokens();
        quote!({
            let __len: ::core::primitive::usize = 0;
            #[allow(unused_variables)]
            let __base = __len;
            #lens
            __len.wrapping_sub(__first)
        })
    }

    /// Statements that compare what was read with what is computed; `place` finds fields.
    pub(in crate::expand) fn check_computed(
        &self,
        env: &Env<'_>,
        place: Earlier<'_>,
    ) -> TokenStream {
        let steps = self.steps();
        let checks = steps.iter().map(|step| {
            let span = at(&step.field.field.attrs.computed.value());
            let door = located(env.door.clone(), span);
            let runs = self.runs_of(step, &|question, _, _, [begin, end]| match question {
                Question::Bytes => quote!(#door::bytes_between(__r, &__from, #begin, #end)?),
                Question::Len => quote!(#end.wrapping_sub(#begin)),
            });
            let (value, own) = (self.value_of(env, step, place), place(step.field));
            let (of, name) = (&self.name, step.field.field.name());
            let begin = step.field.binding("begin");
            let value = fitted(&door, value, Span::call_site());
            let value = if step.condition().is_some() {
                quote!(#door::is_computed_if(&#own, || #value))
            } else {
                quote!(#door::is_computed(&#own, #value))
            };
            quote_spanned!(span=> {
                #runs
                let __computed = #value;
                #door::check_computed(__r, (#of, #name), #begin, __computed)?;
            })
        });
        checks.gathered()
    }
}

/// A computed value as an option of what fits the field.
fn fitted(door: &TokenStream, value: Expanded, place: Span) -> TokenStream {
    match value {
        Expanded::Sure(value) => quote_spanned!(place=> #door::converted(#value)),
        Expanded::Tried(value) => {
            quote_spanned!(place=> #door::tried(#value).and_then(#door::converted))
        }
    }
}
