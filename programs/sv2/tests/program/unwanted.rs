//! Messages that the protocol has, and that are none for who gets them: of another subprotocol, or
//! answers to what was not asked. They end no connection.

use std::net::TcpStream;

use codec_core::wire::{B064K, Seq0255, Str0255};
use codec_pool::Connection;
use codec_stratum::common::{Reconnect, SetupConnectionSuccess};
use codec_stratum::mining::{NewExtendedMiningJob, SetTarget};
use codec_stratum::template_distribution::RequestTransactionDataError;
use codec_stratum::{MiningMessage as Message, MiningProtocol};

use crate::process::run;
use crate::proxied_groups::{accept, found, grant, server};
use crate::proxy::{connect, next, open, proxy};

type Server = Connection<MiningProtocol, TcpStream>;

/// Sends two such messages: one for a pool, and one that can't come twice.
fn stray(server: &mut Server) {
    let error_code = Str0255::try_from("template-id-not-found").expect("it is short");
    server.queue(&RequestTransactionDataError { template_id: 9, error_code }).expect("it encodes");
    server.send(&SetupConnectionSuccess { used_version: 2, flags: 0 }).expect("it is taken");
}

/// A job for a block that is found with it.
fn job(server: &mut Server) {
    server
        .queue(&NewExtendedMiningJob {
            channel_id: 1,
            job_id: 1,
            min_ntime: None,
            version: 0x2000_0000,
            version_rolling_allowed: true,
            merkle_path: Seq0255::default(),
            coinbase_tx_prefix: B064K::default(),
            coinbase_tx_suffix: B064K::default(),
        })
        .expect("it encodes");
    server.send(&found(1, 1)).expect("it is taken");
}

#[test]
fn a_proxy_discards_them_and_serves_its_miners() {
    let (address, server) = server(|mut server| {
        stray(&mut server);
        grant(&mut server, 500, 70);
        stray(&mut server);
        let maximum_target = codec_core::wire::U256::MAX;
        server.send(&SetTarget { channel_id: 500, maximum_target }).expect("it is taken");
        while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
    });
    let options = ["--plaintext", "--upstream-plaintext", "--connections", "1"];
    let (running, between, _) = proxy(&address, &options);
    let mut link = connect(&between, 0);
    assert!(matches!(next(&mut link), Message::SetupConnectionSuccess(_)));
    assert_eq!(open(&mut link, 1), 1);
    assert!(matches!(next(&mut link), Message::SetTarget(_)));
    drop(link);
    let outcome = running.finish();
    assert!(outcome.status.success(), "{outcome:?}");
    let told = "sv2: 4 frames of unknown or unwanted messages were discarded\n";
    assert_eq!(outcome.stderr, told, "{outcome:?}");
    server.join().expect("it is content");
}

#[test]
fn a_miner_and_a_client_discard_and_count_them() {
    for command in
        [&["mine", "--channels", "extended", "--shares", "1"][..], &["connect", "--shares", "1"]]
    {
        let (address, server) = server(|mut server| {
            grant(&mut server, 1, 2);
            stray(&mut server);
            job(&mut server);
            let share = server.next_owned();
            assert!(matches!(share, Ok(Some(Message::SubmitSharesExtended(_)))), "{share:?}");
            accept(&mut server, 1, 1, 1);
            while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
        });
        let outcome = run(&[command, &["--plaintext", &address]].concat());
        assert!(outcome.status.success(), "{outcome:?}");
        if command[0] == "mine" {
            for name in ["RequestTransactionData.Error", "SetupConnection.Success"] {
                assert!(
                    outcome.stdout.contains(&format!("  discarded 1: {name}\n")),
                    "{outcome:?}"
                );
            }
        } else {
            assert_eq!(outcome.stderr, "sv2: 2 unwanted messages were discarded\n", "{outcome:?}");
        }
        server.join().expect("it is content");
    }
}

/// Neither goes elsewhere.
#[test]
fn a_miner_and_a_client_end_when_they_are_to_reconnect() {
    for (command, words) in [
        (&["mine", "--channels", "extended"][..], "refused with Reconnect: pool.example:3337"),
        (&["connect"], "Reconnect instead of jobs and acknowledgements"),
    ] {
        let (address, server) = server(|mut server| {
            grant(&mut server, 1, 2);
            let new_host = Str0255::try_from("pool.example").expect("it is short");
            server.send(&Reconnect { new_host, new_port: 3337 }).expect("it is taken");
            while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
        });
        run(&[command, &["--plaintext", &address]].concat()).assert_refused(&[words]);
        server.join().expect("it is content");
    }
}
