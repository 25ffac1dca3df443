//! Properties that hold for any bytes: the body of a fuzz target.

use codec_core::{Decodable, Encode, Format};

/// A fuzz target for a type in a format, in one line: calls [`holds_of`] with the fuzzer's bytes.
/// `fuzz_target!(protocol P)` is one for all messages of a [`Protocol`](codec_core::Protocol): the
/// first byte selects the message ([`holds_of_protocol`](super::holds_of_protocol)). The target's crate needs the dependency `libfuzzer-sys`, and `#![no_main]` at its top.
///
/// ```ignore
/// #![no_main]
/// codec_schema::fuzz_target!(Ping, Sv2);
/// ```
#[macro_export]
macro_rules! fuzz_target {
    (protocol $type:ty $(,)?) => {
        ::libfuzzer_sys::fuzz_target!(|data: &[u8]| {
            $crate::value::holds_of_protocol::<$type>(data);
        });
    };
    ($type:ty, $format:ty $(,)?) => {
        ::libfuzzer_sys::fuzz_target!(|data: &[u8]| {
            $crate::value::holds_of::<$type, $format>(data);
        });
    };
}

/// Decodes bytes; if that succeeds, checks that the value's encoding has the length that the value
/// declares, and decodes to a value with the same encoding. The body of a fuzz target, which
/// [`fuzz_target!`](crate::fuzz_target) writes in one line.
///
/// ```
/// use codec_core::Postcard;
/// use codec_schema::value::holds_of;
/// holds_of::<(u16, Option<String>), Postcard>(&[0x85, 0x80, 0, 1, 1, b'x']);
/// holds_of::<(u16, Option<String>), Postcard>(b"no value");
/// ```
///
/// # Panics
/// If one of the checks fails.
pub fn holds_of<T: Decodable + Encode, F: Format>(bytes: &[u8]) {
    let Ok(value) = F::from_slice::<T>(bytes) else { return };
    // The value may be one that only other formats can write.
    let Ok(written) = F::to_vec(&value) else { return };
    assert_eq!(written.len(), value.encoded_len::<F>(), "the length that the value has");
    match F::from_slice::<T>(&written) {
        Ok(again) => assert_eq!(F::to_vec(&again).as_ref(), Ok(&written), "its encoding"),
        Err(error) => panic!("its own encoding is refused: {error}: {written:02x?}"),
    }
}
