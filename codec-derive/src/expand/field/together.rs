//! The fields of an arm in one call or two, where no attribute changes how one of them is encoded: a call
//! is type-checked once, fields that are written out once each.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::expand::env::Env;
use crate::expand::field::body::is_other;
use crate::expand::form::{Arm, FormField};
use crate::expand::way::Way;
use crate::gather::Gather as _;

/// The maximum number of fields for which the runtime has a function: longer runs take several.
const CHUNK: usize = 8;

/// The maximum number of fields of an arm: more are written out, in groups.
const MOST: usize = 2 * CHUNK;

/// The fields of an arm that are all encoded by their types alone.
pub(in crate::expand) struct Together<'f, 'a> {
    env: &'f Env<'a>,
    arm: &'f Arm<'a>,
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
        ((1..=MOST).contains(&fields.len()) && simple).then_some(Self { env, arm })
    }

    /// Whether one call handles all fields.
    pub(in crate::expand) fn is_one_call(&self) -> bool {
        self.arm.fields.len() <= CHUNK
    }

    fn borrows(&self) -> bool {
        self.arm.fields[0].way == Way::Borrowed
    }

    /// The fields of each call.
    fn chunks(&self) -> impl Iterator<Item = Chunk<'f, 'a>> + use<'f, 'a> {
        let (env, arm) = (self.env, self.arm);
        arm.fields.chunks(CHUNK).map(move |fields| Chunk { env, of: &arm.name, fields })
    }

    /// A `Result` of one call after the other.
    fn each(&self, call: impl Fn(&Chunk<'f, 'a>) -> TokenStream) -> TokenStream {
        let mut calls: Vec<_> = self.chunks().map(|chunk| call(&chunk)).gathered();
        let last = calls.pop();
        if calls.is_empty() {
            return quote!(#last);
        }
        let earlier = calls.iter().map(|call| quote!(#call?;)).tokens();
        quote!({ #earlier #last })
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
        let format = &self.env.inner;
        let sizes = self.chunks().enumerate().map(|(index, chunk)| {
            let (call, types) = (chunk.function(function), chunk.types());
            let size = quote!(#call::<#format, #types>());
            if index == 0 { size } else { quote!(.and(#size)) }
        });
        sizes.tokens()
    }

    /// Reads them and makes `value` of their bindings: a `Result`.
    pub(in crate::expand) fn read(&self, hoisted: bool, value: &TokenStream) -> TokenStream {
        let function = match (self.borrows(), hoisted) {
            (true, _) => "read_ref",
            (false, true) => "read_hoisted",
            (false, false) => "read",
        };
        let read = |chunk: &Chunk<'_, '_>, value: &TokenStream| {
            let (call, types, names) = (chunk.function(function), chunk.types(), chunk.names());
            let (of, bindings) = (chunk.of, chunk.bindings("f"));
            quote!(#call::<_, #types, _>(__r, #of, [#names], |#bindings| #value))
        };
        let mut chunks: Vec<_> = self.chunks().gathered();
        let last = chunks.pop().map(|last| read(&last, value));
        if chunks.is_empty() {
            return quote!(#last);
        }
        let earlier = chunks.iter().map(|chunk| {
            let bindings = chunk.bindings("f");
            let values = quote!((#bindings));
            let read = read(chunk, &values);
            quote!(let #values = #read?;)
        });
        let earlier = earlier.tokens();
        quote!({ #earlier #last })
    }

    /// Reads over them: a `Result`.
    pub(in crate::expand) fn read_into(&self) -> TokenStream {
        self.each(|chunk| {
            let (call, types, of) = (chunk.function("read_into"), chunk.types(), chunk.of);
            let fields = chunk.fields.iter().map(|field| {
                let (name, binding) = (field.field.name(), field.binding("a"));
                quote!((#name, #binding))
            });
            let fields = fields.between(',');
            quote!(#call::<_, #types>(__r, #of, #fields))
        })
    }

    /// Skips them: a `Result`.
    pub(in crate::expand) fn skip(&self) -> TokenStream {
        self.each(|chunk| {
            let (call, types, names) = (chunk.function("skip"), chunk.types(), chunk.names());
            let of = chunk.of;
            quote!(#call::<_, #types>(__r, #of, [#names]))
        })
    }

    /// Reports to a walk what they allocate.
    pub(in crate::expand) fn memory(&self) -> TokenStream {
        let format = &self.env.inner;
        let calls = self.chunks().map(|chunk| {
            let (call, types) = (chunk.function("memory"), chunk.types());
            quote!(#call::<#format, #types>(__walk);)
        });
        calls.tokens()
    }

    /// Their encoded length.
    pub(in crate::expand) fn len(&self) -> TokenStream {
        let format = &self.env.inner;
        let lens = self.chunks().enumerate().map(|(index, chunk)| {
            let (call, types, bindings) =
                (chunk.function("len"), chunk.types(), chunk.bindings("a"));
            let len = quote!(#call::<#format, #types>(#bindings));
            if index == 0 { len } else { quote!(.wrapping_add(#len)) }
        });
        lens.tokens()
    }

    /// Writes them: a `Result`.
    pub(in crate::expand) fn write(&self) -> TokenStream {
        self.each(|chunk| {
            let (call, bindings) = (chunk.function("write"), chunk.bindings("a"));
            quote!(#call(__w, #bindings))
        })
    }
}

/// The fields of one call.
struct Chunk<'f, 'a> {
    env: &'f Env<'a>,
    /// The name of the arm.
    of: &'f String,
    fields: &'f [FormField<'a>],
}

impl Chunk<'_, '_> {
    /// The path of the runtime's function for this number of fields.
    fn function(&self, name: &str) -> TokenStream {
        let (door, of) = (&self.env.door, format_ident!("of_{}", self.fields.len()));
        let name = format_ident!("{name}");
        quote!(#door::together::#of::#name)
    }

    fn types(&self) -> TokenStream {
        self.fields.iter().map(|field| &field.ty).between(',')
    }

    fn names(&self) -> TokenStream {
        self.fields.iter().map(|field| field.field.name()).between(',')
    }

    fn bindings(&self, prefix: &str) -> TokenStream {
        self.fields.iter().map(|field| field.binding(prefix)).between(',')
    }
}
