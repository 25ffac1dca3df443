//! `sv2 mine` with `sv2 serve`: shares that one hashes and the other checks.

use std::process::Stdio;

use crate::process::{Running, run, send, started};

/// A server on a free port that checks shares, its address and its authority's key.
fn serve(options: &[&str]) -> (Running, String, String) {
    started(&[&["serve", "127.0.0.1:0"], options].concat())
}

#[test]
fn miners_of_both_kinds_find_shares_that_are_checked_over_encrypted_connections() {
    let (server, address, key) = serve(&["--zero-bits", "6", "--connections", "8"]);
    let miners = ["mine", &address, "--authority-key", &key, "--miners", "8"];
    let miners = run(&[&miners[..], &["--shares", "5", "--rate", "100"]].concat());
    miners.assert_success();
    assert!(
        miners.stdout.contains("40 submitted, 40 accepted, 0 refused, 0 unanswered"),
        "{miners:?}"
    );
    let server = server.finish();
    server.assert_success();
    assert!(server.stdout.contains("total: 40 shares in "), "{server:?}");
}

/// The server counts names where it was asked for them; a proxy agrees to no extension.
#[test]
fn miners_name_their_workers_where_the_server_agrees() {
    let mine =
        ["mine", "--plaintext", "--channels", "extended", "--shares", "20", "--rate", "1000"];
    for (is_proxied, options) in
        [(false, &["--worker-names"][..]), (false, &[]), (true, &["--worker-names"])]
    {
        let (server, mut address, _) =
            serve(&["--plaintext", "--zero-bits", "1", "--connections", "1"]);
        let proxy = is_proxied.then(|| {
            let between = ["--plaintext", "--upstream-plaintext", "--connections", "1"];
            let (proxy, listens, _) = crate::proxy::proxy(&address, &between);
            address = listens;
            proxy
        });
        run(&[&mine[..], &[&address], options].concat()).assert_success();
        if let Some(proxy) = proxy {
            proxy.finish().assert_success();
        }
        let server = server.finish();
        server.assert_success();
        let is_named = server.stdout.contains(", 20 with a worker's name");
        assert_eq!(is_named, !is_proxied && !options.is_empty(), "{server:?}");
    }
}

/// More shares than one job has: the miners continue with the next.
#[test]
fn miners_go_from_one_job_to_the_next() {
    for channels in ["standard", "extended"] {
        let options = ["--plaintext", "--zero-bits", "1", "--connections", "1"];
        let (server, address, _) = serve(&options);
        let miners = ["mine", "--plaintext", &address, "--channels", channels];
        let miners = run(&[&miners[..], &["--shares", "2100", "--rate", "100000"]].concat());
        miners.assert_success();
        assert!(miners.stdout.contains("2100 accepted, 0 refused"), "{miners:?}");
        server.finish().assert_success();
    }
}

/// `sv2 connect` submits shares that were not hashed.
#[test]
fn shares_that_miss_the_target_are_refused() {
    let (server, address, _) = serve(&["--plaintext", "--zero-bits", "40", "--connections", "1"]);
    let client = run(&["connect", "--plaintext", &address, "--shares", "10"]);
    client.assert_ended(3, &["10 shares were refused"]);
    let server = server.finish();
    server.assert_success();
    assert!(server.stdout.contains("total: 0 shares in "), "{server:?}");
    assert!(server.stdout.contains(", 10 refused"), "{server:?}");
}

#[test]
fn miners_report_their_totals_while_they_work() {
    let (server, address, _) = serve(&["--plaintext", "--zero-bits", "1", "--connections", "2"]);
    let mine = ["mine", "--plaintext", &address, "--miners", "2", "--rate", "20"];
    let miners = run(&[&mine[..], &["--seconds", "2", "--progress", "1"]].concat());
    assert!(miners.status.success(), "{miners:?}");
    let last =
        miners.stderr.lines().rfind(|line| line.starts_with("sv2: after ")).expect("a report");
    let submitted = |line: &str| -> u64 {
        let (before, _) = line.split_once(" submitted, ").expect(line);
        before.rsplit(' ').next().expect("a word").parse().expect("a number")
    };
    let total = miners.stdout.lines().next().expect("a line");
    assert!((1..=submitted(total)).contains(&submitted(last)), "{last}: {total}");
    server.finish().assert_success();
}

#[cfg(unix)]
#[test]
fn miners_and_servers_end_on_signals_with_all_shares_counted() {
    for signal in ["-INT", "-TERM"] {
        let (server, address, key) = serve(&["--zero-bits", "1"]);
        let arguments = ["mine", &address, "--authority-key", &key, "--miners", "4"];
        let miners = Running::start(&[&arguments[..], &["--rate", "100"]].concat(), Stdio::null());
        // A client that finishes shows that the server is working.
        let arguments = ["mine", &address, "--authority-key", &key, "--shares", "20"];
        run(&[&arguments[..], &["--rate", "100"]].concat()).assert_success();
        send(signal, &miners);
        let miners = miners.finish();
        assert_eq!(miners.status.code(), Some(0), "{miners:?}");
        assert!(miners.stdout.contains(" 0 refused, 0 unanswered"), "{miners:?}");
        send(signal, &server);
        let server = server.finish();
        assert_eq!(server.status.code(), Some(0), "{server:?}");
        assert!(server.stdout.contains("total: "), "{server:?}");
    }
}

#[test]
fn a_miner_that_is_refused_says_why() {
    let (server, address, _) = serve(&["--plaintext", "--connections", "1"]);
    let outcome = run(&["mine", "--plaintext", &address, "--rate", "0"]);
    assert_eq!(outcome.status.code(), Some(2), "{outcome:?}");
    let nowhere = run(&["mine", "--plaintext", "127.0.0.1:1", "--miners", "2"]);
    nowhere.assert_refused(&["127.0.0.1:1"]);
    run(&["connect", "--plaintext", &address, "--shares", "1"]).assert_success();
    server.finish().assert_success();
}
