//! Writes `data/session.sv2`: a conversation of a miner, a pool, a job declarator
//! and a template provider, followed by two frames of each message.
#![forbid(unsafe_code)]

mod conversation;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/session.sv2");
    let session = conversation::session()?;
    std::fs::write(path, &session)?;
    println!("{path}: {} bytes", session.len());
    Ok(())
}
