//! The ends of fields: a length in bytes that comes first, or from fields before it, which `bytes`
//! puts around the content; and an element of a sequence, for `until` with a closure.

use proc_macro2::TokenStream;

use crate::attr::{Extent, REMAINING};
use crate::expand::field::place::{Place, width};
use crate::expand::field::read::Earlier;
use crate::expand::field::runs::Through;
use crate::expand::field::write::written;
use crate::expand::form::FormField;
use crate::expand::location::located;
use quote::{quote, quote_spanned};

impl Place<'_, '_> {
    fn extent(&self) -> Option<&Extent> {
        self.field.field.attrs.bytes.value()
    }

    /// The size of the field, when its bytes are counted.
    pub(in crate::expand) fn delimited_size(&self) -> Option<TokenStream> {
        let krate = &self.env.krate;
        Some(match self.extent()? {
            Extent::Expression(_) => quote_spanned!(self.field.span()=> #krate::Size::UNKNOWN),
            Extent::Width(given) => {
                let (prefix, format) = (width(self.env, Some(*given)), self.format());
                quote_spanned! {self.field.span()=>
                    #krate::Size::at_least(<#prefix as #krate::field::Prefix>::size::<#format>().min)
                }
            }
        })
    }

    /// The encoded length of content of the length `len`, with the prefix before it.
    pub(in crate::expand) fn delimited_len(&self, len: TokenStream) -> TokenStream {
        let Some(Extent::Width(given)) = self.extent() else { return len };
        let door = located(self.env.door.clone(), self.field.span());
        let (prefix, format) = (width(self.env, Some(*given)), self.format());
        quote_spanned!(self.field.span()=> #door::delimited_len::<#format, #prefix>(#len))
    }

    /// Reads content, an expression that is a `Result`, within its bytes.
    pub(super) fn read_delimited(&self, earlier: Earlier<'_>, content: TokenStream) -> TokenStream {
        let Some(extent) = self.extent() else { return content };
        let (door, span) = (located(self.env.door.clone(), self.field.span()), self.field.span());
        let limits = self.limits(earlier, Through::Reader);
        let len = match extent {
            Extent::Width(given) => {
                let prefix = width(self.env, Some(*given));
                quote_spanned!(span=> #door::read_prefix::<_, #prefix>(__r, #limits)?)
            }
            Extent::Expression(len) => {
                let len = self.scope(earlier).number(len);
                quote_spanned! {span=> {
                    let __len = #door::count(__r, #len)?;
                    let __at = __r.offset();
                    #door::check_limit(__r, __at, __len, #limits)?
                }}
            }
        };
        let content = match self.left(self.field.field.asks(REMAINING)) {
            Some(left) => quote!({ #left #content }),
            None => content,
        };
        quote_spanned!(span=> { let __len = #len; #door::read_delimited(__r, __len, |__r| #content) })
    }

    /// Writes content, an expression that is a `Result`, with its length in bytes.
    pub(super) fn write_delimited(&self, content: TokenStream) -> TokenStream {
        let Some(extent) = self.extent() else { return content };
        let (door, span) = (located(self.env.door.clone(), self.field.span()), self.field.span());
        let limits = self.limits(&written, Through::Writer);
        match extent {
            Extent::Width(given) => {
                let prefix = width(self.env, Some(*given));
                quote_spanned! {span=>
                    #door::write_delimited::<_, #prefix>(__w, #limits, |__w| #content)
                }
            }
            Extent::Expression(len) if !self.is_known(len) => content,
            Extent::Expression(len) => {
                let len = self.scope(&written).number(len);
                quote_spanned! {span=>
                    #door::write_delimited_by(__w, #len, #limits, |__w| #content)
                }
            }
        }
    }

    /// The closure over earlier fields.
    pub(super) fn end(&self, earlier: Earlier<'_>) -> Option<TokenStream> {
        let end = self.field.field.end()?;
        // The closure's parameter has no type unless a function gives it.
        Some(self.scope(earlier).closure(end))
    }

    /// Reads it, as a `Result`.
    pub(super) fn read_ended(&self, earlier: Earlier<'_>) -> TokenStream {
        let (ty, end) = (self.present(), self.end(earlier));
        let decode = self.reads(Some(&ty), "DecodeEnded", "decode_ended");
        let open = self.field.field.attrs.tail.is_given();
        quote_spanned!(self.field.span()=> #decode(__r, #open, #end))
    }

    /// Writes `value`, as a `Result`.
    pub(super) fn write_ended(&self, value: &TokenStream) -> TokenStream {
        let span = self.field.span();
        let door = located(self.env.door.clone(), span);
        let open = self.field.field.attrs.tail.is_given();
        let end = self.end(&written);
        quote_spanned!(span=> #door::write_ended(__w, #value, #open, #end))
    }

    /// Writes a tail after such a sequence, which must have ended.
    pub(super) fn write_after(&self, before: &FormField<'_>, value: &TokenStream) -> TokenStream {
        let span = self.field.span();
        let door = located(self.env.door.clone(), span);
        let end = Place { env: self.env, arm: self.arm, field: before }.end(&written);
        let before = before.binding("a");
        quote_spanned!(span=> #door::write_after_ended(__w, #before, #value, #end))
    }
}
