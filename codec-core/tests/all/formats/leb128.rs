//! LEB128 of every length, against its definition.

use codec_core::{Decodable, DecodeErrorKind, Encode, Format, Postcard};

/// The value and its bytes, read bit by bit; or the error, and its offset.
fn defined(input: &[u8], bits: usize) -> Result<(u128, usize), (DecodeErrorKind, usize)> {
    let most = bits.div_ceil(7);
    let mut value = 0u128;
    for (at, byte) in input.iter().enumerate() {
        if at == most {
            return Err((DecodeErrorKind::VarintOverflow, 0));
        }
        for bit in 0..7 {
            if byte >> bit & 1 == 1 {
                if 7 * at + bit >= bits {
                    return Err((DecodeErrorKind::VarintOverflow, 0));
                }
                value |= 1 << (7 * at + bit);
            }
        }
        if byte < &0x80 {
            return Ok((value, at + 1));
        }
    }
    if input.len() == most {
        return Err((DecodeErrorKind::VarintOverflow, 0));
    }
    Err((DecodeErrorKind::UnexpectedEnd, input.len()))
}

fn agrees<T: Decodable + Encode + Into<u128>>(input: &[u8]) {
    let expected = defined(input, 8 * size_of::<T>());
    let found = Postcard::from_slice_prefix::<T>(input);
    let found = found.map(|(value, rest)| (value.into(), input.len() - rest.len()));
    assert_eq!(found.map_err(|error| (error.kind(), error.offset())), expected, "{input:x?}");
}

#[test]
fn every_length_is_read_as_it_is_defined() {
    for fill in [0x80, 0xff, 0xaa, 0xd5] {
        for len in 0..=20 {
            for last in [0, 1, 2, 3, 4, 0x40, 0x7f, 0x80, 0x83, 0xff] {
                for more in [&[][..], &[0], &[0xff], &[0x85; 20]] {
                    let input = [&vec![fill; len][..], &[last], more].concat();
                    for input in [&input[..], &input[..len]] {
                        agrees::<u16>(input);
                        agrees::<u32>(input);
                        agrees::<u64>(input);
                        agrees::<u128>(input);
                    }
                }
            }
        }
    }
}

#[test]
fn every_width_is_written_as_it_is_read() {
    for bit in 0..128 {
        for value in [1 << bit, (1u128 << bit) - 1, u128::MAX >> bit, (1 << bit) | 1] {
            let bytes = Postcard::to_vec(&value).unwrap();
            assert_eq!(defined(&bytes, 128), Ok((value, bytes.len())));
            assert_eq!(Postcard::encoded_len(&value), bytes.len(), "the shortest");
            assert!(bytes.len() == 1 || bytes.last() != Some(&0), "the shortest: {bytes:x?}");
            let mut buffer = [0xee; 24];
            assert_eq!(Postcard::encode_into(&value, &mut buffer[..bytes.len()]), Ok(bytes.len()));
            assert_eq!((&buffer[..bytes.len()], buffer[bytes.len()]), (&bytes[..], 0xee));
            assert!(Postcard::encode_into(&value, &mut buffer[..bytes.len() - 1]).is_err());
        }
    }
}
