//! Connections over sockets: two threads, and peers that are slow, silent, wrong or gone.

use std::io::{self, Cursor, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use crate::talk::{Any, AnyRef, Talk, ping, text};
use codec_pool::{
    Connection, ConnectionErrorKind, ConnectionLimits, Pool, Sender, Traffic, Transport, Untimed,
};

/// Long enough for a well-behaved peer on any machine.
const AMPLE: Duration = Duration::from_secs(60);
/// Time-out for a peer that never answers.
const SHORT: Duration = Duration::from_millis(60);

/// Two ends of a connection.
fn sockets() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let ours = TcpStream::connect(listener.local_addr().expect("it is bound")).expect("it listens");
    let (theirs, _) = listener.accept().expect("one connects");
    (ours, theirs)
}

fn connection(stream: TcpStream, limits: ConnectionLimits) -> Connection<Talk, TcpStream> {
    Connection::new(stream, &Pool::default(), limits)
}

#[test]
fn two_threads_talk_until_one_closes() {
    let (ours, theirs) = sockets();
    let limits = ConnectionLimits::new().idle_timeout(AMPLE).write_timeout(AMPLE);
    let echo = thread::spawn(move || {
        let mut peer = connection(theirs, limits);
        while let Some(message) = peer.next_owned()? {
            peer.send(&message)?;
        }
        let traffic = peer.traffic();
        peer.close().map(|()| traffic)
    });
    let mut client = connection(ours, limits);
    for len in [0, 1, 1000, 100_000] {
        client.send(&text(len)).expect("the peer reads");
        client.send(&ping(7)).expect("the peer reads");
        let Some(AnyRef::Text(back)) = client.next().expect("the peer answers") else {
            panic!("it was a text")
        };
        assert_eq!(back.text.len(), len);
        assert_eq!(client.next_owned().expect("it answers"), Some(Any::Ping(ping(7))));
    }
    let Traffic { frames_in, bytes_in, frames_out, bytes_out, .. } = client.traffic();
    assert_eq!((frames_in, bytes_in), (frames_out, bytes_out));
    client.close().expect("the peer is there");
    let theirs = echo.join().expect("it does not panic").expect("nothing fails");
    assert_eq!((theirs.frames_in, theirs.bytes_in), (frames_out, bytes_out));
}

#[test]
fn the_halves_work_on_threads_of_their_own() {
    let (ours, theirs) = sockets();
    let (mut receiver, mut sender) =
        connection(ours, ConnectionLimits::new()).split().expect("a socket can be split");
    let (mut from, mut to) =
        connection(theirs, ConnectionLimits::new()).split().expect("a socket can be split");
    let pump = thread::spawn(move || {
        while let Some(frame) = from.next_frame()? {
            to.push(frame.detach()).expect("it is not sealed");
            to.flush()?;
        }
        to.close()
    });
    let reader = thread::spawn(move || {
        let mut seen = 0;
        while let Some(message) = receiver.next()? {
            assert!(matches!(message, AnyRef::Ping(ping) if ping.nonce == seen));
            seen += 1;
        }
        Ok::<_, codec_pool::ConnectionError>(seen)
    });
    for nonce in 0..1000 {
        sender.queue(&ping(nonce)).expect("it encodes");
        if nonce % 7 == 0 {
            sender.flush().expect("the peer reads");
        }
    }
    sender.close().expect("the peer reads");
    pump.join().expect("it does not panic").expect("nothing fails");
    assert_eq!(reader.join().expect("it does not panic").expect("nothing fails"), 1000);
}

#[test]
fn a_half_takes_what_has_arrived_without_reading() {
    let (ours, mut theirs) = sockets();
    let limits = ConnectionLimits::new().idle_timeout(AMPLE);
    let (mut client, _sender) = connection(ours, limits).split().expect("a socket can be split");
    assert!(client.try_next().expect("nothing was read").is_none());
    let frames = [1, 5, 0, 0, 7, 0, 0, 0, 0].repeat(3);
    theirs.write_all(&frames[..20]).expect("it is taken");
    assert!(matches!(client.next(), Ok(Some(AnyRef::Ping(ping))) if ping.nonce == 7));
    while client.traffic().bytes_in < 18 {
        // The second may come by a read of its own.
        if client.try_next_frame().expect("valid").is_none() {
            client.next().expect("valid").expect("it was sent");
        }
    }
    assert!(client.try_next().expect("two bytes are no error").is_none());
    assert!(client.try_next_frame().expect("nor are they a frame").is_none());
    theirs.write_all(&frames[20..]).expect("it is taken");
    assert!(matches!(client.next(), Ok(Some(AnyRef::Ping(ping))) if ping.nonce == 7));
    assert_eq!((client.traffic().frames_in, client.traffic().bytes_in), (3, 27));
}

