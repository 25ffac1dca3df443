//! Locks with a hash over values: what a description can't see.

use std::path::Path;

use codec_core::{Postcard, Sv2};
use codec_schema::value::check_values;
use codec_schema::{LockError, Locked, read_lock};

/// Two impls of one description: the second has the bits of its number turned.
mod turned {
    use codec_core::schema::{Describe, SchemaRef};
    use codec_core::{Decode, Encode};

    #[derive(Debug, Encode, Decode)]
    #[codec(into = u16, from = u16)]
    pub(crate) struct Plain(u16);

    #[derive(Debug, Encode, Decode)]
    #[codec(into = u16, from = u16)]
    pub(crate) struct Turned(u16);

    macro_rules! by_hand {
        ($($name:ident: $turn:literal;)*) => {$(
            impl From<u16> for $name {
                fn from(number: u16) -> Self {
                    Self(number ^ $turn)
                }
            }

            impl From<&$name> for u16 {
                fn from(value: &$name) -> Self {
                    value.0 ^ $turn
                }
            }

            impl Describe for $name {
                const SCHEMA: SchemaRef = <u16 as Describe>::SCHEMA;
            }
        )*};
    }

    by_hand! { Plain: 0; Turned: 0x8000; }
}

macro_rules! reading {
    ($module:ident, $number:ty) => {
        mod $module {
            #[derive(Debug, codec_core::Encode, codec_core::Decode)]
            #[codec(schema)]
            pub(crate) struct Reading {
                pub(crate) sensor: u8,
                pub(crate) value: $number,
            }
        }
    };
}

reading!(one, super::turned::Plain);
reading!(two, super::turned::Turned);

#[test]
fn a_value_that_has_other_bytes_is_found_where_the_description_is_the_same() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/values.lock");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("\nvalues\n    Sv2 ") && read_lock(&text).is_ok(), "{text}");
    assert_eq!(check_values::<one::Reading, Sv2>(&path, &[]).unwrap(), Locked::Holds);
    let Err(LockError::Changed(words)) = check_values::<two::Reading, Sv2>(&path, &[]) else {
        panic!("its bytes mean other numbers");
    };
    assert!(words.contains("values have other bytes, or bytes other values"), "{words}");
    assert!(check_values::<one::Reading, Postcard>(&path, &[]).is_err(), "it is of another format");
}
