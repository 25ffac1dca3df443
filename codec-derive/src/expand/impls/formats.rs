//! Errors at the field, in `cargo check`: what one of `formats` can't carry, and what follows a value
//! that takes the rest of the input.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{GenericArgument, Path, PathArguments, Type};

use crate::expand::env::Env;
use crate::expand::known::is_certain;
use crate::expand::location::{at, located};
use crate::gather::Gather as _;
use crate::mentions::is_named;
use crate::model::{Body, Encoding, Field};
use crate::tags::{largest, tags};

/// The formats of the runtime, which need not be imported.
const OWN: [&str; 7] =
    ["Sv2", "Bincode", "BincodeVarint", "Postcard", "Borsh", "Compact", "Consensus"];

/// Types that hold values one after another.
const MANY: [&str; 8] =
    ["Vec", "VecDeque", "LinkedList", "BinaryHeap", "BTreeMap", "BTreeSet", "HashMap", "HashSet"];

/// Constants that check each part of the type against each format, or for itself.
pub(in crate::expand) fn expand(env: &Env<'_>, encodes: bool) -> TokenStream {
    let formats = env.model.attrs.formats.value().into_iter().flatten();
    let concrete = encodes && env.model.generics.params.is_empty();
    let any = (concrete && !env.model.attrs.formats.is_given()).then_some(None);
    let formats = any.into_iter().chain(formats.map(|format| Some(named(env, format))));
    let formats = formats.map(|format| Against { env, format }.all());
    env.model.fields().filter_map(|field| limited(env, field)).chain(formats).gathered()
}

/// A constant that stops the build for a limit of an option that has another name.
fn limited(env: &Env<'_>, field: &Field<'_>) -> Option<TokenStream> {
    let attrs = &field.attrs;
    let other =
        attrs.condition.is_given() || field.is_nullable() || field.encoding() != Encoding::Counted;
    let limit = attrs.max.name().or(attrs.min.name()).filter(|_| !other)?;
    // A constant can't name a parameter of the type.
    let own = is_certain(field.ty)
        || !matches!(field.ty, Type::Path(path) if path.path.segments.iter().all(|part| part.arguments.is_none()));
    if own || field.mentions.generic() || field.mentions.lifetime {
        return None;
    }
    let (ty, door) = (field.ty, located(env.door.clone(), at(limit)));
    Some(quote_spanned! {at(limit)=>
        const _: () = {
            #[allow(unused_imports)]
            use #door::carried::AnyKind as _;
            #door::carried::assert_no_option(#door::carried::KindOf::<#ty>::KIND);
        };
    })
}

fn named(env: &Env<'_>, path: &Path) -> TokenStream {
    let krate = located(env.krate.clone(), at(path));
    let own = path.get_ident().is_some_and(|name| OWN.iter().any(|own| name == own));
    if own { quote_spanned!(at(path)=> #krate::#path) } else { path.to_token_stream() }
}

/// One format, or none.
struct Against<'e, 'a> {
    env: &'e Env<'a>,
    format: Option<TokenStream>,
}

impl Against<'_, '_> {
    fn all(&self) -> TokenStream {
        let (model, mut asserted) = (self.env.model, TokenStream::new());
        for fields in model.groups() {
            let last = fields.list.iter().rposition(Field::is_on_wire);
            for field in &fields.list {
                asserted.extend(self.field(field, last != Some(field.index)));
            }
        }
        if self.format.is_none() {
            return asserted;
        }
        if let Some(version) = model.attrs.version.name() {
            asserted.extend(self.refuse(at(version), &quote!(Version)));
        }
        if let Body::Enum(variants) = &model.data
            && model.attrs.tag.width.value().is_none()
        {
            let span = at(model.ident);
            asserted.extend(self.refuse(span, &quote!(Tag)));
            let shown = tags(model, variants).into_iter().flatten().filter_map(largest);
            let (door, format) = (located(self.env.door.clone(), span), &self.format);
            asserted.extend(shown.max().map(|tag| {
                quote_spanned!(span=> const _: () = #door::carried::assert_room::<#format>(#tag);)
            }));
        }
        asserted
    }

    fn refuse(&self, span: Span, kind: &TokenStream) -> TokenStream {
        let (door, format) = (located(self.env.door.clone(), span), &self.format);
        quote_spanned! {span=>
            const _: () = #door::carried::assert_carried::<#format>(#door::carried::Kind::#kind);
        }
    }

    fn field(&self, field: &Field<'_>, followed: bool) -> TokenStream {
        // A constant can't name a parameter of the type.
        if field.mentions.generic() || field.mentions.lifetime {
            return TokenStream::new();
        }
        let condition = field.attrs.condition.is_given() && !field.is_defaulted();
        match field.encoding() {
            Encoding::Plain if condition => self.parts(field.ty),
            // A length prefix of the field's own replaces the format's.
            Encoding::Counted if field.attrs.len.is_given() || field.attrs.count.is_given() => {
                self.parts(field.ty)
            }
            Encoding::Plain | Encoding::Counted => {
                self.ty(field.ty, followed && !field.attrs.bytes.is_given())
            }
            Encoding::Ended | Encoding::Tail => self.parts(field.ty),
            _ => TokenStream::new(),
        }
    }

    /// The type, and those that it is made of.
    fn ty(&self, ty: &Type, followed: bool) -> TokenStream {
        let (span, parts) = (at(ty), self.parts(ty));
        let door = located(self.env.door.clone(), span);
        let kind = quote_spanned!(span=> #door::carried::KindOf::<#ty>);
        let carried = self
            .format
            .as_ref()
            .map(|of| quote_spanned!(span=> #door::carried::assert_carried::<#of>(#kind::KIND);));
        let closed = (followed && !is_certain(ty) && !is_named(ty, &MANY))
            .then(|| quote_spanned!(span=> #door::carried::assert_closed(#kind::OPEN);));
        if carried.is_none() && closed.is_none() {
            return parts;
        }
        quote_spanned! {span=>
            const _: () = {
                #[allow(unused_imports)]
                use #door::carried::AnyKind as _;
                #carried
                #closed
            };
            #parts
        }
    }

    fn parts(&self, whole: &Type) -> TokenStream {
        match whole {
            Type::Array(array) => self.ty(&array.elem, true),
            Type::Slice(slice) => self.ty(&slice.elem, true),
            Type::Tuple(tuple) => tuple.elems.iter().map(|part| self.ty(part, false)).gathered(),
            Type::Path(path) => {
                let Some(last) = path.path.segments.last() else { return TokenStream::new() };
                let PathArguments::AngleBracketed(arguments) = &last.arguments else {
                    return TokenStream::new();
                };
                let many = is_named(whole, &MANY);
                // `str` and slices have no length by themselves.
                let types = arguments.args.iter().filter_map(|argument| match argument {
                    GenericArgument::Type(Type::Slice(_) | Type::TraitObject(_)) => None,
                    GenericArgument::Type(ty) => Some(ty).filter(|ty| !is_named(ty, &["str"])),
                    _ => None,
                });
                types.map(|ty| self.ty(ty, many)).gathered()
            }
            _ => TokenStream::new(),
        }
    }
}
