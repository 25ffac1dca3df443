use codec_core::{Decode, Encode};

mod other {
    pub struct Point(pub u8);
}

#[derive(Encode, Decode)]
#[codec(remote)]
struct Unnamed(u8);

#[derive(Encode, Decode)]
#[codec(remote = "1 + 2")]
struct NoType(u8);

#[derive(Encode, Decode)]
#[codec(remote = other::Point, remote = other::Point)]
struct Twice(u8);

#[derive(Encode, Decode)]
struct OnField(#[codec(remote = other::Point)] u8);

#[derive(Encode, Decode)]
#[codec(remote = other::Point, transparent)]
struct Transparent(u8);

#[derive(Encode, Decode)]
#[codec(remote = other::Point, version = 1)]
struct Versioned(u8);

#[derive(Encode, Decode)]
#[codec(remote = other::Point, from = u8, into = u8)]
struct Converted(u8);

#[derive(Encode, Decode)]
#[codec(remote = other::Point, try_from = u8, into = u8)]
struct Tried(u8);

#[derive(Encode, Decode)]
#[codec(remote = other::Point, detached)]
enum Detached {
    One(u8),
}

#[derive(Encode, Decode)]
#[codec(remote = other::Point, messages)]
enum Any {
    One(Twice),
}

fn main() {}
