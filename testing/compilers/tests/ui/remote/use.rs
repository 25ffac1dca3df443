use codec_core::{Decode, Encode};

mod other {
    pub struct Point(pub u8);
    pub struct Place(pub u8);
}

#[derive(Encode, Decode)]
#[codec(remote = other::Point)]
struct Point(u8);

#[derive(Encode, Decode)]
struct OfAnother {
    #[codec(as = Point)]
    place: other::Place,
}

fn main() {}
