//! Shares that name the worker that found them, submitted to a running server.

use std::net::TcpStream;
use std::time::SystemTime;

use codec_core::wire::{Str0255, U256};
use codec_noise::Handshake;
use codec_pool::{Connection, ConnectionLimits, Layers, Pool};
use codec_stratum::extensions::RequestExtensions;
use codec_stratum::mining::{OpenExtendedMiningChannel, SubmitSharesExtended};
use codec_stratum::{
    AnyMessageRef, Sv2TlvProtocol, Tlv, Tlvs, UserIdentity, WORKER_HASHRATE, WithTlvs,
};

use crate::attackers::{self, hello};
use crate::process::{Outcome, Running, started};

type Link<L> = Connection<Sv2TlvProtocol, TcpStream, L>;

/// Shares that a client submits.
const SHARES: u32 = 120;
/// An unknown extension.
const UNKNOWN: u16 = 0x7abc;

fn serve(options: &[&str]) -> (Running, String, String) {
    started(&[&["serve", "127.0.0.1:0", "--connections", "1"], options].concat())
}

fn text(text: &str) -> Str0255 {
    text.try_into().expect("it is short")
}

fn limits() -> ConnectionLimits {
    ConnectionLimits::new().idle_timeout(std::time::Duration::from_mins(1))
}

/// A share of the only channel.
fn share(sequence_number: u32) -> SubmitSharesExtended {
    SubmitSharesExtended { channel_id: 1, ..attackers::share(sequence_number) }
}

/// A name, of any length.
fn name(bytes: &[u8]) -> Tlv {
    let name = Tlv::from(UserIdentity::default());
    Tlv { value: bytes.to_vec().try_into().expect("short"), ..name }
}

/// Fields that are appended to the `n`th share: a name, a name after a field of another
/// extension, or that field alone.
fn fields(n: u32, name: Tlv) -> Tlvs {
    let other =
        Tlv { extension_type: 1, field_type: 9, value: vec![7; 5].try_into().expect("short") };
    let fields = match n % 3 {
        0 => vec![name],
        1 => vec![other, name],
        _ => vec![other],
    };
    Tlvs { fields }
}

/// Requests extensions, and returns the supported ones; none is an error.
fn agree<L: Layers>(link: &mut Link<L>, requested: &[u16]) -> Vec<u16> {
    let requested_extensions = requested.to_vec().try_into().expect("few");
    link.send(&RequestExtensions { request_id: 5, requested_extensions }).expect("it is taken");
    match link.next().expect("the server answers").expect("it has not closed").message {
        AnyMessageRef::RequestExtensionsSuccess(answer) => {
            assert_eq!(answer.request_id, 5);
            answer.supported_extensions.iter().collect()
        }
        AnyMessageRef::RequestExtensionsError(answer) => {
            assert_eq!(answer.request_id, 5);
            let unsupported: Vec<_> = answer.unsupported_extensions.iter().collect();
            assert_eq!(unsupported, requested);
            assert!(answer.required_extensions.is_empty());
            Vec::new()
        }
        other => panic!("{other:?}"),
    }
}

/// Sets up the connection, requests these extensions, if any, and opens a channel.
fn open<L: Layers>(link: &mut Link<L>, requested: &[u16], supported: &[u16]) {
    link.send(&hello()).expect("it is taken");
    let answer = link.next().expect("the server answers").expect("it has not closed").message;
    assert!(matches!(answer, AnyMessageRef::SetupConnectionSuccess(_)), "{answer:?}");
    if !requested.is_empty() {
        assert_eq!(agree(link, requested), supported);
    }
    let open = OpenExtendedMiningChannel {
        request_id: 1,
        user_identity: text("nobody"),
        nominal_hash_rate: 1.0,
        max_target: U256::from([0xff; 32]),
        min_extranonce_size: 8,
    };
    link.send(&open).expect("it is taken");
}

