//! Any format, with a value from outside that types may refer to.
#![forbid(unsafe_code)]

use core::any::Any;
use core::fmt;
use core::marker::PhantomData;

use super::delegate::delegate;
use super::int::Int;
use super::size::Size;
use super::{BigEndian, Fixed, Layout, LittleEndian, Rules};
use crate::error::{DecodeError, EncodeError};
use crate::io::cursor::Cursor;
use crate::io::output::Output;

/// A value that encoding and decoding depend on and that is not on the wire: the negotiated
/// protocol version, the network. It is a type, so that every form and every way to read and write
/// has it, and that a comparison with it is optimised away.
pub trait Context: Copy + fmt::Debug + 'static {
    /// The type that `#[codec(context = ..)]` names.
    type Value: Send + Sync + 'static;

    /// The value.
    const VALUE: &'static Self::Value;
}

/// The format `F` under the context `C`: types with `#[codec(context = ..)]` find its value,
/// at any depth; all others are as in `F`.
///
/// ```
/// use codec_core::format::{Context, In};
/// use codec_core::{Decode, Encode, Format, Sv2};
///
/// #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
/// struct Version(u16);
///
/// /// The version `N`.
/// #[derive(Debug, Clone, Copy)]
/// struct V<const N: u16>;
///
/// impl<const N: u16> Context for V<N> {
///     type Value = Version;
///     const VALUE: &'static Version = &Version(N);
/// }
///
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(context = Version)]
/// struct Hello { id: u8, #[codec(if = context >= Version(2))] zone: Option<u8> }
///
/// let hello = Hello { id: 7, zone: Some(1) };
/// assert_eq!(In::<Sv2, V<2>>::to_vec(&hello)?, [7, 1]);
/// assert_eq!(In::<Sv2, V<2>>::from_slice::<Hello>(&[7, 1])?, hello);
/// assert_eq!(In::<Sv2, V<1>>::from_slice::<Hello>(&[7])?, Hello { id: 7, zone: None });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct In<F, C>(PhantomData<(F, C)>);

impl<F: Layout, C: Context> Layout for In<F, C> {
    type State = F::State;
    type Checked = In<F::Checked, C>;
    type Big = BigEndian<Fixed<Self>>;
    type Little = LittleEndian<Fixed<Self>>;
    const RULES: Rules = Rules { context: Some(C::VALUE), ..F::RULES };

    delegate!(F: ints, bools, floats, chars, lens, tags);
}

/// The value of the context, or the default where there is none of this type.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn context<F: Layout, T: Clone + Default + 'static>() -> T {
    let found = F::RULES.context.and_then(|value| (value as &dyn Any).downcast_ref::<T>());
    found.cloned().unwrap_or_default()
}
