//! Runs: fields whose room is checked once.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::expand::env::Env;

/// The runs of a struct's fields.
pub(super) struct Runs {
    /// Computes the sizes.
    pub(super) prelude: TokenStream,
    /// For each field, the size of the field before it and the run that starts
    /// with it.
    pub(super) arguments: Vec<TokenStream>,
}

impl Runs {
    /// From the size of each field. Runs are computed from the last to the
    /// first; a run is its field's size and, if that is fixed, the next run.
    pub(super) fn new(env: &Env<'_>, sizes: &[TokenStream]) -> Self {
        let krate = &env.krate;
        let mut prelude = TokenStream::new();
        let mut arguments = Vec::with_capacity(sizes.len());
        for (index, size) in sizes.iter().enumerate().rev() {
            let here = format_ident!("__s{index}");
            let run = if index + 1 == sizes.len() {
                prelude.extend(quote!(let #here = #size;));
                here
            } else {
                let run = format_ident!("__n{index}");
                let last = index + 2 == sizes.len();
                let next = format_ident!("__{}{}", if last { "s" } else { "n" }, index + 1);
                prelude.extend(quote!(let #here = #size; let #run = #here.run(#next);));
                run
            };
            let before = if let Some(before) = index.checked_sub(1) {
                let before = format_ident!("__s{before}");
                quote!(#before)
            } else {
                quote!(#krate::Size::UNKNOWN)
            };
            arguments.push(quote!(#before, #run));
        }
        arguments.reverse();
        Self { prelude, arguments }
    }
}

/// The size of one field after the other.
pub(super) fn total(env: &Env<'_>, sizes: &[TokenStream]) -> TokenStream {
    let krate = &env.krate;
    quote! {
        let __size = #krate::Size::ZERO;
        #(let __size = __size.and(#sizes);)*
        __size
    }
}
