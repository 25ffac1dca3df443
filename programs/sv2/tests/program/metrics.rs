//! The page of counts, as a Prometheus server reads it.

use std::collections::{BTreeMap, HashSet};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use crate::process::{run, send, started};
use crate::proxy::{connect, open};

fn ask(address: &str, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_mins(1))).expect("not zero");
    stream.write_all(request).expect("it is open");
    let mut answer = String::new();
    // A connection that is closed with bytes unread ends with an error.
    let _ = stream.read_to_string(&mut answer);
    answer
}

/// The samples of the page, whose form is checked: each name has one help and one type before it, and
/// each sample is a name, perhaps a label, and a number.
fn scrape(address: &str) -> BTreeMap<String, u64> {
    let answer = ask(address, b"GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n");
    let (head, page) = answer.split_once("\r\n\r\n").expect("a head");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\n"));
    assert!(head.contains(&format!("\r\nContent-Length: {}\r\n", page.len())), "{head}");
    let (mut samples, mut named, mut name) = (BTreeMap::new(), HashSet::new(), "");
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            name = help.split_once(' ').expect("a text").0;
            assert!(named.insert(name), "twice: {line}");
            let kind = lines.next().and_then(|line| line.strip_prefix("# TYPE "));
            let grows = kind == Some(&*format!("{name} counter"));
            assert!(grows || kind == Some(&*format!("{name} gauge")), "{kind:?}");
            assert_eq!(grows, name.ends_with("_total"), "{name}");
            continue;
        }
        let (sample, value) = line.rsplit_once(' ').expect("a value");
        assert_eq!(sample.split('{').next(), Some(name), "{line}");
        assert!(samples.insert(sample.to_owned(), value.parse().expect("a number")).is_none());
    }
    samples
}

#[test]
fn a_server_is_scraped() {
    let metrics = ["--metrics", "127.0.0.1:0", "--connections", "3"];
    let serve = ["serve", "--plaintext", "127.0.0.1:0"];
    let (mut server, address, _) = started(&[&serve[..], &metrics].concat());
    let page = server.line_after("metrics on http://");
    let page = page.strip_suffix("/metrics").expect("the path");
    assert_eq!(scrape(page)["sv2_shares_total{outcome=\"accepted\"}"], 0);
    let shares = ["connect", &address, "--plaintext", "--shares", "1000"];
    run(&shares).assert_success();
    // One that is open, and one that breaks the rules.
    let mut miner = connect(&address, 0);
    open(&mut miner, 1);
    drop(ask(&address, &[0xff; 100]));
    let wanted = [
        ("sv2_shares_total{outcome=\"accepted\"}", 1000),
        ("sv2_shares_total{outcome=\"refused\"}", 0),
        ("sv2_messages_in_total{message=\"SetupConnection\"}", 2),
        ("sv2_messages_in_total{message=\"OpenExtendedMiningChannel\"}", 2),
        ("sv2_messages_in_total{message=\"SubmitSharesExtended\"}", 1000),
        ("sv2_messages_out_total{message=\"SetupConnection.Success\"}", 2),
        ("sv2_messages_out_total{message=\"OpenExtendedMiningChannel.Success\"}", 2),
        ("sv2_errors_total{kind=\"frame\"}", 1),
        ("codec_connections_open", 1),
        ("codec_connections_pending", 0),
        ("codec_connections_total{outcome=\"established\"}", 2),
        ("codec_connections_total{outcome=\"failed\"}", 1),
        ("codec_frames_in_total", 1005),
    ];
    let found = (0..200).find_map(|_| {
        std::thread::sleep(Duration::from_millis(50));
        let samples = scrape(page);
        wanted.iter().all(|(name, value)| samples.get(*name) == Some(value)).then_some(samples)
    });
    let found = found.unwrap_or_else(|| panic!("{:#?}", scrape(page)));
    assert!(found["codec_budget_high_water_bytes{budget=\"frames\"}"] > 0);
    assert!(found["codec_budget_kept_bytes{budget=\"channels\"}"] > 0);
    assert!(found["codec_pool_acquired_total"] > 0);
    assert_eq!(found["codec_budget_sending_bytes{budget=\"frames\"}"], 0);
    assert!(found["sv2_messages_out_total{message=\"SubmitShares.Success\"}"] > 0);
    assert!(!found.keys().any(|name| name.starts_with("sv2_handshakes_total")));
    drop(miner);
    let server = server.finish();
    assert!(server.status.success(), "{server:?}");
}

#[test]
fn handshakes_are_counted_by_their_outcomes() {
    let metrics = ["--metrics", "127.0.0.1:0", "--handshake-timeout", "1"];
    let (mut server, address, key) = started(&[&["serve", "127.0.0.1:0"][..], &metrics].concat());
    let page = server.line_after("metrics on http://");
    let page = page.strip_suffix("/metrics").expect("the path");
    run(&["connect", &address, "--authority-key", &key, "--shares", "1"]).assert_success();
    drop(ask(&address, b"GET / HTTP/1.1\r\nHost: pool.example\r\n\r\n"));
    drop(TcpStream::connect(&address).expect("it listens"));
    // Until it is closed.
    drop(ask(&address, b""));
    let samples = (0..200).find_map(|_| {
        std::thread::sleep(Duration::from_millis(50));
        let found = scrape(page);
        let of = |outcome| found.get(&format!("sv2_handshakes_total{{outcome={outcome:?}}}"));
        ["done", "not_encrypted", "truncated", "late"]
            .iter()
            .all(|outcome| of(outcome) == Some(&1))
            .then_some(())
    });
    samples.unwrap_or_else(|| panic!("{:#?}", scrape(page)));
    send("-TERM", &server);
    assert!(server.finish().status.success());
}

#[test]
fn requests_for_another_page_are_refused() {
    let serve = ["serve", "--plaintext", "127.0.0.1:0", "--metrics", "127.0.0.1:0"];
    let (mut server, _, _) = started(&serve);
    let page = server.line_after("metrics on http://");
    let page = page.strip_suffix("/metrics").expect("the path");
    assert!(ask(page, b"GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 Not Found\r\n"));
    assert!(ask(page, b"POST /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
    assert_eq!(ask(page, &[b'a'; 9000]), "");
    // Clients that send nothing keep nobody out.
    let silent: Vec<_> = (0..15).map(|_| TcpStream::connect(page).expect("it listens")).collect();
    assert!(scrape(page).len() > 30);
    drop(silent);
    send("-TERM", &server);
    assert!(server.finish().status.success());
}
