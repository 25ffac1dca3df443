//! Measures what decoding a message, owned and borrowed, allocates, and compares it with a limit.
//!
//! `cargo run -p codec-alloc --example measure`
#![forbid(unsafe_code)]

use std::error::Error;

use codec_alloc::{assert_allocations, assert_peak_bytes, measure};
use codec_core::{Bincode, Decode, Encode, Format};

/// A message with two fields that allocate.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Login {
    id: u8,
    name: String,
    groups: Vec<u32>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let login = Login { id: 7, name: "jo".into(), groups: vec![1, 2, 3] };
    let bytes = Bincode::to_vec(&login)?;

    assert_allocations!(Bincode::from_slice_ref::<LoginRef<'_>>(&bytes), 0);
    assert_allocations!(Bincode::from_slice::<Login>(&bytes), 2);
    assert_peak_bytes!(Bincode::from_slice::<Login>(&bytes), 2 + 3 * 4);

    let (decoded, allocated) = measure(|| Bincode::from_slice::<Login>(&bytes));
    assert_eq!(decoded?, login);
    println!("owned: {allocated}");
    Ok(())
}
