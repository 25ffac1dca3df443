//! What holds of any bytes: the body of a fuzz target.

use codec_core::{Decodable, Encode, Format};

/// A fuzz target of a type in a format, in one line: [`holds_of`] of any bytes. The crate of the
/// target has `libfuzzer-sys` among its dependencies, and `#![no_main]` at its top.
///
/// ```ignore
/// #![no_main]
/// codec_schema::fuzz_target!(Ping, Sv2);
/// ```
#[macro_export]
macro_rules! fuzz_target {
    ($type:ty, $format:ty $(,)?) => {
        ::libfuzzer_sys::fuzz_target!(|data: &[u8]| {
            $crate::value::holds_of::<$type, $format>(data);
        });
    };
}

/// Decodes bytes, and if they are a value, checks the value against its own encoding: it is as
/// long as it says, and decodes to a value with the same encoding. The body of a fuzz target,
/// which [`fuzz_target!`](crate::fuzz_target) writes in one line.
///
/// ```
/// use codec_core::Postcard;
/// use codec_schema::value::holds_of;
/// holds_of::<(u16, Option<String>), Postcard>(&[0x85, 0x80, 0, 1, 1, b'x']);
/// holds_of::<(u16, Option<String>), Postcard>(b"no value");
/// ```
///
/// # Panics
/// When it does not hold.
pub fn holds_of<T: Decodable + Encode, F: Format>(bytes: &[u8]) {
    let Ok(value) = F::from_slice::<T>(bytes) else { return };
    // A value may be one that another format carries, and this one refuses to write.
    let Ok(written) = F::to_vec(&value) else { return };
    assert_eq!(written.len(), value.encoded_len::<F>(), "the length that the value has");
    match F::from_slice::<T>(&written) {
        Ok(again) => assert_eq!(F::to_vec(&again).as_ref(), Ok(&written), "its encoding"),
        Err(error) => panic!("its own encoding is refused: {error}: {written:02x?}"),
    }
}
