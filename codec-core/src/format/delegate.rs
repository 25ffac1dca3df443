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
        $crate::format::delegate::delegate!(= $inner
            read_int<I>(cursor: &mut Cursor<'_>) -> Result<I, DecodeError>;
        );
    };
    (@int_sizes $inner:ident) => {
        $crate::format::delegate::delegate!(= $inner
            int_size<I>() -> Size;
            int_len<I>(value: I) -> usize;
        );
    };
    (@int_writes $inner:ident) => {
        $crate::format::delegate::delegate!(= $inner
            write_int<I>(out: &mut Output<'_>, value: I) -> Result<(), EncodeError>;
        );
    };
    (@bools $inner:ident) => {
        $crate::format::delegate::delegate!(= $inner
            read_bool(cursor: &mut Cursor<'_>) -> Result<bool, DecodeError>;
        );
    };
    (@floats $inner:ident) => {
        $crate::format::delegate::delegate!(= $inner
            read_f32(cursor: &mut Cursor<'_>) -> Result<f32, DecodeError>;
            read_f64(cursor: &mut Cursor<'_>) -> Result<f64, DecodeError>;
            write_f32(out: &mut Output<'_>, value: f32) -> Result<(), EncodeError>;
            write_f64(out: &mut Output<'_>, value: f64) -> Result<(), EncodeError>;
        );
    };
    (@chars $inner:ident) => {
        $crate::format::delegate::delegate!($inner: char_sizes, char_writes);
        $crate::format::delegate::delegate!(= $inner
            read_char(cursor: &mut Cursor<'_>) -> Result<char, DecodeError>;
        );
    };
    (@char_sizes $inner:ident) => {
        $crate::format::delegate::delegate!(= $inner
            char_size() -> Size;
            char_len(value: char) -> usize;
        );
    };
    (@char_writes $inner:ident) => {
        $crate::format::delegate::delegate!(= $inner
            write_char(out: &mut Output<'_>, value: char) -> Result<(), EncodeError>;
        );
    };
    (@lens $inner:ident) => {
        $crate::format::delegate::delegate!($inner: len_sizes, len_writes);
        $crate::format::delegate::delegate!(= $inner
            read_len(cursor: &mut Cursor<'_>) -> Result<usize, DecodeError>;
        );
    };
    (@len_sizes $inner:ident) => {
        $crate::format::delegate::delegate!(= $inner
            len_size() -> Size;
            len_len(len: usize) -> usize;
        );
    };
    (@len_writes $inner:ident) => {
        $crate::format::delegate::delegate!(= $inner
            write_len(out: &mut Output<'_>, len: usize) -> Result<(), EncodeError>;
        );
    };
    (@tags $inner:ident) => {
        $crate::format::delegate::delegate!($inner: tag_sizes, tag_writes);
        $crate::format::delegate::delegate!(= $inner
            read_tag(cursor: &mut Cursor<'_>) -> Result<u32, DecodeError>;
        );
    };
    (@tag_sizes $inner:ident) => {
        $crate::format::delegate::delegate!(= $inner
            tag_size() -> Size;
            tag_len(tag: u32) -> usize;
        );
    };
    (@tag_writes $inner:ident) => {
        $crate::format::delegate::delegate!(= $inner
            write_tag(out: &mut Output<'_>, tag: u32) -> Result<(), EncodeError>;
        );
    };
    (= $inner:ident
        $($name:ident $(<$int:ident>)? ($($given:ident: $type:ty),*) -> $result:ty;)*) => {$(
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $name $(<$int: Int>)? ($($given: $type),*) -> $result {
            $inner::$name $(::<$int>)? ($($given),*)
        }
    )*};
}

pub(crate) use delegate;
