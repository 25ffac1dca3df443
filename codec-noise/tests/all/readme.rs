//! The `select!` loop that the README of the repository shows, over sockets.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use codec_noise::{AuthorityKey, AuthoritySecret, Handshake, Identity};
use codec_pool::{ConnectionLimits, Pool};
use codec_stratum::common::{ChannelEndpointChanged, Reconnect};
use codec_stratum::{AnyMessageRef, Sv2Protocol};
use tokio::net::{TcpListener, TcpStream};

#[rustfmt::skip] // as in the README
/// `key` is the public key of the pool's authority: `"9bXiEd8...".parse()?`.
async fn talk(
    mut stream: TcpStream,
    key: AuthorityKey,
    memory: &Pool,
) -> Result<(), Box<dyn Error>> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let mut handshake: Handshake = Handshake::initiator(key)?;
    handshake.run_async(&mut stream, now).await?;
    let (session, limits) = (handshake.finish()?, ConnectionLimits::new());
    let pool = session.async_connection::<Sv2Protocol, _>(stream, "pool", memory, limits);
    let (mut receiver, mut sender) = pool.split();

    let mut beat = tokio::time::interval(Duration::from_secs(1));
    loop {
        tokio::select! {
            message = receiver.next() => match message? {
                Some(AnyMessageRef::Reconnect(to)) => println!("to port {}", to.new_port),
                Some(other) => println!("{other:?}"),
                None => break,
            },
            flushed = sender.flush(), if sender.pending_len() > 0 => flushed?,
            _ = beat.tick() => sender.queue(&ChannelEndpointChanged { channel_id: 7 })?,
        }
    }
    Ok(sender.close().await?)
}

/// Serves until the client closes the connection.
async fn serve(listener: TcpListener, identity: Identity) -> Result<(), Box<dyn Error>> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let (mut stream, _) = listener.accept().await?;
    let mut handshake: Handshake = Handshake::responder(Arc::new(identity))?;
    handshake.run_async(&mut stream, now).await?;
    let (session, memory) = (handshake.finish()?, Pool::default());
    let limits = ConnectionLimits::new();
    let mut miner = session.async_connection::<Sv2Protocol, _>(stream, "miner", &memory, limits);
    match miner.next().await? {
        Some(AnyMessageRef::ChannelEndpointChanged(beat)) => assert_eq!(beat.channel_id, 7),
        other => panic!("{other:?} was not sent"),
    }
    for new_port in 0..10 {
        miner.send(&Reconnect { new_host: codec_core::wire::Str0255::default(), new_port }).await?;
    }
    miner.close().await?;
    while miner.next().await?.is_some() {}
    Ok(())
}

#[tokio::test]
async fn the_loop_of_the_readme_sends_receives_and_ends_with_its_peer() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later").as_secs();
    let day = u32::try_from(now).expect("a year before 2106");
    let authority = AuthoritySecret::generate().expect("there is entropy");
    let identity = Identity::issue(&authority, day..=day + 86_400).expect("there is entropy");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let stream = TcpStream::connect(listener.local_addr().expect("it is bound")).await;
    let memory = Pool::default();
    let (served, talked) = tokio::join!(
        serve(listener, identity),
        talk(stream.expect("it listens"), authority.public_key(), &memory),
    );
    served.expect("the client kept to the protocol");
    talked.expect("the server kept to the protocol");
}

#[test]
fn the_readme_shows_this_loop() {
    let (readme, here) = (include_str!("../../../README.md"), include_str!("readme.rs"));
    let start = here.find("/// `key` is").expect("the function");
    let end = here[start..].find("\n}\n").expect("its end") + start;
    assert!(readme.contains(&here[start..end]), "the README has another loop");
}