#[test]
fn a_silent_peer_hits_the_idle_timeout_and_is_named() {
    let (ours, mut theirs) = sockets();
    let name = ours.peer_addr().expect("it is connected").to_string();
    let mut client = connection(ours, ConnectionLimits::new().idle_timeout(SHORT));
    theirs.write_all(&[1, 5, 0, 0, 7, 0]).expect("it is taken"); // a part of a ping
    let error = client.next().unwrap_err();
    assert!(matches!(error.kind(), ConnectionErrorKind::Idle(SHORT)), "{error}");
    assert!(error.is_timeout() && error.peer() == name, "{error}");
    assert_eq!(error.to_string(), format!("{name}: no whole message came in 60ms"));
    assert_eq!(std::io::Error::from(error).kind(), ErrorKind::TimedOut);
}

#[test]
fn a_peer_that_sends_byte_by_byte_is_idle_too() {
    let (ours, mut theirs) = sockets();
    let mut client = connection(ours, ConnectionLimits::new().idle_timeout(SHORT));
    let trickle = thread::spawn(move || {
        let mut sent = 0;
        // Far more than the client waits for, of a frame that is longer still.
        let frame = [&[2, 0, 0, 1][..], &[0; 10_000]].concat();
        for byte in frame {
            if theirs.write_all(&[byte]).is_err() {
                break;
            }
            sent += 1;
            thread::sleep(SHORT / 20);
        }
        sent
    });
    let error = client.next().unwrap_err();
    assert!(matches!(error.kind(), ConnectionErrorKind::Idle(_)), "{error}");
    drop(client);
    assert!(trickle.join().expect("it does not panic") < 10_000);
}

#[test]
fn messages_in_time_start_the_clock_again() {
    let (ours, theirs) = sockets();
    let mut client = connection(ours, ConnectionLimits::new().idle_timeout(AMPLE));
    let mut peer = connection(theirs, ConnectionLimits::new());
    for nonce in 0..3 {
        // In two pieces, so that the second is read with the remaining time.
        let bytes = peer.encode(&ping(nonce)).expect("it encodes");
        let mut raw = peer.stream();
        raw.write_all(&bytes.bytes()[..3]).expect("it is taken");
        let rest = bytes.bytes()[3..].to_vec();
        let mut raw = raw.try_clone().expect("a socket can be cloned");
        let late = thread::spawn(move || {
            thread::sleep(Duration::from_millis(5));
            raw.write_all(&rest)
        });
        assert_eq!(client.next_owned().expect("it comes"), Some(Any::Ping(ping(nonce))));
        late.join().expect("it does not panic").expect("it is taken");
    }
    assert_eq!(client.traffic().frames_in, 3);
}

/// Takes a byte now and then.
struct Trickle;

impl Read for Trickle {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Ok(0)
    }
}

