//! The tag of an enum: reading it, writing it, and which numbers there are.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Literal, TokenStream};

use crate::expand::env::Env;
use crate::expand::field::body::keeps_tag;
use crate::expand::field::place::width;
use crate::expand::form::Arm;
use crate::expand::known::place;
use crate::expand::location::{at, located};
use crate::gather::Gather as _;
use crate::model::{Body, Variant};
use crate::tags::{Number, evaluated_as, largest, tags};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::Expr;

/// The value of an expression, as an `i128`.
pub(in crate::expand) fn number_of(env: &Env<'_>, value: &Expr) -> TokenStream {
    let number = evaluated_as(env.model, value).map_or_else(
        || quote_spanned!(at(value)=> (#value)),
        |ty| {
            quote_spanned! {at(value)=>
                { const __NUMBER: ::core::primitive::#ty = #value; __NUMBER }
            }
        },
    );
    quote_spanned!(at(value)=> #number as ::core::primitive::i128)
}

/// The number that a variant keeps.
fn kept(env: &Env<'_>, variant: &Variant<'_>) -> Option<TokenStream> {
    let krate = &env.krate;
    let field = variant.fields.list.first().filter(|_| variant.keeps_tag())?;
    let (ty, name) = (field.ty, Ident::new("__a0", place(field.ty)));
    Some(quote_spanned!(at(ty)=> <#ty as #krate::field::UnknownTag>::tag(*#name)))
}

/// Returns whether the arm is the variant for unknown tags.
fn is_other(arm: &Arm<'_>) -> bool {
    arm.variant.is_some_and(|variant| variant.attrs.other.is_given())
}

/// The tag as the type of the field that keeps it, as an option.
fn kept_tag(env: &Env<'_>, arm: &Arm<'_>) -> Option<TokenStream> {
    let (krate, field) = (&env.krate, arm.fields.first()?);
    let ty = &field.ty;
    Some(quote_spanned!(field.span()=> <#ty as #krate::field::UnknownTag>::from_tag(__tag)))
}

/// Assertions that the user's constants, some of the `ends` of tags, are distinct and fit in `room`,
/// which depends on the format unless it is `given`.
fn assertions(
    env: &Env<'_>,
    ends: &[TokenStream],
    names: &[Ident],
    room: &TokenStream,
    given: bool,
) -> TokenStream {
    if names.is_empty() {
        return TokenStream::new();
    }
    let place = at(env.model.ident);
    let (door, ends) = (located(env.door.clone(), place), ends.iter().between(','));
    let mut assertions = quote_spanned! {place=>
        const _: () = #door::assert_distinct(&[#ends]);
    };
    for name in names {
        let door = located(door.clone(), name.span());
        let fits = quote_spanned!(name.span()=> #door::assert_fits(#name, #room));
        assertions.extend(if given {
            quote_spanned!(name.span()=> const _: () = #fits;)
        } else {
            quote_spanned!(name.span()=> const { #fits };)
        });
    }
    assertions
}

/// Joins arms with the same code, each with its patterns, in the order in which they first occur:
/// rustc takes quadratic time over many arms with closures.
pub(in crate::expand) fn alike(
    arms: impl Iterator<Item = (TokenStream, TokenStream)>,
) -> Vec<(Vec<TokenStream>, TokenStream)> {
    let mut joined: Vec<(Vec<TokenStream>, TokenStream)> = Vec::new();
    let mut places = HashMap::new();
    for (pattern, arm) in arms {
        match places.entry(arm.to_string()) {
            Entry::Occupied(place) => {
                let place: &usize = place.get();
                joined[*place].0.push(pattern);
            }
            Entry::Vacant(place) => {
                place.insert(joined.len());
                joined.push((vec![pattern], arm));
            }
        }
    }
    joined
}

/// The valid tags, in words, for readers of an explanation.
pub(in crate::expand) fn valid(env: &Env<'_>) -> String {
    /// Runs of numbers, and constants, that are named.
    const SHOWN: usize = 8;
    let Body::Enum(variants) = &env.model.data else { return String::new() };
    let (mut numbers, mut parts) = (Vec::new(), Vec::new());
    let shown = |number: Number<'_>| match number {
        Number::Literal(number) => u64::try_from(number).unwrap_or(u64::MAX).to_string(),
        Number::After(value, 0) => value.to_token_stream().to_string(),
        Number::After(value, more) => {
            let sign = if more < 0 { '-' } else { '+' };
            format!("{} {sign} {}", value.to_token_stream(), more.abs())
        }
    };
    for (ends, variant) in tags(env.model, variants).into_iter().zip(variants) {
        match ends {
            Some(ends) if variant.keeps_tag() => parts.push(ends.map(shown).join(" to ")),
            Some([Number::Literal(number), _]) => numbers.push(number),
            Some([number, _]) => parts.push(shown(number)),
            None => {}
        }
    }
    numbers.sort_unstable();
    let runs = numbers.chunk_by(|one, next| next - one == 1).map(|run| match run {
        [first, .., last] => format!("{first} to {last}"),
        run => run.iter().map(ToString::to_string).collect(),
    });
    let mut parts: Vec<String> = runs.chain(parts).gathered();
    if parts.len() > SHOWN {
        parts.truncate(SHOWN);
        parts.push("others".to_owned());
    }
    let listed = match &*parts {
        [] => return format!("`{}` has none", env.name),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    format!("`{}` has {listed}", env.name)
}

/// The tags of an enum.
pub(in crate::expand) struct Tags {
    /// The encoding of a tag, a type of the runtime.
    strategy: TokenStream,
    /// The number of each variant: a literal, or the name of a constant. The variant for
    /// unknown tags has none.
    numbers: Vec<Option<TokenStream>>,
    /// Constants that must come before the numbers are used.
    pub(in crate::expand) constants: TokenStream,
    /// The same, for a tag that is not on the wire: without what the format adds to them.
    pub(in crate::expand) numbered: TokenStream,
    /// Assertions that they are distinct and fit, once for each trait.
    pub(in crate::expand) assertions: TokenStream,
    /// The tag that each variant kept, if it does.
    kept: Vec<Option<TokenStream>>,
    /// Set when the number of each variant is its index.
    pub(in crate::expand) from_zero: bool,
}

impl Tags {
    /// `None` for a struct.
    pub(in crate::expand) fn new(env: &Env<'_>) -> Option<Self> {
        let door = &env.door;
        let Body::Enum(variants) = &env.model.data else { return None };
        let (krate, format) = (&env.krate, &env.inner);
        let given = env.model.attrs.tag.width.value().copied();
        let room = given.map(|width| Literal::u64_suffixed(width.max()));
        let room = room.map_or_else(
            || quote!(<#format as #krate::Layout>::RULES.tag_max as ::core::primitive::u64),
            |max| quote!(#max),
        );
        let mut constants = TokenStream::new();
        let mut names = Vec::new();
        let tags = tags(env.model, variants);
        let mut number = |name: String, number: Number<'_>| match number {
            Number::Literal(number) => {
                let literal = Literal::u64_suffixed(u64::try_from(number).unwrap_or(u64::MAX));
                quote!(#literal)
            }
            Number::After(value, more) => {
                let name = Ident::new(&name, at(value));
                let more = Literal::i128_suffixed(more);
                let door = located(door.clone(), name.span());
                let value = number_of(env, value);
                constants.extend(quote_spanned! {name.span()=>
                    const #name: ::core::primitive::u64 = #door::from_discriminant(#value + #more);
                });
                names.push(name.clone());
                quote!(#name)
            }
        };
        let (mut numbers, mut ends, mut from_zero) = (Vec::new(), Vec::new(), true);
        for (index, tag) in tags.iter().enumerate() {
            let Some([first, last]) = *tag else {
                numbers.push(None);
                from_zero = false;
                continue;
            };
            let one = number(format!("__T{index}"), first);
            from_zero &= first.literal().is_some_and(|number| usize::try_from(number) == Ok(index));
            let (number, last) = if variants[index].keeps_tag() {
                let last = number(format!("__U{index}"), last);
                (quote!(#one..=#last), last)
            } else {
                (one.clone(), one.clone())
            };
            ends.push(quote!((#one, #last)));
            numbers.push(Some(number));
        }
        let largest = tags.iter().flatten().filter_map(|ends| largest(*ends)).max();
        // Tags written in the source are checked already, except against the format's own limit.
        let largest = largest.filter(|_| given.is_none()).map(Literal::u64_suffixed);
        let numbered = constants.clone();
        constants.extend(largest.map(|tag| quote!(const { #door::assert_fits(#tag, #room) };)));
        let kept: Vec<_> = variants.iter().map(|variant| kept(env, variant)).gathered();
        let assertions = assertions(env, &ends, &names, &room, given.is_some());
        let strategy = width(env, given);
        Some(Self { strategy, numbers, constants, numbered, assertions, kept, from_zero })
    }

    /// A `match` on `__tag`. `each` makes the code of an arm, with a comma where it is needed, or for
    /// one that keeps the tag, which is `__kept` there, without; `unknown` is that of other tags.
    pub(in crate::expand) fn dispatch<'a>(
        &self,
        env: &Env<'_>,
        arms: &[Arm<'a>],
        each: &dyn Fn(usize, &Arm<'a>) -> TokenStream,
        unknown: &TokenStream,
    ) -> TokenStream {
        let one = |index: usize, arm: &Arm<'a>| {
            let (each, kept) = (each(index, arm), kept_tag(env, arm));
            if !keeps_tag(arm) {
                return each;
            }
            quote! {
                match #kept {
                    ::core::option::Option::Some(__kept) => { #each }
                    ::core::option::Option::None => #unknown,
                }
            }
        };
        let known = arms.iter().enumerate().filter_map(|(index, arm)| {
            let (number, one) = (self.number(index)?, one(index, arm));
            Some(quote!(#number => #one))
        });
        let (known, mut all) = (known.tokens(), arms.iter().enumerate());
        let other = all.find(|(_, arm)| is_other(arm)).map(|(index, arm)| one(index, arm));
        let other = other.unwrap_or_else(|| quote!(#unknown,));
        quote!(match __tag { #known _ => #other })
    }

    /// The size of the tag and what follows it, which is one of `arms`.
    pub(in crate::expand) fn size(&self, env: &Env<'_>, arms: Vec<TokenStream>) -> TokenStream {
        let (krate, format, strategy) = (&env.krate, &env.inner, &self.strategy);
        let tag = quote!(<#strategy as #krate::field::Tag>::size::<#format>());
        // Many variants look alike, above all those without fields.
        let mut seen = HashSet::new();
        let mut arms = arms.into_iter().filter(|arm| seen.insert(arm.to_string()));
        let Some(first) = arms.next() else { return tag };
        let others = arms.map(|arm| quote!(let __content = __content.or({ #arm });)).tokens();
        quote! {
            let __content = { #first };
            #others
            #tag.and(__content)
        }
    }

    /// The number of the variant at `index`, for a pattern or an expression;
    /// `None` for the one that keeps unknown tags.
    pub(in crate::expand) fn number(&self, index: usize) -> Option<&TokenStream> {
        self.numbers[index].as_ref()
    }

    /// The number of the variant at `index`, or the one that it kept.
    pub(in crate::expand) fn number_or_kept(&self, index: usize) -> Option<&TokenStream> {
        self.kept[index].as_ref().or(self.number(index))
    }

    /// The length of a variant's tag.
    pub(in crate::expand) fn len(&self, env: &Env<'_>, index: usize) -> TokenStream {
        self.len_of(env, &self.number_or_kept(index).to_token_stream())
    }

    /// The length of the tag of a `number`.
    pub(in crate::expand) fn len_of(&self, env: &Env<'_>, number: &TokenStream) -> TokenStream {
        let (krate, format, strategy) = (&env.krate, &env.inner, &self.strategy);
        quote!(<#strategy as #krate::field::Tag>::encoded_len::<#format>(#number))
    }

    /// Writes a variant's tag.
    pub(in crate::expand) fn write(&self, env: &Env<'_>, index: usize) -> TokenStream {
        let refuse = self.refuse_kept(env, index);
        let tag = quote!(__tag);
        let number = self.number(index).filter(|_| refuse.is_none()).unwrap_or(&tag);
        let write = self.write_of(env, number);
        quote!(#refuse #write)
    }

    /// Binds the tag that a variant keeps, and refuses one that would be read as that of another.
    pub(in crate::expand) fn refuse_kept(
        &self,
        env: &Env<'_>,
        index: usize,
    ) -> Option<TokenStream> {
        let (krate, kept) = (&env.krate, self.kept[index].as_ref()?);
        let known = self.numbers.iter().flatten().between('|');
        let wrong = match self.number(index) {
            Some(own) => quote!(!::core::matches!(__tag, #own)),
            None if known.is_empty() => return Some(quote!(let __tag = #kept;)),
            None => quote!(::core::matches!(__tag, #known)),
        };
        Some(quote! {
            let __tag = #kept;
            if #wrong {
                return ::core::result::Result::Err(
                    __w.error(#krate::EncodeErrorKind::InvalidValue)
                );
            }
        })
    }

    /// Writes the tag of a `number`.
    pub(in crate::expand) fn write_of(&self, env: &Env<'_>, number: &TokenStream) -> TokenStream {
        let (krate, strategy) = (&env.krate, &self.strategy);
        quote!(<#strategy as #krate::field::Tag>::write(__w, #number)?;)
    }

    /// Like [`read`](Self::read), from pieces.
    pub(in crate::expand) fn resume(&self, env: &Env<'_>) -> TokenStream {
        let (krate, format, strategy) = (&env.krate, &env.inner, &self.strategy);
        let tag = quote!(<#strategy as #krate::field::Tag>);
        quote! {
            let __start = __feed.begin();
            let __tag = __feed.leaf::<#format, ::core::primitive::u64>(
                #tag::size::<#format>().min,
                |__r| #tag::read(__r),
            )?;
        }
    }

    /// Reads a tag as `__tag`, and its offset as `__start`.
    pub(in crate::expand) fn read(&self, env: &Env<'_>) -> TokenStream {
        let (krate, strategy, constants) = (&env.krate, &self.strategy, &self.constants);
        quote! {
            #constants
            let __start = __r.offset();
            let __tag = <#strategy as #krate::field::Tag>::read(__r)?;
        }
    }
}
