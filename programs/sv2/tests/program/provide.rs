//! `sv2 template-provider`, with a client that checks what it receives.

use std::net::TcpStream;

use codec_core::wire::{B064K, Target, U256};
use codec_pool::{Connection, ConnectionLimits, Pool};
use codec_stratum::common::SetupConnection;
use codec_stratum::template_distribution::{
    CoinbaseOutputConstraints, NewTemplate, RequestTransactionData, SetNewPrevHash, SubmitSolution,
};
use codec_stratum::{
    Subprotocol, TemplateDistributionMessage as Message, TemplateDistributionProtocol,
};
use sha2::{Digest as _, Sha256};

use crate::attackers::hello;
use crate::process::{send, started};

type Provider = Connection<TemplateDistributionProtocol, TcpStream>;

/// A connection of a pool that has sent its constraints.
fn connect(address: &str) -> Provider {
    let stream = TcpStream::connect(address).expect("it listens");
    let limits = ConnectionLimits::new().max_payload(1 << 20);
    let mut provider = Provider::new(stream, &Pool::default(), limits);
    provider
        .send(&SetupConnection { protocol: Subprotocol::TemplateDistribution, ..hello() })
        .expect("it is taken");
    assert!(matches!(next(&mut provider), Message::SetupConnectionSuccess(_)));
    provider
        .send(&CoinbaseOutputConstraints {
            coinbase_output_max_additional_size: 100,
            coinbase_output_max_additional_sigops: 10,
        })
        .expect("it is taken");
    provider
}

fn next(provider: &mut Provider) -> Message {
    provider.next_owned().expect("it is a message").expect("it goes on")
}

/// The first template, for a block that is announced at once.
fn start(provider: &mut Provider) -> (NewTemplate, SetNewPrevHash) {
    match (next(provider), next(provider)) {
        (Message::NewTemplate(template), Message::SetNewPrevHash(found)) => {
            assert!(template.future_template);
            assert_eq!(template.template_id, found.template_id);
            (template, found)
        }
        other => panic!("{other:?}"),
    }
}

fn double(pieces: &[&[u8]]) -> U256 {
    U256(Sha256::digest(Sha256::digest(pieces.concat())).into())
}

/// The Merkle root of these leaves.
fn root(mut level: Vec<U256>) -> U256 {
    while level.len() > 1 {
        let pairs = level.chunks(2);
        level =
            pairs.map(|pair| double(&[pair[0].as_ref(), pair[pair.len() - 1].as_ref()])).collect();
    }
    level[0]
}

fn fold(coinbase: U256, path: impl Iterator<Item = U256>) -> U256 {
    path.fold(coinbase, |hash, other| double(&[hash.as_ref(), other.as_ref()]))
}

#[test]
fn transactions_hash_to_the_path_of_their_template() {
    let serve = ["template-provider", "127.0.0.1:0", "--plaintext", "--connections", "1"];
    let (server, address, _) = started(&[&serve[..], &["--transactions", "77"]].concat());
    let mut provider = connect(&address);
    let (template, found) = start(&mut provider);
    let template_id = template.template_id;
    assert_eq!(found.target, Target::from_compact(found.n_bits).expect("it is one").0);
    provider.send(&RequestTransactionData { template_id }).expect("it is taken");
    let Message::RequestTransactionDataSuccess(data) = next(&mut provider) else {
        panic!("no transactions")
    };
    assert_eq!((data.template_id, data.transaction_list.len()), (template_id, 77));
    let coinbase = double(&[b"coinbase"]);
    let ids = data.transaction_list.iter().map(|bytes| double(&[bytes.as_bytes()]));
    let all = [coinbase].into_iter().chain(ids).collect();
    assert_eq!(fold(coinbase, template.merkle_path.iter().copied()), root(all));

    provider.send(&RequestTransactionData { template_id: 9999 }).expect("it is taken");
    let Message::RequestTransactionDataError(error) = next(&mut provider) else {
        panic!("there is no such template")
    };
    assert_eq!(error.error_code.as_str(), Ok("template-id-not-found"));
    drop(provider);
    let server = server.finish();
    server.assert_success();
    assert!(server.stdout.contains("1 templates, 2 requests, 0 blocks"), "{server:?}");
}

