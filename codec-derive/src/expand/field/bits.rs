//! Runs of bit fields: the first reads and writes the word that they share.

use proc_macro2::{Ident, TokenStream};

use crate::expand::env::Order;
use crate::expand::field::place::Place;
use crate::expand::form::{Arm, FormField};
use crate::expand::location::{at, located};
use crate::gather::Gather as _;
use crate::model::Travel;
use quote::{format_ident, quote, quote_spanned};

/// The run that a field is part of.
struct Run<'r, 'a> {
    fields: Vec<&'r FormField<'a>>,
    /// The field's index in it.
    index: usize,
}

impl<'a> Arm<'a> {
    /// Returns `true` if there are bit fields.
    pub(in crate::expand) fn has_bits(&self) -> bool {
        self.fields.iter().any(|field| field.field.travel() == Travel::Bits)
    }

    /// The variables that keep words while their fields are read.
    pub(in crate::expand) fn before_bits(&self) -> TokenStream {
        let travelling = self.fields.iter().filter(|field| field.field.travels());
        let mut before = None;
        let mut words = TokenStream::new();
        for field in travelling {
            let travel = field.field.travel();
            if travel == Travel::Bits && before != Some(Travel::Bits) {
                let word = field.binding("bits");
                words.extend(quote!(let mut #word: ::core::primitive::u64 = 0;));
            }
            before = Some(travel);
        }
        words
    }

    fn run(&self, field: &FormField<'_>) -> Run<'_, 'a> {
        let travelling: Vec<_> =
            self.fields.iter().filter(|field| field.field.travels()).gathered();
        let runs = travelling.chunk_by(|one, next| one.field.travel() == next.field.travel());
        for run in runs {
            let index = run.iter().position(|one| one.field.index == field.field.index);
            if let Some(index) = index {
                return Run { fields: run.to_vec(), index };
            }
        }
        Run { fields: Vec::new(), index: 0 }
    }
}

impl Run<'_, '_> {
    fn widths(&self) -> TokenStream {
        let widths = self.fields.iter().map(|field| {
            let width = field.field.attrs.bits.value();
            quote_spanned!(at(&width)=> { const __WIDTH: ::core::primitive::u32 = #width; __WIDTH })
        }).between(',');
        quote!(&[#widths])
    }

    fn word(&self) -> Option<Ident> {
        self.fields.first().map(|field| field.binding("bits"))
    }
}

impl Place<'_, '_> {
    fn is_little(&self) -> bool {
        self.env.order() == Order::Little
    }

    /// The size of the field: that of the run, of its first.
    pub(super) fn bits_size(&self) -> TokenStream {
        let (krate, len) = (&self.env.krate, self.bits_len());
        quote!(#krate::Size::fixed(#len))
    }

    /// Its length.
    pub(super) fn bits_len(&self) -> TokenStream {
        let run = self.arm.run(self.field);
        if run.index > 0 {
            return quote!(0);
        }
        let (door, widths) = (&self.env.door, run.widths());
        quote!(const { #door::bits::run_len(#widths) })
    }

    /// Reads it, as a `Result`.
    pub(super) fn read_bits(&self) -> TokenStream {
        let (door, span) = (located(self.env.door.clone(), self.field.span()), self.field.span());
        let (run, little, ty) = (self.arm.run(self.field), self.is_little(), self.ty());
        let (word, widths, index) = (run.word(), run.widths(), run.index);
        let read = (index == 0).then(|| {
            quote_spanned! {span=>
                const { #door::bits::assert_run(#widths) };
                #word = #door::bits::read_word(
                    __r,
                    const { #door::bits::run_len(#widths) },
                    #little,
                )?;
            }
        });
        let width = self.field.field.attrs.bits.value();
        quote_spanned! {span=> {
            #read
            #door::bits::field_of::<_, #ty>(
                __r,
                const { #door::bits::run_len(#widths) },
                #word,
                const { #door::bits::shift(#widths, #index, #little) },
                const { #width },
            )
        }}
    }

    /// Writes the run, as a `Result`, once for its first field.
    pub(super) fn write_bits(&self) -> TokenStream {
        let run = self.arm.run(self.field);
        if run.index > 0 {
            return quote!(::core::result::Result::Ok(()));
        }
        let (door, little, widths) = (&self.env.door, self.is_little(), run.widths());
        let fields = run.fields.iter().enumerate().map(|(index, field)| {
            let door = located(door.clone(), field.span());
            let (name, width) = (field.binding("a"), field.field.attrs.bits.value());
            quote_spanned! {field.span()=>
                let __word = #door::bits::with_field(
                    __w,
                    __word,
                    *#name,
                    const { #door::bits::shift(#widths, #index, #little) },
                    const { #width },
                )?;
            }
        });
        let fields = fields.tokens();
        let len = format_ident!("__len");
        quote! {{
            const { #door::bits::assert_run(#widths) };
            let __word = 0;
            #fields
            let #len = const { #door::bits::run_len(#widths) };
            #door::bits::write_word(__w, __word, #len, #little)
        }}
    }
}
