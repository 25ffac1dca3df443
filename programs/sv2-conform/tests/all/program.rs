//! The program, as a user runs it.

use std::fs;

use codec_testing::{Outcome, Running};
use sv2_conform::hostile::HOSTILE;
use sv2_conform::{CLIENT_SCENARIOS, DECLARATORS, PROXY_SCENARIOS, SCENARIOS, Target};

use crate::broken::{self, NONE};
use crate::miner::{self, Miner};
use crate::proxy_ends::free_port;
use crate::relay::{self, Relay};
use crate::{declarator, provider};

struct Conform;

impl codec_testing::Program for Conform {
    const FILE: &'static str = env!("CARGO_BIN_EXE_sv2-conform");
}

fn run(arguments: &[&str]) -> Outcome {
    Running::<Conform>::run(arguments)
}

#[test]
fn the_list_has_each_scenario_on_a_line() {
    let outcome = run(&["server", "--list"]);
    outcome.assert_success();
    let lines: Vec<_> = outcome.stdout.lines().collect();
    assert_eq!(lines.len(), SCENARIOS.len());
    for (line, scenario) in lines.iter().zip(SCENARIOS) {
        let words: Vec<_> = line.split_whitespace().collect();
        assert_eq!(words[..2], [scenario.id, &scenario.level.to_string()]);
    }
    let some = run(&["server", "--list", "--only", "C-SC-", "--only", "X0001"]);
    assert_eq!(some.stdout.lines().count(), 8 + 7);
}

#[test]
fn the_exit_status_tells_what_came_of_it() {
    let times = ["--time", "10000", "--quiet", "50"];
    let play = |address: &str, only: &str| {
        run(&[&["server", address, "--only", only], &times[..]].concat())
    };
    let good = broken::start(NONE).address;
    let passed = play(&good, "M-OEMCS");
    passed.assert_success();
    assert!(passed.stdout.ends_with("6 pass, 0 fail, 0 skip, 0 inconclusive\n"));
    let skipped = play(&good, "C-SC-5");
    skipped.assert_success();
    assert!(skipped.stdout.contains("C-SC-5        skip          SHOULD  5.3.1"));

    let failed = play(&broken::start("M-OEMCS-3").address, "M-OEMCS-3");
    failed.assert_ended(1, &[]);
    let line =
        "M-OEMCS-3     fail          MUST    5.3.4          8 bytes of extranonce, 16 requested";
    assert_eq!(failed.stdout.lines().next(), Some(line));

    let unclear = play("127.0.0.1:1", "M-OEMCS-3");
    unclear.assert_ended(3, &[]);
    assert!(unclear.stdout.contains("inconclusive  MUST"));

    play(&good, "no such id").assert_ended(2, &["--only"]);
    run(&["server"]).assert_ended(2, &["ADDRESS"]);
    let report = run(&["server", &good, "--report", "report.txt"]);
    report.assert_ended(2, &["`.xml`, `.json` or `.html`"]);
}

