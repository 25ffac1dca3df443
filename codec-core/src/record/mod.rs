//! Records of readers: the interface that readers call, and the record that keeps everything.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
mod recorder;

#[cfg(feature = "alloc")]
pub use recorder::{Name, Node, Recorder};

use core::ops::Range;

/// The value of a leaf, as a record keeps it: bytes and text are ranges of the input.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// An unsigned integer.
    Unsigned(u128),
    /// A signed integer.
    Signed(i128),
    /// A float of 32 bits.
    Single(f32),
    /// A float of 64 bits.
    Double(f64),
    /// A boolean.
    Bool(bool),
    /// A character.
    Char(char),
    /// A length prefix or a count.
    Length(usize),
    /// An option without a value.
    Absent,
    /// Bytes of the input.
    Bytes,
    /// Bytes of the input that are meant as text.
    Text,
}

/// A record of what is read. Implemented by `()`, which records nothing, and by [`Recorder`].
pub trait Trace: Default + core::fmt::Debug {
    /// `true` if anything is recorded. Readers leave out what only a record needs.
    const ON: bool;

    /// The source of more input for the reader: none, `()`, but in streams.
    type Supply<'de>: Supply<'de>;

    /// A field of the struct `of` starts, or of this variant of the enum `of`. By default, neither
    /// this nor what follows is recorded.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter_field(
        &mut self,
        _of: &'static str,
        _variant: Option<&'static str>,
        _field: &'static str,
        _start: usize,
    ) {
    }

    /// An element of a sequence starts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter_element(&mut self, _index: usize, _start: usize) {}

    /// The field or element that started last ends.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave(&mut self, _end: usize) {}

    /// A leaf was read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&mut self, _range: Range<usize>, _value: Value) {}

    /// A length was refused, or the version that a value asks for.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn over_limit(&mut self, _len: usize, _max: usize) {}

    /// A value was refused, and why.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn refused(&mut self, _message: &'static str) {}

    /// Like [`refused`](Self::refused), for what a type of serde says, whose words are its own.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn remark(&mut self, _message: &dyn core::fmt::Display) {}
}

/// A source of more input for a reader when what it was given does not suffice.
pub trait Supply<'de>: Copy + Default + core::fmt::Debug {
    /// `true` if there may be more. Readers without leave out every question for it.
    const ON: bool;

    /// `true` if it is to know of values that go on as long as there is input.
    const OPEN: bool = Self::ON;

    /// The bytes of `rest`, which begins at this offset, and those that follow them:
    /// `len` bytes at least, or fewer when the input ends; `None` when there is none
    /// available. A value needs them.
    fn more(self, rest: &'de [u8], offset: usize, len: usize) -> Option<&'de [u8]>;

    /// Gets [`more`](Self::more), by one byte, for a value that goes on to the byte `end`, or to one
    /// that only it knows. There is no such byte in `rest`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seek(self, rest: &'de [u8], offset: usize, end: Option<u8>) -> Option<&'de [u8]> {
        let _ = end;
        self.more(rest, offset, rest.len().saturating_add(1))
    }

    /// Like [`more`](Self::more), for bytes that a value takes if there are any.
    fn open(self, rest: &'de [u8], offset: usize, len: usize) -> Option<&'de [u8]>;

    /// Says that more input does not change what is wrong.
    fn close(self);

    /// The bytes between two offsets in all that there was so far.
    fn between(self, range: Range<usize>) -> Option<&'de [u8]>;
}

impl<'de> Supply<'de> for () {
    const ON: bool = false;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn more(self, _rest: &'de [u8], _offset: usize, _len: usize) -> Option<&'de [u8]> {
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open(self, _rest: &'de [u8], _offset: usize, _len: usize) -> Option<&'de [u8]> {
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close(self) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn between(self, _range: Range<usize>) -> Option<&'de [u8]> {
        None
    }
}

impl Trace for () {
    const ON: bool = false;
    type Supply<'de> = ();
}
