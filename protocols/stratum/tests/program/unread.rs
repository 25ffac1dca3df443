//! A server whose standard output and standard error are pipes that are never read.

use std::io::Read as _;
use std::net::TcpStream;
use std::thread;

use crate::process::{Running, run, send, started};

/// More lines than two pipes of 64 KiB and the program's own queues hold: the shortest line has 50
/// bytes.
const PEERS: u32 = 8_000;

/// A server with peers that connect and leave until it has printed more than fits.
fn printed_on(arguments: &[&str]) -> (Running, String) {
    let (server, address, _) = started(arguments);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..PEERS / 4 {
                    let mut stream = TcpStream::connect(&address).expect("the server listens");
                    stream
                        .set_read_timeout(Some(std::time::Duration::from_secs(20)))
                        .expect("it is");
                    stream.shutdown(std::net::Shutdown::Write).expect("it is open");
                    // Until the server has closed it, too.
                    let closed = stream.read(&mut [0]);
                    assert!(closed.is_ok_and(|len| len == 0), "the server does not answer");
                }
            });
        }
    });
    (server, address)
}

#[test]
fn a_server_serves_on_when_its_lines_are_not_read() {
    let arguments = ["serve", "127.0.0.1:0", "--plaintext"];
    let (server, address) = printed_on(&arguments);
    let client = run(&["connect", "--plaintext", &address, "--shares", "1000"]);
    client.assert_success();
    assert!(client.stdout.contains("1000 accepted, 0 refused"), "{client:?}");
    send("-TERM", &server);
    // From here on they are read.
    let server = server.finish();
    assert!(server.status.success(), "{server:?}");
    let lines = |text: &str, word: &str| text.lines().filter(|line| line.contains(word)).count();
    // The address was read at the start.
    let printed = lines(&server.stdout, " shares in ") - lines(&server.stdout, "total: ");
    let closed = lines(&server.stderr, "; connection closed");
    let notices: Vec<_> =
        server.stderr.lines().filter_map(|line| line.strip_suffix(" lines were dropped")).collect();
    let dropped = |stream: &str| -> usize {
        let counts = notices.iter().filter(|line| line.contains(stream));
        counts.map(|line| line.rsplit(' ').next().unwrap_or("").parse::<usize>().expect(line)).sum()
    };
    let peers = usize::try_from(PEERS).expect("it fits");
    assert!(dropped("standard output") > 0 && dropped("standard error") > 0, "{notices:?}");
    assert_eq!(printed + dropped("standard output"), peers + 1, "{notices:?}");
    // Besides them, the line about the signal was printed or dropped.
    let signal = lines(&server.stderr, "signal again");
    assert_eq!(closed + signal + dropped("standard error"), peers + 1, "{notices:?}");
    assert!(server.stdout.contains("total: 1000 shares in "), "the totals are not dropped");
    assert!(server.stdout.contains("budget: 0 bytes in 0 frames kept"), "nor is what follows");
}