/// Submits shares with appended fields, with names that are too long where they mean nothing; returns
/// how many were acknowledged.
fn mine<L: Layers>(link: &mut Link<L>, requested: &[u16], supported: &[u16]) -> u32 {
    open(link, requested, supported);
    let name = if supported.is_empty() { name(&[b'x'; 33]) } else { name(b"Worker_001") };
    for n in 0..SHARES {
        let tlvs = fields(n, name.clone());
        link.queue(&WithTlvs { message: share(n), tlvs }).expect("it encodes");
    }
    link.flush().expect("it is taken");
    let mut accepted = 0;
    while accepted < SHARES {
        match link.next().expect("the server answers").expect("it has not closed").message {
            AnyMessageRef::SubmitSharesSuccess(answer) => {
                accepted += answer.new_submits_accepted_count;
            }
            AnyMessageRef::SubmitSharesError(error) => panic!("{error:?}"),
            _ => {}
        }
    }
    accepted
}

fn plaintext(requested: &[u16], supported: &[u16]) -> Outcome {
    let (server, address, _) = serve(&["--plaintext"]);
    let stream = TcpStream::connect(&address).expect("the server listens");
    let mut link = Connection::new(stream, &Pool::default(), limits());
    assert_eq!(mine(&mut link, requested, supported), SHARES);
    drop(link);
    server.finish()
}

fn encrypted(requested: &[u16], supported: &[u16]) -> Outcome {
    let (server, address, key) = serve(&[]);
    let mut stream = TcpStream::connect(&address).expect("the server listens");
    let now = SystemTime::UNIX_EPOCH.elapsed().expect("it is after 1970").as_secs();
    let key = key.parse().expect("a key");
    let mut handshake: Handshake = Handshake::initiator(key).expect("entropy");
    handshake.run(&mut stream, now).expect("it is the server");
    let session = handshake.finish().expect("it is done");
    let mut link = session.connection(stream, &Pool::default(), limits());
    assert_eq!(mine(&mut link, requested, supported), SHARES);
    drop(link);
    server.finish()
}

#[track_caller]
fn assert_named(server: &Outcome, named: u32) {
    server.assert_success();
    let words = match named {
        0 => format!("total: {SHARES} shares in "),
        _ => format!(", {named} with a worker's name;"),
    };
    assert!(server.stdout.contains(&words), "{server:?}");
    assert_eq!(server.stdout.contains("with a worker's name"), named > 0, "{server:?}");
}

#[test]
fn shares_name_their_workers_once_that_was_agreed() {
    let requested = [UNKNOWN, WORKER_HASHRATE];
    for server in
        [plaintext(&requested, &[WORKER_HASHRATE]), encrypted(&requested, &[WORKER_HASHRATE])]
    {
        assert_named(&server, SHARES / 3 * 2);
    }
}

#[test]
fn names_are_ignored_where_they_were_not_agreed_and_the_shares_are_accepted() {
    for server in [plaintext(&[], &[]), encrypted(&[], &[])] {
        assert_named(&server, 0);
    }
}

#[test]
fn extensions_that_are_not_known_are_refused_and_the_connection_goes_on() {
    for server in [plaintext(&[UNKNOWN], &[]), encrypted(&[UNKNOWN], &[])] {
        assert_named(&server, 0);
    }
}

#[test]
fn a_name_that_is_too_long_ends_the_connection_where_names_were_agreed_on() {
    let (server, address, _) = serve(&["--plaintext"]);
    let stream = TcpStream::connect(&address).expect("the server listens");
    let mut link = Connection::new(stream, &Pool::default(), limits());
    open(&mut link, &[WORKER_HASHRATE], &[WORKER_HASHRATE]);
    let tlvs = fields(0, name(&[b'x'; 33]));
    link.send(&WithTlvs { message: share(0), tlvs }).expect("it is taken");
    while link.next().is_ok_and(|message| message.is_some()) {}
    let server = server.finish();
    assert!(server.stderr.contains("the name of a worker is longer than 32 bytes"), "{server:?}");
}
