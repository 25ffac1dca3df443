//! 64 encrypted connections over TCP at once, from one pool.

use std::sync::Arc;
use std::time::Duration;

use codec_noise::{AuthorityKey, AuthoritySecret, Handshake, Identity};
use codec_pool::{ConnectionLimits, Pool};
use codec_stratum::mining::CloseChannel;
use codec_stratum::{AnyMessage, Sv2Protocol};
use tokio::net::{TcpListener, TcpStream};

const NOW: u64 = 1_500;
const CONNECTIONS: u32 = 64;
const MESSAGES: u32 = 200;

fn message(connection: u32, number: u32) -> CloseChannel {
    // From a nearly empty payload to a string of 255 bytes.
    let reason = "x".repeat((number * 7 % 256) as usize);
    let reason_code = reason.as_str().try_into().expect("at most 255 bytes");
    CloseChannel { channel_id: connection * MESSAGES + number, reason_code }
}

/// Echoes each message until the client ends.
async fn serve(mut stream: TcpStream, identity: Arc<Identity>, pool: Pool) -> u32 {
    let mut handshake: Handshake = Handshake::responder(identity).expect("entropy");
    handshake.run_async(&mut stream, NOW).await.expect("it is a client");
    let session = handshake.finish().expect("it is done");
    let limits = ConnectionLimits::new().max_payload(1000);
    let mut client = session.async_connection::<Sv2Protocol, _>(stream, "client", &pool, limits);
    let mut count = 0;
    while let Some(message) = client.next_owned().await.expect("nothing is changed") {
        let AnyMessage::CloseChannel(message) = message else { panic!("{message:?}") };
        client.send(&message).await.expect("the client reads");
        count += 1;
    }
    client.close().await.expect("it was not closed");
    count
}

async fn connect(number: u32, address: std::net::SocketAddr, key: AuthorityKey, pool: Pool) {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    let mut handshake: Handshake = Handshake::initiator(key).expect("entropy");
    handshake.run_async(&mut stream, NOW).await.expect("the certificate is good");
    let session = handshake.finish().expect("it is done");
    let limits = ConnectionLimits::new().max_payload(1000);
    let server = session.async_connection::<Sv2Protocol, _>(stream, "server", &pool, limits);
    let (mut receiver, mut sender) = server.split();
    let sending = async {
        for sent in 0..MESSAGES {
            sender.send(&message(number, sent)).await.expect("the server reads");
        }
        sender.close().await.expect("it was not closed");
    };
    let receiving = async {
        for expected in 0..MESSAGES {
            let next = receiver.next_owned().await.expect("nothing is changed");
            let Some(AnyMessage::CloseChannel(got)) = next else { panic!("{next:?}") };
            assert_eq!(got, message(number, expected), "of connection {number}");
        }
        assert!(receiver.next_owned().await.expect("it ends well").is_none());
    };
    tokio::join!(sending, receiving);
}

#[test]
fn sixty_four_connections_at_once_get_their_own_messages() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("it starts").block_on(async {
        let pool = Pool::default();
        let authority = AuthoritySecret::generate().expect("entropy");
        let identity = Arc::new(Identity::issue(&authority, 1_000..=2_000).expect("entropy"));
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port is free");
        let address = listener.local_addr().expect("it is bound");
        let mut clients = tokio::task::JoinSet::new();
        let mut servers = tokio::task::JoinSet::new();
        for number in 0..CONNECTIONS {
            clients.spawn(connect(number, address, authority.public_key(), pool.clone()));
        }
        for _ in 0..CONNECTIONS {
            let (stream, _) = listener.accept().await.expect("a client comes");
            servers.spawn(serve(stream, identity.clone(), pool.clone()));
        }
        let all = async {
            while let Some(result) = clients.join_next().await {
                result.expect("it got all of its messages");
            }
            let mut counts = Vec::new();
            while let Some(count) = servers.join_next().await {
                counts.push(count.expect("it got all messages"));
            }
            assert_eq!(counts, [MESSAGES; CONNECTIONS as usize]);
        };
        tokio::time::timeout(Duration::from_mins(2), all).await.expect("nothing waits for ever");
        let stats = pool.stats();
        assert_eq!((stats.in_use, stats.bytes_in_use), (0, 0), "{stats}");
    });
}
