use codec_core::Decode;

#[derive(Decode)]
struct Foreign(u8);

#[derive(Decode)]
#[codec(push)]
struct Login {
    foreign: Foreign,
}

fn main() {}
