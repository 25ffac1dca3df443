//! Fields without attributes, all of them in one call: generated code of most structs and variants
//! consists of these calls.
//!
//! Each field that is expanded costs the compiler several expressions in each of eight functions,
//! which are checked again for every type. Here they are checked once for each number of fields, in
//! the module `fields_2` for two of them, and a type's own functions are a call.
#![forbid(unsafe_code)]
#![expect(clippy::missing_errors_doc, reason = "errors that are not named are those of the fields")]

use crate::error::{DecodeError, EncodeError};
use crate::field::run::{read_field, read_field_into, read_field_ref, skip_field, write_last};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::{Encode, open_end};
use crate::value::growing::growing;
use crate::value::memory::MemoryWalk;
use crate::write::writer::Writer;

/// The size of what is before the first field, which therefore starts a run.
const START: Size = Size::UNKNOWN;

/// The runs of fields by their sizes, from the last to the first.
macro_rules! runs {
    ($size:ident $run:ident) => {
        let $run = $size;
    };
    ($size:ident $run:ident, $following:ident $next:ident $(, $more:ident $after:ident)*) => {
        runs!($following $next $(, $more $after)*);
        let $run = $size.run($next);
    };
}

/// Says that a generated form has a size. Implementations have the bound `for<'any> Form: Formed<'any>`,
/// which binds a lifetime so that the compiler takes it as given there: a last field without a form,
/// and so without a size, is one error, of the implementation of this trait, and not one in each.
pub trait Formed<'any>: Sized {}

/// A type whose borrowed form is `Copy`. A bound that is false is an error, unless a lifetime is bound
/// in it: then there is just no `Copy`, nor an error of a type without a form.
pub trait Copied<'de, 'any>: Borrowable<Ref<'de>: Copy> + 'de {}

impl<'de, T: Borrowable<Ref<'de>: Copy> + 'de> Copied<'de, '_> for T {}

/// Fields that are encoded, each a reference: what a type's `Encode` calls.
///
/// A trait of the tuple of all fields, where functions would have a bound for each field: a field that
/// can't be encoded is one error, whichever of the methods are called.
pub trait Written: Sized {
    /// The size of the fields.
    fn encoded_size<F: Format>() -> Size;

    /// The encoded length of all fields.
    fn encoded_len<F: Format>(self) -> usize;

    /// Writes them.
    fn encode<F: Format>(self, w: &mut Writer<'_, F>) -> Result<(), EncodeError>;
}

/// Fields that are decoded: what a type's `Decodable` calls. One trait for the reason that
/// [`Written`] is one.
pub trait Fields: Sized {
    /// The fields, each with its name, to decode over them.
    type Places<'p>
    where
        Self: 'p;

    /// The names of the fields.
    type Names;

    /// The size of the fields.
    fn size<F: Format>() -> Size;

    /// Names to a walk what they allocate.
    fn memory<F: Format>(walk: &mut MemoryWalk);

    /// Decodes over them.
    fn decode_into<F: Format>(
        r: &mut Reader<'_, F>,
        of: &'static str,
        places: Self::Places<'_>,
    ) -> Result<(), DecodeError>;

    /// Checks fields and skips them.
    fn skip<F: Format>(
        r: &mut Reader<'_, F>,
        of: &'static str,
        names: Self::Names,
    ) -> Result<(), DecodeError>;

    /// Decodes fields of the struct or variant `of` and makes a value of them.
    fn read<F: Format, O>(
        r: &mut Reader<'_, F>,
        of: &'static str,
        names: Self::Names,
        make: impl FnOnce(Self) -> O,
    ) -> Result<O, DecodeError>;

    /// Like `read`, over a local reader.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_hoisted<F: Format, O>(
        r: &mut Reader<'_, F>,
        of: &'static str,
        names: Self::Names,
        make: impl FnOnce(Self) -> O,
    ) -> Result<O, DecodeError> {
        if cfg!(debug_assertions) {
            return Self::read(r, of, names, make);
        }
        // Without a closure: the optimiser would work on it and again on its caller.
        let mut own = r.hoist();
        let outcome = Self::read(&mut own, of, names, make);
        r.settle(own);
        outcome
    }
}

