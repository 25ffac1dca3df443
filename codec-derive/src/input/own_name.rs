//! The name of the type in place of `Self`, which is another type in a generated form.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::{Data, DeriveInput};

use crate::input::{any_token, mapped};

/// Writes the type's name in place of `Self` in the types of fields.
pub(crate) fn spell_out(input: &mut DeriveInput) {
    let fields: Vec<_> = match &mut input.data {
        Data::Struct(data) => data.fields.iter_mut().collect(),
        Data::Enum(data) => {
            data.variants.iter_mut().flat_map(|variant| variant.fields.iter_mut()).collect()
        }
        Data::Union(_) => Vec::new(),
    };
    let (_, arguments, _) = input.generics.split_for_impl();
    let arguments = arguments.to_token_stream();
    for field in fields {
        let ty = field.ty.to_token_stream();
        if says(ty.clone(), "Self")
            && let Ok(ty) = syn::parse2(named(ty, &input.ident, &arguments))
        {
            field.ty = ty;
        }
    }
}

/// Returns true if this identifier is in the code.
pub(crate) fn says(code: TokenStream, name: &str) -> bool {
    any_token(code, &|token| matches!(token, TokenTree::Ident(ident) if ident == name))
}

/// The code with this name and its generic arguments in place of `Self`.
pub(crate) fn named(code: TokenStream, name: &Ident, arguments: &TokenStream) -> TokenStream {
    mapped(code, &mut |tokens, index| {
        let TokenTree::Ident(own) = &tokens[index] else { return None };
        let mut name = name.clone();
        name.set_span(own.span());
        let named = match tokens.get(index + 1) {
            Some(TokenTree::Punct(next)) if next.as_char() == ':' && !arguments.is_empty() => {
                quote!(<#name #arguments>)
            }
            _ => quote!(#name #arguments),
        };
        (own == "Self").then_some(named)
    })
}

#[cfg(test)]
mod tests {
    use super::{named, says};
    use quote::{format_ident, quote};

    #[test]
    fn self_is_the_type() {
        let name = format_ident!("Tree");
        assert!(says(quote!(Vec<Option<Tree>>), "Tree"));
        assert!(!says(quote!(Vec<Forest>), "Tree"));
        let plain = named(quote!(f(Self::MAX)), &name, &quote!());
        assert_eq!(plain.to_string(), "f (Tree :: MAX)");
        let generic = named(quote!([Self; Self::LEN]), &name, &quote!(<T>));
        assert_eq!(generic.to_string(), "[Tree < T > ; < Tree < T > > :: LEN]");
    }
}
