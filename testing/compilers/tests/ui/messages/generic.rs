use codec_core::Decode;

#[derive(Decode)]
#[codec(messages)]
enum Generic<'a, T> {
    One(&'a T),
}

fn main() {}
