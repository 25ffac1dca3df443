//! Keys in text form.

use codec_noise::{AuthorityKey, AuthoritySecret, KeyError};

/// Stratum V2, 4.7.1.
const BYTES: [u8; 32] = [
    118, 99, 112, 0, 151, 156, 28, 17, 175, 12, 48, 11, 205, 140, 127, 228, 134, 16, 252, 233, 185,
    193, 30, 61, 174, 227, 90, 224, 176, 138, 116, 85,
];
const TEXT: &str = "9bXiEd8boQVhq7WddEcERUL5tyyJVFYdU8th3HfbNXK3Yw6GRXh";

#[test]
fn the_specifications_key_is_read_and_written() {
    let key: AuthorityKey = TEXT.parse().expect("it is the specification's");
    assert_eq!(key.to_bytes(), BYTES);
    assert_eq!(AuthorityKey::from_bytes(BYTES).expect("a key").to_string(), TEXT);
    assert_eq!(format!("{key:?}"), format!("AuthorityKey({TEXT})"));
}

#[test]
fn every_character_that_is_changed_is_noticed() {
    for at in 0..TEXT.len() {
        for other in ["1", "z", "Q"] {
            let mut text = TEXT.to_owned();
            text.replace_range(at..=at, other);
            if text != TEXT {
                // If the change makes the number larger, it no longer fits in 38 bytes.
                let error = text.parse::<AuthorityKey>().expect_err("it was changed");
                assert!(matches!(error, KeyError::Checksum | KeyError::Length), "{text}: {error}");
            }
        }
    }
}

#[test]
fn bytes_that_are_no_key_are_refused_with_the_reason() {
    let encode = |bytes: &[u8]| bs58::encode(bytes).with_check().into_string();
    let parse = |text: &str| text.parse::<AuthorityKey>();
    assert_eq!(parse(""), Err(KeyError::Length));
    assert_eq!(parse("0OIl"), Err(KeyError::Character));
    assert_eq!(parse("ключ"), Err(KeyError::Character));
    assert_eq!(parse(&TEXT[..TEXT.len() - 1]), Err(KeyError::Checksum));
    assert_eq!(parse(&TEXT.repeat(1000)), Err(KeyError::Length));
    assert_eq!(parse(&encode(&BYTES)), Err(KeyError::Length));
    assert_eq!(parse(&encode(&[&[2, 0], &BYTES[..]].concat())), Err(KeyError::Version));
    assert_eq!(parse(&encode(&[&[1, 0], &[0xff; 32][..]].concat())), Err(KeyError::Key));
    assert_eq!(AuthorityKey::from_bytes([0; 32]), Err(KeyError::Key));

    let parse = |text: &str| text.parse::<AuthoritySecret>().err();
    assert_eq!(parse(TEXT), Some(KeyError::Length));
    assert_eq!(parse(&encode(&[0; 32])), Some(KeyError::Key));
    assert_eq!(parse(&encode(&[0xff; 32])), Some(KeyError::Key));
    assert_eq!(parse(&encode(&[1; 31])), Some(KeyError::Length));
    assert_eq!(parse(&encode(&[1; 32])), None);
}
