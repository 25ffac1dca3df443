//! The descriptions of all types that the crate encodes, one file for each crate that the types
//! come from.

#[cfg(feature = "alloc")]
mod alloc;
mod core;
mod ext;
mod form;
#[cfg(feature = "std")]
mod std;
mod wire;

/// Describes types: parameters in braces, the type, its name, its kind, and what a format must
/// support for it.
macro_rules! describe {
    ($($({$($param:tt)*})? $type:ty, $name:expr, $kind:expr $(, $need:ident)?;)*) => {$(
        impl$(<$($param)*>)? $crate::schema::Describe for $type {
            const SCHEMA: $crate::schema::SchemaRef = $crate::schema::SchemaRef::new(const {
                &$crate::schema::Schema::new($name, $kind)
                    $(.with_need($crate::schema::Need::$need))?
            });
        }
    )*};
}

/// Describes types that have the encoding, and the description, of another.
macro_rules! same {
    ($($({$($param:tt)*})? $type:ty as $other:ty;)*) => {$(
        impl$(<$($param)*>)? $crate::schema::Describe for $type {
            const SCHEMA: $crate::schema::SchemaRef =
                <$other as $crate::schema::Describe>::SCHEMA;
        }
    )*};
}

use {describe, same};
