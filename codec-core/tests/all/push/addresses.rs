//! Addresses have a tag that is refused before the rest has arrived, as from a slice.

use std::fmt::Debug;
use std::net::{IpAddr, SocketAddr};

use codec_core::push::{Progress, PushDecode};
use codec_core::{Bincode, BincodeVarint, Borsh, DecodeError, Format, Postcard};

/// The outcome of two pieces and the end of the input.
fn pushed<F: Format, T: PushDecode>(pieces: [&[u8]; 2]) -> Result<T, DecodeError> {
    let mut decoder = T::push_decoder::<F>();
    for mut piece in pieces {
        if let Progress::Done(value) = decoder.push(&mut piece)? {
            return Ok(value);
        }
    }
    decoder.end()
}

/// All inputs of up to `longest` of these bytes, cut at every place.
fn same_as_sliced<F: Format, T: PushDecode + Debug + PartialEq>(longest: u32) {
    const BYTES: [u8; 5] = [0, 1, 2, 0x80, 0xff];
    for len in 0..=longest {
        for number in 0..BYTES.len().pow(len) {
            let digit = |place| BYTES[number / BYTES.len().pow(place) % BYTES.len()];
            let input: Vec<u8> = (0..len).map(digit).collect();
            let wanted = F::from_slice_prefix::<T>(&input).map(|(value, _)| value);
            for cut in 0..=input.len() {
                let (head, tail) = input.split_at(cut);
                let got = pushed::<F, T>([head, tail]);
                assert_eq!(got, wanted, "{}, {input:02x?} cut at {cut}", F::RULES.name);
            }
        }
    }
}

#[test]
fn addresses_in_pieces_have_the_errors_of_a_slice() {
    fn both<F: Format>(longest: u32) {
        same_as_sliced::<F, IpAddr>(longest);
        same_as_sliced::<F, SocketAddr>(longest);
    }
    both::<Bincode>(5);
    both::<BincodeVarint>(5);
    both::<Postcard>(5);
    both::<Borsh>(5);
}
