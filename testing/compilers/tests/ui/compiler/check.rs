use codec_core::{Decode, Encode};

fn of_another_type(value: &u16) -> bool {
    *value > 0
}

fn says_nothing(_value: &u8) {}

fn by_value(value: u8) -> bool {
    value > 0
}

#[derive(Encode, Decode)]
#[codec(check = Self::missing)]
struct Checked {
    #[codec(check = of_another_type)]
    one: u8,
    #[codec(check = says_nothing)]
    two: u8,
    #[codec(check = by_value)]
    three: u8,
}

fn main() {}
