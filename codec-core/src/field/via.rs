//! Values that are of another type on the wire than in memory.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use super::adapter::{DecodeWith, read_as, written_as};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::format::size::sizes;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;

/// The adapter of values that are a `W` on the wire: made of it by `From<W>`, and it of them
/// by `From<&T>`. `#[codec(from = .., into = ..)]` on a type says the same of all its values.
///
/// ```
/// use codec_core::field::Via;
/// use codec_core::{Decode, Encode, EncodeError, Format, Sv2};
///
/// #[derive(Debug, PartialEq)]
/// struct Meters(f64);
/// impl From<u32> for Meters {
///     fn from(millimeters: u32) -> Self { Meters(f64::from(millimeters) / 1000.0) }
/// }
/// impl From<&Meters> for u32 {
///     fn from(meters: &Meters) -> u32 { (meters.0 * 1000.0) as u32 }
/// }
///
/// #[derive(Encode, Decode)]
/// struct Wall { #[codec(as = Via<u32>)] height: Meters }
/// assert_eq!(Sv2::to_vec(&Wall { height: Meters(0.258) })?, [2, 1, 0, 0]);
/// # Ok::<(), EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Via<W>(PhantomData<fn(W) -> W>);

/// Like [`Via`], where not every value of the wire is one: by `TryFrom<W>`, whose refusal
/// is [`InvalidValue`](DecodeErrorKind::InvalidValue) where the value begins.
///
/// ```
/// use codec_core::field::TryVia;
/// use codec_core::{Decode, DecodeErrorKind, Format, Sv2};
/// #[derive(Debug, Decode)]
/// struct Key { #[codec(as = TryVia<u32>)] letter: char }
/// let error = Sv2::from_slice::<Key>(&[0, 0xd8, 0, 0]).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidValue, 0));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TryVia<W>(PhantomData<fn(W) -> W>);

written_as!([W: Encode + for<'any> From<&'any T>, T] Via<W>, T; value => W::from(value), W);
written_as!([W: Encode + for<'any> From<&'any T>, T] TryVia<W>, T; value => W::from(value), W);
read_as!([W: Decodable, T: From<W>] Via<W>, T; value => T::from(value), W);

impl<W: Decodable, T: TryFrom<W>> DecodeWith<'_, T> for TryVia<W> {
    sizes!(size: W::size::<F>());

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<T, DecodeError> {
        let start = r.offset();
        let value = W::decode(r)?;
        T::try_from(value).map_err(|_| {
            r.refuse("`TryFrom` refuses the value");
            DecodeError::new(DecodeErrorKind::InvalidValue, start)
        })
    }
}