#[test]
fn blocks_and_templates_come_on_timers_and_old_ones_are_stale() {
    let serve = ["template-provider", "127.0.0.1:0", "--plaintext", "--transactions", "3"];
    let timers = ["--block-every", "0.3", "--template-every", "0.1"];
    let (server, address, _) = started(&[&serve[..], &timers].concat());
    let mut provider = connect(&address);
    let (first, begun) = start(&mut provider);
    let (mut last, mut of_same_block) = (first.template_id, 0);
    let found = loop {
        match next(&mut provider) {
            Message::NewTemplate(template) => {
                assert!(template.template_id > last);
                last = template.template_id;
                of_same_block += usize::from(!template.future_template);
            }
            Message::SetNewPrevHash(found) if of_same_block > 0 => break found,
            Message::SetNewPrevHash(_) => {}
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(found.template_id, last);
    assert_ne!(found.prev_hash, begun.prev_hash);
    let template_id = first.template_id;
    provider.send(&RequestTransactionData { template_id }).expect("it is taken");
    let error = loop {
        match next(&mut provider) {
            Message::RequestTransactionDataError(error) => break error,
            Message::RequestTransactionDataSuccess(_) => panic!("its block is gone"),
            _ => {}
        }
    };
    assert_eq!(error.error_code.as_str(), Ok("stale-template-id"));
    #[cfg(unix)]
    {
        send("-TERM", &server);
        let server = server.finish();
        assert_eq!(server.status.code(), Some(0), "{server:?}");
    }
}

/// A solution whose hash meets the target or misses it, and the hash.
fn solution(
    template: &NewTemplate,
    found: &SetNewPrevHash,
    is_block: bool,
) -> (SubmitSolution, U256) {
    // A transaction has the same id with and without a witness.
    let (version, body, lock_time) = ([2, 0, 0, 0], [7; 60], [0; 4]);
    let witness = [&[1, 32][..], &[0; 32]].concat();
    let coinbase_tx = [&version[..], &[0, 1], &body, &witness, &lock_time].concat();
    let id = double(&[&version, &body, &lock_time]);
    let merkle_root = fold(id, template.merkle_path.iter().copied());
    let hash = |nonce: &u32| {
        let (time, bits) = (found.header_timestamp.to_le_bytes(), found.n_bits.to_le_bytes());
        let start = [&template.version.to_le_bytes(), found.prev_hash.as_ref()].concat();
        double(&[&start, merkle_root.as_ref(), &time, &bits, &nonce.to_le_bytes()])
    };
    let target = Target::from(found.target);
    let is_wanted = |nonce: &u32| target.meets(&hash(nonce)) == is_block;
    let header_nonce = (0..1000).find(is_wanted).expect("every other one");
    let coinbase_tx = B064K::try_from(&coinbase_tx[..]).expect("it is short");
    let (template_id, version) = (template.template_id, template.version);
    let header_timestamp = found.header_timestamp;
    let solution =
        SubmitSolution { template_id, version, header_timestamp, header_nonce, coinbase_tx };
    (solution, hash(&header_nonce))
}

#[test]
fn a_solution_that_meets_the_target_is_the_next_block() {
    let serve = ["template-provider", "127.0.0.1:0", "--plaintext", "--connections", "1"];
    let easy = ["--nbits", "207fffff", "--transactions", "5"];
    let (server, address, _) = started(&[&serve[..], &easy].concat());
    let mut provider = connect(&address);
    let (template, found) = start(&mut provider);
    let (miss, _) = solution(&template, &found, false);
    provider.send(&miss).expect("it is taken");
    let (block, hash) = solution(&template, &found, true);
    provider.send(&block).expect("it is taken");
    let (_, next_found) = start(&mut provider);
    assert_eq!(next_found.prev_hash, hash);
    // The template is stale now.
    provider.send(&block).expect("it is taken");
    drop(provider);
    let server = server.finish();
    assert!(server.status.success(), "{server:?}");
    assert!(server.stdout.contains(&format!("block {} found", Target(hash))), "{server:?}");
    assert!(server.stdout.contains("1 blocks, 2 solutions refused"), "{server:?}");
}

#[test]
fn later_constraints_are_answered_by_a_template_with_a_number_of_its_own() {
    let serve = ["template-provider", "127.0.0.1:0", "--plaintext", "--transactions", "3"];
    // A target that every second hash meets (regtest's), and no timer in the time of the test.
    let rest = ["--connections", "2", "--nbits", "207fffff"];
    let (server, address, _) = started(&[&serve[..], &rest].concat());
    let mut other = connect(&address);
    let (shared, _) = start(&mut other);
    let mut provider = connect(&address);
    let (first, begun) = start(&mut provider);
    assert_eq!(first.template_id, shared.template_id);
    let mut last = first.template_id;
    for size in [200, 200, 300] {
        let constraints = CoinbaseOutputConstraints {
            coinbase_output_max_additional_size: size,
            coinbase_output_max_additional_sigops: 10,
        };
        provider.send(&constraints).expect("it is taken");
        let Message::NewTemplate(template) = next(&mut provider) else { panic!("no template") };
        assert!(template.template_id > last);
        assert!(!template.future_template);
        assert_eq!(template.merkle_path, first.merkle_path);
        last = template.template_id;
    }
    provider.send(&RequestTransactionData { template_id: last }).expect("it is taken");
    let Message::RequestTransactionDataSuccess(data) = next(&mut provider) else {
        panic!("no transactions")
    };
    assert_eq!((data.template_id, data.transaction_list.len()), (last, 3));
    // It is nobody else's.
    other.send(&RequestTransactionData { template_id: last }).expect("it is taken");
    assert!(matches!(next(&mut other), Message::RequestTransactionDataError(_)));

    let (block, hash) = solution(&first, &begun, true);
    provider.send(&SubmitSolution { template_id: last, ..block }).expect("it is taken");
    let (template, found) = start(&mut provider);
    assert!(template.template_id > last);
    assert_eq!(found.prev_hash, hash);
    // Who has unread messages would reset its connection.
    start(&mut other);
    drop((provider, other));
    server.finish().assert_success();
}