/// A module, and the traits, for each number of fields. Of each field: its type, its name and
/// value, the size of the field before it, its size, and the run that starts with it.
macro_rules! fields {
    ([$module:ident $count:literal $($last:ident)+];
        $([$of:ident $at:literal $T:ident $value:ident $before:ident $size:ident $run:ident])+) => {
        impl<$($T: Encode + ?Sized),+> Written for ($(&$T,)+) {
            crate::format::size::sizes!(encoded_size: Size::ZERO$(.and($T::encoded_size::<F>()))+);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encoded_len<F: Format>(self) -> usize {
                let ($($value,)+) = self;
                0usize$(.wrapping_add($value.encoded_len::<F>()))+
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode<F: Format>(self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                const { open_end(&[$($T::OPEN),+]) };
                let ($($value,)+) = self;
                $(let $size = $T::encoded_size::<F>();)+
                runs!($($size $run),+);
                $(write_last::<F, $T>(w, $value, $before, $run)?;)+
                Ok(())
            }
        }

        impl<$($T: Decodable),+> Fields for ($($T,)+) {
            type Places<'p>
                = ($((&'static str, &'p mut $T),)+)
            where
                Self: 'p;

            type Names = [&'static str; $count];

            crate::format::size::sizes!(size: Size::ZERO$(.and($T::size::<F>()))+);

            fn memory<F: Format>(walk: &mut MemoryWalk) {
                $(walk.part::<F, $T>();)+
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode_into<F: Format>(
                r: &mut Reader<'_, F>,
                of: &'static str,
                ($($value,)+): Self::Places<'_>,
            ) -> Result<(), DecodeError> {
                $(let $size = $T::size::<F>();)+
                runs!($($size $run),+);
                $(read_field_into::<F, $T>(r, of, $value.0, $before, $run, $value.1)?;)+
                Ok(())
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn skip<F: Format>(
                r: &mut Reader<'_, F>,
                of: &'static str,
                [$($value),+]: Self::Names,
            ) -> Result<(), DecodeError> {
                $(let $size = $T::size::<F>();)+
                runs!($($size $run),+);
                $(skip_field::<F, $T>(r, of, $value, $before, $run)?;)+
                Ok(())
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn read<F: Format, O>(
                r: &mut Reader<'_, F>,
                of: &'static str,
                [$($value),+]: Self::Names,
                make: impl FnOnce(Self) -> O,
            ) -> Result<O, DecodeError> {
                $(let $size = $T::size::<F>();)+
                runs!($($size $run),+);
                $(let $value = read_field::<F, $T>(r, of, $value, $before, $run)?;)+
                Ok(make(($($value,)+)))
            }
        }

        #[doc = concat!("Of ", $count, ".")]
        #[allow(clippy::too_many_arguments, reason = "one for each field")]
        pub mod $module {
            use super::*;

            /// The size of the fields, for decoding by borrowing.
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[must_use]
            pub fn ref_size<'de, F: Format, $($T: DecodableRef<'de>),+>() -> Size {
                Size::ZERO$(.and($T::ref_size::<F>()))+
            }

            /// Decodes the fields of the struct or variant `of` and makes a value of them, borrowing
            /// from the input.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn read_ref<'de, F: Format, $($T: DecodableRef<'de>,)+ O>(
                r: &mut Reader<'de, F>,
                of: &'static str,
                [$($value),+]: [&'static str; $count],
                make: impl FnOnce($($T),+) -> O,
            ) -> Result<O, DecodeError> {
                $(let $size = $T::ref_size::<F>();)+
                runs!($($size $run),+);
                $(let $value = read_field_ref::<F, $T>(r, of, $value, $before, $run)?;)+
                Ok(make($($value),+))
            }
        }
    };
}

growing! {fields []
    [fields_1 1 T1 v1 START s1 n1]
    [fields_2 2 T2 v2 s1 s2 n2]
    [fields_3 3 T3 v3 s2 s3 n3]
    [fields_4 4 T4 v4 s3 s4 n4]
    [fields_5 5 T5 v5 s4 s5 n5]
    [fields_6 6 T6 v6 s5 s6 n6]
    [fields_7 7 T7 v7 s6 s7 n7]
    [fields_8 8 T8 v8 s7 s8 n8]
    [fields_9 9 T9 v9 s8 s9 n9]
    [fields_10 10 T10 v10 s9 s10 n10]
    [fields_11 11 T11 v11 s10 s11 n11]
    [fields_12 12 T12 v12 s11 s12 n12]
    [fields_13 13 T13 v13 s12 s13 n13]
    [fields_14 14 T14 v14 s13 s14 n14]
    [fields_15 15 T15 v15 s14 s15 n15]
    [fields_16 16 T16 v16 s15 s16 n16]
}
