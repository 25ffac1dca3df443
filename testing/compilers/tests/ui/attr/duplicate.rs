use codec_core::Decode;

#[derive(Decode)]
#[codec(borrow, id = 1, borrow)]
#[codec(id = 2)]
struct Twice(u8);

#[derive(Decode)]
struct Field(#[codec(borrow, borrow)] u8);

fn main() {}
