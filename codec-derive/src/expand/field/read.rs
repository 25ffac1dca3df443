//! Reading one field: as its type does, or as its attributes say, layer by layer.

use proc_macro2::{Ident, TokenStream};

use crate::attr::any_name;
use crate::expand::field::place::Place;
use crate::expand::field::runs::Through;
use crate::expand::field::write::written;
use crate::expand::form::{FormField, Kind};
use crate::expand::location::{at, located};
use crate::model::Encoding;
use quote::{quote, quote_spanned};

/// A function from an earlier field to the code that finds its value.
pub(in crate::expand) type Earlier<'e> = &'e dyn Fn(&FormField<'_>) -> TokenStream;

/// A field that was read, as a variable.
fn read(field: &FormField<'_>) -> TokenStream {
    let name = field.binding("f");
    quote!(#name)
}

impl Place<'_, '_> {
    /// The size of the field, for decoding.
    pub(in crate::expand) fn decoded_size(&self) -> TokenStream {
        let de = &self.env.de;
        match self.field.kind {
            Kind::Borrowed => self.size(&quote!(DecodableRef<#de>>::ref_size::)),
            Kind::Owned | Kind::Shared => self.size(&quote!(Decodable>::size::)),
        }
    }

    /// The value of the field, as an expression with a `?`.
    pub(in crate::expand) fn read(&self, run: &TokenStream) -> TokenStream {
        let door = &located(self.env.door.clone(), self.field.span());
        let (of, name, ty) = (&self.arm.name, self.field.field.name(), self.ty());
        let read = if self.field.field.is_plain() {
            let method = match self.field.kind {
                Kind::Borrowed => quote!(read_field_ref),
                Kind::Owned | Kind::Shared => quote!(read_field),
            };
            quote_spanned!(self.field.span()=> #door::#method::<_, #ty>(__r, #of, #name, #run)?)
        } else {
            let read = self.whole(&read, false);
            let read = quote_spanned! {self.field.span()=>
                #door::read_field_by::<_, #ty>(__r, #of, #name, #run, |__r| #read)?
            };
            self.when_alive(read, &self::read)
        };
        self.knowing(self.noting_offsets(read))
    }

    /// Reads over the field, which is bound to a mutable reference.
    pub(in crate::expand) fn read_into(&self, run: &TokenStream) -> TokenStream {
        let door = &located(self.env.door.clone(), self.field.span());
        let (of, name) = (&self.arm.name, self.field.field.name());
        let place = self.field.binding("a");
        let read = if self.field.field.is_plain() {
            quote_spanned!(self.field.span()=> #door::read_field_into(__r, #of, #name, #run, #place)?)
        } else {
            let read = self.whole(&written, true);
            let read = quote_spanned! {self.field.span()=>
                #door::read_field_by(__r, #of, #name, #run, |__r| #read)?
            };
            match self.alive() {
                Some(alive) => {
                    let default = self.default_over(&written);
                    quote!(if #alive { #read } else { *#place = #default; })
                }
                None => read,
            }
        };
        let read = self.knowing(self.noting_offsets(read));
        let Some(retired) = self.retired() else { return quote!(#read;) };
        let made = self.made_for_retired();
        quote! {
            let __start_of_field = #door::field_start(__r);
            #read;
            if #retired { *#place = #made; }
        }
    }

    /// The value of a field that is not on the wire, once all others are read.
    pub(in crate::expand) fn made(&self) -> TokenStream {
        if self.field.field.encoding() == Encoding::Span {
            self.arm.span(self.env, self.field)
        } else {
            self.knowing(self.default_over(&read))
        }
    }

    /// Like [`made`](Self::made), but stores the value over the one in `over`.
    pub(in crate::expand) fn made_into(&self, over: &Ident) -> TokenStream {
        if self.field.field.encoding() == Encoding::Span {
            self.arm.span_into(self.env, self.field, over)
        } else {
            let default = self.knowing(self.default_over(&written));
            quote!(*#over = #default;)
        }
    }

    /// Checks the field and skips it.
    pub(in crate::expand) fn skip(&self, run: &TokenStream) -> TokenStream {
        let door = &located(self.env.door.clone(), self.field.span());
        let (of, name, ty) = (&self.arm.name, self.field.field.name(), self.ty());
        if self.field.field.is_plain() {
            return quote_spanned! {self.field.span()=>
                #door::skip_field::<_, #ty>(__r, #of, #name, #run)?;
            };
        }
        let read = self.read(run);
        quote!(let _ = #read;)
    }

    fn when_alive(&self, read: TokenStream, earlier: Earlier<'_>) -> TokenStream {
        let door = &located(self.env.door.clone(), self.field.span());
        let read = match self.alive() {
            Some(alive) => {
                let default = self.default_over(earlier);
                quote!(if #alive { #read } else { #default })
            }
            None => read,
        };
        // The value of a retired field on the wire is dropped.
        match self.retired() {
            Some(retired) => {
                let (ty, made) = (self.ty(), self.made_for_retired());
                // Expressions of what is written are over references.
                let names =
                    |field: &&FormField<'_>| any_name(&made, &|name| field.binding("a") == name);
                let before = self.arm.fields[..self.field.field.index].iter().filter(names);
                let bound = before.map(|field| {
                    let (over, read) = (field.binding("a"), earlier(field));
                    quote!(let #over = &#read;)
                });
                quote!({
                    #(#bound)*
                    let __start_of_field = #door::field_start(__r);
                    let __kept: #ty = #read;
                    if #retired { #made } else { __kept }
                })
            }
            None => read,
        }
    }

    /// The default of a retired field; under a strict format, first checks that the bytes from
    /// `__start_of_field` are the same.
    fn made_for_retired(&self) -> TokenStream {
        let door = &located(self.env.door.clone(), self.field.span());
        let (ty, default) = (self.ty(), self.default());
        let write = self.in_order(&quote!(&__default));
        quote!({
            let __default: #ty = #default;
            #door::check_retired(__r, __start_of_field, |__w| #write)?;
            __default
        })
    }

    /// The content within its length in bytes, as a `Result`: the value, or nothing when it is stored
    /// `over` the value `__value`.
    pub(in crate::expand) fn content(&self, earlier: Earlier<'_>, over: bool) -> TokenStream {
        let bare = if over { self.bare_content_over(earlier) } else { self.bare_content(earlier) };
        self.read_padded(earlier, self.read_delimited(earlier, bare))
    }

    /// A function of a trait of `ty`, or of the one for the form that borrows, or of the trait with its
    /// way of reading; the type is inferred, at the field, if none is given.
    pub(super) fn reads(&self, ty: Option<&TokenStream>, of: &str, name: &str) -> TokenStream {
        let (krate, span) = (&self.env.krate, self.field.span());
        let ty = ty.map_or_else(|| quote_spanned!(span=> _), Clone::clone);
        let module = (of != "Decodable").then(|| quote_spanned!(span=> field::));
        let door = located(self.env.door.clone(), span);
        let borrowed = self.field.kind == Kind::Borrowed;
        let input = || quote_spanned!(span=> <'_>);
        let (twin, input) = match of {
            "DecodeEnded" | "DecodeIndexed" if borrowed => {
                (false, Some(quote_spanned!(span=> <'_, #door::Borrow>)))
            }
            "DecodeEnded" | "DecodeIndexed" | "DecodeDetached" => (false, Some(input())),
            _ => (borrowed, borrowed.then(input)),
        };
        let named =
            |name: &str, end| Ident::new(&format!("{name}{}", if twin { end } else { "" }), span);
        let (of, name) = (named(of, "Ref"), named(name, "_ref"));
        quote_spanned!(span=> <#ty as #krate::#module #of #input>::#name)
    }

    /// The innermost layer: the value itself, as a `Result`.
    fn bare_content(&self, earlier: Earlier<'_>) -> TokenStream {
        let (env, attrs) = (self.env, &self.field.field.attrs);
        let (krate, span) = (&env.krate, self.field.span());
        match self.field.field.encoding() {
            Encoding::With | Encoding::Adapted | Encoding::Terminated => {
                let borrowed = self.field.kind == Kind::Borrowed;
                let decode = if borrowed { "decode_ref" } else { "decode" };
                self.by(decode, [&quote!(_), &quote!(__r)], None).unwrap_or_default()
            }
            Encoding::Bits => self.read_bits(earlier),
            Encoding::Detached => {
                let door = located(env.door.clone(), span);
                let tag = attrs.tag.value().map(|tag| self.scope(earlier).tag(tag));
                let decode = self.reads(None, "DecodeDetached", "decode_detached");
                quote_spanned!(span=> {
                    let __tag = #door::detached_tag(__r, #tag)?;
                    #decode(__r, __tag)
                })
            }
            Encoding::Ended => self.read_ended(earlier),
            Encoding::Counted => {
                let decode = self.decode_held(earlier);
                if self.field.field.is_nullable() {
                    let door = located(env.door.clone(), span);
                    let (limits, width) =
                        (self.count_limits(earlier, Through::Reader), self.prefix());
                    let at = attrs.min.is_given().then(|| quote!(let __at = __r.offset();));
                    return quote_spanned!(span=> {
                        #at
                        #door::read_nullable::<_, #width, _>(__r, #limits, |__r, __count| #decode)
                    });
                }
                let count = self.count(earlier);
                quote_spanned!(span=> { #count #decode })
            }
            Encoding::Tail => {
                let decode = self.reads(None, "DecodeCounted", "decode_rest");
                quote_spanned!(span=> #decode(__r))
            }
            Encoding::Magic => {
                let magic = attrs.magic.value();
                quote_spanned!(at(&magic)=> <_ as #krate::field::Magic>::expect(&(#magic), __r))
            }
            Encoding::Plain | Encoding::Skip | Encoding::Span => {
                let decode = self.reads(None, "Decodable", "decode");
                quote_spanned!(span=> #decode(__r))
            }
        }
    }

    /// The trait and the function that reads it once its count is known.
    fn by_count(&self) -> [&'static str; 2] {
        if self.field.field.attrs.index.is_given() {
            ["DecodeIndexed", "decode_indexed"]
        } else {
            ["DecodeCounted", "decode_counted"]
        }
    }

    fn bare_content_over(&self, earlier: Earlier<'_>) -> TokenStream {
        let (krate, span) = (&self.env.krate, self.field.span());
        match self.field.field.encoding() {
            Encoding::Plain => {
                quote_spanned!(span=> <_ as #krate::Decodable>::decode_into(__value, __r))
            }
            Encoding::Counted if !self.field.field.is_nullable() => {
                let count = self.count(earlier);
                let [of, name] = self.by_count();
                let into = self.reads(None, of, &format!("{name}_into"));
                let decode = quote_spanned!(span=> #into(__value, __r, __count));
                let Some(held) = self.check_held(earlier) else {
                    return quote_spanned!(span=> { #count #decode });
                };
                quote_spanned! {span=> {
                    #count
                    #decode?;
                    let __held = &*__value;
                    #held
                    ::core::result::Result::Ok(())
                }}
            }
            _ => {
                let content = self.bare_content(earlier);
                quote!({ *__value = #content?; ::core::result::Result::Ok(()) })
            }
        }
    }

    /// Reads its `__count` elements, as a `Result`.
    fn decode_held(&self, earlier: Earlier<'_>) -> TokenStream {
        let ([of, name], span) = (self.by_count(), self.field.span());
        let decode = self.reads(None, of, name);
        let decode = quote_spanned!(span=> #decode(__r, __count));
        let Some(held) = self.check_held(earlier) else { return decode };
        quote_spanned! {span=> {
            let __value = #decode?;
            let __held = &__value;
            #held
            ::core::result::Result::Ok(__value)
        }}
    }

    /// Checks that `__held`, which was read, holds as many elements as are asked for: those of a map
    /// may have had the same key.
    fn check_held(&self, earlier: Earlier<'_>) -> Option<TokenStream> {
        let (attrs, span) = (&self.field.field.attrs, self.field.span());
        let counted = attrs.count.is_given();
        if attrs.index.is_given() || !(counted || attrs.min.is_given()) {
            return None;
        }
        let door = located(self.env.door.clone(), span);
        let held = self.reads(None, "DecodeCounted", "held");
        let held = if self.field.kind == Kind::Borrowed {
            quote_spanned!(span=> #held(__held, __r, __count)?)
        } else {
            quote_spanned!(span=> #held(__held, __count))
        };
        let limits = self.count_limits(earlier, Through::Reader);
        let least = if counted { quote!(__count) } else { quote!((#limits).min) };
        Some(quote_spanned!(span=> #door::check_held(__at, #held, #least)?;))
    }

    /// Reads or computes the count, as `__count`.
    pub(in crate::expand) fn count(&self, earlier: Earlier<'_>) -> TokenStream {
        let door = &located(self.env.door.clone(), self.field.span());
        let limits = self.count_limits(earlier, Through::Reader);
        if let Some(count) = self.field.field.attrs.count.value() {
            let count = self.scope(earlier).number(count);
            return quote! {
                let __at = __r.offset();
                let __count = #door::count(__r, #count)?;
                let __count = #door::check_limit(__r, __at, __count, #limits)?;
            };
        }
        let prefix = self.prefix();
        let at = self.field.field.attrs.min.is_given().then(|| quote!(let __at = __r.offset();));
        quote!(#at let __count = #door::read_prefix::<_, #prefix>(__r, #limits)?;)
    }

    /// All layers: content, byte order, condition, check. A `Result`: the value, or nothing when it is
    /// stored `over` the field, which is bound to a mutable reference.
    fn whole(&self, earlier: Earlier<'_>, over: bool) -> TokenStream {
        let (attrs, ty) = (&self.field.field.attrs, self.ty());
        let read = |over| self.order().read(&self.env.door, self.content(earlier, over));
        let place = self.field.binding("a");
        let placed = || {
            let read = read(true);
            quote!(let __value = &mut *#place; #read)
        };
        let read = if let Some(condition) = attrs.condition.value() {
            let condition = self.scope(earlier).condition(condition);
            condition.and_then(self.env, Through::Reader, |present| {
                let door = located(self.env.door.clone(), self.field.span());
                let default = self.field.field.is_defaulted().then(|| self.default_over(earlier));
                let ok = quote!(::core::result::Result::Ok);
                match (default, over) {
                    (Some(default), true) => {
                        let read = placed();
                        quote!(if #present { #read } else { *#place = #default; #ok(()) })
                    }
                    (Some(default), false) => {
                        let read = read(false);
                        quote!(if #present { #read } else { #ok(#default) })
                    }
                    (None, true) => {
                        let (read, over) = (read(false), read(true));
                        quote_spanned! {self.field.span()=>
                            #door::read_present_if_into(
                                __r, #present, #place, |__r| #read, |__r, __value| #over,
                            )
                        }
                    }
                    (None, false) => {
                        let read = read(false);
                        quote_spanned! {self.field.span()=>
                            #door::read_present_if(__r, #present, |__r| #read)
                        }
                    }
                }
            })
        } else if over {
            let read = placed();
            quote!({ #read })
        } else {
            read(false)
        };
        let Some(check) = attrs.check.value() else { return read };
        let door = located(self.env.door.clone(), at(check));
        let place = Ident::new(&place.to_string(), at(check));
        let own = quote_spanned!(at(check)=> __value);
        let own = if over { quote_spanned!(at(check)=> (*#place)) } else { own };
        let asked = check.code().is_some_and(|check| !self.is_known(check));
        let (verdict, left) = (self.verdict(check, earlier, &own), self.left(asked));
        let checked = quote_spanned!(at(check)=> #left #door::check_value(__r, __start, #verdict));
        if over {
            quote_spanned!(at(check)=> { let __start = __r.offset(); #read?; #checked })
        } else {
            quote_spanned! {at(check)=> {
                let __start = __r.offset();
                let __value: #ty = #read?;
                #checked?;
                ::core::result::Result::Ok(__value)
            }}
        }
    }

    /// Records where the field begins and ends, if a span needs that.
    fn noting_offsets(&self, read: TokenStream) -> TokenStream {
        let Some((begin, end)) = self.arm.offsets(self.field) else { return read };
        quote!({
            #begin = __r.offset();
            let __value = #read;
            #end = __r.offset();
            __value
        })
    }
}
