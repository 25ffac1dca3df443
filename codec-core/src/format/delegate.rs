//! Delegation of methods by a format that wraps another one.
#![forbid(unsafe_code)]

/// The methods of [`Format`](super::Format), group by group, as `$inner` has
/// them; `kinds` are its constants about maps and results.
macro_rules! delegate {
    ($inner:ident: $($group:ident),*) => {$(
        $crate::format::delegate::delegate!(@$group $inner);
    )*};
    (@ints $inner:ident) => {
        $crate::format::delegate::delegate!($inner: int_sizes, int_writes);

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read_int<I: Int>(cursor: &mut Cursor<'_>) -> Result<I, DecodeError> {
            $inner::read_int(cursor)
        }
    };
    (@int_sizes $inner:ident) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn int_size<I: Int>() -> Size {
            $inner::int_size::<I>()
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn int_len<I: Int>(value: I) -> usize {
            $inner::int_len(value)
        }
    };
    (@int_writes $inner:ident) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write_int<I: Int>(out: &mut Output<'_>, value: I) -> Result<(), EncodeError> {
            $inner::write_int(out, value)
        }
    };
    (@bools $inner:ident) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read_bool(cursor: &mut Cursor<'_>) -> Result<bool, DecodeError> {
            $inner::read_bool(cursor)
        }
    };
    (@floats $inner:ident) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read_f32(cursor: &mut Cursor<'_>) -> Result<f32, DecodeError> {
            $inner::read_f32(cursor)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read_f64(cursor: &mut Cursor<'_>) -> Result<f64, DecodeError> {
            $inner::read_f64(cursor)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write_f32(out: &mut Output<'_>, value: f32) -> Result<(), EncodeError> {
            $inner::write_f32(out, value)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write_f64(out: &mut Output<'_>, value: f64) -> Result<(), EncodeError> {
            $inner::write_f64(out, value)
        }
    };
    (@chars $inner:ident) => {
        $crate::format::delegate::delegate!($inner: char_sizes, char_writes);

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read_char(cursor: &mut Cursor<'_>) -> Result<char, DecodeError> {
            $inner::read_char(cursor)
        }
    };
    (@char_sizes $inner:ident) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn char_size() -> Size {
            $inner::char_size()
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn char_len(value: char) -> usize {
            $inner::char_len(value)
        }
    };
    (@char_writes $inner:ident) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write_char(out: &mut Output<'_>, value: char) -> Result<(), EncodeError> {
            $inner::write_char(out, value)
        }
    };
    (@lens $inner:ident) => {
        $crate::format::delegate::delegate!($inner: len_sizes, len_writes);

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read_len(cursor: &mut Cursor<'_>) -> Result<usize, DecodeError> {
            $inner::read_len(cursor)
        }
    };
    (@len_sizes $inner:ident) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn len_size() -> Size {
            $inner::len_size()
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn len_len(len: usize) -> usize {
            $inner::len_len(len)
        }
    };
    (@len_writes $inner:ident) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write_len(out: &mut Output<'_>, len: usize) -> Result<(), EncodeError> {
            $inner::write_len(out, len)
        }
    };
    (@tags $inner:ident) => {
        $crate::format::delegate::delegate!($inner: tag_sizes, tag_writes);

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read_tag(cursor: &mut Cursor<'_>) -> Result<u32, DecodeError> {
            $inner::read_tag(cursor)
        }
    };
    (@tag_sizes $inner:ident) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn tag_size() -> Size {
            $inner::tag_size()
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn tag_len(tag: u32) -> usize {
            $inner::tag_len(tag)
        }
    };
    (@tag_writes $inner:ident) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write_tag(out: &mut Output<'_>, tag: u32) -> Result<(), EncodeError> {
            $inner::write_tag(out, tag)
        }
    };
}

pub(crate) use delegate;
