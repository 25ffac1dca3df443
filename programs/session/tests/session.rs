//! The program decodes its session and measures the time.
#![forbid(unsafe_code)]

use std::process::Stdio;

use codec_testing::{Program, Running};

/// The program `session`.
#[derive(Debug)]
struct Session;

impl Program for Session {
    const FILE: &'static str = env!("CARGO_BIN_EXE_session");
}

#[test]
fn prints_a_line_a_frame_and_the_summary() {
    let outcome = Running::<Session>::run(&[]);
    outcome.assert_success();
    let (frames, summary) = outcome.stdout.split_once("\n\n").expect("a blank line between");
    let frames: Vec<&str> = frames.lines().collect();
    assert!(frames.len() >= 288, "{}", frames.len());

    let first: Vec<&str> = frames[0].split_whitespace().collect();
    assert_eq!(first[..3], ["0", "SetupConnection", "-"]);
    assert!(frames[0].contains(r#"endpoint_host="pool.example.com""#), "{}", frames[0]);
    for name in ["SetNewPrevHash (Mining)", "SetNewPrevHash (Template Distribution)"] {
        assert!(frames.iter().any(|line| line.contains(name)), "{name}");
    }
    let job = frames.iter().find(|line| line.contains(" NewExtendedMiningJob ")).expect("a job");
    assert!(job.contains(" channel ") && job.contains(" merkle_path=["), "{job}");

    assert!(summary.starts_with(&format!("{} frames, ", frames.len())), "{summary}");
    for way in ["owned", "borrowed", "shared"] {
        let row = summary.lines().find(|line| line.starts_with(way)).expect(way);
        let figures: Vec<f64> =
            row.split_whitespace().skip(1).map(|figure| figure.parse().expect(row)).collect();
        assert_eq!(figures.len(), 4, "{row}");
        assert!(figures[0] > 0.0 && figures[1] > 0.0, "{row}");
        match way {
            "borrowed" => assert!(figures[3] < 0.0005, "{row}"),
            "shared" => assert!(figures[3] < 0.1, "{row}"),
            _ => assert!(figures[3] < 3.0, "{row}"),
        }
    }
    assert!(summary.contains("pool\n") && summary.contains("acquired"), "{summary}");
}

#[test]
fn is_quiet_when_nobody_reads_on() {
    let mut running = Running::<Session>::start(&[], Stdio::null());
    assert!(running.line().contains("SetupConnection"));
    running.close_stdout();
    running.finish().assert_success();
}
