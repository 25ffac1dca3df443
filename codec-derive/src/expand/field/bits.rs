//! Runs of bit fields: the first reads and writes the word that they share.

use proc_macro2::TokenStream;

use crate::expand::env::{Env, Order};
use crate::expand::field::expression::Scope;
use crate::expand::field::place::Place;
use crate::expand::field::read::Earlier;
use crate::expand::field::write::written;
use crate::expand::form::{Arm, FormField};
use crate::expand::location::{at, located};
use crate::gather::Gather as _;
use crate::model::Encoding;
use quote::{ToTokens as _, format_ident, quote, quote_spanned};

/// The fields of a run, and the index of one of them.
type InRun<'r, 'a> = (Vec<&'r FormField<'a>>, usize);

impl<'a> Arm<'a> {
    /// Returns `true` if there are bit fields.
    pub(in crate::expand) fn has_bits(&self) -> bool {
        self.fields.iter().any(|field| field.field.encoding() == Encoding::Bits)
    }

    /// The variables that keep words while their fields are read.
    pub(in crate::expand) fn before_bits(&self) -> TokenStream {
        let words = self.bit_runs().into_iter().map(|run| {
            let word = run[0].binding("bits");
            quote!(let mut #word: ::core::primitive::u64 = 0;)
        });
        words.tokens()
    }

    fn bit_runs(&self) -> Vec<Vec<&FormField<'a>>> {
        let on_wire = self.fields.iter().filter(|field| field.field.is_on_wire());
        let on_wire: Vec<_> = on_wire.gathered();
        let runs = on_wire.chunk_by(|one, next| one.field.encoding() == next.field.encoding());
        let runs = runs.filter(|run| run[0].field.encoding() == Encoding::Bits);
        runs.map(<[_]>::to_vec).gathered()
    }

    /// The run that a field is part of.
    fn run(&self, field: &FormField<'_>) -> InRun<'_, 'a> {
        let mut runs = self.bit_runs().into_iter().filter_map(|run| {
            let index = run.iter().position(|one| one.field.index == field.field.index)?;
            Some((run, index))
        });
        runs.next().unwrap_or_default()
    }
}

/// The widths of a run: constants, or expressions over the fields before it.
struct Widths {
    all: Vec<TokenStream>,
    are_over: bool,
}

impl Widths {
    fn list(&self) -> TokenStream {
        let all = self.all.iter().between(',');
        quote!(&[#all])
    }

    /// Code that depends on nothing else.
    fn constant(&self, code: TokenStream) -> TokenStream {
        if self.are_over { code } else { quote!(const { #code }) }
    }

    /// A statement that refuses them, unless they fill bytes: the error is of a reader or writer.
    fn check(&self, env: &Env<'_>, error: &TokenStream) -> TokenStream {
        let (door, widths) = (&env.door, self.list());
        if !self.are_over {
            return quote!(const { #door::bits::assert_run(#widths) };);
        }
        quote!(#door::bits::is_run(#widths).then_some(()).ok_or_else(|| #error)?;)
    }
}

impl Place<'_, '_> {
    fn is_little(&self) -> bool {
        self.env.order() == Order::Little
    }

    fn widths(&self, run: &[&FormField<'_>], earlier: Earlier<'_>) -> Widths {
        let before = run.first().map_or(0, |first| first.field.index);
        let (scope, mut are_over) = (Scope { before, ..self.scope(earlier) }, false);
        let width = |field: &&FormField<'_>| {
            let width = field.field.attrs.bits.value()?;
            let span = at(width);
            if !scope.is_named_in(width) {
                return Some(quote_spanned!(span=> const { #width }));
            }
            are_over = true;
            let (door, width) = (located(self.env.door.clone(), span), scope.number(width));
            Some(quote_spanned!(span=> #door::bits::width(#width)))
        };
        let all = run.iter().filter_map(width).gathered();
        Widths { all, are_over }
    }

    /// The size of the field: that of the run, of its first.
    pub(super) fn bits_size(&self) -> TokenStream {
        let (krate, len) = (&self.env.krate, self.bits_len());
        if self.widths(&self.arm.run(self.field).0, &written).are_over {
            return quote!(#krate::Size::UNKNOWN);
        }
        quote!(#krate::Size::fixed(#len))
    }

    /// Its length.
    pub(super) fn bits_len(&self) -> TokenStream {
        let (run, index) = self.arm.run(self.field);
        if index > 0 {
            return quote!(0);
        }
        let (door, widths) = (&self.env.door, self.widths(&run, &written));
        let list = widths.list();
        widths.constant(quote!(#door::bits::run_len(#list)))
    }

    /// Reads it, as a `Result`.
    pub(super) fn read_bits(&self, earlier: Earlier<'_>) -> TokenStream {
        let (door, span) = (located(self.env.door.clone(), self.field.span()), self.field.span());
        let ((run, index), little, ty) = (self.arm.run(self.field), self.is_little(), self.ty());
        let word = run.first().map(|first| first.binding("bits"));
        let widths = self.widths(&run, earlier);
        let (list, krate) = (widths.list(), &self.env.krate);
        let len = widths.constant(quote_spanned!(span=> #door::bits::run_len(#list)));
        let read = (index == 0).then(|| {
            let error = quote!(__r.error(#krate::DecodeErrorKind::IntegerOutOfRange));
            let check = widths.check(self.env, &error);
            quote_spanned! {span=>
                #check
                #word = #door::bits::read_word(__r, #len, #little)?;
            }
        });
        let shift =
            widths.constant(quote_spanned!(span=> #door::bits::shift(#list, #index, #little)));
        let width = self.width(&widths, index);
        quote_spanned! {span=> {
            #read
            #door::bits::field_of::<_, #ty>(__r, #len, #word, #shift, #width)
        }}
    }

    /// The width of the field at `index` of a run.
    fn width(&self, widths: &Widths, index: usize) -> TokenStream {
        let width = self.field.field.attrs.bits.value();
        let width = if widths.are_over { Some(&widths.all[index]) } else { None }
            .map_or_else(|| width.to_token_stream(), Clone::clone);
        widths.constant(width)
    }

    /// Writes the run, as a `Result`, once for its first field.
    pub(super) fn write_bits(&self) -> TokenStream {
        let (run, index) = self.arm.run(self.field);
        if index > 0 {
            return quote!(::core::result::Result::Ok(()));
        }
        let (door, little, krate) = (&self.env.door, self.is_little(), &self.env.krate);
        let widths = self.widths(&run, &written);
        let list = widths.list();
        let fields = run.iter().enumerate().map(|(index, field)| {
            let door = located(door.clone(), field.span());
            let (name, place) = (field.binding("a"), Place { field, ..*self });
            let width = place.width(&widths, index);
            let shift = widths.constant(quote!(#door::bits::shift(#list, #index, #little)));
            quote_spanned! {field.span()=>
                let __word = #door::bits::with_field(__w, __word, *#name, #shift, #width)?;
            }
        });
        let (fields, len) = (fields.tokens(), format_ident!("__len"));
        let run_len = widths.constant(quote!(#door::bits::run_len(#list)));
        let error = quote!(__w.error(#krate::EncodeErrorKind::IntegerOutOfRange));
        let check = widths.check(self.env, &error);
        quote! {{
            #check
            let __word = 0;
            #fields
            let #len = #run_len;
            #door::bits::write_word(__w, __word, #len, #little)
        }}
    }
}
