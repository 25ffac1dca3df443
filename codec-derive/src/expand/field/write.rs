//! Writing one field: as its type does, or as its attributes say. The field is bound to
//! a reference.

use proc_macro2::TokenStream;

use crate::attr::OFFSET;
use crate::expand::field::expression::Expanded;
use crate::expand::field::place::Place;
use crate::expand::field::runs::Through;
use crate::expand::form::FormField;
use crate::expand::location::{at, located};
use crate::model::Encoding;
use quote::{quote, quote_spanned};

/// A field where it is written, which is bound to a reference.
pub(in crate::expand) fn written(field: &FormField<'_>) -> TokenStream {
    let name = field.binding("a");
    quote_spanned!(field.span()=> (*#name))
}

impl Place<'_, '_> {
    /// The size of the field, for encoding.
    pub(in crate::expand) fn encoded_size(&self) -> TokenStream {
        self.size(&quote!(Encode>::encoded_size::))
    }

    /// Returns `true` if the version that is written has the field.
    pub(in crate::expand) fn is_written(&self) -> bool {
        self.field.field.is_on_wire() && !self.field.field.attrs.removed.is_given()
    }

    /// Its encoded length.
    pub(in crate::expand) fn len(&self) -> TokenStream {
        if !self.arm.is_measured(self.field) {
            return self.len_by(&|len| self.padded_len(len));
        }
        let (measured, place) = (self.field.binding("c"), self.field.binding("a"));
        let len = self.padded_len(quote!(#measured));
        if self.field.field.is_defaulted() {
            self.len_by(&|_| len.clone())
        } else if self.field.field.attrs.condition.is_given() {
            quote!(if ::core::option::Option::is_some(#place) { #len } else { 0 })
        } else {
            len
        }
    }

    /// Its encoded length without padding, which does not depend on where it is.
    pub(in crate::expand) fn bare_len(&self) -> TokenStream {
        self.len_by(&|len| len)
    }

    /// Its encoded length; `around` adds what is around a value that is present.
    fn len_by(&self, around: &dyn Fn(TokenStream) -> TokenStream) -> TokenStream {
        let (krate, attrs) = (&self.env.krate, &self.field.field.attrs);
        let (ty, format, place) = (self.ty(), self.format(), self.field.binding("a"));
        let span = self.field.span();
        let len_of = |value: &TokenStream| around(self.delimited_len(self.content_len(value)));
        if attrs.retired.is_given() {
            let (len, default) = (len_of(&quote!(&__default)), self.default());
            return quote!({ let __default: #ty = #default; #len });
        }
        if let Some(condition) = attrs.condition.value().filter(|_| self.field.field.is_defaulted())
        {
            let (len, door) = (len_of(&quote!(#place)), &self.env.door);
            let present = match self.scope(&written).condition(condition) {
                Expanded::Sure(code) => code,
                Expanded::Tried(code) => quote!(#door::tried(#code).unwrap_or_default()),
            };
            return quote_spanned!(span=> if #present { #len } else { 0 });
        }
        if attrs.condition.is_given() {
            let len = len_of(&quote!(__value));
            return quote_spanned! {span=>
                match #place {
                    ::core::option::Option::Some(__value) => #len,
                    ::core::option::Option::None => 0,
                }
            };
        }
        if self.field.field.encoding() == Encoding::Plain {
            let len = quote_spanned! {span=>
                <#ty as #krate::Encode>::encoded_len::<#format>(#place)
            };
            return around(self.delimited_len(len));
        }
        len_of(&quote!(#place))
    }

    /// The encoded length of its content.
    fn content_len(&self, value: &TokenStream) -> TokenStream {
        let door = &located(self.env.door.clone(), self.field.span());
        let (krate, attrs) = (&self.env.krate, &self.field.field.attrs);
        let (format, span) = (self.format(), self.field.span());
        match self.field.field.encoding() {
            Encoding::With | Encoding::Adapted | Encoding::Terminated => {
                self.by("encoded_len", [&quote!(_), value], Some(&format)).unwrap_or_default()
            }
            Encoding::Bits => self.bits_len(),
            Encoding::Detached => {
                quote_spanned!(span=> <_ as #krate::field::EncodeDetached>::content_len::<#format>(#value))
            }
            Encoding::Counted if !attrs.count.is_given() => {
                let value = &self.counted(value);
                let (prefix, nullable) = (self.prefix(), self.field.field.is_nullable());
                let door = located(door.clone(), span);
                if nullable {
                    return quote_spanned!(span=> #door::nullable_len::<#format, #prefix, _>(#value));
                }
                quote_spanned!(span=> #door::counted_len::<#format, #prefix>(#value))
            }
            Encoding::Counted | Encoding::Tail | Encoding::Ended => {
                let value = &self.counted(value);
                quote_spanned!(span=> <_ as #krate::field::Counted>::content_len::<#format>(#value))
            }
            Encoding::Magic => {
                let magic = attrs.magic.value();
                quote_spanned! {at(&magic)=>
                    <_ as #krate::field::Magic>::size::<#format>(&(#magic)).min
                }
            }
            Encoding::Plain | Encoding::Skip | Encoding::Span => {
                quote_spanned!(span=> <_ as #krate::Encode>::encoded_len::<#format>(#value))
            }
        }
    }

    /// Writes it, and records its position if that is needed.
    pub(in crate::expand) fn write(&self, run: &TokenStream) -> TokenStream {
        let write = self.write_at(run);
        let offset = self.field.field.asks(OFFSET);
        let offset = offset.then(|| quote!(let __offset = __w.written().wrapping_sub(__base);));
        let write = quote!(#offset #write);
        match self.arm.written_offsets(self.field) {
            Some((begin, end)) => quote! {
                #begin.set(__w.written());
                #write
                #end.set(__w.written());
            },
            None => write,
        }
    }

    fn write_at(&self, run: &TokenStream) -> TokenStream {
        let door = &located(self.env.door.clone(), self.field.span());
        let attrs = &self.field.field.attrs;
        let place = self.field.binding("a");
        if self.field.field.is_plain() {
            let write = if self.is_last() { quote!(write_last) } else { quote!(write_field) };
            return quote_spanned!(self.field.span()=> #door::#write(__w, #place, #run)?;);
        }
        if attrs.retired.is_given() {
            let (ty, default) = (self.ty(), self.default());
            let write = self.in_order(&quote!(&__default));
            return quote!({ let __default: #ty = #default; #write?; });
        }
        let write = match attrs.condition.value() {
            Some(condition) => {
                let condition = if self.is_known(condition) {
                    self.scope(&written).condition(condition)
                } else {
                    Expanded::Sure(quote!(::core::option::Option::is_some(#place)))
                };
                let write = self.in_order(&quote!(__value));
                condition.and_then(self.env, Through::Writer, |present| {
                    if self.field.field.is_defaulted() {
                        let (ty, default) = (self.ty(), self.written_default());
                        return quote_spanned! {self.field.span()=>
                            #door::write_or_default::<_, #ty>(
                                __w, #present, #place, || #default, |__w, __value| #write,
                            )
                        };
                    }
                    quote_spanned! {self.field.span()=>
                        #door::write_present_if(__w, #present, #place, |__w, __value| #write)
                    }
                })
            }
            None => self.in_order(&quote!(#place)),
        };
        let place = quote!(#place);
        let check = (!self.field.field.is_late()).then(|| self.check_written(&quote!((*#place))));
        quote!(#check #write?;)
    }

    /// The default over what is written, as an option.
    fn written_default(&self) -> TokenStream {
        let (door, ty) = (&self.env.door, self.ty());
        match self.arm.default_over(self.field).map(|value| self.scope(&written).computed(&value)) {
            Some(Expanded::Tried(code)) => quote!(#door::tried(#code).and_then(#door::converted)),
            Some(Expanded::Sure(_)) => {
                let default = self.default_over(&written);
                quote!(::core::option::Option::Some(#default))
            }
            None => {
                let default = self.default();
                quote!(::core::option::Option::Some::<#ty>(#default))
            }
        }
    }

    /// Checks what is written.
    pub(in crate::expand) fn check_written(&self, own: &TokenStream) -> Option<TokenStream> {
        let attrs = &self.field.field.attrs;
        let known = |_: &&_| attrs.checked().is_none_or(|check| self.is_known(check));
        let check = attrs.check.value().filter(known)?;
        let door = located(self.env.door.clone(), at(check));
        let own = located(own.clone(), at(check));
        let verdict = self.verdict(check, &written, &own);
        Some(quote_spanned!(at(check)=> #door::check_written(__w, #verdict)?;))
    }

    pub(in crate::expand) fn in_order(&self, value: &TokenStream) -> TokenStream {
        let content = self.write_padded(self.write_delimited(self.content_write(value)));
        self.order().write(&self.env.door, content)
    }

    /// A reference to what has a count: the value, or with `index` what writes its table, too.
    fn counted(&self, value: &TokenStream) -> TokenStream {
        let (door, span) = (located(self.env.door.clone(), self.field.span()), self.field.span());
        match (self.field.field.attrs.index.is_given(), self.field.field.is_nullable()) {
            (false, _) => value.clone(),
            (true, false) => quote_spanned!(span=> &#door::Indexed(#value)),
            (true, true) => {
                quote_spanned!(span=> &::core::option::Option::map(
                    ::core::option::Option::as_ref(#value), #door::Indexed,
                ))
            }
        }
    }

    /// Writes a value, as a `Result`.
    fn content_write(&self, value: &TokenStream) -> TokenStream {
        let door = &located(self.env.door.clone(), self.field.span());
        let (krate, attrs) = (&self.env.krate, &self.field.field.attrs);
        let span = self.field.span();
        match self.field.field.encoding() {
            Encoding::With | Encoding::Adapted | Encoding::Terminated => {
                self.by("encode", [&quote!(_), &quote!(#value, __w)], None).unwrap_or_default()
            }
            Encoding::Bits => self.write_bits(),
            Encoding::Detached => {
                let tag = attrs.tag.value().map(|tag| {
                    if self.is_known(tag) {
                        return self.scope(&written).tag(tag);
                    }
                    quote_spanned!(span=> #krate::field::EncodeDetached::tag(#value))
                });
                quote_spanned!(span=> #door::write_detached(__w, #value, #tag))
            }
            Encoding::Counted => {
                let value = &self.counted(value);
                let limits = self.count_limits(&written, Through::Writer);
                if let Some(count) = attrs.count.value() {
                    let count = if self.is_known(count) {
                        self.scope(&written).number(count)
                    } else {
                        quote_spanned!(span=> #krate::field::Counted::count(#value))
                    };
                    quote_spanned!(span=> #door::write_counted_by(__w, #value, #count, #limits))
                } else if self.field.field.is_nullable() {
                    let prefix = self.prefix();
                    quote_spanned!(span=> #door::write_nullable::<_, #prefix, _>(__w, #value, #limits))
                } else {
                    let prefix = self.prefix();
                    quote_spanned!(span=> #door::write_counted::<_, #prefix>(__w, #value, #limits))
                }
            }
            Encoding::Ended => self.write_ended(value),
            Encoding::Tail => {
                match self.tail_before().filter(|_| self.field.field.is_open_tail()) {
                    Some(before) if before.field.end().is_some() => self.write_after(before, value),
                    Some(before) => {
                        let before = before.binding("a");
                        quote_spanned!(span=> #door::write_tail_after(__w, #before, #value))
                    }
                    None => {
                        quote_spanned!(span=> <_ as #krate::field::Counted>::encode_content(#value, __w))
                    }
                }
            }
            Encoding::Magic => {
                let magic = attrs.magic.value();
                quote_spanned!(at(&magic)=> <_ as #krate::field::Magic>::write(&(#magic), __w))
            }
            Encoding::Plain if !attrs.bytes.is_given() && !self.is_last() => {
                quote_spanned!(span=> <_ as #krate::Encode>::encode_inner(#value, __w))
            }
            Encoding::Plain | Encoding::Skip | Encoding::Span => {
                quote_spanned!(span=> <_ as #krate::Encode>::encode(#value, __w))
            }
        }
    }

    /// Returns true if no other field follows it on the wire.
    fn is_last(&self) -> bool {
        let mut after = self.arm.fields[self.field.field.index + 1..].iter();
        !after.any(|field| Place { field, ..*self }.is_written())
    }
}
