//! A wrapper that makes a type of serde a native one.
#![forbid(unsafe_code)]

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::sink::{Counter, Sink as _};
use super::{deserializer, serializer};
use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// A value of a type that implements serde's traits, as a field of a native
/// struct or by itself: its bytes are those of a native type of the same shape.
///
/// A type that the format does not support is an error at run time
/// ([`Unsupported`](crate::DecodeErrorKind::Unsupported)), and a value that the type itself refuses
/// is [`InvalidValue`](crate::DecodeErrorKind::InvalidValue);
/// [`codec_core::serde_bridge::from_slice`](super::from_slice) keeps its message, and
/// [`explain`](crate::trace::explain) shows it.
///
/// ```
/// use codec_core::serde_bridge::Serde;
/// use codec_core::{Bincode, Format};
/// #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
/// struct Old { id: u16, name: Option<String> }
/// let value = (7u8, Serde(Old { id: 258, name: None }));
/// let bytes = Bincode::to_vec(&value)?;
/// assert_eq!(bytes, [7, 2, 1, 0]);
/// assert_eq!(Bincode::from_slice::<(u8, Serde<Old>)>(&bytes)?, value);
/// let Serde(name): Serde<&str> = Bincode::from_slice_ref(b"\x02\0\0\0\0\0\0\0hi")?;
/// assert_eq!(name, "hi");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Serde<T>(pub T);

impl<T> From<T> for Serde<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T: Serialize> Encode for Serde<T> {
    fn encoded_len<F: Format>(&self) -> usize {
        let mut counter = Counter::<F>::new();
        // A value that can't be encoded is reported by `encode`.
        let _ = self.0.serialize(serializer::Values::new(&mut counter));
        counter.position()
    }

    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        let outcome = self.0.serialize(serializer::Values::new(w));
        outcome.map_err(|fault| fault.0.to_encode(w.written()))
    }
}

fn decode<'de, F: Format, T: Deserialize<'de>>(
    r: &mut Reader<'de, F>,
) -> Result<Serde<T>, DecodeError> {
    let outcome = deserializer::deserialize::<F, T>(r);
    outcome.map(Serde).map_err(|fault| {
        match &*fault.0 {
            super::Error::Unsupported(hint) => r.refuse(hint),
            super::Error::Custom(message) => r.remark(message),
            _ => {}
        }
        fault.0.to_decode(r.offset())
    })
}

impl<T: DeserializeOwned> Decodable for Serde<T> {
    fn size<F: Format>() -> Size {
        Size::UNKNOWN
    }

    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        decode(r)
    }
}

impl<'de, T: Deserialize<'de>> DecodableRef<'de> for Serde<T> {
    fn ref_size<F: Format>() -> Size {
        Size::UNKNOWN
    }

    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        decode(r)
    }
}
