//! `sv2 inspect` and `sv2 schema`.

use crate::process::run;

const RECONNECT: &str = "00000406000003782e79080d";

#[test]
fn a_frame_is_shown_field_by_field() {
    let outcome = run(&["inspect", RECONNECT]);
    outcome.assert_success();
    let lines: Vec<_> = outcome.stdout.lines().map(str::trim).collect();
    assert_eq!(lines[0], "0..6  header");
    assert_eq!(lines[5], r#"6..10    new_host (3) "x.y""#);
    assert_eq!(lines[6], "10..12    new_port 3336");
}

/// The links in a page that have no target.
fn dangling(page: &str) -> Vec<&str> {
    let targets = page.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap());
    targets.filter(|target| !page.contains(&format!("id=\"{target}\""))).collect()
}

#[test]
fn a_page_links_each_byte_to_its_field_and_back() {
    let outcome = run(&["inspect", "--html", RECONNECT]);
    outcome.assert_success();
    let page = &outcome.stdout;
    assert_eq!(dangling(page), [""; 0]);
    // The port is the last of seven rows, bytes 10 and 11.
    assert!(page.contains(r##"<a id="b10" href="#f6">08</a>"##), "{page}");
    assert!(page.contains(r##"<a id="f6" href="#b10" data-start="10" data-end="12""##), "{page}");
    let others = ["src=", "http://", "https://", "@import", "url("];
    assert!(others.iter().all(|other| !page.contains(other)), "it needs another file");
    assert_eq!(page.matches("<a id=\"b").count(), 12);
}

#[test]
fn a_page_of_a_large_frame_takes_as_long_as_it_has_bytes() {
    // `ProvideMissingTransactions` with 65,000 numbers, each of them a row.
    let count = 65_000_u32;
    let mut frame = [0, 0, 0x55, 0, 0, 0, 7, 0, 0, 0].to_vec();
    frame.extend(&count.to_le_bytes()[..2]);
    frame.extend((0..count).flat_map(|number| [number.to_le_bytes()[0], number.to_le_bytes()[1]]));
    let len = u32::try_from(frame.len() - 6).unwrap().to_le_bytes();
    frame[3..6].copy_from_slice(&len[..3]);
    let file = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("large.sv2");
    std::fs::write(&file, &frame).unwrap();
    let start = std::time::Instant::now();
    let outcome = run(&["inspect", "--html", &format!("@{}", file.display())]);
    outcome.assert_success();
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    assert_eq!(outcome.stdout.matches("<a id=\"b").count(), frame.len());
    assert_eq!(outcome.stdout.matches("<a id=\"f").count(), 7 + 65_000);
    std::fs::remove_file(file).unwrap();
}

#[test]
fn what_a_frame_holds_is_text_in_the_page() {
    // The host is `<b>&"`.
    let outcome = run(&["inspect", "--html", "00000408000005 3c623e2622 080d"]);
    outcome.assert_success();
    assert!(!outcome.stdout.contains("<b><b>"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("&lt;b&gt;&amp;"), "{}", outcome.stdout);
}

#[test]
fn a_malformed_frame_is_shown_up_to_where_it_is_wrong() {
    let outcome = run(&["inspect", "--html", "00000405000003782e7908"]);
    outcome.assert_refused(&["the frame: malformed at byte 11: Reconnect.new_port"]);
    assert!(outcome.stdout.contains("Malformed at byte 11: Reconnect.new_port"));
    let outcome = run(&["inspect", "00000405000003782e79080d"]);
    outcome.assert_refused(&["the header says 5 bytes"]);
    assert!(outcome.stdout.ends_with("the header says 5 bytes of payload, there are 6\n"));
    run(&["inspect", "0000"]).assert_refused(&["2 bytes are no header of 6"]);
    run(&["inspect", "zz"]).assert_refused(&["no hex digit"]);
    run(&["inspect", "@/nowhere"]).assert_refused(&["can't read /nowhere"]);
}

#[test]
fn the_protocol_is_written_for_others() {
    let starts = [
        ("wireshark", "-- A dissector of Stratum V2"),
        ("kaitai", "# Written by codec-schema"),
        ("markdown", "# Stratum V2 on the wire"),
        ("html", "<!DOCTYPE html>"),
    ];
    for (what, start) in starts {
        let outcome = run(&["schema", what, "--port", "34254"]);
        outcome.assert_success();
        assert!(outcome.stdout.starts_with(start), "{what}");
    }
}
