//! A sequence up to the element that ends it, for `until` with a closure.

use proc_macro2::TokenStream;

use crate::expand::field::place::Place;
use crate::expand::field::read::Earlier;
use crate::expand::field::write::written;
use crate::expand::form::FormField;
use crate::expand::form_kind::Kind;
use crate::expand::location::located;
use quote::quote_spanned;

impl Place<'_, '_> {
    /// The closure over earlier fields.
    pub(super) fn end(&self, earlier: Earlier<'_>) -> Option<TokenStream> {
        let end = self.field.field.end()?;
        // The closure's parameter has no type unless a function gives it.
        Some(self.scope(earlier).closure(end))
    }

    /// Reads it, as a `Result`.
    pub(super) fn read_ended(&self, earlier: Earlier<'_>) -> TokenStream {
        let (krate, span) = (&self.env.krate, self.field.span());
        let (ty, end) = (self.present(), self.end(earlier));
        let door = located(self.env.door.clone(), span);
        let open = self.field.field.attrs.tail.is_given();
        if self.field.kind == Kind::Borrowed {
            return quote_spanned! {span=>
                <#ty as #krate::field::DecodeEnded<'_, #door::Borrow>>::decode_ended(__r, #open, #end)
            };
        }
        quote_spanned! {span=>
            <#ty as #krate::field::DecodeEnded<'_>>::decode_ended(__r, #open, #end)
        }
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
