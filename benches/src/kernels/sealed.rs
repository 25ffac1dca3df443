//! Frames over encrypted connections, with the cipher of `ring`.
#![forbid(unsafe_code)]

use std::sync::Arc;

use codec_noise::{
    AuthoritySecret, Certificate, Handshake, Identity, NoiseError, NoiseReader, NoiseWriter,
    Session,
};
use codec_pool::Pool;
use codec_stratum::Sv2Protocol;
use codec_stratum::mining::SubmitSharesExtended;

use super::messages::share;
use super::{Kernel, done, repeat, some};

pub(super) const KERNELS: &[Kernel] = &[
    ("sealed/send and flush", |times| {
        let (mut client, _) = ends().expect("the keys are valid");
        repeat(times, || {
            client.send();
        });
    }),
    ("sealed/send, flush, feed and next_message_ref", |times| {
        let (mut client, mut server) = ends().expect("the keys are valid");
        repeat(times, || {
            done(server.feed(client.send()));
            some(server.next_message_ref().ok().flatten());
        });
    }),
];

struct Client {
    writer: NoiseWriter<Sv2Protocol>,
    share: SubmitSharesExtended,
    wire: Vec<u8>,
}

impl Client {
    #[inline(always)]
    fn send(&mut self) -> &[u8] {
        self.wire.clear();
        done(self.writer.send(&self.share));
        done(self.writer.flush(&mut self.wire));
        &self.wire
    }
}

/// Both ends of a connection, the same each time: all runs begin with the same work.
fn ends() -> Result<(Client, NoiseReader<Sv2Protocol>), NoiseError> {
    const NOW: u64 = 1_000;
    let (authority, secret) = (AuthoritySecret::from_bytes([1; 32])?, [2; 32]);
    let certificate = Certificate::sign(&authority, &Identity::key_of(&secret)?, 0..=u32::MAX);
    let identity = Arc::new(Identity::new(&secret, certificate)?);
    let mut client: Handshake = Handshake::initiator_with_key(authority.public_key(), [3; 32])?;
    let mut server: Handshake = Handshake::responder_with_key(identity, [4; 32])?;
    let sent = server.input(client.output(), NOW)?;
    client.sent(sent);
    let sent = client.input(server.output(), NOW)?;
    server.sent(sent);
    let (client, server): (Session, Session) = (client.finish()?, server.finish()?);
    let writer = NoiseWriter::sealed(Pool::default(), client.split().0);
    let reader = NoiseReader::sealed(Pool::default(), server.split().1);
    Ok((Client { writer, share: share(), wire: Vec::new() }, reader))
}
