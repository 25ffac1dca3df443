//! A panic gives the terminal back before it is reported.

use std::env;
use std::process::Command;
use std::sync::Arc;

use codec_testing::command_words;

use super::{SharedLog, View};
use crate::stop::Stop;

/// Set where the terminal may be taken over.
const IN_TERMINAL: &str = "SV2_TEST_IN_TERMINAL";

const MESSAGE: &str = "reported on the terminal as it was";

/// The part of the test below that runs in a pseudo-terminal; without one, nothing.
#[test]
fn panics_while_the_terminal_is_taken_over() {
    if env::var_os(IN_TERMINAL).is_none() {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().expect("it starts");
    let stopper = runtime.block_on(async { Stop::on_signal().or_by_hand().1 });
    let _view = View::open(SharedLog::default(), String::new(), Arc::new(stopper))
        .expect("it is a terminal");
    panic!("{MESSAGE}");
}

#[test]
fn a_panic_gives_the_terminal_back_before_it_is_reported() {
    let tests = env::current_exe().expect("it runs");
    let name = "watch::view::panics::panics_while_the_terminal_is_taken_over";
    let tests = tests.to_str().expect("it is text");
    let tests = format!("'{}'", command_words(tests).join("' '"));
    let command = format!("{tests} --exact {name} --nocapture; echo status $?; stty -a");
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env("TERM", "xterm")
        .env(IN_TERMINAL, "1")
        .output()
        .expect("there is `script`");
    let shown = String::from_utf8_lossy(&output.stdout);
    let (taken, given_back) = (shown.find("\x1b[?1049h"), shown.find("\x1b[?1049l"));
    let reported = shown.find(MESSAGE).expect("the panic is reported");
    assert!(taken.is_some() && taken < given_back, "{shown:?}");
    assert!(given_back.is_some_and(|given_back| given_back < reported), "{shown:?}");
    assert!(shown.contains("status 101"), "{shown:?}");
    for setting in ["icanon", "echo", "isig"] {
        assert!(shown.split_whitespace().any(|word| word == setting), "no {setting} in {shown:?}");
    }
}
