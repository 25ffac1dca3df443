//! The senders of messages are those of the specification, in every enum.

use std::collections::BTreeMap;

use codec_core::message::UnexpectedMessage;
use codec_core::{Messages as _, Reader, Sv2};
use codec_stratum::{
    AnyMessage, HandleAnyMessageFromClient, HandleAnyMessageFromServer,
    HandleMiningMessageFromServer, MiningMessage, mining,
};

/// The messages that only a client sends; `CloseChannel` comes from either side, and all others
/// from the server.
const OF_CLIENTS: [&str; 15] = [
    "common::SetupConnection",
    "extensions::RequestExtensions",
    "job_declaration::AllocateMiningJobToken",
    "job_declaration::DeclareMiningJob",
    "job_declaration::ProvideMissingTransactionsSuccess",
    "job_declaration::PushSolution",
    "mining::OpenExtendedMiningChannel",
    "mining::OpenStandardMiningChannel",
    "mining::SetCustomMiningJob",
    "mining::SubmitSharesExtended",
    "mining::SubmitSharesStandard",
    "mining::UpdateChannel",
    "template_distribution::CoinbaseOutputConstraints",
    "template_distribution::RequestTransactionData",
    "template_distribution::SubmitSolution",
];

/// The sources of the enums of messages.
const SOURCES: [&str; 5] = [
    include_str!("../../src/message/any.rs"),
    include_str!("../../src/message/job_declaration.rs"),
    include_str!("../../src/message/mining.rs"),
    include_str!("../../src/message/setup.rs"),
    include_str!("../../src/message/template_distribution.rs"),
];

/// The messages of an enum, each with its sender.
fn sides(source: &str) -> BTreeMap<&str, &str> {
    let mut sides = BTreeMap::new();
    let mut side = "either";
    for line in source.lines().map(str::trim) {
        if let Some(named) = line.strip_prefix("#[codec(from = ") {
            side = named.strip_suffix(")]").expect("it ends there");
        } else if let Some((_, message)) = line.split_once('(').filter(|_| line.ends_with("),")) {
            let message = message.strip_suffix("),").expect("it does");
            sides.insert(message, std::mem::replace(&mut side, "either"));
        }
    }
    sides
}

#[test]
fn each_message_has_its_side_in_every_enum() {
    let mut count = 0;
    for (message, side) in SOURCES.iter().flat_map(|source| sides(source)) {
        let wanted = match message {
            "mining::CloseChannel" => "either",
            _ if OF_CLIENTS.contains(&message) => "client",
            _ => "server",
        };
        assert_eq!(side, wanted, "{message}");
        count += 1;
    }
    assert_eq!(count, 44 + 16 + 29 + 8 + 15);
}

/// It expects one message.
#[derive(Default)]
struct Listener(Option<u32>);

macro_rules! listens {
    ($($handler:ident)*) => {$(
        impl $handler<'_> for Listener {
            type Output = ();
            type Error = UnexpectedMessage<u32>;

            fn unexpected(&mut self, message: UnexpectedMessage<u32>) -> Result<(), Self::Error> {
                Err(message)
            }

            fn handle_close_channel(
                &mut self,
                message: mining::CloseChannelRef<'_>,
            ) -> Result<(), Self::Error> {
                self.0 = Some(message.channel_id);
                Ok(())
            }
        }
    )*};
}

listens! { HandleAnyMessageFromClient HandleAnyMessageFromServer HandleMiningMessageFromServer }

#[test]
fn a_message_of_either_side_is_heard_from_both() {
    let payload = [7, 0, 0, 0, 0];
    let any = AnyMessage::decode_message(0x18, &mut Reader::<Sv2>::new(&payload)).unwrap();
    let mining = MiningMessage::decode_message(0x18, &mut Reader::<Sv2>::new(&payload)).unwrap();
    let mut listeners = [const { Listener(None) }; 3];
    any.handle_from_client(&mut listeners[0]).unwrap();
    any.handle_from_server(&mut listeners[1]).unwrap();
    mining.handle_from_server(&mut listeners[2]).unwrap();
    assert!(listeners.iter().all(|listener| listener.0 == Some(7)));
}

#[test]
fn a_message_of_the_other_side_is_unexpected() {
    let payload = [0; 4];
    let changed = AnyMessage::decode_message(0x03, &mut Reader::<Sv2>::new(&payload)).unwrap();
    let error = changed.handle_from_client(&mut Listener::default()).unwrap_err();
    assert_eq!((error.id, error.name), (0x03, "ChannelEndpointChanged"));
}
