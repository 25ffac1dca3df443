//! The fields of an arm in one call, where no attribute changes how one of them is encoded: a call
//! is type-checked once, fields that are written out once each.

use proc_macro2::TokenStream;

use crate::expand::env::Env;
use crate::expand::field::body::is_other;
use crate::expand::form::{Arm, FormField};
use crate::expand::way::Way;
use crate::gather::Gather as _;
use quote::{format_ident, quote};

/// The maximum number of fields for which the runtime has a function.
const MOST: usize = 16;

/// The fields of an arm that are all encoded by their types alone.
pub(in crate::expand) struct Together<'f, 'a> {
    env: &'f Env<'a>,
    arm: &'f Arm<'a>,
    /// The module with the functions for this number of fields.
    module: TokenStream,
}

impl<'f, 'a> Together<'f, 'a> {
    /// `None` when there are no or too many fields, or when one needs code of its own.
    pub(in crate::expand) fn new(env: &'f Env<'a>, arm: &'f Arm<'a>) -> Option<Self> {
        let fields = &arm.fields;
        let plain = |field: &FormField<'_>| field.field.is_plain() && field.field.travels();
        let alike = |field: &FormField<'_>| {
            (field.way == Way::Borrowed) == (fields[0].way == Way::Borrowed)
        };
        let simple = !is_other(arm) && fields.iter().all(|field| plain(field) && alike(field));
        if !(1..=MOST).contains(&fields.len()) || !simple {
            return None;
        }
        let (door, of) = (&env.door, format_ident!("of_{}", fields.len()));
        Some(Self { env, arm, module: quote!(#door::together::#of) })
    }

    fn borrows(&self) -> bool {
        self.arm.fields[0].way == Way::Borrowed
    }

    fn types(&self) -> TokenStream {
        let types = self.arm.fields.iter().map(|field| &field.ty).between(',');
        quote!(#types)
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

    /// Their size, for decoding.
    pub(in crate::expand) fn decoded_size(&self) -> TokenStream {
        self.size(if self.borrows() { "ref_size" } else { "size" })
    }

    /// Their size, for encoding.
    pub(in crate::expand) fn encoded_size(&self) -> TokenStream {
        self.size("encoded_size")
    }

    fn size(&self, function: &str) -> TokenStream {
        let (module, format, types) = (&self.module, &self.env.inner, self.types());
        let function = format_ident!("{function}");
        quote!(#module::#function::<#format, #types>())
    }

    /// Reads them and makes `value` of their bindings: a `Result`.
    pub(in crate::expand) fn read(&self, hoisted: bool, value: &TokenStream) -> TokenStream {
        let (module, types, names) = (&self.module, self.types(), self.names());
        let function = match (self.borrows(), hoisted) {
            (true, _) => quote!(read_ref),
            (false, true) => quote!(read_hoisted),
            (false, false) => quote!(read),
        };
        let bindings = self.bindings("f");
        quote!(#module::#function::<_, #types, _>(__r, #names, |#bindings| #value))
    }

    /// Reads over them: a `Result`.
    pub(in crate::expand) fn read_into(&self) -> TokenStream {
        let (module, of) = (&self.module, &self.arm.name);
        let fields = self.arm.fields.iter().map(|field| {
            let (name, binding) = (field.field.name(), field.binding("a"));
            quote!((#name, #binding))
        });
        let fields = fields.between(',');
        let types = self.types();
        quote!(#module::read_into::<_, #types>(__r, #of, #fields))
    }

    /// Skips them: a `Result`.
    pub(in crate::expand) fn skip(&self) -> TokenStream {
        let (module, types, names) = (&self.module, self.types(), self.names());
        quote!(#module::skip::<_, #types>(__r, #names))
    }

    /// Reports to a walk what they allocate.
    pub(in crate::expand) fn memory(&self) -> TokenStream {
        let (module, format, types) = (&self.module, &self.env.inner, self.types());
        quote!(#module::memory::<#format, #types>(__walk);)
    }

    /// Their encoded length.
    pub(in crate::expand) fn len(&self) -> TokenStream {
        let (module, format) = (&self.module, &self.env.inner);
        let (types, bindings) = (self.types(), self.bindings("a"));
        quote!(#module::len::<#format, #types>(#bindings))
    }

    /// Writes them: a `Result`.
    pub(in crate::expand) fn write(&self) -> TokenStream {
        let (module, bindings) = (&self.module, self.bindings("a"));
        quote!(#module::write(__w, #bindings))
    }
}
