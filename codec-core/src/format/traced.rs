//! Any format, with a record of every field on the way.
#![forbid(unsafe_code)]

use core::fmt;
use core::marker::PhantomData;

use super::delegate::delegate;
use super::int::Int;
use super::size::Size;
use super::{BigEndian, Fixed, Layout, LittleEndian, Rules};
use crate::error::{DecodeError, EncodeError};
use crate::io::cursor::Cursor;
use crate::io::output::Output;
use crate::record::{Recorder, Trace};

/// The format `F`, whose reader records the tree of fields with their offsets
/// and values. [`Format::explain`](super::Format::explain) is the call that uses it.
///
/// The record is `T`: [`Recorder`] keeps everything; any other [`Trace`] keeps what it
/// wants to, such as the names of the fields that were read.
///
/// ```
/// use std::cell::RefCell;
/// use std::ops::Range;
/// use codec_core::trace::{Trace, Value};
/// use codec_core::{Bincode, Decode, Format, Traced};
///
/// thread_local! { static NAMES: RefCell<Vec<&'static str>> = RefCell::default(); }
///
/// #[derive(Debug, Default)]
/// struct Names;
/// impl Trace for Names {
///     const ON: bool = true;
///     type Supply<'de> = ();
///     fn enter_field(
///         &mut self,
///         _of: &'static str,
///         _variant: Option<&'static str>,
///         field: &'static str,
///         _start: usize,
///     ) {
///         NAMES.with_borrow_mut(|names| names.push(field));
///     }
///     fn enter_element(&mut self, _index: usize, _start: usize) {}
///     fn leave(&mut self, _end: usize) {}
///     fn value(&mut self, _range: Range<usize>, _value: Value) {}
///     fn over_limit(&mut self, _len: usize, _max: usize) {}
///     fn refused(&mut self, _message: &'static str) {}
/// }
///
/// #[derive(Decode)]
/// struct Point { x: u8, y: u8 }
/// Traced::<Bincode, Names>::from_slice::<Point>(&[1, 2])?;
/// assert_eq!(NAMES.take(), ["x", "y"]);
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
pub struct Traced<F, T = Recorder>(PhantomData<(F, fn() -> T)>);

// By hand: what is recorded need not be a copy, and there is no value of a format.

impl<F, T> Clone for Traced<F, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F, T> Copy for Traced<F, T> {}

impl<F, T> fmt::Debug for Traced<F, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Traced")
    }
}

impl<F: Layout, T: Trace + 'static> Layout for Traced<F, T> {
    type State = T;
    type Checked = F::Checked;
    type Big = BigEndian<Fixed<Self>>;
    type Little = LittleEndian<Fixed<Self>>;
    const RULES: Rules = F::RULES;

    delegate!(F: ints, bools, floats, chars, lens, tags);
}