#[test]
fn reports_are_written_to_files() {
    let folder = std::env::temp_dir().join(format!("sv2-conform-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let files = ["xml", "json", "html"].map(|ending| folder.join(format!("report.{ending}")));
    let names = files.each_ref().map(|file| file.to_str().expect("UTF-8"));
    let address = broken::start(NONE).address;
    let [xml, json, html] = names;
    let outcome = run(&[
        "server", &address, "--only", "C-SCS", "--report", xml, "--report", json, "--report", html,
    ]);
    outcome.assert_success();
    let [xml, json, html] = files.map(|file| fs::read_to_string(file).expect("it was written"));
    assert!(xml.starts_with("<?xml"));
    assert!(json.contains("\"id\": \"C-SCS-2\""));
    assert!(html.starts_with("<!DOCTYPE html>"));
    fs::remove_dir_all(&folder).expect("it is removed");
}

#[test]
fn clients_are_listened_for_and_the_key_is_printed() {
    let outcome = run(&["client", "--list"]);
    outcome.assert_success();
    assert_eq!(outcome.stdout.lines().count(), CLIENT_SCENARIOS.len());

    let times = ["--time", "10000", "--quiet", "50"];
    let mut running = Running::<Conform>::start(
        &[&["client", "127.0.0.1:0", "--key", "new", "--only", "CL-OC-1"], &times[..]].concat(),
        std::process::Stdio::null(),
    );
    let line = running.line();
    let words = line.trim_end().strip_prefix("listening on ").expect(&line);
    let (address, key) = words.split_once(", authority key ").expect(&line);
    let key = Some(key.parse().expect("a key"));
    let miner = Miner::start_at(address.to_owned(), key, miner::NONE);
    let outcome = running.finish();
    outcome.assert_success();
    assert!(outcome.stdout.contains("CL-OC-1       pass          MUST    5.3.2, 5.3.4"));
    assert!(outcome.stdout.ends_with("1 pass, 0 fail, 0 skip, 0 inconclusive\n"));
    drop(miner);

    run(&["client"]).assert_ended(2, &["ADDRESS"]);
    run(&["client", "127.0.0.1:0", "--key", "nonsense"]).assert_ended(2, &["--key"]);
    run(&["client", "127.0.0.1:0", "--only", "GEN-1"]).assert_ended(2, &["--only"]);
    run(&["client", "256.0.0.1:0"]).assert_ended(2, &["can't listen on 256.0.0.1:0"]);
}

#[test]
fn proxies_are_put_between_server_and_clients() {
    let outcome = run(&["proxy", "--list"]);
    outcome.assert_success();
    assert_eq!(outcome.stdout.lines().count(), PROXY_SCENARIOS.len());

    let own = free_port();
    let play = |fault: &'static str| {
        let words = ["proxy", "127.0.0.1:0", &own, "--only", "PX-OC-3", "--time", "10000"];
        let mut running = Running::<Conform>::start(&words, std::process::Stdio::null());
        let address = running.line_after("listening on ");
        let relay = Relay::start_at(&own, &Target { address, authority: None }, fault);
        let outcome = running.finish();
        drop(relay);
        outcome
    };
    let good = play(relay::NONE);
    good.assert_success();
    assert!(good.stdout.contains("PX-OC-3       pass          MUST    5.3.6"), "{good:?}");
    assert!(good.stdout.ends_with("1 pass, 0 fail, 0 skip, 0 inconclusive\n"), "{good:?}");

    let gone = "--run=false {upstream} {proxy} {key}";
    let ended = run(&["proxy", "127.0.0.1:0", &own, "--only", "PX-OC-3", gone]);
    ended.assert_ended(3, &[]);
    assert!(ended.stdout.contains("the command ended: exit status: 1"), "{ended:?}");
    run(&["proxy", "127.0.0.1:0"]).assert_ended(2, &["PROXY"]);
    run(&["proxy", "127.0.0.1:0", &own, "--key", "nonsense"]).assert_ended(2, &["--key"]);
}

#[test]
fn declarators_are_played_beside_their_templates_and_their_pool() {
    let list = run(&["job-declarator", "--list"]);
    list.assert_success();
    assert_eq!(list.stdout.lines().count(), DECLARATORS.len());

    let templates = provider::start(NONE);
    let own = declarator::start(NONE, Some(&templates)).address;
    let foreign = declarator::start(NONE, None).address;
    let play = |pool: &str| {
        let beside = ["--templates", &templates.address, "--pool", pool, "--time", "10000"];
        let only = ["--only", "JD-DJ-2", "--only", "JD-PS-2", "--only", "JD-CM-1"];
        run(&[&["job-declarator", &own], &beside[..], &only].concat())
    };
    let good = play(&own);
    good.assert_success();
    assert!(good.stdout.ends_with("3 pass, 0 fail, 0 skip, 0 inconclusive\n"), "{good:?}");
    // Another pool knows nothing of its tokens.
    let other = play(&foreign);
    other.assert_ended(1, &[]);
    let line = "JD-CM-1       fail          MUST    5.3.18, 6.3.2  it was refused: invalid-mining";
    assert!(other.stdout.contains(line), "{other:?}");

    let key = "9bXiEd8boQVhq7WddEcERUL5tyyJVFYdU8th3HfbNXK3Yw6GRXh";
    let alone = ["job-declarator", &own, "--templates-authority", key];
    run(&alone).assert_ended(2, &["--templates <ADDRESS>"]);
}

#[test]
fn hostility_is_for_servers_of_this_machine_and_for_those_that_are_named_twice() {
    let list = run(&["hostile", "--list"]);
    list.assert_success();
    assert_eq!(list.stdout.lines().count(), HOSTILE.len());
    let words = ["--time", "500", "--only", "H-SILENT", "--seconds", "1"];
    let play = |more: &[&str]| run(&[&["hostile"], more, &words].concat());
    let other = "192.0.2.1:3336"; // an address for documentation (RFC 5737)
    let late = ["hostile", other, "--seconds"];
    for seconds in ["0", "3601", "inf", "NaN"] {
        run(&[&late[..], &[seconds]].concat()).assert_ended(2, &["between 0.1 and 3,600"]);
    }
    play(&[other]).assert_ended(2, &["--i-own 192.0.2.1:3336"]);
    play(&[other, "--i-own", "192.0.2.1"]).assert_ended(2, &["names another address"]);
    // It was tried, and nobody answered.
    play(&[other, "--i-own", other]).assert_ended(3, &[]);
    let good = play(&[&broken::start(NONE).address]);
    good.assert_success();
    assert!(good.stdout.contains("latency meanwhile, median, ms: "), "{}", good.stdout);
}

#[test]
fn a_load_is_summed_up_and_reported() {
    let folder = std::env::temp_dir().join(format!("sv2-conform-load-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let files = ["json", "html"].map(|ending| folder.join(format!("load.{ending}")));
    let [json, html] = files.each_ref().map(|file| file.to_str().expect("UTF-8"));
    let address = broken::start(NONE).address;
    let words = ["--profile", "ramp", "--miners", "2", "--rate", "4", "--peak", "12"];
    let rest = ["--seconds", "2", "--time", "10000", "--report", json, "--report", html];
    let outcome = run(&[&["load", &address], &words[..], &rest].concat());
    outcome.assert_success();
    assert!(outcome.stdout.contains(" 0 refused, 0 unanswered, 0 unsent\np50 "));
    let [json, html] = files.map(|file| fs::read_to_string(file).expect("it was written"));
    assert!(json.contains("\"p99_9_ms\""));
    assert!(html.contains("<svg"));
    fs::remove_dir_all(&folder).expect("it is removed");
    run(&["load", "192.0.2.1:3336"]).assert_ended(2, &["--i-own 192.0.2.1:3336"]);
    run(&["load", &address, "--report", "a.xml"]).assert_ended(2, &["`.json` or `.html`"]);
    let list = run(&["template-provider", "--list"]);
    list.assert_success();
    assert_eq!(list.stdout.lines().count(), sv2_conform::TEMPLATES.len());
}
