//! Each message of Stratum V2, sent to a server of a subprotocol: answered as the specification says, by its
//! `.Error` where the server does not support it, or discarded and counted. None ends the connection.

use std::net::TcpStream;

use codec_core::wire::{Str0255, U256};
use codec_core::{MessageInfo, Protocol};
use codec_pool::{Connection, ConnectionLimits, Pool};
use codec_stratum::common::SetupConnection;
use codec_stratum::mining::{CloseChannel, OpenStandardMiningChannel, SetCustomMiningJob};
use codec_stratum::template_distribution::{
    CoinbaseOutputConstraints, RequestTransactionData, RequestTransactionDataError,
};
use codec_stratum::{
    AnyMessage, MiningMessage, Subprotocol, Sv2Protocol,
    TemplateDistributionMessage as TemplateMessage, TemplateDistributionProtocol, message_name,
};

use crate::process::{Outcome, Running, started};
use crate::proxy::{Link, connect, next, open, proxy, request};

/// All messages, with their ids: in each, all numbers are 0 and there is nothing else.
fn all() -> impl Iterator<Item = (u32, AnyMessage)> {
    let known = (0..0x2_0000).filter(|id| Sv2Protocol::knows(*id));
    known.map(|id| {
        let decoded = (0..300).find_map(|len| Sv2Protocol::decode(id, &vec![0; len]).ok());
        (id, decoded.unwrap_or_else(|| panic!("{:?} is too long", message_name(id))))
    })
}

/// The answers to those that a client of a mining connection may send; channel 0 is never open. No others
/// are answered.
const ANSWERS: [(&str, Option<&str>); 8] = [
    ("RequestExtensions", Some("RequestExtensions.Error")),
    ("OpenStandardMiningChannel", Some("OpenStandardMiningChannel.Success")),
    ("OpenExtendedMiningChannel", Some("OpenExtendedMiningChannel.Success")),
    ("UpdateChannel", Some("UpdateChannel.Error")),
    ("CloseChannel", None),
    ("SubmitSharesStandard", Some("SubmitShares.Error")),
    ("SubmitSharesExtended", Some("SubmitShares.Error")),
    ("SetCustomMiningJob", Some("SetCustomMiningJob.Error")),
];

/// Opens a channel, and returns the names of the messages that have come before it, apart from jobs.
fn until_opened(link: &mut Link) -> Vec<&'static str> {
    let request_id = 99;
    request(link, request_id);
    let mut names = Vec::new();
    loop {
        let message = next(link);
        let code = match &message {
            MiningMessage::OpenExtendedMiningChannelSuccess(opened)
                if opened.request_id == request_id =>
            {
                return names;
            }
            MiningMessage::NewMiningJob(_)
            | MiningMessage::NewExtendedMiningJob(_)
            | MiningMessage::SetNewPrevHash(_) => continue,
            MiningMessage::UpdateChannelError(error) => Some(&error.error_code),
            MiningMessage::SubmitSharesError(error) => Some(&error.error_code),
            MiningMessage::SetCustomMiningJobError(error) => Some(&error.error_code),
            _ => None,
        };
        let code = code.map_or("invalid-channel-id", |code| code.as_str().expect("it is text"));
        assert_eq!(code, "invalid-channel-id", "{message:?}");
        names.extend(message_name(message.id()));
    }
}

/// A server, and a proxy in front of it if one is wanted, for one miner.
fn servers(is_proxied: bool) -> (Vec<Running>, Link) {
    let serve = ["serve", "--plaintext", "127.0.0.1:0", "--connections", "1"];
    let (server, mut address, _) = started(&serve);
    let mut running = vec![server];
    if is_proxied {
        let options = ["--plaintext", "--upstream-plaintext", "--connections", "1"];
        let (proxy, between, _) = proxy(&address, &options);
        address = between;
        running.insert(0, proxy);
    }
    let mut link = connect(&address, 0);
    assert!(matches!(next(&mut link), MiningMessage::SetupConnectionSuccess(_)));
    (running, link)
}

/// Ends the programs, and returns the outcome of that to which the miner was connected.
fn ended(running: Vec<Running>, link: Link) -> Outcome {
    drop(link);
    let mut outcomes = running.into_iter().map(Running::finish).collect::<Vec<_>>();
    assert!(outcomes.iter().all(|outcome| outcome.status.success()), "{outcomes:?}");
    outcomes.swap_remove(0)
}

#[test]
fn a_server_of_miners_and_a_proxy_answer_or_discard_each_message_at_any_time() {
    assert!(ANSWERS.iter().all(|(name, _)| all().any(|(id, _)| message_name(id) == Some(*name))));
    for is_proxied in [false, true] {
        let (running, mut link) = servers(is_proxied);
        // Messages that open a channel come last, so that there is none before them.
        let mut messages = all().collect::<Vec<_>>();
        assert!(messages.len() > 40, "{}", messages.len());
        let opens = |id| message_name(id).is_some_and(|name| name.starts_with("Open"));
        messages.sort_by_key(|(id, _)| opens(*id));
        let mut unwanted = 0;
        let mut expected = Vec::new();
        for (id, message) in &messages {
            let name = message_name(*id).expect("it has one");
            let answer = ANSWERS.iter().find(|(one, _)| *one == name);
            unwanted += usize::from(answer.is_none());
            expected.extend(answer.and_then(|(_, answer)| *answer));
            link.send(message).expect("it is taken");
        }
        let answers = until_opened(&mut link);
        // A proxy answers some itself, before the server has answered others.
        let sorted = |mut names: Vec<&'static str>| {
            names.sort_unstable();
            names
        };
        assert_eq!(sorted(answers), sorted(expected), "before a channel");
        for (id, message) in messages {
            let name = message_name(id).expect("it has one");
            link.send(&message).expect("it is taken");
            let answer = ANSWERS.iter().find(|(one, _)| *one == name);
            unwanted += usize::from(answer.is_none());
            let answer = answer.and_then(|(_, answer)| *answer);
            assert_eq!(until_opened(&mut link), Vec::from_iter(answer), "{name}");
        }
        let outcome = ended(running, link);
        if is_proxied {
            let words = format!("sv2: {unwanted} frames of unknown or unwanted messages");
            assert!(outcome.stderr.contains(&words), "{words}: {outcome:?}");
        } else {
            let words = format!(", {unwanted} unwanted messages discarded");
            assert_eq!(outcome.stdout.matches(&words).count(), 2, "{words}: {outcome:?}");
            assert_eq!(outcome.stderr, "", "{outcome:?}");
        }
    }
}

