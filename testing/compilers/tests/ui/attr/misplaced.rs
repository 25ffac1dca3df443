use codec_core::Decode;

#[derive(Decode)]
struct Misplaced {
    #[codec(id = 1)]
    one: u8,
    #[codec(shared, crate = x)]
    two: u8,
}

#[derive(Decode)]
#[codec(messages)]
enum OnVariant {
    #[codec(id = 1)]
    One(Misplaced),
    Two(#[codec(borrow)] u8),
}

fn main() {}