impl Write for Trickle {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        thread::sleep(SHORT / 20);
        Ok(1)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Transport for Trickle {
    fn set_read_timeout(&mut self, _: Option<Duration>) -> io::Result<()> {
        Ok(())
    }

    fn set_write_timeout(&mut self, _: Option<Duration>) -> io::Result<()> {
        Ok(())
    }

    fn shutdown_write(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn peer_name(&self) -> String {
        "peer".into()
    }
}

/// The oldest frame is sent first, but a peer that reads is not in time for that: all that waits has to
/// be taken, so that nothing waits for longer, however little is read and however much is queued.
#[test]
fn a_peer_that_reads_a_byte_now_and_then_hits_the_write_timeout() {
    let limits = ConnectionLimits::new().write_timeout(SHORT);
    let mut client = Connection::<Talk, _>::new(Trickle, &Pool::default(), limits);
    let since = Instant::now();
    client.queue(&ping(1)).expect("there is room");
    let error = client.send(&text(1000)).unwrap_err();
    assert!(matches!(error.kind(), ConnectionErrorKind::WriteTimeout(SHORT)), "{error}");
    assert!(since.elapsed() < 10 * SHORT && client.traffic().bytes_out > 9, "some was taken");
}

#[test]
fn a_peer_that_never_reads_hits_the_write_timeout() {
    let (ours, theirs) = sockets();
    let mut client = connection(ours, ConnectionLimits::new().write_timeout(SHORT));
    let large = text(1 << 20);
    let error = (0..1000).find_map(|_| client.send(&large).err()).expect("no buffer is so large");
    assert!(matches!(error.kind(), ConnectionErrorKind::WriteTimeout(SHORT)), "{error}");
    assert!(client.pending_len() > 0, "what was not written stays queued");
    drop(theirs);
}

#[test]
fn a_wrong_message_is_named_with_its_field_and_the_next_is_read() {
    let (ours, mut theirs) = sockets();
    let mut client = connection(ours, ConnectionLimits::new()).with_peer("the pool");
    theirs.write_all(&[1, 5, 0, 0, 7, 0, 0, 0, 9]).expect("it is taken"); // urgent = 9
    theirs.write_all(&[77, 0, 0, 0]).expect("it is taken");
    theirs.write_all(&[1, 5, 0, 0, 8, 0, 0, 0, 0]).expect("it is taken");
    let error = client.next().unwrap_err();
    let ConnectionErrorKind::Message { id, name, path, offset, .. } = error.kind() else {
        panic!("{error}")
    };
    assert_eq!(
        (id.as_str(), *name, path.as_str(), *offset),
        ("0x01", Some("Ping"), "Ping.urgent", 0)
    );
    assert!(error.is_recoverable());
    assert_eq!(
        error.to_string(),
        "the pool: malformed message 0x01: Ping.urgent at byte 8: boolean is neither 0 nor 1: \
         found 9, in the frame at byte 0"
    );
    let unknown = client.next().unwrap_err();
    assert_eq!(unknown.to_string(), "the pool: unknown message 0x4d in the frame at byte 9");
    assert_eq!(client.next_owned().expect("it is a ping"), Some(Any::Ping(ping(8))));
}

#[test]
fn a_payload_over_the_limit_is_refused() {
    let (ours, mut theirs) = sockets();
    let mut client = connection(ours, ConnectionLimits::new().max_payload(100));
    theirs.write_all(&[2, 101, 0, 0]).expect("it is taken");
    let error = client.next().unwrap_err();
    assert!(matches!(error.kind(), ConnectionErrorKind::Frame(_)) && !error.is_recoverable());
    assert!(error.to_string().contains("payload of 101 bytes is over the limit of 100"), "{error}");
}

#[test]
fn a_message_that_has_no_frame_leaves_the_connection_as_it_was() {
    let (ours, mut theirs) = sockets();
    let mut client = connection(ours, ConnectionLimits::new());
    client.queue(&ping(1)).expect("it encodes");
    let error = client.queue(&text(1 << 24)).unwrap_err();
    assert!(
        matches!(error.kind(), ConnectionErrorKind::Encode { name: Some("Text"), .. }),
        "{error}"
    );
    assert_eq!(client.pending_len(), 9);
    client.close().expect("the peer is there");
    let mut bytes = Vec::new();
    theirs.read_to_end(&mut bytes).expect("it was closed");
    assert_eq!(bytes, [1, 5, 0, 0, 1, 0, 0, 0, 0]);
}

#[test]
fn a_broadcast_reaches_all_but_the_dead_peer() {
    let mut theirs = Vec::new();
    let mut senders: Vec<Sender<Talk, TcpStream>> = Vec::new();
    for _ in 0..3 {
        let (our_end, their_end) = sockets();
        let halves = connection(our_end, ConnectionLimits::new().write_timeout(AMPLE)).split();
        senders.push(halves.expect("a socket can be split").1);
        theirs.push(their_end);
    }
    let name = senders[1].peer().to_owned();
    drop(theirs.remove(1));
    // The system may accept the first writes to a peer that is gone.
    let mut sent = 0;
    let errors = loop {
        let errors = Sender::broadcast(&ping(sent), &mut senders).expect("it encodes");
        sent += 1;
        if !errors.is_empty() {
            break errors;
        }
        assert!(sent < 100_000, "the dead peer is not noticed");
    };
    assert_eq!((errors.len(), errors[0].peer()), (1, name.as_str()));
    drop(senders);
    for their_end in theirs {
        let mut peer = connection(their_end, ConnectionLimits::new().idle_timeout(AMPLE));
        let mut received = 0;
        while let Some(message) = peer.next_owned().expect("nothing fails") {
            assert_eq!(message, Any::Ping(ping(received)));
            received += 1;
        }
        assert_eq!(received, sent);
    }
}

#[test]
fn anything_that_is_read_and_written_is_a_stream() {
    let mut server = Connection::<Talk, _>::new(
        Untimed(Cursor::new(vec![1, 5, 0, 0, 7, 0, 0, 0, 0])),
        &Pool::default(),
        ConnectionLimits::new(),
    );
    assert_eq!(server.try_next().expect("nothing is read").map(drop), None);
    assert_eq!(server.next_owned().expect("valid"), Some(Any::Ping(ping(7))));
    server.send(&ping(8)).expect("a vector takes everything");
    assert_eq!(server.stream().0.get_ref()[9..], [1, 5, 0, 0, 8, 0, 0, 0, 0]);
    let limits = ConnectionLimits::new().idle_timeout(AMPLE);
    let stream = Untimed(Cursor::new(Vec::new()));
    let mut timed = Connection::<Talk, _>::new(stream, &Pool::default(), limits);
    let error = timed.next().unwrap_err();
    let ConnectionErrorKind::Io(error) = error.kind() else { panic!("{error}") };
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}
