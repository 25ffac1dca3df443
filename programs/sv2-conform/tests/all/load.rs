//! Findings of a load: time, refusals, and servers that end.

use std::thread;
use std::time::Duration;

use serde_json::Value;
use sv2_conform::Target;
use sv2_conform::load::{Load, Plan, Profile, json, load, page};

use crate::broken::{self, DYING, LATE, NONE};

const PLAN: Plan = Plan {
    profile: Profile::Constant,
    miners: 4,
    rate: 8.0,
    peak: 8.0,
    seconds: 3,
    time: Duration::from_secs(10),
    pid: None,
};

fn put(fault: &'static str, plan: Plan) -> (Target, Load) {
    let target = broken::start(fault);
    let found = load(&target, &plan);
    (target, found)
}

#[test]
fn a_server_that_answers_late_is_seen() {
    let late = thread::spawn(|| put(LATE, PLAN));
    let (_, good) = put(NONE, PLAN);
    let (_, late) = late.join().expect("no panic");
    for found in [&good, &late] {
        assert_eq!((found.accepted(), found.unanswered, found.unsent), (24, 0, 0), "{found:?}");
        assert!(found.reasons.is_empty() && found.troubles.is_empty());
    }
    assert!(late.millis(500) >= 150.0, "{}", late.millis(500));
    assert!(good.millis(500) < 150.0, "{}", good.millis(500));
    assert!(late.millis(1000) >= late.millis(990) && late.millis(990) >= late.millis(500));
}

#[test]
fn a_share_that_has_to_wait_for_those_before_it_has_waited() {
    // One answer takes 150 ms, and shares are due each 50 ms: the queue grows.
    let plan = Plan { miners: 1, rate: 20.0, seconds: 1, ..PLAN };
    let (_, late) = put(LATE, plan);
    assert_eq!(late.accepted(), 20);
    assert!(late.millis(990) > 1500.0, "{}", late.millis(990));
}

#[test]
fn refused_shares_are_counted_by_their_code() {
    let (target, found) = put("M-SSE-1", Plan { pid: Some(std::process::id()), ..PLAN });
    assert_eq!((found.accepted(), found.refused()), (0, 24));
    assert_eq!(found.reasons["difficulty-too-low"], 24);
    let report: Value = serde_json::from_str(&json(&target, &found)).expect("JSON");
    assert_eq!(report["reasons"]["difficulty-too-low"], 24);
    let seconds = report["seconds"].as_array().expect("an array");
    assert_eq!(seconds.iter().map(|one| one["due"].as_u64().expect("a count")).sum::<u64>(), 24);
    assert!(seconds.iter().all(|one| one["memory_bytes"].as_u64() > Some(1 << 20)), "{report}");
    assert!(seconds.iter().all(|one| one["processor_seconds"].is_number()), "{report}");
    let page = page(&target, &found);
    assert_eq!(page.matches("<polyline").count(), 5, "a line a figure");
    assert!(page.contains("refused 24: difficulty-too-low"), "{page}");
}

#[test]
fn a_server_that_ends_ends_the_load() {
    let (_, found) = put(DYING, PLAN);
    assert_eq!(found.accepted(), 0);
    assert_eq!(found.troubles.values().sum::<u64>(), 4, "{:?}", found.troubles);
    assert!(found.unanswered > 0);
    let nobody = Target { address: "127.0.0.1:1".to_owned(), authority: None };
    let found = load(&nobody, &PLAN);
    let (reason, count) = found.troubles.first_key_value().expect("nobody listens");
    assert!(reason.starts_with("can't connect to 127.0.0.1:1") && *count == 4, "{reason}");
}
