//! Reports of a failure, with the frame that broke the clause.

use serde_json::Value;
use sv2_conform::{Result, SCENARIOS, Target, Verdict, report, run};

use crate::broken;
use crate::pairs::PATIENT;

/// The results of two scenarios on a server with the fault of one.
fn results() -> (Target, Vec<Result>) {
    let target = broken::start("M-OEMCS-3");
    let ids = ["C-SCS-2", "M-OEMCS-3"];
    let scenarios = SCENARIOS.iter().filter(|scenario| ids.contains(&scenario.id));
    let results = scenarios.map(|scenario| run(scenario, &target, PATIENT)).collect();
    (target, results)
}

const REASON: &str = "8 bytes of extranonce, 16 requested";

#[test]
fn json_has_each_frame_and_marks_the_one_that_broke_the_clause() {
    let (target, results) = results();
    let report: Value = serde_json::from_str(&report::json(&target, &results)).expect("JSON");
    assert_eq!(report["target"], target.address.as_str());
    assert_eq!(
        report["counts"],
        serde_json::json!({
            "pass": 1, "fail": 1, "skip": 0, "inconclusive": 0,
        })
    );
    let failed = &report["scenarios"][1];
    assert_eq!(failed["id"], "M-OEMCS-3");
    assert_eq!((&failed["verdict"], &failed["reason"]), (&"fail".into(), &REASON.into()));
    let frames = failed["frames"].as_array().expect("an array");
    assert_eq!(frames[0]["message"], "connected");
    // Version 2, and no flags.
    let success = frames.iter().find(|frame| frame["bytes"] == "000001060000020000000000");
    assert_eq!(success.expect("it came")["message"], "SetupConnection.Success");
    let broke: Vec<_> = frames.iter().filter(|frame| frame["broke"] == true).collect();
    let [broke] = broke[..] else { panic!("one frame broke it: {broke:?}") };
    assert_eq!(broke["message"], "OpenExtendedMiningChannel.Success");
    assert_eq!(broke["direction"], "received");
    let fields = broke["fields"].as_str().expect("a text");
    assert!(fields.contains("extranonce_size=8"), "{fields}");
}

#[test]
fn junit_counts_failures_and_shows_their_frames() {
    let (target, results) = results();
    let text = report::junit(&target, &results);
    assert!(text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite "));
    assert!(text.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\""), "{text}");
    assert!(text.contains(&format!("<failure message=\"{REASON}\">MUST 5.3.4\n")), "{text}");
    let marked: Vec<_> = text.lines().filter(|line| line.starts_with("! ")).collect();
    let [marked] = marked[..] else { panic!("one frame broke it: {marked:?}") };
    assert!(marked.starts_with("! 0 received OpenExtendedMiningChannel.Success"), "{marked}");
    for tag in ["testsuite", "testcase", "failure"] {
        let (open, close) = (format!("<{tag} "), format!("</{tag}>"));
        assert_eq!(text.matches(&open).count(), text.matches(&close).count(), "{tag}");
    }
}

#[test]
fn the_page_opens_failures_and_marks_their_frames() {
    let (target, results) = results();
    let page = report::page(&target, &results);
    assert_eq!(page.matches(" open>").count(), 1, "the failure");
    assert_eq!(page.matches("<tr class=\"broke\">").count(), 1);
    let broke = page.split("<tr class=\"broke\">").nth(1).expect("it is there");
    let broke = broke.lines().next().expect("a line");
    assert!(broke.contains("OpenExtendedMiningChannel.Success"), "{broke}");
    assert!(page.contains("<code class=\"bytes\">000001060000020000000000</code>"));
    assert!(!page.contains("http"), "it needs no other file");
    assert_eq!(results[1].verdict, Verdict::Fail);
}
