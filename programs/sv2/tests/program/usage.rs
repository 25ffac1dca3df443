//! Every command prints its usage.

use crate::process::run;

#[test]
fn every_command_has_help() {
    let commands =
        ["decode", "serve", "connect", "mine", "watch", "template-provider", "proxy", "keygen"];
    for command in commands.map(Some).into_iter().chain([None]) {
        let arguments: Vec<_> = command.into_iter().chain(["--help"]).collect();
        let outcome = run(&arguments);
        outcome.assert_success();
        assert!(outcome.stdout.contains("Usage: sv2"), "{outcome:?}");
    }
}

/// A program that begins to work says so only when all its arguments are right.
#[test]
fn wrong_arguments_end_with_2_before_anything_is_said_or_written() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (log, record) = (folder.join("usage.keys"), folder.join("usage.frames"));
    std::fs::write(&record, "of an earlier run").expect("the folder is there");
    let [log, record] = [&log, &record].map(|path| path.to_str().expect("it is text"));
    let watch = ["watch", "--listen", "127.0.0.1:0", "--upstream", "127.0.0.1:1"];
    let watch = [&watch[..], &["--upstream-plaintext", "--record", record]].concat();
    let wrong_key = ["--authority-secret", "nonsense0", "--key-log", log];
    let proxy = ["proxy", "--listen", "127.0.0.1:0", "--upstream", "127.0.0.1:1"];
    let proxy = [&proxy[..], &["--upstream-plaintext"]].concat();
    for arguments in [
        [&["serve", "127.0.0.1:0"][..], &wrong_key].concat(),
        [&["template-provider", "127.0.0.1:0"][..], &wrong_key].concat(),
        [&proxy[..], &wrong_key].concat(),
        [&watch[..], &wrong_key].concat(),
        [&watch[..], &["--view"]].concat(),
        [&watch[..], &["--only", "SetTarget,Nonsense"]].concat(),
        vec!["serve", "127.0.0.1"],
        vec!["serve", "127.0.0.1:99999"],
        vec!["serve", "::1:3336"],
        vec!["connect", "localhost", "--plaintext"],
        vec!["mine", ":3336", "--plaintext"],
        vec!["decode", "--session-key", "zz", "-"],
        vec!["inspect", "zz"],
    ] {
        let outcome = run(&arguments);
        assert_eq!(outcome.status.code(), Some(2), "{arguments:?} {outcome:?}");
        assert!(outcome.stdout.is_empty() && !outcome.stderr.is_empty(), "{outcome:?}");
    }
    assert!(!std::path::Path::new(log).exists(), "a key log of nothing");
    assert_eq!(std::fs::read_to_string(record).expect("it is there"), "of an earlier run");
    std::fs::remove_file(record).expect("it is there");
}

/// Nothing listens when a file that is needed can't be written.
#[test]
fn nothing_is_said_before_files_are_opened() {
    let between = ["--listen", "127.0.0.1:0", "--upstream", "127.0.0.1:1", "--upstream-plaintext"];
    for arguments in [
        &["serve", "127.0.0.1:0", "--key-log", "/nowhere/keys"][..],
        &["template-provider", "127.0.0.1:0", "--key-log", "/nowhere/keys"],
        &[&["proxy", "--key-log", "/nowhere/keys"], &between[..]].concat(),
        &[&["watch", "--key-log", "/nowhere/keys"], &between[..]].concat(),
        &[
            "watch",
            "--listen",
            "127.0.0.1:0",
            "--plaintext",
            "--upstream",
            "127.0.0.1:1",
            "--upstream-plaintext",
            "--record",
            "/nowhere/frames",
        ],
    ] {
        let outcome = run(arguments);
        outcome.assert_refused(&["/nowhere/"]);
        assert!(outcome.stdout.is_empty(), "{outcome:?}");
    }
}

#[test]
fn unknown_commands_and_options_are_refused() {
    for arguments in [&["dance"][..], &["decode", "--loudly", "-"], &["serve"]] {
        let outcome = run(arguments);
        assert_eq!(outcome.status.code(), Some(2), "{outcome:?}");
        assert!(outcome.stderr.contains("Usage: sv2"), "{outcome:?}");
    }
}
