//! Large arrays in boxes are built on the heap, in debug builds too.

use std::rc::Rc;
use std::sync::Arc;
use std::thread;

use codec_core::{Bincode, BincodeVarint, Decodable, DecodeErrorKind, Encode, Format, Postcard};

const BYTES: usize = 1 << 20;

fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(256 * 1024).spawn(run).unwrap().join().unwrap();
}

/// Decodes the input into a new value and into an existing one; a truncated input is refused.
fn there_and_back<F: Format, T: Decodable + Encode + 'static>(input: &[u8]) {
    let mut value = F::from_slice::<T>(input).unwrap();
    assert!(F::to_vec(&value).unwrap() == input);
    F::decode_into(&mut value, input).unwrap();
    assert!(F::to_vec(&value).unwrap() == input);
    let error = F::from_slice::<T>(&input[..input.len() - 1]).err().unwrap();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, input.len() - 1));
}

#[test]
fn a_large_array_of_bytes_is_built_in_its_box() {
    on_a_small_stack(|| {
        let input: Vec<u8> = (0..=250).cycle().take(BYTES).collect();
        there_and_back::<Bincode, Box<[u8; BYTES]>>(&input);
        there_and_back::<Bincode, Arc<[u8; BYTES]>>(&input);
        there_and_back::<Bincode, Rc<[u8; BYTES]>>(&input);
        there_and_back::<Bincode, Box<[u64; BYTES / 8]>>(&input);
        there_and_back::<Bincode, Option<Box<[u32; BYTES / 4 - 1]>>>(&[&[1], &input[4..]].concat());
    });
}

#[test]
fn a_large_array_of_values_that_differ_in_size_is_built_in_its_box() {
    on_a_small_stack(|| {
        let numbers: Vec<u64> = (0..50_000u64).map(|at| at * at).collect();
        let slice: &[u64; 50_000] = numbers[..].try_into().unwrap();
        let input = BincodeVarint::to_vec(slice).unwrap();
        there_and_back::<BincodeVarint, Box<[u64; 50_000]>>(&input);
        let texts: Vec<String> = (0..10_000).map(|at: u32| at.to_string()).collect();
        let slice: &[String; 10_000] = texts[..].try_into().unwrap();
        there_and_back::<Postcard, Box<[String; 10_000]>>(&Postcard::to_vec(slice).unwrap());
    });
}
