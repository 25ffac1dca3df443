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
    assert!(
        page.contains(r##"<a id="b10" href="#f6" aria-label="08, new_port">08</a>"##),
        "{page}"
    );
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
fn bytes_of_a_frame_are_text_in_the_page() {
    // The host is `<b>&"`.
    let outcome = run(&["inspect", "--html", "00000408000005 3c623e2622 080d"]);
    outcome.assert_success();
    assert!(!outcome.stdout.contains("<b><b>"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("&lt;b&gt;&amp;"), "{}", outcome.stdout);
}

#[test]
fn a_malformed_frame_is_shown_up_to_where_it_is_wrong() {
    let outcome = run(&["inspect", "--html", "00000405000003782e7908"]);
    outcome.assert_refused(&["the frame: malformed: Reconnect.new_port at byte 11"]);
    assert!(outcome.stdout.contains("Malformed: Reconnect.new_port at byte 11"));
    let outcome = run(&["inspect", "00000405000003782e79080d"]);
    outcome.assert_refused(&["the header says 5 bytes"]);
    assert!(outcome.stdout.ends_with("the header says 5 bytes of payload, there are 6\n"));
    run(&["inspect", "0000"]).assert_refused(&["2 bytes are no header of 6"]);
    run(&["inspect", "zz"]).assert_ended(2, &["no hex digit"]);
    run(&["inspect", "@/nowhere"]).assert_refused(&["can't read /nowhere"]);
}

/// Marks where a field could not be read, and what follows it, in text and on a page.
#[test]
fn the_field_that_failed_is_marked_with_its_length_and_the_rest_is_bytes() {
    // `SetExtranoncePrefix` whose prefix says 33 bytes, one too many.
    let too_long = format!("008019260000 07000000 21 {}", "61".repeat(33));
    let outcome = run(&["inspect", &too_long]);
    outcome.assert_refused(&[
        "malformed: SetExtranoncePrefix.extranonce_prefix at byte 10: length 33 is over the limit",
    ]);
    let rows: Vec<_> = outcome.stdout.lines().map(str::trim).collect();
    assert_eq!(
        rows[6..8],
        [
            "10..11 !  extranonce_prefix (33) 21",
            &*format!("11..44    not decoded {}", "61".repeat(33))
        ]
    );
    let page = run(&["inspect", "--html", &too_long]).stdout;
    let wrong =
        r##"<a id="b10" href="#f6" aria-label="21, extranonce_prefix" class="wrong">21</a>"##;
    assert!(page.contains(wrong), "{page}");
    assert!(page.contains(r##"<a id="f6" href="#b10" class="wrong" data-start="10""##), "{page}");
    let behind = r##"<a id="b11" href="#f7" aria-label="61, not decoded">61</a>"##;
    assert!(page.contains(behind), "{page}");

    // A string of nine bytes, of which there are four: all of it is marked.
    let cut = "000004050000 09782e7908";
    let outcome = run(&["inspect", cut]);
    let why = "malformed: Reconnect.new_host at byte 11: unexpected end of input: the field began \
               at byte 6 and says 9, with 4 bytes left";
    outcome.assert_refused(&[why]);
    assert!(outcome.stdout.contains("6..11 !  new_host (9) 09782e7908\n"), "{outcome:?}");
    let page = run(&["inspect", "--html", cut]).stdout;
    assert_eq!(page.matches("class=\"wrong\">").count(), 5, "{page}");

    // Deep inside: those around it have the same bytes.
    let deep = "0000040c0000 03782e79080d 0200 01 0200 77";
    let outcome = run(&["inspect", deep]);
    outcome.assert_refused(&["malformed: Tlvs.fields[0].value at byte 18"]);
    for row in ["12..18    tlvs\n", "12..18      [0]\n", "15..18 !      value (2) 020077\n"] {
        assert!(outcome.stdout.contains(row), "{outcome:?}");
    }
}

#[test]
fn what_extensions_append_and_what_follows_a_frame_is_shown() {
    let outcome = run(&["inspect", "0000040d0000 03782e79080d 0200 01 0200 7731"]);
    outcome.assert_success();
    assert!(outcome.stdout.ends_with("15..19        value (2) 7731\n"), "{outcome:?}");
    assert!(!run(&["inspect", RECONNECT]).stdout.contains("tlvs"));
    let outcome = run(&["inspect", "000004060000 03782e79080d ffee"]);
    outcome.assert_refused(&["the header says 6 bytes of payload, there are 8"]);
    assert!(outcome.stdout.contains("12..14    after the payload ffee\n"), "{outcome:?}");
    let outcome = run(&["inspect", "014005030000 aabbcc"]);
    outcome.assert_refused(&["unknown message id"]);
    for row in ["6..9  unknown 0x05 of extension 0x4001\n", "6..9    not decoded aabbcc\n"] {
        assert!(outcome.stdout.contains(row), "{outcome:?}");
    }
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
        assert!(outcome.stdout.contains("SetNewPrevHash (Mining)"), "{what}");
    }
}
