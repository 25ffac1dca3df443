//! A server's side of a mining connection, as a handler: a method for each message that a client
//! sends, and one for messages that it should not send. Frames of extensions that nobody has agreed
//! on are discarded, and requests for extensions are answered.
//!
//! `cargo run -p codec-stratum --example server`
#![forbid(unsafe_code)]

use std::collections::HashMap;

use codec_core::Sv2;
use codec_core::message::UnexpectedMessage;
use codec_core::wire::{B032, Str0255, U256};
use codec_pool::{FrameReader, FrameWriter, MessageError, Pool};
use codec_stratum::common::{
    SetupConnection, SetupConnectionError, SetupConnectionRef, SetupConnectionSuccess, VERSION,
};
use codec_stratum::extensions::{RequestExtensions, RequestExtensionsRef};
use codec_stratum::mining::setup_flags::REQUIRES_VERSION_ROLLING;
use codec_stratum::mining::{
    CloseChannelRef, OpenStandardMiningChannel, OpenStandardMiningChannelRef,
    OpenStandardMiningChannelSuccess, SubmitSharesError, SubmitSharesStandard,
    SubmitSharesStandardRef,
};
use codec_stratum::{
    HandleMiningMessageFromClient, MiningMessage, MiningProtocol, Negotiated, Subprotocol,
    TlvProtocol, Tlvs, UserIdentity, WORKER_HASHRATE, WithTlvs, extension, message_name,
};

/// The messages of mining, and the fields that extensions append to them.
type Extended = TlvProtocol<MiningProtocol>;

/// The state of one client.
#[derive(Default)]
struct Client {
    users: HashMap<u32, String>,
    /// The extensions that were agreed on with it.
    negotiated: Negotiated,
    shares: u32,
    /// Shares that name their workers.
    named: u32,
}

/// Why the client is disconnected.
#[derive(Debug, PartialEq)]
enum Dismissed {
    Unexpected(&'static str),
    NoSuchChannel(u32),
    /// The client is informed before its connection is closed.
    Refused(SetupConnectionError),
}

impl HandleMiningMessageFromClient<'_> for Client {
    type Output = Option<MiningMessage>;
    type Error = Dismissed;

    fn unexpected(&mut self, message: UnexpectedMessage<u32>) -> Result<Self::Output, Dismissed> {
        // By the specification's name.
        Err(Dismissed::Unexpected(message_name(message.id).unwrap_or(message.name)))
    }

    fn handle_setup_connection(
        &mut self,
        setup: SetupConnectionRef<'_>,
    ) -> Result<Self::Output, Dismissed> {
        if let Some(error) = setup.refusal(Subprotocol::Mining, REQUIRES_VERSION_ROLLING) {
            return Err(Dismissed::Refused(error));
        }
        Ok(Some(SetupConnectionSuccess { used_version: VERSION, flags: 0 }.into()))
    }

    fn handle_request_extensions(
        &mut self,
        request: RequestExtensionsRef<'_>,
    ) -> Result<Self::Output, Dismissed> {
        Ok(Some(match self.negotiated.answer(&request, &[WORKER_HASHRATE]) {
            Ok(success) => success.into(),
            Err(error) => error.into(),
        }))
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
    let mut client = FrameWriter::<Extended>::new(pool.clone());
    // It speaks newer versions as well.
    client.send(&SetupConnection {
        protocol: Subprotocol::Mining,
        min_version: 2,
        max_version: 5,
        flags: REQUIRES_VERSION_ROLLING,
        endpoint_host: "pool.example".try_into()?,
        endpoint_port: 3336,
        vendor: "example".try_into()?,
        hardware_version: Str0255::default(),
        firmware: Str0255::default(),
        device_id: Str0255::default(),
    })?;
    let requested_extensions = vec![WORKER_HASHRATE, 0x4001].try_into()?;
    client.send(&RequestExtensions { request_id: 1, requested_extensions })?;
    client.send(&OpenStandardMiningChannel {
        request_id: 1,
        user_identity: "worker.1".try_into()?,
        nominal_hash_rate: 1e12,
        max_target: U256::MAX,
    })?;
    for sequence_number in 0..10 {
        let (channel_id, job_id, nonce, ntime, version) = (0, 1, 2, 3, 4);
        let message =
            SubmitSharesStandard { channel_id, sequence_number, job_id, nonce, ntime, version };
        let tlvs = Tlvs::from(UserIdentity::try_from("worker.1")?);
        client.send(&WithTlvs { message, tlvs })?;
    }
    // A message of an extension that was not agreed on.
    client.write_message::<Sv2, _>(extension(0x4001) | 0x05, 0, &7_u32)?;
    // A client must not send this message.
    let error_code = "stale-share".try_into()?;
    client.send(&SubmitSharesError { channel_id: 0, sequence_number: 1, error_code })?;
    let mut wire = Vec::new();
    client.flush(&mut wire)?;

    let (mut handler, mut answers, mut unknown) = (Client::default(), Vec::new(), Vec::new());
    let mut reader = FrameReader::<Extended>::new(pool);
    let mut stream = &wire[..];
    let dismissed = loop {
        let received = match reader.read_message_ref(&mut stream) {
            Ok(received) => received.expect("it does not come so far"),
            // A connection does this by itself: `OnUnknown::Discard`.
            Err(MessageError::Unknown(frame)) => {
                unknown.push(frame.id().to_owned());
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let name = received.tlvs.user_identity(&handler.negotiated)?;
        handler.named += u32::from(name.is_some());
        match received.message.handle_from_client(&mut handler) {
            Ok(answer) => answers.extend(answer),
            Err(dismissed) => break dismissed,
        }
    };
    assert_eq!(dismissed, Dismissed::Unexpected("SubmitShares.Error"));
    assert!(matches!(
        &answers[..],
        [
            MiningMessage::SetupConnectionSuccess(SetupConnectionSuccess { used_version: 2, .. }),
            MiningMessage::RequestExtensionsSuccess(_),
            MiningMessage::OpenStandardMiningChannelSuccess(_)
        ]
    ));
    assert_eq!(unknown, ["0x05 of extension 0x4001"]);
    assert_eq!((handler.shares, handler.named, handler.users[&0].as_str()), (10, 10, "worker.1"));
    println!("{} shares of {:?}, then {dismissed:?}", handler.shares, handler.users[&0]);
    Ok(())
}
