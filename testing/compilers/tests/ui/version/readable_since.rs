use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(version = 3)]
struct Missing {
    #[codec(removed = 2)]
    quantity: u8,
    #[codec(removed = 3)]
    unit: u8,
    price: u16,
    #[codec(removed = 3)]
    last: u8,
}

#[derive(Encode, Decode)]
#[codec(version = 3, readable_since = 2)]
struct Early {
    #[codec(removed = 2)]
    quantity: u8,
    #[codec(removed = 3)]
    unit: u8,
    price: u16,
}

#[derive(Encode, Decode)]
#[codec(version = 2, readable_since = 3)]
struct Later {
    price: u16,
}

#[derive(Encode, Decode)]
#[codec(version = 2, readable_since = 1)]
struct Always {
    price: u16,
}

#[derive(Encode, Decode)]
#[codec(version = 1, readable_since = 1)]
struct First {
    price: u16,
}

#[derive(Encode, Decode)]
#[codec(readable_since = 2)]
struct Unversioned {
    price: u16,
}

fn main() {}