/// No job was declared, so no token is valid; and custom jobs are for extended channels.
#[test]
fn a_custom_job_is_refused_by_its_error_and_the_channel_goes_on() {
    let Some((_, AnyMessage::SetCustomMiningJob(job))) = all().find(|(id, _)| *id == 0x22) else {
        panic!("it has another number")
    };
    for is_proxied in [false, true] {
        let (running, mut link) = servers(is_proxied);
        let extended = open(&mut link, 1);
        let request_id = 2;
        link.send(&OpenStandardMiningChannel {
            request_id,
            user_identity: Str0255::default(),
            nominal_hash_rate: 1.0,
            max_target: U256::MAX,
        })
        .expect("it is taken");
        let standard = loop {
            if let MiningMessage::OpenStandardMiningChannelSuccess(opened) = next(&mut link) {
                break opened.channel_id;
            }
        };
        let closed = open(&mut link, 3);
        let reason_code = Str0255::default();
        link.send(&CloseChannel { channel_id: closed, reason_code }).expect("it is taken");
        let mut wanted = vec![
            (extended, "invalid-mining-job-token"),
            (closed, "invalid-channel-id"),
            (7777, "invalid-channel-id"),
        ];
        // A proxy does not know of which kind the channels of its server are.
        if !is_proxied {
            wanted.push((standard, "invalid-channel-id"));
        }
        for (request_id, (channel_id, code)) in (500..).zip(wanted) {
            link.send(&SetCustomMiningJob { channel_id, request_id, ..job.clone() })
                .expect("it is taken");
            let error = loop {
                if let MiningMessage::SetCustomMiningJobError(error) = next(&mut link) {
                    break error;
                }
            };
            let error_code = Str0255::try_from(code).expect("it is short");
            assert_eq!(
                (error.channel_id, error.request_id, error.error_code),
                (channel_id, request_id, error_code)
            );
        }
        ended(running, link);
    }
}

/// Before and after it was told what the client's coinbase needs.
#[test]
fn a_template_provider_answers_or_discards_each_message_at_any_time() {
    let (provider, address, _) =
        started(&["template-provider", "--plaintext", "127.0.0.1:0", "--connections", "1"]);
    let stream = TcpStream::connect(&address).expect("it listens");
    let limits = ConnectionLimits::new().idle_timeout(std::time::Duration::from_mins(1));
    let mut link =
        Connection::<TemplateDistributionProtocol, _>::new(stream, &Pool::default(), limits);
    let Some((0, AnyMessage::SetupConnection(setup))) = all().next() else {
        panic!("it has another number")
    };
    let protocol = Subprotocol::TemplateDistribution;
    link.send(&SetupConnection { protocol, min_version: 2, max_version: 2, ..setup })
        .expect("it is taken");
    let answer = link.next_owned().expect("it answers");
    assert!(matches!(answer, Some(TemplateMessage::SetupConnectionSuccess(_))), "{answer:?}");
    let template_id = u64::MAX;
    let mut unwanted = 0;
    for has_constraints in [false, true] {
        for (id, message) in all() {
            let answer = match message_name(id).expect("it has one") {
                "RequestExtensions" => Some("RequestExtensions.Error"),
                "RequestTransactionData" => Some("RequestTransactionData.Error"),
                "CoinbaseOutputConstraints" if !has_constraints => continue,
                "SubmitSolution" | "CoinbaseOutputConstraints" => None,
                _ => {
                    unwanted += 1;
                    None
                }
            };
            link.queue(&message).expect("it encodes");
            link.send(&RequestTransactionData { template_id }).expect("it is taken");
            let mut answers = Vec::new();
            loop {
                match link.next_owned().expect("it answers").expect("it goes on") {
                    TemplateMessage::RequestTransactionDataError(RequestTransactionDataError {
                        template_id: u64::MAX,
                        ..
                    }) => break,
                    TemplateMessage::NewTemplate(_) | TemplateMessage::SetNewPrevHash(_) => {}
                    other => answers.extend(message_name(other.id())),
                }
            }
            assert_eq!(answers, Vec::from_iter(answer), "{:?}", message_name(id));
        }
        link.send(&CoinbaseOutputConstraints {
            coinbase_output_max_additional_size: 100,
            coinbase_output_max_additional_sigops: 10,
        })
        .expect("it is taken");
    }
    drop(link);
    let outcome = provider.finish();
    assert!(outcome.status.success(), "{outcome:?}");
    let words = format!(", {unwanted} unwanted messages discarded\n");
    assert!(outcome.stdout.contains(&words), "{words}: {outcome:?}");
    assert_eq!(outcome.stderr.matches("solution refused").count(), 2, "{outcome:?}");
}
