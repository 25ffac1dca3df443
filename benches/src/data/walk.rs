//! The least that a reader of rows does: a pass over Bincode's bytes that follows every length, checks
//! every boolean, tag and string, and builds nothing. Its errors are panics. It is what the borrowed
//! rows are held against, as a `memcpy` is for those that encode.

use super::digest::Digest;

/// The rest of an encoding.
#[derive(Debug, Clone, Copy)]
pub struct Rows<'a>(&'a [u8]);

impl<'a> Rows<'a> {
    /// All of an encoding.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Passes over one value and checks it; with `READ`, the sum over its contents.
    ///
    /// # Panics
    /// When the bytes are no valid encoding of it.
    #[inline(always)]
    pub fn pass<T: Walk, const READ: bool>(&mut self) -> u64 {
        T::walk::<READ>(self)
    }

    #[inline(always)]
    fn array<const N: usize>(&mut self) -> [u8; N] {
        let (array, rest) = self.0.split_first_chunk().expect("it is not cut");
        self.0 = rest;
        *array
    }

    #[inline(always)]
    fn count(&mut self) -> usize {
        usize::try_from(u64::from_le_bytes(self.array())).expect("it was in memory")
    }

    #[inline(always)]
    fn bytes(&mut self) -> &'a [u8] {
        let count = self.count();
        let (bytes, rest) = self.0.split_at(count);
        self.0 = rest;
        bytes
    }
}

/// A type whose encoding can be passed over.
pub trait Walk {
    /// Like [`Rows::pass`].
    fn walk<const READ: bool>(rows: &mut Rows<'_>) -> u64;

    /// The same for many.
    #[inline(always)]
    fn walk_all<const READ: bool>(rows: &mut Rows<'_>) -> u64 {
        let mut sum = 0u64;
        for _ in 0..rows.count() {
            sum = sum.wrapping_add(Self::walk::<READ>(rows));
        }
        sum
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Walk for $number {
            #[inline(always)]
            fn walk<const READ: bool>(rows: &mut Rows<'_>) -> u64 {
                let value = Self::from_le_bytes(rows.array());
                if READ { value.digest() } else { 0 }
            }
        }
    )*};
}
numbers!(i8 u16 i16 u32 i32 u64 i64 f32 f64);

impl Walk for u8 {
    #[inline(always)]
    fn walk<const READ: bool>(rows: &mut Rows<'_>) -> u64 {
        rows.array::<1>()[0].into()
    }

    #[inline(always)]
    fn walk_all<const READ: bool>(rows: &mut Rows<'_>) -> u64 {
        let bytes = rows.bytes();
        if READ { bytes.digest() } else { 0 }
    }
}

impl Walk for bool {
    #[inline(always)]
    fn walk<const READ: bool>(rows: &mut Rows<'_>) -> u64 {
        let [byte] = rows.array();
        assert!(byte <= 1, "it is a boolean");
        byte.into()
    }

    #[inline(always)]
    fn walk_all<const READ: bool>(rows: &mut Rows<'_>) -> u64 {
        let bytes = rows.bytes();
        assert!(bytes.iter().fold(0, |all, byte| all | byte) <= 1, "they are booleans");
        if READ { bytes.digest() } else { 0 }
    }
}

impl Walk for String {
    #[inline(always)]
    fn walk<const READ: bool>(rows: &mut Rows<'_>) -> u64 {
        let bytes = rows.bytes();
        // In all data sets they are ASCII, which is found out faster.
        let text = if bytes.is_ascii() { bytes } else { checked(bytes) };
        if READ { text.len() as u64 + u64::from(text.first().copied().unwrap_or(0)) } else { 0 }
    }
}

#[cold]
fn checked(bytes: &[u8]) -> &[u8] {
    std::str::from_utf8(bytes).expect("it is UTF-8").as_bytes()
}

impl<T: Walk> Walk for Vec<T> {
    #[inline(always)]
    fn walk<const READ: bool>(rows: &mut Rows<'_>) -> u64 {
        T::walk_all::<READ>(rows)
    }
}

impl<T: Walk, const N: usize> Walk for [T; N] {
    #[inline(always)]
    fn walk<const READ: bool>(rows: &mut Rows<'_>) -> u64 {
        (0..N).fold(0, |sum, _| sum.wrapping_add(T::walk::<READ>(rows)))
    }
}

impl<T: Walk> Walk for Option<T> {
    #[inline(always)]
    fn walk<const READ: bool>(rows: &mut Rows<'_>) -> u64 {
        match rows.array() {
            [0] => 0,
            [1] => T::walk::<READ>(rows).wrapping_add(1),
            [other] => panic!("{other} is no tag of an option"),
        }
    }
}

macro_rules! tuples {
    ($(($($name:ident)*))*) => {$(
        impl<$($name: Walk),*> Walk for ($($name,)*) {
            #[inline(always)]
            fn walk<const READ: bool>(rows: &mut Rows<'_>) -> u64 {
                0u64$(.wrapping_add($name::walk::<READ>(rows)))*
            }
        }
    )*};
}
tuples!((A B) (A B C));

/// Structs: the types of the fields in order. Enums without fields: how many variants they have.
macro_rules! walk {
    ($name:ident: $count:literal variants) => {
        impl $crate::data::walk::Walk for $name {
            #[inline(always)]
            fn walk<const READ: bool>(rows: &mut $crate::data::walk::Rows<'_>) -> u64 {
                let tag = <u32 as $crate::data::walk::Walk>::walk::<true>(rows);
                assert!(tag < $count, "it is a variant");
                tag
            }
        }
    };
    ($name:ident: $($field:ty),*) => {
        impl $crate::data::walk::Walk for $name {
            #[inline(always)]
            fn walk<const READ: bool>(rows: &mut $crate::data::walk::Rows<'_>) -> u64 {
                0u64$(.wrapping_add(<$field as $crate::data::walk::Walk>::walk::<READ>(rows)))*
            }
        }
    };
}
pub(crate) use walk;
