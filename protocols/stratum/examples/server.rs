//! A server's side of a mining connection, as a handler: a method for each message that a client
//! sends, and one for messages that it should not send.
//!
//! `cargo run -p codec-stratum --example server`
#![forbid(unsafe_code)]

use std::collections::HashMap;

use codec_core::message::UnexpectedMessage;
use codec_core::wire::{B032, U256};
use codec_pool::{FrameReader, FrameWriter, Pool};
use codec_stratum::common::{SetupConnectionRef, SetupConnectionSuccess};
use codec_stratum::mining::{
    CloseChannelRef, OpenStandardMiningChannel, OpenStandardMiningChannelRef,
    OpenStandardMiningChannelSuccess, SetTarget, SubmitSharesStandard, SubmitSharesStandardRef,
};
use codec_stratum::{HandleMiningMessageFromClient, MiningMessage, MiningProtocol};

/// The state of one client.
#[derive(Default)]
struct Client {
    users: HashMap<u32, String>,
    shares: u32,
}

/// Why the client is disconnected.
#[derive(Debug, PartialEq)]
enum Dismissed {
    Unexpected(&'static str),
    NoSuchChannel(u32),
}

impl HandleMiningMessageFromClient<'_> for Client {
    type Output = Option<MiningMessage>;
    type Error = Dismissed;

    fn unexpected(&mut self, message: UnexpectedMessage<u32>) -> Result<Self::Output, Dismissed> {
        Err(Dismissed::Unexpected(message.name))
    }

    fn handle_setup_connection(
        &mut self,
        setup: SetupConnectionRef<'_>,
    ) -> Result<Self::Output, Dismissed> {
        let used_version = setup.max_version.min(2);
        Ok(Some(SetupConnectionSuccess { used_version, flags: 0 }.into()))
    }

    fn handle_open_standard_mining_channel(
        &mut self,
        open: OpenStandardMiningChannelRef<'_>,
    ) -> Result<Self::Output, Dismissed> {
        let channel_id = u32::try_from(self.users.len()).unwrap_or(u32::MAX);
        self.users.insert(channel_id, open.user_identity.to_string());
        Ok(Some(
            OpenStandardMiningChannelSuccess {
                request_id: open.request_id,
                channel_id,
                target: U256::MAX,
                extranonce_prefix: B032::default(),
                group_channel_id: u32::MAX,
            }
            .into(),
        ))
    }

    fn handle_submit_shares_standard(
        &mut self,
        share: SubmitSharesStandardRef<'_>,
    ) -> Result<Self::Output, Dismissed> {
        if !self.users.contains_key(&share.channel_id) {
            return Err(Dismissed::NoSuchChannel(share.channel_id));
        }
        self.shares += 1;
        Ok(None)
    }

    fn handle_close_channel(
        &mut self,
        close: CloseChannelRef<'_>,
    ) -> Result<Self::Output, Dismissed> {
        self.users.remove(&close.channel_id);
        Ok(None)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pool = Pool::default();
    let mut client = FrameWriter::<MiningProtocol>::new(pool.clone());
    client.send(&OpenStandardMiningChannel {
        request_id: 1,
        user_identity: "worker.1".try_into()?,
        nominal_hash_rate: 1e12,
        max_target: U256::MAX,
    })?;
    for sequence_number in 0..10 {
        let (channel_id, job_id, nonce, ntime, version) = (0, 1, 2, 3, 4);
        client.send(&SubmitSharesStandard {
            channel_id,
            sequence_number,
            job_id,
            nonce,
            ntime,
            version,
        })?;
    }
    // A client must not send this message.
    client.send(&SetTarget { channel_id: 0, maximum_target: U256::MAX })?;
    let mut wire = Vec::new();
    client.flush(&mut wire)?;

    let (mut handler, mut answers) = (Client::default(), Vec::new());
    let mut reader = FrameReader::<MiningProtocol>::new(pool);
    let mut stream = &wire[..];
    let dismissed = loop {
        let message = reader.read_message_ref(&mut stream)?.expect("it does not come so far");
        match message.handle_from_client(&mut handler) {
            Ok(answer) => answers.extend(answer),
            Err(dismissed) => break dismissed,
        }
    };
    assert_eq!(dismissed, Dismissed::Unexpected("SetTarget"));
    assert!(matches!(&answers[..], [MiningMessage::OpenStandardMiningChannelSuccess(_)]));
    assert_eq!((handler.shares, handler.users[&0].as_str()), (10, "worker.1"));
    println!("{} shares of {:?}, then {dismissed:?}", handler.shares, handler.users[&0]);
    Ok(())
}
