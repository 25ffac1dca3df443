//! Three versions of a service that talk to each other in pairs: an old one is accepted where the
//! verdict on the locks says that it fits, and refused by name where not.
//!
//! `cargo run -p codec-schema --example service`
#![forbid(unsafe_code)]

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;

use codec_core::{Format as _, Postcard};
use codec_schema::{Encoding, Fingerprint, GreetError, Model, Peers, assert_locked, assert_peers};

/// The first version.
mod one {
    #[derive(Debug, PartialEq, codec_core::Encode, codec_core::Decode)]
    #[codec(version = 1, schema)]
    pub(crate) struct Order {
        pub(crate) symbol: String,
        pub(crate) lots: u16,
    }
}

/// One more field, which the first version passes over.
mod two {
    #[derive(Debug, PartialEq, codec_core::Encode, codec_core::Decode)]
    #[codec(version = 2, schema)]
    pub(crate) struct Order {
        pub(crate) symbol: String,
        pub(crate) lots: u16,
        #[codec(since = 2)]
        pub(crate) urgent: bool,
    }
}

/// A field without which an order means something else: the first version must not read it.
mod three {
    #[derive(Debug, PartialEq, codec_core::Encode, codec_core::Decode)]
    #[codec(version = 3, readable_since = 2, schema)]
    pub(crate) struct Order {
        pub(crate) symbol: String,
        pub(crate) lots: u16,
        #[codec(since = 2)]
        pub(crate) urgent: bool,
        #[codec(since = 3)]
        pub(crate) sells: bool,
    }
}

/// A version: its table, and an order as it writes it.
#[derive(Clone, Copy)]
struct Version {
    peers: Peers,
    order: fn() -> Vec<u8>,
    reads: fn(&[u8]) -> Result<String, codec_core::DecodeError>,
}

fn symbol<T: codec_core::Decodable>(
    bytes: &[u8],
    symbol: fn(T) -> String,
) -> Result<String, codec_core::DecodeError> {
    Postcard::from_slice::<T>(bytes).map(symbol)
}

fn written(order: &impl codec_core::Encode) -> Vec<u8> {
    Postcard::to_vec(order).expect("it has an encoding")
}

const VERSIONS: [Version; 3] = [
    Version {
        peers: include!("1.peers.rs"),
        order: || written(&one::Order { symbol: "ABC".into(), lots: 1 }),
        reads: |bytes| symbol(bytes, |order: one::Order| order.symbol),
    },
    Version {
        peers: include!("2.peers.rs"),
        order: || written(&two::Order { symbol: "ABC".into(), lots: 1, urgent: true }),
        reads: |bytes| symbol(bytes, |order: two::Order| order.symbol),
    },
    Version {
        peers: include!("3.peers.rs"),
        order: || {
            written(&three::Order { symbol: "ABC".into(), lots: 1, urgent: true, sells: true })
        },
        reads: |bytes| symbol(bytes, |order: three::Order| order.symbol),
    },
];

/// The end of a connection: greets, and sends and reads an order if the other side fits.
fn talk(version: Version, mut stream: TcpStream) -> Result<String, GreetError> {
    let fit = version.peers.greet(&mut stream)?;
    let mut order = Vec::new();
    stream.write_all(&(version.order)()).map_err(GreetError::Io)?;
    stream.shutdown(Shutdown::Write).map_err(GreetError::Io)?;
    stream.read_to_end(&mut order).map_err(GreetError::Io)?;
    let symbol = (version.reads)(&order).expect("the versions fit");
    assert_eq!(symbol, "ABC");
    Ok(format!("{fit:?}"))
}

const SECOND: Fingerprint = Fingerprint::of_lock(include_str!("2.lock"), "Postcard");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    assert_locked!("examples/service/1.lock", one::Order);
    assert_locked!("examples/service/2.lock", two::Order);
    assert_locked!("examples/service/3.lock", three::Order);
    assert_peers!("examples/service/1.peers.rs", "Postcard", ["examples/service/1.lock"]);
    assert_peers!(
        "examples/service/2.peers.rs",
        "Postcard",
        ["examples/service/1.lock", "examples/service/2.lock",]
    );
    assert_peers!(
        "examples/service/3.peers.rs",
        "Postcard",
        ["examples/service/1.lock", "examples/service/2.lock", "examples/service/3.lock",]
    );
    assert_eq!(SECOND, Model::of::<two::Order>()?.fingerprint(&Encoding::POSTCARD));

    for (client, calling) in VERSIONS.into_iter().enumerate() {
        for (server, called) in VERSIONS.into_iter().enumerate() {
            let listener = TcpListener::bind("127.0.0.1:0")?;
            let stream = TcpStream::connect(listener.local_addr()?)?;
            let accepted = listener.accept()?.0;
            let serving = thread::spawn(move || talk(called, accepted));
            let ends = [talk(calling, stream), serving.join().expect("it did not panic")];
            println!("{} to {}", client + 1, server + 1);
            let fits = !matches!((client, server), (0, 2) | (2, 0));
            for (end, number) in ends.iter().zip([client, server]) {
                match end {
                    Ok(fit) => println!("    {} accepts: {fit}", number + 1),
                    Err(error) => println!("    {} refuses: {error}", number + 1),
                }
                assert_eq!(end.is_ok(), fits, "{client} to {server}");
                let is_named =
                    matches!(end, Err(GreetError::Refused(words)) if words.contains('"'));
                assert!(fits || is_named);
            }
        }
    }
    Ok(())
}
