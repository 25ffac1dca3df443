//! The checks in WebAssembly. A panic ends with a status other than zero.
#![forbid(unsafe_code)]

fn main() {
    println!("ran recorded values and frames: {}", codec_emulated::check());
}
