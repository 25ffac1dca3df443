//! `sv2 watch --view` in a pseudo-terminal, controlled by keys.

use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use codec_testing::command_words;

use crate::process::{run, started};

/// Far longer than anything takes.
const PATIENCE: Duration = Duration::from_mins(1);

/// The program in a pseudo-terminal created by `script`; afterwards, the terminal's settings are
/// printed.
struct Terminal {
    child: Child,
    shown: Arc<Mutex<String>>,
}

impl Terminal {
    fn start(command: &str) -> Self {
        let command = format!("stty rows 24 cols 100; {command}; echo status $?; stty -a");
        let mut child = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("there is `script`");
        let mut stdout = child.stdout.take().expect("it is piped");
        let shown = Arc::new(Mutex::new(String::new()));
        let all = Arc::clone(&shown);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = stdout.read(&mut bytes) {
                let text = String::from_utf8_lossy(&bytes[..count]);
                all.lock().expect("nobody panics with it").push_str(&text);
            }
        });
        Self { child, shown }
    }

    fn shown(&self) -> String {
        self.shown.lock().expect("nobody panics with it").clone()
    }

    /// Waits until this string is displayed.
    #[track_caller]
    fn wait_for(&self, words: &str) {
        let start = Instant::now();
        while !self.shown().contains(words) && !drawn(&self.shown()).contains(words) {
            assert!(start.elapsed() < PATIENCE, "no {words:?} in {:?}", drawn(&self.shown()));
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn press(&mut self, keys: &str) {
        self.child.stdin.as_mut().expect("it is piped").write_all(keys.as_bytes()).expect("taken");
    }

    /// The program has ended normally, and the terminal is restored: checks the output after that.
    #[track_caller]
    fn assert_restored(mut self) -> String {
        self.wait_for("status 0");
        self.wait_for("icanon");
        // Its line is the second to last.
        self.wait_for("echoctl");
        let shown = self.shown();
        // To the alternate screen and back, once each, and the cursor is visible again.
        assert!(shown.contains("\x1b[?1049h"), "{shown:?}");
        let (_, after) = shown.rsplit_once("\x1b[?1049l").expect(&shown);
        assert!(shown.contains("\x1b[?25h"), "{shown:?}");
        assert!(!after.contains("-icanon") && !after.contains("-echo "), "{after:?}");
        drop(self.child.stdin.take());
        self.child.wait().expect("it ends");
        after.to_owned()
    }
}

/// The contents of a terminal of 24 rows after this output: only changed cells are written.
fn drawn(shown: &str) -> String {
    let mut rows = vec![vec![' '; 200]; 24];
    let (mut row, mut column) = (0, 0);
    let mut letters = shown.chars();
    while let Some(letter) = letters.next() {
        if letter != '\x1b' {
            if let Some(cell) = rows.get_mut(row).and_then(|row| row.get_mut(column)) {
                *cell = letter;
            }
            column += 1;
            continue;
        }
        // A sequence ends with a letter; the one that moves the cursor is `row;columnH`, from 1.
        let sequence: String = letters.by_ref().take_while(|one| !one.is_alphabetic()).collect();
        let numbers = sequence.trim_start_matches('[').split_once(';');
        if let Some((Ok(down), Ok(right))) =
            numbers.map(|(down, right)| (down.parse::<usize>(), right.parse::<usize>()))
        {
            (row, column) = (down.saturating_sub(1), right.saturating_sub(1));
        }
    }
    rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A view of the traffic to this server, and the address to connect to.
fn view(server: &str) -> (Terminal, String) {
    let program = command_words(env!("CARGO_BIN_EXE_sv2")).join(" ");
    let terminal = Terminal::start(&format!(
        "{program} watch --view --listen 127.0.0.1:0 --plaintext \
         --upstream {server} --upstream-plaintext"
    ));
    terminal.wait_for("\x1b[?1049h");
    let shown = terminal.shown();
    let (_, rest) = shown.split_once("listening on ").expect(&shown);
    let address = rest.split_whitespace().next().expect("it is a line").to_owned();
    (terminal, address)
}

#[test]
fn frames_are_scrolled_and_filtered_by_keys_until_q() {
    let serve = ["serve", "--plaintext", "127.0.0.1:0", "--connections", "1"];
    let (server, address, _) = started(&serve);
    let (mut terminal, between) = view(&address);
    run(&["connect", "--plaintext", &between, "--shares", "5"]).assert_success();
    server.finish().assert_success();
    terminal.wait_for("SubmitSharesExtended");
    // The newest frame is selected, and its fields are displayed.
    terminal.wait_for("CloseChannel.channel_id");
    // The oldest.
    terminal.press("g");
    terminal.wait_for("SetupConnection.protocol");
    terminal.press("/setup <\r");
    terminal.wait_for(" frames: setup <");
    terminal.wait_for("SetupConnection.Success.used_version");
    terminal.press("q");
    terminal.assert_restored();
}

/// The address of `--listen` with a free port is known to nobody else.
#[test]
fn the_address_is_on_both_screens() {
    let (mut terminal, address) = view("127.0.0.1:1");
    let shown = terminal.shown();
    let (before, _) = shown.split_once("\x1b[?1049h").expect(&shown);
    assert!(before.contains(&format!("listening on {address}")), "{before:?}");
    terminal.wait_for("no frame yet");
    assert!(drawn(&terminal.shown()).contains(&format!("listening on {address}")));
    terminal.press("q");
    terminal.assert_restored();
}

#[test]
fn ctrl_c_gives_the_terminal_back() {
    let (server, address, _) = started(&["serve", "--plaintext", "127.0.0.1:0"]);
    let (mut terminal, _) = view(&address);
    terminal.wait_for("no frame yet");
    terminal.press("\x03");
    terminal.assert_restored();
    drop(server);
}

#[test]
fn errors_are_shown_on_the_screen_and_again_after_it() {
    let (mut terminal, between) = view("127.0.0.1:1");
    let client = run(&["connect", "--plaintext", &between, "--shares", "1"]);
    assert_eq!(client.status.code(), Some(1), "{client:?}");
    terminal.wait_for("connection 1: 127.0.0.1:1: Connection refused");
    terminal.press("q");
    let after = terminal.assert_restored();
    assert!(after.contains("connection 1: 127.0.0.1:1: Connection refused"), "{after:?}");
}

#[test]
fn there_is_no_view_without_a_terminal() {
    let watch = ["watch", "--view", "--listen", "127.0.0.1:0", "--plaintext"];
    let more = ["--upstream", "127.0.0.1:1", "--upstream-plaintext"];
    run(&[&watch[..], &more].concat()).assert_ended(2, &["standard output is no terminal"]);
}
