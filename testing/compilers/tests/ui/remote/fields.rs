use codec_core::{Decode, Encode};

mod other {
    pub struct Point {
        pub x: u8,
        pub y: u8,
    }
    pub enum Shape {
        Circle(u8),
        Empty,
    }
}

#[derive(Encode, Decode)]
#[codec(remote = other::Point)]
struct Fewer {
    x: u8,
}

#[derive(Encode, Decode)]
#[codec(remote = other::Point)]
struct OtherType {
    x: u8,
    y: u16,
}

#[derive(Encode, Decode)]
#[codec(remote = other::Shape)]
enum FewerVariants {
    Circle(u8),
}

fn main() {}
