//! The fields of types that serde decodes are named as those of native types are.
#![forbid(unsafe_code)]
#![deny(warnings)]
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use gate::{Fields, assert_allocations, fields};
use wire::serde_bridge::Serde;
use wire::{Bincode, BincodeVarint, Compact, Decode, Encode, Format, Postcard};

#[derive(Debug, Encode, Decode, serde::Serialize, serde::Deserialize)]
#[codec(crate = wire)]
struct Host {
    name: String,
    ports: Vec<Port>,
}

#[derive(Debug, Encode, Decode, serde::Serialize, serde::Deserialize)]
#[codec(crate = wire)]
enum Port {
    Udp(u16),
    Tcp { number: u16, banner: String },
    Unix(String),
}

/// Everything of the crate at once leaves serde its name.
mod glob {
    use ::wire::*;

    use serde::Serialize;

    #[derive(Serialize)]
    struct Level(u8);

    #[test]
    fn serde_is_still_serde() {
        assert_eq!(serde_bridge::to_vec::<Postcard, _>(&Level(7)).unwrap(), [7]);
    }
}

fn bytes<F: Format>() -> Vec<u8> {
    let ports = vec![
        Port::Udp(53),
        Port::Tcp { number: 22, banner: "SSH".into() },
        Port::Unix("/run/host".into()),
    ];
    F::to_vec(&Host { name: "h".into(), ports }).unwrap()
}

fn paths(fields: &Fields) -> Vec<&str> {
    fields.iter().map(|field| field.path.as_str()).collect()
}

fn same_as_native<F: Format>() {
    let bytes = bytes::<F>();
    let found = fields::<F, Serde<Host>>(&bytes);
    assert_eq!(
        paths(&found),
        ["Host.name", "Host.ports", "Host.ports[1]::Tcp.banner", "Host.ports[2]::Unix.0"]
    );
    assert_eq!(found, fields::<F, Host>(&bytes));
}

#[test]
fn a_variant_of_serde_is_named_as_a_native_one() {
    same_as_native::<Bincode>();
    same_as_native::<BincodeVarint>();
    same_as_native::<Postcard>();
    same_as_native::<Compact>();
}

#[test]
fn a_decode_by_serde_is_counted() {
    let bytes = bytes::<Bincode>();
    assert_allocations!(Bincode::from_slice::<Serde<Host>>(&bytes).unwrap(), 4);
    assert_allocations!(wire::serde_bridge::from_slice::<Bincode, Host>(&bytes).unwrap(), 4);
}
