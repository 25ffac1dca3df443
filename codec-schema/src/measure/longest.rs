//! The largest encoded size of a type as a constant, for buffers of a fixed size.

use codec_core::schema::Describe;

use super::{DescribeFormat, max_len};

/// The largest encoded size of a value in the format `F`, in bytes, for the length of an array.
/// Every type with a description ([`Describe`]) has it.
///
/// For a type without a limit (a `String` without `max`), using the constant is a compile error;
/// [`max_len`](crate::max_len) returns `None` instead.
///
/// ```
/// use codec_core::{Consensus, Decode, Encode, Format, Postcard};
/// use codec_schema::EncodedLenMax;
///
/// #[derive(Encode, Decode)]
/// #[codec(schema)]
/// struct Reading { sensor: u16, #[codec(len = u8, max = 4)] samples: Vec<u16> }
///
/// const ROOM: usize = <Reading as EncodedLenMax<Consensus>>::ENCODED_LEN_MAX;
/// let mut buffer = [0; ROOM];
/// assert_eq!(ROOM, 2 + 1 + 4 * 2);
/// let reading = Reading { sensor: 1, samples: vec![2] };
/// assert_eq!(Consensus::encode_into(&reading, &mut buffer), Ok(5));
/// // Varints of 16 bits take up to three bytes.
/// assert_eq!(<Reading as EncodedLenMax<Postcard>>::ENCODED_LEN_MAX, 3 + 1 + 4 * 3);
/// ```
pub trait EncodedLenMax<F: DescribeFormat>: Describe {
    /// The size in bytes.
    const ENCODED_LEN_MAX: usize = match max_len(Self::SCHEMA, &F::ENCODING) {
        Some(len) => len,
        None => panic!("this type has no largest encoded size: give its fields a `max`"),
    };
}

impl<T: Describe + ?Sized, F: DescribeFormat> EncodedLenMax<F> for T {}
