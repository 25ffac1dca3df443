//! An encrypted session: handshake, certificate, and frames that are opened in place.
//!
//! `cargo run -p codec-noise --example session`
#![forbid(unsafe_code)]

use std::sync::Arc;

use codec_core::Sv2;
use codec_noise::{AuthoritySecret, Handshake, Identity, NoiseReader, NoiseWriter};
use codec_pool::Pool;
use codec_stratum::Sv2Protocol;
use codec_stratum::mining::{CloseChannel, CloseChannelRef};

/// Seconds since 1970.
const NOW: u64 = 1_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let authority = AuthoritySecret::generate()?;
    let identity = Arc::new(Identity::issue(&authority, 900..=2_000)?);

    // An initiator that trusts another authority refuses the handshake.
    let stranger = AuthoritySecret::generate()?;
    let mut wrong: Handshake = Handshake::initiator(stranger.public_key())?;
    let mut server: Handshake = Handshake::responder(Arc::clone(&identity))?;
    server.input(wrong.output(), NOW)?;
    assert!(wrong.input(server.output(), NOW).is_err());

    let mut miner: Handshake = Handshake::initiator(authority.public_key())?;
    let mut server: Handshake = Handshake::responder(identity)?;
    server.input(miner.output(), NOW)?;
    miner.input(server.output(), NOW)?;
    let (sealer, _) = miner.finish()?.split();
    let (_, opener) = server.finish()?.split();

    let pool = Pool::default();
    let mut writer: NoiseWriter<Sv2Protocol> = NoiseWriter::sealed(pool.clone(), sealer);
    let mut reader: NoiseReader<Sv2Protocol> = NoiseReader::sealed(pool, opener);
    for channel_id in 0..100 {
        writer.send(&CloseChannel { channel_id, reason_code: "bye".try_into()? })?;
    }
    let mut wire = Vec::new();
    writer.flush(&mut wire)?;
    assert!(!wire.windows(3).any(|bytes| bytes == b"bye"));
    // The last frame was tampered with.
    *wire.last_mut().expect("it is not empty") ^= 1;

    let mut stream = &wire[..];
    for channel_id in 0..99 {
        let frame = reader.read_frame(&mut stream)?.expect("a hundred were sent");
        let message: CloseChannelRef<'_> = frame.decode_ref::<Sv2, _>()?;
        assert_eq!((message.channel_id, message.reason_code.as_str()?), (channel_id, "bye"));
    }
    let error = reader.read_frame(&mut stream).expect_err("it is forged");
    println!("{} bytes, 99 messages, then: {error}", wire.len());
    Ok(())
}
