//! Fields computed from others, limits over earlier fields, lengths of -1, and constants in
//! expressions.

super::mutations! {
    @lengths [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct T { #[codec(computed = text.len())] len: u8, end: u8, #[codec(count = len)] text: Vec<u8> }
    }
    not_computed { struct T { len: u8, end: u8, #[codec(count = len)] text: Vec<u8> } }
    another_length { struct T { #[codec(computed = text.len() * 2)] len: u8, end: u8, #[codec(count = len / 2)] text: Vec<u8> } }
    computed_renamed { struct T { #[codec(computed = text.len())] len: u8, last: u8, #[codec(count = len)] text: Vec<u8> } }

    @totals [Bincode Borsh Consensus Sv2] {
        struct T { #[codec(computed = encoded_len(total..=body))] total: u16, flags: u8, #[codec(len = u8)] body: String }
    }
    not_a_total { struct T { total: u16, flags: u8, #[codec(len = u8)] body: String } }
    total_of_the_body { struct T { #[codec(computed = encoded_len(body))] total: u16, flags: u8, #[codec(len = u8)] body: String } }
    total_and_three { struct T { #[codec(computed = encoded_len(total..=body) + 3)] total: u16, flags: u8, #[codec(len = u8)] body: String } }
    wider_total { struct T { #[codec(computed = encoded_len(total..=body))] total: u32, flags: u8, #[codec(len = u8)] body: String } }
    wider_flags { struct T { #[codec(computed = encoded_len(total..=body))] total: u16, flags: u16, #[codec(len = u8)] body: String } }

    @nullable [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct T { #[codec(len = i16, max = 50)] list: Option<Vec<u8>>, end: u8 }
    }
    always_there { struct T { #[codec(len = u16, max = 50)] list: Vec<u8>, end: u8 } }
    any_length { struct T { #[codec(len = u16)] list: Vec<u8>, end: u8 } }
    more_may_be { struct T { #[codec(len = i16, max = 60)] list: Option<Vec<u8>>, end: u8 } }
    one_at_least { struct T { #[codec(len = i16, min = 1, max = 50)] list: Option<Vec<u8>>, end: u8 } }
    wider_length { struct T { #[codec(len = i32, max = 50)] list: Option<Vec<u8>>, end: u8 } }
    a_string { struct T { #[codec(len = i16, max = 50)] list: Option<String>, end: u8 } }
    words { struct T { #[codec(len = i16, max = 50)] list: Option<Vec<u16>>, end: u8 } }

    @limited [Bincode BincodeVarint Postcard Borsh Compact Consensus Sv2] {
        struct T { most: u8, #[codec(len = u16, max = most)] list: Vec<u8>, end: u8 }
    }
    unlimited { struct T { most: u8, #[codec(len = u16)] list: Vec<u8>, end: u8 } }
    constant_limit { struct T { most: u8, #[codec(len = u16, max = 3)] list: Vec<u8>, end: u8 } }
    another_limit { struct T { most: u8, #[codec(len = u16, max = most / 2)] list: Vec<u8>, end: u8 } }
    at_least { struct T { most: u8, #[codec(len = u16, min = most)] list: Vec<u8>, end: u8 } }
    end_renamed { struct T { most: u8, #[codec(len = u16, max = most)] list: Vec<u8>, last: u8 } }

    @constants [Bincode Postcard Borsh Sv2] {
        struct T { flags: u8, #[codec(if = flags & super::super::LOW != 0)] word: Option<u16>, end: u8 }
    }
    another_constant {
        struct T { flags: u8, #[codec(if = flags & super::super::HIGH != 0)] word: Option<u16>, end: u8 }
    }
}

/// A flag.
const LOW: u8 = 1;
/// Another one.
const HIGH: u8 = 2;
