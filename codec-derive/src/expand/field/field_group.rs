//! The fields of an arm in one call, where no attribute changes how one of them is encoded: a call
//! is type-checked once, fields that are written out once each.

use proc_macro2::{Span, TokenStream};

use crate::expand::env::Env;
use crate::expand::field::body::keeps_tag;
use crate::expand::form::{Arm, FormField, Kind};
use crate::expand::known::is_certain;
use crate::expand::location::placed;
use crate::gather::Gather as _;
use quote::{format_ident, quote};

/// The maximum number of fields for which the runtime has a function.
const MOST: usize = 16;

/// The fields of an arm that are all encoded by their types alone.
pub(in crate::expand) struct FieldGroup<'f, 'a> {
    env: &'f Env<'a>,
    arm: &'f Arm<'a>,
    /// The module with the functions for this number of fields.
    module: TokenStream,
}

impl<'f, 'a> FieldGroup<'f, 'a> {
    /// `None` when there are no or too many fields, or when one needs code of its own.
    pub(in crate::expand) fn new(env: &'f Env<'a>, arm: &'f Arm<'a>) -> Option<Self> {
        let fields = &arm.fields;
        let plain = |field: &FormField<'_>| field.field.is_plain() && field.field.is_on_wire();
        let alike = |field: &FormField<'_>| {
            (field.kind == Kind::Borrowed) == (fields[0].kind == Kind::Borrowed)
        };
        let simple = !keeps_tag(arm) && fields.iter().all(|field| plain(field) && alike(field));
        if !(1..=MOST).contains(&fields.len()) || !simple {
            return None;
        }
        let (door, of) = (&env.door, format_ident!("fields_{}", fields.len()));
        Some(Self { env, arm, module: quote!(#door::fields::#of) })
    }

    fn borrows(&self) -> bool {
        self.arm.fields[0].kind == Kind::Borrowed
    }

    fn types(&self) -> TokenStream {
        self.arm.fields.iter().map(|field| &field.ty).between(',')
    }

    fn bindings(&self, prefix: &str) -> TokenStream {
        self.arm.fields.iter().map(|field| field.binding(prefix)).between(',')
    }

    /// The name of the arm and those of the fields, as arguments.
    fn names(&self) -> TokenStream {
        let (of, names) = (&self.arm.name, self.arm.fields.iter().map(|field| field.field.name()));
        let names = names.between(',');
        quote!(#of, [#names])
    }

    /// A method of a trait that the tuple of all fields has, from `begin` on.
    ///
    /// All generated calls have one location, so that a field that lacks the trait is the same error in
    /// each function, which the compiler shows once. It reaches from the first to the last field whose
    /// type may lack the trait; mostly, that is one field.
    fn of(&self, rest: TokenStream) -> TokenStream {
        let mut doubtful = self.arm.fields.iter().filter(|field| !is_certain(field.field.ty));
        let first = doubtful.next().map_or_else(Span::call_site, FormField::span);
        let last = doubtful.next_back().map_or(first, FormField::span);
        let mut code: Vec<_> = placed(rest, last).into_iter().gathered();
        let start = code[0].span().located_at(first);
        code[0].set_span(start);
        code.into_iter().gathered()
    }

    /// The same of the fields as such.
    fn of_fields(&self, call: &TokenStream) -> TokenStream {
        let (types, door) = (self.tuple(&self.types()), &self.env.door);
        self.of(quote!(<#types as #door::Fields>::#call))
    }

    /// A tuple of these parts, one for each field.
    fn tuple(&self, parts: &TokenStream) -> TokenStream {
        let end = (self.arm.fields.len() == 1).then(|| quote!(,));
        quote!((#parts #end))
    }

    /// Their size, for decoding.
    pub(in crate::expand) fn decoded_size(&self) -> TokenStream {
        let format = &self.env.inner;
        if self.borrows() {
            let (module, types) = (&self.module, self.types());
            return quote!(#module::ref_size::<#format, #types>());
        }
        self.of_fields(&quote!(size::<#format>()))
    }

    /// Their size, for encoding.
    pub(in crate::expand) fn encoded_size(&self) -> TokenStream {
        let (format, door) = (&self.env.inner, &self.env.door);
        let types = self.arm.fields.iter().map(|field| {
            let ty = &field.ty;
            quote!(&#ty)
        });
        let types = self.tuple(&types.between(','));
        self.of(quote!(<#types as #door::Written>::encoded_size::<#format>()))
    }

    /// Reads them and makes `value` of their bindings: a `Result`.
    pub(in crate::expand) fn read(&self, hoisted: bool, value: &TokenStream) -> TokenStream {
        let (names, bindings) = (self.names(), self.bindings("f"));
        if self.borrows() {
            let (module, types) = (&self.module, self.types());
            return quote!(#module::read_ref::<_, #types, _>(__r, #names, |#bindings| #value));
        }
        let bindings = self.tuple(&bindings);
        let function = if hoisted { quote!(read_hoisted) } else { quote!(read) };
        self.of_fields(&quote!(#function(__r, #names, |#bindings| #value)))
    }

    /// Reads over them: a `Result`.
    pub(in crate::expand) fn read_into(&self) -> TokenStream {
        let of = &self.arm.name;
        let fields = self.arm.fields.iter().map(|field| {
            let (name, binding) = (field.field.name(), field.binding("a"));
            quote!((#name, #binding))
        });
        let fields = self.tuple(&fields.between(','));
        self.of_fields(&quote!(decode_into(__r, #of, #fields)))
    }

    /// Skips them: a `Result`.
    pub(in crate::expand) fn skip(&self) -> TokenStream {
        let names = self.names();
        self.of_fields(&quote!(skip(__r, #names)))
    }

    /// Reports to a walk what they allocate.
    pub(in crate::expand) fn memory(&self) -> TokenStream {
        let format = &self.env.inner;
        let memory = self.of_fields(&quote!(memory::<#format>(__walk)));
        quote!(#memory;)
    }

    /// Their encoded length.
    pub(in crate::expand) fn len(&self) -> TokenStream {
        let (format, door) = (&self.env.inner, &self.env.door);
        let values = self.tuple(&self.bindings("a"));
        self.of(quote!(#door::Written::encoded_len::<#format>(#values)))
    }

    /// Writes them: a `Result`.
    pub(in crate::expand) fn write(&self) -> TokenStream {
        let (door, values) = (&self.env.door, self.tuple(&self.bindings("a")));
        self.of(quote!(#door::Written::encode(#values, __w)))
    }
}
