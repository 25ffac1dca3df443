//! Encoding.
#![forbid(unsafe_code)]

mod encoder;
pub mod write;

pub use encoder::EncoderImpl;
use write::Writer;

use crate::config::Config;
use crate::de::sealed::Sealed;
use crate::error::EncodeError;

/// A type that can be encoded.
///
/// ```
/// use codec_bincode::enc::{Encode, Encoder};
/// use codec_bincode::error::EncodeError;
/// struct Port(u16);
/// impl Encode for Port {
///     fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
///         self.0.encode(encoder)
///     }
/// }
/// let mut room = [0; 2];
/// codec_bincode::encode_into_slice(Port(80), &mut room, codec_bincode::config::legacy())?;
/// assert_eq!(room, [80, 0]);
/// # Ok::<(), EncodeError>(())
/// ```
pub trait Encode {
    /// Encodes the value.
    ///
    /// # Errors
    /// The errors of the type and the writer.
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError>;

    /// Encodes many values without their count; numbers are encoded in bulk.
    ///
    /// # Errors
    /// The same as [`encode`](Self::encode).
    #[doc(hidden)]
    #[inline]
    fn encode_elements<E: Encoder>(values: &[Self], encoder: &mut E) -> Result<(), EncodeError>
    where
        Self: Sized,
    {
        values.iter().try_for_each(|value| value.encode(encoder))
    }
}

/// The encoder that a type is encoded into. Sealed: [`EncoderImpl`].
pub trait Encoder: Sealed {
    /// The sink.
    type W: Writer;
    /// The configuration.
    type C: Config;

    /// The sink.
    fn writer(&mut self) -> &mut Self::W;

    /// The configuration.
    fn config(&self) -> &Self::C;
}

impl<T: Encoder> Encoder for &mut T {
    type W = T::W;
    type C = T::C;

    #[inline]
    fn writer(&mut self) -> &mut Self::W {
        T::writer(self)
    }

    fn config(&self) -> &Self::C {
        T::config(self)
    }
}
