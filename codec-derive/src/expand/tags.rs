//! The tag of an enum: reading it, writing it, and which numbers there are.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::expand::env::Env;
use crate::expand::field::width;
use crate::model::Body;
use crate::tags::{Number, tags};

/// The tags of an enum.
pub(super) struct Tags {
    /// How a tag travels, a type of the runtime.
    strategy: TokenStream,
    /// The number of each variant, but of the one that catches the others: a
    /// literal, or the name of a constant.
    numbers: Vec<Option<TokenStream>>,
    /// The constants, and that they are told apart and fit.
    constants: TokenStream,
}

impl Tags {
    /// `None` for a struct.
    pub(super) fn new(env: &Env<'_>) -> Option<Self> {
        let Body::Enum(variants) = &env.model.data else { return None };
        let (krate, format) = (&env.krate, &env.inner);
        let given = env.model.attrs.tag_width.value().copied();
        let room = match given {
            Some(width) => {
                let max = Literal::u64_suffixed(width.max());
                quote!(#max)
            }
            None => quote!(
                <#format as #krate::Format>::TAG_MAX as ::core::primitive::u64
            ),
        };
        let mut largest = None;
        let mut constants = TokenStream::new();
        let mut names = Vec::new();
        let number = |(index, number): (usize, Option<Number<'_>>)| match number? {
            Number::Literal(number) => {
                let number = u64::try_from(number).unwrap_or(u64::MAX);
                largest = largest.max(Some(number));
                let literal = Literal::u64_suffixed(number);
                Some(quote!(#literal))
            }
            Number::After(value, more) => {
                let (name, more) = (format_ident!("__T{index}"), Literal::i128_suffixed(more));
                constants.extend(quote! {
                    const #name: ::core::primitive::u64 = #krate::layout::from_discriminant(
                        (#value) as ::core::primitive::i128 + #more
                    );
                });
                names.push(name.clone());
                Some(quote!(#name))
            }
        };
        let numbers: Vec<_> =
            tags(env.model, variants).into_iter().enumerate().map(number).collect();
        if !names.is_empty() {
            let all = numbers.iter().flatten();
            constants.extend(quote!(const { #krate::layout::assert_distinct(&[#(#all),*]) };));
        }
        // What the source text tells has been checked, but for the format's own room.
        let largest = largest.filter(|_| given.is_none()).map(Literal::u64_suffixed);
        let misfits = largest.map(|tag| quote!(#tag)).into_iter();
        let misfits = misfits.chain(names.iter().map(|name| quote!(#name)));
        constants.extend(quote!(#(const { #krate::layout::assert_fits(#misfits, #room) };)*));
        Some(Self { strategy: width(env, given), numbers, constants })
    }

    /// The size of the tag and what follows it, which is one of `arms`.
    pub(super) fn size(&self, env: &Env<'_>, arms: Vec<TokenStream>) -> TokenStream {
        let (krate, format, strategy) = (&env.krate, &env.inner, &self.strategy);
        let tag = quote!(<#strategy as #krate::layout::Tag>::size::<#format>());
        let mut arms = arms.into_iter();
        let Some(first) = arms.next() else { return tag };
        quote!(#tag.and({ #first } #(.or({ #arms }))*))
    }

    /// What must stand before the numbers are used.
    pub(super) const fn constants(&self) -> &TokenStream {
        &self.constants
    }

    /// The number of the variant at `index`, for a pattern or an expression;
    /// `None` for the one that catches the others.
    pub(super) fn number(&self, index: usize) -> Option<&TokenStream> {
        self.numbers[index].as_ref()
    }

    /// The length of a variant's tag.
    pub(super) fn len(&self, env: &Env<'_>, index: usize) -> TokenStream {
        let (krate, format, strategy) = (&env.krate, &env.inner, &self.strategy);
        let kept = quote!(::core::convert::Into::<::core::primitive::u64>::into(*__a0));
        let number = self.number(index).unwrap_or(&kept);
        quote!(<#strategy as #krate::layout::Tag>::encoded_len::<#format>(#number))
    }

    /// Writes a variant's tag.
    pub(super) fn write(&self, env: &Env<'_>, index: usize) -> TokenStream {
        let (krate, strategy) = (&env.krate, &self.strategy);
        if let Some(number) = self.number(index) {
            return quote!(<#strategy as #krate::layout::Tag>::write(__w, #number)?;);
        }
        // A known tag, kept as an unknown one, would be read as the known variant.
        let known = self.numbers.iter().flatten();
        let refuse = (known.clone().count() > 0).then(|| {
            quote! {
                if ::core::matches!(__tag, #(#known)|*) {
                    return ::core::result::Result::Err(
                        __w.error(#krate::EncodeErrorKind::InvalidValue)
                    );
                }
            }
        });
        quote! {
            let __tag = ::core::convert::Into::<::core::primitive::u64>::into(*__a0);
            #refuse
            <#strategy as #krate::layout::Tag>::write(__w, __tag)?;
        }
    }

    /// Reads a tag as `__tag`, and where it stands as `__start`.
    pub(super) fn read(&self, env: &Env<'_>) -> TokenStream {
        let (krate, strategy, constants) = (&env.krate, &self.strategy, &self.constants);
        quote! {
            #constants
            let __start = __r.offset();
            let __tag = <#strategy as #krate::layout::Tag>::read(__r)?;
        }
    }
}
