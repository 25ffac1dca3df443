//! Bytes between fields that belong to no value: `pad_before`, `pad_after`, `align`.

use proc_macro2::{Ident, TokenStream};

use crate::attr::{Attr, OFFSET, any_name};
use crate::expand::field::place::Place;
use crate::expand::field::read::Earlier;
use crate::expand::field::runs::Through;
use crate::expand::field::write::written;
use crate::expand::form::Arm;
use crate::expand::location::{at, located};
use crate::gather::Gather as _;
use crate::model::Field;
use quote::{ToTokens as _, quote, quote_spanned};

impl Arm<'_> {
    /// Returns whether positions are counted from the first field.
    pub(in crate::expand) fn has_base(&self) -> bool {
        let counted = |field: &Field<'_>| field.attrs.align.is_given() || field.asks(OFFSET);
        self.fields.iter().any(|field| counted(field.field))
    }

    /// Returns `true` if fields share state that is lost between pieces of input.
    pub(in crate::expand) fn is_placed(&self) -> bool {
        let defaulted = self.fields.iter().any(|field| field.field.is_defaulted());
        let asked = self.fields.iter().any(|field| field.field.asks(OFFSET));
        let placed = asked || self.has_bits() || self.has_computed();
        placed || defaulted || self.has_defaults()
    }

    /// Returns true if an expression depends on other fields.
    pub(in crate::expand) fn has_expressions_over(&self) -> bool {
        self.fields.iter().any(|field| {
            let attrs = &field.field.attrs;
            attrs.earlier().into_iter().chain(attrs.checked()).any(|value| {
                self.is_over(field, value)
                    || any_name(&value.to_token_stream(), &|name| name == "context")
            })
        })
    }
}

impl Place<'_, '_> {
    /// Numbers of bytes: padding before, padding after, and alignment. In a length that is `measured`,
    /// one that is not possible is the greatest.
    fn padding(&self, measured: bool, earlier: Earlier<'_>) -> [Option<TokenStream>; 3] {
        let (attrs, scope) = (&self.field.field.attrs, self.scope(earlier));
        [&attrs.pad_before, &attrs.pad_after, &attrs.align].map(|attr| {
            let value = attr.value()?;
            let place = at(value);
            if !scope.is_named_in(value) {
                return Some(quote_spanned!(place=> const { #value }));
            }
            let (door, number) = (located(self.env.door.clone(), place), scope.number(value));
            Some(if measured { quote_spanned!(place=> #door::most(#number)) } else { number })
        })
    }

    /// The size of the field with its padding.
    pub(in crate::expand) fn padded_size(&self, size: TokenStream) -> TokenStream {
        if !self.field.field.is_padded() {
            return size;
        }
        let krate = &self.env.krate;
        let attrs = &self.field.field.attrs;
        let given = [&attrs.pad_before, &attrs.pad_after, &attrs.align];
        if given
            .into_iter()
            .filter_map(Attr::value)
            .any(|value| self.scope(&written).is_named_in(value))
        {
            return quote!(#krate::Size::UNKNOWN);
        }
        let [before, after, align] = self.padding(true, &written);
        let fixed = |len: TokenStream| quote!(#krate::Size::fixed(#len));
        let (before, after) = (before.map(fixed), after.map(fixed));
        let aligned = align.map(|_| quote!(#krate::Size::UNKNOWN));
        let parts = [before, aligned, Some(size), after].into_iter().flatten();
        let parts = parts.map(|part| quote!(.and(#part))).tokens();
        quote!(#krate::Size::ZERO #parts)
    }

    /// The length of the field with its padding; `__len` is the length of all before it.
    pub(in crate::expand) fn padded_len(&self, len: TokenStream) -> TokenStream {
        if !self.field.field.is_padded() {
            return len;
        }
        let door = located(self.env.door.clone(), self.field.span());
        let [before, after, align] = self.padding(true, &written);
        let before = before.unwrap_or_else(|| quote!(0));
        let after = after.unwrap_or_else(|| quote!(0));
        let aligned = align.map(|align| {
            quote!(.wrapping_add(#door::gap(__len.wrapping_sub(__base).wrapping_add(__pad), #align)))
        });
        let offset = self.field.field.asks(OFFSET);
        let offset = offset.then(|| quote!(let __offset = __len.wrapping_sub(__base);));
        quote!({
            #offset
            let __pad: ::core::primitive::usize = #before;
            __pad #aligned .wrapping_add(#len).wrapping_add(#after)
        })
    }

    /// Statements that read or write the padding before it, and after it.
    pub(super) fn paddings(&self, through: Through, earlier: Earlier<'_>) -> [TokenStream; 2] {
        let (door, span) = (located(self.env.door.clone(), self.field.span()), self.field.span());
        let (through, names) = match through {
            Through::Reader => (quote!(__r), ["skip_padding", "skip_gap"]),
            Through::Writer => (quote!(__w), ["write_padding", "write_gap"]),
        };
        let [padding, gap] = names.map(|name| Ident::new(name, span));
        let [before, after, align] = self.padding(false, earlier);
        let padding = |len: TokenStream| quote_spanned!(span=> #door::#padding(#through, #len)?;);
        let (before, after) = (before.map(padding), after.map(padding));
        let aligned =
            align.map(|align| quote_spanned!(span=> #door::#gap(#through, __base, #align)?;));
        [quote!(#before #aligned), quote!(#after)]
    }

    /// Reads content, an expression that is a `Result`, and the padding around it.
    pub(super) fn read_padded(&self, earlier: Earlier<'_>, content: TokenStream) -> TokenStream {
        if !self.field.field.is_padded() {
            return content;
        }
        let [before, after] = self.paddings(Through::Reader, earlier);
        quote_spanned! {self.field.span()=> {
            #before
            let __value = #content?;
            #after
            ::core::result::Result::Ok(__value)
        }}
    }

    /// Writes content, an expression that is a `Result`, and the padding around it.
    pub(super) fn write_padded(&self, content: TokenStream) -> TokenStream {
        if !self.field.field.is_padded() {
            return content;
        }
        let [before, after] = self.paddings(Through::Writer, &written);
        quote_spanned! {self.field.span()=> {
            #before
            #content?;
            #after
            ::core::result::Result::Ok(())
        }}
    }
}
