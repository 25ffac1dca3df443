//! Fields that extensions append to messages (Stratum V2 specification,
//! section 3.4.3).

use codec_core::wire::B064K;
use codec_core::{DecodableRef, Decode, DecodeError, Encode, Reader, Sv2};

/// One appended field. All of it is little-endian, as deployed implementations
/// write it; an example in the specification shows the type big-endian.
///
/// ```
/// use codec_core::{Format, Sv2};
/// use codec_stratum::Tlv;
/// let worker = Tlv { extension_type: 2, field_type: 1, value: b"w1".try_into()? };
/// assert_eq!(Sv2::to_vec(&worker)?, b"\x02\0\x01\x02\0w1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct Tlv {
    /// The extension that defines the field.
    pub extension_type: u16,
    /// Which of the extension's fields it is.
    pub field_type: u8,
    /// The value, encoded as the extension specifies.
    pub value: B064K,
}

/// Reads what follows a message in its payload, field by field. After an error
/// it yields nothing more.
///
/// ```
/// use codec_core::{Format, Sv2};
/// use codec_stratum::{Tlvs, common::Reconnect};
/// let payload = b"\0\x08\x0d\x02\0\x01\x02\0w1\x02\0\x02\x00\0";
/// let (_message, rest) = Sv2::from_slice_prefix::<Reconnect>(payload)?;
/// let fields = Tlvs::new(rest).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!((fields.len(), fields[0].value.as_bytes()), (2, &b"w1"[..]));
/// assert!(Tlvs::new(&[2, 0, 1, 3, 0, b'x']).next().is_some_and(|field| field.is_err()));
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[derive(Debug)]
pub struct Tlvs<'de> {
    reader: Reader<'de, Sv2>,
    failed: bool,
}

impl<'de> Tlvs<'de> {
    /// Reads `input`, which is everything after the message. Offsets in errors count from
    /// its start.
    #[inline]
    pub fn new(input: &'de [u8]) -> Self {
        Self { reader: Reader::new(input), failed: false }
    }
}

impl<'de> Iterator for Tlvs<'de> {
    type Item = Result<TlvRef<'de>, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.reader.remaining() == 0 {
            return None;
        }
        let field = TlvRef::decode_ref(&mut self.reader);
        self.failed = field.is_err();
        Some(field)
    }
}

impl core::iter::FusedIterator for Tlvs<'_> {}
