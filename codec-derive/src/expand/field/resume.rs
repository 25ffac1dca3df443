//! Decoding one field from pieces: its state, and how it resumes.

use proc_macro2::TokenStream;

use crate::expand::field::expression::Expanded;
use crate::expand::field::place::Place;
use crate::expand::field::runs::Through;
use crate::expand::form::FormField;
use crate::expand::location::at;
use crate::model::Encoding;
use quote::{quote, quote_spanned};

impl Place<'_, '_> {
    /// The type of the value, when it is present.
    pub(in crate::expand) fn present(&self) -> TokenStream {
        let (krate, ty) = (&self.env.krate, self.ty());
        let field = self.field.field;
        if field.attrs.condition.is_given() && !field.is_defaulted() {
            quote_spanned!(self.field.span()=> <#ty as #krate::push::Present>::Inner)
        } else {
            ty.clone()
        }
    }

    /// The type of the content after a count.
    fn counted_state(&self) -> TokenStream {
        let (krate, format, ty) = (&self.env.krate, self.format(), self.present());
        quote_spanned! {self.field.span()=>
            <#ty as #krate::push::PushCounted>::Content<#format>
        }
    }

    /// Returns true for a sequence of known elements up to the last one, and nothing else.
    fn is_ended(&self) -> bool {
        let (field, attrs) = (self.field.field, &self.field.field.attrs);
        let plain = !attrs.tail.is_given() && !attrs.bytes.is_given() && !field.is_padded();
        field.encoding() == Encoding::Ended && plain
    }

    /// Returns true for one that resumes between paddings.
    fn is_between(&self) -> bool {
        self.field.field.is_resumed() && self.field.field.is_padded()
    }

    /// The type of its state.
    pub(in crate::expand) fn state(&self) -> TokenStream {
        let (krate, content) = (&self.env.krate, self.content_state());
        if !self.is_between() {
            return content;
        }
        let ty = self.present();
        quote_spanned!(self.field.span()=> #krate::push::Field<#ty, #content>)
    }

    /// The type of the state of its content.
    fn content_state(&self) -> TokenStream {
        let (krate, format, ty) = (&self.env.krate, self.format(), self.present());
        if self.is_ended() {
            return quote_spanned!(self.field.span()=> <#ty as #krate::push::PushEnded>::State);
        }
        if !self.field.field.is_resumed() {
            return quote!(());
        }
        if self.field.field.encoding() == Encoding::Plain {
            return quote_spanned! {self.field.own()=>
                <#ty as #krate::push::PushDecode>::Decoder<#format>
            };
        }
        let content = self.counted_state();
        if self.field.field.attrs.count.is_given() {
            quote!(#krate::push::Given<#content>)
        } else {
            let prefix = self.prefix();
            quote!(#krate::push::Prefixed<#format, #prefix, #content>)
        }
    }

    /// An expression that is `true` if the field may continue for as long as there is input.
    pub(in crate::expand) fn is_open(&self) -> TokenStream {
        let (krate, state, own) = (&self.env.krate, self.content_state(), self.field.own());
        match self.field.field.encoding() {
            Encoding::Magic | Encoding::Skip | Encoding::Span => quote!(false),
            Encoding::Tail => quote!(true),
            Encoding::Ended if self.field.field.attrs.tail.is_given() => quote!(true),
            Encoding::Plain if self.field.field.is_resumed() => {
                let open = quote_spanned!(own=> <#state as #krate::push::Resume>::is_open);
                quote!(#open(__fuel))
            }
            Encoding::Counted if self.field.field.is_resumed() => {
                let content = self.counted_state();
                quote!(<#content as #krate::push::Content>::is_open(__fuel))
            }
            Encoding::With
            | Encoding::Adapted
            | Encoding::Bits
            | Encoding::Terminated
            | Encoding::Ended
            | Encoding::Detached
            | Encoding::Plain
            | Encoding::Counted => {
                let size = self.decoded_size();
                quote!(!(#size).fixed)
            }
        }
    }

    /// Continues with it: statements that end in a reference to its value, as `__f0` for the first.
    pub(in crate::expand) fn step(&self) -> TokenStream {
        let (krate, span) = (&self.env.krate, self.field.span());
        let (part, name, format) =
            (self.field.binding("p"), self.field.binding("f"), self.format());
        let attrs = &self.field.field.attrs;
        let simple = !attrs.condition.is_given() && !attrs.check.is_given();
        let bare = self.field.field.is_resumed() && !self.is_between();
        let step = if simple && bare && self.field.field.encoding() == Encoding::Plain {
            quote_spanned!(span=> #part.plain::<#format>(__feed)?)
        } else {
            let earlier = |field: &FormField<'_>| {
                let name = field.binding("f");
                quote!((*#name))
            };
            let (resume, ty) = (self.resume(&earlier), self.ty());
            let check = if let Some(check) = attrs.check.value() {
                let own = quote_spanned!(at(check)=> (*__value));
                let verdict = self.verdict(check, &earlier, &own);
                quote_spanned! {at(check)=>
                    |__start, __value: &#ty| #krate::push::checked(__start, #verdict)
                }
            } else {
                quote!(|_, _: &#ty| ::core::result::Result::Ok(()))
            };
            if let Some(condition) = attrs.condition.value() {
                let present = match self.scope(&earlier).condition(condition) {
                    Expanded::Sure(code) => quote!(|| ::core::option::Option::Some(#code)),
                    Expanded::Tried(code) => code,
                };
                quote_spanned!(span=> #part.optional(__feed, #present, #resume, #check)?)
            } else {
                quote_spanned!(span=> #part.by(__feed, #resume, #check)?)
            }
        };
        quote! {
            let ::core::option::Option::Some(#name) = #step else {
                return ::core::result::Result::Ok(false);
            };
        }
    }

    /// A closure that continues with the content, whose state is `__state`.
    fn resume(&self, earlier: &dyn Fn(&FormField<'_>) -> TokenStream) -> TokenStream {
        let (krate, span) = (&self.env.krate, self.field.span());
        let (ty, format, state) = (self.present(), self.format(), self.state());
        let attrs = &self.field.field.attrs;
        let resume = match self.field.field.encoding() {
            Encoding::Plain if self.field.field.is_resumed() => {
                quote_spanned!(span=> #krate::push::Resume::resume(__state, __feed))
            }
            Encoding::Counted if self.field.field.is_resumed() && attrs.count.is_given() => {
                let count = self.count(earlier);
                quote_spanned! {span=>
                    __state.resume(__feed, |__feed| {
                        let __r = &mut __feed.reader::<#format>();
                        #count
                        ::core::result::Result::Ok(__count)
                    })
                }
            }
            Encoding::Counted if self.field.field.is_resumed() => {
                let limits = self.count_limits(earlier, Through::Reader);
                quote_spanned!(span=> __state.within(__feed, #limits))
            }
            Encoding::Ended if self.is_ended() => {
                let end = self.end(earlier);
                quote_spanned! {span=>
                    <#ty as #krate::push::PushEnded>::resume_ended::<#format>(__state, __feed, #end)
                }
            }
            Encoding::Magic => {
                let (content, size) = (self.content(earlier, false), self.decoded_size());
                quote_spanned! {span=>
                    __feed.leaf::<#format, #ty>((#size).min, |__r| #content)
                }
            }
            _ => {
                let content = self.content(earlier, false);
                quote_spanned!(span=> __feed.collect::<#format, #ty>(|__r| #content))
            }
        };
        let state = if self.field.field.is_resumed() || self.is_ended() {
            quote!(__state: &mut #state)
        } else {
            quote!(_: &mut ())
        };
        let resume = if self.is_between() {
            let [before, after] = self.paddings(Through::Reader, earlier);
            quote_spanned! {span=>
                __state.padded::<#format>(
                    __feed,
                    |__r| { #before ::core::result::Result::Ok(()) },
                    |__state, __feed| #resume,
                    |__r| { #after ::core::result::Result::Ok(()) },
                )
            }
        } else {
            resume
        };
        quote_spanned!(span=> |#state, __feed: &mut #krate::push::Feed<'_>| #resume)
    }
}
