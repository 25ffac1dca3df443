//! Encrypted connections over loopback against `NoiseTcpStream` of `stratum-apps`: each side as
//! the initiator, our side blocking and over tokio. The peer opens every frame, seals it again and
//! sends it back, and each is compared with what was sent.
#![forbid(unsafe_code)]

mod asynchronous;
mod blocking;
mod messages;
mod theirs;

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, SystemTime};

use codec_noise::{AuthoritySecret, Handshake, Identity};
use stratum_apps::stratum_core::noise_sv2::{Initiator, Responder};
use tokio::runtime::{Builder, Runtime};

use messages::FRAMES;

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().expect("it is after 1970").as_secs()
}

/// Two ends of a connection over loopback.
fn connected() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).expect("a port");
    let near = TcpStream::connect(listener.local_addr().expect("an address")).expect("it listens");
    let (far, _) = listener.accept().expect("one comes");
    for end in [&near, &far] {
        end.set_nodelay(true).expect("a socket");
    }
    (near, far)
}

/// A handshake of ours, and what the peer needs for its side.
fn sides(we_initiate: bool) -> (Handshake, theirs::Side) {
    let authority = AuthoritySecret::generate().expect("there is entropy");
    let key = authority.public_key();
    if we_initiate {
        let (public, secret) = (key.to_bytes(), authority.to_bytes());
        let validity = Duration::from_secs(3600);
        let responder = Responder::from_authority_kp(&public, &secret, validity).expect("keys");
        let ours = Handshake::initiator(key).expect("there is entropy");
        (ours, theirs::Side::Responder(responder))
    } else {
        let now = u32::try_from(now()).expect("it is before 2106");
        let identity = Identity::issue(&authority, now..=now + 3600).expect("there is entropy");
        let ours = Handshake::responder(Arc::new(identity)).expect("there is entropy");
        (ours, theirs::Side::Initiator(Initiator::from_raw_k(key.to_bytes()).expect("a key")))
    }
}

/// One connection, of which our end is worked by `ours`.
fn connection(runtime: &Runtime, we_initiate: bool, ours: fn(TcpStream, Handshake)) {
    let (near, far) = connected();
    let (handshake, side) = sides(we_initiate);
    let ours = thread::spawn(move || ours(near, handshake));
    let echo = runtime.spawn(theirs::echo(far, side));
    ours.join().expect("every frame is as it was sent");
    runtime.block_on(echo).expect("the peer finds no fault");
}

fn main() {
    let runtime = Builder::new_multi_thread().enable_all().build().expect("threads");
    for we_initiate in [true, false] {
        for (how, ours) in [
            ("blocking", blocking::talk as fn(TcpStream, Handshake)),
            ("tokio", asynchronous::talk),
        ] {
            connection(&runtime, we_initiate, ours);
            let who = if we_initiate { "we" } else { "stratum-apps" };
            println!(
                "{who} as the initiator, {how}: {FRAMES} frames each way, of 0 to {} bytes, \
                 each as it was sent",
                messages::MOST
            );
        }
    }
}
