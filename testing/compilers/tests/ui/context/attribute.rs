use codec_core::{Decode, Encode};

#[derive(Default, Clone, Copy)]
struct Version(u16);

#[derive(Encode, Decode)]
#[codec(context)]
struct Unnamed(u8);

#[derive(Encode, Decode)]
#[codec(context = 5)]
struct Number(u8);

#[derive(Encode, Decode)]
#[codec(context = Version, context = Version)]
struct Twice(u8);

#[derive(Encode, Decode)]
struct OnField(#[codec(context = Version)] u8);

#[derive(Encode, Decode)]
enum OnVariant {
    #[codec(context = Version)]
    One(u8),
}

#[derive(Encode, Decode)]
#[codec(context = Version, transparent)]
struct Transparent(u8);

#[derive(Encode, Decode)]
#[codec(context = Version, from = u8, into = u8)]
struct Converted(u8);

#[derive(Encode, Decode)]
#[codec(context = Version, try_from = u8, into = u8)]
struct Tried(u8);

#[derive(Encode, Decode)]
#[codec(context = Version, messages)]
enum Any {
    One(Twice),
}

fn main() {}
