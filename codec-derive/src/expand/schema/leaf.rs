//! Types whose descriptions lead to no type of the user's.

use syn::{Expr, GenericArgument, PathArguments, Type};

/// Types without parts, by their names.
const PARTLESS: &str = "u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char f32 f64 \
                        String Duration SystemTime Ipv4Addr Ipv6Addr Bytes U24 U256 PubKey \
                        Signature Mac Str0255 B032 B0255 B064K B016M";
/// Types that contain nothing but values of their parameters.
const CONTAINERS: &str = "Option Vec VecDeque Box Packed Seq0255 Seq064K";

/// Returns `true` if a description of this type can't lead back to the type that is being
/// described: it consists of types of the standard library and of `codec_core::wire`, by their
/// names. A type of the user's that has such a name is taken for one; if it contains itself by
/// way of others, the compiler reports a cycle.
pub(super) fn is_leaf(ty: &Type) -> bool {
    match ty {
        Type::Path(path) if path.qself.is_none() => {
            let Some(last) = path.path.segments.last() else { return false };
            // Comparing an identifier makes a string of it.
            let name = last.ident.to_string();
            match &last.arguments {
                PathArguments::None => PARTLESS.split(' ').any(|known| known == name),
                PathArguments::AngleBracketed(all) => {
                    let of = |one: &GenericArgument| match one {
                        GenericArgument::Type(ty) => is_leaf(ty),
                        _ => false,
                    };
                    CONTAINERS.split(' ').any(|known| known == name) && all.args.iter().all(of)
                }
                PathArguments::Parenthesized(_) => false,
            }
        }
        Type::Array(array) => matches!(array.len, Expr::Lit(_)) && is_leaf(&array.elem),
        Type::Tuple(parts) => parts.elems.iter().all(is_leaf),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_leaf;
    use syn::parse_quote;

    #[test]
    fn types_of_the_user_are_no_leaves() {
        for (ty, leaf) in [
            (parse_quote!(u32), true),
            (parse_quote!(std::string::String), true),
            (parse_quote!(Vec<Option<[u8; 32]>>), true),
            (parse_quote!((u8, codec_core::wire::Str0255)), true),
            (parse_quote!(Share), false),
            (parse_quote!(Vec<Share>), false),
            (parse_quote!(Option<Box<Self>>), false),
            (parse_quote!([u8; Self::LEN]), false),
            (parse_quote!(<u8 as Trait>::Of), false),
            (parse_quote!(&'static str), false),
        ] {
            assert_eq!(is_leaf(&ty), leaf, "{}", quote::quote!(#ty));
        }
    }
}
