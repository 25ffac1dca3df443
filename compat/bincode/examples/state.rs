//! A program that keeps its state in a file with bincode, as it is after its dependency was
//! changed to this crate: its code and its files stay as they are.
//!
//! `cargo run -p codec-bincode --example state`
#![forbid(unsafe_code)]

// The effect of `bincode = { package = "codec-bincode", .. }`.
extern crate codec_bincode as bincode;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;

use bincode::{Decode, Encode, config};

/// State that is kept from one run to the next.
#[derive(Debug, Default, PartialEq, Encode, Decode)]
struct State {
    runs: u32,
    peers: BTreeMap<String, u16>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("codec-bincode-{}.state", std::process::id()));
    let mut state = State::default();
    for run in 1..=3_u16 {
        state.runs += 1;
        state.peers.insert(format!("peer {run}"), 8000 + run);
        bincode::encode_into_std_write(&state, &mut File::create(&path)?, config::standard())?;
        state = bincode::decode_from_std_read(&mut File::open(&path)?, config::standard())?;
    }
    // The layout of bincode 2: a varint, the number of entries, and each with its length.
    let bytes = std::fs::read(&path)?;
    assert_eq!(bytes[..9], [3, 3, 6, b'p', b'e', b'e', b'r', b' ', b'1']);
    std::fs::remove_file(&path)?;
    assert_eq!((state.runs, state.peers.len(), state.peers["peer 3"]), (3, 3, 8003));

    // A length that the input does not have is refused before any memory is reserved for it.
    let hostile = [3, 253, 0, 0, 0, 0, 0, 1, 0, 0];
    let outcome = bincode::decode_from_slice::<State, _>(&hostile, config::standard());
    println!("{state:?}\nrefused: {}", outcome.expect_err("it is too short"));
    Ok(())
}
