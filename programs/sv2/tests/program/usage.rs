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

#[test]
fn unknown_commands_and_options_are_refused() {
    for arguments in [&["dance"][..], &["decode", "--loudly", "-"], &["serve"]] {
        let outcome = run(arguments);
        assert_eq!(outcome.status.code(), Some(2), "{outcome:?}");
        assert!(outcome.stderr.contains("Usage: sv2"), "{outcome:?}");
    }
}
