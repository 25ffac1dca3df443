//! The traits: what has a state machine, and what the machine does.
#![forbid(unsafe_code)]

use super::{Feed, Push};
use crate::error::DecodeError;
use crate::format::Format;
use crate::value::decode::Decodable;

/// A type that is decoded from pieces.
///
/// Derive it with `#[derive(Decode)]` and `#[codec(push)]`. A type whose [`Decodable`]
/// is written by hand is collected: its bytes are kept until all have arrived.
///
/// ```
/// use codec_core::push::{Collected, Progress, PushDecode};
/// use codec_core::{Decodable, DecodeError, Format, Postcard, Reader, Size};
/// struct Version(u16);
/// impl Decodable for Version {
///     fn size<F: Format>() -> Size { u16::size::<F>() }
///     fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
///         u16::decode(r).map(Version)
///     }
/// }
/// impl PushDecode for Version {
///     type Decoder<F: Format> = Collected<F, Self>;
/// }
/// let mut decoder = Version::push_decoder::<Postcard>();
/// assert!(matches!(decoder.push(&mut &[0x80][..])?, Progress::Need(1)));
/// assert!(matches!(decoder.push(&mut &[2][..])?, Progress::Done(Version(256))));
/// # Ok::<(), DecodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be decoded from pieces",
    label = "`PushDecode` is not implemented for this type",
    note = "add `#[codec(push)]` to it, beside `#[derive(codec_core::Decode)]`",
    note = "a field of a type of another crate is collected with `#[codec(whole)]`",
    note = "a type with a hand-written `Decodable` is collected with `type Decoder<F: Format> = Collected<F, Self>`"
)]
pub trait PushDecode: Decodable {
    /// The state of a decode that was cut.
    type Decoder<F: Format>: Resume<Value = Self>;

    /// A decoder that is fed with pieces.
    #[inline]
    fn push_decoder<F: Format>() -> Push<F, Self> {
        Push::new()
    }
}

/// The state of a decode that was cut. Its `Default` is the state before the first byte.
pub trait Resume: Default {
    /// The type that it decodes.
    type Value;

    /// Resumes: returns the value, or `None` when the piece has ended. After a value or an error
    /// the state must not be used again.
    ///
    /// # Errors
    /// The errors of the value; [`UnexpectedEnd`](crate::DecodeErrorKind::UnexpectedEnd)
    /// when no piece follows.
    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<Self::Value>, DecodeError>;

    /// Returns whether the value may continue for as long as there is input, as one with a tail
    /// does. True unless it is known to be false.
    fn is_open(fuel: &mut Fuel) -> bool {
        let _ = fuel;
        true
    }
}

/// Number of types that may still be asked whether they are [open](Resume::is_open): a type that
/// contains itself would recurse forever.
#[derive(Debug)]
pub struct Fuel(u32);

impl Fuel {
    /// Enough for the types of a protocol's messages.
    pub(super) const fn new() -> Self {
        Self(256)
    }

    /// Counts a type; returns whether there were too many.
    #[inline]
    pub const fn is_spent(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }
}

/// `Debug` of a state, which shows its name, and `Default`, if `= ..` says how it begins.
macro_rules! state {
    ({$($params:tt)*} $name:ident<$($arg:ident),+> = $new:expr) => {
        impl<$($params)*> Default for $name<$($arg),+> {
            #[inline]
            fn default() -> Self {
                $new
            }
        }

        $crate::push::resume::state!({$($params)*} $name<$($arg),+>);
    };
    ({$($params:tt)*} $name:ident<$($arg:ident),+>) => {
        impl<$($params)*> core::fmt::Debug for $name<$($arg),+> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(stringify!($name))
            }
        }
    };
}

pub(crate) use state;
